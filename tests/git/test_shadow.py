"""A shadow has the files of a commit that matter, as they are in a checkout, and nothing that leads out of it."""

import hashlib
import os
import shutil
import subprocess
import tempfile
import zlib
from pathlib import Path

import pytest

from transtats_cli.errors import UnknownComponentError
from transtats_cli.git import past
from transtats_cli.git.process import GitError
from transtats_cli.git.repository import required
from transtats_cli.git.shadow import Shadow
from transtats_cli.scanning.assembly import Overrides
from transtats_cli.scanning.engine import scan_component


def shadow_of(demo, root: str = "") -> Shadow:
    return Shadow(required(str(demo.path)), str(demo.path / root))


def laid_out(root: str) -> dict[str, bytes | str]:
    """Each file with its content, each link with where it leads."""
    found: dict[str, bytes | str] = {}
    for path in sorted(Path(root).rglob("*")):
        name = str(path.relative_to(root))
        if path.is_symlink():
            found[name] = str(path.readlink())
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


@pytest.fixture
def demo(repository):
    made = repository("demo")
    made.commit("one", {"po/de.po": "de", "po/LINGUAS": "de", "src/main.c": "int", ".tx/config": "tx", "README": "me"})
    return made


def test_only_what_matters_is_there(demo) -> None:
    with shadow_of(demo) as shadow:
        root = shadow.at(demo.head)
        assert Path(root).name == "demo"
        assert laid_out(root) == {"po/de.po": b"de", "po/LINGUAS": b"de", ".tx/config": b"tx"}
        assert (Path(root) / "src").is_dir()
        assert (Path(root) / ".git").is_dir()


def test_going_from_commit_to_commit_is_like_beginning_anew(demo) -> None:
    first = demo.head
    (demo.path / "po" / "at.po").symlink_to("de.po")
    second = demo.commit("two", {"po/de.po": "changed", "po/README/fr.po": "fr", "src/more/main.c": ""})
    demo.git("rm", "--quiet", "-r", "po/README", "po/at.po")
    third = demo.commit("three", {"po/README": "a file now", "po/at.po": "no link any more"})
    demo.git("rm", "--quiet", "-r", "po", ".tx")
    fourth = demo.commit("four", {"po": "a file"})
    with shadow_of(demo) as one:
        for commit in (first, second, third, fourth, third, first, fourth, second, first):
            with shadow_of(demo) as other:
                assert laid_out(one.at(commit)) == laid_out(other.at(commit))
                tree = one.trees.of(commit)
                assert one.digest(tree) == other.digest(tree)


def test_equal_digests_are_equal_files(demo) -> None:
    with shadow_of(demo) as shadow:
        first = shadow.digest(shadow.trees.of(demo.head))
        code = shadow.digest(shadow.trees.of(demo.commit("code", {"src/main.c": "int main"})))
        text = shadow.digest(shadow.trees.of(demo.commit("text", {"po/de.po": "other"})))
        beside = shadow.digest(shadow.trees.of(demo.commit("come", {"Makefile": ""})))
        come = shadow.digest(shadow.trees.of(demo.commit("come", {"po/fr.po": ""})))
        assert first == code
        assert text == beside
        assert len({code, text, come}) == 3


def test_a_file_beside_a_root_below_the_top_makes_another_digest(demo) -> None:
    first = demo.commit("a folder", {"sub/po/de.po": "de"})
    second = demo.commit("it may be a project now", {"sub/Makefile": ""})
    with shadow_of(demo, "sub") as shadow:
        assert shadow.digest(shadow.trees.of(first)) != shadow.digest(shadow.trees.of(second))


def test_the_layout_is_the_same_where_only_translations_differ(demo) -> None:
    commits = {
        "first": demo.head,
        "text": demo.commit("text", {"po/de.po": "other"}),
        "come": demo.commit("come", {"po/fr.po": ""}),
        "settings": demo.commit("settings", {".tx/config": "other"}),
    }
    with shadow_of(demo) as shadow:
        layouts = {}
        for name, commit in commits.items():
            shadow.at(commit)
            layouts[name] = shadow.layout()
    assert layouts["first"] == layouts["text"]
    assert len(set(layouts.values())) == 3


def test_the_target_of_a_link_that_no_scan_reads_is_not_laid_out(demo) -> None:
    (demo.path / "News").symlink_to("news/2.txt")
    first = demo.commit("link", {"news/2.txt": "two"})
    second = demo.commit("news", {"news/2.txt": "more"})
    with shadow_of(demo) as shadow:
        assert "news/2.txt" not in laid_out(shadow.at(first))
        assert shadow.digest(shadow.trees.of(first)) == shadow.digest(shadow.trees.of(second))


