"""Evaluate the limits of several components, and the limit on all of them together."""

from collections.abc import Iterable, Iterator, Sequence

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.gate import shipping
from transtats_cli.gate.earlier_states import EarlierStates
from transtats_cli.gate.evaluation import GateOptions, GateResult, evaluate_component
from transtats_cli.gate.limits import LIMIT_KEYS, CliLimit, LimitsError, reject_absent_languages
from transtats_cli.gate.measures import add_shares
from transtats_cli.gate.shipping import ShippedLanguages
from transtats_cli.gate.verdicts import TOTAL_LANGUAGE, Verdict, create_share_verdict

_NO_LIMIT_MESSAGE = (
    "no limit applies to any language here, so the gate could never fail: give a limit, such as --fail-under 90, or set"
    " one in the table [gate] of transtats.toml"
)


def evaluate_components(
    components: Iterable[Component], options: GateOptions
) -> Iterator[tuple[Component, GateResult | TranstatsError]]:
    """Yield each component with its result, or with the error if it has no result. LimitsError is always raised."""
    for component in components:
        try:
            yield component, evaluate_component(component, options)
        except LimitsError:
            raise
        except TranstatsError as error:
            yield component, error


def check_overall_limit(results: Sequence[GateResult], *, is_all_selected: bool) -> Iterator[Verdict]:
    """Yield a verdict on the total of all components, if there is a limit for it.

    A limit in the settings applies only if `is_all_selected` is True, that is, if all components are selected. Raises
    LimitsError if the components have different measures.
    """
    shares = [result.total_share for result in results if result.total_share is not None]
    setting = results[0].limits.find_setting("fail_under_overall", "") if results else None
    limit = results[0].limits.find_limit("fail_under_overall", "") if results else None
    if setting is None or limit is None or not shares or not (is_all_selected or setting.is_option):
        return
    measures = sorted({result.limits.find_measure("") for result in results if result.total_share is not None})
    if len(measures) > 1:
        raise LimitsError(f"{limit.origin}: the components have different measures ({', '.join(measures)})")
    language = TOTAL_LANGUAGE._replace(name="All components")
    yield create_share_verdict("fail-under-overall", language, measures[0], add_shares(shares), limit)


def complete_gate_run(
    results: Sequence[GateResult],
    overall_verdicts: Sequence[Verdict],
    earlier_states: EarlierStates,
    cli_limits: Sequence[CliLimit],
    linguas_file: str,
) -> ShippedLanguages | None:
    """Check the options of a run after all components were evaluated, and return the languages to ship.

    Return None if no component sets a threshold for shipping. `overall_verdicts` are the verdicts on all components
    together.

    Raises TranstatsError in three cases. A limit names a language that no component has. There is no limit, no
    threshold and no earlier state to compare with. The earlier state contains no component.
    """
    reject_absent_languages(cli_limits, [(result.limits, result.codes_by_spelling.values()) for result in results])
    # An unreadable file may have limits.
    has_limit = any(each.verdicts or (each.report.failures and each.limits.keys & {*LIMIT_KEYS}) for each in results)
    has_threshold = any(each.limits.keys & {"enable_at", "disable_at"} for each in results)
    if results and not (overall_verdicts or has_threshold or earlier_states.is_active or has_limit):
        raise TranstatsError(_NO_LIMIT_MESSAGE)
    earlier_states.require_earlier_state_of_any_component()
    find_shipped = earlier_states.find_shipped_languages
    return shipping.choose_shipped_languages(results, find_shipped, linguas_file) if has_threshold else None
