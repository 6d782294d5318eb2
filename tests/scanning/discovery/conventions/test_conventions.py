"""Trees with files in formats other than PO and XLIFF, and the components that are found in each tree."""

import time
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from transtats_cli.component import DEFAULT_LANGUAGE_REGEX, Component
from transtats_cli.formats.detection import detect_format
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.scanning.discovery import lookup, sniffing
from transtats_cli.scanning.filemask.files import find_translation_files
from transtats_cli.settings.layers import Settings

ANDROID = '<resources><string name="a">Text</string></resources>'
COLORS = '<resources><color name="a">#fff</color></resources>'
APPLE = '"a" = "Text";\n'
JSON = '{"title": "Text", "menu": "Open"}'
NESTED = '{"menu": {"open": "Open"}}'
PHP = "<?php\nreturn [\n    'a' => 'Text',\n];\n"
LARAVEL = "<?php\nreturn [\n    'a' => 'Hello :name',\n];\n"
RESX = '<root><data name="a"><value>Text</value></data></root>'
QT = "<!DOCTYPE TS>\n<TS><context><name>A</name></context></TS>"
PROPERTIES = "a = Text\n"
ARB = '{"@@locale": "en", "a": "Text"}'

LANGUAGE_NAMES = "<?php\nreturn [\n    'Names' => [\n{}    ],\n];\n".format(
    "".join(f"        '{code}' => 'A language',\n" for code in "af ak am ar as az be bg bm_ML bn car".split())
)
DATES = '{"short": {"year": "numeric", "month": "short", "day": "2-digit"}}'

