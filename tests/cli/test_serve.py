"""`transtats serve`: options, required libraries and messages."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from tests.processes import start_process

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        pytest.param(["--root", "nowhere"], "nowhere: no such directory", id="no-root"),
        pytest.param(["--host", "0.0.0.0"], "--base-url", id="open-to-all"),  # noqa: S104
        pytest.param(["--host", "example.org"], "--base-url", id="another-host"),
        pytest.param(["--base-url", "example.org"], "--base-url", id="no-address"),
        pytest.param(["--token-file", "nowhere"], "nowhere: no such file", id="no-tokens"),
        pytest.param(["--rate-limit", "often"], "--rate-limit", id="no-rate"),
        pytest.param(["--cors-origin", "example.org"], "--cors-origin", id="no-origin"),
        pytest.param(["--forwarded-allow-ips", "proxy"], "--forwarded-allow-ips", id="no-proxy"),
        pytest.param(["--root-path", "a b"], "--root-path", id="no-path"),
        pytest.param(["--port", "70000"], "--port", id="no-port"),
        pytest.param(["--log-format", "xml"], "--log-format", id="no-log-format"),
    ],
)
def test_a_wrong_option_is_an_error_that_names_the_option(run: Run, argv: list[str], message: str) -> None:
    done = run("serve", *argv)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


def test_wrong_settings_are_an_error_at_start(run: Run, tree: WriteTree) -> None:
    done = run("serve", "--root", tree({"transtats.toml": "base_url = 1\n"}))
    assert (done.status, done.stdout) == (2, "")
    assert "transtats.toml:1: " in done.stderr


@pytest.mark.parametrize("library", ["starlette", "uvicorn", "watchfiles"])
def test_a_missing_library_is_an_error_that_names_the_extra(tmp_path: Path, library: str) -> None:
    """The import of the library fails as if the library were not installed."""
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules[{library!r}] = None\n")
    done = subprocess.run(
        [sys.executable, "-m", "transtats_cli", "serve", "--port", "0"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"Error: transtats serve needs {library}, which is not installed: pip install 'transtats-cli[serve]'\n"
    )


def test_the_help_of_serve_does_not_import_the_server(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['starlette'] = None\n")
    done = subprocess.run(
        [sys.executable, "-m", "transtats_cli", "serve", "--help"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert "--token-file" in done.stdout


def test_the_option_open_starts_a_browser_with_the_address(tmp_path: Path) -> None:
    (tmp_path / "xdg-open").write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/shown\n')
    (tmp_path / "xdg-open").chmod(0o755)
    with start_process(
        [sys.executable, "-m", "transtats_cli", "serve", "--port", "0", "--open"],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        api = process.stdout.readline()
        for _ in range(500):
            if (tmp_path / "shown").exists() and (tmp_path / "shown").read_text():
                break
            time.sleep(0.02)
        process.terminate()
        assert process.wait(timeout=30) == 0
    assert (tmp_path / "shown").read_text() == api.removesuffix("api/\n") + "\n"


def test_a_browser_in_the_terminal_receives_the_page(tmp_path: Path) -> None:
    """`webbrowser` waits until a text browser ends, and the server has to respond in the meantime."""
    request = f"import sys, urllib.request as u; open('{tmp_path}/shown', 'wb').write(u.urlopen(sys.argv[1]).read())"
    with start_process(
        [sys.executable, "-m", "transtats_cli", "serve", "--port", "0", "--open"],
        cwd=tmp_path,
        env={**os.environ, "PATH": str(tmp_path), "BROWSER": f'{sys.executable} -c "{request}" %s'},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        for _ in range(500):
            if (tmp_path / "shown").exists() and (tmp_path / "shown").read_text():
                break
            time.sleep(0.02)
        process.terminate()
        assert process.wait(timeout=30) == 0
    assert "/api/projects/" in (tmp_path / "shown").read_text()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_the_server_does_not_start_if_the_address_cannot_be_printed(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "transtats_cli", "serve", "--port", "0", "-q"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "Error: standard output cannot be written: No space left on device\n"
