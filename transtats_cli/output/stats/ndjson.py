"""Render reports as NDJSON: a line of compact JSON for each record."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from transtats_cli.envelope import component_url_prefixes, counts_and_dates, quote_url_path
from transtats_cli.output import View
from transtats_cli.output.json_text import compact_json
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Statistics, percent_tenths


def render_ndjson(reports: Iterable[Report], view: View) -> Iterator[str]:
    for report in reports:
        format_record = _RecordFormatter(report, view).format_record
        yield "".join([format_record(record) for record in view.select_page_records(report)])


class _RecordFormatter:
    """Formatter of the records of one component.

    A record whose texts need no escapes is formatted with a template, which is faster than a JSON encoder.
    """

    def __init__(self, report: Report, view: View) -> None:
        component = report.component
        owner = view.select_component_fields(report)
        self._beginning = compact_json(owner, for_terminal=view.is_terminal)[:-1] + "," if owner else "{"
        self._report = report
        self._view = view
        self._template = _create_line_template(self._beginning, component_url_prefixes(component))
        is_standard = not (
            view.has_extended_keys or view.has_completeness_keys or view.shown_keys or view.totals_project
        )
        self._uses_template = is_standard and _needs_no_escapes("".join(component_url_prefixes(component)))

    def format_record(self, record: Record) -> str:
        (code, name, _), _, statistics, changed, recent = record
        if not (self._uses_template and _needs_no_escapes(f"{code}{name}{changed}")):
            values = self._view.select_fields(self._report, record)
            return f"{self._beginning}{compact_json(values, for_terminal=self._view.is_terminal)[1:]}\n"
        (strings, words, chars), translated, fuzzy, approved, readonly, failing, suggestions, comments = statistics
        end = quote_url_path(code)
        # In the order of `envelope.record_fields`.
        return self._template % (
            strings,
            words,
            chars,
            "null" if changed is None else f'"{changed}"',
            recent,
            *translated,
            _format_percent(translated[0], strings) if strings else "100.0",
            _format_percent(translated[1], words) if words else "100.0",
            _format_percent(translated[2], chars) if chars else "100.0",
            fuzzy[0],
            _format_percent(fuzzy[0], strings),
            failing,
            _format_percent(failing, strings),
            approved[0],
            _format_percent(approved[0], strings),
            readonly[0],
            _format_percent(readonly[0], strings),
            suggestions,
            comments,
            code,
            name,
            end,
            end,
        )


def _create_line_template(beginning: str, url_prefixes: Sequence[str]) -> str:
    """Return the format string for the line of a record.

    The format string has a `%s` for each value that differs between records of the same component. `beginning` is the
    text before the first number. `url_prefixes` is the result of `component_url_prefixes`.
    """
    start, page, editor = (text.replace("%", "%%") for text in (beginning, *url_prefixes))
    numbers = _create_number_template()
    return f'{start}{numbers},"code":"%s","name":"%s","url":"{page}%s/","translate_url":"{editor}%s/"}}\n'


@lru_cache(maxsize=1)
def _create_number_template() -> str:
    return ",".join(f'"{key}":%s' for key in counts_and_dates(Statistics(), None, 0))


def _needs_no_escapes(text: str) -> bool:
    """Return True if a text needs no escapes in JSON, even on a terminal."""
    return text.isascii() and text.isprintable() and '"' not in text and "\\" not in text


def _format_percent(part: int, whole: int) -> str:
    """Return a percentage as text. The texts are cached."""
    return _PERCENT_TEXTS[percent_tenths(part, whole)]


class _PercentTextCache(dict[int, str]):
    """Texts of percentages, by the percentage in tenths. A missing text is created at its first use."""

    def __missing__(self, tenths: int) -> str:
        text = self[tenths] = str(tenths / 10)
        return text


_PERCENT_TEXTS = _PercentTextCache()
