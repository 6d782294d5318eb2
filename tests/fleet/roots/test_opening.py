"""Every kind of root has the same files, the same content key and the same components as a directory."""

import bz2
import gzip
import lzma
import os
import shutil
import signal
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.fleet.roots.conftest import (
    NEEDED,
    SHOP,
    MakeArchive,
    OpenRootFiles,
    write_files,
    write_memory_files,
)
from tests.git_repositories import ScriptedRepository
from tests.processes import start_process
from transtats_cli import settings
from transtats_cli.fleet.roots.addresses import parse_address
from transtats_cli.fleet.roots.limits import RootError, RootLimits
from transtats_cli.fleet.roots.opening import open_root
from transtats_cli.scanning.discovery.lookup import survey_components

MEMBERS = tuple((f"shop/{name}", content) for name, content in SHOP.items())


@pytest.fixture
def make_address(
    tmp_path: Path, shop: Path, make_tar: MakeArchive, make_zip: MakeArchive, serve_folder: Callable[[Path], str]
) -> Iterator[Callable[[str], str]]:
    """Function that creates a root with the files of `SHOP`, and returns its address."""
    with ExitStack() as stack:

        def make_address(kind: str) -> str:
            protocol, _, what = kind.partition(" ")
            if what == "directory":
                path = shop
            elif what in ("zip", "tar"):
                path = make_zip(*MEMBERS) if what == "zip" else make_tar(*MEMBERS)
            else:
                path = make_tar(*MEMBERS, name=f"shop.{what}", mode=f"w:{what.rpartition('.')[2]}")
            if protocol == "http":
                return f"{serve_folder(tmp_path)}/{path.name}"
            if protocol == "memory":
                files = (
                    {path.name: path.read_bytes()}
                    if path.is_file()
                    else {f"shop/{name}": content.encode() for name, content in SHOP.items()}
                )
                stack.enter_context(write_memory_files(files))
                return f"memory://{path.name}"
            return f"{'file://' if protocol == 'file' else ''}{path}"

        yield make_address


@pytest.mark.parametrize(
    "kind",
    [
        *("local directory", "local zip", "local tar", "local tar.gz", "local tar.bz2", "local tar.xz"),
        *("file directory", "file zip", "memory directory", "memory zip", "memory tar.gz"),
        *("http zip", "http tar.xz"),
    ],
)
def test_all_kinds_of_roots_have_equal_files_and_keys(
    shop: Path, make_address: Callable[[str], str], open_root_files: OpenRootFiles, kind: str
) -> None:
    expected = open_root_files(shop)
    opened = open_root_files(make_address(kind))
    assert (Path(opened.folder).name, opened.content_key) == ("shop", expected.content_key)
    assert {path: content for path, content in opened.files.items() if path in NEEDED} == {
        path: SHOP[path].encode() for path in NEEDED
    }
    if kind not in ("local directory", "file directory"):
        assert not opened.files.get("src/shop.c")


