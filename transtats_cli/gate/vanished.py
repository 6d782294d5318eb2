"""Evaluate the components of the earlier state that no longer exist.

The strings of a component that was renamed are not lost: a component without an earlier state has them.
"""

from collections.abc import Iterator, Sequence

from transtats_cli.comparison.snapshot import take_snapshot
from transtats_cli.gate import ratchet
from transtats_cli.gate.earlier_states import EarlierStates
from transtats_cli.gate.evaluation import GateResult
from transtats_cli.gate.limits import ComponentLimits
from transtats_cli.gate.verdicts import TOTAL_LANGUAGE
from transtats_cli.measures import TRANSLATED_MEASURE, is_string_done
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline.options import ScanOptions


def evaluate_vanished_components(
    earlier_states: EarlierStates, component_names: Sequence[str], results: Sequence[GateResult], scan: ScanOptions
) -> Iterator[GateResult]:
    """Yield a result for each component that no longer exists, if translations are lost.

    `results` are those of the components that exist.
    """
    moved: dict[str, set[str]] = {}
    for result in results if component_names else ():
        if earlier_states.is_new(result.component.full_name):
            for code, strings in take_snapshot(result.component, scan).languages.items():
                done = (
                    key for key, each in strings.strings_by_identity.items() if is_string_done(TRANSLATED_MEASURE, each)
                )
                moved.setdefault(code, set()).update(done)
    options = [each for each in earlier_states.options.limits if each.key in ("measure", "allow_drop")]
    for name in component_names:
        component, state = earlier_states.find_vanished_state(name, scan)
        keys = {code: set(map(state.create_key, identities)) for code, identities in moved.items()}
        lost = {
            code: {key: each for key, each in strings.items() if key not in keys.get(code, ())}
            for code, strings in state.languages.items()
        }
        limits = ComponentLimits(component, options)
        found = tuple(ratchet.check_removed_languages(limits, state._replace(languages=lost), ()))
        if found:
            # One verdict names the component.
            count = sum(each.figure for each in found)
            total = found[0]._replace(
                language=TOTAL_LANGUAGE, figure=count, missing_strings=count, missing_amount=count
            )
            yield GateResult(component, (total,), Report(component, ()), limits, {})
