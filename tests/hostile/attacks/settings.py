"""Random and crafted settings in every file that contains settings, with the commands that read them."""

import json
import os
import random
import resource
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from commands import Commands

_PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'
_WORDS = [
    "=",
    ".",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    '"""',
    "'''",
    "\n",
    ",",
    ":",
    "-",
    "&a ",
    "*a",
    "<<: ",
    "#",
    "*",
    "**",
    "%",
    "\x00",
    "\ufeff",
    "é",
    "[[paths]]",
    "[project.p.component.c]",
    "[checks]",
    "[gate]",
    "[gate.groups]",
    "[tool.transtats]",
    "path",
    "filemask",
    "po/*.po",
    "..",
    "/",
    "\\",
    "1",
    "true",
    "null",
    "files:\n",
    "source",
    "translation",
    "[main]",
    "[p.r]",
    "lang_map",
    "file_filter",
    "<lang>",
    "[weblate]",
    "url",
    "SECRET",
    "https://",
    '{"filemask": "po/*.po"}',
    "a" * 300,
    "[" * 300,
    "a." * 300,
    "{" * 300,
    "9" * 5000,
    "1e999",
    "1979-05-27",
]
_SOURCES = [
    "transtats.toml",
    "pyproject.toml",
    "component.json",
    ".tx/config",
    "crowdin.yml",
    "crowdin.yaml",
    "l10n.toml",
    "po/LINGUAS",
    ".weblate",
    "weblate.ini",
    ".gitignore",
]
_COMMANDS = (
    ["components", "--root", "."],
    ["stats", "--all", "--root", "."],
    ["gate", "--all", "--root", ".", "--fail-under", "1"],
    ["stats", "p", "c", "--root", "."],
    ["stats", "--root", "."],
)
_MAX_CPU_SECONDS = 60
"""Maximum CPU time of one run. Only the wall time of a forked run is limited."""
_MAX_WALL_SECONDS = 900
"""Maximum wall time of one run, on a busy machine."""


def attack(work: Path, seconds: float) -> str:
    """Run commands with hostile settings files. They end in time, and print no traceback and no secret."""
    end = time.monotonic() + seconds
    runs = 0
    _check_growth(work, 500 if seconds else 250)
    with Commands(forks=not seconds, environment=os.environ) as commands:
        for name, content in _list_crafted_files(2000 if seconds else 50):
            runs += _run_with_file(commands, work, name, content, f"crafted {name}: {content[:60]!r}", _COMMANDS[:1])
        for name in _SOURCES:
            runs += _run_with_file(commands, work, name, None, f"a pipe for {name}", _COMMANDS[:1])
        seed = int(time.time()) if seconds else 1
        while True:
            randomness = random.Random(seed)  # noqa: S311  repeatable, and no secret
            name = randomness.choice(_SOURCES)
            content = "".join(randomness.choices(_WORDS, k=randomness.randrange(1, 40)))
            chosen = [randomness.choice(_COMMANDS)]
            runs += _run_with_file(commands, work, name, content, f"seed {seed}, {name}: {content!r}", chosen)
            seed += 1
            if time.monotonic() > end:
                return f"{runs} runs, 0 tracebacks"


def _format_components(number: int) -> str:
    return "".join(f'[project.p.component.c{place}]\nfilemask = "po/*.po"\n' for place in range(number))