TREES = {
    "Android": (
        "app/src/main/res/",
        ("values", "values-de", "values-pt-rBR", "values-b+sr+Latn", "values-night", "values-v21", "values-car"),
        "{}/strings.xml",
        ANDROID,
        "app/src/main/res/values-*/strings.xml aresource app/src/main/res/values/strings.xml",
        "b+sr+Latn de pt-rBR",
    ),
    "Android, any name": (
        "res/",
        ("values", "values-de", "values-night"),
        "{}/01-core.xml",
        ANDROID,
        "res/values-*/01-core.xml aresource res/values/01-core.xml",
        "de",
    ),
    "moko": (
        "src/moko-resources/",
        ("base", "de"),
        "{}/strings.xml",
        ANDROID,
        "src/moko-resources/*/strings.xml moko-resource src/moko-resources/base/strings.xml",
        "de",
    ),
    "Android, plural elements of moko": (
        "shared/resources/MR/",
        ("base", "de"),
        "{}/strings.xml",
        '<resources><plural name="a"><item quantity="one">x</item></plural></resources>',
        "shared/resources/MR/*/strings.xml moko-resource shared/resources/MR/base/strings.xml",
        "de",
    ),
    "Compose": (
        "ui/composeResources/",
        ("values", "values-de", "values-land"),
        "{}/strings.xml",
        ANDROID,
        "ui/composeResources/values-*/strings.xml cmp-resource ui/composeResources/values/strings.xml",
        "de",
    ),
    "Apple": (
        "App/",
        ("en", "pt-BR", "zh-Hans", "Base"),
        "{}.lproj/Localizable.strings",
        APPLE,
        "App/*.lproj/Localizable.strings strings App/en.lproj/Localizable.strings",
        "pt-BR zh-Hans",
    ),
    "Apple, Base only": (
        "",
        ("Base", "de"),
        "{}.lproj/Localizable.strings",
        APPLE,
        "*.lproj/Localizable.strings strings Base.lproj/Localizable.strings",
        "de",
    ),
    "Apple plurals": (
        "App/",
        ("en", "de"),
        "{}.lproj/Localizable.stringsdict",
        "<plist></plist>",
        "App/*.lproj/Localizable.stringsdict stringsdict App/en.lproj/Localizable.stringsdict",
        "de",
    ),
    "Apple, keys are the source texts": (
        "App/",
        ("de", "fr", "pt-BR"),
        "{}.lproj/Localizable.strings",
        APPLE,
        "App/*.lproj/Localizable.strings strings -",
        "de fr pt-BR",
    ),
    "Java, keys are the source texts": (
        "src/",
        ("_de", "_fr", "_pt_BR"),
        "index{}.properties",
        "Open\\ file=Text\n",
        "src/index_*.properties properties -",
        "de fr pt_BR",
    ),
    "Java, keys are the source texts, beside British English": (
        "src/",
        ("_de", "_en_GB", "_fr", "_pt_BR"),
        "index{}.properties",
        "Color\\ of\\ the\\ file=Text\n",
        "src/index_*.properties properties -",
        "de en_GB fr pt_BR",
    ),
    "Java": (
        "src/main/resources/",
        ("", "_de", "_pt_BR"),
        "messages{}.properties",
        PROPERTIES,
        "src/main/resources/messages_*.properties properties src/main/resources/messages.properties",
        "de pt_BR",
    ),
    "GWT": (
        "i18n/",
        ("", "_de"),
        "App{}.properties",
        "days = {0} days\ndays[one] = one day\n",
        "i18n/App_*.properties gwt i18n/App.properties",
        "de",
    ),
    ".NET": (
        "Shop/Properties/",
        ("", ".de", ".pt-BR"),
        "Resources{}.resx",
        RESX,
        "Shop/Properties/Resources.*.resx resx Shop/Properties/Resources.resx",
        "de pt-BR",
    ),
    "Windows, a folder for each language": (
        "Strings/",
        ("en-US", "de-DE"),
        "{}/Resources.resw",
        RESX,
        "Strings/*/Resources.resw resx Strings/en-US/Resources.resw",
        "de-DE",
    ),
    "Flutter": (
        "lib/l10n/",
        ("en", "de", "pt_BR"),
        "app_{}.arb",
        ARB,
        "lib/l10n/app_*.arb arb lib/l10n/app_en.arb",
        "de pt_BR",
    ),
    "Rails": (
        "config/locales/",
        ("en", "de"),
        "devise.{}.yml",
        "{}:\n  title: Text\n",
        "config/locales/devise.*.yml ruby-yaml config/locales/devise.en.yml",
        "de",
    ),
    "YAML": ("i18n/", ("en", "de"), "{}.yaml", "title: Text\n", "i18n/*.yaml yaml i18n/en.yaml", "de"),
    "Laravel": (
        "resources/lang/",
        ("en", "de"),
        "{}/auth.php",
        LARAVEL,
        "resources/lang/*/auth.php laravel resources/lang/en/auth.php",
        "de",
    ),
    "PHP": ("app/i18n/", ("en", "de"), "{}/gen.php", PHP, "app/i18n/*/gen.php php app/i18n/en/gen.php", "de"),
    "PHP of Roundcube": (
        "plugins/acl/localization/",
        ("en_US", "de_DE"),
        "{}.inc",
        "<?php\n$labels['open'] = 'Open';\n",
        "plugins/acl/localization/*.inc php plugins/acl/localization/en_US.inc",
        "de_DE",
    ),
    "i18next": (
        "public/locales/",
        ("en", "de"),
        "{}/common.json",
        '{"a": "Hello {{name}}"}',
        "public/locales/*/common.json i18next public/locales/en/common.json",
        "de",
    ),
    "i18next with plural suffixes": (
        "src/i18n/",
        ("en", "is"),
        "{}.json",
        '{"a_one": "one", "a_other": "many"}',
        "src/i18n/*.json i18nextv4 src/i18n/en.json",
        "is",
    ),
    "JSON": ("src/lang/", ("en", "de"), "{}.json", JSON, "src/lang/*.json json src/lang/en.json", "de"),
    "JSON, source without a language": (
        "lang/",
        ("", "-de", "-is"),
        "main{}.json",
        NESTED,
        "lang/main-*.json json-nested lang/main.json",
        "de is",
    ),
    "JSON of FormatJS": (
        "lang/",
        ("en", "de"),
        "{}.json",
        '{"a": {"defaultMessage": "Text"}}',
        "lang/*.json formatjs lang/en.json",
        "de",
    ),
    "JSON of go-i18n": (
        "",
        ("en", "de"),
        "active.{}.json",
        JSON,
        "active.*.json go-i18n-json-v2 active.en.json",
        "de",
    ),
    "JSON of Nextcloud": (
        "l10n/",
        ("de", "cs"),
        "{}.json",
        '{"translations": {"a": "b"}, "pluralForm": "nplurals=2; plural=(n != 1);"}',
        "l10n/*.json nextcloud-json -",
        "cs de",
    ),
    "browser extension": (
        "src/_locales/",
        ("en", "de", "pt_BR"),
        "{}/messages.json",
        '{"a": {"message": "Text"}}',
        "src/_locales/*/messages.json webextension src/_locales/en/messages.json",
        "de pt_BR",
    ),
    "Qt": ("src/translations/", ("de", "pt_BR"), "app_{}.ts", QT, "src/translations/app_*.ts ts -", "de pt_BR"),
    "Fluent": (
        "locales/",
        ("en-US", "de"),
        "{}/main.ftl",
        "a = Text\n",
        "locales/*/main.ftl fluent locales/en-US/main.ftl",
        "de",
    ),
    "TOML": ("i18n/", ("en", "de"), "{}.toml", 'a = "b"\n', "i18n/*.toml toml i18n/en.toml", "de"),
    "TOML of go-i18n": (
        "",
        ("en", "de"),
        "active.{}.toml",
        '[Cats]\none = "cat"\nother = "cats"\n',
        "active.*.toml go-i18n-toml active.en.toml",
        "de",
    ),
    "Joomla": (
        "language/",
        ("en-GB", "de-DE"),
        "{0}/{0}.com_shop.ini",
        'COM_SHOP="Shop"\n',
        "language/*/*.com_shop.ini joomla language/en-GB/en-GB.com_shop.ini en_GB",
        "de-DE",
    ),
    "Joomla, keys in mixed case": (
        "data/locale/",
        ("en-US", "de-DE"),
        "{}.ini",
        'Source.Name="Source"\n',
        "data/locale/*.ini joomla data/locale/en-US.ini",
        "de-DE",
    ),
    "names of languages": (
        "lang/",
        ("English", "German", "Portuguese (Brazil)", "ChineseSimplified"),
        "{}.ini",
        "[menu]\nopen=Open\n",
        "lang/*.ini ini lang/English.ini",
        "ChineseSimplified German Portuguese (Brazil)",
    ),
    "names of languages in folders": (
        "lang/",
        ("English", "German", "Portuguese (Brazil)"),
        "{}/app.json",
        JSON,
        "lang/*/app.json json lang/English/app.json",
        "German Portuguese (Brazil)",
    ),
    "varieties of languages": (
        "config/locales/",
        ("en", "de", "be-Tarask", "rm-sursilv", "zh-YUE"),
        "{}.yml",
        "{}:\n  title: Text\n",
        "config/locales/*.yml ruby-yaml config/locales/en.yml",
        "be-Tarask de rm-sursilv zh-YUE",
    ),
    "INI": ("lang/", ("en", "de"), "{}.ini", "[menu]\nopen=Open\n", "lang/*.ini ini lang/en.ini", "de"),
    "Inno Setup": ("setup/", ("en", "cs"), "{}.islu", "[Messages]\na=b\n", "setup/*.islu islu setup/en.islu", "cs"),
    "DTD": (
        "locale/",
        ("en-US", "de"),
        "{}/app.dtd",
        '<!ENTITY a "b">',
        "locale/*/app.dtd dtd locale/en-US/app.dtd",
        "de",
    ),
    "XAML": (
        "Lang/",
        ("en", "de"),
        "{}.xaml",
        "<ResourceDictionary></ResourceDictionary>",
        "Lang/*.xaml resourcedictionary Lang/en.xaml",
        "de",
    ),
    "flat XML": (
        "xml/",
        ("en", "de"),
        "{}.xml",
        '<root><str key="a">b</str></root>',
        "xml/*.xml flatxml xml/en.xml",
        "de",
    ),
    "XWiki page": (
        "wiki/",
        ("", ".de"),
        "Page{}.xml",
        "<xwikidoc><content>title=Wiki\n</content></xwikidoc>",
        "wiki/Page.*.xml xwiki-page-properties wiki/Page.xml",
        "de",
    ),
    "CSV": (
        "csv/",
        ("de", "fr"),
        "{}.csv",
        "location,source,target\n:1,Hello,Hallo\n",
        "csv/*.csv csv -",
        "de fr",
    ),
    "CSV with two columns": ("l10n/", ("de", "cs"), "{}.csv", '"a","b"\n', "l10n/*.csv csv-simple -", "cs de"),
    "TBX": ("terms/", ("de",), "{}.tbx", "<martif></martif>", "terms/*.tbx tbx -", "de"),
    "catkeys": ("catalogs/", ("de",), "{}.catkeys", "1\tx\n", "catalogs/*.catkeys catkeys -", "de"),
    "subtitles": ("", ("en", "cs"), "film.{}.srt", "1\n", "film.*.srt srt film.en.srt", "cs"),
    "app store": (
        "fastlane/metadata/android/",
        ("en-US", "de-DE"),
        "{}/title.txt",
        "Shop",
        "fastlane/metadata/android/* appstore fastlane/metadata/android/en-US",
        "de-DE",
    ),
    "app store, any folder": (
        "store/",
        ("en-US", "de-DE"),
        "{}/full_description.txt",
        "Shop",
        "store/* appstore store/en-US",
        "de-DE",
    ),
    "WiX": (
        "",
        ("en-us", "de-de"),
        "app.{}.wxl",
        "<WixLocalization></WixLocalization>",
        "app.*.wxl wxl app.en-us.wxl",
        "de-de",
    ),
}


