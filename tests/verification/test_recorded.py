"""`transtats verify` compared with recorded answers of a real server, and with `transtats serve`."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run
from tests.verification.conftest import Answer, StubServer
from transtats_cli.languages import language_by_code
from transtats_cli.verification.address import parse_address
from transtats_cli.verification.client import ApiClient, ClientLimits, ServerError

ROOT = Path(__file__).parents[2]
SPEC = ROOT.parent / "shared" / "spec"
AGGREGATES = SPEC / "http-aggregates"
NEEDS_SPEC = pytest.mark.skipif(not SPEC.is_dir(), reason="needs ../shared/spec, which does not exist")
NO_TOKENS = {"WLC_KEY": "", "TRANSTATS_TOKEN": ""}
STATISTICS = "components/demo/app/statistics/"


@pytest.fixture
def recorded_server(stub: StubServer) -> StubServer:
    """Server with the recorded answers to requests without parameters."""
    for path in AGGREGATES.glob("exchanges/*.json"):
        exchange = json.loads(path.read_text(encoding="utf-8"))
        method, _, address = exchange["request"].partition(" ")
        if method == "GET" and "?" not in address:
            headers = {"Content-Type": exchange["content_type"]}
            stub.answer(address.removeprefix("/api/"), Answer(exchange["body"], exchange["status"], headers))
    return stub


@pytest.fixture
def files(tmp_path: Path) -> Path:
    shutil.copytree(AGGREGATES / "files", tmp_path / "files", copy_function=shutil.copyfile)
    return tmp_path / "files"


def list_recorded_components() -> list[tuple[str, str]]:
    components = [(path.parent.name, path.stem) for path in sorted(AGGREGATES.glob("expected/*/*.json"))]
    return components or [("", "")]


@NEEDS_SPEC
@pytest.mark.parametrize(("project", "component"), list_recorded_components())
def test_a_recorded_component_differs_only_in_project_wide_checks(
    run: Run, recorded_server: StubServer, files: Path, project: str, component: str
) -> None:
    arguments = ["verify", project, component, "--root", str(files), "--no-review", "--against", recorded_server.url]
    done = run(*arguments, "--format", "json", env=NO_TOKENS)
    (result,) = json.loads(done.stdout)["components"]
    fields = {each["field"] for language in result["languages"] for each in language["differences"]}
    assert fields <= {"failing"}
    assert done.status == (1 if fields else 0)
    assert all(language["here"] and language["there"] for language in result["languages"])
    assert {each["key"] for each in result["settings"]["different"]} <= {"filemask", "new_base"}
    assert done.stderr == ""


@NEEDS_SPEC
def test_a_recorded_project_has_the_same_components(run: Run, recorded_server: StubServer, files: Path) -> None:
    arguments = [
        "verify",
        "agg-kimai",
        "--root",
        str(files),
        "--no-review",
        "--against",
        recorded_server.url,
        "--no-strings",
    ]
    done = run(*arguments, "--format", "json", env=NO_TOKENS)
    results = json.loads(done.stdout)["components"]
    assert [each["component"] for each in results] == ["daterangepicker", "email", "kiosk", "plugins"]
    assert all(each["here"] and each["there"] for each in results)


@NEEDS_SPEC
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("90-token-invalid", r"requires a token \(401\)"),
        ("188-ratelimit-exceeded", r"allows no more requests for 8639\d seconds \(429\)"),
        ("20-unknown-component", r"not found \(404\)"),
        ("110-slug-null", r"the server answered 500: Server Error"),
        ("62-accept-2-application_xml", r"the server answered 406: Could not satisfy"),
    ],
)
def test_a_recorded_error_has_a_message(stub: StubServer, name: str, message: str) -> None:
    response = (SPEC / "http-recorded" / f"{name}.txt").read_text(encoding="utf-8").partition("--- response ---\n")[2]
    head, _, body = response.partition("\n\n")
    status = int(re.match(r"HTTP/1\.1 (\d+)", head.lstrip())[1])  # type: ignore[index]
    headers = dict(line.split(": ", 1) for line in head.strip().splitlines()[1:])
    headers.pop("transfer-encoding", None)
    stub.answer(STATISTICS, Answer(body.encode(), status, headers))
    client = ApiClient(parse_address(stub.url), limits=ClientLimits(wait_seconds=1))
    with pytest.raises(ServerError, match=message):
        list(client.get_list("components", "demo", "app", "statistics", max_items=10))


@pytest.fixture
def example_server(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Folder with a copy of an example, and the address of `transtats serve` for the folder."""
    folder = tmp_path / "django"
    shutil.copytree(ROOT / "examples" / "django", folder)
    command = [sys.executable, "-m", "transtats_cli", "serve", "--port", "0", "--root", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=tmp_path)
    try:
        assert process.stdout is not None
        yield folder, process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


@pytest.mark.slow
def test_verify_finds_equal_numbers_and_differences_on_our_own_server(
    run: Run, example_server: tuple[Path, str], tmp_path: Path
) -> None:
    folder, url = example_server
    done = run("verify", "--root", folder, "--against", url, env=NO_TOKENS)
    assert (done.status, done.stderr) == (0, "")
    assert "2 of 2 components equal" in done.stdout
    other = tmp_path / "other" / "django"
    shutil.copytree(folder, other)
    catalogue = other / "locale/cs/LC_MESSAGES/django.po"
    catalogue.write_text(catalogue.read_text() + '\nmsgid "New"\nmsgstr "Nový"\n')
    done = run("verify", "django", "django", "--root", other, "--against", url, "--format", "json", env=NO_TOKENS)
    assert done.status == 1
    languages: list[dict[str, Any]] = json.loads(done.stdout)["components"][0]["languages"]
    english, czech = [each for each in languages if not each["equal"]]
    assert english["strings"][0]["kind"] == "only-here"
    assert language_by_code(czech["code"]).name == "Czech"
    assert [each["kind"] for each in czech["reasons"]] == ["other-version"]
    assert [(each["kind"], each["number"]) for each in czech["strings"]] == [("only-here", 1)]
