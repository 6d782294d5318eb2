"""NDJSON: a line of compact JSON for each record."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from transtats_cli.component import Component
from transtats_cli.envelope import addresses, fields, numbers, quoted
from transtats_cli.output import View
from transtats_cli.output.json_text import compact
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Statistics


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    for report in reports:
        write = _Writer(report.component, view).write
        yield "".join([write(record) for record in view.records(report)])


class _Writer:
    """Formatter of a component's records. Records without escapes are formatted without a dictionary and an encoder."""

    def __init__(self, component: Component, view: View) -> None:
        owner = {"project": component.project, "component": component.slug} if view.several else {}
        self._beginning = compact(owner, harmless=view.terminal)[:-1] + "," if owner else "{"
        self._component = component
        self._view = view
        self._frame = _frame(self._beginning, addresses(component))
        self._is_usual = not view.extended and _is_plain("".join(addresses(component)))

    def write(self, record: Record) -> str:
        (code, name, _), _, statistics, changed, recent = record
        if not (self._is_usual and _is_plain(f"{code}{name}{changed}")):
            values = fields(record, self._component, extended=self._view.extended)
            return f"{self._beginning}{compact(values, harmless=self._view.terminal)[1:]}\n"
        (strings, words, chars), translated, fuzzy, approved, readonly, failing, suggestions, comments = statistics
        end = quoted(code)
        # In the order of `envelope.fields`.
        return self._frame % (
            strings,
            words,
            chars,
            "null" if changed is None else f'"{changed}"',
            recent,
            *translated,
            _share(translated[0], strings) if strings else "100.0",
            _share(translated[1], words) if words else "100.0",
            _share(translated[2], chars) if chars else "100.0",
            fuzzy[0],
            _share(fuzzy[0], strings),
            failing,
            _share(failing, strings),
            approved[0],
            _share(approved[0], strings),
            readonly[0],
            _share(readonly[0], strings),
            suggestions,
            comments,
            code,
            name,
            end,
            end,
        )


def _frame(beginning: str, addresses: Sequence[str]) -> str:
    """Return the format string of a line, with a `%s` for each value that differs between records of a component."""
    start, page, editor = (text.replace("%", "%%") for text in (beginning, *addresses))
    return f'{start}{_counted()},"code":"%s","name":"%s","url":"{page}%s/","translate_url":"{editor}%s/"}}\n'


@lru_cache(maxsize=1)
def _counted() -> str:
    return ",".join(f'"{key}":%s' for key in numbers(Statistics(), None, 0))


def _is_plain(text: str) -> bool:
    """Return True if JSON contains the text without escapes, also on a terminal."""
    return text.isascii() and text.isprintable() and '"' not in text and "\\" not in text


def _share(part: int, whole: int) -> str:
    """Return the same percentage as `statistics.percent`, as text. Each text is cached."""
    return _SHARES[1000 * part // whole or 1] if part and whole else "0.0"


class _Shares(dict[int, str]):
    def __missing__(self, tenths: int) -> str:
        text = self[tenths] = str(tenths / 10)
        return text


_SHARES = _Shares()
