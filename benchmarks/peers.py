"""Tools that are measured for comparison with transtats, with their command lines."""

import importlib.util
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks.count_strings import EXIT_PARTIAL
from benchmarks.measurement import Command
from benchmarks.sets import FileSet

_FOLDER = Path(__file__).parent


class Peer(NamedTuple):
    """Tool to compare with transtats. Its program, its package of npm or its Python module must be installed."""

    create_command: Callable[[FileSet, str], Command]
    """Function that returns the command line. The arguments are a file set, and the path of a file that contains the
    NUL-separated paths of the set."""
    program: str = ""
    npm_package: str = ""
    module: str = ""


def _msgfmt_command(file_set: FileSet, list_file: str) -> Command:
    # msgfmt merges several input files, so each file needs its own process. xargs adds the least overhead.
    argv = ("xargs", "-0", "-n", "1", find_program("msgfmt"), "--statistics", "-o", os.devnull)
    # xargs returns 123 if some commands failed. A few real files have errors; msgfmt reads them nevertheless.
    return Command(argv, list_file, frozenset({0, 123}))


def _pocount_command(file_set: FileSet, list_file: str) -> Command:
    return Command((find_program("pocount"), *file_set.files))


def _potodo_command(file_set: FileSet, list_file: str) -> Command:
    return Command((find_program("potodo"), "--no-cache", "--no-reserved", "--path", str(file_set.root)))


def _click_command(file_set: FileSet, list_file: str) -> Command:
    return Command((sys.executable, "-c", "import click"))


def _library_command(name: str) -> Callable[[FileSet, str], Command]:
    script = str(_FOLDER / "count_strings.py")

    # -P keeps the script's folder out of sys.path: its modules could hide modules that a library imports.
    def command(file_set: FileSet, list_file: str) -> Command:
        return Command((sys.executable, "-P", script, name), list_file, frozenset({0, EXIT_PARTIAL}))

    return command


def _words_command(file_set: FileSet, list_file: str) -> Command:
    return Command((sys.executable, "-P", str(_FOLDER / "count_words.py")), list_file)


def _node_command(script: str) -> Callable[[FileSet, str], Command]:
    return lambda file_set, list_file: Command((find_program("node"), str(_FOLDER / script)), list_file)


PEERS = {
    "msgfmt": Peer(_msgfmt_command, program="msgfmt"),
    "pocount": Peer(_pocount_command, program="pocount"),
    "polib": Peer(_library_command("polib"), module="polib"),
    "rspolib": Peer(_library_command("rspolib"), module="rspolib"),
    "translate-toolkit": Peer(_library_command("translate"), module="translate"),
    "toolkit words": Peer(_words_command, module="translate"),
    "node": Peer(_node_command("count_words.js"), program="node"),
    "pofile-ts": Peer(_node_command("count_strings.js"), program="node", npm_package="pofile-ts"),
    "moz.l10n": Peer(_library_command("moz.l10n"), module="moz.l10n"),
    "potodo": Peer(_potodo_command, program="potodo"),
    "import click": Peer(_click_command, module="click"),
}


def find_program(name: str) -> str:
    """Return the path of a program, or "" if the program is not installed.

    The folder of this Python interpreter is searched first.
    """
    path = os.pathsep.join((os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)))
    return shutil.which(name, path=path) or ""


def is_installed(peer: Peer) -> bool:
    if peer.npm_package and not (_FOLDER.parent / "node_modules" / peer.npm_package).is_dir():
        return False
    if peer.program:
        return bool(find_program(peer.program))
    top = peer.module.partition(".")[0]
    return importlib.util.find_spec(top) is not None and importlib.util.find_spec(peer.module) is not None