def find_components(root: Path) -> list[Component]:
    found = lookup.survey_components(str(root), Settings())
    assert found.problems == []
    return found.components


def describe_component(component: Component) -> str:
    source = [component.source_language] if component.source_language != "en" else []
    return " ".join([component.filemask, component.file_format, component.template or "-", *source])


def find_languages(component: Component) -> str:
    return " ".join(sorted(file.language_part for file in find_translation_files(component).translations))


@pytest.mark.parametrize(
    ("folder", "languages", "path", "content", "component", "translations"),
    [pytest.param(*row, id=name) for name, row in TREES.items()],
)
def test_each_format_is_found_with_its_template_and_its_languages(
    tree: WriteTree,
    folder: str,
    languages: tuple[str, ...],
    path: str,
    content: str,
    component: str,
    translations: str,
) -> None:
    text = {part: content.replace("{}:", f"{part}:") for part in languages}
    root = tree({".git/HEAD": "", **{folder + path.format(part): text[part] for part in languages}})
    (found,) = find_components(root)
    assert (describe_component(found), find_languages(found)) == (component, translations)


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"package.json": '{"name": "a"}', "tsconfig.json": "{}", "en/package.json": JSON}, id="packages"),
        pytest.param({"locales/en/package.json": JSON, "locales/de/package.json": JSON}, id="packages by language"),
        pytest.param({"src/en.ts": "export const a = 1", "src/de.ts": "export const a = 1"}, id="TypeScript"),
        pytest.param({"ci/en.yml": "on: [push]\n", "ci/build.yml": "on: [push]\n"}, id="one language"),
        pytest.param({"docs/en/a.md": "# A", "docs/de/a.md": "# A", "docs/fr/a.md": "# A"}, id="documents"),
        pytest.param({"notes/en.txt": "a", "notes/de.txt": "b"}, id="texts"),
        pytest.param(
            {"app/build/res/values/strings.xml": ANDROID, "app/build/res/values-de/strings.xml": ANDROID},
            id="results of a build",
        ),
        pytest.param(
            {"target/classes/messages.properties": PROPERTIES, "target/classes/messages_de.properties": PROPERTIES},
            id="classes of Java",
        ),
        pytest.param(
            {"app/res/values/strings.xml": ANDROID, "app/res/values-night/strings.xml": ANDROID}, id="night mode"
        ),
        pytest.param({"res/values/colors.xml": COLORS, "res/values-de/colors.xml": COLORS}, id="other resources"),
        pytest.param({"m_de.properties": PROPERTIES, "m_fr.properties": PROPERTIES}, id="two languages without source"),
        pytest.param(
            {f"m_{code}.properties": "menu.open=Text\nmenuOpen=Text\n" for code in ("de", "fr", "pt_BR")},
            id="keys that are no source texts",
        ),
        pytest.param(
            {f"{name}_{code}.properties": PROPERTIES for name in ("new", "new_menu") for code in ("de", "fr")},
            id="words that are codes of three letters",
        ),
        pytest.param({"web/en/title.txt": "Shop", "web/de/title.txt": "Shop"}, id="any title"),
        pytest.param({"application.properties": "a=b", "application-it.properties": "a=b"}, id="settings of Spring"),
        pytest.param({"keys/en.json": '{"a": 1, "b": 2}', "keys/de.json": '{"a": 1, "b": 2}'}, id="numbers"),
        pytest.param({"lang/en.json": "{", "lang/de.json": "{"}, id="broken JSON"),
        pytest.param({"data/de.csv": "1,2,3\n", "data/fr.csv": "1,2,3\n"}, id="tables"),
        pytest.param({"lib/en.php": "<?php\nclass A {}\n", "lib/de.php": "<?php\nclass A {}\n"}, id="programs"),
        pytest.param({"i18n/en_IN.json": JSON, "i18n/en_AU.json": JSON}, id="regions of English"),
        pytest.param({"lang/de.json": JSON, "lang/fr.json": JSON}, id="no source language"),
        pytest.param(
            {"objects/en.json": JSON, "objects/de.json": JSON, "objects/fr.json": JSON}, id="JSON of a program"
        ),
        pytest.param({"demo/de.csv": '"a","b"\n', "demo/fr.csv": '"a","b"\n'}, id="CSV of a demo"),
        pytest.param(
            {f"Intl/Resources/data/currencies/{code}.php": PHP for code in ("en", "de", "fr")}, id="names of currencies"
        ),
        pytest.param(
            {f"Emoji/Resources/data/emoji-{code}.php": PHP for code in ("en", "de", "fr")}, id="names of pictures"
        ),
        pytest.param(
            {f"Intl/Resources/data/languages/{code}.php": LANGUAGE_NAMES for code in ("en", "de", "fr")},
            id="names of languages",
        ),
        pytest.param(
            {f"i18n/datetimeFormats/{code}.json": DATES for code in ("en", "de", "fr")}, id="patterns for dates"
        ),
    ],
)
def test_other_files_are_not_translations(tree: WriteTree, files: dict[str, str]) -> None:
    assert [describe_component(each) for each in find_components(tree({".git/HEAD": "", **files}))] == []


