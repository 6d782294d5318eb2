"""Data from git: a chart of the translated share over time, and the strings of a translation that changed last."""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from transtats_cli.history.shares import ShareHistory
from transtats_cli.pages.visible_text import VisibleText, find_placeholders, make_visible_text

_CHART_WIDTH, _CHART_HEIGHT = 1000, 200
_MAX_ZOOMED_RANGE = 40
_MAX_ROWS = 12
_MAX_TEXT_BYTES = 2_000


class HistoryChart(NamedTuple):
    """Line of a chart, and its values as text. If there is no chart, `note` contains the reason."""

    path: str = ""
    """Data of the SVG path of the line. Empty if there is no chart."""
    rows: Sequence[tuple[str, str]] = ()
    """Dates of commits of the chart, each with another percentage than the one before. The newest comes first."""
    description: str = ""
    note: str = ""
    title: str = ""
    first_date: str = ""
    last_date: str = ""
    axis: Sequence[str] = ()
    """Values at the bottom, in the middle and at the top."""
    last_value: str = ""
    last_height: float = 0
    """Distance of the last value from the top, in percent of the height."""
    place: Sequence[str] = ()
    """Project, or project and component, of the page of the changes in the last 30 days."""
    language: str = ""
    since: str = ""
    """Beginning of these 30 days. Empty if the change is unknown."""


class StringVersion(NamedTuple):
    """Texts of the target of a string in one version of a file. A string with plural forms has several texts."""

    texts: Sequence[VisibleText]
    state: str
    """State of the string. Empty if the change does not concern the state."""
    absence: str = "not translated"
    """Phrase in place of the texts if there are none."""


class StringChange(NamedTuple):
    """Last change of one string."""

    date: str
    """Day of the commit. Empty if it is unknown, or if the change is not committed."""
    commit: str
    """Beginning of the id of the commit. Empty if the change is not committed."""
    context: str
    sources: Sequence[VisibleText]
    before: StringVersion
    after: StringVersion
    checksum: str
    """Text that identifies the string in addresses. Empty if the string has no page."""


class RecentChanges(NamedTuple):
    """Changes of a translation, newest first. If there are none, `note` gives the reason."""

    changes: Sequence[StringChange] = ()
    note: str = ""


PENDING_HISTORY = ShareHistory(note="The history is being computed.")
FAILED_HISTORY = ShareHistory(note="The history cannot be read. The log of the server contains the reason.")
SOURCE_HISTORY = ShareHistory(note="The history does not include the source language.")
PENDING_CHANGES = RecentChanges(note="The changes are being read.")
FAILED_CHANGES = RecentChanges(note="The changes cannot be read. The log of the server contains the reason.")
NO_CHANGES = RecentChanges(note="The latest commits that were read changed no string after the file was added.")


def make_history_chart(
    history: ShareHistory, project: str = "", component: str = "", language: str = ""
) -> HistoryChart:
    """Return the chart of a translation, or of a sum of translations. An empty text stands for all of them."""
    values = history.percentages.get((project, component, language), ())
    points = [
        (time, date, value)
        for time, date, value in zip(history.times, history.dates, values, strict=False)
        if value is not None
    ]
    if not points:
        return HistoryChart(note=history.note or "No commit contains these translations yet.")
    rows = [
        (date, f"{value}%")
        for place, (_, date, value) in enumerate(points)
        if place == 0 or value != points[place - 1][2]
    ]
    description = f"From {points[0][2]}% on {points[0][1]} to {points[-1][2]}% on {points[-1][1]}."
    change = history.find_change(project, component, language)
    if change is not None:
        description += f" In the 30 days to {history.last_date}: {format_points(change)} percentage points."
    bottom, top = _find_range([value for _, _, value in points])
    path = _draw_steps([(time, _CHART_HEIGHT * (top - value) / (top - bottom)) for time, _, value in points])
    return HistoryChart(
        path,
        rows[::-1][:_MAX_ROWS],
        description,
        title=f"Share over time, {bottom} to {top}%",
        first_date=points[0][1],
        last_date=points[-1][1],
        axis=[f"{value:g}%" for value in (bottom, (bottom + top) / 2, top)],
        last_value=f"{points[-1][2]}%",
        last_height=round(100 * (top - points[-1][2]) / (top - bottom), 1),
        place=[each for each in (project, component) if each],
        language=language,
        since=history.earlier_date if change is not None else "",
    )


def _find_range(values: Sequence[float]) -> tuple[int, int]:
    """Return the range of the axis: multiples of 10, or 0 and 100 if the values are far from each other."""
    bottom, top = 10 * int(min(values) // 10), 10 * ceil(max(values) / 10)
    if top - bottom > _MAX_ZOOMED_RANGE:
        return 0, 100
    return (bottom, top) if bottom < top else (max(0, bottom - 10), max(10, top))


def format_points(change: float) -> str:
    """Return a change of a percentage with its sign."""
    return f"{change:+}".replace("-", "\N{MINUS SIGN}") if change else "0.0"


def _draw_steps(points: Sequence[tuple[int, float]]) -> str:
    """Return the data of an SVG path through times and heights.

    A value stays the same until the next commit, so the line consists of steps.
    """
    first, last = points[0][0], max(time for time, _ in points)
    span = max(1, last - first)
    (_, start), *rest = [(_CHART_WIDTH * max(0, time - first) / span, height) for time, height in points]
    return f"M0 {start:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in rest) + f"H{_CHART_WIDTH}"


def show_changed_texts(texts: Sequence[str]) -> Sequence[VisibleText]:
    """Return the texts of a changed string with visible characters and placeholders. Empty texts are left out."""
    limit = _MAX_TEXT_BYTES // max(1, len(texts))
    return [make_visible_text(text, find_placeholders(text), limit=limit) for text in texts if text]
