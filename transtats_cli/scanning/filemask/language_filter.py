"""Filter for the language parts of file names: the setting `language_regex`."""

from transtats_cli.component import DEFAULT_LANGUAGE_REGEX, Component
from transtats_cli.errors import TranstatsError


def accepts(component: Component, part: str) -> bool:
    """True if `language_regex` matches the part. Raises TranstatsError if it is invalid or takes too long."""
    if component.language_regex == DEFAULT_LANGUAGE_REGEX:
        # Same result as the default expression, without compiling it.
        return part != "" and "." not in part
    # Imported late, because most components use the default.
    from transtats_cli.expressions import compiled
    from transtats_cli.limits import NotChecked

    try:
        return compiled(component.language_regex).starts(part)
    except (NotChecked, ValueError) as error:
        names = f"{component.project}/{component.slug}"
        raise TranstatsError(f"{names}: language_regex, on {part!r}: {error}; say it more simply") from error