@pytest.mark.parametrize(
    ("root", "mask"),
    [
        pytest.param("", "src/strings/*.json", id="strings"),
        pytest.param("", "src/_locales/*.json", id="a word in the name of a folder"),
        pytest.param("", "package.nls.*.json", id="a word in the name of the files"),
        pytest.param("", "data/lang/*.json", id="a folder for translations among data"),
        pytest.param("app-localisation/", "objects/*.json", id="a word in the name of the repository"),
    ],
)
def test_a_word_in_the_path_says_that_json_files_are_translations(tree: WriteTree, root: str, mask: str) -> None:
    files = {root + mask.replace("*", code): JSON for code in ("en", "de", "fr")}
    found = find_components(tree({f"{root}.git/HEAD": "", **files}) / root)
    assert [each.filemask for each in found] == [mask]


def test_files_are_not_read_if_no_name_contains_a_language(tree: WriteTree) -> None:
    names = [
        f"src/part{number % 7}/open-item{number}.{number % 3 * 'x'}{kind}" for number in range(50) for kind in "ab"
    ]
    files = {name + extension: JSON for name in names for extension in (".json", ".xml", ".md", ".yml", ".ts", ".php")}
    root = tree({".git/HEAD": "", **files})
    with sniffing.record_read_paths() as paths:
        assert find_components(root) == []
    assert paths == set()


