"""Parser for reStructuredText, based on docutils: the inline nodes of a string, and the messages about a document.

Only this module uses docutils. File insertion is off, so docutils accesses no file and no address. docutils
prints nothing. Roles that one string defines are removed before the next string is parsed. docutils takes long for some
strings: `refuse_slow_rst` tests limits before a string is parsed, and strings beyond a limit are not checked.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from docutils import frontend, nodes, utils
from docutils.parsers.rst import Parser, languages, roles
from docutils.parsers.rst.directives import body
from docutils.parsers.rst.states import Body, Inliner
from docutils.readers.standalone import Reader
from docutils.utils.code_analyzer import LexerError

from transtats_cli.checks.markup import rst_simple, rst_tokens
from transtats_cli.checks.markup.rst_simple import DOCUMENT_NUMBER_ROLE_PATTERN, InlineNode
from transtats_cli.limits import NotChecked, refuse_longer_than

_MAX_TEXT_LENGTH = 10_000
_MAX_LENGTH_WITHOUT_LIMITS = 700
"""Length up to which docutils is fast on any text without substitutions."""
_MARK_PATTERN = re.compile(r"[`*_|:\[<(+@]")
_MAX_LENGTH_TIMES_MARKS = 10_000_000
"""Limit on the number of characters times the number of marks.

docutils copies the rest of a string at each mark, which takes half a second at this limit.
"""
_MAX_BARS = 30
"""Limit on the number of `|` in a string that defines substitutions.

