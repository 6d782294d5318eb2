"""TS files of Qt Linguist: contexts, states, and plural forms in Qt's order."""

from pathlib import Path

import pytest

from tests.formats.reading import Row, read_bilingual, read_pair, read_units
from transtats_cli.errors import UnreadableFile


def write_ts(*messages: str, language: str = "cs", context: str = "Main") -> str:
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="{language}">\n'
        f"<context><name>{context}</name>\n" + "\n".join(messages) + "\n</context></TS>\n"
    )


def write_message(source: str, translation: str = "", kind: str = "", more: str = "", attributes: str = "") -> str:
    type_attribute = f' type="{kind}"' if kind else ""
    return (
        f"<message{attributes}>{more}<source>{source}</source>"
        f"<translation{type_attribute}>{translation}</translation></message>"
    )


def write_forms(*texts: str) -> str:
    return "".join(f"<numerusform>{text}</numerusform>" for text in texts)


NUMERUS = ' numerus="yes"'


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param(write_message("Open", "Otevřít"), [("Open", "Otevřít", 20)], id="finished"),
        pytest.param(
            write_message("Open", "Otevřít", "unfinished"), [("Open", "Otevřít", 10)], id="unfinished with text"
        ),
        pytest.param(write_message("Open", "", "unfinished"), [("Open", "", 0)], id="unfinished without text"),
        pytest.param(write_message("Open"), [("Open", "Open", 20)], id="finished without text"),
        pytest.param("<message><source>Open</source></message>", [("Open", "Open", 20)], id="no translation"),
        pytest.param(
            write_message("Open", "<lengthvariant>O</lengthvariant>"), [("Open", "Open", 20)], id="a length variant"
        ),
        pytest.param(
            write_message("Open", "x", "obsolete") + write_message("A", "x", "vanished"), [], id="obsolete and vanished"
        ),
        pytest.param(write_message("Open", "", "obsolete"), [], id="obsolete without text"),
        pytest.param(
            write_message("%n file(s)", write_forms("a", "b", "c"), "", "", NUMERUS),
            [("%n file¦%n files", "a¦b¦c", 20)],
            id="plural forms",
        ),
        pytest.param(
            write_message("%n", write_forms("a", "b", "c"), "", "", NUMERUS),
            [("%n¦%n", "a¦b¦c", 20)],
            id="a plural without (s)",
        ),
        pytest.param(
            write_message("%n file(s)", write_forms("a", "", ""), "unfinished", "", NUMERUS),
            [("%n file¦%n files", "a¦¦", 10)],
            id="an unfinished plural with a filled form",
        ),
        pytest.param(
            write_message("%n file(s)", write_forms("", "", ""), "unfinished", "", NUMERUS),
            [("%n file¦%n files", "¦¦", 0)],
            id="an unfinished plural without text",
        ),
    ],
)
def test_messages_have_states_and_plural_forms(
    tmp_path: Path, written: str, expected: list[tuple[str, str, int]]
) -> None:
    found = read_bilingual(tmp_path, "ts", write_ts(written))[1]
    assert found == [Row("Main", *row) for row in expected]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        pytest.param(write_message("Open", "x"), "Main", id="name of the context"),
        pytest.param(write_message("Open", "x", "", "<comment>verb</comment>"), "Main\nverb", id="comment"),
        pytest.param(write_message("Open", "x", "", "", ' id="m1"'), "Main\nm1", id="id"),
        pytest.param(
            write_message("Open", "x", "", "<comment>verb</comment>", ' id="m1"'), "Main\nverb\nm1", id="comment and id"
        ),
    ],
)
def test_the_context_contains_name_comment_and_id(written: str, expected: str) -> None:
    (unit,) = read_units("ts", write_ts(written), is_monolingual=False)
    assert unit.context == expected


@pytest.mark.parametrize(
    ("language", "count"),
    [("cs", 3), ("ga", 3), ("cy", 5), ("mk", 3), ("he", 2), ("sl", 4), ("fr", 2), ("ja", 1), ("pl", 3)],
)
def test_languages_have_the_number_of_forms_of_qt(tmp_path: Path, language: str, count: int) -> None:
    texts = [str(number) for number in range(6)]
    written = write_message("%n file(s)", write_forms(*texts), "", "", NUMERUS)
    (row,) = read_bilingual(tmp_path, "ts", write_ts(written, language=language), language=language)[1]
    assert row.target == "¦".join(texts[:count])


def test_notes_locations_and_line_numbers_are_read() -> None:
    more = '<location filename="a.cpp" line="7"/><location line="+3"/><extracomment>One</extracomment>'
    more += "<translatorcomment>Two</translatorcomment>"
    (unit,) = read_units("ts", write_ts(write_message("Open", "x", "", more)), is_monolingual=False)
    assert (unit.note, unit.references, unit.line) == ("One\nTwo", ["a.cpp:7"], 5)


def test_an_empty_source_is_a_string_if_it_has_a_context() -> None:
    (unit,) = read_units("ts", write_ts(write_message("", "x", "", "", ' id="m"')), is_monolingual=False)
    assert (unit.source, unit.context) == ("", "Main\nm")


def test_strings_have_only_the_flags_of_attributes(tmp_path: Path) -> None:
    plain = write_message("%1", "%1")
    flagged = write_message("Open", "x", "", "", ' maxwidth="5" size-unit="char"')
    flags = [str(unit.flags) for unit in read_units("ts", write_ts(plain, flagged), is_monolingual=False)]
    assert flags == ["", "max-length:5"]


def test_with_a_template_the_key_is_context_and_source(tmp_path: Path) -> None:
    template = write_ts(write_message("&amp;File", "File menu"), language="en")
    pair = read_pair(tmp_path, "ts", template, write_ts(write_message("&amp;File", "Soubor")))
    assert pair == ([Row("Main&File", "File menu", "File menu", 20)], [Row("Main&File", "File menu", "Soubor", 20)])


def test_the_source_strings_are_those_of_all_files(tmp_path: Path) -> None:
    sources, first, second = read_bilingual(
        tmp_path, "ts", write_ts(write_message("A", "x")), write_ts(write_message("B", "y"))
    )
    assert [row[1:] for row in sources] == [("A", "A", 100), ("B", "B", 100)]
    assert (len(first), len(second)) == (1, 1)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param("", 1, id="a file of zero bytes"),
        pytest.param("<TS>\n<context>\n</TS>", 3, id="an element without an end"),
        pytest.param("export const a = 1;\n", 1, id="TypeScript"),
    ],
)
def test_malformed_files_are_refused_with_a_line_number(content: str, line: int) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_units("ts", content)
    assert refused.value.line == line