def test_a_source_folder_without_other_languages_is_not_read(tree: WriteTree) -> None:
    root = tree({".git/HEAD": "", **{f"docs/en/page{number}.json": JSON for number in range(20)}})
    with sniffing.record_read_paths() as paths:
        assert find_components(root) == []
    assert paths == set()


def test_the_manifest_of_an_extension_names_its_source_language(tree: WriteTree) -> None:
    messages = '{"a": {"message": "Text"}}'
    root = tree(
        {
            ".git/HEAD": "",
            "manifest.json": '{"default_locale": "de"}',
            **{f"_locales/{code}/messages.json": messages for code in ("de", "en", "fr")},
        }
    )
    (found,) = find_components(root)
    assert describe_component(found) == "_locales/*/messages.json webextension _locales/de/messages.json de"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(b"a = Text\n", "", id="ASCII"),
        pytest.param("a = Grün\n".encode(), "utf-8", id="UTF-8"),
        pytest.param("a = Grün\n".encode("latin-1"), "", id="Latin 1"),
        pytest.param("a = Grün\n".encode("utf-16"), "utf-16", id="UTF-16"),
    ],
)
def test_the_encoding_of_properties_is_detected(tree: WriteTree, text: bytes, expected: str) -> None:
    root = tree({".git/HEAD": "", "m.properties": PROPERTIES, "m_de.properties": text})
    (found,) = find_components(root)
    assert found.read_options.encoding == expected


