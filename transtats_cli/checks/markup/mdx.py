"""MDX: the JavaScript expressions in braces with the elements and the attribute around them, and the check of them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.checks.markup.markdown import VERBATIM_REGEX
from transtats_cli.checks.markup.offsets import describe_difference
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import RemainingSearchTime, compile_markup

_CODE_TOKEN_PATTERN = re.compile(
    r"""
    [{}`]
    | '(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" | //[^\n]* | /\*.*?\*/
    | ['"] | /\*?
    """,
    re.DOTALL | re.VERBOSE,
)
_TEMPLATE_TOKEN_PATTERN = re.compile(r"\\.|`|\$\{", re.DOTALL)
_REGEX_LITERAL_PATTERN = re.compile(r"/(?:[^/\\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+/", re.DOTALL)
_CHARACTERS_BEFORE_REGEX = frozenset("(,=:[{;!&|?+-*%~^>")
_TOKENS_WITHOUT_END = frozenset(("'", '"', "/*"))


def find_end_of_expression(text: str, start: int) -> int | None:
    """Return the offset after the closing brace of the JavaScript expression that begins at `start`.

    Return None if the expression has no closing brace.
    """
    opened: list[str] = []
    offset = start
    while token := (_TEMPLATE_TOKEN_PATTERN if opened and opened[-1] == "`" else _CODE_TOKEN_PATTERN).search(
        text, offset
    ):
        offset = token.end()
        if token[0] in ("{", "${"):
            opened.append("{")
        elif token[0] == "`":
            if opened[-1] == "`":
                opened.pop()
            else:
                opened.append("`")
        elif token[0] == "}":
            opened.pop()
            if not opened:
                return offset
        elif token[0] == "/" and _begins_regular_expression(text, token.start()):
            expression = _REGEX_LITERAL_PATTERN.match(text, token.start())
            if expression is None:
                return None
            offset = expression.end()
        elif token[0] in _TOKENS_WITHOUT_END:
            return None
    return None


def _begins_regular_expression(text: str, slash_offset: int) -> bool:
    """Return True if the slash at an offset begins a regular expression. Otherwise, the slash means division."""
    before = slash_offset - 1
    while text[before].isspace():
        before -= 1
    return text[before] in _CHARACTERS_BEFORE_REGEX


_MARK_PATTERN = re.compile(r"\\.?|`+|[<{]", re.DOTALL)
_TAG_START_PATTERN = re.compile(r"</?(?P<name>(?:[^\W\d]|\$)[\w.$:-]*)")
_TAG_TOKEN_PATTERN = re.compile(r"""[<>{]|'(?:[^'\\]|\\.)*+(?:'|\\?\Z)|"(?:[^"\\]|\\.)*+(?:"|\\?\Z)""", re.DOTALL)
"""Pattern of the marks in a tag, and of quoted values. A value without an end extends to the end of the text."""
_REVERSED_NAME_PATTERN = re.compile(r"[\w.$:-]*")


class MdxExpression(NamedTuple):
    """JavaScript expression in an MDX text, with its position."""

    place_in_tag: str
    """Position of the expression: empty in text, `{}` in a tag (`{...properties}`), or `name=` in an attribute."""
    element_chain: tuple[int, ...]
    """Hash of the chain of elements around the expression, such as `Tabs > Tab`. 0 outside of elements.

    It compares nesting without recursion. For an expression in a tag, the hash of the name of the tag follows.
    """
    code: str
    """JavaScript code of the expression, including the braces."""


class _MdxTag(NamedTuple):
    name: str
    expressions: list[MdxExpression]
    end: int
    is_finished: bool
    """False if the tag contains an expression that is not closed."""


class MdxExpressionParser:
    """Parser for the expressions of one MDX text. Each instance can be used once."""

    def __init__(self, text: str, search_time: RemainingSearchTime) -> None:
        self._text = text
        self._search_time = search_time
        self._open_elements: list[tuple[str, int]] = []
        self._depths_by_name: dict[str, list[int]] = {}
        self._text_offsets: set[int] = set()
        """Offsets inside of tags that are text, because another `<` precedes the end of the tag."""

    def parse_expressions(self) -> Iterator[MdxExpression]:
        """Yield the expressions in text order. Stop at the first expression that is not closed.

        Raise NotChecked if the search for code spans takes too long.
        """
        offset = 0
        while mark := _MARK_PATTERN.search(self._text, offset):
            offset = mark.end()
            if mark[0] == "{":
                end = find_end_of_expression(self._text, mark.start())
                if end is None:
                    return
                yield MdxExpression("", (self._open_chain,), self._text[mark.start() : end])
                offset = end
            elif mark[0][0] in "`<":
                verbatim = compile_markup(VERBATIM_REGEX).match_at(self._text, mark.start(), self._search_time)
                if verbatim:
                    offset = verbatim.end()
                elif mark[0] == "<" and (tag := self._parse_mdx_tag(mark.start())):
                    yield from tag.expressions
                    if not tag.is_finished:
                        return
                    self._update_open_elements(mark.start(), tag)
                    offset = tag.end

    @property
    def _open_chain(self) -> int:
        return self._open_elements[-1][1] if self._open_elements else 0

    def _parse_mdx_tag(self, start: int) -> _MdxTag | None:
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
                found.append(MdxExpression(kind, (self._open_chain, hash(opening["name"])), code))
                offset = since = end
            else:
                offset = sign.end()
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
            self._open_elements.append((tag.name, hash((self._open_chain, tag.name))))


def _describe_place_in_tag(preceding_text: str) -> str:
    """Return the value of `MdxExpression.place_in_tag` for an expression in a tag.

    `preceding_text` is the text between the previous expression, or the name of the tag, and this expression.
    """
    name, equals, _ = preceding_text.rpartition("=")
    if not equals:
        return "{}"
    backwards = _REVERSED_NAME_PATTERN.match(name.rstrip()[::-1])
    return (backwards[0][::-1] if backwards else "") + "="


def safe_mdx(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation has the JavaScript expressions of its MDX source, in the same order and in the same elements.

    Good:  "Hello <B>{name}</B>"  ->  "Ahoj <B>{name}</B>"
    Bad:   "Hello <B>{name}</B>"  ->  "Ahoj <B>{jméno}</B>"

    The flag `safe-mdx` switches it on. Expressions run as a program: a changed one can break the page, or do harm.
    Tags, quoted attributes and code in backticks are not compared.
    """
    if source == target or ("{" not in source and "{" not in target):
        return None
    expected, found = (
        [*MdxExpressionParser(text, checked_string.search_time).parse_expressions()] for text in (source, target)
    )
    if expected == found:
        return None
    lost = describe_difference((expression.code for expression in expected), (expression.code for expression in found))
    return f"the expression {lost}" if lost else "the expressions stand in another order or in other elements"
