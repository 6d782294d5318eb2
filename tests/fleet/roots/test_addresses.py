"""Addresses of roots: kinds and names, masked credentials, and lists of addresses."""

import io
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.git_repositories import ScriptedRepository
from transtats_cli.fleet.roots.addresses import (
    escape_surrogates,
    list_roots,
    mask_address,
    name_root,
    parse_address,
)
from transtats_cli.fleet.roots.limits import RootError


@pytest.mark.parametrize(
    ("address", "kind", "name"),
    [
        pytest.param("some/shop", "local", "shop", id="path"),
        pytest.param("some/shop-1.2.tar.gz", "local", "shop-1.2", id="path of an archive"),
        pytest.param("file:///srv/shop%20one.zip", "local", "shop one", id="URL of a local archive"),
        pytest.param("https://host/group/shop.git", "git", "shop", id="repository over HTTPS"),
        pytest.param("https://host/group/shop.git#v1", "git", "shop", id="repository with a tag"),
        pytest.param("git+https://host/group/shop", "git", "shop", id="repository that does not end with .git"),
        pytest.param("ssh://git@host/group/shop", "git", "shop", id="repository over ssh"),
        pytest.param("git+ssh://git@host/group/shop", "git", "shop", id="repository over ssh with git+"),
        pytest.param("git@host:group/shop.git", "git", "shop", id="repository over ssh without a scheme"),
        pytest.param("https://host/shop.zip", "archive", "shop", id="archive over HTTPS"),
        pytest.param("https://host/a%20b.tar.xz?token=x#y", "archive", "a b", id="archive with a query"),
        pytest.param("s3://bucket/all/shop.tgz", "archive", "shop", id="archive in a store"),
        pytest.param("s3://bucket/all/shop/", "folder", "shop", id="directory in a store"),
        pytest.param("gs://bucket", "folder", "bucket", id="whole bucket"),
        pytest.param("https://host/files/", "folder", "files", id="directory over HTTPS"),
        pytest.param("memory://shop/po", "folder", "po", id="directory in memory"),
    ],
)
def test_the_kind_and_the_name_come_from_the_address(address: str, kind: str, name: str) -> None:
    parsed = parse_address(address)
    assert (parsed.kind, parsed.name) == (kind, name)


@pytest.mark.parametrize(
    ("end", "prefix", "kind"),
    [
        pytest.param("work", "", "local", id="work tree"),
        pytest.param("work#main", "", "git", id="branch of a work tree"),
        pytest.param("work", "git+file://", "git", id="work tree with git+"),
        pytest.param("bare.git", "", "git", id="bare repository"),
        pytest.param("bare.git#main", "file://", "git", id="branch of a bare repository as a URL"),
        pytest.param("sharp#name", "", "local", id="directory with a sharp sign"),
    ],
)
def test_a_local_repository_is_used_as_a_directory_unless_it_is_bare(
    tmp_path: Path, repository: Callable[[str], ScriptedRepository], end: str, prefix: str, kind: str
) -> None:
    work = repository("work")
    work.git("init", "--quiet", "--bare", str(tmp_path / "bare.git"))
    (tmp_path / "sharp#name").mkdir()
    assert parse_address(f"{prefix}{work.path.parent / end}").kind == kind


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        pytest.param("a", "a", id="name"),
        pytest.param("a/", "a", id="slash at the end"),
        pytest.param("./a", "a", id="current directory"),
        pytest.param(".//a/.//b//", "a/b", id="repeated slashes"),
        pytest.param("a/c/../b", "a/b", id="folder above"),
        pytest.param("../../a", "../../a", id="folders above"),
        pytest.param(".", ".", id="current directory alone"),
        pytest.param("./", ".", id="current directory with a slash"),
        pytest.param("/srv/a/", "/srv/a", id="absolute path"),
        pytest.param("/", "/", id="root of the file system"),
        pytest.param("./a#v1", "a#v1", id="tag of a local repository"),
        pytest.param("s3://bucket//a/", "s3://bucket//a/", id="URL"),
        pytest.param("file:///srv//a/", "file:///srv//a/", id="URL of a directory"),
        pytest.param("git@host:/group//a/", "git@host:/group//a/", id="repository over ssh"),
    ],
)
def test_a_path_has_its_shortest_spelling(address: str, expected: str) -> None:
    assert name_root(address) == expected


