"""Parser for the JavaScript expressions of MDX: code in braces, with the elements and the attribute around the code."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.checks.markup.javascript import find_end_of_expression
from transtats_cli.checks.markup.markdown_delimiters import BacktickRuns, find_autolinks
from transtats_cli.checks.markup.offsets import first_offset_from

_MARK_PATTERN = re.compile(r"\\.?|`+|[<{]", re.DOTALL)
_TAG_START_PATTERN = re.compile(r"</?(?P<name>(?:[^\W\d]|\$)[\w.$:-]*)")
_TAG_TOKEN_PATTERN = re.compile(r"""[<>{"']""")
_QUOTE_OR_ESCAPE_PATTERN = re.compile(r"""\\.|["']""", re.DOTALL)
_REVERSED_NAME_PATTERN = re.compile(r"[\w.$:-]*")


class MdxExpression(NamedTuple):
    """JavaScript expression in an MDX text, with its position."""

    place_in_tag: str
    """Position of the expression: empty in text, `{}` in a tag (`{...properties}`), or `name=` in an attribute."""
    element_chain: tuple[int, ...]
    """Number of the chain of elements around the expression, from `ElementChains`.

    For an expression in a tag, a second number stands for the name of the tag.
    """
    code: str
    """JavaScript code of the expression, including the braces."""


class _MdxTag(NamedTuple):
    name: str
    expressions: list[MdxExpression]
    end: int
    is_finished: bool
    """False if the tag contains an expression that is not closed."""


class ElementChains:
    """Numbers of chains of nested MDX elements, such as `Tabs > Tab`.

    Equal chains have equal numbers. The chain without elements has number 0.
    """

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, str], int] = {}

    def copy(self) -> "ElementChains":
        copied = ElementChains()
        copied._numbers.update(self._numbers)
        return copied

    def chain_number(self, outer_chain: int, element_name: str) -> int:
        """Return the number of the chain that consists of the chain numbered `outer_chain` and one more element."""
        return self._numbers.setdefault((outer_chain, element_name), len(self._numbers) + 1)


class MdxExpressionParser:
    """Parser for the expressions of one MDX text. Each instance can be used once."""

    __slots__ = (
        "_autolinks",
        "_backticks",
        "_chain_numbers",
        "_depths_by_name",
        "_open_elements",
        "_quotes",
        "_text",
        "_text_offsets",
    )

    def __init__(self, text: str, element_chains: ElementChains) -> None:
        self._text = text
        self._chain_numbers = element_chains
        self._backticks = BacktickRuns(text)
        self._autolinks = dict(find_autolinks(text))
        self._quotes: dict[str, list[int]] = {"'": [], '"': []}
        # Only quotes in tags are looked up.
        for quote in _QUOTE_OR_ESCAPE_PATTERN.finditer(text) if "<" in text else ():
            if quote[0] in self._quotes:
                self._quotes[quote[0]].append(quote.start())
        self._open_elements: list[tuple[str, int]] = []
        self._depths_by_name: dict[str, list[int]] = {}
        self._text_offsets: set[int] = set()
        """Offsets inside of tags that are text, because another `<` precedes the end of the tag."""

    def parse_expressions(self) -> Iterator[MdxExpression]:
        """Yield the expressions in text order. Stop at the first expression that is not closed."""
        offset = 0
        while mark := _MARK_PATTERN.search(self._text, offset):
            offset = mark.end()
            if mark[0] == "{":
                end = find_end_of_expression(self._text, mark.start())
                if end is None:
                    return
                yield MdxExpression("", (self._open_chain_number,), self._text[mark.start() : end])
                offset = end
            elif mark[0][0] == "`":
                offset = self._backticks.end_of_code_span(mark.start(), offset) or offset
            elif mark[0] == "<":
                offset = self._autolinks.get(mark.start(), offset)
                tag = self._parse_mdx_tag(mark.start()) if offset == mark.end() else None
                if tag:
                    yield from tag.expressions
                    if not tag.is_finished:
                        return
                    self._update_open_elements(mark.start(), tag)
                    offset = tag.end

    @property
    def _open_chain_number(self) -> int:
        """Number of the chain of all open elements."""
        return self._open_elements[-1][1] if self._open_elements else 0

    def _parse_mdx_tag(self, start: int) -> _MdxTag | None:
        """Return the MDX tag that begins at `start`, or None if no tag begins there."""
        opening = _TAG_START_PATTERN.match(self._text, start)
        if not opening:
            return None
        found: list[MdxExpression] = []
        offset = since = opening.end()
        passed: list[int] = []
        while sign := _TAG_TOKEN_PATTERN.search(self._text, offset):
            if sign[0] == "<" or offset in self._text_offsets:
                self._text_offsets.update(passed)
                return None
            if sign[0] == ">":
                return _MdxTag(opening["name"], found, sign.end(), is_finished=True)
            if sign[0] == "{":
                end = find_end_of_expression(self._text, sign.start())
                if end is None:
                    return _MdxTag(opening["name"], found, offset, is_finished=False)
                kind = _describe_place_in_tag(self._text[since : sign.start()])
                code = self._text[sign.start() : end]
                found.append(
                    MdxExpression(
                        kind, (self._open_chain_number, self._chain_numbers.chain_number(0, opening["name"])), code
                    )
                )
                offset = since = end
            else:
                closing = first_offset_from(self._quotes[sign[0]], sign.end())
                if closing is None:
                    break
                offset = closing + 1
            passed.append(offset)
        return _MdxTag(opening["name"], found, len(self._text), is_finished=True)

    def _update_open_elements(self, start: int, tag: _MdxTag) -> None:
        depths = self._depths_by_name.setdefault(tag.name, [])
        if self._text.startswith("</", start):
            if depths:
                depth = depths[-1]
                for name, _ in self._open_elements[depth:]:
                    self._depths_by_name[name].pop()
                del self._open_elements[depth:]
        elif not self._text.endswith("/>", start, tag.end):
            depths.append(len(self._open_elements))
            self._open_elements.append((tag.name, self._chain_numbers.chain_number(self._open_chain_number, tag.name)))


def _describe_place_in_tag(preceding_text: str) -> str:
    """Return the value of `MdxExpression.place_in_tag` for an expression in a tag.

    `preceding_text` is the text between the previous expression, or the name of the tag, and this expression.
    """
    name, equals, _ = preceding_text.rpartition("=")
    if not equals:
        return "{}"
    backwards = _REVERSED_NAME_PATTERN.match(name.rstrip()[::-1])
    return (backwards[0][::-1] if backwards else "") + "="
