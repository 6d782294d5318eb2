"""Pages in a browser: no message on the console, no request to another host, keys, search, and accessibility."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CHROMIUM or not DRIVER, reason="chromium and chromedriver are not installed"),
]
PAGES = (
    "/",
    "/projects/demo/",
    "/projects/demo/app/",
    "/projects/demo/app/cs/",
    "/translate/demo/app/de/",
    "/translate/demo/app/de/?q=state:nope",
    "/languages/",
    "/languages/de/",
    "/checks/",
    "/projects/nope/",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = CHROMIUM or ""
    # Chromium refuses to run as root with its sandbox.
    sandbox = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    for argument in ("--headless=new", "--disable-gpu", *sandbox):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        yield driver
    finally:
        driver.quit()


@pytest.fixture
def server(serve: Callable[..., Any], project: Path) -> Any:
    (project / "demo/app/po/de.po").write_text(
        "\n\n".join(f'msgid "Word {number} "\nmsgstr "Wort {number}"' for number in range(60)), encoding="utf-8"
    )
    return serve(project)


def requested_addresses(browser: Any) -> set[str]:
    """Return the addresses that the pages requested since the last call."""
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    return {each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"}


def is_of_browser(address: str) -> bool:
    return address.startswith(("chrome:", "data:", "about:"))


def test_pages_write_no_message_and_request_no_other_host(browser: Any, server: Any) -> None:
    requested_addresses(browser)
    for path in PAGES:
        browser.get(server.base_url + path)
    requested = {each for each in requested_addresses(browser) if not is_of_browser(each)}
    assert requested
    assert {each for each in requested if not each.startswith(f"{server.base_url}/")} == set()
    messages = [entry["message"] for entry in browser.get_log("browser")]
    # The browser itself reports the status of the page that does not exist.
    assert [each for each in messages if "/projects/nope/" not in each] == []


def test_keys_links_and_search_work(browser: Any, server: Any) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    def body() -> Any:
        return browser.find_element(By.TAG_NAME, "body")

    browser.get(f"{server.base_url}/translate/demo/app/de/")
    body().send_keys(Keys.ARROW_RIGHT)
    assert "Page 2 of 3" in body().text
    body().send_keys("k")
    assert "Page 1 of 3" in body().text
    body().send_keys("/")
    search = browser.switch_to.active_element
    search.send_keys('source:"Word 42"', Keys.ENTER)
    assert "1 string" in body().text
    browser.get(f"{server.base_url}/projects/demo/app/")
    browser.find_element(By.LINK_TEXT, "Words left").click()
    assert browser.find_element(By.CSS_SELECTOR, "[aria-sort=descending]").text.startswith("Words left")


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: npm install axe-core")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_pages_are_accessible(browser: Any, server: Any, scheme: str, width: int) -> None:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    axe = AXE.read_text(encoding="utf-8")
    for path in PAGES:
        browser.get(server.base_url + path)
        # The policy of the pages forbids scripts of others, so this one comes from the debugger.
        browser.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
        result = browser.execute_async_script("axe.run().then(arguments[0])")
        assert [(each["id"], each["nodes"][0]["html"]) for each in result["violations"]] == [], path
        assert len(result["passes"]) > 10
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, path
