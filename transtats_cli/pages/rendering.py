"""Render the templates of the pages with Jinja2, and read the assets: style sheet, scripts and icon.

Language codes of file names become language tags (BCP 47).
"""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from importlib.util import cache_from_source
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from transtats_cli.languages import Language, is_right_to_left
from transtats_cli.model import Unit
from transtats_cli.pages.links import Links, Place, make_query_string
from transtats_cli.pages.progress import TranslationProgress
from transtats_cli.pages.visible_text import VisibleText, find_placeholders, make_visible_text, show_control_characters
from transtats_cli.unit_queries.checksums import unit_checksum

_SCRIPT_CODES_BY_NAME = {"latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "arabic": "Arab"}
_LANGUAGE_TAG_PATTERN = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z]{4}\b)?(?:-(?:[A-Za-z]{2}|[0-9]{3})\b)?", re.ASCII)
STATE_TITLES = {"empty": "not translated", "readonly": "read-only", "stale": "no longer in the template"}
_FOLDER = os.path.dirname(__file__)
_MAX_NAME_LENGTH = 200
_MAX_SOURCE_ITEM_BYTES = 2_000
_PATTERN_KINDS = ("failing", "fuzzy", "missing")
"""Parts of a bar that have a pattern beside their colour."""
_BAR = Markup('<div class="labelled" role="img" aria-label="%s"><svg class="%s">%s%s</svg></div>')
_GAP = Markup('<rect class="gap" x="%s%%" width="1" height="100%%"/>')
_PART = Markup('<rect class="%s" x="%s%%" width="%s%%" height="100%%"/>')
_PATTERN_PART = Markup('<rect fill="url(#%s-pattern)" x="%s%%" width="%s%%" height="100%%"/>')
EVENTS_SCRIPT = "live.js"
"""Script that updates open pages. It needs the events of a server."""
CONTINUE_SCRIPT = "continue.js"
"""Script that continues a search whose time was over. It needs a server."""
SEARCH_SCRIPT = "search.js"
"""Script that searches the strings of a static report."""
ASSETS = {
    "style.css": "text/css; charset=utf-8",
    EVENTS_SCRIPT: "text/javascript; charset=utf-8",
    CONTINUE_SCRIPT: "text/javascript; charset=utf-8",
    "keys.js": "text/javascript; charset=utf-8",
    "choices.js": "text/javascript; charset=utf-8",
    "tables.js": "text/javascript; charset=utf-8",
    SEARCH_SCRIPT: "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
"""Media types of the assets by name."""


class Page(NamedTuple):
    """Name of a template, and the values that the template shows."""

    template: str
    values: Mapping[str, Any]

    def render(self, links: Links) -> bytes:
        """Return the HTML of the page as UTF-8.

        Lone surrogates, which represent bytes that are not UTF-8, are shown as `\\udc80`.
        """
        html = _create_environment().get_template(self.template).render(links=links, **self.values)
        return html.encode("utf-8", "backslashreplace")


@cache
def read_asset(name: str) -> bytes:
    """Return the content of an asset. `name` must be a key of ASSETS."""
    with open(os.path.join(_FOLDER, "static", name), "rb") as file:
        return file.read()


@cache
def _find_asset_address(root: str, name: str) -> str:
    """Return the address of an asset.

    It contains the first 12 hexadecimal digits of the hash of the content, so browsers may cache it without a time
    limit.
    """
    return f"{root}static/{name}?v={sha256(read_asset(name)).hexdigest()[:12]}"


class _TemplateCache(FileSystemBytecodeCache):
    """Keeps compiled templates in the folder of the compiled modules, if it can be written."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)


@cache
def _create_environment() -> Environment:
    environment = Environment(
        bytecode_cache=_TemplateCache(os.path.dirname(cache_from_source(__file__))),
        loader=FileSystemLoader(os.path.join(_FOLDER, "templates")),
        autoescape=True,
        finalize=_make_printable,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters |= {
        "bar": _draw_bar,
        "bar_part": _draw_bar_part,
        "breakable": _break_after_slashes,
        "code": _mark_code,
        "number": _format_number,
        "items": _list_source_texts,
        "linked": _link,
        "listed": _link_number,
        "name": _shorten_name,
        "plural": _choose_plural,
        "state": lambda name: STATE_TITLES.get(name, name),
        "visible": _mark_fragments,
    }
    environment.globals |= {
        "asset_address": _find_asset_address,
        "lang_attributes": _lang_attributes,
        "language_tag": language_tag,
        "query_string": make_query_string,
        "read_asset": read_asset,
    }
    return environment


def _make_printable(value: Any) -> Any:
    """Return the value of an expression with visible codes in place of control and bidi characters.

    Markup and values that are no text are returned unchanged.
    """
    # Most texts need no change. The pages of a report have some hundred thousand.
    if type(value) is not str or (value.isascii() and value.isprintable()):
        return value
    return show_control_characters(value)


def _format_number(number: int) -> str:
    """Return a number with narrow no-break spaces between groups of three digits."""
    return f"{number:,}".replace(",", "\u202f")


def _shorten_name(text: str) -> str:
    return text if len(text) <= _MAX_NAME_LENGTH else f"{text[: _MAX_NAME_LENGTH - 1]}…"


@lru_cache(maxsize=1024)
def _break_after_slashes(text: str) -> Markup:
    """Return a name as markup in which a line may end after each slash."""
    return Markup("/<wbr>").join(show_control_characters(text).split("/"))


@lru_cache(maxsize=1024)
def _mark_code(text: str) -> Markup:
    """Return a text as markup in which the parts in backticks are code."""
    parts = enumerate(text.split("`"))
    return Markup("").join(Markup("<code>{}</code>").format(part) if index % 2 else part for index, part in parts)


def _link(text: str, address: str) -> Markup:
    """Return a text as a link. If there is no address, return the text."""
    shown = escape(_make_printable(text))
    if not address:
        return shown
    return Markup(f'<a href="{escape(_make_printable(address))}">{shown}</a>')  # noqa: S704  all parts are escaped


def _link_number(number: int, links: Links, place: Place, query: str | None) -> Markup:
    """Return the number of strings of a place that match a query, with a link to their list if the site has one."""
    return _link(_format_number(number), links.listed(place, query) if number and query is not None else "")


# A translation is on the pages of its component, its language and its project.
@lru_cache(maxsize=4096)
def _draw_bar(progress: TranslationProgress, *, is_large: bool = False) -> Markup:
    parts = progress.bar
    drawn = Markup("").join(_draw_bar_part(part.kind, part.start, part.width) for part in parts)
    gaps = Markup("").join(_GAP % (part.start / 10) for part in parts[1:])
    return _BAR % (progress.summary, "bar large" if is_large else "bar", drawn, gaps)


@lru_cache(maxsize=1024)
def _draw_bar_part(kind: str, start: int, width: int) -> Markup:
    """Return a part of a bar, of which the start and the width are in tenths of a percent."""
    return (_PATTERN_PART if kind in _PATTERN_KINDS else _PART) % (kind, start / 10, width / 10)


def _choose_plural(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun: `1 string`, `2 strings`."""
    return f"{_format_number(number)} {singular if number == 1 else plural or singular + 's'}"


# A report shows many texts for each language.
@lru_cache(maxsize=4096)
def _mark_fragments(text: VisibleText) -> Markup:
    """Return the fragments of a text as markup."""
    parts = []
    for each in text.fragments:
        title = Markup(' title="%s"') % each.title if each.title else ""
        if each.parts:
            parts.append(Markup('<span class="ph">%s</span>') % _mark_fragments(each.parts))
        elif not each.text:
            gap = Markup('<span class="%s" role="img" aria-label="%s"%s></span>')
            parts.append(gap % (each.classes, each.title, title))
        elif each.classes:
            parts.append(Markup('<%s class="%s"%s>%s</%s>') % (each.tag, each.classes, title, each.text, each.tag))
        else:
            parts.append(escape(each.text))
    if text.omitted:
        more = _choose_plural(text.omitted, "more character")
        parts.append(Markup(' <span class="muted" dir="ltr">… {}</span>').format(more))
    return Markup("").join(parts)


def _list_source_texts(units: Sequence[Unit]) -> Markup:
    """Return missing strings as items of a list: source texts, context, note and first places of use."""
    return Markup("".join(map(_make_source_item, units)))  # noqa: S704  the items are markup


# Many languages lack the same strings.
@lru_cache(maxsize=4096)
def _make_source_item(unit: Unit) -> Markup:
    texts = (make_visible_text(each, find_placeholders(each), limit=_MAX_SOURCE_ITEM_BYTES) for each in unit.sources)
    item = Markup(' <span class="muted">plural</span> ').join(
        Markup("<bdi>%s</bdi>") % _mark_fragments(each) for each in texts
    )
    if unit.context:
        item += Markup(" <code>%s</code>") % _make_printable(_shorten_name(unit.context))
    note, places = (_make_printable(_shorten_name(each)) for each in (unit.note, ", ".join(unit.references[:2])))
    if details := [*filter(None, (note, places and Markup("Used in <code>%s</code>") % places))]:
        item += Markup("<div>%s</div>") % Markup(" · ").join(details)
    return Markup('<li id="s%s">%s</li>\n') % (unit_checksum(unit), item)


@lru_cache(maxsize=1024)
def _lang_attributes(language: Language) -> Markup:
    """Return the attributes `lang` and `dir` for an HTML element with text in a language.

    If the language has no tag, return only `dir`.
    """
    tag, direction = language_tag(language.code), "rtl" if is_right_to_left(language) else "ltr"
    return Markup(' lang="{}" dir="{}"').format(tag, direction) if tag else Markup(' dir="{}"').format(direction)


def language_tag(code: str) -> str:
    """Return the language tag of a language code: `pt-BR` for `pt_BR`, `sr-Latn` for `sr@latin`.

    Variants are left out. Return an empty text for a code that has no tag.
    """
    code, _, modifier = code.partition("@")
    base, *rest = code.replace("_", "-").split("-")
    script = [_SCRIPT_CODES_BY_NAME[modifier]] if modifier in _SCRIPT_CODES_BY_NAME else []
    match = _LANGUAGE_TAG_PATTERN.match("-".join([base, *script, *rest]))
    return match[0] if match and len(base) <= 3 else ""
