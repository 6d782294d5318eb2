"""Git addresses: nothing that a repository or its address contains is run, shown or stored."""

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.fleet.roots.conftest import SHOP, OpenRootFiles, write_files
from tests.git_repositories import ScriptedRepository, po
from tests.waiting import has_ended, wait_until
from transtats_cli.fleet.roots import clones
from transtats_cli.fleet.roots.limits import RootError, RootLimits
from transtats_cli.git import TIMEOUT_VARIABLE


@pytest.fixture
def shop_repository(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    made = repository("shop")
    made.commit("shop", SHOP)
    return made


def test_a_branch_and_a_tag_can_be_chosen(shop_repository: ScriptedRepository, open_root_files: OpenRootFiles) -> None:
    repository = shop_repository
    repository.git("tag", "v1")
    repository.git("checkout", "--quiet", "-b", "next/one")
    repository.commit("next", {"po/it.po": po({"one": "uno"})})
    repository.git("checkout", "--quiet", "main")
    assert "po/it.po" in open_root_files(f"{repository.path}#next/one").files
    assert "po/it.po" not in open_root_files(f"{repository.path}#v1").files
    assert "po/it.po" not in open_root_files(f"git+file://{repository.path}").files


@pytest.mark.parametrize("name", ["a b", "100%25", "a#b", "é\udce9"])
def test_the_path_of_a_repository_may_contain_special_characters(
    repository: Callable[[str], ScriptedRepository], open_root_files: OpenRootFiles, name: str
) -> None:
    made = repository(name)
    made.commit("one", {"de.po": po({})})
    assert "de.po" in open_root_files(f"{made.path}#main").files


def test_only_the_last_commit_is_fetched_and_the_history_is_removed(
    shop_repository: ScriptedRepository, open_root_files: OpenRootFiles
) -> None:
    shop_repository.commit("more", {"po/it.po": po({"one": "uno"})})
    opened = open_root_files(f"{shop_repository.path}#main")
    assert {path for path in opened.files if path.startswith(".git/")} == {".git/config"}


def test_changes_that_are_not_committed_are_not_part_of_a_clone(
    shop_repository: ScriptedRepository, open_root_files: OpenRootFiles
) -> None:
    shop_repository.write({"po/it.po": po({"one": "uno"})})
    assert "po/it.po" in open_root_files(shop_repository.path).files
    assert "po/it.po" not in open_root_files(f"{shop_repository.path}#main").files


def test_git_attributes_do_not_change_the_exported_files(
    shop_repository: ScriptedRepository, open_root_files: OpenRootFiles
) -> None:
    shop_repository.commit("attributes", {".gitattributes": "*.po export-ignore export-subst\n", "a.po": "$Format:%H$"})
    opened = open_root_files(f"{shop_repository.path}#main")
    assert opened.files["a.po"] == b"$Format:%H$"
    assert "locale/de/LC_MESSAGES/shop.po" in opened.files


def test_no_program_of_a_repository_or_of_settings_is_run(
    tmp_path: Path, shop_repository: ScriptedRepository, open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hooks, templates, filters and helpers would create a file."""
    program = write_files(tmp_path, {"program": f'#!/bin/sh\ntouch "{tmp_path}/was-run"\ncat\n'}) / "program"
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    hooks = tmp_path / "template" / "hooks"
    hooks.mkdir(parents=True)
    for name in ("post-checkout", "post-commit", "reference-transaction", "post-index-change"):
        (hooks / name).symlink_to(program)
    config = (
        f"[core]\n\thooksPath = {hooks}\n\tfsmonitor = {program}\n\taskPass = {program}\n\tpager = {program}\n"
        f"[init]\n\ttemplateDir = {tmp_path}/template\n"
        f'[filter "lfs"]\n\tsmudge = {program}\n\tprocess = {program}\n\trequired = true\n'
    )
    write_files(tmp_path, {"config": config})
    shop_repository.commit("attributes", {".gitattributes": "*.po filter=lfs\n"})
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    opened = open_root_files(f"{shop_repository.path}#main")
    assert "locale/de/LC_MESSAGES/shop.po" in opened.files
    assert not (tmp_path / "was-run").exists()


def test_submodules_are_left_out(
    tmp_path: Path, shop_repository: ScriptedRepository, open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path, {"config": "[submodule]\n\trecurse = true\n"})
    commit = shop_repository.head
    shop_repository.write({".gitmodules": f'[submodule "a"]\n\tpath = a\n\turl = {shop_repository.path}\n'})
    shop_repository.git("update-index", "--add", "--cacheinfo", f"160000,{commit},a")
    shop_repository.git("add", ".gitmodules")
    shop_repository.git("commit", "--quiet", "-m", "submodule")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    assert not [path for path in open_root_files(f"{shop_repository.path}#main").files if path.startswith("a/")]


def test_links_inside_of_a_repository_are_kept_and_links_to_the_outside_are_refused(
    shop_repository: ScriptedRepository, open_root_files: OpenRootFiles
) -> None:
    po_folder = shop_repository.path / "po"
    po_folder.mkdir()
    (po_folder / "de.po").symlink_to("../locale/de/LC_MESSAGES/shop.po")
    shop_repository.commit("link", {"a.txt": ""})
    opened = open_root_files(f"{shop_repository.path}#main")
    assert opened.files["po/de.po"] == opened.files["locale/de/LC_MESSAGES/shop.po"]
    (po_folder / "fr.po").symlink_to("../../secret.po")
    shop_repository.commit("link", {"a.txt": "x"})
    with pytest.raises(RootError, match=r"po/fr\.po is a link that leads out of the root"):
        open_root_files(f"{shop_repository.path}#main")


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        pytest.param(
            "shop#none",
            "the repository has no branch or tag none; write a name that git ls-remote shows",
            id="branch",
        ),
        pytest.param(
            "empty.git", "the repository has no commit, or it is damaged; check it with git fsck", id="no commit"
        ),
    ],
)
def test_a_repository_that_cannot_be_cloned_is_an_error(
    tmp_path: Path, shop_repository: ScriptedRepository, open_root_files: OpenRootFiles, end: str, reason: str
) -> None:
    shop_repository.git("init", "--quiet", "--bare", str(tmp_path / "empty.git"))
    with pytest.raises(RootError) as caught:
        open_root_files(f"{tmp_path}/{end}")
    assert str(caught.value) == f"{tmp_path}/{end}: {reason}"


def test_a_limit_may_be_larger_than_all_numbers_of_the_system(
    shop_repository: ScriptedRepository, open_root_files: OpenRootFiles
) -> None:
    assert open_root_files(f"{shop_repository.path}#main", RootLimits(bytes=10**20, files=10**20)).files


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        pytest.param(RootLimits(files=2), "more than 2 files;", id="files"),
        pytest.param(RootLimits(files=1), "more than 1 file;", id="one file"),
        pytest.param(RootLimits(bytes=1), "more than 1 byte;", id="one byte"),
        pytest.param(RootLimits(seconds=0), "not there after 0 seconds", id="time"),
        pytest.param(RootLimits(bytes=5000), "more than 5,000 bytes", id="bytes"),
        pytest.param(RootLimits(bytes=100), "more than 100 bytes", id="less bytes than the settings of git need"),
    ],
)
def test_the_limits_apply_to_clones(
    shop_repository: ScriptedRepository, open_root_files: OpenRootFiles, limits: RootLimits, reason: str
) -> None:
    shop_repository.write({})
    content = os.urandom(20_000).hex()
    shop_repository.commit("large", {"src/large.c": content})
    with pytest.raises(RootError, match=f": {reason}"):
        open_root_files(f"{shop_repository.path}#main", limits)


def test_the_limit_applies_to_a_clone_that_ends_before_it_has_its_limit(
    shop_repository: ScriptedRepository, open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clones, "limit_resource", lambda *_: None)
    shop_repository.write({})
    shop_repository.commit("large", {"src/large.c": os.urandom(20_000).hex()})
    with pytest.raises(RootError, match=": more than 5,000 bytes"):
        open_root_files(f"{shop_repository.path}#main", RootLimits(bytes=5000))


class Requests(list[tuple[str, str]]):
    """Paths and values of the header Authorization of all requests."""

    address = ""


StartServer = Callable[..., Requests]


@pytest.fixture
def start_server() -> Iterator[StartServer]:
    """Function that starts a server and returns its requests.

    The server requires a password, or with `needs_password=False` accepts every request. An accepted request is
    redirected to `target`. Without a target, no request is accepted.
    """
    with ExitStack() as stack:

        def start(target: str = "", *, needs_password: bool = True) -> Requests:
            requests = Requests()

            class Handler(BaseHTTPRequestHandler):
                def do_GET(self) -> None:
                    sent = self.headers.get("Authorization", "")
                    requests.append((self.path, sent))
                    if target and (sent or not needs_password):
                        self.send_response(302)
                        self.send_header("Location", target + self.path)
                    else:
                        self.send_response(401)
                        self.send_header("WWW-Authenticate", 'Basic realm="git"')
                    self.send_header("Content-Length", "0")
                    self.end_headers()

                def do_HEAD(self) -> None:
                    self.do_GET()

                def log_message(self, *arguments: object) -> None:
                    """Print nothing."""

            server = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
            requests.address = f"127.0.0.1:{server.server_port}"
            thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
            thread.start()
            stack.callback(thread.join)
            stack.callback(server.shutdown)
            return requests

        yield start


DENIED_GIT = "access to the repository was denied; check the address, and the credentials that git uses"
DENIED = "access was denied; check the address, and the credentials in the environment"


@pytest.mark.parametrize(
    ("address", "shown", "reason"),
    [
        pytest.param("http://{}/x.git", "http://{}/x.git", DENIED_GIT, id="git without a password"),
        pytest.param("http://me:se%20cret@{}/x.git", "http://***@{}/x.git", DENIED_GIT, id="git with a password"),
        pytest.param("http://{}/x.zip", "http://{}/x.zip", DENIED, id="archive without a password"),
        pytest.param("http://me:se%20cret@{}/x.zip", "http://***@{}/x.zip", DENIED, id="archive with a password"),
    ],
)
def test_a_password_is_sent_and_never_shown_and_git_does_not_prompt(
    start_server: StartServer, open_root_files: OpenRootFiles, address: str, shown: str, reason: str
) -> None:
    login_server = start_server()
    with pytest.raises(RootError) as caught:
        open_root_files(address.format(login_server.address))
    assert str(caught.value) == f"{shown.format(login_server.address)}: {reason}"
    sent = {value for _, value in login_server}
    assert ("Basic bWU6c2UgY3JldA==" in sent) == ("@" in shown)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["other port", "other host"])
@pytest.mark.parametrize("needs_password", [False, True], ids=["at once", "after the password"])
@pytest.mark.parametrize("name", ["x.git", "x.zip"], ids=["git", "archive"])
def test_a_password_is_not_sent_to_a_server_to_which_another_redirects(
    start_server: StartServer, open_root_files: OpenRootFiles, name: str, needs_password: bool, host: str
) -> None:
    other = start_server()
    target = f"http://{host}:{other.address.partition(':')[2]}"
    named = start_server(target, needs_password=needs_password)
    with pytest.raises(RootError, match="denied"):
        open_root_files(f"http://me:secret@{named.address}/{name}")
    assert other
    assert {sent for _, sent in other} == {""}
    assert needs_password <= ("Basic bWU6c2VjcmV0" in {sent for _, sent in named})


def test_the_name_of_a_missing_repository_does_not_change_the_reason(
    tmp_path: Path, open_root_files: OpenRootFiles
) -> None:
    with pytest.raises(RootError, match=r"git cannot clone it .*; check the address with git ls-remote$"):
        open_root_files(f"git+file://{tmp_path}/authentication-403.git")


@pytest.mark.parametrize(
    "limits",
    [
        pytest.param(RootLimits(seconds=float("inf")), id="no time limit"),
        pytest.param(RootLimits(seconds=1e300), id="very long time"),
        pytest.param(RootLimits(bytes=10**30), id="very many bytes"),
    ],
)
def test_limits_may_be_greater_than_those_of_the_system(
    shop_repository: ScriptedRepository, open_root_files: OpenRootFiles, limits: RootLimits
) -> None:
    files = open_root_files(f"git+file://{shop_repository.path}", limits).files
    assert "locale/de/LC_MESSAGES/shop.po" in files


def test_a_password_is_not_an_argument_of_a_process(
    tmp_path: Path, open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other users can see the arguments of processes."""
    fake = write_files(tmp_path, {"bin/git": f'#!/bin/sh\necho "$@" >> "{tmp_path}/arguments"\nexit 128\n'}) / "bin/git"
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(RootError):
        open_root_files("https://me:secret@localhost/x.git")
    arguments = (tmp_path / "arguments").read_text()
    assert "https://localhost/x.git" in arguments
    assert "secret" not in arguments


def test_a_missing_git_is_an_error(
    tmp_path: Path, open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RootError) as caught:
        open_root_files("https://localhost/x.git")
    assert str(caught.value) == "https://localhost/x.git: there is no git command; install git"


def test_an_archive_that_takes_long_ends_at_the_time_limit_of_git(
    shop_repository: ScriptedRepository, tmp_path: Path, open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = f'#!/bin/sh\ncase " $* " in *" archive "*) exec sleep 300;; esac\nexec "{shutil.which("git")}" "$@"\n'
    fake = write_files(tmp_path, {"bin/git": slow}) / "bin/git"
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv(TIMEOUT_VARIABLE, "1")
    with pytest.raises(RootError, match=r"shop: git archive was stopped after 1 seconds; .* --git-timeout SECONDS"):
        open_root_files(f"git+file://{shop_repository.path}")


def test_git_is_killed_with_its_children_after_the_time_limit(
    tmp_path: Path, open_root_files: OpenRootFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = (
        write_files(tmp_path, {"bin/git": f'#!/bin/sh\nsleep 300 &\necho $! > "{tmp_path}/child"\nwait\n'}) / "bin/git"
    )
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{fake.parent}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(RootError, match=r"not there after 0\.5 seconds"):
        open_root_files("https://localhost/x.git", RootLimits(seconds=0.5))
    wait_until(lambda: has_ended(int((tmp_path / "child").read_text())))
