import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.formats import LanguageDeclaration
from transtats_cli.scanning.discovery import sniffing
from transtats_cli.scanning.discovery.sniffing import Folder

XLIFF = '<?xml version="1.0"?>\n<xliff {}><file source-language="{}" target-language="{}" datatype="{}"/></xliff>'


@pytest.fixture
def write_file(tree: WriteTree) -> Callable[[str, str], str]:
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
        pytest.param("de.xlf", XLIFF.format('version="1.2"', "en", "de", "po"), "poxliff", id="converted from PO"),
        pytest.param("de.xliff", "not XML at all", "xliff", id="damaged"),
    ],
)
def test_the_format_is_detected_from_name_and_content(
    write_file: Callable[[str, str], str], name: str, content: str, expected: str
) -> None:
    assert sniffing.detect_file_format(Folder(os.sep), [write_file(name, content)]) == expected


@pytest.mark.parametrize("damaged", ["<x", "", "\0\1\2", "<xliff"])
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(XLIFF.format('version="2.0"', "en", "de", "x"), "xliff2", id="version 2"),
        pytest.param(XLIFF.format('version="1.2"', "en", "de", "po"), "poxliff", id="converted from PO"),
        pytest.param(XLIFF.format('version="1.2"', "en", "de", "x"), "xliff", id="version 1"),
    ],
)
def test_the_first_readable_file_determines_the_format(
    write_file: Callable[[str, str], str], damaged: str, content: str, expected: str
) -> None:
    paths = [
        write_file("cs.xlf", damaged),
        write_file("de.xlf", content),
        write_file("fr.xlf", "<xliff version='2.0'>"),
    ]
    assert sniffing.detect_file_format(Folder(os.sep), paths) == expected


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        pytest.param("x.po", '"Language: de\\n"', LanguageDeclaration("de"), id="PO"),
        pytest.param("x.PO", '"Language: de\\n"', LanguageDeclaration("de"), id="extension in upper case"),
        pytest.param("x.po", '"Language: de_AT\\n"', LanguageDeclaration("de_AT"), id="PO of a region"),
        pytest.param("x.po", '"Language: \\n"', LanguageDeclaration(), id="PO that declares nothing"),
        pytest.param("x.po", '"Language: LANGUAGE\\n"', LanguageDeclaration(), id="PO with a placeholder"),
        pytest.param("x.xlf", XLIFF.format("", "en", "de-DE", "x"), LanguageDeclaration("de-DE"), id="XLIFF"),
        pytest.param("x.xlf", '<xliff srcLang="en" trgLang="fr">', LanguageDeclaration("fr"), id="XLIFF 2"),
        pytest.param(
            "x.xlf",
            XLIFF.format("", "en", "en", "x"),
            LanguageDeclaration("en", is_source=True),
            id="target equal to the source",
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
def test_the_declared_language_of_a_file_is_read(
    write_file: Callable[[str, str], str], name: str, content: str, expected: LanguageDeclaration
) -> None:
    assert sniffing.read_declaration(Folder(os.sep), write_file(name, content)) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(XLIFF.format("", "fr", "de", "x"), "fr", id="declared"),
        pytest.param(XLIFF.format("", "de", "de", "x"), "", id="source equal to the target"),
        pytest.param("<xliff><file>", "", id="not declared"),
        pytest.param("<x:xliff><x:file>", "", id="not declared in a namespace"),
        pytest.param("<x", None, id="damaged"),
        pytest.param("", None, id="empty"),
    ],
)
def test_the_source_language_of_an_xliff_file_is_read(
    write_file: Callable[[str, str], str], content: str, expected: str | None
) -> None:
    assert sniffing.read_source_language(Folder(os.sep), write_file("x.xlf", content)) == expected


def format_po(*entries: tuple[str, str]) -> str:
    return 'msgid ""\nmsgstr ""\n\n' + "\n".join(f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in entries)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(format_po(("menu.open", "Open"), ("menu.save", "Save")), True, id="keys with dots"),
        pytest.param(format_po(("MENU_OPEN", "Open"), ("QUIT", "Quit")), True, id="keys in capitals"),
        pytest.param(
            format_po(("menu.open", "Open"), ("menu.save", "")).replace("\n", "\r\n"),
            False,
            id="half of the keys without texts",
        ),
        pytest.param(format_po(("Open", "Open"), ("Save", "Save")), False, id="texts"),
        pytest.param(format_po(("menu.open", ""), ("menu.save", "")), False, id="keys without texts"),
        pytest.param(
            format_po(("menu.open", "Open"), ("Save the file", "Save the file")), False, id="a text among keys"
        ),
        pytest.param(format_po(), False, id="no strings"),
    ],
)
def test_keys_are_distinguished_from_texts(write_file: Callable[[str, str], str], content: str, expected: bool) -> None:
    assert sniffing.has_keys_as_sources(Folder(os.sep), write_file("en.po", content)) is expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"Open\\ file=a\nName=b\n! Note\n# c=d\n", True, id="Java, texts"),
        pytest.param(b"menu.open=Open\nopenFile : Open\nQUIT=Quit\nName=b\n", False, id="Java, keys"),
        pytest.param(b'/* c */\n"Open \\"%@\\"" = "a";\n"Close" = "b";\n', True, id="Apple, texts"),
        pytest.param(b'"0aR-4a-Su7.label" = "a";\n"CFBundleName" = "b";\n', False, id="Apple, keys"),
        pytest.param('"0aR-4a-Su7.label" = "a";\n'.encode("utf-16"), False, id="UTF-16"),
        pytest.param(b"# only a comment\n", False, id="no strings"),
    ],
)
def test_names_are_texts_or_keys_of_a_program(content: bytes, expected: bool) -> None:
    assert sniffing.has_texts_as_names(content) is expected


