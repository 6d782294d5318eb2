"""Files for CI systems (action, template, hooks, recipes) are valid by the schemas of those systems, and run."""

import json
import os
import re
import shutil
import site
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from junitparser import JUnitXml

from transtats_cli.formats.detection import EXTENSIONS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
SOURCES = ("transtats_cli", "man", "hatch_build.py", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("bash") is None or shutil.which("git") is None, reason="needs bash and git"),
]


def load_schema(name: str) -> Any:
    """Return a schema as its CI system publishes it."""
    text = files("check_jsonschema").joinpath(f"builtin_schemas/vendor/{name}.json").read_text(encoding="utf-8")
    return json.loads(text)


def find_schema_errors(document: Any, name: str) -> list[str]:
    schema = load_schema(name)
    return [error.message for error in jsonschema.validators.validator_for(schema)(schema).iter_errors(document)]


class Loader(yaml.BaseLoader):
    """YAML loader of strings and integers. `on` is a string, not a boolean."""

    yaml_implicit_resolvers = {digit: [("tag:yaml.org,2002:int", re.compile(r"\d+\Z"))] for digit in "0123456789"}  # noqa: RUF012  as PyYAML has it


def _construct_integer(loader: yaml.BaseLoader, node: yaml.ScalarNode) -> int:
    return int(str(loader.construct_scalar(node)))


Loader.add_constructor("tag:yaml.org,2002:int", _construct_integer)


def parse_yaml(text: str) -> Any:
    return yaml.load(text, Loader)  # noqa: S506  creates only strings and integers


def read_recipes() -> list[str]:
    """Return the YAML blocks of the README and the documentation."""
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    return [block for text in texts for block in re.findall(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]


@pytest.fixture
def environment(tmp_path: Path) -> Mapping[str, str]:
    """Environment without a network: pip builds transtats, and its dependencies are the packages installed here."""
    installed = os.pathsep.join(path for path in (*site.getsitepackages(), os.environ.get("PYTHONPATH", "")) if path)
    binaries = tmp_path / "bin"
    binaries.mkdir()
    (binaries / "python").symlink_to(sys.executable)
    names = {
        f"GIT_{who}_{what}": f"{what}@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
    }
    return {
        "PATH": f"{binaries}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        **{name: os.environ[name] for name in ("LC_ALL", "TZ", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM")},
        "PYTHONPATH": installed,
        **{f"PIP_{name}": "1" for name in ("NO_INDEX", "NO_DEPS", "IGNORE_INSTALLED", "NO_INPUT")},
        # pip inverts the values of these two variables.
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_NO_COMPILE": "0",
        **names,
    }