@pytest.mark.skipif(os.sep != "/", reason="such a path names another machine")
def test_two_slashes_at_the_beginning_of_a_path_are_one() -> None:
    assert name_root("//srv/a") == "/srv/a"


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        pytest.param("https://user:secret@host/x.git", "https://***@host/x.git", id="user and password"),
        pytest.param("https://token@host/x.zip#a", "https://***@host/x.zip#a", id="token in the place of the user"),
        pytest.param("https://a:b@c@host/x", "https://***@host/x", id="password with @"),
        pytest.param("ssh://git@host/x", "ssh://git@host/x", id="user of ssh"),
        pytest.param("git+ssh://git:secret@host/x", "git+ssh://git:***@host/x", id="password of ssh"),
        pytest.param("git@host:x", "git@host:x", id="ssh without a scheme"),
        pytest.param("https://h/x?id=1&token=abc&b=2", "https://h/x?id=1&token=***&b=2", id="token in the query"),
        pytest.param("https://h/x?X-Amz-Signature=abc", "https://h/x?X-Amz-Signature=***", id="signature"),
        pytest.param("https://h/x?a=b?Key=c=d#e", "https://h/x?a=b?Key=***#e", id="question mark in a value"),
        pytest.param("https://h/x?key=&pass#auth=c", "https://h/x?key=&pass#auth=c", id="no value"),
        pytest.param("https://h/a@b", "https://h/a@b", id="@ in the path"),
        pytest.param("https://h:80/a@b", "https://h:80/a@b", id="@ in the path after a port"),
        pytest.param("https://user:se/cret@h/x", "https://***@h/x", id="password with a slash"),
        pytest.param("zip://a::https://user:secret@h/x", "zip://a::https://***@h/x", id="chained address"),
        pytest.param("some/path", "some/path", id="path"),
    ],
)
def test_credentials_are_masked(address: str, shown: str) -> None:
    assert mask_address(address) == shown


