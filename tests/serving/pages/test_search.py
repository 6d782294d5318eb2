"""Search over all components: groups, marked texts, links to complete lists, and limits of a request."""

import re
from html import unescape
from pathlib import Path

import pytest

from tests.page_parser import parse_page
from tests.serving.conftest import PROJECT, Serve, Server, write_files

pytestmark = pytest.mark.slow


def search(server: Server, parameters: str) -> str:
    reply = server.get(f"/search/?{parameters}")
    assert reply.status == 200
    return reply.body.decode()


def find_status(html: str) -> str:
    found = re.search(r'role="status">([^<]*[^<\s])', html)
    assert found is not None
    return found[1]


def find_texts(html: str) -> list[str]:
    """Return the texts of the shown strings, with the found texts in brackets."""
    texts = re.findall(r'<(?:h3|p) class="text"[^>]*>(.*)</(?:h3|p)>', html)
    return [unescape(re.sub(r"<(/?)mark[^>]*>", lambda tag: "]" if tag[1] else "[", text)) for text in texts]


def find_groups(html: str) -> list[tuple[str, str, str]]:
    """Return the addresses of the complete lists, with the languages and the numbers of strings."""
    return re.findall(r'<li data-tags=[^>]*><a href="([^"]*)">([^<]*) <span>\((.*)\)</span></a></li>', html)


def test_a_string_is_shown_once_and_the_languages_are_listed_by_component(demo_server: Server) -> None:
    html = search(demo_server, "q=h")
    assert find_status(html) == "3 strings in 2 components, 2 languages. Searched all 2 components."
    assert find_groups(html) == [
        ("/translate/demo/app/cs/?q=h", "Czech", "1"),
        ("/translate/demo/app/de/?q=h", "German", "2"),
        ("/translate/demo/app/en/?q=h", "English", "1"),
        ("/translate/demo/docs/manual/de/?q=h", "German", "1"),
    ]
    chips = re.findall('<li><a href="([^"]*)">([^<]*) <span>\\((.*)\\)</span></a></li>', html)
    assert [chip[1:] for chip in chips] == [("demo / app", "2"), ("demo / Manual", "1")]
    assert find_status(demo_server.get(unescape(chips[0][0])).body.decode()).startswith("2 strings")
    assert find_texts(html) == ["[H]ello", "A[h]oj", "[H]allo", "Good bye", "Tsc[h]üs", "Read me", "Lies mic[h]"]


def test_strings_of_the_source_alone_are_in_no_translation(serve: Serve, tmp_path: Path) -> None:
    server = serve(write_files(tmp_path / "root", {"demo/app/po/de.po": 'msgid "Wait..."\nmsgstr "Warte"\n'}))
    assert find_status(search(server, "q=check:ellipsis")).startswith(
        "1 string in 1 component, in the source language."
    )
    assert "<strong>1</strong> string in the source" in server.get("/projects/demo/app/en/").body.decode()


def test_a_text_of_the_source_is_not_repeated_with_all_translations(demo_server: Server) -> None:
    html = search(demo_server, "q=hello")
    assert find_texts(html) == ["[Hello]"]
    assert ">Languages: <a" in html


def test_the_languages_of_the_reader_come_first(demo_server: Server) -> None:
    html = demo_server.get("/search/?q=hello", {"Accept": "text/html", "Accept-Language": "de-AT"}).body.decode()
    assert find_texts(html) == ["[Hello]", "Hallo"]
    assert find_groups(html)[0][1] == "German"
    assert re.findall("<option[^>]*>(.*)</option>", html) == ["All languages", "German", "Czech", "English"]


def test_the_complete_list_of_a_group_has_the_number_of_its_strings(examples_server: Server) -> None:
    for query in ("q=file", "q=is:untranslated", "q=has:check+a"):
        groups = find_groups(search(examples_server, query))
        assert groups
        for address, _, count in groups[:6]:
            html = examples_server.get(unescape(address)).body.decode()
            assert find_status(html).partition(" ")[0] == count, address


def test_a_string_links_to_its_page_in_the_list_of_the_query(demo_server: Server) -> None:
    html = search(demo_server, "q=target:Ahoj")
    (address,) = [each for each in parse_page(html.encode()).values("href", "a") if "checksum=" in each]
    page = demo_server.get(address).body.decode()
    assert "Ahoj" in page
    assert '<a href="?q=target%3AAhoj#s' in page


