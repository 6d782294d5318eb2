"""A file that is not an XLIFF document is refused with a reason. External files and entities are not loaded."""

from pathlib import Path

import pytest

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.xliff.document import parse_xliff_1, parse_xliff_2

FILE = b"<file/></xliff>"


@pytest.mark.parametrize(
    ("content", "reason", "line"),
    [
        pytest.param(b"", "the file is empty", 1, id="empty"),
        pytest.param(b" \n", "the file is empty", None, id="blanks"),
        pytest.param(b"msgid", "no well-formed XML: Start tag expected, '<' not found", 1, id="no XML"),
        pytest.param(
            b"<xliff>\n<file></xliff>", "no well-formed XML: Opening and ending tag mismatch", 2, id="mismatch"
        ),
        pytest.param(b"<xliff>\n<file/>", "no well-formed XML: Premature end of data", 2, id="cut off"),
        pytest.param(
            b"<xliff>\n\x01<file/></xliff>", "no well-formed XML: PCDATA invalid Char value 1", 2, id="control"
        ),
        pytest.param(b"<xliff>&#1;<file/></xliff>", "no well-formed XML: xmlParseCharRef", 1, id="control by number"),
        pytest.param("<xliff>\uffff<file/></xliff>".encode(), "no well-formed XML: PCDATA", 1, id="no character"),
        pytest.param(b"<xliff>\xff<file/></xliff>", "no well-formed XML", 1, id="no UTF-8"),
        pytest.param(
            b'<?xml version="1.0" encoding="x-none"?><xliff/>', "no well-formed XML", 1, id="unknown encoding"
        ),
        pytest.param(b"<xliff>&who;</xliff>", "no well-formed XML: Entity 'who' not defined", 1, id="unknown entity"),
        pytest.param(b"\n<html/>", "the root element is <html>, not <xliff>", 2, id="another root"),
        pytest.param(b'<a:xliff xmlns:a="urn:a"/>', "the root element is <xliff>, no <xliff> of", 1, id="namespace"),
        pytest.param(b"<xliff><body/></xliff>", "there is no <file> element", 1, id="no file"),
        pytest.param(b'<xliff version="2.0">' + FILE, "this is XLIFF 2.0: read it as xliff2", 1, id="version 2"),
        pytest.param(
            b'<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0">' + FILE, "read it as xliff2", 1, id="namespace of 2"
        ),
        pytest.param(b"<xliff>" + b"<g>" * 100_000, "its elements are nested too deeply", 1, id="deep"),
        pytest.param(
            b"<xliff>" + b"a" * 20_000_000 + FILE,
            "one of its texts or names is too long",
            1,
            id="a huge text",
        ),
        pytest.param(
            b'<xliff a="' + b"a" * 20_000_000 + b'">' + FILE,
            "one of its texts or names is too long",
            1,
            id="a huge attribute",
        ),
    ],
)
def test_a_file_that_is_not_xliff_is_refused(content: bytes, reason: str, line: int | None) -> None:
    with pytest.raises(UnreadableFile) as found:
        parse_xliff_1(content)
    assert found.value.reason.startswith(reason) or found.value.reason.endswith(reason)
    if line:
        assert found.value.line == line


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(b'<xliff version="1.2">' + FILE, "this is XLIFF 1.2: read it as xliff", id="version 1"),
        pytest.param(
            b'<xliff xmlns="urn:oasis:names:tc:xliff:document:1.1">' + FILE, "read it as xliff", id="namespace of 1"
        ),
        pytest.param(b'<xliff version="2.0">' + FILE, "no <xliff> of the namespace", id="no namespace"),
        pytest.param(
            b'<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0"/>',
            "there is no <file> element",
            id="no file",
        ),
    ],
)
def test_a_file_that_is_not_version_2_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(UnreadableFile) as found:
        parse_xliff_2(content)
    assert reason in found.value.reason


def test_a_file_with_entities_that_grow_without_limit_is_refused() -> None:
    entities = ['<!ENTITY e0 "haha">', *(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))]
    content = f"<!DOCTYPE xliff [{''.join(entities)}]><xliff><file>&e11;</file></xliff>"
    with pytest.raises(UnreadableFile, match="its entities grow without limit"):
        parse_xliff_1(content.encode())


@pytest.mark.parametrize(
    "doctype",
    [
        pytest.param("<!DOCTYPE xliff SYSTEM '{}'>", id="document type"),
        pytest.param("<!DOCTYPE xliff [<!ENTITY % all SYSTEM '{}'> %all;]>", id="parameter entity"),
        pytest.param("<!DOCTYPE xliff [<!ENTITY who SYSTEM '{}'>]>", id="entity"),
    ],
)
def test_an_external_file_is_not_loaded(doctype: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.dtd"
    secret.write_text('<!ATTLIST file original CDATA "stolen">')
    document = parse_xliff_1((doctype.format(secret.as_uri()) + "<xliff><file/></xliff>").encode())
    assert document.root[0].get("original") is None


def test_an_external_file_is_not_loaded_from_the_network() -> None:
    # No server listens on the port, so a request would be an error.
    doctype = b"<!DOCTYPE xliff SYSTEM 'http://127.0.0.1:1/a' [<!ENTITY % all SYSTEM 'http://127.0.0.1:1/b'> %all;]>"
    assert parse_xliff_1(doctype + b"<xliff>" + FILE).namespace == ""


def test_an_external_entity_is_not_resolved(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("stolen")
    doctype = f"<!DOCTYPE xliff [<!ENTITY who SYSTEM '{secret.as_uri()}'>]>"
    document = parse_xliff_1(f"{doctype}<xliff><file>&who;</file></xliff>".encode())
    assert document.root[0][0].text == "&who;"


def test_a_file_with_the_document_type_of_the_standard_is_read() -> None:
    doctype = b'<!DOCTYPE xliff PUBLIC "-//XLIFF//DTD XLIFF//EN" "http://www.oasis-open.org/xliff.dtd">'
    assert parse_xliff_1(doctype + b'<xliff version="1.0">' + FILE).namespace == ""


def test_a_file_with_repeated_ids_is_read() -> None:
    content = b'<xliff><file id="a"/><file id="a"/></xliff>'
    assert len(parse_xliff_1(content).root) == 2
