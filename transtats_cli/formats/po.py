"""The fast reader of regular PO files, and the door for all PO: what is irregular goes to `po_careful.py`.

One regular expression takes a file apart, a row an entry. Rows follow each other without a gap, so that a file read to
its end by rows alone is proven to be regular, and each string proves itself. The first doubt hands the whole file over.
"""

import re

from transtats_cli.formats import ReadOptions
from transtats_cli.formats.po_comments import comments_of
from transtats_cli.formats.po_text import catalog, hide_pairs, normalised, reveal, unescaped, without_comment
from transtats_cli.model import PLURAL_SEPARATOR, Catalog, State, Unit

# Nothing in here backtracks: a string of 50 MB or of 400,000 lines costs neither stack nor a second look.
_STRING = r'"(?:.*+\n")*+.*+\n'
# Most strings are one line without an escape: their text comes ready to use.
_TEXT_OR_STRING = rf'(?:"(?!_:)([^"\\\n]*+)"\n(?!")|({_STRING}))'
_ENTRY = re.compile(
    rf"""
    ((?:\#.*+\n|\n)*+)                      # comments and obsolete entries
    (?:
        (?:msgctxt\ ({_STRING}))?
        msgid\ {_TEXT_OR_STRING}
        (?:
            msgstr\ {_TEXT_OR_STRING}
        |
            msgid_plural\ ({_STRING})
            ((?:msgstr\[[0-9]\]\ {_STRING})++)
        )
    |
        ((?s:.*+))                          # no entry: the end, or something irregular
    )
    """,
    re.VERBOSE,
)
_FORM = re.compile(rf"msgstr\[([0-9])\]\ ({_STRING})")
_CONTROL_CHARACTERS = bytes({*range(32)} - {*b"\t\n\r"})
_NONCHARACTERS = ("\ufffe", "\uffff")
_EMPTY, _NEEDS_EDITING, _TRANSLATED = State.EMPTY, State.NEEDS_EDITING, State.TRANSLATED
# Calling Unit takes twice as long, which shows in files of 100,000 entries.
_new = tuple.__new__


class _Irregular(Exception):  # noqa: N818  no error: the careful reader takes over
    pass


def read(content: bytes, options: ReadOptions) -> Catalog:
    """The units of a bilingual file; there are no options for PO."""
    found = read_regular(content)
    if found is None:
        from transtats_cli.formats import po_careful

        found = po_careful.read(content)
    return found


def read_monolingual(content: bytes, options: ReadOptions) -> Catalog:
    """The units of a file whose msgids are keys: the key is their context, the msgctxt in front of it."""
    found = read(content, options)
    return found._replace(units=[unit._replace(context=_key(unit), source="") for unit in found.units])


def _key(unit: Unit) -> str:
    return ".".join(part for part in (unit.context, unit.source.partition(PLURAL_SEPARATOR)[0]) if part)


def read_regular(content: bytes) -> Catalog | None:
    """The units of a regular file in UTF-8; None where there is anything to doubt."""
    content = normalised(content)
    if len(content.translate(None, _CONTROL_CHARACTERS)) < len(content):
        return None
    try:
        text = content.decode()
        return None if any(character in text for character in _NONCHARACTERS) else _catalog(text)
    except (_Irregular, ValueError):  # bytes that are no UTF-8, or flags that cannot be read
        return None


def _catalog(text: str) -> Catalog:
    units: list[Unit] = []
    header: str | None = None
    told = comments_of(text)
    line = 1
    for above, msgctxt, source, msgid, target, msgstr, plural, forms, rest in _ENTRY.findall(text):
        if rest:
            raise _Irregular
        context = ""
        height = 2
        if msgctxt:
            context = _text(msgctxt)
            height += msgctxt.count("\n")
        if msgid:
            source = _text(msgid)
            height += msgid.count("\n") - 1
            if "_" in source and '"_:' in msgid:
                source, context = _without_comment(msgid, context)
        is_filled = target
        if msgstr:
            is_filled = target = _text(msgstr)
            height += msgstr.count("\n") - 1
        elif plural:
            target, is_filled = _forms(forms)
            height += plural.count("\n") + forms.count("\n") - 1
        if source or context:
            if plural:
                source += PLURAL_SEPARATOR + _msgid_plural(plural)
            comments, flags, is_fuzzy, lines = told[above]
            line += lines
            state = (_NEEDS_EDITING if is_fuzzy else _TRANSLATED) if is_filled else _EMPTY
            units.append(_new(Unit, (context, source, target, state, flags, False, comments, line, False)))
        else:
            # The flags of the header and of what is obsolete at the end need not be flags at all.
            line += above.count("\n")
            if header is None and not units:
                header = target
        line += height
    return catalog(units, header or "")


def _text(string: str) -> str:
    """The text of quoted lines."""
    has_escapes = "\\" in string
    if has_escapes:
        string = hide_pairs(string)
    text = string[1:-2].replace('"\n"', "")
    if '"' in text or "\n" in text or not string.endswith('"\n', 1):
        raise _Irregular
    return reveal(text) if has_escapes else text


def _without_comment(msgid: str, context: str) -> tuple[str, str]:
    pieces, comment = without_comment(msgid.split("\n")[:-1])
    return unescaped("".join(piece[1:-1] for piece in pieces)), context + comment


def _msgid_plural(string: str) -> str:
    text = _text(string)
    return _without_comment(string, "")[0] if '"_:' in string else text


def _forms(strings: str) -> tuple[str, str]:
    """The target, and the same without separators: filled where any form is."""
    forms = _FORM.findall(strings)
    if len({index for index, _ in forms}) < len(forms):
        raise _Irregular
    texts = [_text(string) for _, string in forms]
    return PLURAL_SEPARATOR.join(texts), "".join(texts)
