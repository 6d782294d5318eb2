"""Notations that polib misreads are rewritten line by line. All other lines are unchanged."""

import pytest

from transtats_cli.formats.po.syntax import (
    COMMENT_LINE_MARK,
    EMPTY_FLAGS_COMMENT,
    FORM_NUMBER_MARK,
    LINE_MARK,
    prepare_lines_for_polib,
)

ENTRY = 'msgid "a"\nmsgstr "b"'


def rewrite_lines(lines: str) -> str:
    """Return lines above an entry as they are passed to polib."""
    return "\n".join(prepare_lines_for_polib(f"{lines}\n{ENTRY}\n")[: lines.count("\n") + 1])


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# A comment.\n#. Extracted.\n#: a.c:1 b.c:2\n#, fuzzy, c-format", id="comments"),
        pytest.param('msgid ""\nmsgstr ""\n"Language: fr\\n"\n', id="a header"),
        pytest.param('msgctxt "c"\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] ""\n"d"\n', id="plural forms"),
        pytest.param(r'msgid "\n\t\r\"\\"' + '\nmsgstr ""\n', id="escapes"),
    ],
)
def test_notations_that_polib_reads_correctly_are_not_rewritten(text: str) -> None:
    assert rewrite_lines(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("#,fuzzy", "#, fuzzy", id="flags without a blank"),
        pytest.param("#= fuzzy", "#, fuzzy", id="flags with an equals sign"),
        pytest.param("#:a.c:1", "#: a.c:1", id="a reference without a blank"),
        pytest.param("#Comment", "# Comment", id="a comment without a blank"),
        pytest.param("#.Extracted", "#. Extracted", id="an extracted comment without a blank"),
        pytest.param("#:", EMPTY_FLAGS_COMMENT, id="an empty reference"),
        pytest.param('#| msgid "old"', EMPTY_FLAGS_COMMENT, id="a previous string"),
        pytest.param(" #| broken", EMPTY_FLAGS_COMMENT, id="a malformed previous string"),
        pytest.param('msgid"a"\n  msgstr\t"b" ', 'msgid "a"\nmsgstr "b"', id="keywords without a blank"),
        pytest.param('msgid "a"\nmsgstr "\\a\\x41\\\\n"', 'msgid "a"\nmsgstr "ax41\\\\n"', id="unusual escapes"),
        pytest.param('msgid "a "quoted" b"\nmsgstr ""', 'msgid "a \\"quoted\\" b"\nmsgstr ""', id="quotes"),
        pytest.param(
            'msgid "a"\nmsgid_plural "b"\nmsgstr[7] "c"\nmsgstr[ 0 ] "d"\nmsgstr[7] "e"',
            f'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n"{FORM_NUMBER_MARK}0{FORM_NUMBER_MARK}e"',
            id="indices of plural forms",
        ),
        pytest.param(
            'msgid "_: k\\n"\n"a"\nmsgstr "b"',
            f'msgid "{COMMENT_LINE_MARK}_: k\\n"\n"{LINE_MARK}a"\nmsgstr "b"',
            id="a comment of KDE",
        ),
        pytest.param('#, fuzzy\n#~msgid "a"\n#~ "b"\n#~ msgstr "c"', "\n\n\n", id="an obsolete entry"),
        pytest.param('#, fuzzy\n#~ msgid "a"\n#~ odd', "\n\n", id="a malformed obsolete entry"),
    ],
)
def test_notations_that_polib_misreads_are_rewritten(text: str, expected: str) -> None:
    assert rewrite_lines(text) == expected


def test_lines_keep_their_numbers_after_rewriting() -> None:
    text = '\n# a\n\n#~ odd\nmsgid "a"\n\nmsgstr "b"\n#~| msgid "x"\n\n'
    assert [number for number, line in enumerate(prepare_lines_for_polib(text)) if line.startswith("msg")] == [4, 6]
