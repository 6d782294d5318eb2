"""Profile one run of transtats with cProfile, and list the most expensive modules and functions."""

import contextlib
import cProfile
import os
import pstats
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.table import render_text

PACKAGE = "transtats_cli"
SHOWN_MODULES, SHOWN_FUNCTIONS = 15, 5

FunctionKey = tuple[str, int, str]
CallerCosts = dict[FunctionKey, tuple[int, int, float, float]]


class FunctionCost(NamedTuple):
    """Time in one function of transtats or a library, in seconds, including calls of functions written in C."""

    module: str
    function: str
    calls: int
    seconds: float


def profile(argv: list[str]) -> pstats.Stats:
    """Run a transtats command in this process with the profiler. Its standard output is discarded."""
    from transtats_cli.cli.group import cli

    with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
        return profile_call(lambda: cli.main(argv, standalone_mode=False))


def profile_call(call: Callable[[], object]) -> pstats.Stats:
    profiler = cProfile.Profile()
    profiler.runcall(call)
    return pstats.Stats(profiler)


def function_costs(stats: pstats.Stats) -> list[FunctionCost]:
    """Return the costs of all profiled functions, most expensive first.

    The time of a function written in C is added to the functions that call it.
    """
    recorded: dict[FunctionKey, tuple[int, int, float, float, CallerCosts]] = stats.stats  # type: ignore[attr-defined]
    own: defaultdict[FunctionKey, float] = defaultdict(float)
    calls: Counter[FunctionKey] = Counter()
    for function, (_, called, seconds, _, callers) in recorded.items():
        if function[0] != "~":
            own[function] += seconds
            calls[function] += called
        for caller, (_, _, callee_seconds, _) in callers.items() if function[0] == "~" else ():
            own[caller] += callee_seconds
    costs = [
        FunctionCost(_module_name(key[0]), f"{key[2]}:{key[1]}", calls[key], seconds) for key, seconds in own.items()
    ]
    return sorted(costs, key=lambda cost: -cost.seconds)


def _module_name(file: str) -> str:
    """Return the module of a file: `checks.runner` in transtats_cli, or the name of a library in parentheses."""
    parts = Path(file).with_suffix("").parts
    if PACKAGE in parts:
        return ".".join(parts[parts.index(PACKAGE) + 1 :]).removesuffix(".__init__") or PACKAGE
    if "site-packages" in parts:
        return f"({parts[parts.index('site-packages') + 1]})"
    # Frozen modules of the interpreter are named like `<frozen posixpath>`; functions written in C have the file `~`.
    return f"({parts[-1].strip('<>').removeprefix('frozen ')})" if file != "~" else "(C)"


def render_report(costs: list[FunctionCost]) -> str:
    """Return a text table of the most expensive modules, each followed by its most expensive functions."""
    total = sum(cost.seconds for cost in costs) or 1.0
    modules: dict[str, list[FunctionCost]] = {}
    for cost in costs:
        modules.setdefault(cost.module, []).append(cost)
    rows = []
    ranked = sorted(modules.items(), key=lambda item: -sum(cost.seconds for cost in item[1]))
    for module, module_costs in ranked[:SHOWN_MODULES]:
        rows.append([module, *_format_cost(sum(cost.seconds for cost in module_costs), total), ""])
        shown = [cost for cost in module_costs[:SHOWN_FUNCTIONS] if cost.seconds > total / 500]
        rows += [[f"    {cost.function}", *_format_cost(cost.seconds, total), f"{cost.calls:,}"] for cost in shown]
    return render_text(["module, function", "seconds", "share", "calls"], rows)


def _format_cost(seconds: float, total: float) -> tuple[str, str]:
    return f"{seconds:.3f}", f"{100 * seconds / total:.1f} %"
