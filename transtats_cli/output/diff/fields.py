"""JSON object with the changes of a language."""

from typing import Any

from transtats_cli.comparison.movements import LanguageMovements
from transtats_cli.output.diff.answer import Difference
from transtats_cli.output.units.fields import fields as unit_fields
from transtats_cli.statistics import Counts, Statistics, percent


def fields(difference: Difference, language: LanguageMovements) -> dict[str, Any]:
    """Return the statistics of a language and the size of each change. With `shows_units`, add the changed strings."""
    said: dict[str, Any] = {
        "language": language.language.code,
        "name": language.language.name,
        "file": language.path,
        "before": None if language.is_new else _figures(language.before),
        "after": None if language.is_gone else _figures(language.after),
    }
    for movement, size in language.sizes.items():
        said[movement.key] = _size(size)
        if movement in language.translated:
            said[movement.key]["translated"] = _size(language.translated[movement])
    if difference.shows_units:
        said["units"] = [
            {"movement": moved.movement.key, **unit_fields(difference.found(language, moved))}
            for moved in language.movements
        ]
    return said


def _figures(statistics: Statistics) -> dict[str, Any]:
    return {
        "total": statistics.total.strings,
        "total_words": statistics.total.words,
        "translated": statistics.translated.strings,
        "translated_words": statistics.translated.words,
        "translated_percent": percent(statistics.translated.strings, statistics.total.strings, of_nothing=100.0),
        "fuzzy": statistics.fuzzy.strings,
        "failing": statistics.failing,
    }


def _size(counts: Counts) -> dict[str, Any]:
    return {"strings": counts.strings, "words": counts.words, "chars": counts.chars}