def format_xliff(*entries: str) -> str:
    return '<xliff version="1.2"><file>' + "".join(f"<trans-unit>{each}</trans-unit>\n" for each in entries)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(format_xliff("<source>a.b</source>\n  <target>Text <g/></target>"), True, id="key"),
        pytest.param(
            format_xliff('<source xml:lang="en">a.b</source><target state="x">T</target>'), True, id="attributes"
        ),
        pytest.param(format_xliff("<source>a.b</source><target>a.b</target>"), False, id="target equal to the key"),
        pytest.param(format_xliff("<source>a.b</source>", "<source>c.d</source><target>T</target>"), False, id="half"),
        pytest.param(format_xliff("<source>Some text</source><target>Ein Text</target>"), False, id="text"),
        pytest.param(format_xliff(), False, id="no strings"),
    ],
)
def test_keys_in_xliff_are_recognised(write_file: Callable[[str, str], str], content: str, expected: bool) -> None:
    assert sniffing.has_keys_as_sources(Folder(os.sep), write_file("messages.en.xlf", content)) is expected


FIRST = ('<file original="a">', '<trans-unit id="1">', "<source>a.b</source>")
SECOND = ("", '<trans-unit id="2">', "<source>c.d</source>")


def format_units(*units: tuple[str, str, str]) -> str:
    return '<xliff version="1.2">' + "\n".join("".join(unit) for unit in units)


@pytest.mark.parametrize(
    ("template", "translation", "expected"),
    [
        pytest.param([FIRST, SECOND], [FIRST, SECOND], True, id="same"),
        pytest.param([FIRST, SECOND], [FIRST], True, id="a string is missing"),
        pytest.param([FIRST, SECOND], [], True, id="no strings"),
        pytest.param([FIRST], [FIRST, SECOND], True, id="a string that the template lacks"),
        pytest.param([SECOND], [FIRST], False, id="only strings that the template lacks"),
        pytest.param([FIRST], [(*FIRST[:2], "<source>c.d</source>")], False, id="another key with the same id"),
        pytest.param([FIRST], [('<file original="b">', *FIRST[1:])], False, id="another original file"),
        pytest.param(
            [('<file original="a">', '<trans-unit id="1" resname="k">', FIRST[2])],
            [("<file original='b'>", "<trans-unit resname='k' id='7'>", "<source xml:lang='en'>a.b</source>")],
            True,
            id="resname takes precedence over id and original",
        ),
    ],
)
def test_the_sources_of_xliff_files_are_compared_by_id(
    write_file: Callable[[str, str], str],
    template: list[tuple[str, str, str]],
    translation: list[tuple[str, str, str]],
    expected: bool,
) -> None:
    paths = [write_file("en.xlf", format_units(*template)), write_file("de.xlf", format_units(*translation))]
    assert sniffing.have_same_sources(Folder(os.sep), paths[0], paths[1:]) is expected


def test_the_beginning_of_an_unreadable_file_is_empty(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.xlf")
    (tmp_path / "folder.xlf").mkdir()
    for name in ("pipe.xlf", "folder.xlf", "nowhere.xlf"):
        assert Folder(os.sep).read_beginning(str(tmp_path / name)) == b""


@pytest.mark.parametrize(
    "content",
    [
        "<xliff " + "a" * 60_000,
        "<trans-unit " * 5_000,
        "<trans-unit a><source>" * 3_000,
        "<xliff" * 10_000,
        " version=" * 8_000,
        '"Language: ' * 6_000,
    ],
)
def test_hostile_content_causes_no_slow_search(write_file: Callable[[str, str], str], content: str) -> None:
    path = write_file("x.xlf", content)
    assert sniffing.detect_file_format(Folder(os.sep), [path]) == "xliff"
    assert not sniffing.read_source_language(Folder(os.sep), path)
    assert not sniffing.has_keys_as_sources(Folder(os.sep), path)
    assert sniffing.have_same_sources(Folder(os.sep), path, [path])


@pytest.mark.parametrize(
    ("boundary", "is_read"),
    [
        pytest.param(".", True, id="a link within the boundary"),
        pytest.param("linked", True, id="a boundary that is a link itself"),
        pytest.param("one", False, id="a link that leads out"),
        pytest.param("tw", False, id="a directory with a prefix of the name"),
    ],
)
def test_a_link_out_of_the_boundary_is_not_followed(tree: WriteTree, boundary: str, is_read: bool) -> None:
    root = tree({"two/de.xlf": "<file>", "one/a": "", "tw/a": ""})
    (root / "linked").symlink_to("two")
    (root / "one/de.xlf").symlink_to("../two/de.xlf")
    (root / "tw/de.xlf").symlink_to("../two/de.xlf")
    path = root / ("tw" if boundary == "tw" else "one") / "de.xlf"
    assert (Folder(str(root), str(root / boundary)).read_beginning(str(path)) != b"") is is_read
