"""A checkout contains the files of a commit that a scan may open, and no file outside of its directory is written."""

import hashlib
import os
import shutil
import subprocess
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.git_repositories import ScriptedRepository
from transtats_cli.errors import UnknownComponentError
from transtats_cli.git.checkout import Checkout
from transtats_cli.git.components import ComponentFinder
from transtats_cli.git.process import GitError
from transtats_cli.git.repository import require_repository
from transtats_cli.git.tree_comparison import TreeComparison
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.settings.layers import make_overrides


def open_checkout(demo: ScriptedRepository, root: str = "") -> Checkout:
    return Checkout(require_repository(str(demo.path)), str(demo.path / root))


def read_files(root: str) -> dict[str, bytes | str]:
    """Return the content of each file and the target of each link."""
    found: dict[str, bytes | str] = {}
    for path in sorted(Path(root).rglob("*")):
        name = str(path.relative_to(root))
        if path.is_symlink():
            found[name] = str(path.readlink())
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


@pytest.fixture
def demo(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    made = repository("demo")
    made.commit("one", {"po/de.po": "de", "po/LINGUAS": "de", "src/main.c": "int", ".tx/config": "tx", "README": "me"})
    return made


def test_only_files_that_a_scan_may_open_are_checked_out(demo: ScriptedRepository) -> None:
    with open_checkout(demo) as checkout:
        root = checkout.check_out(demo.head)
        assert Path(root).name == "demo"
        assert read_files(root) == {"po/de.po": b"de", "po/LINGUAS": b"de", ".tx/config": b"tx"}
        assert (Path(root) / "src").is_dir()
        assert (Path(root) / ".git").is_dir()


def test_an_updated_checkout_equals_a_new_checkout(demo: ScriptedRepository) -> None:
    first = demo.head
    (demo.path / "po" / "at.po").symlink_to("de.po")
    second = demo.commit("two", {"po/de.po": "changed", "po/README/fr.po": "fr", "src/more/main.c": ""})
    demo.git("rm", "--quiet", "-r", "po/README", "po/at.po")
    third = demo.commit("three", {"po/README": "a file now", "po/at.po": "no link any more"})
    demo.git("rm", "--quiet", "-r", "po", ".tx")
    fourth = demo.commit("four", {"po": "a file"})
    with open_checkout(demo) as one:
        for commit in (first, second, third, fourth, third, first, fourth, second, first):
            with open_checkout(demo) as other:
                assert read_files(one.check_out(commit)) == read_files(other.check_out(commit))


def is_unaffected(checkout: Checkout, older: str, newer: str) -> bool:
    one, other = map(checkout.trees.find_tree, (older, newer))
    with TreeComparison(checkout.repository, lambda *_: None) as comparison:
        (differences,) = comparison.compare([(one, other)])
    return not any(checkout.may_affect_files(one, *each) for each in differences)


def test_only_changes_of_checked_out_files_affect_a_checkout(demo: ScriptedRepository) -> None:
    first = demo.head
    code = demo.commit("code", {"src/main.c": "int main"})
    text = demo.commit("text", {"po/de.po": "other"})
    beside = demo.commit("come", {"Makefile": ""})
    come = demo.commit("come", {"po/fr.po": ""})
    with open_checkout(demo) as checkout:
        assert is_unaffected(checkout, first, code)
        assert is_unaffected(checkout, text, beside)
        assert not is_unaffected(checkout, code, text)
        assert not is_unaffected(checkout, beside, come)


def test_a_link_in_place_of_a_file_with_the_same_content_affects_a_checkout(demo: ScriptedRepository) -> None:
    first = demo.commit("file", {"po/fr.po": "de.po"})
    (demo.path / "po" / "fr.po").unlink()
    (demo.path / "po" / "fr.po").symlink_to("de.po")
    second = demo.commit("link")
    with open_checkout(demo) as checkout:
        assert not is_unaffected(checkout, first, second)


def test_a_submodule_in_place_of_a_folder_is_an_empty_folder(demo: ScriptedRepository) -> None:
    first = demo.head
    demo.git("rm", "--quiet", "-r", "--cached", "po")
    demo.git("update-index", "--add", "--cacheinfo", f"160000,{first},po")
    demo.git("commit", "--quiet", "--message", "submodule")
    with open_checkout(demo) as checkout:
        for commit, names in ((first, {"LINGUAS", "de.po"}), (demo.head, set()), (first, {"LINGUAS", "de.po"})):
            assert {path.name for path in (Path(checkout.check_out(commit)) / "po").iterdir()} == names


def test_a_new_file_in_a_root_below_the_top_affects_a_checkout(demo: ScriptedRepository) -> None:
    first = demo.commit("a folder", {"sub/po/de.po": "de"})
    second = demo.commit("it may be a project now", {"sub/Makefile": ""})
    with open_checkout(demo, "sub") as checkout:
        assert not is_unaffected(checkout, first, second)


def test_contents_of_translations_change_a_search_only_if_it_has_read_them(demo: ScriptedRepository) -> None:
    first = demo.head
    text = demo.commit("text", {"po/de.po": "other"})
    come = demo.commit("come", {"po/fr.po": ""})
    settings = demo.commit("settings", {".tx/config": "other"})
    with open_checkout(demo) as checkout:

        def changes_search(older: str, newer: str, *read_paths: str) -> bool:
            root = checkout.check_out(newer)
            return checkout.may_change_search(
                checkout.trees.find_tree(older), [f"{root}/{path}" for path in read_paths]
            )

        assert not changes_search(first, text, "po/fr.po")
        assert changes_search(first, text, "po/de.po")
        assert changes_search(text, come)
        assert changes_search(come, settings)
        assert changes_search(settings, come)


def test_the_target_of_a_link_that_no_scan_opens_is_not_checked_out(demo: ScriptedRepository) -> None:
    (demo.path / "News").symlink_to("news/2.txt")
    first = demo.commit("link", {"news/2.txt": "two"})
    second = demo.commit("news", {"news/2.txt": "more"})
    with open_checkout(demo) as checkout:
        assert "news/2.txt" not in read_files(checkout.check_out(first))
        assert is_unaffected(checkout, first, second)


def test_the_target_of_a_link_is_checked_out_with_any_name(demo: ScriptedRepository) -> None:
    (demo.path / "po" / "fr.po").symlink_to("../data/french.txt")
    (demo.path / "po" / "it.po").symlink_to("fr.po")
    (demo.path / "po" / "es.po").symlink_to("/etc/hostname")
    (demo.path / "po" / "out.po").symlink_to("../../elsewhere.po")
    with open_checkout(demo) as checkout:
        root = checkout.check_out(demo.commit("links", {"data/french.txt": "fr", "data/other.txt": "x"}))
        assert read_files(root)["data/french.txt"] == b"fr"
        assert "data/other.txt" not in read_files(root)
        assert read_files(root)["po/es.po"] == "/etc/hostname"
        assert checkout.find_object_id(f"{root}/po/fr.po") == ""
        assert checkout.find_object_id(f"{root}/po/de.po") == demo.git("rev-parse", "HEAD:po/de.po")
        second = checkout.check_out(demo.commit("target", {"data/french.txt": "changed"}))
        assert read_files(second)["data/french.txt"] == b"changed"


def test_names_that_point_outside_of_the_directory_are_left_out(demo: ScriptedRepository, tmp_path: Path) -> None:
    """Git does not create such trees, so the test writes them."""
    blob = demo.git("rev-parse", "HEAD:po/de.po")
    names = ["..", ".git", "a/../../escaped.po", "../escaped.po", "good.po", ".GIT"]
    content = b"".join(b"100644 %s\0%s" % (name.encode(), bytes.fromhex(blob)) for name in names)
    stored = b"tree %d\0%s" % (len(content), content)
    identity = hashlib.sha1(stored).hexdigest()  # noqa: S324
    path = demo.path / ".git" / "objects" / identity[:2] / identity[2:]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(zlib.compress(stored))
    with open_checkout(demo) as checkout:
        root = checkout.check_out_tree(identity)
        assert read_files(root) == {"good.po": b"de"}
        assert not (Path(root).parent / "escaped.po").exists()


def test_a_path_is_checked_out_up_to_the_longest_path_of_the_system(demo: ScriptedRepository) -> None:
    with open_checkout(demo) as checkout:
        folder = checkout.check_out(demo.head)
        # Names of 200 bytes, and a last name that makes the absolute path as long as the system allows.
        levels, rest = divmod(4095 - len(folder) - 1, 201)
        names = ["d" * 200] * (levels - 1) + ["d" * 100, "x" * (100 + rest - 3) + ".po"]
        checkout.check_out(demo.store_commit(store_path(demo, names)))
        assert os.path.exists(os.path.join(folder, *names))
        assert len(os.path.join(folder, *names)) == 4095
        with pytest.raises(GitError, match="cannot be checked out"):
            checkout.check_out(demo.store_commit(store_path(demo, [*names[:-1], f"x{names[-1]}"])))


def store_path(demo: ScriptedRepository, names: list[str]) -> str:
    """Return a tree with one file in nested folders."""
    tree = demo.store_tree({names[-1]: demo.store("blob", b"x")})
    for name in reversed(names[:-1]):
        tree = demo.store_tree({f"{name}/": tree})
    return tree


def test_a_link_that_could_not_be_created_is_not_omitted_from_later_commits(demo: ScriptedRepository) -> None:
    trees = [
        demo.store_tree({"news": demo.store("blob", b"one\0two")}, mode="120000"),
        demo.store_tree({"news": demo.store("blob", b"one")}, mode="120000"),
        demo.store_tree({"news": demo.store("blob", b"a file")}),
    ]
    with open_checkout(demo) as checkout:
        omitted = []
        for tree in (*trees, *reversed(trees)):
            checkout.check_out_tree(tree)
            omitted.append(checkout.omitted_paths)
    assert omitted == [["news"], [], [], [], [], ["news"]]


def test_a_link_that_cannot_be_created_is_left_out_even_if_all_files_are_included(demo: ScriptedRepository) -> None:
    with open_checkout(demo) as checkout:
        checkout.check_out(demo.head)
        checkout.include_all_files()
        checkout.check_out_tree(demo.store_tree({"news": demo.store("blob", b"one\0two")}, mode="120000"))
        assert checkout.omitted_paths == ["news"]


def test_a_root_below_the_top_has_empty_files_and_the_settings_above(demo: ScriptedRepository) -> None:
    demo.write({"sub/project/locale/de.po": "de", "sub/project/main.c": "", "sub/other.c": "", "transtats.toml": ""})
    with open_checkout(demo, "sub/project") as checkout:
        root = checkout.check_out(demo.commit("a project inside"))
        assert root.endswith("/demo/sub/project")
        assert read_files(root) == {"locale/de.po": b"de", "main.c": b""}
        assert (Path(root).parent.parent / "transtats.toml").is_file()
        with pytest.raises(UnknownComponentError, match="has no folder 'sub/project'"):
            checkout.check_out(demo.git("rev-parse", "HEAD~1"))


def test_a_file_that_only_settings_name_is_checked_out(demo: ScriptedRepository) -> None:
    entries = demo.po({"One": "Eins"})
    commit = demo.commit("odd names", {"lang/de.txt": entries, "lang/fr.txt": entries, "code.c": ""})
    with open_checkout(demo) as checkout:
        component = ComponentFinder(checkout).find_in_checkout(
            checkout.check_out(commit), ("any", "name"), make_overrides(filemask="lang/*.txt", file_format="po")
        )
        assert [record.language.code for record in scan_component(component).records] == ["de", "fr"]
        assert checkout.includes_all_files
        again = checkout.check_out(demo.commit("more", {"lang/it.txt": entries}))
        assert "lang/it.txt" in read_files(again)


def test_the_error_for_an_unknown_component_contains_no_temporary_path(demo: ScriptedRepository) -> None:
    with open_checkout(demo) as checkout:
        with pytest.raises(UnknownComponentError) as caught:
            ComponentFinder(checkout).find_in_checkout(checkout.check_out(demo.head), ("demo", "nothing"))
        assert tempfile.gettempdir() not in str(caught.value)


def test_an_interrupted_checkout_is_removed_and_the_repository_is_unchanged(
    demo: ScriptedRepository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    index = demo.path / ".git" / "index"
    before = index.stat().st_mtime_ns, sorted(demo.path.rglob("*"))

    def interrupted() -> None:
        with open_checkout(demo) as checkout:
            checkout.check_out(demo.head)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert os.listdir(tmp_path / "temporary") == []
    assert before == (index.stat().st_mtime_ns, sorted(demo.path.rglob("*")))


def test_a_repository_with_sha256_ids_is_read(repository: Callable[[str], ScriptedRepository], tmp_path: Path) -> None:
    demo = repository("demo")
    shutil.rmtree(demo.path / ".git")
    done = subprocess.run(["git", "init", "--quiet", "--object-format=sha256"], cwd=demo.path, check=False)
    if done.returncode:
        pytest.skip("this git does not support sha256")
    commit = demo.commit("one", {"po/de.po": "de"})
    with open_checkout(demo) as checkout:
        assert read_files(checkout.check_out(commit)) == {"po/de.po": b"de"}


def test_a_commit_that_cannot_be_read_leaves_no_incomplete_checkout(demo: ScriptedRepository) -> None:
    first = demo.head
    second = demo.commit("two", {"po/de.po": "changed", "po/fr.po": "fr", "po/it.po": "it"})
    blob = demo.git("rev-parse", "HEAD:po/fr.po")
    (demo.path / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with open_checkout(demo) as checkout:
        before = read_files(checkout.check_out(first))
        with pytest.raises(GitError, match=f"the object {blob} is missing"):
            checkout.check_out(second)
        assert read_files(checkout.check_out(first)) == before
