"""Numbers with their nouns."""


def counted(number: int, noun: str) -> str:
    """`1 string`, `2 strings`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
