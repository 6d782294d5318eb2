"""JSON object of a string."""

from typing import Any

from transtats_cli.report import FoundUnit


def fields(found: FoundUnit) -> dict[str, Any]:
    """Return the fields of a string. `source` and `target` are lists of plural forms.

    `line` is null if the file does not contain the string.
    """
    unit = found.unit
    return {
        "language": found.language.code,
        "file": found.path,
        "line": unit.line or None,
        "context": unit.context,
        "source": unit.sources,
        "target": unit.targets,
        "state": unit.state.word,
        "flags": str(unit.flags),
        "checks": [{"id": finding.check, "message": finding.message} for finding in found.findings],
    }
