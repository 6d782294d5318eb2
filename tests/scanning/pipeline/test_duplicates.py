"""Several files of one language: one of them counts, by rules that do not depend on how files are listed."""

from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.scanning.reading import safe_reading

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def po(translated: int, empty: int = 0, fuzzy: int = 0) -> str:
    entries = [f'msgid "t{number}"\nmsgstr "x"\n' for number in range(translated)]
    entries += [f'msgid "e{number}"\nmsgstr ""\n' for number in range(empty)]
    entries += [f'#, fuzzy\nmsgid "f{number}"\nmsgstr "x"\n' for number in range(fuzzy)]
    return HEADER + "\n".join(entries)


@pytest.mark.parametrize(
    ("contents", "counts", "chosen", "reason"),
    [
        pytest.param(
            {"zh.po": po(0, 3), "zh_CN.po": po(2, 1)},
            "po/zh_CN.po 2, po/zh.po 0",
            "zh_CN",
            "has more translated strings",
            id="more translated strings",
        ),
        pytest.param(
            {"nb_NO.po": po(1, 3), "no_NO.po": po(2)},
            "po/no_NO.po 2, po/nb_NO.po 1",
            "no_NO",
            "has more translated strings",
            id="more translated strings before the code",
        ),
        pytest.param(
            {"cs.po": po(1), "cs_CZ.po": po(2, fuzzy=1)},
            "po/cs_CZ.po 2, po/cs.po 1",
            "cs_CZ",
            "has more translated strings",
            id="fuzzy ones do not count",
        ),
        pytest.param(
            {"zh-CN.po": po(1), "zh_Hans.po": po(1)},
            "po/zh_Hans.po 1, po/zh-CN.po 1",
            "zh_Hans",
            "has the code of the language table",
            id="the code on a tie",
        ),
        pytest.param(
            {"pt-BR.po": po(1), "pt_BR.po": po(1), "pt_br.po": po(1)},
            "po/pt_BR.po 1, po/pt-BR.po 1, po/pt_br.po 1",
            "pt_BR",
            "has the code of the language table",
            id="the exact code before other notations of it",
        ),
        pytest.param(
            {"zh.po": po(1), "zh_CN.po": po(1)},
            "po/zh.po 1, po/zh_CN.po 1",
            "zh",
            "comes first",
            id="the first path where all else is equal",
        ),
        pytest.param(
            {"cs.po": "", "cs_CZ.po": ""}, "po/cs.po 0, po/cs_CZ.po 0", "cs", "has the code", id="empty files"
        ),
        pytest.param(
            {"cs.po": "stray", "cs_CZ.po": po(0, 1)},
            "po/cs_CZ.po 0, po/cs.po cannot be read",
            "cs_CZ",
            "has more translated strings",
            id="a file that can be read",
        ),
    ],
)
def test_one_file_counts(
    tree: WriteTree,
    monkeypatch: pytest.MonkeyPatch,
    contents: dict[str, str],
    counts: str,
    chosen: str,
    reason: str,
) -> None:
    root = tree({**{f"po/{name}": content for name, content in contents.items()}, "po/fr.po": po(1)})
    monkeypatch.chdir(root)
    found = find_translations(Component("demo", "app", str(root), "po/*.po"))
    assert {file.language_part for file in found.translations} == {chosen, "fr"}
    assert len(found.duplicates) == len(contents) - 1
    [warning] = found.warnings
    assert f"{reason}" in warning
    numbers = [each.split(" ", 1)[1] for each in counts.split(", ")]
    assert warning.endswith(f": {', '.join(numbers)}")
    paths = [each.split(" ")[0] for each in counts.split(", ")]
    assert warning.startswith(f"{paths[1]}{f' and {len(paths) - 2} more (-v names them)' if len(paths) > 2 else ''}: ")
    assert f"left out, because {paths[0]} " in warning
    assert len(warning) <= 160
    assert [each.path for each in found.left_out] == paths[1:]
    assert [failure.path for failure in found.failures] == [
        f"po/{name}" for name in contents if contents[name] == "stray"
    ]


def test_files_are_read_only_where_several_are_of_one_language(
    tree: WriteTree, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    root = tree({"po/cs.po": po(1), "po/de.po": po(1)})
    read: list[str] = []
    monkeypatch.setattr(safe_reading, "read_bytes", lambda component, path, status=None: read.append(path))
    find_translations(Component("demo", "app", str(root), "po/*.po"))
    assert read == []


def test_a_language_may_be_named_as_the_file_left_out_spells_it(tree: WriteTree) -> None:
    root = tree({"po/german.po": po(0, 1), "po/de.po": po(1)})
    component = Component("demo", "app", str(root), "po/*.po", aliases={"german": "de"})
    found = find_translations(component)
    for name in ("german", "de", "de_DE"):
        assert found.choose_language_codes([name], language_by_code("en"), must_exist=True) == {"de"}
