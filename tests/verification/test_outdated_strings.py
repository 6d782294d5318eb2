"""`transtats verify` names strings that are outdated in git and need rewriting on the server."""

import json
from collections.abc import Callable

from tests.fixture_types import Run
from tests.git_repositories import ScriptedRepository
from tests.verification.conftest import Answer, StubServer, make_component_fields, make_unit
from tests.verification.test_verify import NO_TOKENS, find_language, list_reasons

SETTINGS = '[project.demo.component.app]\nfilemask = "locales/*.json"\ntemplate = "locales/en.json"\n'


def test_strings_that_are_outdated_in_git_are_a_certain_reason(
    run: Run, repository: Callable[[str], ScriptedRepository], stub: StubServer
) -> None:
    made = repository("app")
    files = {"locales/de.json": '{"open": "Offen", "close": "Zu"}', "transtats.toml": SETTINGS}
    made.commit("first", {**files, "locales/en.json": '{"open": "Open", "close": "Close"}'})
    made.commit("second", {"locales/en.json": '{"open": "Open it", "close": "Close"}'})
    lived = run("stats", "demo", "app", "--lived", "--extended", cwd=made.path)
    stub.answer_statistics("demo/app", json.loads(lived.stdout)["results"])
    fields = {"filemask": "locales/*.json", "file_format": "json", "template": "locales/en.json"}
    stub.answer("components/demo/app/", Answer(make_component_fields(**fields)))
    units = [make_unit("Open it", "Offen", 11, context="open"), make_unit("Close", "Zu", 20, context="close")]
    stub.answer_list("translations/demo/app/de/units/", units)
    done = run("verify", "demo", "app", "--against", stub.url, "--json", cwd=made.path, env=NO_TOKENS)
    result = json.loads(done.stdout)
    assert (done.status, list_reasons(result)) == (1, [("outdated", True)])
    language = find_language(result)
    since = f"since commit {made.head[:10]} of 2023-11-15; was: Open"
    assert since in language["reasons"][0]["text"]
    (difference,) = language["strings"]
    assert (difference["kind"], difference["number"]) == ("outdated", 1)
    assert difference["examples"][0]["here"] == f"translated, outdated {since}"
