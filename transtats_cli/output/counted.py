"""Format a number with its noun."""


def counted(number: int, noun: str) -> str:
    """Return `1 string` or `2 strings`. The plural is formed with `s`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
