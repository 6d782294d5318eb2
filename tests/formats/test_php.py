"""PHP files with variables, constants and arrays, and the language files of Laravel."""

from pathlib import Path

import pytest

from tests.formats.reading import Row, read_pair, read_paired_units, read_texts, read_units
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions, php_files


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("$lang['title'] = 'Title';", {"$lang['title']": "Title"}, id="an element of a variable"),
        pytest.param("define('DEFINED', 'x');", {"define('DEFINED'": "x"}, id="a constant"),
        pytest.param("$arr = array('first' => 'x');", {"$arr->'first'": "x"}, id="array()"),
        pytest.param(
            "return ['menu' => ['open' => 'x']];", {"return[]->'menu'[]->'open'": "x"}, id="nested short arrays"
        ),
        pytest.param(
            "return array('email' => array('bad' => 'x'));", {"return->'email'->'bad'": "x"}, id="nested array()"
        ),
        pytest.param(r"""$a = 'it\'s \n';""", {"$a": r"it's \n"}, id="single quotes"),
        pytest.param(r"""$a = "say \"x\"\n";""", {"$a": 'say "x"\n'}, id="double quotes"),
        pytest.param("$a = 'x' . 'y';", {"$a": "xy"}, id="texts that are joined"),
        pytest.param("$a = <<<EOT\none\ntwo\nEOT;\n$b = 'x';", {"$a": "one\ntwo", "$b": "x"}, id="heredoc"),
    ],
)
def test_keys_and_texts_are_read(code: str, expected: dict[str, str]) -> None:
    assert read_texts("php", f"<?php\n{code}\n") == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("return ['a' => 'x'];", {"a": "x"}, id="the outer array has no name"),
        pytest.param("return ['nested' => ['a' => 'x']];", {"nested'[]->'a": "x"}, id="nested"),
        pytest.param("return ['n' => 'one|other'];", {"n": "one¦other"}, id="plural forms"),
        pytest.param(
            "return ['n' => '{0} none|[1,19] some|[20,*] many'];",
            {"n": "{0} none¦[1,19] some¦[20,*] many"},
            id="ranges stay in the text",
        ),
    ],
)
def test_keys_and_plural_forms_of_laravel_are_read(code: str, expected: dict[str, str]) -> None:
    assert read_texts("laravel", f"<?php\n{code}\n") == expected


def test_targets_of_laravel_have_the_number_of_forms_of_the_language(tmp_path: Path) -> None:
    template = "<?php\nreturn ['n' => '{0} none|[1,19] some|[20,*] many'];\n"
    pair = read_pair(tmp_path, "laravel", template, "<?php\nreturn ['n' => 'a|b'];\n")
    source = "{0} none¦[1,19] some¦[20,*] many"
    assert pair == ([Row("n", source, "{0} none¦[1,19] some", 20)], [Row("n", source, "a¦b¦", 20)])


def test_a_plural_only_in_the_translation_has_the_number_of_forms_of_the_language(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "laravel", "<?php\nreturn ['n' => 'one'];\n", "<?php\nreturn ['n' => 'a|b'];\n")
    assert pair.translation == [Row("n", "one", "a¦b¦", 20)]


@pytest.mark.parametrize("file_format", ["php", "laravel"])
def test_an_empty_value_is_read_only_in_all_languages(tmp_path: Path, file_format: str) -> None:
    template = "<?php\nreturn ['a' => '', 'b' => 'x'];\n"
    pair = read_pair(tmp_path, file_format, template, "<?php\nreturn ['a' => 'A', 'b' => ''];\n")
    assert [row.state for row in (*pair.source, *pair.translation)] == [100, 20, 100, 0]


def test_a_repeated_key_has_the_first_source_and_the_last_target(tmp_path: Path) -> None:
    pair = read_pair(tmp_path, "php", "<?php\n$a = 'x';\n$a = 'y';\n", "<?php\n$a = '1';\n$a = '2';\n")
    assert pair == ([Row("$a", "x", "y", 20)], [Row("$a", "x", "2", 20)])


def test_only_strings_of_laravel_have_a_flag(tmp_path: Path) -> None:
    for file_format, flags in (("php", ""), ("laravel", "laravel-format")):
        content = "<?php\nreturn ['a' => 'x'];\n"
        (source,), (found,) = read_paired_units(tmp_path, file_format, content, content)
        assert (str(source.flags), str(found.flags)) == (flags, flags)


@pytest.mark.parametrize(
    ("code", "note"),
    [
        pytest.param("// Button\n$a = 'x';", "// Button", id="line"),
        pytest.param("/* Button */\n$a = 'x';", "/* Button */", id="block"),
    ],
)
def test_notes_are_comments_with_their_delimiters(code: str, note: str) -> None:
    (unit,) = read_units("php", f"<?php\n{code}\n")
    assert unit.note == note


@pytest.mark.parametrize("file_format", ["php", "laravel"])
def test_a_file_of_zero_bytes_has_no_strings(file_format: str) -> None:
    assert read_units(file_format, "") == []


@pytest.mark.parametrize(
    ("code", "line"),
    [
        pytest.param("<?php\n$a = ;\n", 2, id="no value"),
        pytest.param("<?php\n\nreturn ['a' => ;\n", 3, id="no element"),
        pytest.param("<?php\n$a = 'x\n", 2, id="no closing quote"),
    ],
)
def test_malformed_files_are_refused_with_a_line_number(code: str, line: int) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_units("php", code)
    assert refused.value.line == line


def test_code_is_not_executed(tmp_path: Path) -> None:
    target = tmp_path / "written"
    read_units("php", f"<?php\nfile_put_contents('{target}', 'x');\nwhile (true) {{}}\n$a = 'x';\n")
    assert not target.exists()


def test_the_tables_of_the_parser_are_never_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that write the file of the tables at the same time would read each other's half."""
    from phply import parsetab
    from ply.yacc import LRGeneratedTable

    written = []
    monkeypatch.setattr(parsetab, "_lr_signature", "of another version of Python")
    monkeypatch.setattr(LRGeneratedTable, "write_table", lambda *arguments: written.append(arguments))
    (unit,) = php_files.PHP(b"<?php $a = 'x';", ReadOptions(is_monolingual=True)).units
    assert (unit.context, unit.target) == ("$a", "x")
    assert written == []
