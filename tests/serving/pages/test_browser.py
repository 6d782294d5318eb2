"""Pages in a browser: no message on the console, no request to another host, keys, search, and accessibility."""

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

from tests.fixture_types import Run
from tests.git_repositories import ScriptedRepository
from tests.serving.pages.test_history import run_git

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
WebDriverWait = pytest.importorskip("selenium.webdriver.support.ui").WebDriverWait
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(not CHROMIUM or not DRIVER, reason="chromium and chromedriver are not installed"),
]
EXAMPLES = Path(__file__).parents[3] / "examples"
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
    "/checks/end_space/",
    "/search/",
    "/search/?q=word",
    "/changes/",
    "/changes/?since=nope",
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


@pytest.fixture(autouse=True)
def leave_the_last_page(browser: Any) -> None:
    """Close the page of the previous test, whose server has been killed, and discard the messages about this."""
    browser.get("about:blank")
    browser.get_log("browser")


REPORT_PAGES = (
    "index.html",
    "projects/demo/index.html",
    "projects/demo/languages/index.html",
    "projects/demo/components/app/index.html",
    "projects/demo/components/app/cs/index.html",
    "projects/demo/components/app/cs/unfinished.html",
    "projects/demo/components/app/de/all-2.html",
    "languages/index.html",
    "languages/de/index.html",
    "checks/index.html",
    "checks/end_stop/index.html",
    "search/index.html",
    "search/index.html?q=word&language=de",
    "component.html",
)
LANGUAGES = {"ar": 3, "cs": 0, "da": 5, "de": 9, "es": 3, "fr": 7, "it": 1}
"""Number of translated strings of each language of the static report."""


@pytest.fixture
def report(run: Run, project: Path) -> str:
    """Address of a folder with a static report and a page of one component."""
    for code, count in LANGUAGES.items():
        strings = "".join(
            f'\nmsgid "Word {number}."\nmsgstr "{f"{code} {number}." if number < count else ""}"\n'
            for number in range(9)
        )
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
        (project / f"demo/app/po/{code}.po").write_text(head + strings, encoding="utf-8")
    german = project / "demo/app/po/de.po"
    more = "".join(f'\n#: list.c:{number}\nmsgid "More {number}."\nmsgstr "Mehr {number}"\n' for number in range(110))
    german.write_text(german.read_text(encoding="utf-8") + more, encoding="utf-8")
    top = project.parent / "static report"
    assert run("report", "--root", project, "--output", top, "--all-strings").status == 0
    page = f"html:{top / 'component.html'}"
    assert run("stats", "demo", "app", "--root", project, "--format", page).status == 0
    return top.as_uri()


@pytest.fixture
def server(serve: Callable[..., Any], project: Path) -> Any:
    (project / "demo/app/po/de.po").write_text(
        "\n\n".join(f'msgid "Word {number} "\nmsgstr "Wort {number}"' for number in range(60)), encoding="utf-8"
    )
    return serve(project)