@pytest.mark.parametrize("encodings", [("utf-8", "utf-16"), ("utf-16", "utf-8"), ("utf-8-sig", "utf-16")])
def test_files_of_a_component_may_have_different_encodings(
    tree: WriteTree, run: Run, encodings: tuple[str, str]
) -> None:
    source, target = ('"open" = "Open";\n"close" = "Close";\n', '"open" = "Öffnen";\n"close" = "Schließen";\n')
    tree(
        {
            "shop/.git/HEAD": "",
            "shop/en.lproj/Main.strings": source.encode(encodings[0]),
            "shop/de.lproj/Main.strings": target.encode(encodings[1]),
        }
    )
    done = run("stats", "--all", "--format", "csv", "--fields", "code,total,translated", "--root", "shop")
    assert (done.stdout.splitlines(), done.stderr) == (["code,total,translated", "de,2,2"], "")


def test_names_of_several_words_are_aliases_of_the_language_in_the_table_or_in_the_file(
    tree: WriteTree, run: Run
) -> None:
    names = {"German": "de", "Portuguese (Brazil)": "pt_BR", "Brazilian Portuguese": "pt_BR"}
    header = 'msgid ""\nmsgstr ""\n"Language: {}\\n"\n\nmsgid "a"\nmsgstr "b"\n'
    files = {f"shop/po/{name}.po": header.format(code) for name, code in {"fr": "fr", **names}.items()}
    root = tree({"shop/.git/HEAD": "", **files}) / "shop"
    (found,) = find_components(root)
    assert found.aliases == {"Portuguese (Brazil)": "pt_BR", "Brazilian Portuguese": "pt_BR"}
    assert find_languages(found) == "Brazilian Portuguese German Portuguese (Brazil) fr"
    done = run("stats", "--format", "csv", "--fields", "code", "--no-history", cwd=root)
    assert sorted(done.stdout.split()) == ["code", "de", "fr", "pt_BR"]


def test_all_files_of_laravel_have_one_format(tree: WriteTree) -> None:
    validation = "<?php\nreturn [\n    'accepted' => 'Accept the :attribute.',\n];\n"
    files = {f"lang/{code}/auth.php": PHP for code in ("en", "de")}
    files |= {f"lang/{code}/validation.php": validation for code in ("en", "de")}
    assert {each.file_format for each in find_components(tree({".git/HEAD": "", **files}))} == {"laravel"}


def test_names_that_are_not_languages_are_excluded(tree: WriteTree) -> None:
    names = ("en", "de", "percentages", "de_informal", "qqq")
    (found,) = find_components(tree({".git/HEAD": "", **{f"locales/{name}.json": JSON for name in names}}))
    assert found.language_regex != DEFAULT_LANGUAGE_REGEX
    assert find_languages(found) == "de de_informal"


