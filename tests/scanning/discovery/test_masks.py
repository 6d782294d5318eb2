import pytest

from transtats_cli.scanning.discovery.groups import Certainty, MaskCandidate, find_mask_candidates

WHOLE, PART, FOLDER_PART = Certainty


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        pytest.param("po/de.po", [MaskCandidate("po/*.po", "de", WHOLE)], id="whole name"),
        pytest.param("es_XX.po", [MaskCandidate("*.po", "es_XX", WHOLE)], id="unknown region"),
        pytest.param("app.de.xlf", [MaskCandidate("app.*.xlf", "de", WHOLE)], id="between dots"),
        pytest.param("sr.de.xlf", [MaskCandidate("sr.*.xlf", "de", WHOLE)], id="the last between dots"),
        pytest.param("de.app.xlf", [MaskCandidate("*.app.xlf", "de", WHOLE)], id="the first between dots"),
        pytest.param("my-app-pt-br.po", [MaskCandidate("my-app-*.po", "pt-br", PART)], id="the longest suffix"),
        pytest.param("pt_BR-app.po", [MaskCandidate("*-app.po", "pt_BR", PART)], id="the longest prefix"),
        pytest.param("app-de.core.po", [MaskCandidate("app-*.core.po", "de", PART)], id="before the last dot"),
        pytest.param("a.de.b.po", [MaskCandidate("a.*.b.po", "de", PART)], id="between other parts"),
        pytest.param("a-de.b/x.po", [MaskCandidate("a-*.b/x.po", "de", FOLDER_PART)], id="before a folder's last dot"),
        pytest.param(
            "x/de/y/de/m.po",
            [
                MaskCandidate("x/*/y/*/m.po", "de", WHOLE),
                MaskCandidate("x/*/y/de/m.po", "de", WHOLE),
                MaskCandidate("x/de/y/*/m.po", "de", WHOLE),
            ],
            id="two folders of the language",
        ),
        pytest.param("fr/library/re.po", [MaskCandidate("*/library/re.po", "fr", WHOLE)], id="folder"),
        pytest.param("docs-de/app.po", [MaskCandidate("docs-*/app.po", "de", FOLDER_PART)], id="end of a folder"),
        pytest.param("de.lproj/app.xliff", [MaskCandidate("*.lproj/app.xliff", "de", WHOLE)], id="lproj"),
        pytest.param(
            "i18n/de/app.de.xlf",
            [
                MaskCandidate("i18n/*/app.*.xlf", "de", WHOLE),
                MaskCandidate("i18n/*/app.de.xlf", "de", WHOLE),
                MaskCandidate("i18n/de/app.*.xlf", "de", WHOLE),
            ],
            id="folder and name",
        ),
        pytest.param(
            "i18n/de_DE/app.de.xlf",
            [
                MaskCandidate("i18n/*/app.*.xlf", "de_DE", WHOLE),
                MaskCandidate("i18n/*/app.de.xlf", "de_DE", WHOLE),
                MaskCandidate("i18n/de_DE/app.*.xlf", "de", WHOLE),
            ],
            id="folder and name in two spellings",
        ),
        pytest.param(
            "en_US/x.en_GB.xlf",
            [MaskCandidate("*/x.en_GB.xlf", "en_US", WHOLE), MaskCandidate("en_US/x.*.xlf", "en_GB", WHOLE)],
            id="folder and name in two languages",
        ),
        pytest.param("ja.sjis.po", [], id="a variant in another charset"),
        pytest.param("zh_TW.UTF-8.po", [], id="a charset after a region"),
        pytest.param("test-no-body.po", [], id="four letters that are not a script"),
        pytest.param("tr/de/LC_MESSAGES/fr.po", [MaskCandidate("tr/*/LC_MESSAGES/fr.po", "de", WHOLE)], id="gettext"),
        pytest.param("ru_RU.UTF-8/LC_MESSAGES/a.po", [], id="gettext and a charset"),
        pytest.param("po/zh_CN.GB2312/a.po", [], id="a folder and a charset"),
        pytest.param(
            "xx/LC_MESSAGES/a.po", [MaskCandidate("*/LC_MESSAGES/a.po", "xx", WHOLE)], id="unknown but plausible"
        ),
        pytest.param("templates/LC_MESSAGES/a.po", [], id="gettext without a language"),
        pytest.param("LC_MESSAGES/app.po", [], id="nothing above LC_MESSAGES"),
        pytest.param("po/README.po", [], id="a word"),
        pytest.param("docs/intro.po", [], id="a chapter"),
        pytest.param("po/source.po", [], id="the source"),
        pytest.param("po/a*b.de.po", [], id="a star in the name"),
        pytest.param("a*b/de.po", [MaskCandidate("a*b/*.po", "de", Certainty.WHOLE)], id="a star in a folder"),
    ],
)
def test_the_language_in_a_path_becomes_a_star(path: str, expected: list[MaskCandidate]) -> None:
    assert find_mask_candidates(path) == expected


@pytest.mark.parametrize(
    "path", ["_" * 255 + ".po", "de_" * 80 + ".po", ".".join(["de"] * 80) + ".po", "a-" * 120 + "/x.po"]
)
def test_a_long_name_has_at_most_one_candidate(path: str) -> None:
    assert len(find_mask_candidates(path)) <= 1
