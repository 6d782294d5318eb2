"""NDJSON: a line of compact JSON for each record."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any

from transtats_cli.envelope import fields
from transtats_cli.output import View
from transtats_cli.output.json_envelope import compact
from transtats_cli.report import Report


def render(reports: Iterable[Report], view: View) -> Iterator[str]:
    write = _Writer(harmless=view.terminal).write
    for report in reports:
        component = report.component
        owner = {"project": component.project, "component": component.slug} if view.several else {}
        beginning = compact(owner, harmless=view.terminal)[:-1] + "," if owner else "{"
        records = [fields(record, component, extended=view.extended) for record in view.records(report)]
        yield "".join([f"{beginning}{write(record)}\n" for record in records])


class _Writer:
    """Writes records as JSON. They have the same keys, so what stands between their values is made once."""

    def __init__(self, *, harmless: bool) -> None:
        self._harmless = harmless
        self._frames: dict[bool, tuple[str, Callable[[Mapping[str, Any]], tuple[str, ...]]]] = {}
        """One for records that have a last change and one for those that have none: no other value may be null.
        Beside each, what takes the texts out of a record."""

    def write(self, record: Mapping[str, Any]) -> str:
        """A record behind the brace that opens it."""
        is_unchanged = record["last_change"] is None
        if is_unchanged not in self._frames:
            texts = [key for key, value in record.items() if isinstance(value, str)]
            self._frames[is_unchanged] = _frame(record), itemgetter(*texts)
        frame, texts_of = self._frames[is_unchanged]
        if _is_plain("".join(texts_of(record))):
            return frame % (*record.values(),)
        return compact(record, harmless=self._harmless)[1:]


def _is_plain(text: str) -> bool:
    """Whether JSON has a text as it is, on a terminal too."""
    return text.isascii() and text.isprintable() and '"' not in text and "\\" not in text


def _frame(record: Mapping[str, Any]) -> str:
    """How such a record is written, with places for its values."""
    return ",".join(f'"{key}":{_place(value)}' for key, value in record.items()) + "}"


def _place(value: Any) -> str:
    if value is None:
        return "null%.0s"
    return '"%s"' if isinstance(value, str) else "%s"