def take_requested_addresses(browser: Any) -> set[str]:
    """Return the addresses that the pages requested since the last call."""
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    return {each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"}


def is_browser_address(address: str) -> bool:
    return address.startswith(("chrome:", "data:", "about:"))


def test_pages_write_no_console_message_and_request_no_other_host(browser: Any, server: Any) -> None:
    take_requested_addresses(browser)
    for path in PAGES:
        browser.get(server.base_url + path)
    requested = {each for each in take_requested_addresses(browser) if not is_browser_address(each)}
    assert requested
    assert {each for each in requested if not each.startswith(f"{server.base_url}/")} == set()
    messages = [entry["message"] for entry in browser.get_log("browser")]
    # The browser itself reports the status of the pages that do not exist.
    assert [each for each in messages if "nope" not in each] == []


def test_keys_turn_pages_and_open_the_searches_and_a_link_sorts_a_column(
    browser: Any, server: Any, until: Callable[..., None]
) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    def body() -> Any:
        return browser.find_element(By.TAG_NAME, "body")

    browser.get(f"{server.base_url}/translate/demo/app/de/")
    body().send_keys(Keys.ARROW_RIGHT)
    until(lambda: "Page 2 of 3" in browser.page_source)
    body().send_keys("k")
    until(lambda: "Page 1 of 3" in browser.page_source)
    body().send_keys("/")
    search = browser.switch_to.active_element
    search.send_keys('source:"Word 42"', Keys.ENTER)
    until(lambda: read_text(browser, "main [role=status]") == "1 string")
    browser.get(f"{server.base_url}/projects/demo/app/")
    body().send_keys("/")
    browser.switch_to.active_element.send_keys("Ahoj", Keys.ENTER)
    until(lambda: browser.current_url == f"{server.base_url}/search/?q=Ahoj")
    assert [each.text for each in browser.find_elements(By.TAG_NAME, "mark")] == ["Ahoj"]
    browser.find_element(By.LINK_TEXT, "Czech (1)").click()
    assert browser.current_url == f"{server.base_url}/translate/demo/app/cs/?q=Ahoj"
    browser.get(f"{server.base_url}/projects/demo/app/")
    browser.find_element(By.LINK_TEXT, "Words left").click()
    assert browser.find_element(By.CSS_SELECTOR, "[aria-sort=descending]").text.startswith("Words left")


def test_a_missing_character_has_a_visible_mark_with_a_name(browser: Any, server: Any) -> None:
    browser.get(f"{server.base_url}/translate/demo/app/de/?q=check:end_space")
    mark = browser.find_element("css selector", ".text .slot")
    assert (mark.aria_role, mark.accessible_name) == ("image", "a character is missing here")
    assert mark.is_displayed()
    assert mark.size["width"] >= 5
    assert mark.size["height"] >= 10


def test_pages_of_a_report_write_no_console_message_and_request_only_files_of_the_report(
    browser: Any, report: str
) -> None:
    take_requested_addresses(browser)
    for path in REPORT_PAGES:
        browser.get(f"{report}/{path}")
        assert browser.title.endswith("transtats"), path
        assert browser.execute_script("return getComputedStyle(document.body).margin") == "0px", path
    requested = {each for each in take_requested_addresses(browser) if not is_browser_address(each)}
    assert {each for each in requested if not each.startswith(f"{report}/")} == set()
    assert {each.partition("?")[0].rpartition("/static/")[2] for each in requested if "/static/" in each} == {
        "style.css",
        "choices.js",
        "keys.js",
        "tables.js",
        "search.js",
        "icon.svg",
    }
    assert [entry["message"] for entry in browser.get_log("browser")] == []
    browser.get(f"{report}/component.html")
    assert {each for each in take_requested_addresses(browser) if not is_browser_address(each)} == {
        f"{report}/component.html"
    }


def test_pages_of_each_kind_of_the_report_of_the_examples_open_from_files(
    browser: Any, run: Run, tmp_path: Path
) -> None:
    top = tmp_path / "report of examples"
    assert run("report", "--root", EXAMPLES, "--output", top).status == 0
    take_requested_addresses(browser)
    by_kind: dict[tuple[str, int, str], list[Path]] = {}
    for page in sorted(top.rglob("*.html")):
        folders = page.relative_to(top).parts[:-1]
        by_kind.setdefault(("".join(folders[:1]), len(folders), page.name), []).append(page)
    assert len(by_kind) > 8
    for page in [page for pages in by_kind.values() for page in pages[:3]]:
        browser.get(page.as_uri())
        assert browser.title.endswith("transtats"), page
    assert [entry["message"] for entry in browser.get_log("browser")] == []
    requested = {each for each in take_requested_addresses(browser) if not is_browser_address(each)}
    assert {each for each in requested if not each.startswith(f"{top.as_uri()}/")} == set()


def test_a_table_of_a_report_sorts_and_filters_without_a_server(browser: Any, report: str) -> None:
    from selenium.webdriver.common.by import By

    def names() -> list[str]:
        cells = browser.find_elements(By.CSS_SELECTOR, "tbody tr:not([hidden]) bdi")
        return [cell.text for cell in cells]

    def click(title: str) -> None:
        browser.find_element(By.XPATH, f"//button[starts-with(normalize-space(), '{title}')]").click()

    def status() -> str:
        return str(browser.find_element(By.CSS_SELECTOR, "main [role=status]").text)

    browser.get(f"{report}/projects/demo/components/app/index.html")
    by_share = names()
    assert (by_share[0], by_share[-1]) == ("German", "English")
    click("Name")
    assert names() == sorted(names())
    click("Name")
    assert names() == sorted(names(), reverse=True)
    assert browser.find_element(By.CSS_SELECTOR, "[aria-sort]").text == "Name ▼"
    click("Translated")
    assert names()[0] == "Czech"
    click("Translated")
    assert names() == by_share
    click("Complete")
    assert (names(), status()) == (["German"], "1 of 8 languages")
    click("Nearest")
    assert names() == ["French", "Danish", "Arabic", "Spanish", "Italian", "Czech"]
    click("Farthest")
    assert names()[0] == "Czech"
    click("Nearest")
    browser.find_element(By.CSS_SELECTOR, "main input[type=search]").send_keys("AN")
    assert names() == ["Danish", "Spanish", "Italian"]
    assert status() == "3 of 8 languages"
    click("All")
    assert names() == ["German", "Danish", "Spanish", "Italian"]
    click("Name")
    browser.get(f"{report}/index.html")
    browser.back()
    assert (names(), status()) == (["Danish", "German", "Italian", "Spanish"], "4 of 8 languages")


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_number_of_changes_leads_to_open_lists_below_their_language_and_number(
    browser: Any, run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    made = repository("shop")
    sources = [f"Word {number}" for number in range(30)]
    made.commit("Add", {f"app/{code}.po": made.po(dict.fromkeys(sources, "")) for code in ("de", "fr")})
    made.write({f"app/{code}.po": made.po(dict.fromkeys(sources, "Text")) for code in ("de", "fr")})
    assert run("report", "--since", "2023-11-16", "--output", "../out", cwd=made.path).status == 0
    address = f"{(made.path.parent / 'out').as_uri()}/changes/shop/components/app/index.html"
    for number, open_lists in (("60", ["French: 30", "German: 30"]), ("30", ["French: 30"])):
        browser.get(address)
        browser.find_element("link text", number).click()
        summaries = browser.find_elements("css selector", "section > details[open] > summary")
        assert [each.text for each in summaries] == open_lists
        assert browser.execute_script("return arguments[0].getBoundingClientRect().top", summaries[0]) > 0


def test_keys_turn_the_pages_of_a_report(browser: Any, report: str) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    browser.get(f"{report}/projects/demo/components/app/de/all.html")
    browser.find_element(By.TAG_NAME, "body").send_keys(Keys.ARROW_RIGHT)
    assert browser.current_url == f"{report}/projects/demo/components/app/de/all-2.html"
    browser.find_element(By.TAG_NAME, "body").send_keys("k")
    assert browser.current_url == f"{report}/projects/demo/components/app/de/all.html"


def test_the_search_of_a_report_finds_sources_and_translations(browser: Any, report: str) -> None:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    def find_results(query: str) -> list[str]:
        """Return the results after the page of the query has found some."""
        # Elements of the previous page would be stale.
        script = (
            "return [...document.querySelectorAll('article, main [role=status]')].map((each) => each.innerText)"
            ".filter((each, _, all) => all.length > 1 && location.search.includes(arguments[0]))"
        )
        texts = WebDriverWait(browser, 30).until(lambda _: browser.execute_script(script, query))
        return [" ".join(text.split()) for text in texts]

    browser.get(f"{report}/projects/demo/components/app/de/all.html")
    browser.find_element(By.TAG_NAME, "body").send_keys("/")
    take_requested_addresses(browser)
    browser.switch_to.active_element.send_keys('"WORD 4"', Keys.ENTER)
    assert find_results("WORD") == [
        "1 string in 1 component. Searched all 2 components without translations: choose a language for them.",
        "Word 4. Show in the list of all strings Translated in 3 of 7 languages",
    ]
    assert browser.current_url == f"{report}/search/index.html?q=%22WORD+4%22"
    requested = [each for each in take_requested_addresses(browser) if "/languages/" in each]
    assert {each.rpartition("/")[2] for each in requested} <= {"en.js"}
    browser.find_element(By.CSS_SELECTOR, "select").send_keys("German")
    search = browser.find_element(By.CSS_SELECTOR, "main input[name=q]")
    search.clear()
    search.send_keys("mehr 101", Keys.ENTER)
    status, string = find_results("mehr")
    assert status == "1 string in 1 component. Searched all 2 components in German."
    assert string.startswith("More 101. list.c:101 German Mehr 101 fails end_stop demo/app/po/de.po:")
    assert [each.text for each in browser.find_elements(By.TAG_NAME, "mark")] == ["101", "101", "Mehr", "101"]
    browser.find_element(By.LINK_TEXT, "Show in the list of all strings").click()
    assert browser.current_url.startswith(f"{report}/projects/demo/components/app/de/all-2.html#s")
    assert "Mehr 101" in browser.find_element(By.CSS_SELECTOR, "article:target").text
    browser.get(f"{report}/search/index.html?q=101")
    assert "without translations" in find_results("101")[0]
    browser.get(f"{report}/search/index.html?q=mehr+nothing+check:same&language=de")
    assert browser.find_element(By.CSS_SELECTOR, ".notice a").is_displayed()
    assert read_text(browser, "main [role=status]") == "No string matches. Searched all 2 components in German."
    assert read_text(browser, "[data-suggestions] li") == "mehr: 110 strings"
    assert [entry["message"] for entry in browser.get_log("browser")] == []


def test_a_found_string_of_a_report_leads_to_the_list_that_has_it(browser: Any, run: Run, project: Path) -> None:
    (project / "demo/app/po/app.pot").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
        + "\n".join(
            f'#: a.c\nmsgid "{source}"\nmsgstr ""\n' for source in ("Right", "Wrong.", "Lost", "It's %(a_b)s-1!")
        ),
        encoding="utf-8",
    )
    (project / "demo/app/po/de.po").write_text(
        '#: a.c\nmsgid "Right"\nmsgstr "Richtig"\n\n#: a.c\nmsgid "Wrong."\nmsgstr "Falsch"\n', encoding="utf-8"
    )
    (project / "demo/new/po").mkdir(parents=True)
    (project / "demo/new/po/fr.po").write_text('msgid "Not begun"\nmsgstr ""\n', encoding="utf-8")
    top = project.parent / "short report"
    assert run("report", "--root", project, "--output", top).status == 0
    browser.get(f"{top.as_uri()}/search/index.html?q=a.c&language=de")
    strings = WebDriverWait(browser, 30).until(lambda _: browser.find_elements("css selector", "article"))
    assert "app/po/de.po:2\n" in strings[0].text
    links = [[link.text for link in each.find_elements("css selector", "p a")] for each in strings]
    missing = ["Show in the list of missing strings"]
    assert links == [[], ["Show in the list of failing strings"], missing, missing]
    browser.find_element("css selector", "article details").click()
    WebDriverWait(browser, 30).until(lambda _: browser.find_elements("css selector", "details dl"))
    assert "Czech" in browser.find_element("css selector", "article details").text
    browser.find_element("link text", *missing).click()
    assert browser.find_element("css selector", ":target").text.startswith("Lost")
    browser.get(f"{top.as_uri()}/search/index.html?q=not+begun&language=de")
    WebDriverWait(browser, 30).until(lambda _: browser.find_elements("css selector", "article"))
    assert "1 string · not begun in German\nNot begun" in browser.find_element("css selector", "section").text
    browser.get(f"{top.as_uri()}/search/index.html?q=It%27s+%25%28a_b%29s-1%21")
    WebDriverWait(browser, 30).until(lambda _: browser.find_elements("css selector", "article mark"))


def test_a_number_of_a_check_in_a_report_leads_to_exactly_its_strings(browser: Any, report: str) -> None:
    def count_strings() -> int:
        return sum(each.is_displayed() for each in browser.find_elements("css selector", "article"))

    browser.get(f"{report}/checks/end_stop/index.html")
    browser.find_element("css selector", "tbody .number a").click()
    assert count_strings() == 100
    assert "With end_stop: 110, on this page: 100" in read_text(browser, "main [role=status]")
    # This text stays in view although the address leads to the first of the strings.
    assert (
        browser.execute_script("return document.querySelector('main [role=status]').getBoundingClientRect().top") > -1
    )
    browser.find_element("css selector", "[role=status] a[rel=next]").click()
    assert count_strings() == 10
    browser.get(browser.current_url.replace("end_stop", "same"))
    assert count_strings() == 0
    browser.find_element("link text", "Show all").click()
    assert count_strings() == 10


def test_a_language_of_a_check_in_a_report_leads_to_its_files(browser: Any, run: Run, project: Path) -> None:
    for name in ("app", "list", "menu"):
        for code in ("cs", "de"):
            path = project / "demo" / name / "po" / f"{code}.po"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text('msgid "Right."\nmsgstr "Ok"\n', encoding="utf-8")
    top = project.parent / "report"
    assert run("report", "--root", project, "--output", top).status == 0
    browser.get(f"{top.as_uri()}/checks/end_stop/index.html")
    browser.find_element("css selector", "[data-languages]").find_element("link text", "Czech").click()
    assert read_text(browser, "main [role=status]") == "3 of 6 files"
    name_filter = browser.find_element("css selector", ".filters input")
    name_filter.clear()
    name_filter.send_keys("menu")
    assert read_text(browser, "main [role=status]") == "2 of 6 files"


def test_a_search_whose_time_is_over_continues_by_itself(
    browser: Any, serve: Callable[..., Any], project: Path, until: Callable[..., None]
) -> None:
    for number in range(5):
        folder = project / f"demo/part{number}/po"
        folder.mkdir(parents=True)
        (folder / "de.po").write_text('msgid "word"\nmsgstr "Wort"\n', encoding="utf-8")
    server = serve(project, limits={"search_seconds": 0})
    browser.get(f"{server.base_url}/search/?q=wort")
    until(lambda: "5 strings in 5 components. Searched all" in read_text(browser, "main [role=status]"))
    assert len(browser.find_elements("css selector", "main article")) == 5
    assert browser.find_elements("css selector", "a[rel=next]") == []


def test_a_report_without_scripts_shows_no_controls(browser: Any, report: str) -> None:
    from selenium.webdriver.common.by import By

    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        for path in REPORT_PAGES:
            browser.get(f"{report}/{path}")
            controls = browser.find_elements(By.CSS_SELECTOR, "input, button, select")
            assert [each.text for each in controls if each.is_displayed()] == [], path
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_a_report_on_a_web_server_shows_the_whole_addresses_of_a_badge(browser: Any, report: str) -> None:
    top = url2pathname(urlsplit(report).path)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=Path(top).parent)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/static%20report"
        browser.get(f"{address}/projects/demo/index.html")
        browser.find_element("css selector", ".badge summary").click()
        shown = browser.find_element("css selector", ".badge").text
        server.shutdown()
    assert f"[![Translation status]({address}/projects/demo/badge.svg)]({address}/projects/demo/index.html)" in shown
    assert "ADDRESS" not in shown
    browser.get(f"{report}/projects/demo/index.html")
    browser.find_element("css selector", ".badge summary").click()
    assert "Replace ADDRESS by" in browser.find_element("css selector", ".badge").text


