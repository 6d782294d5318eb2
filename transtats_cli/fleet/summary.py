"""Totals of a data set: per project, per language, and per check. Only the Parquet files are read."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.items import FINDINGS_TABLE, RECORDS_TABLE, TABLES, WITHOUT_CHECKS
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.formats import read_rows_of_roots, sum_columns
from transtats_cli.fleet.output.manifest import DatasetPart, select_valid_roots
from transtats_cli.measures import Share

_SUMMED_COLUMNS = ("total", "total_words", "translated", "translated_words", "fuzzy", "failing")
_COMPONENT = ("root", "project", "component")

Totals = dict[str, Any]
"""Totals of a project, a language or a check: the object in the JSON document."""


class FleetSummary(NamedTuple):
    """Totals of a data set, each list in the order of its table.

    Except for the last two fields, the names are the keys of the JSON document.
    """

    roots: int
    roots_without_checks: int
    """Number of roots whose rows come from a run with --no-checks. Their failing strings are not counted."""
    shared_projects: int
    """Number of projects that have rows of several roots. Projects with the same name are one project."""
    roots_of_shared_projects: int
    """Number of roots that have rows in these projects."""
    projects: list[Totals]
    languages: list[Totals]
    nearest_languages: list[Totals]
    """Languages that are not complete."""
    checks: list[Totals]
    has_findings: bool
    parts_left_out: int
    """Number of parts with rows that are not in the totals, because they have no Parquet files."""


def summarize_dataset(address: str) -> FleetSummary:
    """Return the totals of a data set. The rows of one part are in memory at a time.

    Raises TranstatsError if the directory contains no data set in Parquet.
    """
    dataset = Dataset(address)
    dataset.require_parts()
    if not any("parquet" in part.formats for part in dataset.parts):
        raise TranstatsError(
            f"{dataset.store.address} has no Parquet files; run `transtats fleet` with --format parquet"
        )
    valid = [(part, {root.root for root in roots}) for part, roots in select_valid_roots(dataset.parts)]
    readable = [(part, roots) for part, roots in valid if "parquet" in part.formats]
    language_sums, project_sums, check_sums = [], [], []
    for part, roots in readable:
        if part.row_counts.get(RECORDS_TABLE):
            records = _sum_rows(dataset, part, roots, RECORDS_TABLE, (*_COMPONENT, "code"), _SUMMED_COLUMNS)
            language_sums.append(sum_columns([records], ("code",), _SUMMED_COLUMNS, "components"))
            components = sum_columns([records], _COMPONENT, _SUMMED_COLUMNS)
            project_sums.append(sum_columns([components], ("project", "root"), _SUMMED_COLUMNS, "components"))
        if part.row_counts.get(FINDINGS_TABLE):
            findings = _sum_rows(dataset, part, roots, FINDINGS_TABLE, (*_COMPONENT, "check"), ())
            check_sums.append(sum_columns([findings], ("check",), ("rows",), "components"))
    roots_by_project: dict[str, set[str]] = {}
    for table in project_sums:
        for project, root in zip(table["project"].to_pylist(), table["root"].to_pylist(), strict=True):
            roots_by_project.setdefault(project, set()).add(root)
    shared_projects = [roots for roots in roots_by_project.values() if len(roots) > 1]
    projects, languages = _list_totals(project_sums, "project"), _list_totals(language_sums, "code")
    checks = [
        {"check": check, "findings": rows, "components": components}
        for check, rows, components in _add_sums(check_sums, "check", ("rows", "components"))
    ]
    return FleetSummary(
        len(set().union(*(roots for _, roots in readable))),
        len(set().union(*(roots for part, roots in readable if part.options.startswith(WITHOUT_CHECKS)))),
        len(shared_projects),
        len(set().union(*shared_projects)),
        sorted(projects, key=lambda each: (-each["untranslated"], each["name"])),
        sorted(languages, key=lambda each: (-each["translated_percent"], each["untranslated"], each["name"])),
        sorted(
            (each for each in languages if each["untranslated"]), key=lambda each: (each["untranslated"], each["name"])
        ),
        sorted(checks, key=lambda each: (-each["findings"], each["check"])),
        any("findings" in part.options for part in dataset.parts),
        sum("parquet" not in part.formats and any(part.row_counts.values()) and bool(roots) for part, roots in valid),
    )


def _sum_rows(
    dataset: Dataset, part: DatasetPart, roots: set[str], table: str, keys: Sequence[str], summed: Sequence[str]
) -> Any:
    columns = {name: TABLES[table][name] for name in (*keys, *summed)}
    with dataset.open_table(table, part, "parquet") as file:
        return sum_columns([read_rows_of_roots(file, columns, roots)], keys, summed)


def _add_sums(tables: Sequence[Any], key: str, summed: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the key and the sums over the tables of all parts."""
    for row in sum_columns(tables, (key,), summed, "parts").to_pylist() if tables else ():
        yield tuple(row.values())[:-1]


def _list_totals(tables: Sequence[Any], key: str) -> list[Totals]:
    fields = ("components", *_SUMMED_COLUMNS)
    totals = [dict(zip(("name", *fields), sums, strict=True)) for sums in _add_sums(tables, key, fields)]
    for each in totals:
        each["untranslated"] = each["total"] - each["translated"]
        each["translated_percent"] = Share(each["translated"], each["total"]).percent_done
    return totals
