import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.formats import LanguageDeclaration
from transtats_cli.scanning.discovery import sniffing

XLIFF = '<?xml version="1.0"?>\n<xliff {}><file source-language="{}" target-language="{}" datatype="{}"/></xliff>'


@pytest.fixture
def file(tree: WriteTree) -> Callable[[str, str], str]:
    return lambda name, content: str(tree({name: content}) / name)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        pytest.param("de.po", "", "po", id="PO"),
        pytest.param("de.poxliff", "", "poxliff", id="by extension"),
        pytest.param("de.xlf", XLIFF.format('version="1.2"', "en", "de", "x"), "xliff", id="version 1"),
        pytest.param("de.xlf", XLIFF.format("\n  version = '2.0'", "en", "de", "x"), "xliff2", id="version 2"),
        pytest.param(
            "de.xlf", '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.1" srcLang="en">', "xliff2", id="namespace"
        ),
        pytest.param("de.xlf", XLIFF.format('version="1.2"', "en", "de", "po"), "poxliff", id="made of PO"),
        pytest.param("de.xliff", "not XML at all", "xliff", id="damaged"),
    ],
)
def test_a_format_is_known_by_name_and_content(
    file: Callable[[str, str], str], name: str, content: str, expected: str
) -> None:
    assert sniffing.detect_file_format([file(name, content)], os.sep) == expected


@pytest.mark.parametrize("damaged", ["<x", "", "\0\1\2", "<xliff"])
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(XLIFF.format('version="2.0"', "en", "de", "x"), "xliff2", id="version 2"),
        pytest.param(XLIFF.format('version="1.2"', "en", "de", "po"), "poxliff", id="made of PO"),
        pytest.param(XLIFF.format('version="1.2"', "en", "de", "x"), "xliff", id="version 1"),
    ],
)
def test_the_first_file_that_can_be_understood_tells_the_format(
    file: Callable[[str, str], str], damaged: str, content: str, expected: str
) -> None:
    paths = [file("cs.xlf", damaged), file("de.xlf", content), file("fr.xlf", "<xliff version='2.0'>")]
    assert sniffing.detect_file_format(paths, os.sep) == expected


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        pytest.param("x.po", '"Language: de\\n"', LanguageDeclaration("de"), id="PO"),
        pytest.param("x.po", '"Language: de_AT\\n"', LanguageDeclaration("de_AT"), id="PO of a region"),
        pytest.param("x.po", '"Language: \\n"', LanguageDeclaration(), id="PO that declares nothing"),
        pytest.param("x.po", '"Language: LANGUAGE\\n"', LanguageDeclaration(), id="PO that nobody has filled in"),
        pytest.param("x.xlf", XLIFF.format("", "en", "de-DE", "x"), LanguageDeclaration("de-DE"), id="XLIFF"),
        pytest.param("x.xlf", '<xliff srcLang="en" trgLang="fr">', LanguageDeclaration("fr"), id="XLIFF 2"),
        pytest.param(
            "x.xlf", XLIFF.format("", "en", "en", "x"), LanguageDeclaration("en", is_source=True), id="its own source"
        ),
        pytest.param(
            "x.xlf",
            "<file><source>a</source></file>",
            LanguageDeclaration(is_source=True),
            id="XLIFF without translations",
        ),
        pytest.param(
            "x.xlf",
            "<file><source>a</source><target>b</target></file>",
            LanguageDeclaration(),
            id="XLIFF with translations",
        ),
        pytest.param("x.xlf", "", LanguageDeclaration(), id="empty"),
    ],
)
def test_a_file_declares_its_language(
    file: Callable[[str, str], str], name: str, content: str, expected: LanguageDeclaration
) -> None:
    assert sniffing.read_declaration(file(name, content), os.sep) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(XLIFF.format("", "fr", "de", "x"), "fr", id="said"),
        pytest.param(XLIFF.format("", "de", "de", "x"), "", id="its own language is no source"),
        pytest.param("<xliff><file>", "", id="nothing said"),
        pytest.param("<x:xliff><x:file>", "", id="nothing said in a namespace"),
        pytest.param("<x", None, id="damaged"),
        pytest.param("", None, id="empty"),
    ],
)
def test_the_source_language_is_what_xliff_says(
    file: Callable[[str, str], str], content: str, expected: str | None
) -> None:
    assert sniffing.read_source_language(file("x.xlf", content), os.sep) == expected