def _list_crafted_files(number_of_components: int) -> list[tuple[str, str]]:
    """Return names and contents of files that once took long or too much memory."""
    resources = "".join(f"[p.r{number}]\nfile_filter = po/<lang>.po\ntype = PO\n" for number in range(3000))
    defaults = "[DEFAULT]\n" + "".join(f"k{number} = v\n" for number in range(10_000))
    languages = "[main]\nlang_map = " + ",".join(f"a{number}: b{number}" for number in range(3000)) + "\n"
    return [
        ("transtats.toml", _format_components(number_of_components)),
        ("transtats.toml", "".join("a." * 1990 + f"b{number} = 1\n" for number in range(100))),
        ("transtats.toml", "a = [\n" + "[\n" * 100_000),
        (
            "transtats.toml",
            "".join(f"[gate.language.l{n}]\nmax_fuzzy = 1\n" for n in range(3000))
            + _format_components(number_of_components),
        ),
        ("pyproject.toml", "[tool.transtats]\na = " + "{a=" * 900 + "1" + "}" * 900),
        ("component.json", "[" * 500_000),
        ("component.json", json.dumps({"filemask": "po/*.po", "a": "1" * 900_000})),
        (".tx/config", defaults + resources),
        (".tx/config", languages + resources),
        ("crowdin.yml", "files: " + "[" * 100_000),
        ("crowdin.yml", "a: &a [x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(5000))),
        ("l10n.toml", "".join('[[paths]]\nreference = "a.pot"\nl10n = "{locale}/a.po"\n' for _ in range(9000))),
        ("po/LINGUAS", "a " * 400_000),
        (".gitignore", "".join(f"*a*{number}\n" for number in range(50_000))),
        (".gitignore", "**/" * 300_000),
        (".weblate", "[weblate]\nurl = SECRET\n"),
        (".weblate", "[weblate]\nurl = https://me/SECRET@x.example/\n"),
    ]


def _run_with_file(
    commands: Commands, work: Path, name: str, content: str | None, repeat: str, arguments: Sequence[list[str]]
) -> int:
    """Run commands with one settings file. If the content is None, the file is a pipe."""
    root = work / "root"
    (root / "po").mkdir(parents=True)
    (root / ".tx").mkdir()
    (root / "po/de.po").write_text(_PO)
    if content is None:
        os.mkfifo(root / name)
    else:
        (root / name).write_text(content, encoding="utf-8", errors="surrogatepass")
    try:
        for command in arguments:
            _run_command(commands, root, command, repeat)
    finally:
        shutil.rmtree(root)
    return len(arguments)


def _run_command(commands: Commands, root: Path, command: list[str], repeat: str) -> float:
    """Run a command, and return the CPU time that it took. A forked run is not included in this time."""
    before = _measure_cpu_time()
    try:
        environment = {**os.environ, "XDG_CACHE_HOME": str(root.parent / "cache")}
        done = commands.run(command, root, environment, _MAX_WALL_SECONDS)
    except (subprocess.TimeoutExpired, TimeoutError) as error:
        raise AssertionError(f"{command} takes more than {_MAX_WALL_SECONDS} seconds ({repeat})") from error
    output = done.stdout + done.stderr
    assert done.returncode in (0, 1, 2, 3), f"{command} ends with {done.returncode}: {output[-2000:]!r} ({repeat})"
    assert b"Traceback" not in output, f"{command}: {output[-2000:]!r} ({repeat})"
    if root.joinpath(".weblate").exists():
        assert b"SECRET" not in output, f"{command} shows a secret: {output[-2000:]!r} ({repeat})"
    seconds = _measure_cpu_time() - before
    assert seconds < _MAX_CPU_SECONDS, f"{command} takes {seconds} seconds of CPU time ({repeat})"
    return seconds


def _measure_cpu_time() -> float:
    """Return the CPU time in seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _check_growth(work: Path, components: int) -> None:
    """Check that twice the number of components takes less than three times as long."""
    seconds = []
    for number in (components, 2 * components):
        root = work / "root"
        (root / "po").mkdir(parents=True)
        (root / "po/de.po").write_text(_PO)
        (root / "transtats.toml").write_text(_format_components(number))
        with Commands(forks=False, environment=os.environ) as commands:
            seconds.append(_run_command(commands, root, _COMMANDS[0], f"{number} components"))
        shutil.rmtree(root)
    assert seconds[1] < 3 * seconds[0], f"{components} components and twice as many take {seconds} seconds"
