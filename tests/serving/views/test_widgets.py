"""Badges over HTTP: addresses, content, and headers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.fixture_types import Run
from tests.serving.conftest import Serve


@pytest.fixture
def get(client: Any) -> Callable[..., Any]:
    function: Callable[..., Any] = client.server.get
    return function


def test_a_badge_of_a_language_shows_the_percentage_of_the_api(get: Any) -> None:
    for place, path in (
        ("translations/first/window/de/statistics", "first/window/de"),
        ("translations/first/window/de/statistics", "first/-/de"),
        ("translations/second/docs%252Fsearch/de/statistics", "second/docs%252Fsearch/de"),
    ):
        percent = f"{get(f'/api/{place}/').json['translated_percent']:g}"
        assert get(f"/widget/{path}/shields.json").json["message"] == f"{percent}%", path
        assert f">{percent}%</text>" in get(f"/widget/{path}/svg-badge.svg").body.decode(), path


def test_bars_show_the_languages_of_the_object_in_the_path(get: Any) -> None:
    def languages(path: str) -> list[str]:
        image = ElementTree.fromstring(get(f"/widget/{path}/multi-auto.svg").body)  # noqa: S314  an image of our server
        return [each.text or "" for each in image.iterfind("{*}text")][::2]

    assert languages("first") == languages("first/window") == ["Chinese (Simplified Han script)", "German"]
    assert languages("first/window/de") == ["German"]


def test_the_command_draws_the_same_images(get: Any, run: Run, shared_root: Path) -> None:
    for kind, name in (("badge", "svg-badge.svg"), ("bars", "multi-auto.svg"), ("shields", "shields.json")):
        for argv in (("first",), ("first", "window"), ("first", "window", "--language", "de")):
            path = "/".join(each for each in argv if each != "--language")
            done = run("badge", *argv, "--kind", kind, "--root", shared_root)
            assert get(f"/widget/{path}/{name}").body.decode() == done.stdout


@pytest.mark.parametrize(
    "path",
    [
        "third/svg-badge.svg",
        "first/third/svg-badge.svg",
        "first/window/fr/svg-badge.svg",
        "first/-/fr/svg-badge.svg",
        "first/svg-badge.png",
        "first/window/nonsense.svg",
        "first/window/de/nonsense.svg",
        "first/window/%3Cscript%3E/svg-badge.svg",
        "first",
        "",
    ],
)
def test_a_badge_of_an_unknown_object_is_not_found(get: Any, path: str) -> None:
    assert get(f"/widget/{path}").status == 404


def test_badges_are_cached_until_a_file_changes(serve: Serve, root: Path, until: Any) -> None:
    server = serve(root)
    path = "/widget/second/-/de/svg-badge.svg"
    first = server.get(path)
    assert first.headers["cache-control"] == "no-cache"
    assert server.get(path, {"If-None-Match": first.headers["etag"]}).status == 304
    (root / "second/docs/search/de.po").write_text('msgid "Find"\nmsgstr ""\n')
    until(lambda: b">0%<" in server.get(path, {"If-None-Match": first.headers["etag"]}).body)


def test_a_badge_without_the_figures_of_an_unreadable_file_is_incomplete(serve: Serve, tree: Any) -> None:
    root = tree({"shop/app/po/de.po": 'msgid "a"\nmsgstr "b"\n', "shop/app/po/fr.po": 'msgid "a\n'})
    server = serve(root)
    assert server.get("/widget/shop/shields.json").json["message"] == "incomplete"
    assert b"100%" not in server.get("/widget/shop/app/svg-badge.svg").body
    assert b'alt="incomplete"' in server.get("/projects/shop/app/").body
    assert server.get("/widget/shop/app/de/shields.json").json["message"] == "100%"


def test_other_sites_can_embed_badges_but_no_other_responses(get: Any) -> None:
    policy = "cross-origin-resource-policy"
    badge = get("/widget/first/svg-badge.svg").headers
    assert (badge["content-type"], badge[policy]) == ("image/svg+xml; charset=utf-8", "cross-origin")
    assert badge["content-security-policy"].startswith("default-src 'none'")
    assert get("/widget/first/shields.json").headers["content-type"] == "application/json"
    assert get("/api/projects/first/").headers[policy] == "same-origin"


def test_badges_need_no_token(serve: Serve, root: Path, tmp_path: Path) -> None:
    (tmp_path / "tokens").write_text("secret\n")
    server = serve(root, "--token-file", tmp_path / "tokens")
    assert server.get("/widget/first/svg-badge.svg").status == 200
    assert server.get("/api/projects/first/").status == 401
    document = server.get("/api/schema/", {"Authorization": "Token secret"}).json
    assert "security" not in document["paths"]["/widget/{project}/{widget}"]["get"]


def test_a_badge_escapes_the_name_of_a_project(serve: Serve, tree: Any) -> None:
    name = "<script>\"'&"
    tree({f"root/{name}/app/po/de.po": 'msgid "a"\nmsgstr "b"\n'})
    server = serve(tree({}) / "root")
    project = json.loads(server.get("/api/projects/").body)["results"][0]
    reply = server.get(f"/widget/{project['url'].split('/')[-2]}/svg-badge.svg")
    assert reply.status == 200
    image = ElementTree.fromstring(reply.body)  # noqa: S314  an image of our server
    assert image.get("aria-label") == f"{project['slug']}: 100% translated"
