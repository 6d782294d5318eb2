"""Totals of a data set: per project, per language, and per check. Only the Parquet files are read."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from transtats_cli.errors import TranstatsError
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.manifest import DatasetPart
from transtats_cli.fleet.output.parquet import read_rows_of_roots, sum_columns
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
    """Return the totals of a data set. The rows of one part are in memory at a time.

    Raises TranstatsError if the directory contains no data set in Parquet.
    """
    dataset = Dataset(address)
    dataset.require_parts()
    if not any("parquet" in part.formats for part in dataset.parts):
        raise TranstatsError(
            f"{dataset.store.address} has no Parquet files; run `transtats fleet` with --format parquet"
        )
    valid = [(part, {root.root for root in roots}) for part, roots in dataset.list_valid_roots()]
    readable = [(part, roots) for part, roots in valid if "parquet" in part.formats]
    component = ("root", "project", "component")
    languages, projects, checks = [], [], []
    for part, roots in readable:
        if part.row_counts.get(RECORDS_TABLE):
            records = _sum_rows(dataset, part, roots, RECORDS_TABLE, (*component, "code"), _SUMMED_COLUMNS)
            languages.append(sum_columns([records], ("code",), _SUMMED_COLUMNS, "components"))
            components = sum_columns([records], component, _SUMMED_COLUMNS)
            projects.append(sum_columns([components], ("project", "root"), _SUMMED_COLUMNS, "components"))
        if part.row_counts.get(FINDINGS_TABLE):
            findings = _sum_rows(dataset, part, roots, FINDINGS_TABLE, (*component, "check"), ())
            checks.append(sum_columns([findings], ("check",), ("rows",), "components"))
    roots_by_project: dict[str, set[str]] = {}
    for table in projects:
        for project, root in zip(*(table.column(name).to_pylist() for name in ("project", "root")), strict=True):
            roots_by_project.setdefault(project, set()).add(root)
    shared_projects = [roots for roots in roots_by_project.values() if len(roots) > 1]
    project_sums = [GroupSums(*each) for each in _list_sums(projects, "project", _SUMMED_COLUMNS)]
    language_sums = [GroupSums(*each) for each in _list_sums(languages, "code", _SUMMED_COLUMNS)]
    check_totals = [CheckTotals(check, rows, count) for check, count, rows in _list_sums(checks, "check", ("rows",))]
    return FleetSummary(
        tuple(sorted(project_sums, key=lambda each: (-each.untranslated, each.name))),
        tuple(sorted(language_sums, key=lambda each: (-each.translated_percent, each.untranslated, each.name))),
        tuple(sorted(check_totals, key=lambda each: (-each.findings, each.check))),
        any("findings" in part.options for part in dataset.parts),
        len(set().union(*(roots for _, roots in readable))),
        len(set().union(*(roots for part, roots in readable if not part.has_checks))),
        len(shared_projects),
        len(set().union(*shared_projects)),
        sum("parquet" not in part.formats and any(part.row_counts.values()) and bool(roots) for part, roots in valid),
    )


def _sum_rows(
    dataset: Dataset, part: DatasetPart, roots: set[str], table: str, keys: Sequence[str], summed: Sequence[str]
) -> Any:
    """Return the sums of the valid rows of a part, as a table of pyarrow."""
    columns = [TABLES[table][column_index(table, name)] for name in (*keys, *summed)]
    with dataset.open_table(table, part, "parquet") as file:
        return sum_columns([read_rows_of_roots(file, columns, roots)], keys, summed)


def _list_sums(tables: Sequence[Any], key: str, summed: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the key, the number of components, and the other sums."""
    for row in sum_columns(tables, (key,), ("components", *summed), "parts").to_pylist() if tables else ():
        yield tuple(row.values())[:-1]
