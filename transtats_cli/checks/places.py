"""Places in a text: the first of many from somewhere on, and whether one is escaped."""

from bisect import bisect_left


def first_from(places: list[int], least: int) -> int | None:
    """The first of the ascending places that is not below the least one."""
    index = bisect_left(places, least)
    return places[index] if index < len(places) else None


def is_escaped(text: str, place: int) -> bool:
    """Whether an odd number of backslashes stands before a place."""
    first = place
    while first and text[first - 1] == "\\":
        first -= 1
    return (place - first) % 2 == 1
