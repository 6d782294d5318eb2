"""Totals of a data set: per project, per language, and per check. Only the Parquet files are read."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.output import parquet
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.manifest import DatasetPart
from transtats_cli.fleet.output.store import open_store
from transtats_cli.fleet.schema import FINDINGS_TABLE, RECORDS_TABLE, TABLES, column_index
from transtats_cli.statistics import percent

_SUMMED_COLUMNS = ("total", "total_words", "translated", "translated_words", "fuzzy", "failing")
"""Columns that are added up."""


class GroupSums(NamedTuple):
    """Sums of a project or of a language. All fields but `components` and those of words count strings."""

    name: str
    components: int
    """Number of components, which is also the number of records for a language."""
    total: int
    total_words: int
    translated: int
    translated_words: int
    fuzzy: int
    failing: int

    @property
    def translated_percent(self) -> float:
        return percent(self.translated, self.total, if_whole_is_zero=100.0)

    @property
    def untranslated(self) -> int:
        return self.total - self.translated


class CheckTotals(NamedTuple):
    """Number of findings of a check, and number of components with a finding."""

    check: str
    findings: int
    components: int


class FleetSummary(NamedTuple):
    """Totals of a data set."""

    projects: tuple[GroupSums, ...]
    """Totals of each project, sorted by number of untranslated strings, the highest number first."""
    languages: tuple[GroupSums, ...]
    """Totals of each language, sorted by share of translated strings, the highest share first."""
    checks: tuple[CheckTotals, ...]
    """Checks, sorted by number of findings. Empty if the data set has no findings."""
    has_findings: bool
    root_count: int = 0
    unchecked_root_count: int = 0
    """Number of roots whose rows come from a run with --no-checks. Their failing strings are not counted."""
    shared_project_count: int = 0
    """Number of projects that have rows of several roots. Projects with the same name are one project."""
    shared_project_root_count: int = 0
    """Number of roots that have rows in these projects."""
    parts_left_out: int = 0
    """Number of parts with rows that are not in the totals, because they have no Parquet files."""

    @property
    def nearest_languages(self) -> tuple[GroupSums, ...]:
        """Languages that are not complete, the language with the fewest untranslated strings first."""
        missing = (each for each in self.languages if each.untranslated)
        return tuple(sorted(missing, key=lambda each: (each.untranslated, each.name)))


def summarize_dataset(address: str) -> FleetSummary:
    """Return the totals of a data set. One row group of a few columns is in memory at a time.

    Raises TranstatsError if the directory contains no data set in Parquet.
    """
    dataset = Dataset(open_store(address))
    if not dataset.parts:
        raise TranstatsError(f"{dataset.store.address} contains no data set of `transtats fleet`: no manifest")
    if not any("parquet" in part.formats for part in dataset.parts):
        raise TranstatsError(
            f"{dataset.store.address} has no Parquet files; run `transtats fleet` with --format parquet"
        )
    projects, languages = _SumsByName(), _SumsByName()
    roots_by_project: dict[str, set[str]] = {}
    columns = ("root", "project", "component", "code", *_SUMMED_COLUMNS)
    for root, project, component, code, *counts in _read_valid_rows(dataset, RECORDS_TABLE, columns):
        roots_by_project.setdefault(project, set()).add(root)
        projects.add(project, (root, component), counts)
        languages.add(code, (root, project, component), counts)
    shared_projects = [roots for roots in roots_by_project.values() if len(roots) > 1]
    checks = _count_findings(dataset)
    return FleetSummary(
        tuple(sorted(projects.build_sums(), key=lambda each: (-each.untranslated, each.name))),
        tuple(
            sorted(languages.build_sums(), key=lambda each: (-each.translated_percent, each.untranslated, each.name))
        ),
        tuple(sorted(checks, key=lambda each: (-each.findings, each.check))),
        any("findings" in part.options for part in dataset.parts),
        len(_list_roots(dataset, dataset.parts)),
        len(_list_roots(dataset, [part for part in dataset.parts if not part.has_checks])),
        len(shared_projects),
        len(set().union(*shared_projects)),
        _count_parts_without_parquet(dataset),
    )


def _list_roots(dataset: Dataset, parts: Iterable[DatasetPart]) -> set[str]:
    """Return the roots with valid rows in the Parquet files of some parts."""
    valid_roots = dataset.select_valid_roots()
    return {root for part in parts if "parquet" in part.formats for root, _ in valid_roots[part.name]}


def _count_parts_without_parquet(dataset: Dataset) -> int:
    """Return the number of parts with valid rows that are not in Parquet files."""
    valid_roots = dataset.select_valid_roots()
    return sum(
        "parquet" not in part.formats and any(part.row_counts.values()) and bool(valid_roots[part.name])
        for part in dataset.parts
    )


class _SumsByName:
    """Sums by name. The rows of a component must follow one another, as they do in a part."""

    def __init__(self) -> None:
        self._sums: dict[str, list[int]] = {}
        self._last_components: dict[str, tuple[str, ...]] = {}

    def add(self, name: str, component: tuple[str, ...], counts: Sequence[int]) -> None:
        sums = self._sums.setdefault(name, [0] * (1 + len(_SUMMED_COLUMNS)))
        if self._last_components.get(name) != component:
            self._last_components[name] = component
            sums[0] += 1
        for index, count in enumerate(counts, 1):
            sums[index] += count

    def build_sums(self) -> Iterator[GroupSums]:
        for name, sums in self._sums.items():
            yield GroupSums(name, *sums)


def _count_findings(dataset: Dataset) -> Iterable[CheckTotals]:
    counts: dict[str, list[int]] = {}
    last_components: dict[str, tuple[str, ...]] = {}
    for *component, check in _read_valid_rows(dataset, FINDINGS_TABLE, ("root", "project", "component", "check")):
        sums = counts.setdefault(check, [0, 0])
        sums[0] += 1
        if last_components.get(check) != tuple(component):
            last_components[check] = tuple(component)
            sums[1] += 1
    return [CheckTotals(check, *sums) for check, sums in counts.items()]


def _read_valid_rows(dataset: Dataset, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield some columns of the valid rows. The first column must be the root."""
    valid_roots = dataset.select_valid_roots()
    for part in sorted(dataset.parts, key=lambda each: each.name):
        if "parquet" in part.formats and part.row_counts.get(table):
            names = {root for root, _ in valid_roots[part.name]}
            for row in _read_part(dataset, part, table, columns):
                if row[0] in names:
                    yield row


def _read_part(dataset: Dataset, part: DatasetPart, table: str, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    found = [TABLES[table][column_index(table, name)] for name in columns]
    with dataset.open_table(table, part, "parquet") as file:
        for values in parquet.read_columns(file, found):
            for row in zip(*values, strict=True):
                yield row if None not in row else tuple(map(_replace_missing_value, columns, row))


def _replace_missing_value(column: str, value: Any) -> Any:
    """Return 0 for a missing count, and '' for a missing text."""
    return (0 if column in _SUMMED_COLUMNS else "") if value is None else value