def test_a_failing_string_shows_its_fault(serve: Serve, tmp_path: Path) -> None:
    files = {"po/de.po": '#, c-format\nmsgid "Save %s."\nmsgstr "%s sichern"\n'}
    html = search(serve(write_files(tmp_path / "root", files)), "q=has:check")
    assert 'title="a character is missing here"' in html
    assert '<span class="ph">%s</span>' in html
    assert 'the source ends with a full stop, the translation does not <a href="/checks/end_stop/">' in html


def test_the_source_strings_with_the_most_failing_translations_are_first(serve: Serve, tmp_path: Path) -> None:
    text = 'msgid "First one."\nmsgstr "1{}"\n\nmsgid "Second one."\nmsgstr "2"\n'
    files = {f"po/{code}.po": text.format("." if code == "fr" else "") for code in ("cs", "de", "fr")}
    server = serve(write_files(tmp_path / "root", files))
    html = search(server, "q=has:check&language=en")
    assert find_texts(html) == ["Second one.", "First one."]
    assert re.search('<a href="/translate/root/po/cs/[^"]*">cs</a>', html)
    home = server.get("/").body.decode()
    assert '<a href="/search/?q=has%3Acheck&amp;project=root&amp;language=en">2</a> of the source' in home


def test_a_string_that_equals_the_query_is_the_first(serve: Serve, tmp_path: Path) -> None:
    names = [*(f"open {number}" for number in range(101)), "Open"]
    files = {"po/de.po": "".join(f'msgid "{name}"\nmsgstr "x"\n\n' for name in names)}
    assert find_texts(search(serve(write_files(tmp_path / "root", files)), "q=open"))[0] == "[Open]"


def test_strings_with_the_text_only_in_a_location_are_the_last(serve: Serve, tmp_path: Path) -> None:
    names = [*(f"text {number}" for number in range(101)), "Open it"]
    entries = "".join(f'#: open.c:1\nmsgid "{name}"\nmsgstr ""\n\n' for name in names)
    files = {"po/app.pot": entries, "po/de.po": re.sub("#:.*\n", "", entries)}
    server = serve(write_files(tmp_path / "root", files))
    for language in ("", "de"):
        html = search(server, f"q=open&language={language}")
        assert find_texts(html)[:2] == ["[Open] it", "text 0"]
        assert html.count('Used in <code><mark class="mark">open</mark>.c:1</code>') == 100


def test_one_language_can_be_searched(demo_server: Server) -> None:
    html = search(demo_server, "q=hello&language=cs")
    assert [name for _, name, _ in find_groups(html)] == ["Czech"]
    assert re.findall("<option[^>]* selected>(.*)</option>", html) == ["Czech"]


def test_the_numbers_of_a_language_in_a_project_lead_to_a_search_in_this_project(examples_server: Server) -> None:
    html = examples_server.get("/projects/examples/-/de/").body.decode()
    address, count = re.findall('<dd><a href="(/search/[^"]*is%3Auntranslated[^"]*)">([0-9]+)<', html)[0]
    found = examples_server.get(unescape(address)).body.decode()
    assert find_status(found).startswith(f"{count} strings in ")
    assert 'name="project" value="examples"' in found


def test_a_long_text_is_cut_around_the_found_text(serve: Serve, tmp_path: Path) -> None:
    source = f"{'many words ' * 60}needle{' and more' * 60}"
    files = {"po/de.po": f'msgid "{source}"\nmsgstr "x"\n'}
    html = search(serve(write_files(tmp_path / "root", files)), "q=NEEDLE")
    (text, *_) = find_texts(html)
    assert re.fullmatch(r"….{79} ?\[needle\].{200,220}…", text.replace("\n", "")), text


def test_a_note_and_a_location_are_shown_if_only_they_contain_the_text(serve: Serve, tmp_path: Path) -> None:
    files = {"po/de.po": '#. Title of a menu\n#: src/bar.c:7\nmsgid "a"\nmsgstr "b"\n'}
    server = serve(write_files(tmp_path / "root", files))
    for query, shown in (("menu", "Title of a [menu]"), ("bar.c", "src/[bar.c]:7")):
        html = search(server, f"q={query}")
        assert shown in re.sub(r"<(/?)mark[^>]*>", lambda tag: "]" if tag[1] else "[", html)


