"""Totals of a data set: of all projects, per project, per language, and per check."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from transtats_cli.fleet.items import FINDINGS_TABLE, RECORDS_TABLE, WITH_OUTDATED, WITHOUT_CHECKS, Row
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.manifest import select_valid_roots
from transtats_cli.measures import TRANSLATED_MEASURE, Share, join_measures

_SUMMED_COLUMNS = (
    *("total", "total_words", "translated", "translated_words", "fuzzy", "failing"),
    *("outdated", "share_part", "share_whole"),
)
_COMPONENT = ("root", "project", "component")

Totals = dict[str, Any]
"""Totals of a project, a language or a check: the object in the JSON document."""
_Sums = defaultdict[Any, Counter[str]]
"""Sums of columns, and numbers of rows and components, by root and name of a project, by language or by check."""


class FleetSummary(NamedTuple):
    """Totals of a data set, each list in the order of its table.

    Except for the last three fields, the names are the keys of the JSON document.
    """

    roots: int
    roots_without_checks: int
    """Number of roots whose rows come from a run with --no-checks. Their failing strings are not counted."""
    measure: str
    """Measure that names the shares. '' if they have several measures whose sum has no name."""
    total: Totals
    projects: list[Totals]
    """Each project of a root. If several roots have a project of the same name, the names contain their paths."""
    languages: list[Totals]
    nearest_languages: list[Totals]
    """Languages that are not complete."""
    checks: list[Totals]
    has_findings: bool
    has_outdated: bool
    """True if the outdated strings of any root are counted."""
    root_names: frozenset[str]


def summarize_dataset(address: str) -> FleetSummary:
    """Return the totals of a data set. The rows of one part are in memory at a time.

    Raises TranstatsError if the directory contains no data set.
    """
    dataset = Dataset(address)
    dataset.require_parts()
    valid = select_valid_roots(dataset.parts)
    project_sums, language_sums, check_sums = _Sums(Counter), _Sums(Counter), _Sums(Counter)
    measures = set()
    for part, roots in valid:
        records = dataset.read_rows(part, roots, RECORDS_TABLE, (*_COMPONENT, "code", *_SUMMED_COLUMNS, "measure"))
        records = [row if row[-2] is not None else _add_share(row) for row in records]
        measures |= {str(row[-1]) for row in records if row[-1]}
        _add_rows(project_sums, records, lambda row: (str(row[0]), str(row[1] or "")))
        _add_rows(language_sums, records, lambda row: str(row[3] or ""))
        findings = dataset.read_rows(part, roots, FINDINGS_TABLE, (*_COMPONENT, "check"))
        _add_rows(check_sums, findings, lambda row: str(row[3] or ""))
    names_by_project, languages = _name_projects(project_sums), _list_totals(language_sums)
    projects = [
        {**each, "name": names_by_project[key], "root": key[0], "project": key[1]}
        for each in _list_totals(project_sums)
        for key in [each["name"]]
    ]
    checks = [
        {"check": name, "findings": sums["rows"], "components": sums["components"]} for name, sums in check_sums.items()
    ]
    names = frozenset(root.root for _, roots in valid for root in roots)
    has_outdated = any(WITH_OUTDATED in part.options.options for part, _ in valid)
    total = _list_totals({"all": sum(project_sums.values(), Counter())})[0]
    for each in () if has_outdated else (total, *projects, *languages):
        del each["outdated"]
    return FleetSummary(
        len(names),
        len({root.root for part, roots in valid if part.options.options.startswith(WITHOUT_CHECKS) for root in roots}),
        join_measures(measures),
        total,
        sorted(projects, key=lambda each: (-each["left"], each["name"])),
        sorted(languages, key=lambda each: (-each["percent"], each["left"], each["name"])),
        sorted((each for each in languages if each["left"]), key=lambda each: (each["left"], each["name"])),
        sorted(checks, key=lambda each: (-each["findings"], each["check"])),
        any("findings" in part.options.options for part in dataset.parts),
        has_outdated,
        names,
    )


def _add_share(row: Row) -> Row:
    """Return a row of an earlier version, which has no share, with the translated share."""
    cells = dict(zip(_SUMMED_COLUMNS, row[4:], strict=False))
    return (*row[:-3], cells["translated"], cells["total"], TRANSLATED_MEASURE)


def _name_projects(projects: Iterable[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Return a name for each root and project: that of the project.

    If several roots have a project of this name, the name is the shortest end of the root's path that no other of these
    roots has, and the project, unless it is part of the last folder: `a/app` and `b/app`.
    """
    roots_by_project: dict[str, list[str]] = defaultdict(list)
    for root, project in projects:
        roots_by_project[project].append(root)
    names = {}
    for project, roots in roots_by_project.items():
        if len(roots) == 1:
            names[roots[0], project] = project
            continue
        ends_by_root = {root: ["/".join(root.split("/")[-n:]) for n in range(1, root.count("/") + 2)] for root in roots}
        counts = Counter(end for ends in ends_by_root.values() for end in ends)
        for root, ends in ends_by_root.items():
            end = next((each for each in ends if counts[each] == 1), root)
            names[root, project] = end if project in end.rpartition("/")[2] else f"{end}/{project}"
    return names


def _add_rows(sums_by_key: _Sums, rows: Sequence[Row], find_key: Callable[[Row], object]) -> None:
    """Add the rows of a part to the sums of their keys. All rows of a component are in the same part."""
    groups = defaultdict(list)
    for row in rows:
        groups[find_key(row)].append(row)
    for key, group in groups.items():
        columns = [*zip(*group, strict=True)]
        # Three columns identify the component, and one is a language or a check. The others are summed.
        added = {column: sum(filter(None, cells)) for column, cells in zip(_SUMMED_COLUMNS, columns[4:], strict=False)}
        sums_by_key[key].update(added, rows=len(group), components=len({*zip(*columns[:3], strict=True)}))


def _list_totals(sums_by_name: Mapping[Any, Counter[str]]) -> list[Totals]:
    fields = ("components", *_SUMMED_COLUMNS)
    totals: list[Totals] = [
        {"name": name, **{field: sums[field] for field in fields}} for name, sums in sums_by_name.items()
    ]
    for each in totals:
        share = Share(each.pop("share_part"), each.pop("share_whole"))
        each["strings"] = share.whole
        each["left"], each["percent"] = share.whole - share.part, share.percent_done
    return totals