A substitution may contain another substitution twice, so the text of a few lines can grow exponentially.
"""
_SUBSTITUTION_PATTERN = re.compile(r"\.\.\s+\|")
_NAME_CHARACTERS_PATTERN = re.compile(r"[\w.+:~!*'{}|/#?^`&=$%\\-]+")
"""Pattern of a run of characters that can all belong to one name, scheme or e-mail address."""
_SEARCH_START_PATTERN = re.compile(r"['{/:-]")
"""Pattern of the characters in a run after which docutils tries again to match a name or an address."""
_MAX_SHORT_RUN_LENGTH = 100
_MAX_SEARCH_STEPS = 500_000
"""Limit on the result of `_count_search_steps`. docutils takes 0.1 s at this limit."""


def refuse_slow_rst(text: str) -> None:
    """Raise NotChecked if docutils would take too long to parse a text.

    The limits apply to the text with its tabs expanded, as docutils expands them before a document is parsed.
    """
    text = text.expandtabs()
    if len(text) <= _MAX_LENGTH_WITHOUT_LIMITS and "|" not in text:
        return
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    steps = len(text) * len(_MARK_PATTERN.findall(text))
    if steps > _MAX_LENGTH_TIMES_MARKS or _count_search_steps(text) > _MAX_SEARCH_STEPS:
        raise NotChecked("the string has too much markup for its length")
    if text.count("|") > _MAX_BARS and _SUBSTITUTION_PATTERN.search(text):
        raise NotChecked("the string has too many substitutions")


def _count_search_steps(text: str) -> int:
    """Return the maximum number of steps in which docutils searches long runs of characters for names and addresses."""
    long_runs = (run for run in _NAME_CHARACTERS_PATTERN.findall(text) if len(run) > _MAX_SHORT_RUN_LENGTH)
    return sum(len(run) * (1 + len(_SEARCH_START_PATTERN.findall(run))) for run in long_runs)


_CACHE_SIZE = 8192

_MARKUP_CHARACTER_PATTERN = re.compile(r"[`*_|:@]")
# Patterns of docutils. A line that begins with none of them is text.
_BLOCK_PATTERNS = tuple(re.compile(pattern) for name, pattern in Body.patterns.items() if name != "text")
_LITERAL_BLOCK_MARK_PATTERN = re.compile(r"(?<!\\)(?:\\\\)*::\Z")
_NODES_WITHOUT_REFERENCES = (
    *(nodes.Text, nodes.literal, nodes.emphasis, nodes.strong, nodes.problematic, nodes.system_message),
    *(nodes.document, nodes.paragraph, nodes.literal_block, nodes.doctest_block, nodes.block_quote),
    *(nodes.definition_list, nodes.definition_list_item, nodes.term, nodes.definition),
    *(nodes.bullet_list, nodes.enumerated_list, nodes.list_item, nodes.comment),
)
"""Types of docutils nodes without references. Resolving references finds no further problem in these nodes."""
_MISSING_LITERAL_MESSAGE = "Literal block expected; none found."


class _UnlexedCode:
    """Replacement for the lexer of docutils: validates the name of the programming language and returns the code as is.

    The messages of docutils depend on the name of the language only, and some lexers take quadratic time.
    """

    def __init__(self, code: str, language: str, _style: str) -> None:
        if language not in ("", "text") and language.lower() not in rst_tokens.pygments_lexer_names():
            raise LexerError(f'Cannot analyze code. No Pygments lexer found for "{language}".')
        self._code = code

    def __iter__(self) -> Iterator[tuple[list[str], str]]:
        yield [], self._code


# In the `code` directive and the `code` role.
for _module in (body, roles):
    _module.Lexer = _UnlexedCode  # type: ignore[attr-defined]
_DOCUTILS_SETTINGS: Any = frontend.get_default_settings(Parser, Reader)
_DOCUTILS_SETTINGS.warning_stream = False
_DOCUTILS_SETTINGS.file_insertion_enabled = False
_DOCUTILS_SETTINGS.halt_level = 5
_INLINER = Inliner()
_INLINER.init_customizations(_DOCUTILS_SETTINGS)
# The regular expressions are compiled once instead of for each document.
_INLINER.init_customizations = lambda settings: None  # type: ignore[method-assign]
_PARSER = Parser(inliner=_INLINER)
_READER: "Reader[str]" = Reader(parser=_PARSER)


@lru_cache(_CACHE_SIZE)
def parse_inline_markup(text: str) -> tuple[InlineNode, ...]:
    """Return the inline nodes of a reStructuredText string.

    Return an empty tuple if the string contains no character that begins inline markup.
    """
    if not _MARKUP_CHARACTER_PATTERN.search(text):
        return ()
    refuse_slow_rst(text)
    # A line feed is a blank in inline markup.
    simple = _parse_simple_paragraph(text) if len(text.splitlines()) == len(text.split("\n")) else None
    if simple is not None:
        return simple.inline_nodes
    return tuple(
        InlineNode(
            type(node).__name__,
            str(node if isinstance(node, nodes.Text) else getattr(node, "rawsource", "")),
            has_address=isinstance(node, nodes.reference) and "refuri" in node,
        )
        for node in _parse_inline_nodes(text, _create_observed_document()[0])
    )


def _parse_inline_nodes(text: str, document: nodes.document) -> list[nodes.Node]:
    memo = SimpleNamespace(
        document=document,
        reporter=document.reporter,
        language=languages.get_language(_DOCUTILS_SETTINGS.language_code, document.reporter),
        title_styles=[],
        section_level=0,
        section_bubble_up_kludge=False,
        inliner=_INLINER,
    )
    with _convert_faults_to_not_checked():
        found, _ = _INLINER.parse(text, 0, memo, document)
    return list(found)


@lru_cache(_CACHE_SIZE)
def docutils_messages(text: str) -> tuple[str, ...]:
    """Return the messages of docutils about a reStructuredText document, most severe first.

    The result includes messages of the level INFO and of all higher levels.
    """
    content = _find_paragraph_text(text)
    if content is not None and not _MARKUP_CHARACTER_PATTERN.search(text) and "\\" not in text:
        return ()
    if content is not None or not _has_overlong_line(text):
        refuse_slow_rst(text)
    warnings = (_MISSING_LITERAL_MESSAGE,) if content is not None and content != text.rstrip() else ()
    simple = None if content is None else _parse_simple_paragraph(content)
    if simple is not None:
        return (*simple.errors, *warnings, *simple.notes)
    document, found = _create_observed_document()
    with _convert_faults_to_not_checked():
        if content is None:
            _PARSER.parse(text, document)
        else:
            document += nodes.paragraph(text, "", *_parse_inline_nodes(content, document))
            for warning in warnings:
                document.reporter.warning(warning)
        if not all(isinstance(node, _NODES_WITHOUT_REFERENCES) for node in document.findall()):
            document.transformer.populate_from_components((_READER, _PARSER))
            document.transformer.apply_transforms()
    return _format_messages(found)


class _SimpleParagraph(NamedTuple):
    """Inline nodes of a simple paragraph, and the messages of docutils about the unknown roles in it."""

    inline_nodes: tuple[InlineNode, ...]
    errors: tuple[str, ...]
    notes: tuple[str, ...]


# Cached, because it is called for the inline nodes first, and then for the messages.
@lru_cache(_CACHE_SIZE)
def _parse_simple_paragraph(text: str) -> _SimpleParagraph | None:
    """Parse a simple paragraph without the parser of docutils.

    Return None if docutils must parse the paragraph, because it is not simple or contains a role that docutils defines.
    The roles `pep` and `rfc` with a number are accepted. For an unknown role, docutils creates the messages.
    """
    split = rst_simple.split_simple_paragraph(text)
    if split is None:
        return None
    inline_nodes: list[InlineNode] = []
    errors: list[str] = []
    notes: list[str] = []
    for node, role in split:
        if not role:
            inline_nodes.append(node)
        elif DOCUMENT_NUMBER_ROLE_PATTERN.fullmatch(node.raw_markup):
            inline_nodes.append(InlineNode("reference", node.raw_markup, has_address=True))
        elif messages := _find_messages_about_unknown_role(role):
            errors.append(messages[0])
            notes += messages[1:]
            inline_nodes.append(InlineNode("problematic", node.raw_markup))
        else:
            return None
    return _SimpleParagraph(tuple(inline_nodes), tuple(errors), tuple(notes))


@lru_cache(_CACHE_SIZE)
def _find_messages_about_unknown_role(name: str) -> tuple[str, ...]:
    """Return the messages of docutils about an unknown role, an error first. Empty if docutils defines the role."""
    document, found = _create_observed_document()
    language: Any = languages.get_language(_DOCUTILS_SETTINGS.language_code, document.reporter)
    function, _ = roles.role(name, language, 0, document.reporter)
    if function is not None:
        return ()
    document.reporter.error(f'Unknown interpreted text role "{name}".')
    return _format_messages(found)


def _find_paragraph_text(text: str) -> str | None:
    """Return the text of a string of one line that docutils can only parse as a paragraph, not as another block.

    The result does not contain the mark `::` of a literal block at its end. As in docutils, one colon remains if the
    mark directly follows a word. None for any other string.
    """
    if (
        len(text) > int(_DOCUTILS_SETTINGS.line_length_limit)
        or text[:1].isspace()
        or "\t" in text
        or len(text.splitlines()) != 1
    ):
        return None
    content = text.rstrip()
    if any(pattern.match(content) for pattern in _BLOCK_PATTERNS):
        return None
    if not content.endswith("::") or not _LITERAL_BLOCK_MARK_PATTERN.search(content):
        return content
    return content[:-3].rstrip() if content[-3] in " \n" else content[:-1]


@contextmanager
def _convert_faults_to_not_checked() -> Iterator[None]:
    """Replace any exception with NotChecked. docutils fails on some texts, such as numbers of thousands of digits."""
    try:
        yield
    except RecursionError:
        raise NotChecked("the string is nested too deeply, or has too many addresses, for docutils") from None
    except Exception as error:
        raise NotChecked(f"docutils fails on the string with {type(error).__name__}") from error


def _create_observed_document() -> tuple[nodes.document, list[nodes.system_message]]:
    """Return a new docutils document, and a list to which docutils appends its messages about the document."""
    # docutils stores the roles that documents define in one global table.
    vars(roles)["_roles"].clear()
    document = utils.new_document("", _DOCUTILS_SETTINGS)
    found: list[nodes.system_message] = []
    document.reporter.attach_observer(found.append)
    return document, found


def _format_messages(system_messages: list[nodes.system_message]) -> tuple[str, ...]:
    by_weight = sorted(system_messages, key=lambda message: -int(message["level"]))
    return tuple(nodes.Element.astext(message) for message in by_weight)


def _has_overlong_line(text: str) -> bool:
    """Return True if a text contains a line that is too long for docutils. docutils does not parse such a text."""
    text = text.expandtabs()
    limit = int(_DOCUTILS_SETTINGS.line_length_limit)
    return len(text) > limit and any(len(line.rstrip()) > limit for line in text.splitlines())
