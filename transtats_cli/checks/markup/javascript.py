"""Search for the end of a JavaScript expression in braces.

Braces inside of strings, templates, comments and regular expressions are ignored.
"""

import re

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
    """Return True if the slash at an offset begins a regular expression.

    In all other positions, a slash means division.
    """
    before = slash_offset - 1
    while text[before].isspace():
        before -= 1
    return text[before] in _CHARACTERS_BEFORE_REGEX