def test_components_of_po_files_keep_their_names_if_other_formats_are_found(tree: WriteTree) -> None:
    header = 'msgid ""\nmsgstr "Language: de\\n"\n'
    po = {"locale/de/LC_MESSAGES/app.po": header, "po/fr.po": header.replace("de", "fr"), "po/cs.po": ""}
    others = {"lib/l10n/app_en.arb": ARB, "lib/l10n/app_de.arb": ARB}
    before = [each.slug for each in find_components(tree({".git/HEAD": "", **po}))]
    after = find_components(tree({".git/HEAD": "", **po, **others}))
    assert [each.slug for each in after if each.file_format == "po"] == before
    assert len({each.slug for each in after}) == len(before) + 1


def test_folders_of_a_platform_are_not_part_of_a_name(tree: WriteTree) -> None:
    folders = ("app/src/main/res/values", "app/src/main/res/values-de", "tv/src/main/res/values")
    files = {f"{folder}/strings.xml": ANDROID for folder in (*folders, "tv/src/main/res/values-de")}
    assert [each.slug for each in find_components(tree({".git/HEAD": "", **files}))] == ["app/strings", "tv/strings"]


def test_a_folder_of_a_component_can_contain_any_format(tree: WriteTree) -> None:
    root = tree({"shop/app/i18n/en.json": JSON, "shop/app/i18n/de.json": JSON})
    (found,) = find_components(root)
    assert (found.project, found.slug, found.filemask) == ("shop", "app", "i18n/*.json")
    assert describe_component(lookup.locate_component(str(root), "shop", "app")) == "i18n/*.json json i18n/en.json"


@pytest.mark.parametrize(
    ("mask", "files", "expected"),
    [
        pytest.param(
            "values-*/strings.xml",
            {"values/strings.xml": ANDROID, "values-de/strings.xml": ANDROID},
            "values-*/strings.xml aresource values/strings.xml",
            id="Android",
        ),
        pytest.param("*.json", {"en.json": NESTED, "de.json": NESTED}, "*.json json-nested en.json", id="JSON"),
        pytest.param("d/*.md", {"d/en.md": "# A", "d/de.md": "# B"}, "d/*.md markdown d/en.md", id="documents"),
    ],
)
def test_a_mask_in_the_settings_is_sufficient(tree: WriteTree, mask: str, files: dict[str, str], expected: str) -> None:
    root = tree({"transtats.toml": f'[project.p.component.c]\nfilemask = "{mask}"\n', **files})
    assert describe_component(lookup.locate_component(str(root), "p", "c")) == expected


