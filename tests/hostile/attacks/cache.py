"""Hostile cache folders: the output must be equal to the output of a run without a cache."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import time
import zlib
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from commands import Commands

_COMMANDS = (
    ["stats", "--all", "--root", "root", "--format", "json"],
    ["gate", "--all", "--root", "root", "--fail-under", "0", "--format", "json"],
    ["stats", "--all", "--root", "root", "--no-checks", "--format", "json"],
)
_VALUES: list[Any] = [None, True, 1.5, "x", [], {}, [[]], {"a": 1}, [1, "a"], "\ud800"]


def attack(work: Path, seconds: float) -> str:
    """Run commands with cached documents that are cut, changed, exchanged, or replaced by links, pipes or folders."""
    seed = int(time.time()) if seconds else 1
    end = time.monotonic() + seconds
    runs = 0
    root, cache = work / "root", work / "cache"
    victim = work / "victim"
    victim.write_text("precious")
    with Commands(forks=not seconds, environment=os.environ) as commands:
        while True:
            randomness = random.Random(seed)  # noqa: S311  repeatable, and no secret
            _write_files(root, randomness)
            for command in _COMMANDS:
                _run_command(commands, work, command, cache, f"seed {seed}")
            # The result of a file that was just written is not cached, so wait before the next run.
            time.sleep(0.15)
            for change_cache in _ATTACKS:
                command = randomness.choice(_COMMANDS)
                _run_command(commands, work, command, cache, f"seed {seed}")
                change_cache(cache, victim, randomness)
                repeat = f"seed {seed}, {change_cache.__name__}, {command}"
                expected = _run_command(commands, work, command, None, repeat)
                output = _run_command(commands, work, command, cache, repeat)
                assert output == expected, f"{repeat}: {output!r} and not {expected!r}"
                assert victim.read_text() == "precious", f"{repeat}: a link was followed"
                if randomness.random() < 0.5:
                    _change_a_file(root, randomness)
                runs += 2
            shutil.rmtree(cache, ignore_errors=True)
            seed += 1
            if time.monotonic() > end:
                return f"{runs} runs with an attacked cache, 0 wrong numbers"


def _write_files(root: Path, randomness: random.Random) -> None:
    shutil.rmtree(root, ignore_errors=True)
    for component in randomness.choice(["ab", "abcdefghijklmnop"]):
        for language in ("de", "fr", "cs"):
            path = root / "p" / component / f"{language}.po"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_format_po(randomness))
            os.utime(path, (1_700_000_000.5, 1_700_000_000.5))


def _format_po(randomness: random.Random) -> str:
    entries = [f'msgid "One {number}."\nmsgstr "{randomness.choice(["", "a", "b.", "c!"])}"\n' for number in range(9)]
    return 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n' + "\n".join(entries)


def _change_a_file(root: Path, randomness: random.Random) -> None:
    """Change a file, and keep its modification time and in some cases its length."""
    path = randomness.choice(sorted(root.rglob("*.po")))
    path.write_text(path.read_text().replace("One", randomness.choice(["Two", "Three"])))
    os.utime(path, (1_700_000_000.5, 1_700_000_000.5))


def _list_documents(cache: Path) -> list[Path]:
    return sorted(path for path in cache.glob("*.sqlite") if path.is_file() and not path.is_symlink())


def _cut_documents(cache: Path, victim: Path, randomness: random.Random) -> None:
    for path in _list_documents(cache):
        content = path.read_bytes()
        path.write_bytes(content[: randomness.randrange(len(content) + 1)])


def _flip_bits(cache: Path, victim: Path, randomness: random.Random) -> None:
    for path in _list_documents(cache):
        content = bytearray(path.read_bytes())
        if not content:
            continue
        content[randomness.randrange(len(content))] ^= 1 << randomness.randrange(8)
        path.write_bytes(content)


def _reshape_documents(cache: Path, victim: Path, randomness: random.Random) -> None:
    """Change the type of a value in each document, and update the checksum."""
    for path in _list_documents(cache):
        with closing(sqlite3.connect(path)) as database, suppress(sqlite3.Error), database:
            for name, document in database.execute("SELECT name, content FROM documents").fetchall():
                try:
                    _, key, text = document.split(b"\n")
                    value = json.loads(text)
                except (TypeError, ValueError):
                    # An earlier change has damaged the document.
                    continue
                content = b"\n".join([key, json.dumps(_change_type(value, randomness)).encode()])
                row = b"%08x\n" % zlib.crc32(content) + content, name
                database.execute("UPDATE documents SET content = ? WHERE name = ?", row)


def _change_type(value: Any, randomness: random.Random) -> Any:
    """Return the value with one part replaced by a value of another type."""
    if isinstance(value, dict) and value and randomness.random() < 0.9:
        key = randomness.choice(sorted(value))
        return {**value, key: _change_type(value[key], randomness)}
    if isinstance(value, list) and value and randomness.random() < 0.9:
        place = randomness.randrange(len(value))
        return [*value[:place], _change_type(value[place], randomness), *value[place + 1 :]]
    return randomness.choice([other for other in _VALUES if type(other) is not type(value)])


def _replace_by_links(cache: Path, victim: Path, randomness: random.Random) -> None:
    for path in _list_documents(cache):
        path.unlink()
        path.symlink_to(victim)


def _replace_by_pipes_or_folders(cache: Path, victim: Path, randomness: random.Random) -> None:
    for path in _list_documents(cache):
        path.unlink()
        randomness.choice([os.mkfifo, os.mkdir])(path)


def _exchange_documents(cache: Path, victim: Path, randomness: random.Random) -> None:
    """Write each document under the name of another document."""
    for path in _list_documents(cache):
        with closing(sqlite3.connect(path)) as database, suppress(sqlite3.Error), database:
            rows = database.execute("SELECT number, content FROM documents").fetchall()
            contents = [content for _, content in rows]
            randomness.shuffle(contents)
            changed = [(content, number) for content, (number, _) in zip(contents, rows, strict=True)]
            database.executemany("UPDATE documents SET content = ? WHERE number = ?", changed)


def _enlarge_documents(cache: Path, victim: Path, randomness: random.Random) -> None:
    for path in _list_documents(cache):
        os.truncate(path, 10**10)


def _lock_cache(cache: Path, victim: Path, randomness: random.Random) -> None:
    shutil.rmtree(cache)
    if randomness.random() < 0.5:
        cache.touch()
    else:
        cache.mkdir()
    cache.chmod(0o500)


def _create_links(cache: Path, victim: Path, randomness: random.Random) -> None:
    """Create links with the names of the database and of its journal."""
    shutil.rmtree(cache, ignore_errors=True)
    cache.unlink(missing_ok=True)
    cache.mkdir(mode=randomness.choice([0o700, 0o777]))
    for name in ("documents.sqlite", "documents.sqlite-journal"):
        (cache / name).symlink_to(victim)


_ATTACKS = (
    _cut_documents,
    _flip_bits,
    _reshape_documents,
    _reshape_documents,
    _exchange_documents,
    _replace_by_links,
    _replace_by_pipes_or_folders,
    _enlarge_documents,
    _create_links,
    _lock_cache,
)


def _run_command(commands: Commands, work: Path, command: list[str], cache: Path | None, repeat: str) -> bytes:
    """Run a command with a cache directory or without a cache, and return its standard output."""
    cache_options = ["--no-cache"] if cache is None else ["--cache-dir", str(cache)]
    try:
        done = commands.run([*command, *cache_options], work, os.environ, 900)
    except (subprocess.TimeoutExpired, TimeoutError) as error:
        raise AssertionError(f"{command} takes more than 900 seconds ({repeat})") from error
    assert done.returncode in (0, 1, 2, 3), f"{command} ends with {done.returncode}: {done.stderr[-2000:]!r} ({repeat})"
    assert b"Traceback" not in done.stderr, f"{command}: {done.stderr[-2000:]!r} ({repeat})"
    return done.stdout