def test_the_strings_to_do_contain_those_that_a_file_lacks(serve: Serve, tmp_path: Path) -> None:
    names = ("One", "Two", "Three")
    files = {"demo/app/po/app.pot": "".join(f'msgid "{name}"\nmsgstr ""\n\n' for name in names)}
    files |= {"demo/app/po/de.po": 'msgid "One"\nmsgstr "Eins"\n\nmsgid "Two"\nmsgstr ""\n'}
    server = serve(write_files(tmp_path / "root", files))
    address = "/search/?q=is%3Auntranslated&amp;language=de"
    assert f'<a href="{address}">2</a>' in server.get("/languages/").body.decode()
    html = search(server, unescape(address).partition("?")[2])
    assert find_status(html) == "2 strings in 1 component. Searched 1 component."
    assert find_texts(html) == ["Two", "Three"]
    html = search(server, "q=three")
    assert find_groups(html) == [
        (f"/translate/demo/app/{code}/?q=three", name, "1") for code, name in (("de", "German"), ("en", "English"))
    ]
    assert find_texts(html) == ["[Three]"]


def test_the_search_in_one_component_begins_with_the_lists_of_its_languages(serve: Serve, tmp_path: Path) -> None:
    strings = "".join(f'msgid "open {number}"\nmsgstr "x"\n\n' for number in range(101))
    files = {f"po/{code}.po": strings for code in ("cs", "de", "es", "fr", "it", "nl", "pl")}
    server = serve(write_files(tmp_path / "root", files))
    html = search(server, "q=open")
    assert "101 strings, of which 100 are shown" in html
    assert "<details open><summary>7 languages</summary>" in html
    address = re.findall('<a href="([^"]*)">3 more languages</a>', html)[0]
    assert address.startswith("/translate/root/po/en/")
    assert server.get(unescape(address)).body.decode().count('<p class="text" lang=') == 8


def test_a_file_that_cannot_be_read_is_named(serve: Serve, tmp_path: Path) -> None:
    root = write_files(tmp_path / "root", {**PROJECT, "demo/app/po/fr.po": "broken"})
    html = search(serve(root), "q=hello")
    assert "their strings are not found" in html
    assert "demo/app/po/fr.po" in html
    assert str(tmp_path) not in html


def test_a_search_goes_on_where_its_time_ended(serve: Serve, tmp_path: Path) -> None:
    names = [f"c{number}" for number in range(5)]
    files = {f"demo/{name}/po/de.po": f'msgid "text of {name}"\nmsgstr ""\n' for name in names}
    server = serve(write_files(tmp_path / "root", files), limits={"search_seconds": 0})
    found, statuses, address = [], [], "/search/?q=text"
    while address:
        html = server.get(address).body.decode()
        statuses.append(find_status(html))
        found += re.findall(r"of (c\d)", html)
        following = re.search(r'href="(\?[^"]*from=[^"]*)"', html)
        address = f"/search/{unescape(following[1])}" if following else ""
    assert list(dict.fromkeys(found)) == names
    assert statuses == [
        "2 strings in 2 components so far. Searched 2 of 5 components.",
        "4 strings in 4 components so far. Searched 4 of 5 components.",
        "5 strings in 5 components. Searched all 5 components.",
    ]
    assert find_status(search(server, "q=nothing")) == "None found yet. Searched 2 of 5 components."
    assert find_status(search(server, "q=nothing&from=4")) == "No string matches. Searched all 5 components."


def test_a_full_page_counts_the_strings_of_all_components(serve: Serve, tmp_path: Path) -> None:
    text = "".join(f'msgid "text {number}"\nmsgstr "x"\n\n' for number in range(13))
    server = serve(write_files(tmp_path / "root", {f"demo/c{number}/po/de.po": text for number in range(7)}))
    html = search(server, "q=text&language=de")
    assert find_status(html) == "91 strings in 7 components. Searched all 7 components."
    assert ">All 13 strings of c4</a>" in html
    assert search(server, "q=text&project=demo&component=c4").count("<article") == 13
    assert server.get("/search/?q=text&component=c4").status == 404
    assert len(find_groups(html)) == 5
    (address, _) = re.findall(r'href="(\?[^"]*from=[^"]*)"', html)
    following = search(server, unescape(address)[1:])
    assert find_status(following) == find_status(html)
    assert len(find_groups(following)) == 2


def test_a_search_finds_strings_that_have_just_changed(serve: Serve, project: Path) -> None:
    server = serve(project)
    assert find_groups(search(server, "q=Servus")) == []
    german = project / "demo/app/po/de.po"
    german.write_text(german.read_text(encoding="utf-8").replace("Tschüs", "Servus"), encoding="utf-8")
    assert len(find_groups(search(server, "q=Servus"))) == 1


def test_every_page_has_the_search_field(demo_server: Server) -> None:
    for path in ("/", "/projects/demo/app/", "/translate/demo/app/de/", "/checks/", "/projects/nope/"):
        assert "/search/" in parse_page(demo_server.get(path).body).values("action", "form"), path
