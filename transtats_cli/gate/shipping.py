"""Check that a run has a limit, and choose the languages to ship.

A language is shipped if its translated share reaches `enable_at`. A language that is already shipped remains shipped
until its share is below `disable_at`.
"""

from collections.abc import Iterator, Sequence

from transtats_cli.errors import TranstatsError
from transtats_cli.gate.earlier_states import EarlierStates
from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.limits import LimitsError
from transtats_cli.gate.verdicts import MeasuredLanguage, Verdict
from transtats_cli.measures import measure_complete
from transtats_cli.report import Record
from transtats_cli.scanning.filemask import linguas
from transtats_cli.settings.documents import read_document

_NO_LIMIT_MESSAGE = (
    "no limit applies to any language here, so the gate could never fail: give a limit, such as --fail-under 90, or set"
    " one in the table [gate] of transtats.toml"
)

ShippedLanguages = dict[str, tuple[str, ...]]
"""Each component as `project/component`, with its languages to ship."""


def complete_gate_run(
    results: Sequence[GateResult],
    overall_verdicts: Sequence[Verdict],
    earlier_states: EarlierStates,
) -> ShippedLanguages | None:
    """Check the options of a run after all components were evaluated, and return the languages to ship.

    Return None if no component sets a threshold for shipping. `overall_verdicts` are the verdicts on all components
    together.

    Raises TranstatsError in two cases. There is no limit, no threshold and no earlier state to compare with. The
    earlier state contains no component.
    """
    # An unreadable file may have limits.
    has_limit = any(each.verdicts or (each.report.failures and each.limits.rules) for each in results)
    has_threshold = any(each.limits.keys & {"enable_at", "disable_at"} for each in results)
    if results and not (overall_verdicts or has_threshold or earlier_states.is_active or has_limit):
        raise TranstatsError(_NO_LIMIT_MESSAGE)
    earlier_states.require_earlier_state_of_any_component()
    return _choose_shipped_languages(results, earlier_states) if has_threshold else None


def _choose_shipped_languages(results: Sequence[GateResult], earlier_states: EarlierStates) -> ShippedLanguages:
    """Return the languages to ship of each component, in the spelling of the file names.

    The languages that are already shipped are read from the LINGUAS file that will be written. If this
    file does not exist, they are read from the baseline, and if it has no section of the component, from the LINGUAS
    file next to the translations. Raises LimitsError for a LINGUAS file with several components, and if
    `disable_at` is set without `enable_at`.
    """
    linguas_file = earlier_states.options.linguas_file
    if linguas_file and len(results) > 1:
        raise LimitsError("--write-linguas writes the languages of one component, but several are selected")
    shipped_by_component: ShippedLanguages = {}
    for result in results:
        limits, component_name = result.limits, result.component.full_name
        if "disable_at" in limits.keys and "enable_at" not in limits.keys:
            raise LimitsError("disable_at has no effect without enable_at (--enable-at); set that, too")
        text = read_document(linguas_file) if linguas_file else None
        before = (
            earlier_states.baseline.find_shipped_languages(component_name)
            if text is None
            else linguas.parse_linguas(text)
        )
        if before is None:
            before = linguas.read_linguas_beside(result.component) or set()
        codes = {result.component.resolve_language(name).code for name in before}
        records = {record.language.code: record for record in result.report.translations}
        shipped = (
            part
            for part, code in result.codes_by_spelling.items()
            if _is_shipped(result, records.get(code), code, was_shipped=code in codes)
        )
        shipped_by_component[component_name] = tuple(sorted(shipped))
    return shipped_by_component


def render_linguas_files(
    shipped_languages: ShippedLanguages | None, linguas_file: str
) -> list[tuple[str, Iterator[str]]]:
    """Return the path and the text of the LINGUAS file.

    Return an empty list if the file is not requested or would not change.
    """
    if not linguas_file or shipped_languages is None:
        return []
    old = read_document(linguas_file)
    (languages,) = shipped_languages.values()
    comments: list[str] = []
    # The comments at the beginning are kept. Not splitlines(), because a comment may contain other line separators.
    for line in (old or "").split("\n"):
        if not line.startswith("#"):
            break
        comments.append(line.removesuffix("\r"))
    new = "".join(f"{line}\n" for line in (*comments, *sorted(languages)))
    return [] if new == old else [(linguas_file, iter([new]))]


def _is_shipped(result: GateResult, record: Record | None, language_code: str, *, was_shipped: bool) -> bool:
    """Return True if a language is shipped now.

    In three cases, a language is shipped if and only if it was already shipped: `enable_at` is not set for the
    language, the file of the language was not scanned or cannot be read, or the file cannot be compared with the
    reference.
    """
    enable, disable = (result.limits.find_limit(key, language_code) for key in ("enable_at", "disable_at"))
    completeness = result.report.completeness.get(language_code)
    if enable is None or record is None or completeness is None:
        return was_shipped
    least = disable or enable
    if least.number > enable.number:
        raise LimitsError(f"{least.origin} must not be greater than {enable.origin}")
    done = MeasuredLanguage(record, "", result.snapshot, completeness).compute_share(
        result.limits.find_measure(language_code)
    )
    threshold = (least if was_shipped else enable).number.as_integer_ratio()
    # A file that lacks strings can be fully translated.
    return done.reaches(*threshold) and measure_complete(completeness).reaches(*threshold)
