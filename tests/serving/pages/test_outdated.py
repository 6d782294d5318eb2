"""Outdated strings on the pages of a server."""

import json
from collections.abc import Callable

from tests.git_repositories import ScriptedRepository
from tests.serving.conftest import Serve

COMPONENT = "/projects/shop/app/"
STRINGS = "/translate/shop/app/de/?q=is%3Aoutdated"
SETTINGS = '[project.shop.component.app]\nfilemask = "l/*.json"\ntemplate = "l/en.json"\n'


def commit_shop(made: ScriptedRepository) -> str:
    """Commit a string, and another source text of it. Return the beginning of the id of the last commit."""
    made.write({"transtats.toml": SETTINGS})
    made.commit("Add", {"l/en.json": '{"close": "Close the window"}', "l/de.json": '{"close": "Fenster zu"}'})
    return made.commit("Name the dialog", {"l/en.json": '{"close": "Close the dialog"}'})[:10]


def test_pages_list_outdated_strings_with_old_and_new_source(
    serve: Serve, repository: Callable[[str], ScriptedRepository], until: Callable[..., None]
) -> None:
    made = repository("shop")
    commit_id = commit_shop(made)
    server = serve(made.path, "--outdated")
    until(lambda: f'<a href="{STRINGS}">1</a>'.encode() in server.get(COMPONENT).body)
    assert f'href="{STRINGS}">1 string outdated</a>'.encode() in server.get(f"{COMPONENT}de/").body
    strings = server.get(STRINGS).body.decode()
    assert f"since commit {commit_id} of 20" in strings
    assert 'Close the <del class="del">window</del></p>' in strings
    assert 'Close the <ins class="ins">dialog</ins></p>' in strings
    (unit,) = json.loads(server.get("/api/translations/shop/app/de/units/?q=is:outdated").body)["results"]
    assert unit["previous_source"] == "Close the window"
    made.commit("Translate", {"l/de.json": '{"close": "Dialog zu"}'})
    until(lambda: b"No string matches." in server.get(STRINGS).body)


def test_without_the_option_the_query_is_an_error(
    serve: Serve, repository: Callable[[str], ScriptedRepository]
) -> None:
    made = repository("shop")
    commit_shop(made)
    server = serve(made.path)
    assert b"The query is:outdated needs `serve --outdated`" in server.get(STRINGS).body
    assert b"utdated" not in server.get(COMPONENT).body
