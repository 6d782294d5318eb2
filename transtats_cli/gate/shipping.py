"""Which languages to ship: those that are far enough, and those that were and have not fallen too far since."""

from collections.abc import Callable, Collection, Iterator, Sequence

from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.limits import Limits, LimitsError
from transtats_cli.gate.measures import share
from transtats_cli.report import Record
from transtats_cli.scanning.foreign import linguas
from transtats_cli.settings.documents import read

ShippedLanguages = tuple[tuple[str, tuple[str, ...]], ...]
"""The languages to ship of each component."""


def is_configured(limits: Limits) -> bool:
    """Whether anybody says from where on a language is shipped."""
    return bool(limits.keys & {"enable_at", "disable_at"})


def languages_to_ship(
    results: Sequence[GateResult], shipped: Callable[[str], set[str] | None], file: str
) -> ShippedLanguages:
    """The languages to ship of each component.

    Those that were shipped are in the file that is written, or in the baseline, or in the list beside the files.
    """
    if file and len(results) > 1:
        raise LimitsError("--write-linguas writes the languages of one component, and several are asked for")
    shipped_by_owner = []
    for result in results:
        require_enable_at(result.limits)
        owner = f"{result.component.project}/{result.component.slug}"
        in_file = linguas.listed_in(read(file) or "") if file else None
        before = in_file or shipped(owner)
        if before is None:
            before = linguas.listed_beside(result.component) or set()
        shipped_by_owner.append((owner, component_languages(result, {result.limits.code_of(name) for name in before})))
    return tuple(shipped_by_owner)


def linguas_files(shipped: ShippedLanguages | None, file: str) -> list[tuple[str, Iterator[str]]]:
    """The list to write, where one is wanted and would change."""
    if not file or shipped is None:
        return []
    old = read(file)
    ((_, languages),) = shipped
    new = render_linguas(languages, old or "")
    return [] if new == old else [(file, iter([new]))]


def component_languages(result: GateResult, before: Collection[str]) -> tuple[str, ...]:
    """The languages to ship, as their files spell them, given the codes of those that were shipped.

    A language that nothing is asked of, or whose file was not looked at or cannot be read, stays what it was.
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
    if enable is None or record is None:
        return was_shipped
    least = disable or enable
    if least.number > enable.number:
        raise LimitsError(f"{least.origin} is more than {enable.origin}: a language would come and go at once")
    strings = result.snapshot.languages[code] if result.snapshot else None
    done = share(result.limits.measure(code), record.statistics, strings)
    return done.reaches(least.number if was_shipped else enable.number)


def require_enable_at(limits: Limits) -> None:
    """Raises LimitsError where it is said when languages go, and not when they come."""
    if limits.keys & {"disable_at"} and not limits.keys & {"enable_at"}:
        raise LimitsError("disable_at alone says when languages go; enable_at (--enable-at) says when they come")


def render_linguas(languages: Collection[str], old: str) -> str:
    """The text of a LINGUAS file with these languages; the comments at its beginning stay."""
    comments: list[str] = []
    for line in old.splitlines():
        if not line.startswith("#"):
            break
        comments.append(line)
    return "".join(f"{line}\n" for line in (*comments, *sorted(languages)))
