"""The other tools that are measured, what each is asked to do, and whether it is here."""

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


class Peer(NamedTuple):
    """A tool: how it is started on a set, and what has to be installed for that."""

    command: Callable[[FileSet, str], Command]
    """From the set and a file that lists its files, with a NUL between two."""
    program: str = ""
    module: str = ""


def _msgfmt(files: FileSet, list_file: str) -> Command:
    # It would merge several files, so each gets a process of its own; xargs adds the least to that.
    argv = ("xargs", "-0", "-n", "1", program("msgfmt"), "--statistics", "-o", os.devnull)
    # xargs: some of them failed. A few files of the real world are faulty, and are read all the same.
    return Command(argv, list_file, frozenset({0, 123}))


def _pocount(files: FileSet, list_file: str) -> Command:
    return Command((program("pocount"), *files.files))


def _potodo(files: FileSet, list_file: str) -> Command:
    return Command((program("potodo"), "--no-cache", "--no-reserved", "--path", str(files.root)))


def _click(files: FileSet, list_file: str) -> Command:
    return Command((sys.executable, "-c", "import click"))


def _library(name: str) -> Callable[[FileSet, str], Command]:
    script = str(Path(__file__).with_name("count_strings.py"))

    # -P: the script's folder has modules with names that a library may mean others by.
    def command(files: FileSet, list_file: str) -> Command:
        return Command((sys.executable, "-P", script, name), list_file, frozenset({0, EXIT_PARTIAL}))

    return command


PEERS = {
    "msgfmt": Peer(_msgfmt, program="msgfmt"),
    "pocount": Peer(_pocount, program="pocount"),
    "polib": Peer(_library("polib"), module="polib"),
    "rspolib": Peer(_library("rspolib"), module="rspolib"),
    "translate-toolkit": Peer(_library("translate"), module="translate"),
    "moz.l10n": Peer(_library("moz.l10n"), module="moz.l10n"),
    "potodo": Peer(_potodo, program="potodo"),
    "import click": Peer(_click, module="click"),
}


def program(name: str) -> str:
    """Where a program is, those beside this Python first; empty where it is not installed."""
    path = os.pathsep.join((os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)))
    return shutil.which(name, path=path) or ""


def is_installed(peer: Peer) -> bool:
    if peer.program:
        return bool(program(peer.program))
    top = peer.module.partition(".")[0]
    return importlib.util.find_spec(top) is not None and importlib.util.find_spec(peer.module) is not None
