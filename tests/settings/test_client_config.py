import pytest

from tests.fixture_types import WriteTree
from transtats_cli.settings.client_config import read_client_settings
from transtats_cli.settings.documents import SettingsError

FILE = """\
[weblate]
url = https://weblate.example.org/api/
translation = hello/app

[keys]
https://weblate.example.org/api/ = SECRET
"""


@pytest.mark.parametrize("name", [".weblate", ".weblate.ini", "weblate.ini"])
def test_server_and_component_are_read(tree: WriteTree, name: str) -> None:
    client_settings = read_client_settings(str(tree({name: FILE})))
    assert client_settings["base_url"].value == "https://weblate.example.org"
    assert client_settings["base_url"].origin.endswith(f"{name}:2")
    assert client_settings["translation"].value == "hello/app"
    assert "SECRET" not in repr(client_settings)


def test_the_nearest_file_of_the_repository_counts(tree: WriteTree) -> None:
    root = tree(
        {".git/HEAD": "", ".weblate": FILE, "sub/weblate.ini": "[weblate]\ntranslation = a/b/cs\n", "sub/x/y": ""}
    )
    assert read_client_settings(str(root / "sub" / "x"))["translation"].value == "a/b"
    assert "base_url" not in read_client_settings(str(root / "sub" / "x"))
    assert read_client_settings(str(root))["translation"].value == "hello/app"


@pytest.mark.parametrize(
    "text",
    ["", "url = x", "[keys]\nurl = https://x.example\n", "[weblate]\n# url = x\ntranslation = a\n", "[weblate]\nurl"],
)
def test_a_file_without_url_and_component_sets_nothing(tree: WriteTree, text: str) -> None:
    assert read_client_settings(str(tree({".weblate": text}))) == {}


def test_without_a_file_there_are_no_default_names(tree: WriteTree) -> None:
    assert read_client_settings(str(tree({}))) == {}


def test_an_invalid_url_is_an_error(tree: WriteTree) -> None:
    with pytest.raises(SettingsError, match=r"\.weblate:3: url: .*not an address"):
        read_client_settings(str(tree({".weblate": "[weblate]\n# a\x0cb\nurl = file:///etc/passwd\n"})))


def test_credentials_in_a_url_are_left_out(tree: WriteTree) -> None:
    client_settings = read_client_settings(
        str(tree({".weblate": "[weblate]\nurl = https://me:SECR@ET@weblate.example.org:8443/sub/api/\n"}))
    )
    assert client_settings["base_url"].value == "https://weblate.example.org:8443/sub"


@pytest.mark.parametrize(
    "url",
    [
        pytest.param("wlu_SECRET0123456789SECRET", id="a token"),
        pytest.param("https://weblate.example.org/api/?token=SECRET", id="a token in the query"),
        pytest.param("https://wlu_SECRET0123456789", id="a token for a host"),
        pytest.param("https://weblate.example.org/wlp_SECRET0123456789SECRET/api", id="a token in the path"),
        pytest.param("https://me/SECRET@weblate.example.org/", id="a password with a slash"),
        pytest.param("https://me:SECRET/SECRET@weblate.example.org/", id="a user and a password with a slash"),
        pytest.param("https://weblate.example.org/" + "SECRETS0" * 5, id="a token of the old form"),
        pytest.param("https://weblate.example.org/ SECRET", id="a space"),
        pytest.param("https://weblate.example.org/" + "SECRET" * 1000, id="too long"),
    ],
)
def test_a_url_that_may_contain_a_secret_is_an_error_that_does_not_show_the_url(tree: WriteTree, url: str) -> None:
    with pytest.raises(SettingsError, match=r"\.weblate:2: url: ") as caught:
        read_client_settings(str(tree({".weblate": f"[weblate]\nurl = {url}\n"})))
    assert "SECRET" not in str(caught.value)
    assert caught.value.__cause__ is None
