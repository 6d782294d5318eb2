"""Parser for ICU MessageFormat: the arguments and tags of a message.

Only this module uses pyicumessageformat. Its parser is slow and recursive. NotChecked is raised for a text that is too
long, or that is nested so deeply that Python raises RecursionError.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from pyicumessageformat import Parser  # type: ignore[import-untyped]  # it has no types

from transtats_cli.flags import Flags
from transtats_cli.limits import NotChecked, refuse_longer_than

_MAX_TEXT_LENGTH = 50_000
_NUMERIC_TYPES = frozenset({"number", "plural", "selectordinal"})
_NUMERIC_NAMES = frozenset({"count", "number"})
_TAG_TYPE = "tag"

MessageNode = dict[str, Any]
"""Argument or tag of a message, as the parser returns it."""


class IcuMessageError(Exception):
    """Error for a text that is not a valid ICU message. Contains the reason."""


class IcuGrammar(NamedTuple):
    """Options of the ICU parser: if tags are parsed, if every `<` begins a tag, and the prefix of the names of tags."""

    parses_tags: bool = False
    is_every_angle_a_tag: bool = False
    tag_name_prefix: str | None = None

    @classmethod
    def from_flags(cls, flags: Flags) -> "IcuGrammar":
        options, prefixes = flags.values_of("icu-flags"), flags.values_of("icu-tag-prefix")
        is_strict = "strict-xml" in options
        return cls(is_strict or "xml" in options, is_strict, prefixes[0] if prefixes else None)


class IcuArgument:
    """Argument or tag of an ICU message, with the properties of all its occurrences in the message."""

    __slots__ = ("argument_types", "is_numeric", "notations", "selectors")

    def __init__(self, occurrences: list[MessageNode]) -> None:
        self.argument_types: set[str] = {node["type"] for node in occurrences if "type" in node}
        self.selectors: set[str] = {selector for node in occurrences for selector in node.get("options", ())}
        # Occurrences without a type are ignored. If no occurrence has one, the name decides.
        self.is_numeric = (
            self.argument_types <= _NUMERIC_TYPES if self.argument_types else occurrences[0]["name"] in _NUMERIC_NAMES
        )
        self.notations = {_describe_notation(node) for node in occurrences}


@lru_cache(maxsize=1024)
def parse_icu_arguments(text: str, grammar: IcuGrammar) -> dict[str, IcuArgument]:
    """Return the arguments and tags of an ICU message by name. Raise IcuMessageError if the text is not a message."""
    occurrences: dict[str, list[MessageNode]] = {}
    for node in _find_message_nodes(text, grammar):
        occurrences.setdefault(node["name"], []).append(node)
    return {name: IcuArgument(nodes) for name, nodes in occurrences.items()}


def find_leaf_spans(text: str, grammar: IcuGrammar) -> Iterator[tuple[int, int]]:
    """Yield the span of each ICU argument without submessages, and of each tag without content.

    Raise IcuMessageError if the text is not a message.
    """
    for node in _find_message_nodes(text, grammar):
        if not node.keys() & {"options", "contents", "hash"}:
            yield node["start"], node["end"]


def _describe_notation(node: MessageNode) -> str:
    if node.get("type") != _TAG_TYPE:
        return "an argument"
    return "a tag with content" if "contents" in node else "an empty tag"


def _find_message_nodes(text: str, grammar: IcuGrammar) -> Iterator[MessageNode]:
    """Yield all arguments and tags of an ICU message, including nested arguments and tags."""
    pending: list[Any] = [_parse_icu_message(text, grammar)]
    while pending:
        part = pending.pop()
        if isinstance(part, list):
            pending.extend(reversed(part))
        elif isinstance(part, dict):
            yield part
            pending.append(part.get("contents", []))
            pending.append(list(part.get("options", {}).values()))


def _parse_icu_message(text: str, grammar: IcuGrammar) -> list[Any]:
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    try:
        parsed: list[Any] = _create_icu_parser(grammar).parse(text)
    except SyntaxError as error:
        if isinstance(error.__context__, RecursionError):
            raise NotChecked("the message is nested too deeply for this check") from error
        raise IcuMessageError(_explain_parser_error(error)) from error
    except ValueError as error:
        raise NotChecked("the message has an offset of more digits than this check can read") from error
    return parsed


def _explain_parser_error(error: SyntaxError) -> str:
    # If the text ends too early, the message of the error can be empty.
    reason = (error.msg or "It ends too early").replace('"<EOF>"', "the end")
    return reason[0].lower() + reason[1:]


@lru_cache(maxsize=64)
def _create_icu_parser(grammar: IcuGrammar) -> Parser:
    return Parser(
        {
            "include_indices": True,
            "loose_submessages": True,
            "allow_format_spaces": True,
            "require_other": False,
            "allow_tags": grammar.parses_tags,
            "strict_tags": grammar.is_every_angle_a_tag,
            "tag_prefix": grammar.tag_name_prefix,
            "tag_type": _TAG_TYPE,
        }
    )
