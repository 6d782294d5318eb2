"""Totals of a data set: of all projects, per project, per language, and per check."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.fleet.items import FINDINGS_TABLE, RECORDS_TABLE, WITHOUT_CHECKS, Row
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.manifest import select_valid_roots
from transtats_cli.measures import TRANSLATED_MEASURE, Share, join_measures

_SUMMED_COLUMNS = (
    *("total", "total_words", "translated", "translated_words", "fuzzy", "failing"),
    *("share_part", "share_whole"),
)
_COMPONENT = ("root", "project", "component")

Totals = dict[str, Any]
"""Totals of a project, a language or a check: the object in the JSON document."""
_Sums = defaultdict[str, Counter[str]]
"""Sums of columns, and numbers of rows and components, by name of a project, a language or a check."""


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
    measure: str
    """Measure that names the shares."""
    total: Totals
    projects: list[Totals]
    languages: list[Totals]
    nearest_languages: list[Totals]
    """Languages that are not complete."""
    checks: list[Totals]
    has_findings: bool
    root_names: frozenset[str]


def summarize_dataset(address: str) -> FleetSummary:
    """Return the totals of a data set. The rows of one part are in memory at a time.

    Raises TranstatsError if the directory contains no data set.
    """
    dataset = Dataset(address)
    dataset.require_parts()
    valid = select_valid_roots(dataset.parts)
    project_sums, language_sums, check_sums = _Sums(Counter), _Sums(Counter), _Sums(Counter)
    owners, measures = set(), set()
    for part, roots in valid:
        records = dataset.read_rows(part, roots, RECORDS_TABLE, (*_COMPONENT, "code", *_SUMMED_COLUMNS, "measure"))
        records = [row if row[-2] is not None else _add_share(row) for row in records]
        owners |= {(row[1], row[0]) for row in records}
        measures |= {str(row[-1]) for row in records if row[-1]}
        _add_rows(project_sums, records, 1)
        _add_rows(language_sums, records, 3)
        _add_rows(check_sums, dataset.read_rows(part, roots, FINDINGS_TABLE, (*_COMPONENT, "check")), 3)
    root_counts = Counter(project for project, _ in owners)
    projects, languages = _list_totals(project_sums), _list_totals(language_sums)
    checks = [
        {"check": name, "findings": sums["rows"], "components": sums["components"]} for name, sums in check_sums.items()
    ]
    names = frozenset(root.root for _, roots in valid for root in roots)
    return FleetSummary(
        len(names),
        len({root.root for part, roots in valid if part.options.options.startswith(WITHOUT_CHECKS) for root in roots}),
        sum(count > 1 for count in root_counts.values()),
        len({root for project, root in owners if root_counts[project] > 1}),
        join_measures(measures),
        _list_totals({"all": sum(project_sums.values(), Counter())})[0],
        sorted(projects, key=lambda each: (-each["left"], each["name"])),
        sorted(languages, key=lambda each: (-each["percent"], each["left"], each["name"])),
        sorted((each for each in languages if each["left"]), key=lambda each: (each["left"], each["name"])),
        sorted(checks, key=lambda each: (-each["findings"], each["check"])),
        any("findings" in part.options.options for part in dataset.parts),
        names,
    )


def _add_share(row: Row) -> Row:
    """Return a row of an earlier version, which has no share, with the translated share."""
    cells = dict(zip(_SUMMED_COLUMNS, row[4:], strict=False))
    return (*row[:-3], cells["translated"], cells["total"], TRANSLATED_MEASURE)


def _add_rows(sums_by_name: _Sums, rows: Sequence[Row], place: int) -> None:
    """Add the rows of a part to the sums of the names in a column. All rows of a component are in the same part."""
    groups = defaultdict(list)
    for row in rows:
        groups[str(row[place] or "")].append(row)
    for name, group in groups.items():
        columns = [*zip(*group, strict=True)]
        # Three columns identify the component, and one is a language or a check. The others are summed.
        added = {column: sum(filter(None, cells)) for column, cells in zip(_SUMMED_COLUMNS, columns[4:], strict=False)}
        sums_by_name[name].update(added, rows=len(group), components=len({*zip(*columns[:3], strict=True)}))


def _list_totals(sums_by_name: Mapping[str, Counter[str]]) -> list[Totals]:
    fields = ("components", *_SUMMED_COLUMNS)
    totals: list[Totals] = [
        {"name": name, **{field: sums[field] for field in fields}} for name, sums in sums_by_name.items()
    ]
    for each in totals:
        share = Share(each.pop("share_part"), each.pop("share_whole"))
        each["strings"] = share.whole
        each["left"], each["percent"] = share.whole - share.part, share.percent_done
    return totals