def po(*entries: tuple[str, str]) -> str:
    return 'msgid ""\nmsgstr ""\n\n' + "\n".join(f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in entries)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(po(("menu.open", "Open"), ("menu.save", "Save")), True, id="keys with dots"),
        pytest.param(po(("MENU_OPEN", "Open"), ("QUIT", "Quit")), True, id="keys in capitals"),
        pytest.param(
            po(("menu.open", "Open"), ("menu.save", "")).replace("\n", "\r\n"), False, id="half not explained"
        ),
        pytest.param(po(("Open", "Open"), ("Save", "Save")), False, id="texts"),
        pytest.param(po(("menu.open", ""), ("menu.save", "")), False, id="keys that are not explained"),
        pytest.param(po(("menu.open", "Open"), ("Save the file", "Save the file")), False, id="a text among keys"),
        pytest.param(po(), False, id="no strings"),
    ],
)
def test_keys_are_told_from_texts(file: Callable[[str, str], str], content: str, expected: bool) -> None:
    assert sniffing.has_keys_as_sources(file("en.po", content), os.sep) is expected


def xliff(*entries: str) -> str:
    return '<xliff version="1.2"><file>' + "".join(f"<trans-unit>{each}</trans-unit>\n" for each in entries)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(xliff("<source>a.b</source>\n  <target>Text <g/></target>"), True, id="key"),
        pytest.param(xliff('<source xml:lang="en">a.b</source><target state="x">T</target>'), True, id="attributes"),
        pytest.param(xliff("<source>a.b</source><target>a.b</target>"), False, id="target equal to the key"),
        pytest.param(xliff("<source>a.b</source>", "<source>c.d</source><target>T</target>"), False, id="half"),
        pytest.param(xliff("<source>Some text</source><target>Ein Text</target>"), False, id="text"),
        pytest.param(xliff(), False, id="no strings"),
    ],
)
def test_keys_in_xliff_are_recognised(file: Callable[[str, str], str], content: str, expected: bool) -> None:
    assert sniffing.has_keys_as_sources(file("messages.en.xlf", content), os.sep) is expected


def test_what_cannot_be_read_tells_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.xlf")
    (tmp_path / "folder.xlf").mkdir()
    for name in ("pipe.xlf", "folder.xlf", "nowhere.xlf"):
        assert sniffing.read_beginning(str(tmp_path / name), os.sep) == b""


@pytest.mark.parametrize(
    "content", ["<xliff " + "a" * 60_000, "<xliff" * 10_000, " version=" * 8_000, '"Language: ' * 6_000]
)
def test_hostile_content_is_sniffed_in_no_time(file: Callable[[str, str], str], content: str) -> None:
    path = file("x.xlf", content)
    assert sniffing.detect_file_format([path], os.sep) == "xliff"
    assert not sniffing.read_source_language(path, os.sep)
    assert not sniffing.has_keys_as_sources(path, os.sep)


@pytest.mark.parametrize(
    ("boundary", "is_read"),
    [
        pytest.param(".", True, id="a link within the boundary"),
        pytest.param("linked", True, id="a boundary that is a link itself"),
        pytest.param("one", False, id="a link that leads out"),
        pytest.param("tw", False, id="a directory whose name begins alike"),
    ],
)
def test_a_link_that_leads_out_is_not_followed(tree: WriteTree, boundary: str, is_read: bool) -> None:
    root = tree({"two/de.xlf": "<file>", "one/a": "", "tw/a": ""})
    (root / "linked").symlink_to("two")
    (root / "one/de.xlf").symlink_to("../two/de.xlf")
    (root / "tw/de.xlf").symlink_to("../two/de.xlf")
    path = root / ("tw" if boundary == "tw" else "one") / "de.xlf"
    assert (sniffing.read_beginning(str(path), str(root / boundary)) != b"") is is_read
