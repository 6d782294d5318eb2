"""Hostile translation files: mutated samples, commands on broken trees, and strings that make the checks slow."""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from time import thread_time

from mutation import TOKENS, mutate

from transtats_cli import flags, languages
from transtats_cli.checks import CHECKS, Check
from transtats_cli.checks.evaluation import CheckEvaluator
from transtats_cli.checks.subject import CheckedString, LanguagePair
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.model import State, Unit
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component

SAMPLES = Path(__file__).parents[2] / "data"
READ_AS = {".po": ("po", "po-mono"), ".xlf": tuple(name for name in FILE_FORMATS if "xliff" in name)}
COMMAND_SECONDS = 120
STRING_SECONDS = 15.0
"""Maximum time of a check for one string. On an idle machine, no check takes more than about one second."""
FLAG_VALUES = {
    "max-length": ":3",
    "max-lines": ":1",
    "placeholders": ':a:r"b+"',
    "regex": ':r"^a"',
    "accelerator": ":_",
}
COMMANDS = (
    ("stats", "demo", "app", "--no-cache", "--with-source"),
    ("stats", "demo", "app", "--no-cache", "--no-checks", "--reference"),
    ("stats", "--all", "--no-cache", "--format", "ndjson"),
    ("units", "demo", "app", "--failing"),
    ("gate", "demo", "app", "--max-failing", "0", "--max-check", "same=0", "--no-cache"),
    ("components",),
)
"""Commands that read all files. Each must end with one of `STATUSES`."""
STATUSES = (0, 1, 2, 3)


def attack(work: Path, seconds: float) -> str:
    """Attack the readers with mutated files, and the checks with strings that make them slow."""
    seed = random.SystemRandom().randrange(2**32) if seconds else 1
    randomness = random.Random(seed)  # noqa: S311  repeatable, and no secret
    counts = dict.fromkeys((name for name, *_ in PARTS), 0)
    _check_known_slow_strings(work)
    for number, (name, part, least) in enumerate(PARTS, start=1):
        until = time.monotonic() + seconds / len(PARTS)
        while counts[name] < least or time.monotonic() < until:
            counts[name] += 1
            try:
                part(work / f"{number}-{counts[name]}", randomness)
            except AssertionError as error:
                raise AssertionError(f"seed {seed}, {name} {counts[name]}: {error}") from error
    return ", ".join(f"{count:,} {name}" for name, count in counts.items()) + ", nothing but errors with a sentence"


def _scan_mutated_file(work: Path, randomness: random.Random) -> None:
    """Scan a sample that is changed at random. Only TranstatsError may be raised."""
    sample = randomness.choice(_list_samples())
    content = mutate(sample.read_bytes(), randomness)
    work.mkdir()
    path = work / f"de{sample.suffix}"
    path.write_bytes(content)
    file_format = randomness.choice(READ_AS[sample.suffix])
    reading = ReadOptions(uses_reference_readers=randomness.random() < 0.5)
    component = Component("demo", "app", str(work), f"*{sample.suffix}", file_format=file_format, read_options=reading)
    if file_format == "po-mono":
        component = component._replace(template=path.name)
    options = ScanOptions(with_source=randomness.random() < 0.5, with_file_notes=True, budget=CheckTimeBudget(1.0))
    try:
        scan_component(component, options)
    except TranstatsError:
        pass
    except Exception as error:
        raise AssertionError(f"{type(error).__name__}: {error} in {path}, read as {file_format}") from error
    path.unlink()
    work.rmdir()


def _list_samples() -> list[Path]:
    return sorted(path for path in SAMPLES.rglob("*") if path.suffix in READ_AS)


def _check_slow_string(work: Path, randomness: random.Random) -> None:
    """Run a check on one long string of few tokens. The check must end in time."""
    check = randomness.choice([check for check in CHECKS if check.kind != "batch"])
    size = randomness.choice((900, 9_900, 40_000, 100_000))
    target = _make_monotonous_text(randomness, size)
    source = randomness.choice(("a", target, target[:-1] + "b", _make_monotonous_text(randomness, size)))
    language = randomness.choice(("de", "fr", "ja", "my", "hy", "el", "ar", "kab"))
    spent = measure_seconds(check, source, target, language)
    description = (
        f"{check.id} takes {spent:.1f} s in {language} for {source[:80]!r}… -> {target[:80]!r}…{target[-20:]!r}"
    )
    assert spent < STRING_SECONDS, description


