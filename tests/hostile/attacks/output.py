"""Hostile names and texts in all outputs: no command for a CI runner, no markup, no formula, no escape sequence."""

import csv
import io
import json
import os
import random
import re
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from commands import Commands

PAYLOADS = (
    "::error::x",
    "  ::set-output name=a::b",
    "::add-mask::e",
    "##[error]x",
    "##vso[task.setvariable variable=a]b",
    "##teamcity[message text='x']",
    "\x1b[0Ksection_start:1:a\r\x1b[0K",
    "\x1b]0;title\x07",
    "\x9b31m",
    "\n::error::y",
    "\r::error::z",
    "\u2028::warning::w",
    "\u202egnp.\u2066",
    "\ufeff::error::v",
    "\u3000::error::u",
    "=1+1",
    "+1",
    "-1+1",
    "@SUM(1)",
    "\t=1",
    "@octocat",
    "owner-repo#1",
    "GH-1",
    "deadbeefdeadbeef",
    "https:example.org",
    "www.example.org",
    "/close",
    "![a](b)",
    "<img src=x>",
    "<!-- x",
    "`x``",
    "|",
    "{0}%s",
    "]]>&amp;",
    '"',
    "\\",
    "'",
    ",",
    ";",
    "%0A::error::t",
    "%(x)s",
)
COMMAND = re.compile(r"^\s*::")
COMMAND_ANYWHERE = re.compile(r"##(vso|teamcity)?\[", re.IGNORECASE)
ANNOTATION = re.compile(r"::(error|warning|notice) (file=[^:,]*,)?(line=\d+,)?title=[^:,]*::")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]")
UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f]")
"""Characters that make a PO file unreadable. Most files do not contain them, so that their strings are printed."""
CODE = re.compile(r"(?<![`\\])(`+)(?!`)(.*?)(?<!`)\1(?!`)")
OWN_MARKUP = re.compile(
    r"<details><summary>(?:\d+ limits? met|[\w ()-]+: \d+ changes? of strings)</summary>|</details>"
)
LINKED = re.compile(r"@\w|#\d|(?<!\w)(?i:gh)-\d|\bdeadbeef|://|www\.|(?<!\\)<|(?<!\\)\[|^\s*/\w", re.ASCII)
FORMULA = tuple("=+-@\t\r")
TIME_LIMIT = 120.0
"""Seconds for one command."""

Check = Callable[[str], Any]


def attack(work: Path, seconds: float) -> str:
    """Print hostile names and texts with every command in every format, as in a CI job."""
    end = time.monotonic() + seconds
    seed = rounds = runs = strings = 0
    with Commands(forks=not seconds, environment=_make_environment(work)) as commands:
        while not rounds or time.monotonic() < end:
            seed = rounds + 1
            root = work / f"round-{seed}"
            _ProjectGenerator(root, seed).write_files()
            for arguments, check in _list_commands(root, seed):
                strings += _run_and_check(commands, root, seed, arguments, check)
                runs += 1
            rounds += 1
            assert strings >= rounds * 4, f"seed {seed}: only {strings} strings were printed, so nothing is proved"
    return f"{rounds} rounds, {runs} runs, {strings} strings as JSON, no command of others"