def test_the_text_of_a_badge_has_a_button_to_copy_it(browser: Any, server: Any) -> None:
    browser.get(f"{server.base_url}/projects/demo/")
    browser.find_element("css selector", ".badge summary").click()
    assert browser.find_element("css selector", ".badge img").rect["height"] == 20
    buttons = browser.find_elements("css selector", ".badge button")
    names = [each.get_attribute("aria-label") for each in buttons if each.is_displayed()]
    assert names == ["Copy Markdown", "Copy HTML", "Copy reStructuredText", "Copy AsciiDoc"]


def set_window(browser: Any, width: int, media: str = "") -> None:
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


@pytest.fixture
def wide_window(browser: Any) -> Iterator[None]:
    set_window(browser, 1400)
    yield
    set_window(browser, 1400)
    browser.execute_script("try { localStorage.clear() } catch {}")


COLUMNS = "return [...document.querySelectorAll('main thead th:not([hidden])')].map(each => each.dataset.title)"
OWN_NAMES = "return [...document.querySelectorAll('tbody.own bdi')].map(each => each.textContent)"


@pytest.mark.usefixtures("wide_window")
@pytest.mark.parametrize("site", ["server", "report"])
def test_columns_and_languages_are_chosen_and_remembered(
    browser: Any, request: pytest.FixtureRequest, site: str
) -> None:
    fixture = request.getfixturevalue(site)
    address = f"{fixture}/languages/index.html" if site == "report" else f"{fixture.base_url}/languages/"

    def find(selector: str) -> Any:
        return browser.find_element("css selector", selector)

    browser.get(address)
    assert browser.execute_script(OWN_NAMES) == []
    assert "Failing" in browser.execute_script(COLUMNS)
    find(".choices summary").click()
    browser.find_element("xpath", "//label[normalize-space()='Failing']/input").click()
    find(".choices input:not([type=checkbox])").send_keys("cs, de-AT\t")
    for _ in range(2):
        assert browser.execute_script(OWN_NAMES) == ["Czech", "German"]
        assert "Failing" not in browser.execute_script(COLUMNS)
        hidden = browser.execute_script("return document.querySelectorAll('main tbody td[hidden]').length")
        assert hidden == browser.execute_script("return document.querySelectorAll('main tr .c-failing').length")
        browser.refresh()
    assert browser.get_cookies() == []