@pytest.fixture
def repository_with_shop(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    made = repository("shop")
    made.commit("shop", SHOP)
    made.git("remote", "add", "origin", "https://host/group/shop.git")
    return made


@pytest.mark.parametrize(
    "address", ["{}", "{}#main", "{}#v1", "file://{}#main", "git+file://{}", "{}/.git", "bare", "file bare"]
)
def test_a_clone_has_the_content_key_of_the_work_tree(
    repository_with_shop: ScriptedRepository, open_root_files: OpenRootFiles, address: str
) -> None:
    repository = repository_with_shop
    repository.git("tag", "v1")
    place = str(repository.path)
    if "bare" in address:
        repository.git("clone", "--quiet", "--bare", place, f"{place}.git")
        address = address.replace("file bare", "file://{}.git").replace("bare", "{}.git")
    expected = open_root_files(repository.path)
    opened = open_root_files(address.format(place))
    assert (Path(opened.folder).name, opened.content_key) == ("shop", expected.content_key)


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda path: shutil.make_archive(str(path), "zip", path), id="zip"),
        pytest.param(lambda path: shutil.make_archive(str(path), "gztar", path), id="tar"),
        pytest.param(lambda path: f"{path}#main", id="clone"),
    ],
)
def test_components_do_not_depend_on_the_scratch_directory(
    tmp_path: Path, repository_with_shop: ScriptedRepository, make: Callable[[Path], str]
) -> None:
    """The name of the scratch directory and the settings above the scratch directory are not used."""
    above = {"pyproject.toml": "[tool.transtats]\nproject = 'wrong'\n", ".git/HEAD": ""}
    scratch = write_files(tmp_path / "other", above)
    component_lists = []
    for address in (str(repository_with_shop.path), make(repository_with_shop.path)):
        with open_root(parse_address(address), str(scratch), RootLimits()) as root:
            survey = survey_components(root, settings.load_settings(root))
            component_lists.append([(each.project, each.slug, each.filemask) for each in survey.components])
    assert component_lists[0] == component_lists[1] == [("shop", "shop", "locale/*/LC_MESSAGES/shop.po")]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        pytest.param(["a/po/de.po", "a/b.txt"], {"po/de.po", "b.txt"}, id="a folder with other files is the root"),
        pytest.param(
            ["shop/de.po", "shop/fr.po"], {"de.po", "fr.po"}, id="a folder named like the archive is the root"
        ),
        pytest.param(["a/de.po", "a/fr.po"], {"a/de.po", "a/fr.po"}, id="a folder of translations is kept"),
        pytest.param(["po/de.po", "po/a.txt"], {"po/de.po", "po/a.txt"}, id="a usual folder of translations is kept"),
        pytest.param(["a/de.po", "a/component.json"], {"a/de.po", "a/component.json"}, id="a component is kept"),
        pytest.param(["de/a.po", "de/a.txt"], {"de/a.po", "de/a.txt"}, id="a language is kept"),
        pytest.param(["a/po/de.po", "b/po/de.po"], {"a/po/de.po", "b/po/de.po"}, id="two folders are kept"),
        pytest.param(["shop/po/de.po", "b.po"], {"shop/po/de.po", "b.po"}, id="a folder and a file are kept"),
        pytest.param(["./shop/po/de.po"], {"po/de.po"}, id="a dot is ignored"),
        pytest.param(["./", "./shop/po/de.po"], {"shop/po/de.po"}, id="a folder in a named folder is kept"),
        pytest.param(["shop/x.po", "__MACOSX/shop/._x.po"], {"x.po"}, id="extra files of macOS are ignored"),
        pytest.param(["shop/node_modules/b/po/de.po", "shop/b.po"], {"b.po"}, id="other projects are ignored"),
    ],
)
def test_the_root_of_an_archive_is_its_only_folder(
    make_tar: MakeArchive, make_zip: MakeArchive, open_root_files: OpenRootFiles, paths: list[str], expected: set[str]
) -> None:
    members = [(path, "") for path in paths]
    assert set(open_root_files(make_tar(*members)).files) == set(open_root_files(make_zip(*members)).files) == expected


def test_files_that_settings_name_are_unpacked(make_tar: MakeArchive, open_root_files: OpenRootFiles) -> None:
    described = '[components."shop/app"]\nfilemask = "data/*.translation"\nformat = "po"\n'
    members = {"data/de.translation": "a", "data/de.other": "b", "transtats.toml": described}
    opened = open_root_files(make_tar(*members.items()))
    assert opened.files == {path: text.encode() for path, text in members.items() if not path.endswith("other")} | {
        "data/de.other": b""
    }


def test_files_that_are_unpacked_twice_count_once(make_tar: MakeArchive, open_root_files: OpenRootFiles) -> None:
    described = '[components."shop/app"]\nfilemask = "data/*.translation"\nformat = "po"\n'
    archive = make_tar(("data/de.translation", "a"), ("po/de.po", "b"), ("transtats.toml", described))
    assert open_root_files(archive, RootLimits(bytes=len(described) + 2, files=3)).files["po/de.po"] == b"b"
    with pytest.raises(RootError, match="more than 2 files"):
        open_root_files(archive, RootLimits(files=2))


def test_links_inside_of_an_archive_are_kept(make_tar: MakeArchive, open_root_files: OpenRootFiles) -> None:
    members = [
        make_link("po/de_AT.po", "de.po"),
        make_link("po/de_CH.po", "../data/de"),
        make_hard_link("po/de_LI.po", "po/de.po"),
    ]
    opened = open_root_files(make_tar(("po/de.po", "one"), *members, ("data/de", "two"), ("data/fr", "three")))
    assert opened.files == {"po/de.po": b"one", "po/de_AT.po": b"one", "po/de_CH.po": b"two", "po/de_LI.po": b"one"} | {
        "data/de": b"two",
        "data/fr": b"",
    }