def test_a_link_has_its_target_whatever_that_is_called(demo) -> None:
    (demo.path / "po" / "fr.po").symlink_to("../data/french.txt")
    (demo.path / "po" / "it.po").symlink_to("fr.po")
    (demo.path / "po" / "es.po").symlink_to("/etc/hostname")
    (demo.path / "po" / "out.po").symlink_to("../../elsewhere.po")
    with shadow_of(demo) as shadow:
        root = shadow.at(demo.commit("links", {"data/french.txt": "fr", "data/other.txt": "x"}))
        assert laid_out(root)["data/french.txt"] == b"fr"
        assert "data/other.txt" not in laid_out(root)
        assert laid_out(root)["po/es.po"] == "/etc/hostname"
        assert shadow.identity(f"{root}/po/fr.po") == ""
        assert shadow.identity(f"{root}/po/de.po") == demo.git("rev-parse", "HEAD:po/de.po")
        second = shadow.at(demo.commit("target", {"data/french.txt": "changed"}))
        assert laid_out(second)["data/french.txt"] == b"changed"


def test_names_that_lead_out_are_left_out(demo, tmp_path: Path) -> None:
    """Git itself refuses to make such trees, so they are written by hand."""
    blob = demo.git("rev-parse", "HEAD:po/de.po")
    names = ["..", ".git", "a/../../escaped.po", "../escaped.po", "good.po", ".GIT"]
    content = b"".join(b"100644 %s\0%s" % (name.encode(), bytes.fromhex(blob)) for name in names)
    stored = b"tree %d\0%s" % (len(content), content)
    identity = hashlib.sha1(stored).hexdigest()  # noqa: S324
    path = demo.path / ".git" / "objects" / identity[:2] / identity[2:]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(zlib.compress(stored))
    with shadow_of(demo) as shadow:
        root = shadow.at_tree(identity)
        assert laid_out(root) == {"good.po": b"de"}
        assert not (Path(root).parent / "escaped.po").exists()


def test_a_root_inside_the_repository_has_its_surroundings(demo) -> None:
    demo.write({"sub/project/locale/de.po": "de", "sub/project/main.c": "", "sub/other.c": "", "transtats.toml": ""})
    with shadow_of(demo, "sub/project") as shadow:
        root = shadow.at(demo.commit("a project inside"))
        assert root.endswith("/demo/sub/project")
        assert laid_out(root) == {"locale/de.po": b"de", "main.c": b""}
        assert (Path(root).parent.parent / "transtats.toml").is_file()
        with pytest.raises(UnknownComponentError, match="has no folder 'sub/project'"):
            shadow.at(demo.git("rev-parse", "HEAD~1"))


def test_a_file_that_only_settings_name_is_laid_out_when_they_do(demo) -> None:
    entries = demo.po({"One": "Eins"})
    commit = demo.commit("odd names", {"lang/de.txt": entries, "lang/fr.txt": entries, "code.c": ""})
    with shadow_of(demo) as shadow:
        component = past.component(shadow, commit, ("any", "name"), Overrides(filemask="lang/*.txt", file_format="po"))
        assert [record.language.code for record in scan_component(component).records] == ["de", "fr"]
        assert shadow.keeps_all
        again = shadow.at(demo.commit("more", {"lang/it.txt": entries}))
        assert "lang/it.txt" in laid_out(again)


def test_a_component_that_a_commit_lacks_is_unknown_and_no_temporary_path_is_named(demo) -> None:
    with shadow_of(demo) as shadow:
        with pytest.raises(UnknownComponentError) as caught:
            past.component(shadow, demo.head, ("demo", "nothing"))
        assert tempfile.gettempdir() not in str(caught.value)


def test_nothing_is_left_behind_and_nothing_is_touched(demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    index = demo.path / ".git" / "index"
    before = index.stat().st_mtime_ns, sorted(demo.path.rglob("*"))

    def interrupted() -> None:
        with shadow_of(demo) as shadow:
            shadow.at(demo.head)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert os.listdir(tmp_path / "temporary") == []
    assert before == (index.stat().st_mtime_ns, sorted(demo.path.rglob("*")))


def test_a_repository_with_longer_identities_is_read_too(repository, tmp_path: Path) -> None:
    demo = repository("demo")
    shutil.rmtree(demo.path / ".git")
    done = subprocess.run(["git", "init", "--quiet", "--object-format=sha256"], cwd=demo.path, check=False)
    if done.returncode:
        pytest.skip("this git knows no sha256")
    commit = demo.commit("one", {"po/de.po": "de"})
    with shadow_of(demo) as shadow:
        assert laid_out(shadow.at(commit)) == {"po/de.po": b"de"}


def test_a_commit_that_cannot_be_read_leaves_no_half_of_it(demo) -> None:
    first = demo.head
    second = demo.commit("two", {"po/de.po": "changed", "po/fr.po": "fr", "po/it.po": "it"})
    blob = demo.git("rev-parse", "HEAD:po/fr.po")
    (demo.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with shadow_of(demo) as shadow:
        before = laid_out(shadow.at(first))
        with pytest.raises(GitError, match=f"git has no object {blob}"):
            shadow.at(second)
        assert laid_out(shadow.at(first)) == before