def test_a_column_without_a_title_cannot_be_chosen(browser: Any, server: Any) -> None:
    browser.get(f"{server.base_url}/checks/")
    browser.find_element("css selector", ".choices summary").click()
    assert read_text(browser, ".choices") == "Columns Strings that break it Files"


@pytest.mark.usefixtures("wide_window")
def test_the_table_of_a_report_sorts_below_the_own_languages(browser: Any, report: str) -> None:
    browser.get(f"{report}/languages/index.html")
    browser.find_element("css selector", ".choices summary").click()
    browser.find_element("css selector", ".choices input:not([type=checkbox])").send_keys("cs\t")
    browser.find_element("xpath", "//thead//button[starts-with(normalize-space(), 'Name')]").click()
    names = browser.execute_script("return [...document.querySelectorAll('tbody bdi')].map(each => each.textContent)")
    assert (names[0], names[1:]) == ("Czech", sorted(names[1:], reverse=True))


@pytest.mark.usefixtures("wide_window")
def test_keys_are_written_on_the_page_and_a_search_of_a_report_has_its_key(browser: Any, report: str) -> None:
    browser.get(f"{report}/languages/index.html")
    # The page has no next page, so the other keys are not named.
    assert "Keys: / search.\n" in browser.find_element("css selector", "footer").text + "\n"
    browser.find_element("css selector", "body").send_keys("/")
    assert browser.switch_to.active_element.get_attribute("type") == "search"


