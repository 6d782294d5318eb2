"""Malformed and unusual requests. They are the same in each run."""

import random
from collections.abc import Iterator

from http_support.server import APP

ODD_PIECES = r"""
.. . %2e%2e %252e %2f %252F %5c \ // %00 a%00b %FF%FE %c0%ae % %zz %25 demo app cs ~root etc passwd con nul: * {project}
%7B %0d%0aX:%201 ; %E2%80%AE %F0%9F%98%80 -1 '%22%3C%3E statistics.json statistics.exe + @
"""
PIECES = [*ODD_PIECES.split(), "a" * 300, "9" * 40]
ENDPOINTS = ["projects", "components", "translations", "languages", "units", "schema", ""]
KNOWN_PATHS = [
    "components/demo/app/statistics/",
    "components/demo/app/",
    "translations/demo/app/cs/units/",
    "projects/",
]
ODD_QUERIES = """
?page=99999999999999999999 ?page=%D9%A2 ?page=-1 ?page_size=1e9 ?format=../x ?format=csv ?q=%28%28%28%28 ?q=source:%22
?q=state:%3E%3E ?%00=%FF ?page= ?extended=%FF ?callback=x ?page=1&page=0 ?indent=4
"""
QUERIES = ["", "", *ODD_QUERIES.split(), "?q=" + "(" * 3_000, "?" + "a=b&" * 1_000]


def generate_odd_requests(count: int) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Yield the method, the path with the query, and the headers of each request."""
    randomness = random.Random(5)  # noqa: S311  not for secrets
    yield b"GET", b"/api/components/" + b"x" * 70_000 + b"/app/statistics/", b""
    yield b"GET", APP, b"X: " + b"y" * 70_000 + b"\r\n"
    yield b"GET", APP, b"".join(b"X-%d: y\r\n" % number for number in range(5_000))
    for _ in range(count - 3):
        parts = [randomness.choice(PIECES) for _ in range(randomness.randint(0, 4))]
        end = randomness.choice(["/", "", "/statistics/", "/units/", "/file/", ".json", "/statistics.csv", "//"])
        odd = (
            "/".join([randomness.choice(["", "", "", "/.", "//"]) + "/api", randomness.choice(ENDPOINTS), *parts]) + end
        )
        path = randomness.choice([odd, f"/api/{randomness.choice(KNOWN_PATHS)}"])
        method = randomness.choices(
            ["GET", "HEAD", "OPTIONS", "POST", "DELETE", "TRACE", "BREW"], [20, 2, 2, 1, 1, 1, 1]
        )[0]
        header = randomness.choice(
            ["", "", "Accept: %s\r\n" % ("x/" * 500), 'If-None-Match: "\r\n', "Range: bytes=9-1\r\n"]
        )
        yield method.encode(), (path + randomness.choice(QUERIES)).encode(), header.encode()
