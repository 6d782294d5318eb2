"""Promises of SECURITY.md: commands use no network and open no files outside of the root."""

import os
import site
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree

pytestmark = pytest.mark.slow

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "{}"\n'
XLIFF = (
    '<!DOCTYPE xliff [<!ENTITY a SYSTEM "{}"><!ENTITY % b SYSTEM "http://localhost:9/b.dtd"> %b;]>\n'
    '<xliff version="1.2"><file original="a" source-language="en" target-language="de" datatype="plaintext"><body>'
    '<trans-unit id="a"><source>a</source><target>&a;</target></trans-unit></body></file></xliff>\n'
)
AUDIT = """
import os, sys

allowed = [os.path.realpath(path) for path in sys.argv[1].split(os.pathsep)]
log = os.open(sys.argv[2], os.O_WRONLY | os.O_APPEND | os.O_CREAT)

def is_allowed(path):
    if isinstance(path, int) or path is None:
        return True
    real = os.path.realpath(os.fsdecode(path))
    # The folders above the root may be looked through for settings.
    return real == os.devnull or any(real == each or real.startswith(each + os.sep) for each in allowed)

def audit(event, arguments):
    if event.startswith("socket.") and event not in ("socket.__new__", "socket.gethostname"):
        os.write(log, f"{event} {arguments}\\n".encode())
    elif event in ("open", "os.scandir", "os.listdir") and not is_allowed(arguments[0]):
        os.write(log, f"{event} {arguments}\\n".encode())

del sys.argv[:3]
sys.argv.insert(0, "transtats")
from transtats_cli.cli import main
sys.addaudithook(audit)
sys.exit(main())
"""
"""Runs a command, and writes connections and opened files outside of the allowed folders to a log."""
COMMANDS = [
    ("stats", "--all"),
    ("units", "root", "po"),
    ("gate", "--all", "--max-failing", "0"),
    ("components", "-v"),
]


LINKS = {
    "translations": {
        "po/it.po": "outside/secret.po",
        "po/LINGUAS": "outside/secret.po",
        "po/app.pot": "outside/secret.po",
        "po/.gitignore": "outside/secret.po",
        "linked": "outside",
        "more": "outside/po",
        "xliff/app.es.xlf": "outside/secret.po",
    },
    "documents": {
        "crowdin.yml": "outside/secret.po",
        "l10n.toml": "outside/secret.po",
        ".tx": "outside",
        "other/component.json": "outside/component.json",
    },
    "client": {".weblate": "outside/secret.po"},
    "settings": {"transtats.toml": "outside/transtats.toml"},
    "pyproject": {"pyproject.toml": "outside/transtats.toml"},
}
"""Links in the tree to files outside, in groups, because an error about one file ends the reading of others."""


@pytest.fixture(params=LINKS)
def hostile_tree(tree: WriteTree, request: pytest.FixtureRequest) -> Path:
    """Tree with links to files outside, and with XML files that refer to other files."""
    top: Path = tree(
        {
            "outside/secret.po": PO.format("secret"),
            "outside/po/de.po": PO.format("secret"),
            "outside/config": "[secret]\nfile_filter = po/<lang>.po\n",
            "outside/component.json": '{"filemask": "po/*.po", "file_format": "po", "name": "secret"}',
            "outside/transtats.toml": 'exclude = ["secret"]\n',
            "root/po/fr.po": PO.format("b"),
            "root/po/de.po": PO.format("b"),
            "root/Makefile": "",
            "root/.git/HEAD": "ref: refs/heads/main\n",
            "root/.git/objects/empty": "",
            "root/xliff/app.fr.xlf": XLIFF.format("http://localhost:9/"),
        }
    )
    root = top / "root"
    (root / "xliff/app.de.xlf").write_text(XLIFF.format((top / "outside/secret.po").as_uri()))
    for name, target in LINKS[request.param].items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).symlink_to(top / target)
    return root


def run_audited(root: Path, log: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    """Run a command that may open files of the root, the cache, Python and its libraries, and log all others."""
    home = log.parent
    package = Path(__file__).parent.parent / "transtats_cli"
    folders = [root, home / ".cache", home / ".config", sys.prefix, sys.base_prefix, package, *site.getsitepackages()]
    return subprocess.run(
        [sys.executable, "-I", "-c", AUDIT, os.pathsep.join(map(str, folders)), log, *command],
        cwd=home,
        env={"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        timeout=120,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_opens_no_file_outside_of_the_root_and_no_connection(
    hostile_tree: Path, command: tuple[str, ...], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    done = run_audited(hostile_tree, log, *command, "--root", str(hostile_tree))
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode in (0, 1, 2, 3), done.stderr
    assert log.read_text().splitlines() == []
    assert "secret" not in done.stdout + done.stderr


def test_the_audit_logs_opened_files(tree: WriteTree, tmp_path: Path) -> None:
    """If opened files were not logged, the test above would pass for any command."""
    tree({"root/po/de.po": PO.format("b"), "outside/po/de.po": PO.format("b")})
    log = tmp_path / "log"
    command = ("stats", "--all", "--no-cache", "--root", str(tmp_path / "outside"))
    assert run_audited(tmp_path / "outside", log, *command).returncode == 0
    assert log.read_text() == ""
    assert run_audited(tmp_path / "root", log, *command).returncode == 0
    assert "de.po" in log.read_text()


@pytest.mark.parametrize("call", ["connect(('127.0.0.1', 9))", "sendto(b'', ('127.0.0.1', 9))"])
def test_the_audit_logs_a_connection(tmp_path: Path, call: str) -> None:
    log = tmp_path / "log"
    program = f"{AUDIT.partition('del sys')[0]}\nsys.addaudithook(audit)\nimport socket\n"
    program += f"socket.socket(type=socket.SOCK_DGRAM).{call}\n"
    subprocess.run([sys.executable, "-I", "-c", program, os.sep, log], check=True, timeout=60)
    assert f"socket.{call.partition('(')[0]} " in log.read_text()