@pytest.mark.usefixtures("wide_window")
@pytest.mark.parametrize("site", ["server", "report"])
def test_a_printed_page_has_all_columns_the_date_and_no_navigation(
    browser: Any, request: pytest.FixtureRequest, site: str
) -> None:
    fixture = request.getfixturevalue(site)
    browser.get(f"{fixture}/languages/index.html" if site == "report" else f"{fixture.base_url}/languages/")
    set_window(browser, 700, "print")
    browser.execute_script("window.dispatchEvent(new Event('beforeprint'))")
    assert "Printed on" in browser.find_element("css selector", "footer").text
    hidden = ("header", ".search", ".chips", ".downloads", "main button:not(thead *)", "[data-keys]", ".choices")
    for selector in hidden:
        for element in browser.find_elements("css selector", selector):
            assert not element.is_displayed(), selector
    assert "Failing" in browser.find_element("css selector", "main thead").text
    assert browser.execute_script("return document.documentElement.scrollWidth") <= 700


@pytest.mark.usefixtures("wide_window")
def test_a_row_on_a_narrow_window_is_a_card_with_named_figures(browser: Any, server: Any) -> None:
    browser.get(f"{server.base_url}/languages/")
    set_window(browser, 390)
    cell = browser.find_element("css selector", "main td.c-unfinished:not(.zero)")
    assert cell.is_displayed()
    content = "return getComputedStyle(arguments[0], '::after').content"
    assert browser.execute_script(content, cell) == '" strings left"'
    widths = browser.execute_script(
        "return [...document.querySelectorAll('.scroll')].map(e => e.scrollWidth - e.clientWidth)"
    )
    assert max(widths) <= 0
    name, bar = (browser.find_element("css selector", f"main tbody {each}") for each in ("th", "td.progress"))
    assert name.rect["y"] + name.rect["height"] <= bar.rect["y"]


