"""Which language parts of file names a component takes: those that its `language_regex` accepts."""

from transtats_cli.component import DEFAULT_LANGUAGE_REGEX, Component
from transtats_cli.errors import TranstatsError


def accepts(component: Component, part: str) -> bool:
    """Whether the setting takes the part for a language; raises TranstatsError where that takes too long to say."""
    if component.language_regex == DEFAULT_LANGUAGE_REGEX:
        # What it says, without an expression.
        return part != "" and "." not in part
    # Imported late: most components say nothing of it.
    from transtats_cli.checks.limits import NotChecked
    from transtats_cli.checks.patterns import compiled

    try:
        return compiled(component.language_regex).starts(part)
    except (NotChecked, ValueError) as error:
        names = f"{component.project}/{component.slug}"
        raise TranstatsError(f"{names}: language_regex, on {part!r}: {error}; say it more simply") from error
