"""Choose the languages to ship.

A language is shipped if its translated share reaches `enable_at`. A language that is already shipped remains shipped
until its share is below `disable_at`.
"""

from collections.abc import Callable, Collection, Iterator, Sequence

from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.limits import Limits, LimitsError
from transtats_cli.gate.measures import complete_share, share
from transtats_cli.report import Record
from transtats_cli.scanning.filemask import linguas
from transtats_cli.settings.documents import read_document

ShippedLanguages = tuple[tuple[str, tuple[str, ...]], ...]
"""Each component as `project/component`, with its languages to ship."""


def is_configured(limits: Limits) -> bool:
    """Return True if `enable_at` or `disable_at` is set for a language of the component."""
    return bool(limits.keys & {"enable_at", "disable_at"})


def languages_to_ship(
    results: Sequence[GateResult], shipped: Callable[[str], set[str] | None], file: str
) -> ShippedLanguages:
    """Return the languages to ship of each component.

    The languages that are already shipped are read from the LINGUAS file to write. Without this file, they are read
    from the baseline. Without a baseline, they are read from the LINGUAS file next to the translations.
    """
    if file and len(results) > 1:
        raise LimitsError("--write-linguas writes the languages of one component, but several are selected")
    shipped_by_owner = []
    for result in results:
        require_enable_at(result.limits)
        owner = f"{result.component.project}/{result.component.slug}"
        in_file = linguas.parse_linguas(read_document(file) or "") if file else None
        before = in_file or shipped(owner)
        if before is None:
            before = linguas.read_linguas_beside(result.component) or set()
        shipped_by_owner.append((owner, component_languages(result, {result.limits.code_of(name) for name in before})))
    return tuple(shipped_by_owner)


def linguas_files(shipped: ShippedLanguages | None, file: str) -> list[tuple[str, Iterator[str]]]:
    """Return the path and the text of the LINGUAS file.

    Return an empty list if the file is not requested or would not change.
    """
    if not file or shipped is None:
        return []
    old = read_document(file)
    ((_, languages),) = shipped
    new = render_linguas(languages, old or "")
    return [] if new == old else [(file, iter([new]))]


def component_languages(result: GateResult, before: Collection[str]) -> tuple[str, ...]:
    """Return the languages of a component to ship, in the spelling of the file names.

    A language keeps its status if it has no threshold, or if its file was not scanned, or cannot be read or compared.
    """
    records = {record.language.code: record for record in result.report.translations}
    return tuple(
        sorted(
            part
            for part, code in result.languages.items()
            if _is_shipped(result, records.get(code), code, was_shipped=code in before)
        )
    )


def _is_shipped(result: GateResult, record: Record | None, code: str, *, was_shipped: bool) -> bool:
    enable, disable = result.limits.number("enable_at", code), result.limits.number("disable_at", code)
    completeness = result.report.completeness.get(code)
    if enable is None or record is None or completeness is None:
        return was_shipped
    least = disable or enable
    if least.number > enable.number:
        raise LimitsError(f"{least.origin} must not be greater than {enable.origin}")
    strings = result.snapshot.languages[code] if result.snapshot else None
    done = share(result.limits.measure(code), record.statistics, strings, completeness)
    threshold = least.number if was_shipped else enable.number
    # A file that lacks strings can be fully translated.
    return done.reaches(threshold) and complete_share(completeness).reaches(threshold)


def require_enable_at(limits: Limits) -> None:
    """Raise LimitsError if `disable_at` is set without `enable_at`."""
    if limits.keys & {"disable_at"} and not limits.keys & {"enable_at"}:
        raise LimitsError("disable_at has no effect without enable_at (--enable-at); set that, too")


def render_linguas(languages: Collection[str], old: str) -> str:
    """Return the text of a LINGUAS file. The comments at the beginning of the old text are kept."""
    comments: list[str] = []
    for line in old.splitlines():
        if not line.startswith("#"):
            break
        comments.append(line)
    return "".join(f"{line}\n" for line in (*comments, *sorted(languages)))