CHANGES = "?since=2024-02-01"
"""Query of the changes between the commits of `test_charts_and_changed_strings_are_accessible`."""
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: npm install axe-core")


def check_accessibility(browser: Any, addresses: Iterable[str], scheme: str, width: int) -> None:
    """Fail if axe finds a violation in a page, or if a page is wider than the window."""
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    axe = AXE.read_text(encoding="utf-8")
    for address in addresses:
        browser.get(address)
        browser.execute_script("for (const each of document.querySelectorAll('details')) each.open = true")
        # The policy of the pages forbids other scripts. The debugger runs this one.
        browser.execute_cdp_cmd("Runtime.evaluate", {"expression": axe})
        result = browser.execute_async_script("axe.run().then(arguments[0])")
        assert [(each["id"], each["nodes"][0]["html"]) for each in result["violations"]] == [], address
        assert len(result["passes"]) > 10
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, address


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_pages_are_accessible(browser: Any, server: Any, scheme: str, width: int) -> None:
    check_accessibility(browser, (server.base_url + path for path in PAGES), scheme, width)


@needs_axe
@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1400)])
def test_pages_of_a_report_are_accessible(browser: Any, report: str, scheme: str, width: int) -> None:
    check_accessibility(browser, (f"{report}/{path}" for path in REPORT_PAGES), scheme, width)