@pytest.mark.parametrize("word", ["?sig", "?", "?sig=&", "a://x:", "a"])
def test_a_message_or_an_address_of_any_length_is_masked_soon(word: str) -> None:
    address = parse_address("https://h/x.zip?token=abc")
    started = time.process_time()
    address.hide_secrets(word * (60_000 // len(word)))
    mask_address(word * (10_000 // len(word)))
    assert time.process_time() - started < 5


def test_a_very_long_address_is_an_error() -> None:
    with pytest.raises(RootError, match="an address has more than 10,000 characters"):
        list_roots(["a" * 10_001])


@pytest.mark.parametrize("end", ["x.git?token=secret", "x.git/?token=secret/y"])
def test_the_name_of_a_repository_contains_no_query(end: str) -> None:
    assert parse_address(f"git+https://h/{end}").name == "x"


def test_the_name_is_not_too_long_for_a_file_system() -> None:
    assert parse_address(f"https://h/{'%E4%B8%AD' * 100}.zip").name == "\u4e2d" * 85


@pytest.mark.parametrize(
    ("address", "location"),
    [
        pytest.param("shop", "{}/shop", id="directory"),
        pytest.param("../100%25#a", "{}/../100%25#a", id="special characters"),
        pytest.param("file:///srv/a%20b.zip", "/srv/a b.zip", id="URL of a file"),
        pytest.param("bare", "file://{}/bare", id="bare repository"),
        pytest.param("bare#v1", "file://{}/bare", id="tag of a bare repository"),
        pytest.param("a b%20#c", "file://{}/a%20b%2520%23c", id="bare repository with special characters"),
        pytest.param("git@host:shop", "git@host:shop", id="ssh"),
        pytest.param("s3://bucket/a", "s3://bucket/a", id="store"),
    ],
)
def test_the_location_does_not_depend_on_the_current_directory_of_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str, location: str
) -> None:
    for folder in ("bare", "a b%20#c"):
        for name in ("objects", "refs", "HEAD"):
            (tmp_path / folder / name).mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    expected = os.path.normpath(location.format(tmp_path)) if location[0] == "{" else location.format(tmp_path)
    assert parse_address(address).location == expected


def list_names(arguments: list[str], files_from: str) -> list[str]:
    return [address.shown for address in list_roots(arguments, files_from)]


def test_roots_are_listed_once_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roots.txt").write_bytes(
        b"\xef\xbb\xbf# all\n\n  c \r\nhttps://h/x.git#a\n./a\nfile://%s/c\n" % str(tmp_path).encode()
    )
    assert list_names(["b", "a/", "b"], "roots.txt") == ["b", "a", "c", "https://h/x.git#a"]


def test_a_name_that_is_not_utf_8_can_be_listed(tmp_path: Path) -> None:
    (tmp_path / "roots.txt").write_bytes(b"\xe9\n")
    (address,) = list_roots([], str(tmp_path / "roots.txt"))
    assert (address.location, address.shown) == (os.path.abspath("\udce9"), "\\udce9")


def test_bytes_that_are_not_utf_8_become_escapes() -> None:
    assert [escape_surrogates(text) for text in ("a", "ü", "a\udcff")] == ["a", "ü", "a\\udcff"]


def test_a_list_is_read_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"# all\na\n\nb\n")))
    assert list_names([], "-") == ["a", "b"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\n::x://b::c\n")))
    with pytest.raises(RootError, match=r"^standard input:2: "):
        list_roots([], "-")


@pytest.mark.parametrize(
    ("address", "message"),
    [
        pytest.param("", "'': no address of a root; write a directory, an archive or a URL", id="empty"),
        pytest.param("a\nb", r"'a\nb': no address of a root; write a directory, an archive or a URL", id="line break"),
        pytest.param(
            "zip://a::https://u:p@h/x.zip",
            "zip://a::https://***@h/x.zip: chained addresses are not supported; name the archive or the directory"
            " itself",
            id="chained",
        ),
        pytest.param(
            "file://host/x",
            "file://host/x: the URL of a local file begins with file:/// and its absolute path",
            id="host",
        ),
        pytest.param("https:///x.git", "https:///x.git: no host; write https://HOST/PATH", id="no host"),
        pytest.param("ssh://-oX/x", "ssh://-oX/x: no host; write ssh://HOST/PATH", id="option as host"),
        pytest.param(
            "git+ftp://h/x",
            "git+ftp://h/x: git does not use ftp here; write git+https, git+ssh or git+file",
            id="git+ftp",
        ),
        pytest.param(
            "https://h/x.git#--upload-pack=x",
            "https://h/x.git#--upload-pack=x: --upload-pack=x is no name of a branch or a tag; write a name that git"
            " accepts",
            id="option as branch",
        ),
        pytest.param(
            "h@h:x#-b",
            "h@h:x#-b: -b is no name of a branch or a tag; write a name that git accepts",
            id="option of ssh",
        ),
        pytest.param(
            "hg+https://h/x",
            "hg+https://h/x: hg+https is no scheme of an address; write https, git+https, ssh, s3 or gs",
            id="other program",
        ),
    ],
)
def test_the_error_for_an_invalid_address_is_one_sentence(tmp_path: Path, address: str, message: str) -> None:
    with pytest.raises(RootError) as caught:
        list_roots([address])
    assert str(caught.value) == message
    if address.isprintable() and address:
        (tmp_path / "roots.txt").write_text(f"a\n{address}\n", encoding="utf-8")
        with pytest.raises(RootError) as caught:
            list_roots([], str(tmp_path / "roots.txt"))
        assert str(caught.value) == f"{tmp_path}/roots.txt:2: {message}"


def test_a_list_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RootError) as caught:
        list_roots([], str(tmp_path))
    assert str(caught.value) == f"{tmp_path}: cannot be read (a directory, not a file)"
