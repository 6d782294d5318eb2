import pytest

from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery.ignored import IgnoreRules
from transtats_cli.settings.documents import SettingsError


@pytest.mark.parametrize(
    ("patterns", "path", "expected"),
    [
        pytest.param("build", "a/build", True, id="name anywhere"),
        pytest.param("build/", "a/build", True, id="folder anywhere"),
        pytest.param("/build", "a/build", False, id="anchored elsewhere"),
        pytest.param("/build", "build", True, id="anchored here"),
        pytest.param("a/build", "a/build", True, id="path"),
        pytest.param("a/build", "b/a/build", False, id="path elsewhere"),
        pytest.param("**/build", "b/a/build", True, id="any depth"),
        pytest.param("a/**/build", "a/build", True, id="no folder between"),
        pytest.param("a/**/build", "a/b/c/build", True, id="folders between"),
        pytest.param("build/**", "build", True, id="everything inside"),
        pytest.param("*.egg-info", "x.egg-info", True, id="star"),
        pytest.param("a/*", "a/b", True, id="star of a path"),
        pytest.param("a/*", "a/b/c", False, id="star within one name"),
        pytest.param("[!a]x", "bx", True, id="set"),
        pytest.param("[^a]x", "ax", False, id="negated set"),
        pytest.param("build\n!build", "build", False, id="exception after the pattern"),
        pytest.param("!build\nbuild", "build", True, id="exception before the pattern"),
        pytest.param("# build\n\n", "# build", False, id="comment"),
        pytest.param("\\#x", "#x", True, id="escaped"),
        pytest.param("build \r\n", "build", True, id="lines of Windows"),
        pytest.param("Icon\r\r\n", "Icon", False, id="carriage return in a name"),
        pytest.param("a\x0cbuild\u2028x\n", "build", False, id="other separators of lines"),
        pytest.param("x\n*\n!/po", "po", False, id="all but one"),
        pytest.param("/", "x", False, id="nothing"),
    ],
)
def test_patterns_match_like_those_of_git(tree: WriteTree, patterns: str, path: str, expected: bool) -> None:
    ignored = IgnoreRules(str(tree({".gitignore": patterns})))
    ignored.read_gitignore("")
    assert ignored.is_ignored(path) is expected


def test_patterns_of_a_folder_apply_only_inside_of_the_folder(tree: WriteTree) -> None:
    ignored = IgnoreRules(str(tree({"a/.gitignore": "build\n/x"})))
    ignored.read_gitignore("a")
    assert ignored.is_ignored("a/b/build")
    assert ignored.is_ignored("a/x")
    assert not ignored.is_ignored("build")
    assert not ignored.is_ignored("x")


def test_patterns_above_the_root_apply_within_the_repository(tree: WriteTree) -> None:
    root = tree({".git/HEAD": "", ".gitignore": "build\n/a/x\n/y\n", "a/b": ""}) / "a"
    ignored = IgnoreRules(str(root))
    assert ignored.is_ignored("c/build")
    assert ignored.is_ignored("x")
    assert not ignored.is_ignored("y")


def test_paths_that_the_settings_exclude_are_ignored(tree: WriteTree) -> None:
    assert IgnoreRules(str(tree({})), ["tests/"]).is_ignored("a/tests")


def test_patterns_that_are_not_utf_8_are_ignored(tree: WriteTree) -> None:
    ignored = IgnoreRules(str(tree({".gitignore": b"\xff"})))
    ignored.read_gitignore("")
    assert not ignored.is_ignored("x")


def test_hostile_patterns_cause_no_slow_match(tree: WriteTree) -> None:
    patterns = "\n".join(["*a" * 100 + "b", "**/" * 200 + "x", "?" * 200])
    ignored = IgnoreRules(str(tree({".gitignore": patterns})))
    ignored.read_gitignore("")
    assert not ignored.is_ignored("/".join(["a" * 250] * 20))


def test_a_long_list_of_patterns_is_applied_to_many_folders(tree: WriteTree) -> None:
    folder = tree({".gitignore": "\n".join(f"*-build-{number}" for number in range(2000))})
    ignored = IgnoreRules(str(folder))
    ignored.read_gitignore("")
    assert not any(ignored.is_ignored(f"folder-{number}") for number in range(200))
    assert ignored.is_ignored("my-build-1999")


def test_each_folder_has_only_its_own_compiled_patterns(tree: WriteTree) -> None:
    """Many folders with a list each take time in proportion to their number."""
    root = tree({f"{folder}/.gitignore": "a*\nb*/c\n!*z\n" for folder in range(50)})
    ignored = IgnoreRules(str(root))
    for folder in range(50):
        ignored.read_gitignore(str(folder))
    assert [len(rules._wildcard_rules) for rules, *_ in ignored._rules_by_folder.values()] == [0, *[3] * 50]
    assert ignored.is_ignored("7/x/ab")
    assert not ignored.is_ignored("7/x/az")
    assert not ignored.is_ignored("ab")


def test_the_last_matching_pattern_decides(tree: WriteTree) -> None:
    ignored = IgnoreRules(str(tree({".gitignore": "*x\n!/a/x\n/a/x\n!x\n/b/x\n"})))
    ignored.read_gitignore("")
    assert ignored.is_ignored("b/x")
    assert not ignored.is_ignored("a/x")
    assert ignored.is_ignored("a/yx")


def test_too_many_patterns_with_wildcards_are_an_error(tree: WriteTree) -> None:
    ignored = IgnoreRules(str(tree({".gitignore": "a*b\n" * 2001})))
    with pytest.raises(SettingsError, match=r"\.gitignore: patterns with wildcards of more than 2000 names; remove "):
        ignored.read_gitignore("")
    assert ignored.is_ignored("axb")


def test_a_very_long_pattern_with_wildcards_is_an_error(tree: WriteTree) -> None:
    ignored = IgnoreRules(str(tree({".gitignore": "a" * 1000 + "*\n"})))
    with pytest.raises(
        SettingsError, match=r"\.gitignore: a pattern with wildcards of more than 1000 characters; short"
    ):
        ignored.read_gitignore("")