@needs_axe
@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1400])
def test_charts_and_changed_strings_are_accessible(
    browser: Any,
    serve: Callable[..., Any],
    project: Path,
    po: Callable[..., str],
    until: Callable[..., None],
    scheme: str,
    width: int,
) -> None:
    run_git(project.parent, "init")
    run_git(project.parent, "add", "root")
    run_git(project.parent, "commit", "--message", "first")
    (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj  ", Good_bye="Sbohem"), encoding="utf-8")
    run_git(project.parent, "commit", "--all", "--message", "second", month=3)
    server = serve(project)
    for path in (
        "/",
        "/projects/demo/",
        "/languages/",
        "/languages/cs/",
        "/projects/demo/app/",
        "/projects/demo/app/cs/",
    ):
        until(lambda path=path: b'class="line"' in server.get(path).body)
        check_accessibility(browser, [server.base_url + path], scheme, width)
    until(lambda: b"2024-03-01, commit" in server.get("/projects/demo/app/cs/").body)
    check_accessibility(browser, [f"{server.base_url}/projects/demo/app/cs/"], scheme, width)
    for path in (f"/changes/{CHANGES}", f"/changes/demo/app/{CHANGES}"):
        until(lambda path=path: b"began failing" in server.get(path).body)
        check_accessibility(browser, [server.base_url + path], scheme, width)


def test_changes_of_another_time_need_no_script(
    browser: Any, serve: Callable[..., Any], repository: Callable[[str], ScriptedRepository], until: Callable[..., None]
) -> None:
    made = repository("shop")
    made.commit("Add", {"app/de.po": made.po({"Open": ""})})
    server = serve(made.path)
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:

        def read_start() -> str:
            browser.get(f"{server.base_url}/changes/shop/app/")
            return str(browser.find_element("css selector", "input[name=since]").get_attribute("value"))

        # A busy server answers before it knows the last commit.
        until(lambda: read_start() == "2023-10-16")
        field = browser.find_element("css selector", "input[name=since]")
        field.clear()
        field.send_keys("6 weeks", "\n")
        until(lambda: browser.current_url == f"{server.base_url}/changes/shop/app/?since=6+weeks")
        until(lambda: browser.find_elements("link text", "1 week") or browser.refresh())
        browser.find_element("link text", "1 week").click()
        until(lambda: browser.current_url == f"{server.base_url}/changes/shop/app/?since=2023-11-08")
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_a_page_of_changes_shows_them_when_they_are_computed(
    browser: Any, serve: Callable[..., Any], repository: Callable[[str], ScriptedRepository], until: Callable[..., None]
) -> None:
    made = repository("shop")
    made.commit("Add", {"app/de.po": made.po({"Open": ""})})
    made.write({"app/de.po": made.po({"Open": "Auf"})})
    server = serve(made.path)
    browser.get(f"{server.base_url}/changes/shop/app/")
    until(lambda: "German" in read_text(browser, "main"))
    browser.execute_script("window.isSamePage = true")
    made.write({"app/de.po": made.po({"Open": "Auf", "Close": "Zu"})})
    until(lambda: "new and translated" in read_text(browser, "main"))
    assert browser.execute_script("return window.isSamePage") is True


@pytest.mark.parametrize("width", [390, 1400])
def test_a_map_scrolls_in_its_own_box_and_its_cells_are_links(browser: Any, report: str, width: int) -> None:
    from selenium.webdriver.common.by import By

    metrics = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.get(f"{report}/projects/demo/index.html")
        (row,) = browser.find_elements(By.XPATH, "//table[@class='map']//tr[th//a='app']")
        texts = [cell.text for cell in row.find_elements(By.TAG_NAME, "td")]
        # Most complete languages first.
        assert texts == ["100", "77", "55", "33", "33", "11", "0"]
        row.find_element(By.LINK_TEXT, "11").click()
        assert browser.current_url == f"{report}/projects/demo/components/app/it/index.html"
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_an_open_overview_fills_in_while_components_are_counted(
    browser: Any, serve: Callable[..., Any], project: Path, until: Callable[..., None]
) -> None:
    server = serve(project, limits={"page_wait_seconds": 0})
    browser.get(f"{server.base_url}/")
    browser.execute_script("window.isSamePage = true")
    assert "app" in read_text(browser, "tbody th")
    until(lambda: "%" in read_text(browser, "tbody tr"))
    until(lambda: "Being counted" not in read_text(browser, "main"))
    assert browser.execute_script("return window.isSamePage") is True


def read_text(browser: Any, selector: str) -> str:
    """Return the text of an element. The element may be replaced at any time."""
    text: str = browser.execute_script("return document.querySelector(arguments[0]).textContent", selector)
    return text


def test_an_open_page_shows_new_figures_without_a_reload(
    browser: Any, serve: Callable[..., Any], project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    server = serve(project)
    browser.get(f"{server.base_url}/projects/demo/app/cs/")
    until(lambda: "Live." in read_text(browser, "footer"))
    browser.execute_script("window.isSamePage = true")
    assert "50.0%" in read_text(browser, ".headline")
    (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Ahoj", Good_bye="Sbohem"), encoding="utf-8")
    until(lambda: "100.0%" in read_text(browser, ".headline"))
    assert browser.execute_script("return window.isSamePage") is True
    assert "Updated at" in read_text(browser, "footer")
    # Paths still have a button to copy them.
    assert len(browser.find_elements("css selector", "button.copy:not(.badge button)")) == 1


def test_a_page_is_not_replaced_while_a_search_is_typed(
    browser: Any, serve: Callable[..., Any], project: Path, po: Callable[..., str], until: Callable[..., None]
) -> None:
    server = serve(project)
    browser.get(f"{server.base_url}/translate/demo/app/cs/")
    until(lambda: "Live." in read_text(browser, "footer"))
    search = browser.find_element("css selector", "main input[name=q]")
    search.send_keys("Hel")
    (project / "demo/app/po/cs.po").write_text(po("cs", Hello="Nazdar", Good_bye=""), encoding="utf-8")
    until(lambda: b"Nazdar" in server.get("/translate/demo/app/cs/").body)
    assert search.get_attribute("value") == "Hel"
    assert "Nazdar" not in read_text(browser, "main")
    browser.execute_script("document.activeElement.blur()")
    until(lambda: "Nazdar" in read_text(browser, "main"))
