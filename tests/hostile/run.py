"""Run the hostile attacks: files, formats, archives, settings, git, output, processes, cache and HTTP.

`python tests/hostile/run.py` attacks every area for a minute, or for N seconds with `--seconds N`. Names of areas after
the options choose some of them. The exit status is 0 if no attack finds a failure. Otherwise the first failure is
printed with the seed and the other values that repeat this failure.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

AREAS = tuple(sorted(path.stem for path in Path(__file__).with_name("attacks").glob("[!_]*.py")))


def load_attack(area: str) -> Callable[[Path, float], str]:
    """Return the function that attacks an area. The arguments are an empty directory and a number of seconds.

    The function returns a summary as text. It raises AssertionError at the first failure.
    """
    attack: Callable[[Path, float], str] = import_module(f"attacks.{area}").attack
    return attack


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"one of: {', '.join(AREAS)}; default: all")
    parser.add_argument("--seconds", type=float, default=60, help="time for each area; 0 makes every attack once")
    options = parser.parse_args()
    unknown = set(options.areas) - set(AREAS)
    if unknown:
        parser.error(f"unknown area: {', '.join(sorted(unknown))}")
    for area in options.areas or AREAS:
        start = time.perf_counter()
        with tempfile.TemporaryDirectory(prefix="hostile-") as work:
            facts = load_attack(area)(Path(work), options.seconds)
        print(f"{area}, {time.perf_counter() - start:.1f} s: {facts}", flush=True)


if __name__ == "__main__":
    main()
