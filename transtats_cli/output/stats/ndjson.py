"""Render reports as NDJSON: a line of compact JSON for each record."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from transtats_cli.envelope import component_url_prefixes, counts_and_dates, quote_url_path
from transtats_cli.output import View
from transtats_cli.output.json_text import compact_json
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Statistics, percent_tenths


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    for report in reports:
        format_record = _RecordFormatter(report, view).format
        yield "".join([format_record(record) for record in view.records(report)])


class _RecordFormatter:
    """Formatter of the records of one component.

    Records without escapes are formatted without a dictionary and without an encoder.
    """

    def __init__(self, report: Report, view: View) -> None:
        component = report.component
        owner = view.owner(report)
        self._beginning = compact_json(owner, for_terminal=view.terminal)[:-1] + "," if owner else "{"
        self._report = report
        self._view = view
        self._template = _line_template(self._beginning, component_url_prefixes(component))
        is_standard = not (view.extended or view.completeness or view.keys or view.totals)
        self._uses_template = is_standard and _is_plain("".join(component_url_prefixes(component)))

    def format(self, record: Record) -> str:
        (code, name, _), _, statistics, changed, recent = record
        if not (self._uses_template and _is_plain(f"{code}{name}{changed}")):
            values = self._view.fields(self._report, record)
            return f"{self._beginning}{compact_json(values, for_terminal=self._view.terminal)[1:]}\n"
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
            _percent_text(translated[0], strings) if strings else "100.0",
            _percent_text(translated[1], words) if words else "100.0",
            _percent_text(translated[2], chars) if chars else "100.0",
            fuzzy[0],
            _percent_text(fuzzy[0], strings),
            failing,
            _percent_text(failing, strings),
            approved[0],
            _percent_text(approved[0], strings),
            readonly[0],
            _percent_text(readonly[0], strings),
            suggestions,
            comments,
            code,
            name,
            end,
            end,
        )


def _line_template(beginning: str, addresses: Sequence[str]) -> str:
    """Return the format string for the line of a record.

    The format string has a `%s` for each value that differs between records of the same component.
    """
    start, page, editor = (text.replace("%", "%%") for text in (beginning, *addresses))
    return f'{start}{_number_fields()},"code":"%s","name":"%s","url":"{page}%s/","translate_url":"{editor}%s/"}}\n'


@lru_cache(maxsize=1)
def _number_fields() -> str:
    return ",".join(f'"{key}":%s' for key in counts_and_dates(Statistics(), None, 0))


def _is_plain(text: str) -> bool:
    """Return True if a text needs no escapes in JSON, even on a terminal."""
    return text.isascii() and text.isprintable() and '"' not in text and "\\" not in text


def _percent_text(part: int, whole: int) -> str:
    """Return a percentage as text. The texts are cached."""
    return _PERCENT_TEXTS[percent_tenths(part, whole)]


class _PercentTexts(dict[int, str]):
    def __missing__(self, tenths: int) -> str:
        text = self[tenths] = str(tenths / 10)
        return text


_PERCENT_TEXTS = _PercentTexts()
