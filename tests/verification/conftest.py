"""A server on loopback with prepared answers, and components to compare with the server."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import pytest

from tests.fixture_types import WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'

SOURCE_RECORD = {"code": "en", "name": "English"}
"""Record of a server for the source language. Fields that are missing are not compared."""


class Answer(NamedTuple):
    """Prepared answer. A body that is not bytes is sent as JSON."""

    body: Any = b""
    status: int = 200
    headers: Mapping[str, str] = {}


Reaction = Answer | Callable[[BaseHTTPRequestHandler], None]
"""Prepared answer, or a function that handles the request itself."""


class StubServer:
    """HTTP server with prepared answers by path, without query. Records the path and the headers of each request."""

    def __init__(self) -> None:
        self.answers: dict[str, list[Reaction]] = {}
        self.requests: list[tuple[str, Mapping[str, str]]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._create_handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def answer(self, path: str, *reactions: Reaction) -> None:
        """Set the reactions to requests for a path. The last reaction is repeated."""
        self.answers[f"/api/{path}"] = list(reactions)

    def answer_list(self, path: str, items: list[Any]) -> None:
        self.answer(path, Answer({"count": len(items), "next": None, "previous": None, "results": items}))

    def answer_statistics(self, names: str, records: list[Any]) -> None:
        """Answer with the records of a component. As on a server, that of the source language is the first."""
        self.answer_list(f"components/{names}/statistics/", [SOURCE_RECORD, *records])

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _create_handler(self) -> type[BaseHTTPRequestHandler]:
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                stub.requests.append((self.path, dict(self.headers.items())))
                reactions = stub.answers.get(self.path.partition("?")[0])
                if reactions is None:
                    send_answer(self, Answer({"errors": [{"detail": "Not found."}]}, 404))
                    return
                reaction = reactions.pop(0) if len(reactions) > 1 else reactions[0]
                if isinstance(reaction, Answer):
                    send_answer(self, reaction)
                else:
                    reaction(self)

            def log_message(self, *_: object) -> None:
                """Print nothing."""

        return Handler


def send_answer(handler: BaseHTTPRequestHandler, answer: Answer) -> None:
    body = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
    handler.send_response(answer.status)
    for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **answer.headers}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


@pytest.fixture
def stub() -> Iterator[StubServer]:
    server = StubServer()
    yield server
    server.close()


@pytest.fixture
def demo(tree: WriteTree, stub: StubServer) -> StubServer:
    """Server with the same component demo/app as the temporary directory."""
    tree({"demo/app/de.po": HEADER + 'msgid "Open"\nmsgstr "Offen"\n\nmsgid "Close"\nmsgstr ""\n'})
    stub.answer_statistics("demo/app", [make_german_record()])
    stub.answer("components/demo/app/", Answer(make_component_fields()))
    return stub


def make_german_record(**changes: Any) -> dict[str, Any]:
    """Return the record of a server for the file of the component demo/app."""
    return {
        "total": 2,
        "total_words": 2,
        "total_chars": 9,
        "last_change": "2026-01-01T00:00:00Z",
        "recent_changes": 7,
        "translated": 1,
        "translated_words": 1,
        "translated_chars": 4,
        "translated_percent": 50.0,
        "fuzzy": 0,
        "failing": 0,
        "approved": 0,
        "readonly": 0,
        "suggestions": 3,
        "comments": 4,
        "code": "de",
        "name": "German",
        **changes,
    }


def make_component_fields(**changes: Any) -> dict[str, Any]:
    return {
        "name": "app",
        "slug": "app",
        "project": {"slug": "demo", "translation_review": True},
        "source_language": {"code": "en"},
        "filemask": "demo/app/*.po",
        "file_format": "po",
        "template": "",
        "new_base": "",
        "language_regex": "^[^.]+$",
        "check_flags": "",
        "is_glossary": False,
        "url": "https://weblate.example.org/api/components/demo/app/",
        **changes,
    }


def make_unit(source: str, target: str, state: int, **changes: Any) -> dict[str, Any]:
    return {
        "context": "",
        "source": [source],
        "target": [target],
        "state": state,
        "has_failing_check": False,
        **changes,
    }
