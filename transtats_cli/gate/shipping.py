"""Choose the languages to ship.

A language is shipped if its translated share reaches `enable_at`. A language that is already shipped remains shipped
until its share is below `disable_at`.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.limits import ComponentLimits, LimitsError
from transtats_cli.gate.measures import compute_complete_share, compute_share
from transtats_cli.report import Record
from transtats_cli.scanning.filemask import linguas
from transtats_cli.settings.documents import read_document

ShippedLanguages = tuple[tuple[str, tuple[str, ...]], ...]
"""Each component as `project/component`, with its languages to ship."""


def is_shipping_configured(limits: ComponentLimits) -> bool:
    """Return True if `enable_at` or `disable_at` is set for a language of the component."""
    return bool(limits.keys & {"enable_at", "disable_at"})


def choose_shipped_languages(
    results: Sequence[GateResult], find_shipped: Callable[[str], set[str] | None], linguas_file: str
) -> ShippedLanguages:
    """Return the languages to ship of each component.

    The languages that are already shipped are read from `linguas_file`, the LINGUAS file that will be written. If this
    file does not exist, `find_shipped` is called with the name of the component. If the result is None, the LINGUAS
    file next to the translations is read. Raises LimitsError for `linguas_file` with several components.
    """
    if linguas_file and len(results) > 1:
        raise LimitsError("--write-linguas writes the languages of one component, but several are selected")
    shipped_by_component = []
    for result in results:
        reject_missing_enable_at(result.limits)
        component_name = result.component.full_name
        text = read_document(linguas_file) if linguas_file else None
        before = find_shipped(component_name) if text is None else linguas.parse_linguas(text)
        if before is None:
            before = linguas.read_linguas_beside(result.component) or set()
        shipped_by_component.append(
            (
                component_name,
                choose_shipped_languages_of_component(
                    result, {result.limits.resolve_language_code(name) for name in before}
                ),
            )
        )
    return tuple(shipped_by_component)


def render_linguas_files(
    shipped_languages: ShippedLanguages | None, linguas_file: str
) -> list[tuple[str, Iterator[str]]]:
    """Return the path and the text of the LINGUAS file.

    Return an empty list if the file is not requested or would not change.
    """
    if not linguas_file or shipped_languages is None:
        return []
    old = read_document(linguas_file)
    ((_, languages),) = shipped_languages
    new = render_linguas(languages, old or "")
    return [] if new == old else [(linguas_file, iter([new]))]


def choose_shipped_languages_of_component(result: GateResult, shipped_before: Collection[str]) -> tuple[str, ...]:
    """Return the languages of a component to ship, in the spelling of the file names.

    `shipped_before` contains the codes of the languages that are already shipped. In three cases, a language is shipped
    if and only if it was already shipped: `enable_at` is not set for the language, the file of the language was not
    scanned or cannot be read, or the file cannot be compared with the reference.
    """
    records = {record.language.code: record for record in result.report.translations}
    return tuple(
        sorted(
            part
            for part, code in result.codes_by_spelling.items()
            if _is_shipped(result, records.get(code), code, was_shipped=code in shipped_before)
        )
    )


def _is_shipped(result: GateResult, record: Record | None, language_code: str, *, was_shipped: bool) -> bool:
    enable, disable = (
        result.limits.find_limit("enable_at", language_code),
        result.limits.find_limit("disable_at", language_code),
    )
    completeness = result.report.completeness.get(language_code)
    if enable is None or record is None or completeness is None:
        return was_shipped
    least = disable or enable
    if least.number > enable.number:
        raise LimitsError(f"{least.origin} must not be greater than {enable.origin}")
    strings = result.snapshot.languages[language_code] if result.snapshot else None
    done = compute_share(result.limits.find_measure(language_code), record.statistics, strings, completeness)
    threshold = least.number if was_shipped else enable.number
    # A file that lacks strings can be fully translated.
    return done.reaches_percent(threshold) and compute_complete_share(completeness).reaches_percent(threshold)


def reject_missing_enable_at(limits: ComponentLimits) -> None:
    """Raise LimitsError if `disable_at` is set without `enable_at`."""
    if limits.keys & {"disable_at"} and not limits.keys & {"enable_at"}:
        raise LimitsError("disable_at has no effect without enable_at (--enable-at); set that, too")


def render_linguas(languages: Collection[str], old_text: str) -> str:
    """Return the text of a LINGUAS file. The comments at the beginning of the old text are kept."""
    comments: list[str] = []
    # Not splitlines(), because a comment may contain other line separators, such as a form feed.
    for line in old_text.split("\n"):
        if not line.startswith("#"):
            break
        comments.append(line.removesuffix("\r"))
    return "".join(f"{line}\n" for line in (*comments, *sorted(languages)))
