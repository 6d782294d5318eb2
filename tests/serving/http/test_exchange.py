"""Headers of a request."""

import asyncio
import itertools
import string
from typing import NoReturn

from tests.settings.test_growth import steps
from transtats_cli.serving.http.exchange import Exchange
from transtats_cli.serving.http.response_cache import Header


def make_exchange(headers: list[Header]) -> Exchange:
    """Return the exchange of a request with these headers."""

    async def make() -> Exchange:
        async def receive() -> NoReturn:
            raise AssertionError

        async def send(message: object) -> None:
            raise AssertionError(message)

        scope = {
            "method": "GET",
            "path": "/",
            "raw_path": b"/",
            "query_string": b"",
            "headers": headers,
            "client": None,
        }
        return Exchange(scope, receive, send)

    return asyncio.run(make())


def test_the_values_of_a_repeated_header_are_joined() -> None:
    exchange = make_exchange([(b"accept", b"text/csv"), (b"host", b"a"), (b"accept", b"*/*")])
    assert exchange.headers == {b"accept": b"text/csv, */*", b"host": b"a"}


def test_the_time_for_repeated_headers_grows_with_their_number() -> None:
    def count_steps(number: int) -> int:
        letters = itertools.islice(itertools.product(string.ascii_lowercase, repeat=3), number)
        headers = [("".join(each).encode(), b"") for each in letters]
        return steps(lambda: make_exchange([*headers, headers[0]]))

    half, whole = count_steps(1_000), count_steps(2_000)
    assert whole < 2.5 * half
