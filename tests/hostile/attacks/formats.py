"""Hostile files of all formats other than PO and XLIFF: mutated samples, with one process for each format.

`python tests/hostile/run.py formats --seconds 600` divides the time among the formats. The environment variable
`FORMATS` chooses some of them: `FORMATS="php laravel" python tests/hostile/run.py formats`. A sample that does not end,
or that ends the process, is kept in the directory for temporary files, and the message names the sample.
"""

import os
import random
import resource
import time
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import BytesIO, StringIO
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from shutil import copyfile
from tempfile import gettempdir
from time import thread_time
from zipfile import ZIP_DEFLATED, ZipFile

import commands  # noqa: F401  makes the folder `tests` importable
from mutation import TOKENS, mutate

from tests.format_samples import SAMPLES
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.model import Unit

MIN_SAMPLES = 8
"""Minimum number of samples of each format."""
WALL_SECONDS = 90.0
"""Wall time after which a sample counts as endless, also on a busy machine."""
CPU_SECONDS = 15.0
"""Maximum CPU time of a sample. Samples have at most some ten thousand bytes."""
MAX_MEMORY = 4_000_000_000
ENCODINGS = ("utf-16", "utf-16-le", "utf-8-sig", "utf-32", "cp1250", "shift_jis", "latin-1")
_CONTENT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:text><text:p>One'
    "<text:span>two</text:span></text:p></office:text></office:body></office:document-content>"
)
_STORY = (
    '<idPkg:Story xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging"><Story Self="u1">'
    "<ParagraphStyleRange><CharacterStyleRange><Content>One</Content></CharacterStyleRange></ParagraphStyleRange>"
    "</Story></idPkg:Story>"
)
ARCHIVES = {
    "odf": {"content.xml": _CONTENT, "meta.xml": "<a/>", "styles.xml": "<a/>"},
    "idml": {"Stories/Story_1.xml": _STORY},
}
"""Documents of the formats whose files are archives."""


def attack(work: Path, seconds: float) -> str:
    """Read mutated samples of all formats. Only UnreadableFile may be raised, in time, and nothing may be printed."""
    names = os.environ.get("FORMATS", "").split() or [*SAMPLES, *ARCHIVES, "xlsx"]
    seed = random.SystemRandom().randrange(2**32) if seconds else 1
    for name, sample in SAMPLES.items():
        _read(name, sample.encode(), ReadOptions())  # imports the reader, so that not every process imports it
    counts = {name: _attack_format(work, name, seed, seconds / len(names)) for name in names}
    return f"{sum(counts.values()):,} samples of {len(names)} formats, nothing but units and reasons"


def _attack_format(work: Path, name: str, seed: int, seconds: float) -> int:
    """Return the number of samples that a process has read. The process is stopped if a sample takes too long."""
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    sample = work / f"{name}.sample"
    child = context.Process(target=_read_samples, args=(name, seed, seconds, sample, sender))
    child.start()
    sender.close()
    count, problem = 0, ""
    try:
        while not problem:
            if not receiver.poll(WALL_SECONDS):
                problem = "does not end"
                break
            message = receiver.recv()
            if message is None:
                break
            count, problem = message
    except EOFError:
        problem = "ends the process"
    finally:
        child.kill()
        child.join()
        receiver.close()
    if problem:
        kept = Path(gettempdir()) / f"hostile-{name}-{seed}.sample"
        copyfile(sample, kept)
        raise AssertionError(f"{name}, seed {seed}, sample {count}: {problem}; the file is {kept}")
    return count


def _read_samples(name: str, seed: int, seconds: float, sample: Path, sender: Connection) -> None:
    """Read mutated samples for some seconds. Send the number and the problem of each sample, and None at the end."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    randomness = random.Random(f"{name} {seed}")  # noqa: S311  repeatable, and no secret
    until = time.monotonic() + seconds
    count = 0
    while count < MIN_SAMPLES or time.monotonic() < until:
        count += 1
        content = _create_sample(name, randomness)
        sample.write_bytes(content)
        sender.send((count, _find_problem(name, content, randomness)))
    sender.send(None)


def _find_problem(name: str, content: bytes, randomness: random.Random) -> str:
    """Read a file with the fast and the reference reader. Return the first problem, or '' if there is none."""
    file_format = FILE_FORMATS[name]
    options = ReadOptions(
        is_monolingual=file_format.is_monolingual or (file_format.may_have_template and randomness.random() < 0.7),
        language_code=randomness.choice(("en", "cs", "ja", "ar")),
        encoding=randomness.choice(("", "", "utf-8", "utf-16", "iso-8859-1")) if file_format.encoding else "",
    )
    output = StringIO()
    begin = thread_time()
    try:
        with redirect_stdout(output), redirect_stderr(output):
            units = _read(name, content, options)
            spent = thread_time() - begin
            expected = _read(name, content, options._replace(uses_reference_readers=True))
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:500]
    if spent > CPU_SECONDS:
        return f"takes {spent:.1f} s"
    if output.getvalue():
        return f"prints {output.getvalue()[:500]!r}"
    return "" if units == expected else f"the readers disagree with {options}"


def _read(name: str, content: bytes, options: ReadOptions) -> list[Unit] | tuple[str, int | None]:
    try:
        return [*FILE_FORMATS[name].create_reader(options)(content).units]
    except UnreadableFile as error:
        return str(error), error.line


def _create_sample(name: str, randomness: random.Random) -> bytes:
    if name in ARCHIVES:
        return _create_archive(ARCHIVES[name], randomness)
    if name == "xlsx":
        return _create_archive(_read_workbook(), randomness)
    content = _nest(SAMPLES[name].encode(), randomness) if randomness.random() < 0.2 else SAMPLES[name].encode()
    content = mutate(content, randomness)
    if randomness.random() < 0.1:
        content = content.decode("utf-8", "replace").encode(randomness.choice(ENCODINGS), "replace")
    if randomness.random() < 0.1:
        content = content.replace(b"\n", randomness.choice((b"\r\n", b"\r", b"\n\n", b"")))
    return content


def _nest(content: bytes, randomness: random.Random) -> bytes:
    """Repeat a text before a random part of the content, and a text after this part, as in nested elements."""
    start, end = sorted(randomness.randrange(len(content) + 1) for _ in range(2))
    opened = max(0, start - randomness.choice((1, 5, 30)))
    closed = end + randomness.choice((1, 5, 30))
    depth = randomness.choice((2, 30, 1_000))
    return (
        content[:opened] + content[opened:start] * depth + content[start:end] + content[end:closed] * depth
    ) + content[closed:]


def _create_archive(documents: dict[str, str], randomness: random.Random) -> bytes:
    """Return an archive with one mutated document, or an archive whose own bytes are mutated."""
    buffer = BytesIO()
    is_inner = randomness.random() < 0.8
    mutated = randomness.choice(sorted(documents))
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, text in documents.items():
            content = text.encode()
            archive.writestr(name, mutate(content, randomness) if is_inner and name == mutated else content)
    return buffer.getvalue() if is_inner else mutate(buffer.getvalue(), randomness)


def _read_workbook() -> dict[str, str]:
    book, buffer = import_module("openpyxl").Workbook(), BytesIO()
    for row in (["context", "source", "target"], ["a", "One", "Jedna"], ["b", TOKENS[64], 5]):
        book.active.append(row)
    book.save(buffer)
    with ZipFile(buffer) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}
