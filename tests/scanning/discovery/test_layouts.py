import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.formats import LanguageDeclaration
from transtats_cli.scanning.discovery.evidence import LanguageEvidence
from transtats_cli.scanning.discovery.groups import extract_domain, group_catalogues
from transtats_cli.scanning.discovery.sniffing import Folder

NAMES = st.sampled_from(
    ["de", "fr", "pt_BR", "is", "new", "app", "LC_MESSAGES", "docs-de", "x.fr", "po", "\udcff", "*"]
)
PATHS = st.builds(
    lambda names, extension: "/".join(names) + extension,
    st.lists(NAMES, min_size=1, max_size=4),
    st.sampled_from([".po", ".de.po", "_fr.xlf"]),
)


def find_masks(*paths: str, declarations: dict[str, str] | None = None) -> list[str]:
    """Return the masks of paths. A file declares a language only if `declarations` contains its path."""
    evidence, given = LanguageEvidence(Folder("/srv"), paths), declarations or {}
    evidence.read_declaration = lambda path: LanguageDeclaration(given.get(path, ""))
    return [group.mask for group in group_catalogues(paths, evidence.supports)]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        pytest.param(["de.po", "fr.po"], ["*.po"], id="flat"),
        pytest.param(["de.po"], ["*.po"], id="one language"),
        pytest.param(["po/ast.po", "po/fil.po"], ["po/*.po"], id="codes of three letters in a folder for translations"),
        pytest.param(["po/README.po"], [], id="a word is not a language"),
        pytest.param(["docs/intro.po", "docs/new.po"], [], id="words that could be languages"),
        pytest.param(
            ["locale/de/LC_MESSAGES/django.po", "locale/fr/LC_MESSAGES/djangojs.po"],
            ["locale/*/LC_MESSAGES/django.po", "locale/*/LC_MESSAGES/djangojs.po"],
            id="one mask for each domain",
        ),
        pytest.param(
            ["i18n/de/app.de.xlf", "i18n/fr/app.fr.xlf"], ["i18n/*/app.*.xlf"], id="the language twice in the path"
        ),
        pytest.param(["app_de.po", "app_fr.po", "web_de.po", "web_fr.po"], ["app_*.po", "web_*.po"], id="suffixes"),
        pytest.param(["de/app.po", "fr/app.po", "de/web.po", "fr/web.po"], ["*/app.po", "*/web.po"], id="folders"),
        pytest.param(
            ["web/it/messages.po", "web/fr/messages.po", "po/it.po", "po/fr.po", "src/is/a.xlf", "src/cs/a.xlf"],
            ["po/*.po", "src/*/a.xlf", "web/*/messages.po"],
            id="folders whose names could be words, beside others",
        ),
        pytest.param(["src/de/a.po", "src/lib/a.po"], [], id="folders of a language and a word"),
        pytest.param(["de.po", "fr.po", "de.xlf", "fr.xlf"], ["*.po", "*.xlf"], id="two formats"),
        pytest.param(
            ["bin/de.po", "bin/fr.po", "new/de.po", "new/fr.po", "ext/de.po", "ext/fr.po"],
            ["bin/*.po", "ext/*.po", "new/*.po"],
            id="folders whose names could be languages",
        ),
        pytest.param(
            ["sr.xlf", "out/sr.de.xlf", "out/sr.fr.xlf"], ["out/sr.*.xlf"], id="a source file is not a language"
        ),
        pytest.param(
            [f"{language}/{chapter}.po" for language in ("de", "fr") for chapter in ("os", "io", "a", "b", "c")],
            [f"*/{chapter}.po" for chapter in ("a", "b", "c", "io", "os")],
            id="chapters whose names could be languages",
        ),
    ],
)
def test_common_layouts_are_found(paths: list[str], expected: list[str]) -> None:
    assert find_masks(*paths) == expected


def test_a_folder_of_a_single_language_needs_a_declaration_in_the_file() -> None:
    assert find_masks("fr/app.po") == []
    assert find_masks("fr/app.po", declarations={"fr/app.po": "fr"}) == ["*/app.po"]
    assert find_masks("locale/fr/app.po") == ["locale/*/app.po"]


def test_chapters_of_one_language_are_not_languages() -> None:
    paths = [f"fr/library/{chapter}.po" for chapter in ("os", "io", "re", "json", "xml", "csv", "sys")]
    assert find_masks(*paths, declarations=dict.fromkeys(paths, "fr")) == sorted(
        path.replace("fr", "*", 1) for path in paths
    )


@given(st.sets(PATHS, max_size=20), st.booleans())
def test_each_file_is_in_one_layout_at_most_and_matches_its_mask(paths: set[str], is_supported: bool) -> None:
    found = group_catalogues(paths, lambda *_: is_supported)
    files = [path for group in found for path in group.language_parts]
    assert len(files) == len(set(files))
    for group in found:
        pattern = re.compile("([^/]*)".join(map(re.escape, group.mask.split("*"))))
        for path, part in group.language_parts.items():
            matched = pattern.fullmatch(path)
            assert matched is not None
            assert part in matched.groups()


@pytest.mark.parametrize(
    ("mask", "expected"),
    [
        pytest.param("po/*.po", "", id="none"),
        pytest.param("locale/*/LC_MESSAGES/django.po", "django", id="gettext"),
        pytest.param("i18n/messages.*.xlf", "messages", id="before a dot"),
        pytest.param("languages/admin-network-*.po", "admin-network", id="before a dash"),
        pytest.param("*.messages.xlf", "messages", id="after the language"),
        pytest.param("a.*.b.xlf", "a.b", id="around the language"),
    ],
)
def test_the_domain_is_the_name_without_the_language(mask: str, expected: str) -> None:
    assert extract_domain(mask) == expected