@pytest.mark.parametrize(
    ("document", "text", "files", "expected"),
    [
        pytest.param(
            "crowdin.yml",
            "files:\n  - source: /l/en.json\n    translation: /l/%two_letters_code%.json\n",
            {"l/en.json": JSON, "l/de.json": JSON, "l/index.json": JSON},
            "l/*.json json l/en.json",
            id="Crowdin",
        ),
        pytest.param(
            "crowdin.yml",
            "files:\n  - source: /a/en.lproj/L.strings\n    translation: /a/%osx_code%/L.strings\n",
            {"a/en.lproj/L.strings": APPLE, "a/de.lproj/L.strings": APPLE},
            "a/*.lproj/L.strings strings a/en.lproj/L.strings",
            id="Crowdin, code of macOS",
        ),
        pytest.param(
            ".tx/config",
            "[o:a:p:b:r:c]\nfile_filter = res/values-<lang>/strings.xml\nsource_file = res/values/strings.xml\n"
            "type = ANDROID\n",
            {"res/values/strings.xml": ANDROID, "res/values-de/strings.xml": ANDROID},
            "res/values-*/strings.xml aresource res/values/strings.xml",
            id="Transifex",
        ),
        pytest.param(
            "l10n.toml",
            '[[paths]]\nreference = "en/a.ftl"\nl10n = "{locale}/a.ftl"\n',
            {"en/a.ftl": "a = b\n", "de/a.ftl": "a = b\n"},
            "*/a.ftl fluent en/a.ftl",
            id="Mozilla",
        ),
    ],
)
def test_configurations_of_other_tools_can_name_any_format(
    tree: WriteTree, document: str, text: str, files: dict[str, str], expected: str
) -> None:
    (found,) = find_components(tree({".git/HEAD": "", document: text, **files}))
    assert (describe_component(found), find_languages(found)) == (expected, "de")


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"l/en.json": JSON, "l/index.json": JSON}, id="only the source"),
        pytest.param({"l/en.json": JSON, "l/qqq.json": JSON}, id="only the source and its explanations"),
        pytest.param({"l/en.json": JSON, "l/zh_CN.GB2312.json": JSON}, id="only a variant in another charset"),
    ],
)
@pytest.mark.parametrize("has_document", [True, False])
def test_files_without_a_translation_are_no_component(
    tree: WriteTree, files: dict[str, str], has_document: bool
) -> None:
    document = {"crowdin.yml": "files: [{source: /l/en.json, translation: /l/%two_letters_code%.json}]\n"}
    root = tree({".git/HEAD": "", **(document if has_document else {}), **files})
    assert [describe_component(each) for each in find_components(root)] == []


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"en:\n  one: Text\n", "ruby-yaml", id="language"),
        pytest.param(b"en :\n  one : Text\n", "ruby-yaml", id="blank before the colon"),
        pytest.param(b"'en' :\n  one: Text\n", "ruby-yaml", id="blank after a quoted key"),
        pytest.param(b"en:\n  don't: Text\n", "ruby-yaml", id="only key with a text has an apostrophe"),
        pytest.param(b"en:\n  one: Text\ndon't: Text\n", "yaml", id="other top-level key with an apostrophe"),
        pytest.param(b'en:\n  one: Text\n"don\'t": Text\n', "yaml", id="apostrophe in double quotes"),
        pytest.param(b"en:\n  one: Text\n'don''t': Text\n", "yaml", id="two apostrophes in single quotes"),
        pytest.param(b'en:\n  one: Text\nsay "yes": Text\n', "yaml", id="quotes inside of a key"),
        pytest.param("en:\n  été: Text\n".encode(), "ruby-yaml", id="only key with a text is not ASCII"),
        pytest.param(b"en:\n  - one\n  - two\n", "", id="no key has a text"),
    ],
)
def test_a_yaml_file_with_the_language_as_its_only_top_level_key_is_a_ruby_file(content: bytes, expected: str) -> None:
    assert detect_format(content, "config/locales/en.yml") == expected


BEGINNING_SIZE = 65536


@pytest.mark.parametrize(
    ("extension", "content"),
    [
        pytest.param("arb", b"\n" * BEGINNING_SIZE, id="empty lines"),
        pytest.param("php", b"<?php return" + b"\n" * BEGINNING_SIZE, id="empty lines after a word"),
        pytest.param("php", b"<?php return [" + b"=>" * BEGINNING_SIZE, id="a long line of PHP"),
        pytest.param("strings", b"=" * BEGINNING_SIZE, id="a long line of strings"),
        pytest.param("toml", b"\n" * BEGINNING_SIZE, id="empty lines of TOML"),
        pytest.param("xml", b"<root " + b"<str " * BEGINNING_SIZE, id="tags without an end"),
        pytest.param("yaml", b"a" + b" " * BEGINNING_SIZE, id="spaces after a key"),
        pytest.param("yaml", b" " * BEGINNING_SIZE, id="spaces only"),
    ],
)
def test_the_time_for_detecting_a_format_does_not_grow_with_the_square_of_the_size(
    extension: str, content: bytes
) -> None:
    began = time.process_time()
    detect_format(content[:BEGINNING_SIZE], f"de.{extension}")
    assert time.process_time() - began < 0.5


FOUND_BY_SETTINGS = {"html", "markdown", "mdx", "asciidoc", "txt", "mediawiki", "dokuwiki", "odf", "idml"}
"""Formats of documents. Any repository has such files, and few of them are translated."""


@pytest.mark.parametrize("name", sorted(FILE_FORMATS.keys() - FOUND_BY_SETTINGS))
def test_each_other_format_is_found_without_settings(name: str) -> None:
    """A new format has a detector, a module `sniffing`, all languages in a file, or a place in FOUND_BY_SETTINGS."""
    known = FILE_FORMATS[name]
    assert known.detector is not None or known.sniffing_module or known.names_in_folder or known.multilingual_module
