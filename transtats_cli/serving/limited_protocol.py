"""HTTP protocol with limits for each connection: duration and size of requests, and progress of responses."""

import asyncio
import re
import sys
from http import HTTPStatus
from typing import Any, cast

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from transtats_cli.serving.application import Application
from transtats_cli.serving.http import problems
from transtats_cli.serving.http.access import normalise_address
from transtats_cli.serving.http.access_log import format_logged_target
from transtats_cli.serving.http.exchange import make_problem_response
from transtats_cli.serving.http.problems import HttpProblem

_LINGERING_SECONDS = 2.0
"""Time in seconds after an error response until the connection is aborted.

In this time the client can read the response, and further input is discarded.
"""
_MIN_PROGRESS_BYTES = 10_000
"""Smallest number of bytes that a client must receive between two checks of a slow response."""


class LimitedProtocol(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits on everything that a client controls."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._application = cast(Application, self.config.app)
        self._limits = self._application.options.limits
        self.url = b""
        self._is_reading_head = True
        self._head_bytes = 0
        self._head_timer: asyncio.TimerHandle | None = None
        self._unsent_bytes = 0
        self._sending_timer: asyncio.TimerHandle | None = None
        self._has_refused_request = False
        self._latest_input = b""

    # Connection.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client is not None:
            self.client = (normalise_address(self.client[0]), self.client[1])
        self._start_head_timer()
        if len(self.connections) > self._limits.connections:
            self._refuse_request(HttpProblem(503, "There are too many connections.", retry_seconds=1))

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timers(self._head_timer, self._sending_timer)
        super().connection_lost(exc)

    # Input.

    def data_received(self, data: bytes) -> None:
        if self._has_refused_request:
            return
        if self._is_reading_head:
            self._head_bytes += len(data)
        self._latest_input = data
        super().data_received(data)
        self._latest_input = b""
        if self._is_reading_head and self._head_bytes and not self._has_refused_request:
            if self._head_timer is None:
                # A part of a request has arrived. Limit the time for the rest.
                self._start_head_timer()
            self._check_head_size(self._head_bytes)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.url = b""

    def on_headers_complete(self) -> None:
        self._is_reading_head = False
        self._cancel_timers(self._head_timer)
        self._head_timer = None
        if not self._has_refused_request:
            # `_head_bytes` does not include a head that arrived together with the request before it.
            self._check_head_size(sum(len(name) + len(value) + 4 for name, value in self.headers))
        if self._has_refused_request:
            return
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._has_refused_request:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._is_reading_head = True
        self._head_bytes = 0
        if not self._has_refused_request:
            super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Send an error response to a malformed request, an unknown method or an invalid URL."""
        error = sys.exception()
        method = re.match(rb"[A-Za-z]{1,30}(?= )", self._latest_input)
        if isinstance(error, httptools.HttpParserInvalidMethodError) and method is not None:
            not_allowed = problems.method_not_allowed(method[0].decode())
            needs_token = bool(self._application.options.tokens)
            self._refuse_request(problems.not_authenticated() if needs_token else not_allowed)
        elif isinstance(error, httptools.HttpParserInvalidURLError):
            self._refuse_request(problems.not_found())
        else:
            self._refuse_request(HttpProblem(400, "The request is malformed."))

    # Output.

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._watch_sending_progress()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_sending_progress()

    def _watch_sending_progress(self) -> None:
        self._cancel_timers(self._sending_timer)
        self._unsent_bytes = self.transport.get_write_buffer_size()
        self._sending_timer = self.loop.call_later(self._limits.progress_check_seconds, self._check_sending_progress)

    def _check_sending_progress(self) -> None:
        """Abort the connection if the client received almost nothing since the last check."""
        unsent = self.transport.get_write_buffer_size()
        self._sending_timer = None
        if not unsent:
            return
        if self._unsent_bytes - unsent < _MIN_PROGRESS_BYTES:
            self.transport.abort()
        else:
            self._watch_sending_progress()

    # Limits.

    def _start_head_timer(self) -> None:
        self._cancel_timers(self._head_timer)
        self._head_timer = self.loop.call_later(self._limits.head_seconds, self._on_head_timeout)

    def _on_head_timeout(self) -> None:
        self._head_timer = None
        if self.cycle is not None and not self.cycle.response_complete:
            # The request is not late: the previous response has not been sent completely.
            self._start_head_timer()
        elif self._head_bytes:
            self._refuse_request(HttpProblem(408, "The request took too long to arrive."))
        else:
            self.transport.close()

    def _check_head_size(self, head_bytes: int) -> None:
        if len(self.url) > self._limits.url_bytes:
            self._refuse_request(HttpProblem(414, "The address is too long."))
        elif head_bytes > self._limits.head_bytes:
            self._refuse_request(HttpProblem(431, "The headers of the request are too large."))

    def _refuse_request(self, problem: HttpProblem) -> None:
        """Send an error response, ignore further input, and close the connection."""
        self._has_refused_request = True
        self._cancel_timers(self._head_timer)
        if self.cycle is not None and not self.cycle.response_complete:
            # Another response is being sent. Close the connection after it.
            self.cycle.keep_alive = False
            return
        response = make_problem_response(problem, self._application.common_headers)
        headers = [*self.server_state.default_headers, *response.headers, (b"connection", b"close")]
        lines = [b"HTTP/1.1 %d %b" % (problem.status, HTTPStatus(problem.status).phrase.encode())]
        lines += [name + b": " + value for name, value in headers]
        self.transport.write(b"\r\n".join([*lines, b"", response.body]))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._sending_timer = self.loop.call_later(_LINGERING_SECONDS, self.transport.abort)
        client, target = self.client[0] if self.client else "-", format_logged_target(self.url, b"")
        self._application.log.log_request(client, "-", target, (problem.status, len(problem.body), 0.0))

    @staticmethod
    def _cancel_timers(*timers: asyncio.TimerHandle | None) -> None:
        for timer in timers:
            if timer is not None:
                timer.cancel()