class _ProjectGenerator:
    """Generator of a directory with hostile projects. Equal seeds give equal projects."""

    def __init__(self, root: Path, seed: int) -> None:
        self._root = root
        self._random = random.Random(seed)  # noqa: S311  the same names for the same seed

    def write_files(self) -> None:
        self._root.mkdir(parents=True)
        for number in range(3):
            start = ("", "p", "c")[number]
            folder = self._root / f"{start}{self._make_name()}" / f"{start}{self._make_name()}" / "po"
            folder.mkdir(parents=True, exist_ok=True)
            for language in ("de", "fr", "cs", f"xx{self._make_name()}", f"de@{self._make_name()}"):
                (folder / f"{language}.po").write_bytes(self._make_document())
            (folder / f"pl{self._make_name()}.po").write_bytes(b'msgid "\n::error::x')
            (folder / "sr.po").write_bytes(self._make_document(re.compile("\0")))
        plain = self._root / "demo" / "app" / "po"
        plain.mkdir(parents=True)
        (plain / "de.po").write_bytes(self._make_document())
        (plain / "fr.po").write_bytes(b'msgid "a"\n' + self._make_text().encode("utf-8", "replace"))
        self._git("init", "-q")
        self._git("add", ".")
        self._git("commit", "-q", "-m", f"commit {self._make_text()}")
        for path in self._root.glob("*/*/po/de.po"):
            path.write_bytes(self._make_document())

    def _git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=self._root, env=_make_environment(self._root), check=True)

    def _make_text(self) -> str:
        return "".join(self._random.choices((*PAYLOADS, "text ", " ", "\n"), k=self._random.randint(1, 5)))

    def _make_name(self) -> str:
        name = self._make_text().replace("/", "").replace("\0", "").encode()[:60].decode("utf-8", "ignore")
        return name if self._random.random() < 0.9 else os.fsdecode(name.encode() + b"\xff")

    def _make_document(self, removed: re.Pattern[str] = UNREADABLE) -> bytes:
        lines = ['msgid ""', 'msgstr "Content-Type: text/plain; charset=UTF-8\\n"', ""]
        for number in range(6):
            words = " ".join(self._make_text().split())
            # Flags with any text make a file unreadable. Quoted flags appear in messages.
            quoted = f"placeholders:{json.dumps(words.replace(chr(92), ''), ensure_ascii=False)}"
            lines += [f"# {words}", f"#, c-format, {words if removed is not UNREADABLE else quoted}"]
            lines += [f"msgctxt {self._quote_text()}", f"msgid {self._quote_text(f'{number}%s ')}"]
            lines += [f"msgstr {self._quote_text()}", ""]
        return removed.sub("", "\n".join(lines)).encode()

    def _quote_text(self, start: str = "") -> str:
        text = f"{start}{self._make_text()}".encode("utf-8", "ignore").decode()
        escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
        return '"' + "".join(escapes.get(character, character) for character in text) + '"'


