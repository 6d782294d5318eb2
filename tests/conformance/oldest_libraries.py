"""Print the oldest allowed versions of the libraries that decide numbers, as constraints for pip."""

import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from transtats_cli.cli.group import NUMBER_LIBRARIES


def list_constraints() -> list[str]:
    """Return a line such as `polib==1.2` for each of NUMBER_LIBRARIES, with the lower bound in `pyproject.toml`."""
    path = Path(__file__).parent.parent.parent / "pyproject.toml"
    project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
    return [
        f"{requirement.name}=={specifier.version}"
        for requirement in map(Requirement, project["dependencies"])
        if requirement.name in NUMBER_LIBRARIES
        for specifier in requirement.specifier
        if specifier.operator in (">=", "==")
    ]


if __name__ == "__main__":
    print(*list_constraints(), sep="\n")
