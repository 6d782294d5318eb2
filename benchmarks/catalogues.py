"""Render generated sentences as translation files in PO or XLIFF 1.2."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple
from xml.sax.saxutils import escape

from benchmarks.languages import CatalogueLanguage
from benchmarks.wording import Sentence, generate_sentence, generate_vocabulary

WIDTH = 76
PROGRAM_FILES = ("src/main.c", "src/ui/window.c", "src/net/client.c", "lib/archive.c")
MANUAL_FILES = ("../../library/index.rst", "../../tutorial/start.rst", "../../howto/search.rst")


class CatalogueEntry(NamedTuple):
    """One source string of a generated component, for all target languages."""

    text: Sentence
    """Source text, or its singular form if there is a plural form."""
    plural: Sentence | None
    reference: str
    """Location in source code or in a manual, as `path:line`."""


def generate_entries(count: int, seed: str, *, is_rst: bool = False) -> list[CatalogueEntry]:
    """Return `count` different source strings. About 3 % have plural forms.

    If `is_rst`, the strings contain reStructuredText markup, and no string has plural forms.
    """
    random = Random(seed)
    seen: set[str] = set()
    made: list[CatalogueEntry] = []
    while len(made) < count:
        text = generate_sentence(random, is_rst=is_rst)
        while text.source() in seen:
            text = text._replace(words=(*text.words, str(len(made))))
        seen.add(text.source())
        plural = text._replace(words=("%d", *text.words)) if not is_rst and random.random() < 0.03 else None
        made.append(
            CatalogueEntry(
                text, plural, f"{random.choice(MANUAL_FILES if is_rst else PROGRAM_FILES)}:{random.randrange(4000)}"
            )
        )
    return made


def render_po(entries: Sequence[CatalogueEntry], language: CatalogueLanguage, seed: str) -> str:
    """Return the text of a PO file. 10 % of the strings are untranslated, 5 % fuzzy, and 1 % lack end punctuation."""
    words = generate_vocabulary(language.code, language.script)
    blocks = [_render_header(language)]
    for entry, target, state in translate_entries(entries, words, seed):
        flags = ["fuzzy"] * (state == "needs-translation") + ["c-format"] * ("%" in entry.text.source())
        lines = [f"#: {entry.reference}"]
        if flags:
            lines.append("#, " + ", ".join(flags))
        lines.append(f"msgid {_quote(entry.text.source())}")
        if entry.plural is None:
            lines.append(f"msgstr {_quote(target)}")
        else:
            lines.append(f"msgid_plural {_quote(entry.plural.source())}")
            form = entry.plural.translated(words) if target else ""
            lines += [f"msgstr[{number}] {_quote(form)}" for number in range(language.forms)]
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def render_xliff(entries: Sequence[CatalogueEntry], language: CatalogueLanguage, seed: str) -> str:
    """Return the text of an XLIFF 1.2 file with one <file> element."""
    words = generate_vocabulary(language.code, language.script)
    units = []
    for number, (entry, target, state) in enumerate(translate_entries(entries, words, seed)):
        target_element = f'\n    <target state="{state}">{escape(target)}</target>' if target else ""
        units.append(
            f'   <trans-unit id="string.{number}" xml:space="preserve">\n'
            f"    <source>{escape(entry.text.source())}</source>{target_element}\n"
            f"    <note>{entry.reference}</note>\n   </trans-unit>\n"
        )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n'
        f' <file original="app" source-language="en" target-language="{language.code}" datatype="plaintext">\n'
        "  <body>\n" + "".join(units) + "  </body>\n </file>\n</xliff>\n"
    )


def translate_entries(
    entries: Sequence[CatalogueEntry], words: dict[str, str], seed: str
) -> Iterator[tuple[CatalogueEntry, str, str]]:
    """Yield each entry with its translation and the state of the translation in XLIFF.

    The translation of about 10 % of the entries is empty. `words` contains the translations of words.
    """
    random = Random(seed)
    for entry in entries:
        share = random.random()
        if share < 0.1:
            yield entry, "", "new"
        else:
            # As in real files, one translation in a hundred lacks the punctuation at the end of the source.
            text = entry.text._replace(end="") if share > 0.99 else entry.text
            yield entry, text.translated(words), "needs-translation" if share < 0.15 else "translated"


def _render_header(language: CatalogueLanguage) -> str:
    return (
        'msgid ""\nmsgstr ""\n"Project-Id-Version: generated\\n"\n"PO-Revision-Date: 2026-01-02 03:04+0000\\n"\n'
        f'"Language: {language.code}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        f'"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {language.plural}\\n"\n'
    )


def _quote(text: str) -> str:
    """Return a text as a quoted PO string. A long text is wrapped after spaces, as in files from gettext."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    if len(text) < WIDTH - len('msgstr ""'):
        return f'"{text}"'
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + len(word) > WIDTH:
            lines.append("")
        lines[-1] += word + " "
    return '""\n' + "\n".join(f'"{line}"' for line in [*lines[:-1], lines[-1][:-1]])