def _make_environment(root: Path) -> dict[str, str]:
    people = {f"GIT_{who}_{what}": "a@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "SYSTEMROOT") if name in os.environ}
    git = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": str(root.parent)}
    return {**kept, **git, **people, "HOME": str(root.parent), "LC_ALL": "C.UTF-8", "GITHUB_ACTIONS": "true"}


def _list_commands(root: Path, seed: int) -> Iterator[tuple[list[str], Check]]:
    """Yield each command line with the check of its standard output."""
    names = sorted(os.fsdecode(path) for path in os.listdir(os.fsencode(root)) if not path.startswith(b"."))
    project = names[seed % len(names)]
    component = sorted(os.listdir(root / project))[0]
    if seed % 2:
        # Hostile names may make a component ambiguous, so that only an error is printed.
        project, component = "demo", "app"
    yield ["units", "demo", "app", "--format", "json"], json.loads
    for name in ("json", "table", "csv", "markdown"):
        yield ["stats", project, component, "--format", name], _CHECKS[name]
    for name in ("table", "csv", "ndjson", "markdown"):
        yield ["stats", "--all", "--format", name], _CHECKS[name]
    for name in ("text", "concise", "table", "json", "ndjson", "markdown", "github", "gitlab", "sarif", "junit"):
        yield ["units", project, component, "--format", name, "--step-summary"], _CHECKS[name]
    for name in ("text", "table", "json", "ndjson", "markdown", "github", "gitlab", "sarif", "junit"):
        limits = ["--fail-under", "90", "--max-failing", "0", "--base", "HEAD", "--enable-at", "1"]
        yield ["gate", "--all", *limits, "--format", name, "--step-summary"], _CHECKS[name]
        yield ["diff", project, component, "--units", "--format", name], _CHECKS[name]
    for name in ("table", "json", "ndjson", "csv", "svg"):
        yield ["history", project, component, "--format", name], _CHECKS[name]
    for name in ("table", "json", "ndjson"):
        yield ["components", "--format", name], _CHECKS[name]
    yield ["stats", project, component, "--show-settings"], _check_nothing
    # Errors: unknown names, and a settings file with unknown keys.
    wrong = random.Random(seed).choice(PAYLOADS)  # noqa: S311
    yield ["stats", wrong, wrong], _check_nothing
    yield ["gate", f"{wrong}*", "--fail-under", "1"], _check_nothing
    yield ["stats", project, component, "--format", wrong], _check_nothing
    yield [wrong], _check_nothing
    for key in (wrong, f"a\n{wrong}"):
        (root / "transtats.toml").write_text(f"{json.dumps(key)} = {json.dumps(wrong)}\n", encoding="utf-8")
        yield ["stats", project, component], _check_nothing
        yield ["stats", project, component, "--debug"], _check_nothing
    (root / "transtats.toml").unlink()
    yield ["init"], _check_nothing


def _run_and_check(commands: Commands, root: Path, seed: int, arguments: list[str], check: Check) -> int:
    """Run a command and check its output. Return the number of strings that it prints as JSON."""
    summary = root.parent / "summary.md"
    summary.unlink(missing_ok=True)
    environment = {**_make_environment(root), "GITHUB_STEP_SUMMARY": str(summary)}
    done = _run_command(commands, root, arguments, environment)
    description = f"seed {seed}: transtats {arguments!r}: status {done.returncode}"
    try:
        assert done.returncode in (0, 1, 2, 3), "unexpected status"
        stdout, stderr = done.stdout.decode(), done.stderr.decode()
        assert "--debug" in arguments or "Traceback" not in stderr, "traceback"
        _assert_harmless(stdout, annotations="github" in arguments)
        _assert_harmless(stderr, annotations=False)
        if stdout:
            check(stdout)
        if summary.exists():
            _check_markdown(summary.read_text(encoding="utf-8"))
        if "json" in arguments and stdout:
            outside_ci = {name: value for name, value in environment.items() if name != "GITHUB_ACTIONS"}
            again = _run_command(commands, root, arguments, outside_ci)
            assert json.loads(again.stdout) == json.loads(stdout), "other values than outside of a CI job"
        return int(json.loads(stdout)["count"]) if stdout and arguments[0] == "units" and "json" in arguments else 0
    except (AssertionError, ValueError, ElementTree.ParseError) as error:
        raise AssertionError(f"{description}: {error}\n{done.stdout!r}\n{done.stderr!r}") from error


def _run_command(
    commands: Commands, root: Path, arguments: list[str], environment: Mapping[str, str]
) -> "subprocess.CompletedProcess[bytes]":
    argv = [*arguments, "--no-cache"] if _has_cache(arguments) else arguments
    return commands.run(argv, root, environment, TIME_LIMIT)


def _has_cache(arguments: list[str]) -> bool:
    return arguments[0] in ("stats", "history") and "--show-settings" not in arguments


def _assert_harmless(text: str, *, annotations: bool) -> None:
    for line in re.split("[\r\n]", text):
        is_ours = annotations and ANNOTATION.match(line)
        assert is_ours or not COMMAND.search(line), f"a command: {line!r}"
        assert not COMMAND_ANYWHERE.search(line), f"a command: {line!r}"
    found = CONTROL.search(text.replace("\r\n", "\n"))
    assert found is None, f"a control character: {found}"


def _check_nothing(_text: str) -> None:
    """Accept any text. `_assert_harmless` has already checked it."""


def _check_ndjson(text: str) -> None:
    for line in text.splitlines():
        json.loads(line)


def _check_csv(text: str) -> None:
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert len(rows) == len(text.splitlines()), "a cell with a line break"
    for cell in (cell for row in rows for cell in row):
        assert not cell.strip().startswith(FORMULA), f"a formula: {cell!r}"


def _check_markdown(text: str) -> None:
    """Refuse markup, except for the marker of a comment and folded parts."""
    lines = text.splitlines()
    own = [line for line in lines if OWN_MARKUP.fullmatch(line)]
    assert all((line == "</details>") == bool(place % 2) for place, line in enumerate(own)), own
    assert len(own) % 2 == 0, own
    for line in lines:
        if not (line.startswith("<!-- transtats ") or OWN_MARKUP.fullmatch(line)):
            rest = CODE.sub("", line)
            found = LINKED.search(rest)
            assert found is None, f"linked or markup: {found} in {line!r}"


_CHECKS: dict[str, Check] = {
    "csv": _check_csv,
    "github": _check_nothing,
    "gitlab": json.loads,
    "json": json.loads,
    "junit": ElementTree.fromstring,
    "markdown": _check_markdown,
    "ndjson": _check_ndjson,
    "sarif": json.loads,
    "svg": ElementTree.fromstring,
    "table": _check_nothing,
    "text": _check_nothing,
    "concise": _check_nothing,
}
