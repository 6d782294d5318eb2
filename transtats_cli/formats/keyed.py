"""Units of formats with a key and a text in one language for each string, and their catalogs.

translate-toolkit is imported only when plural categories are needed.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache

from transtats_cli.columns import columns_of
from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.references import flags_of_references
from transtats_cli.model import PLURAL_SEPARATOR, UNSPLIT_LOCATION_MARK, Catalog, State, Unit


def create_catalog(
    units: Iterable[Unit], options: ReadOptions, *, decode_key: Callable[[str], str] | None = None
) -> Catalog:
    """Return a Catalog of units whose contexts are keys. In a bilingual component, the keys become the sources.

    `decode_key` is for formats with escapes in keys: in a bilingual component, the context is the key as it is written,
    and the source is the decoded key.
    """
    columns = columns_of(units)
    keys = columns.contexts
    if decode_key and not options.is_monolingual:
        columns = columns.replace(sources=[*map(decode_key, keys)])
    elif not options.is_monolingual:
        columns = columns.replace(contexts=[""] * len(keys), sources=keys)
    return Catalog(columns)


def build_unit(
    context: object,
    target: object,
    *,
    source: object = "",
    note: str = "",
    locations: Iterable[str] = (),
    flags: Flags = NO_FLAGS,
    is_fuzzy: bool = False,
    is_read_only: bool = False,
    is_empty: bool = False,
    line: int = 0,
) -> Unit:
    """Return a Unit. Each text may be a string, or a text of the toolkit: a multistring with plural forms, or None.

    Its state is that of `find_state`. Flags that follow from the locations are added to `flags`. A single empty
    location is ignored.
    """
    locations = tuple(locations)
    if locations == ("",):
        locations = ()
    if locations:
        flags = flags_of_references(locations).joined_with(flags)
    text = join_forms(target)
    state = find_state(text, is_empty, is_fuzzy)
    comments = to_comment_lines(note, locations) if note or locations else ""
    return Unit(join_forms(context), join_forms(source), text, state, flags, is_read_only, comments, line)


def find_state(target: str, is_empty: bool, is_fuzzy: bool = False) -> State:
    """Return EMPTY if all forms of the target are empty, or if `is_empty`. If not, the unit is fuzzy or translated."""
    if is_empty or not target.strip(PLURAL_SEPARATOR):
        return State.EMPTY
    return State.NEEDS_EDITING if is_fuzzy else State.TRANSLATED


def join_forms(text: object) -> str:
    """Return a text of the toolkit as one string, in which plural forms are joined with PLURAL_SEPARATOR."""
    if type(text) is str:  # nearly always
        return text
    forms = getattr(text, "strings", None)
    if forms is None:
        return "" if text is None else str(text)
    return PLURAL_SEPARATOR.join(map(str, forms))


def to_comment_lines(note: str, locations: Iterable[str] = ()) -> str:
    """Return a note and source locations as comment lines in PO notation."""
    lines = [f"#. {line}" for line in note.split("\n")] if note else []
    for location in locations:
        is_word = location.split() == [location]
        lines.append(f"#: {location}" if is_word else UNSPLIT_LOCATION_MARK + location.replace("\n", " "))
    return "\n".join(lines)


@lru_cache(maxsize=1024)
def find_plural_categories(language_code: str) -> list[str]:
    """Return the plural categories of a language, in the order of translate-toolkit."""
    from translate.lang.data import get_cldr_plural_tags

    # The code of the language without its script and its region, as the toolkit finds it.
    code = language_code.removeprefix("b+").replace("_", "-").replace("+", "-").split("-")[0]
    categories: list[str] = get_cldr_plural_tags(code or "en")
    return categories
