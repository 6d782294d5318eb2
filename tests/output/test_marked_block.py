"""Blocks between two markers: markers, their arguments, and the replaced lines."""

import pytest

from transtats_cli.errors import TranstatsError
from transtats_cli.output.marked_block import find_marked_block

BEGIN, END = b"<!-- transtats -->", b"<!-- /transtats -->"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"%b\n%b\n", b"%b\n\nnew\n\n%b\n", id="empty block"),
        pytest.param(b"a\n%b\nold\n\n%b\nb", b"a\n%b\n\nnew\n\n%b\nb", id="old text"),
        pytest.param(b"a\r\n%b\r\nold\r\n%b", b"a\r\n%b\r\n\r\nnew\r\n\r\n%b", id="line ends of Windows"),
        pytest.param(b"\xff\x00a\r\n%b\n%b  \nb\r", b"\xff\x00a\r\n%b\n\nnew\n\n%b  \nb\r", id="other bytes"),
        pytest.param(b"  %b\n   %b\n", b"  %b\n\nnew\n\n   %b\n", id="indented"),
        pytest.param(b"    %b\n" % BEGIN + b"%b\n%b", b"    %b\n" % BEGIN + b"%b\n\nnew\n\n%b", id="code"),
    ],
)
def test_only_the_lines_between_the_markers_change(content: bytes, expected: bytes) -> None:
    replaced = find_marked_block(content % (BEGIN, END), "a.md").replace("new\n")
    assert replaced == expected % (BEGIN, END)
    assert find_marked_block(replaced, "a.md").replace("new\n") == replaced


@pytest.mark.parametrize(
    ("marker", "arguments"),
    [
        pytest.param("<!--transtats-->", "", id="no blanks"),
        pytest.param("<!--  transtats   shop app  -->", "shop app", id="blanks"),
        pytest.param("<!-- transtats --below 100 -->", "--below 100", id="option"),
        pytest.param("<!-- transtats 'größe' -->", "'größe'", id="not ASCII"),
    ],
)
def test_the_first_marker_can_contain_arguments(marker: str, arguments: str) -> None:
    block = find_marked_block(f"a\n\n{marker}\n".encode() + END, "a.md")
    assert (block.arguments, block.line) == (arguments, 3)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        pytest.param([], "a.md: there is no line <!-- transtats -->; ", id="no marker"),
        pytest.param([b"<!-- transtatsx -->", b"text <!-- transtats -->"], "a.md: there is no line", id="other lines"),
        pytest.param([b"<!-- transtats --> <!-- x -->"], "a.md: there is no line", id="two comments"),
        pytest.param([b"", BEGIN, b""], "a.md:2: <!-- /transtats --> is missing after this line", id="no end"),
        pytest.param([b"", END, BEGIN], "a.md:2: <!-- transtats --> is missing before this line", id="end first"),
        pytest.param([BEGIN, BEGIN, END], "a.md:2: <!-- /transtats --> is missing before this line", id="two firsts"),
        pytest.param([BEGIN, END, END], "a.md:3: <!-- transtats --> is missing before this line", id="two ends"),
        pytest.param(
            [BEGIN, END, b"", BEGIN, END], "a.md:4: there is a second block; the first is in line 1", id="two blocks"
        ),
    ],
)
def test_a_file_without_exactly_one_block_is_an_error(lines: list[bytes], message: str) -> None:
    with pytest.raises(TranstatsError) as caught:
        find_marked_block(b"\n".join(lines), "a.md")
    assert str(caught.value).startswith(message)