def test_a_hard_link_in_the_only_folder_of_an_archive_is_kept(
    make_tar: MakeArchive, open_root_files: OpenRootFiles
) -> None:
    links = [make_hard_link(f"shop-1/{name}", "shop-1/po/de.po") for name in ("po/de_LI.po", "de_AT.po")]
    opened = open_root_files(make_tar(("shop-1/setup.py", ""), ("shop-1/po/de.po", "one"), *links))
    assert opened.files == {"po/de.po": b"one", "po/de_LI.po": b"one", "de_AT.po": b"one", "setup.py": b""}


def make_link(name: str, target: str, kind: bytes = tarfile.SYMTYPE) -> tuple[tarfile.TarInfo, str]:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info, ""


def make_hard_link(name: str, target: str) -> tuple[tarfile.TarInfo, str]:
    return make_link(name, target, tarfile.LNKTYPE)


def test_names_that_are_not_utf_8_and_names_that_differ_in_case_are_kept(
    tmp_path: Path, make_zip: MakeArchive, open_root_files: OpenRootFiles
) -> None:
    paths = ["a/\udce9.po", "a/DE.po", "a/de.po", "a/é.po"]
    with tarfile.open(tmp_path / "shop.tar", "w", errors="surrogateescape") as writer:
        for path in paths:
            writer.addfile(tarfile.TarInfo(path))
    assert sorted(open_root_files(tmp_path / "shop.tar").files) == paths[1:] + paths[:1]
    # Programs on Unix write the bytes of the file system into a zip archive without a flag.
    archive = make_zip(("a/-.po", ""), ("a/DE.po", ""), ("a/de.po", ""), ("a/--.po", ""))
    content = archive.read_bytes().replace(b"a/--.po", "a/é.po".encode()).replace(b"a/-.po", b"a/\xe9.po")
    archive.write_bytes(content)
    assert sorted(open_root_files(archive).files) == paths[1:] + paths[:1]


@pytest.mark.parametrize("compress_part", [gzip.compress, bz2.compress, lzma.compress])
def test_an_archive_may_have_several_compressed_parts(
    make_tar: MakeArchive, open_root_files: OpenRootFiles, compress_part: Callable[[bytes], bytes]
) -> None:
    archive = make_tar(*MEMBERS)
    content = archive.read_bytes()
    archive.write_bytes(compress_part(content[:700]) + compress_part(content[700:]) + bytes(8))
    assert set(open_root_files(archive).files) >= NEEDED


def test_the_files_are_removed_if_the_block_raises(shop: Path, tmp_path: Path, make_zip: MakeArchive) -> None:
    archive, scratch = make_zip(*MEMBERS), tmp_path / "scratch"
    with pytest.raises(ZeroDivisionError), open_root(parse_address(str(archive)), str(scratch), RootLimits()) as root:
        raise ZeroDivisionError if Path(root).is_relative_to(scratch) else AssertionError
    assert list(scratch.iterdir()) == []


WAITING_PROGRAM = """
import sys, time
from transtats_cli.fleet.roots.addresses import parse_address
from transtats_cli.fleet.roots.limits import RootLimits
from transtats_cli.fleet.roots.opening import open_root
with open_root(parse_address(sys.argv[1]), sys.argv[2], RootLimits()):
    print("ready", flush=True)
    # A signal immediately before a long pause would be handled at the end of the pause.
    while True:
        time.sleep(0.05)
"""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_files_are_removed_if_a_signal_ends_the_process(
    tmp_path: Path, make_zip: MakeArchive, number: signal.Signals
) -> None:
    command = [sys.executable, "-c", WAITING_PROGRAM, str(make_zip(*MEMBERS)), str(tmp_path / "scratch")]
    with start_process(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        assert os.listdir(tmp_path / "scratch")
        process.send_signal(number)
        process.wait(30)
    assert os.listdir(tmp_path / "scratch") == []


def test_a_local_directory_is_used_without_a_copy(shop: Path, tmp_path: Path) -> None:
    with open_root(
        parse_address(str(shop)), str(tmp_path / "scratch"), RootLimits(bytes=0, files=0, seconds=0)
    ) as root:
        assert root == str(shop)
    assert not (tmp_path / "scratch").exists()


def test_a_scratch_directory_that_cannot_be_created_is_an_error(shop: Path, make_zip: MakeArchive) -> None:
    archive = make_zip(*MEMBERS)
    with pytest.raises(RootError) as caught, open_root(parse_address(str(archive)), f"{archive}/scratch", RootLimits()):
        pass
    assert str(caught.value) == (
        f"{archive}: no directory can be created in {archive}/scratch (Not a directory); set TMPDIR to another"
        " directory"
    )
