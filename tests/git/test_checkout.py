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
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.components import find_component
from transtats_cli.git.process import GitError
from transtats_cli.git.repository import require
from transtats_cli.scanning.assembly import Overrides
from transtats_cli.scanning.engine import scan_component


def checkout_of(demo, root: str = "") -> Checkout:
    return Checkout(require(str(demo.path)), str(demo.path / root))


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
    with checkout_of(demo) as checkout:
        root = checkout.check_out(demo.head)
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
    with checkout_of(demo) as one:
        for commit in (first, second, third, fourth, third, first, fourth, second, first):
            with checkout_of(demo) as other:
                assert laid_out(one.check_out(commit)) == laid_out(other.check_out(commit))
                tree = one.trees.tree_of(commit)
                assert one.digest(tree) == other.digest(tree)


def test_equal_digests_are_equal_files(demo) -> None:
    with checkout_of(demo) as checkout:
        first = checkout.digest(checkout.trees.tree_of(demo.head))
        code = checkout.digest(checkout.trees.tree_of(demo.commit("code", {"src/main.c": "int main"})))
        text = checkout.digest(checkout.trees.tree_of(demo.commit("text", {"po/de.po": "other"})))
        beside = checkout.digest(checkout.trees.tree_of(demo.commit("come", {"Makefile": ""})))
        come = checkout.digest(checkout.trees.tree_of(demo.commit("come", {"po/fr.po": ""})))
        assert first == code
        assert text == beside
        assert len({code, text, come}) == 3


def test_a_file_beside_a_root_below_the_top_makes_another_digest(demo) -> None:
    first = demo.commit("a folder", {"sub/po/de.po": "de"})
    second = demo.commit("it may be a project now", {"sub/Makefile": ""})
    with checkout_of(demo, "sub") as checkout:
        assert checkout.digest(checkout.trees.tree_of(first)) != checkout.digest(checkout.trees.tree_of(second))


def test_the_layout_is_the_same_where_only_translations_differ(demo) -> None:
    commits = {
        "first": demo.head,
        "text": demo.commit("text", {"po/de.po": "other"}),
        "come": demo.commit("come", {"po/fr.po": ""}),
        "settings": demo.commit("settings", {".tx/config": "other"}),
    }
    with checkout_of(demo) as checkout:
        layouts = {}
        for name, commit in commits.items():
            checkout.check_out(commit)
            layouts[name] = checkout.layout()
    assert layouts["first"] == layouts["text"]
    assert len(set(layouts.values())) == 3


def test_the_target_of_a_link_that_no_scan_reads_is_not_laid_out(demo) -> None:
    (demo.path / "News").symlink_to("news/2.txt")
    first = demo.commit("link", {"news/2.txt": "two"})
    second = demo.commit("news", {"news/2.txt": "more"})
    with checkout_of(demo) as checkout:
        assert "news/2.txt" not in laid_out(checkout.check_out(first))
        assert checkout.digest(checkout.trees.tree_of(first)) == checkout.digest(checkout.trees.tree_of(second))


def test_a_link_has_its_target_whatever_that_is_called(demo) -> None:
    (demo.path / "po" / "fr.po").symlink_to("../data/french.txt")
    (demo.path / "po" / "it.po").symlink_to("fr.po")
    (demo.path / "po" / "es.po").symlink_to("/etc/hostname")
    (demo.path / "po" / "out.po").symlink_to("../../elsewhere.po")
    with checkout_of(demo) as checkout:
        root = checkout.check_out(demo.commit("links", {"data/french.txt": "fr", "data/other.txt": "x"}))
        assert laid_out(root)["data/french.txt"] == b"fr"
        assert "data/other.txt" not in laid_out(root)
        assert laid_out(root)["po/es.po"] == "/etc/hostname"
        assert checkout.identity(f"{root}/po/fr.po") == ""
        assert checkout.identity(f"{root}/po/de.po") == demo.git("rev-parse", "HEAD:po/de.po")
        second = checkout.check_out(demo.commit("target", {"data/french.txt": "changed"}))
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
    with checkout_of(demo) as checkout:
        root = checkout.check_out_tree(identity)
        assert laid_out(root) == {"good.po": b"de"}
        assert not (Path(root).parent / "escaped.po").exists()


def test_a_root_inside_the_repository_has_its_surroundings(demo) -> None:
    demo.write({"sub/project/locale/de.po": "de", "sub/project/main.c": "", "sub/other.c": "", "transtats.toml": ""})
    with checkout_of(demo, "sub/project") as checkout:
        root = checkout.check_out(demo.commit("a project inside"))
        assert root.endswith("/demo/sub/project")
        assert laid_out(root) == {"locale/de.po": b"de", "main.c": b""}
        assert (Path(root).parent.parent / "transtats.toml").is_file()
        with pytest.raises(UnknownComponentError, match="has no folder 'sub/project'"):
            checkout.check_out(demo.git("rev-parse", "HEAD~1"))


def test_a_file_that_only_settings_name_is_laid_out_when_they_do(demo) -> None:
    entries = demo.po({"One": "Eins"})
    commit = demo.commit("odd names", {"lang/de.txt": entries, "lang/fr.txt": entries, "code.c": ""})
    with checkout_of(demo) as checkout:
        component = find_component(
            checkout, commit, ("any", "name"), Overrides(filemask="lang/*.txt", file_format="po")
        )
        assert [record.language.code for record in scan_component(component).records] == ["de", "fr"]
        assert checkout.includes_all_files
        again = checkout.check_out(demo.commit("more", {"lang/it.txt": entries}))
        assert "lang/it.txt" in laid_out(again)


def test_a_component_that_a_commit_lacks_is_unknown_and_no_temporary_path_is_named(demo) -> None:
    with checkout_of(demo) as checkout:
        with pytest.raises(UnknownComponentError) as caught:
            find_component(checkout, demo.head, ("demo", "nothing"))
        assert tempfile.gettempdir() not in str(caught.value)


def test_nothing_is_left_behind_and_nothing_is_touched(demo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    index = demo.path / ".git" / "index"
    before = index.stat().st_mtime_ns, sorted(demo.path.rglob("*"))

    def interrupted() -> None:
        with checkout_of(demo) as checkout:
            checkout.check_out(demo.head)
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
    with checkout_of(demo) as checkout:
        assert laid_out(checkout.check_out(commit)) == {"po/de.po": b"de"}


def test_a_commit_that_cannot_be_read_leaves_no_half_of_it(demo) -> None:
    first = demo.head
    second = demo.commit("two", {"po/de.po": "changed", "po/fr.po": "fr", "po/it.po": "it"})
    blob = demo.git("rev-parse", "HEAD:po/fr.po")
    (demo.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with checkout_of(demo) as checkout:
        before = laid_out(checkout.check_out(first))
        with pytest.raises(GitError, match=f"the object {blob} is missing"):
            checkout.check_out(second)
        assert laid_out(checkout.check_out(first)) == before
