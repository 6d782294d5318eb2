"""Statistics and files of the examples of seven formats, from a server."""

import shutil
from pathlib import Path

import pytest

from tests.cli.test_formats import CASES, EXAMPLES
from tests.cli.test_multilingual_files import make_catalog


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A directory with all examples, and the settings of all of them in one file."""
    folder = tmp_path / "all"
    settings = []
    for case in CASES:
        shutil.copytree(EXAMPLES / case.project, folder / case.project)
        own = folder / case.project / "transtats.toml"
        heading, *rest = own.read_text(encoding="utf-8").splitlines()
        settings += [heading, f'path = "{case.project}"', *rest]
        own.unlink()
    (folder / "transtats.toml").write_text("\n".join(settings) + "\n", encoding="utf-8")
    return folder


def test_the_server_has_statistics_and_files_of_all_formats(root: Path, serve) -> None:  # type: ignore[no-untyped-def]
    server = serve(root)
    for case in CASES:
        statistics = server.get(f"/api/components/{case.project}/{case.component}/statistics/")
        assert {record["total"] for record in statistics.json["results"]} == {case.total}, case.project
        reply = server.get(f"/api/translations/{case.project}/{case.component}/de/file/")
        assert (reply.status, reply.body) == (200, (root / case.project / case.file).read_bytes()), case.project


def test_the_server_has_each_language_of_a_file_with_all_languages(tree, serve) -> None:  # type: ignore[no-untyped-def]
    content = make_catalog()
    server = serve(tree({"app/.git/HEAD": "", "app/Localizable.xcstrings": content}))
    names = "app/localizable"
    statistics = server.get(f"/api/components/{names}/statistics/").json["results"]
    assert {record["code"]: record["translated"] for record in statistics} == {"de": 3, "pt_BR": 1}
    for code, target in (("de", "Hallo"), ("pt_BR", "Oi")):
        translation = server.get(f"/api/translations/{names}/{code}/").json
        assert (translation["filename"], translation["total"]) == ("Localizable.xcstrings", 3)
        first = server.get(f"/api/translations/{names}/{code}/units/").json["results"][0]
        assert first["target"] == [target]
        assert server.get(f"/api/translations/{names}/{code}/file/").body == content.encode()
        assert "Localizable.xcstrings" in server.get(f"/projects/{names}/{code}/").body.decode()
