"""A directory whose files are changed, broken, removed and restored, with the expected response for each state."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from http_support.server import Reply

WIDE_LANGUAGES = (
    "af ar be bg ca cs da de el es et fi fr he hr hu id it ja ko lt lv nl pl pt ro ru sk sl sv tr uk".split()
)


def format_po(translated: int, total: int = 10) -> str:
    strings = (
        f'msgid "text {number}"\nmsgstr "{f"Text {number}" if number < translated else ""}"\n'
        for number in range(total)
    )
    return "\n".join(['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n', *strings])


def write_project(root: Path) -> None:
    """Write a component that changes, a component with many languages, and a component in a category."""
    for folder, languages in (("app", ["cs", "de"]), ("wide", WIDE_LANGUAGES), ("docs/manual", ["pt_BR"])):
        place = root / "demo" / folder
        place.mkdir(parents=True)
        (place / "component.json").write_text(json.dumps({"filemask": "*.po", "file_format": "po"}))
        for language in languages:
            (place / f"{language}.po").write_text(format_po(5))


class FileState(NamedTuple):
    """Content of the German file, and the expected number of translated strings by language."""

    name: str
    content: str | None
    """New content of the file, or None if the file is removed."""
    numbers: dict[str, int] | None
    """Expected numbers, or None if the component does not exist."""
    is_broken: bool = False


def generate_states(count: int) -> Iterator[FileState]:
    randomness, good = random.Random(7), {"cs": 5, "de": 5}  # noqa: S311  the same states in each run
    for number in range(count):
        kind = ("good", "broken", "good", "gone", "good", "all gone")[number % 6]
        if kind == "good":
            good = {"cs": 5, "de": randomness.choice([each for each in range(11) if each != good.get("de")])}
            yield FileState(kind, format_po(good["de"]), good)
        elif kind == "broken":
            yield FileState(kind, format_po(3) + 'msgid "open', good, is_broken=True)
        else:
            yield FileState(kind, None, {"cs": 5} if kind == "gone" else None)


def apply_state(folder: Path, state: FileState) -> None:
    """Replace the German file atomically, or remove the file if its content is None.

    If the state has no component, rename the folder instead.
    """
    hidden = folder.with_name(".hidden")
    if state.numbers is None:
        folder.rename(hidden)
        return
    if hidden.exists():
        hidden.rename(folder)
    if state.content is None:
        (folder / "de.po").unlink()
    else:
        (folder / "de.po.new").write_text(state.content)
        (folder / "de.po.new").replace(folder / "de.po")


def read_numbers(reply: Reply) -> dict[str, int] | None:
    if reply.status == 404:
        return None
    assert reply.status == 200, reply
    return {record["code"]: record["translated"] for record in json.loads(reply.body)["results"]}
