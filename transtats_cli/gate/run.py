"""Evaluate the limits of several components."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.gate import shipping
from transtats_cli.gate.earlier_states import EarlierStates
from transtats_cli.gate.evaluation import GateOptions, GateResult, evaluate_component, has_limits
from transtats_cli.gate.limits import CliLimit, LimitsError, reject_absent_languages
from transtats_cli.gate.shipping import ShippedLanguages
from transtats_cli.gate.verdicts import Verdict

_NO_LIMIT_MESSAGE = (
    "no limit applies to any language here, so the gate could never fail: give a limit, such as --fail-under 90, or set"
    " one in the table [gate] of transtats.toml"
)


class GateCallbacks(NamedTuple):
    """Callbacks of a `gate` run over several components."""

    on_error: Callable[[Component, TranstatsError], None]
    """Function that is called with each component that has no result, and with the error."""
    on_result: Callable[[GateResult], None]
    """Function that is called with each result."""


def evaluate_components(
    components: Iterable[Component], options: GateOptions, callbacks: GateCallbacks, *, stop_at_error: bool
) -> list[GateResult]:
    """Return the result of each component. Components without a result are left out.

    If `stop_at_error` is True, the error of a component is raised. LimitsError is always raised.
    """
    results: list[GateResult] = []
    for component in components:
        try:
            result = evaluate_component(component, options)
        except LimitsError:
            raise
        except TranstatsError as error:
            if stop_at_error:
                raise
            callbacks.on_error(component, error)
            continue
        callbacks.on_result(result)
        results.append(result)
    return results


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
    has_threshold = any(shipping.is_shipping_configured(result.limits) for result in results)
    if results and not (overall_verdicts or has_threshold or earlier_states.is_active or any(map(has_limits, results))):
        raise TranstatsError(_NO_LIMIT_MESSAGE)
    earlier_states.require_earlier_state_of_any_component()
    return (
        shipping.choose_shipped_languages(results, earlier_states.find_shipped_languages, linguas_file)
        if has_threshold
        else None
    )