def measure_seconds(check: Check, source: str, target: str, code: str) -> float:
    """Return the processor time of one check on one string."""
    language, english = languages.language_by_code(code), languages.language_by_code("en")
    line = ", ".join(flag + FLAG_VALUES.get(flag, "") for flag in check.enabling_flags)
    unit = Unit("", source, target, State.TRANSLATED, flags.parse_flags(line))
    subject = CheckedString.from_unit(unit, [target], LanguagePair(language, english, language.plural, english.plural))
    begin = thread_time()
    try:
        CheckEvaluator().find_problems([check.id], subject)
    except Exception as error:
        raise AssertionError(f"{check.id}: {type(error).__name__}: {error} for {source!r} -> {target!r}") from error
    return thread_time() - begin


def _make_monotonous_text(randomness: random.Random, size: int) -> str:
    """Return a text of up to four different tokens, which are repeated in one of four patterns."""
    tokens = [randomness.choice(TOKENS) for _ in range(randomness.randint(1, 4))]
    first, *others = tokens
    together = "".join(tokens)
    patterns = (
        _repeat_text(together, size),
        first + _repeat_text("".join(others) or first, size),
        _repeat_text(together, size) + tokens[-1],
        _repeat_text(first, size // 2) + _repeat_text(tokens[-1], size),
    )
    return randomness.choice(patterns)


def _repeat_text(text: str, size: int) -> str:
    return (text * (size // len(text) + 1))[:size]


def _run_command_on_tree(work: Path, randomness: random.Random) -> None:
    """Run a command on a component of mutated files."""
    folder = work / "demo" / "app"
    folder.mkdir(parents=True)
    suffix = randomness.choice(list(READ_AS))
    samples = [sample for sample in _list_samples() if sample.suffix == suffix]
    for code in ("de", "fr", "pt_BR"):
        (folder / f"{code}{suffix}").write_bytes(mutate(randomness.choice(samples).read_bytes(), randomness))
    run_command(work, *randomness.choice(COMMANDS))


def _check_known_slow_strings(work: Path) -> None:
    """Run the checks with a small time budget on strings that took minutes in earlier versions."""
    folder = work / "slow" / "demo" / "app"
    folder.mkdir(parents=True)
    for code in ("cs", "de", "fr", "it"):
        (folder / f"{code}.po").write_text("".join(_format_slow_entries()), encoding="utf-8")
    run_command(work / "slow", "stats", "demo", "app", "--no-cache", "--check-time", "2")


def _format_slow_entries() -> Iterator[str]:
    yield 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    texts = (
        ".. code:: c\\n\\n   x0" + "\\t" * 870 + "!",
        "'" * 9_600 + "http://b",
        "b-" * 4_900,
        "9" * 5_000 + ". a",
    )
    for number, text in enumerate(texts):
        yield f'\n#, rst-text\nmsgid "a{number}"\nmsgstr "{text}"\n\n#, rst-text\nmsgid "{text}"\nmsgstr "{text}"\n'
    for number in range(10):
        yield f'\n#, regex:r"^(a|a)+$"\nmsgid "r{number}"\nmsgstr "{"a" * 60}{number}"\n'
        values = ":".join(f'r"(a|aa|{value})+$"' for value in range(50))
        yield f'\n#, placeholders:{values}\nmsgid "p{number}"\nmsgstr "{"a" * 60}{number}"\n'


PARTS: tuple[tuple[str, Callable[[Path, random.Random], None], int], ...] = (
    ("mutated files", _scan_mutated_file, 200),
    ("slow strings", _check_slow_string, 50),
    ("trees", _run_command_on_tree, 1),
)
"""Name, function and minimum number of repetitions of each attack. The minimum takes a few seconds."""


def run_command(root: Path, *argv: str) -> None:
    """Run a command. It must end in time, with one of `STATUSES`, and without a traceback."""
    command = [sys.executable, "-m", "transtats_cli", *argv, "--root", str(root)]
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=COMMAND_SECONDS, stdin=subprocess.DEVNULL, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise AssertionError(f"{argv} in {root} does not end") from error
    errors = done.stderr.decode("utf-8", "replace")
    assert done.returncode in STATUSES, f"{argv} in {root} ends with {done.returncode}: {errors}"
    assert "Traceback" not in errors, f"{argv} in {root} prints a traceback: {errors}"