@pytest.fixture
def bash(environment: Mapping[str, str]) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    def bash(script: str, folder: Path, **more: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=folder,
            env={**environment, **more},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return bash


def make_dependencies_visible(environment: Path) -> None:
    """Let a virtual environment import the packages installed here. An isolated interpreter ignores PYTHONPATH."""
    (packages,) = environment.glob("lib/python*/site-packages")
    (packages / "installed.pth").write_text("\n".join(site.getsitepackages()))


HOSTILE_MODULES = "venv pip ensurepip shlex re json click rich lxml sitecustomize usercustomize transtats_cli".split()


def add_hostile_files(checkout: Path) -> Path:
    """Add files of a pull request that must not be executed. Return a path that exists if one ran."""
    ran = checkout.parent / "ran"
    code = f"open({str(ran)!r}, 'a').write(__file__)\n"
    for name in HOSTILE_MODULES:
        (checkout / f"{name}.py").write_text(code)
    for folder in (".transtats", "venv", ".venv"):
        for script in ("python", "pip", "transtats"):
            path = checkout / folder / "bin" / script
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"#!/bin/sh\necho {folder}/bin/{script} >>{ran}\n")
            path.chmod(0o755)
        packages = checkout / folder / f"lib/python3.{sys.version_info.minor}/site-packages"
        packages.mkdir(parents=True)
        (packages / "planted.pth").write_text(f"import os; os.system('touch {ran}')\n")
    (checkout / ".python-version").write_text("../../checkout\n")
    (checkout / "pip.conf").write_text("[install]\nrequire-virtualenv = maybe\n")
    (checkout / "setup.py").write_text(code)
    (checkout / "pyproject.toml").write_text(
        '[build-system]\nrequires = []\nbackend-path = ["."]\nbuild-backend = "pip"\n'
    )
    return ran


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Repository with two strings, of which one is translated."""
    root = tmp_path / "demo"
    (root / "po").mkdir(parents=True)
    (root / "po" / "de.po").write_text(HEADER + 'msgid "One"\nmsgstr "Eins"\n\nmsgid "Two"\nmsgstr ""\n')
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    return root


def read_action_steps() -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = parse_yaml((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"]
    return steps


def test_the_action_is_valid_by_the_schema_of_actions() -> None:
    assert find_schema_errors(parse_yaml((ROOT / "action.yml").read_text(encoding="utf-8")), "github-actions") == []


def test_no_script_of_the_action_contains_an_expression() -> None:
    for step in read_action_steps():
        assert "${{" not in step.get("run", "")


def test_every_input_of_the_action_is_used() -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    for name in parse_yaml(text)["inputs"]:
        assert re.search(rf"inputs\.{name}\b", text)


MARKER = "<!-- transtats gate -->"


def _create_comment(identity: int, kind: str, body: str) -> dict[str, Any]:
    return {"id": identity, "user": {"type": kind}, "body": body}


@contextmanager
def _serve_comments(comments: list[dict[str, Any]]) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    """Serve the comments of a pull request. Yields the address and the list of calls."""
    calls: list[tuple[Any, ...]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            calls.append((self.command, self.path, self.headers["Authorization"], json.loads(body or "null")))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(comments if self.command == "GET" else {}).encode())

        do_POST = do_PATCH = do_GET  # noqa: N815  names of the standard library

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", calls
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.system
def test_the_steps_of_the_action_run(
    bash: Callable[..., subprocess.CompletedProcess[str]], project: Path, tmp_path: Path
) -> None:
    _, install, gate, comment = read_action_steps()
    machine = {"RUNNER_TEMP": str(tmp_path), "GITHUB_ACTION_PATH": str(ROOT), "PACKAGE": "", "GITHUB_ACTIONS": "true"}
    ran = add_hostile_files(project)
    done = bash(install["run"], project, **machine)
    assert done.returncode == 0, done.stderr
    make_dependencies_visible(tmp_path / "transtats")
    # An empty entry is the current directory.
    machine["PYTHONPATH"] = os.pathsep
    (tmp_path / "outside").write_text("kept")
    (project / "out.sarif").symlink_to(tmp_path / "outside")
    inputs = {"COMPONENTS": "'demo' \"p*\"", "OPTIONS": "--fail-under 90", "ROOT": ".", "SARIF": "out.sarif"}
    summary = tmp_path / "summary.md"
    more = {"JUNIT": "junit.xml", "SUMMARY": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    # The bash of macOS does not have these commands.
    done = bash(f"enable -n mapfile readarray\n{gate['run']}", project, **machine, **inputs, **more)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("::error file=po/de.po,title=demo/po%3A German (de)::50.0%25 translated")
    assert json.loads((project / "out.sarif").read_text())["version"] == "2.1.0"
    assert JUnitXml.fromfile(str(project / "junit.xml")).failures == 1
    assert "**1 of 1 limit is not met.**" in summary.read_text()
    output = tmp_path / "output"
    machine["GITHUB_OUTPUT"] = str(output)
    done = bash(gate["run"], project, **machine, **inputs, **more)
    assert output.read_text() == "passed=false\ntranslated-percent=50.0\nsarif=out.sarif\n"
    quiet = {"SARIF": "", "JUNIT": "", "SUMMARY": "false", "OPTIONS": "--fail-under 50", "ROOT": "."}
    for components, status in (("--all", 0), ("$(touch made); `touch made`", 2)):
        output.write_text("")
        done = bash(gate["run"], project, **machine, **quiet, COMPONENTS=components)
        assert done.returncode == status, done.stderr
        if status:
            assert output.read_text() == "passed=false\ntranslated-percent=\n"
        else:
            assert done.stdout == "transtats gate: passed, 1 limit met, 50.0% translated\n"
            assert output.read_text() == "passed=true\ntranslated-percent=50.0\n"
    assert not (project / "made").exists()
    (tmp_path / "transtats-gate.md").write_text("the table of an earlier step")
    output.write_text("")
    done = bash(gate["run"], project, **machine, **quiet, COMPONENTS="'a")
    assert (done.returncode, output.read_text()) == (2, "passed=false\n")
    assert done.stderr == "components and options cannot be split into words: No closing quotation\n"
    assert not (tmp_path / "transtats-gate.md").exists()
    (tmp_path / "event.json").write_text('{"pull_request": {"number": 7}}')
    (tmp_path / "transtats-gate.md").write_text(f"{MARKER}\nnew")
    comments = [
        {"id": 0, "user": None, "body": MARKER},
        _create_comment(1, "User", MARKER),
        _create_comment(2, "Bot", "other"),
        _create_comment(3, "Bot", f"{MARKER}\nold"),
    ]
    for existing, expected in (
        (comments, ("PATCH", "/repos/o/r/issues/comments/3")),
        (comments[:3], ("POST", "/repos/o/r/issues/7/comments")),
    ):
        with _serve_comments(existing) as (address, calls):
            event = {"GITHUB_EVENT_PATH": str(tmp_path / "event.json"), "GITHUB_REPOSITORY": "o/r", "TOKEN": "t"}
            done = bash(comment["run"], project, **machine, **event, GITHUB_API_URL=address)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert calls[-1] == (*expected, "Bearer t", {"body": f"{MARKER}\nnew"})
    done = bash(comment["run"], project, **machine, **event, GITHUB_API_URL=address)
    assert done.returncode == 0
    assert done.stdout.startswith("::warning title=transtats::the comment could not be written: ")
    assert not ran.exists(), ran.read_text()
    assert (tmp_path / "outside").read_text() == "kept"


def test_the_template_is_valid_by_the_schema_of_gitlab() -> None:
    assert (
        find_schema_errors(parse_yaml((ROOT / "deploy" / "gitlab-ci.yml").read_text(encoding="utf-8")), "gitlab-ci")
        == []
    )


@pytest.mark.system
def test_the_script_of_the_template_runs(
    bash: Callable[..., subprocess.CompletedProcess[str]], project: Path, tmp_path: Path
) -> None:
    job = parse_yaml((ROOT / "deploy" / "gitlab-ci.yml").read_text(encoding="utf-8"))["transtats"]
    script = "\n".join(job["script"])
    done = bash(script, project, **job["variables"])
    assert (done.returncode, done.stdout) == (2, "TRANSTATS_PACKAGE must be the package that pip installs\n")
    ran = add_hostile_files(project)
    (tmp_path / "outside").write_text("kept")
    (project / "transtats.xml").symlink_to(tmp_path / "outside")
    (tmp_path / "made").mkdir()
    temporary = {"TMPDIR": str(tmp_path / "made")}
    variables = {
        **job["variables"],
        "TRANSTATS_PACKAGE": str(ROOT),
        "TRANSTATS_OPTIONS": "--fail-under 90",
        **temporary,
    }
    *before, last = job["script"]
    visible = "\n".join(
        f"echo {path} >$(echo $transtats/lib/python*/site-packages)/{place}.pth"
        for place, path in enumerate(site.getsitepackages())
    )
    done = bash(
        "\n".join([*before, "set +f", visible, "set -f", f"export PYTHONPATH={os.pathsep}", last]), project, **variables
    )
    assert done.returncode == 1, done.stderr
    assert "50.0% translated (1 of 2 strings), at least 90% wanted" in done.stdout
    reports = job["artifacts"]["reports"]
    (finding,) = json.loads((project / reports["codequality"]).read_text())
    assert finding["location"]["path"] == "po/de.po"
    assert JUnitXml.fromfile(str(project / reports["junit"])).tests == 1
    assert not ran.exists(), ran.read_text()
    assert (tmp_path / "outside").read_text() == "kept"


@pytest.fixture
def transtats_repository(tmp_path: Path, bash: Callable[..., subprocess.CompletedProcess[str]]) -> tuple[Path, str]:
    """Repository with the current files of transtats, and the id of its commit."""
    clone = tmp_path / "transtats"
    clone.mkdir()
    for name in SOURCES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, clone / name)
    done = bash("git init -q && git add . && git commit -q -m all && git rev-parse HEAD", clone)
    assert done.returncode == 0, done.stderr
    return clone, done.stdout.strip()


@pytest.mark.system
def test_the_hooks_are_valid_by_the_rules_of_pre_commit(bash: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    done = bash(f"{sys.executable} -m pre_commit validate-manifest .pre-commit-hooks.yaml", ROOT)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_hooks_run_for_the_files_of_all_formats() -> None:
    expected = {f"po/de.{extension}" for extension in (*EXTENSIONS, "pot")}
    expected |= {"po/LINGUAS", ".tx/config", "transtats.toml", "app/component.json"}
    for hook in parse_yaml((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")):
        assert {name for name in (*expected, "src/main.c", "po") if re.search(hook["files"], name)} == expected


@pytest.mark.system
def test_the_hooks_run_in_pre_commit(
    bash: Callable[..., subprocess.CompletedProcess[str]],
    project: Path,
    transtats_repository: tuple[Path, str],
    tmp_path: Path,
) -> None:
    clone, commit = transtats_repository
    (project / "transtats.toml").write_text("[gate]\nfail_under = 50\n")
    hooks = [{"id": "transtats-gate"}, {"id": "transtats-ratchet"}]
    config = {"repos": [{"repo": str(clone), "rev": commit, "hooks": hooks}]}
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    home = {"PRE_COMMIT_HOME": str(tmp_path / "hooks"), "VIRTUALENV_NO_PERIODIC_UPDATE": "1"}
    commit_one = f"git add . && git commit -q -m one && {sys.executable} -m pre_commit install-hooks"
    done = bash(commit_one, project, **home)
    assert done.returncode == 0, done.stdout + done.stderr
    (environment,) = (tmp_path / "hooks").glob("repo*/py_env-*")
    make_dependencies_visible(environment)
    ran = add_hostile_files(project)
    run = f"{sys.executable} -I -m pre_commit run --all-files --color never"
    home["PYTHONPATH"] = os.pathsep
    done = bash(run, project, **home)
    assert done.returncode == 0, done.stdout + done.stderr
    (project / "transtats.toml").write_text("[gate]\nfail_under = 51\n")
    done = bash(run, project, **home)
    assert (done.returncode, done.stdout.count("- exit code: 1")) == (1, 1), done.stdout + done.stderr
    assert "at least 51% wanted" in done.stdout
    (project / "transtats.toml").write_text("[gate]\nfail_under = 50\n")
    text = (project / "po" / "de.po").read_text()
    (project / "po" / "de.po").write_text(text.replace('"Eins"', '""'))
    done = bash(f"git add . && {run}", project, **home)
    assert done.returncode == 1
    assert done.stdout.count("- exit code: 1") == 2
    assert (
        "0.0% translated (0 of 2 strings), at least 50% wanted: 1 string to translate (transtats.toml:2)" in done.stdout
    )
    assert "1 string got worse since HEAD, at most 0 allowed" in done.stdout
    assert not ran.exists(), ran.read_text()


@pytest.mark.parametrize("recipe", read_recipes(), ids=lambda recipe: recipe.splitlines()[0].removeprefix("# "))
def test_a_recipe_is_valid_by_the_schema_of_its_system(recipe: str) -> None:
    schemas = {
        ".github/workflows/": "github-workflows",
        ".gitlab-ci.yml": "gitlab-ci",
        ".pre-commit-config.yaml": "",
    }
    (name,) = [schema for path, schema in schemas.items() if recipe.startswith(f"# {path}")]
    document = parse_yaml(recipe)
    if name:
        assert find_schema_errors(document, name) == []
    else:
        (repository,) = document["repos"]
        offered = {hook["id"] for hook in parse_yaml((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
        assert {hook["id"] for hook in repository["hooks"]} <= offered


def test_the_recipes_use_existing_inputs_and_variables() -> None:
    inputs = parse_yaml((ROOT / "action.yml").read_text(encoding="utf-8"))["inputs"]
    variables = parse_yaml((ROOT / "deploy" / "gitlab-ci.yml").read_text(encoding="utf-8"))["transtats"]["variables"]
    used = 0
    for recipe in read_recipes():
        for job in parse_yaml(recipe).get("jobs", {}).values():
            for step in job["steps"]:
                if "transtats" in step.get("uses", ""):
                    assert set(step["with"]) <= set(inputs)
                    used += 1
        for name in parse_yaml(recipe).get("transtats", {}).get("variables", {}):
            assert name in variables
            used += 1
    assert used >= 5
