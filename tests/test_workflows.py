"""Workflows of the project's own repository are valid, have few permissions, and name existing files."""

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".github" / "workflows"
NAMES = sorted(path.name for path in FOLDER.glob("*.yml"))
FILES_WITH_ACTIONS = [
    path
    for pattern in ("action.yml", ".github/workflows/*.yml", "deploy/*", "*.md", "docs/**/*.md")
    for path in sorted(ROOT.glob(pattern))
    if "uses: " in path.read_text(encoding="utf-8")
]


class Loader(yaml.SafeLoader):
    """YAML loader for which `on` is a name."""

    yaml_implicit_resolvers = {  # noqa: RUF012  as PyYAML has it
        first: [(tag, pattern) for tag, pattern in resolvers if first not in "oO" or "bool" not in tag]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


def read_workflow(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def load_workflow(name: str) -> Any:
    return yaml.load(read_workflow(name), Loader)  # noqa: S506  a subclass of the safe loader


def list_steps(name: str) -> list[dict[str, Any]]:
    return [step for job in load_workflow(name)["jobs"].values() for step in job.get("steps", [])]


def test_there_are_two_workflows() -> None:
    assert NAMES == ["publish.yml", "tests.yml"]


@pytest.mark.parametrize("name", NAMES)
def test_a_workflow_is_valid_by_the_schema_of_workflows(name: str) -> None:
    source = files("check_jsonschema").joinpath("builtin_schemas/vendor/github-workflows.json")
    schema = json.loads(source.read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert [error.message for error in validator.iter_errors(load_workflow(name))] == []


@pytest.mark.parametrize("path", FILES_WITH_ACTIONS, ids=lambda path: str(path.relative_to(ROOT)))
def test_actions_of_others_are_pinned_to_a_commit_with_its_version_in_a_comment(path: Path) -> None:
    used = re.findall(r"^[ -]*uses: *(.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    others = [each for each in used if not each.startswith(("./", "OWNER/"))]
    assert [each for each in others if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}  # v[0-9]+(\.[0-9]+){2}", each)] == []


def test_an_action_has_the_same_commit_in_all_files() -> None:
    texts = [path.read_text(encoding="utf-8") for path in FILES_WITH_ACTIONS]
    pins = {pin for text in texts for pin in re.findall(r"uses: ([\w./-]+)@([0-9a-f]{40}  # v.*)", text)}
    assert len({name for name, _ in pins}) == len(pins) > 5


def test_the_published_files_have_an_attestation_and_an_sbom() -> None:
    jobs = load_workflow("publish.yml")["jobs"]
    assert jobs["publish"]["steps"][-1]["with"] == {"attestations": True}
    assert any('/cyclonedx-py" environment' in step.get("run", "") for step in jobs["build"]["steps"])
    uploaded = [step["with"]["path"] for step in jobs["build"]["steps"] if "upload-artifact" in step.get("uses", "")]
    assert uploaded == ["dist/", "sbom/"]


@pytest.mark.parametrize("name", NAMES)
def test_no_script_contains_an_expression(name: str) -> None:
    assert [step["run"] for step in list_steps(name) if "${{" in step.get("run", "")] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_checkout_does_not_store_its_token(name: str) -> None:
    checkouts = [step for step in list_steps(name) if step.get("uses", "").startswith("actions/checkout@")]
    assert checkouts
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_only_the_publishing_job_may_request_an_identity_token() -> None:
    publish, tests = load_workflow("publish.yml"), load_workflow("tests.yml")
    assert (publish["permissions"], tests["permissions"]) == ({}, {"contents": "read"})
    assert {name: job.get("permissions") for name, job in publish["jobs"].items()} == {
        "tests": {"contents": "read"},
        "build": {"contents": "read"},
        "publish": {"id-token": "write"},
    }
    assert not any("permissions" in job for job in tests["jobs"].values())


def test_a_version_is_published_after_the_tests_from_the_environment_pypi() -> None:
    workflow = load_workflow("publish.yml")
    jobs = workflow["jobs"]
    assert workflow["on"] == {"push": {"tags": ["v*"]}}
    assert jobs["tests"]["uses"] == "./.github/workflows/tests.yml"
    assert (jobs["build"]["needs"], jobs["publish"]["needs"]) == ("tests", "build")
    assert jobs["publish"]["environment"] == "pypi"
    # Only these two actions use the token, so no code of the project runs with it.
    assert [step["uses"].partition("@")[0] for step in jobs["publish"]["steps"]] == [
        "actions/download-artifact",
        "pypa/gh-action-pypi-publish",
    ]


def test_the_linux_job_runs_all_checks_on_each_python_version() -> None:
    linux = load_workflow("tests.yml")["jobs"]["linux"]
    assert linux["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert linux["steps"][-1] == {"run": ".ci/run"}


def test_the_test_folders_of_the_windows_job_exist() -> None:
    scripts = " ".join(step.get("run", "") for step in load_workflow("tests.yml")["jobs"]["windows"]["steps"])
    named = re.findall(r"tests/\S+", scripts)
    assert named
    assert all((ROOT / path).is_dir() for path in named)


def test_the_oldest_allowed_version_of_docutils_is_tested_first() -> None:
    (oldest,) = re.findall(r'"docutils>=([0-9.]+)', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert load_workflow("tests.yml")["jobs"]["docutils"]["strategy"]["matrix"]["docutils"][0] == f"docutils=={oldest}"
