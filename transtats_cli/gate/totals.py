"""Limits on the total of all languages: of one component, and of all components of a run."""

from collections.abc import Iterator, Sequence

from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.limits import LimitsError
from transtats_cli.gate.measures import COUNTED_ITEMS_BY_MEASURE, Share
from transtats_cli.gate.verdicts import TOTAL_LANGUAGE, Verdict


def check_overall_limit(results: Sequence[GateResult], *, is_all_selected: bool) -> Iterator[Verdict]:
    """Yield a verdict on the total of all components, if there is a limit for it.

    A limit in the settings applies only if `is_all_selected` is True, that is, if all components are selected. Raises
    LimitsError if the components have different measures.
    """
    shares = [
        (result.total_share, result.limits.find_measure("")) for result in results if result.total_share is not None
    ]
    setting = results[0].limits.find_setting("fail_under_overall", "") if results else None
    limit = results[0].limits.find_limit("fail_under_overall", "") if results else None
    if setting is None or limit is None or not shares or not (is_all_selected or setting.is_option):
        return
    measures = sorted({measure for _, measure in shares})
    if len(measures) > 1:
        raise LimitsError(f"{limit.origin}: the components have different measures ({', '.join(measures)})")
    total = Share(sum(share.part for share, _ in shares), sum(share.whole for share, _ in shares))
    (measure,), missing = measures, total.count_missing(limit.number)
    yield Verdict(
        "fail-under-overall",
        TOTAL_LANGUAGE._replace(name="All components"),
        "",
        total.reaches_percent(limit.number),
        total.part,
        total.whole,
        measure,
        limit,
        # The strings of the components are not kept, so the strings for a number of words are unknown.
        0 if measure in COUNTED_ITEMS_BY_MEASURE else missing,
        missing,
        COUNTED_ITEMS_BY_MEASURE.get(measure, "strings"),
    )
