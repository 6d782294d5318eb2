"""Table of all file formats."""

from transtats_cli.formats import EncodingParameter, FileFormat

_BOOLEANS = ("true", "false")
_ENCODINGS = ("utf-8", "iso-8859-1", "utf-16")
_CSV_ENCODINGS = ("auto", *_ENCODINGS)

_GETTEXT = FileFormat(
    "po.reference:read_with_polib",
    ("po",),
    "text/x-gettext-translation",
    max_megabytes=0,
    fast_reader="po.fast.units:RegularPoReader",
    sniffing_module="po.text",
    handles_control_characters=True,
    plural_table="gettext",
)
_XLIFF = FileFormat(
    "xliff.reference:read_xliff_1_with_toolkit",
    ("xlf", "xliff", "sdlxliff", "mxliff"),
    "application/xliff+xml",
    max_megabytes=0,
    fast_reader="xliff.tree:read_xliff_1_tree",
    detector="xliff.sniffing:detect_format",
    sniffing_module="xliff.sniffing",
    has_approved_strings=True,
    handles_control_characters=True,
    parameters={
        "xliff_placeables": ("placeables", "plain"),
        "xml_whitespace_handling": ("preserve", "standard", "normalize"),
    },
)
_JSON = FileFormat(
    "",
    ("json",),
    "application/json",
    max_megabytes=32,
    detector="detection:detect_json",
    detected_bytes=1 << 20,
    separators_in_usual_folders="-._",
)
_XML = FileFormat(
    "", ("xml",), "application/xml", max_megabytes=32, is_monolingual=True, has_flags_in_translations=True
)
_JSON_OBJECT = _JSON._replace(detector=rb"^[^\S\n]*+\{", detected_bytes=1 << 16, separators_in_usual_folders="")
_ANDROID = _XML._replace(
    detector="detection:detect_xml",
    source_separators=".",
    is_translation_only=True,
    has_strict_plurals=True,
    flags_of_strings="java-printf-format",
    depends_on_language=True,
)
_XWIKI_PAGE = FileFormat("", ("xml",), "application/xml", detector="detection:detect_xml", is_translation_only=True)
_TEXT = FileFormat("", is_monolingual=True)
_PROPERTIES = FileFormat("", ("properties",), detector="detection:detect_properties", source_separators="_")
_YAML = FileFormat(
    "",
    ("yaml", "yml"),
    "application/yaml",
    detector="detection:detect_yaml",
    separators_in_usual_folders="-._",
)
_PHP = FileFormat(
    "",
    ("php", "inc"),
    "text/x-php",
    max_megabytes=2,
    detector="detection:detect_php",
    separators_in_usual_folders="-._",
    is_monolingual=True,
    is_common_in_data=True,
)
_TOML = FileFormat(
    "",
    ("toml",),
    "application/toml",
    detector="detection:detect_toml",
    separators_in_usual_folders="-._",
    is_monolingual=True,
)
_CSV = FileFormat("", ("csv",), "text/csv", max_megabytes=32, detector="detection:detect_csv")
_DOCUMENT = FileFormat(
    "",
    (),
    is_monolingual=True,
    is_document=True,
    marks_unchanged_texts=True,
    parameters={"merge_duplicates": _BOOLEANS},
)
_MARKDOWN = _DOCUMENT._replace(
    media_type="text/markdown",
    max_megabytes=1,
    installation_extra="documents",
    parameters={"md_extract_frontmatter": _BOOLEANS, **_DOCUMENT.parameters},
)
_SUBTITLES = _TEXT._replace(detector=rb"", marks_unchanged_texts=True, installation_extra="subtitles")
_PAIRS = FileFormat("", is_translation_only=True, contains_sources=True, may_have_template=False)

FILE_FORMATS: dict[str, FileFormat] = {
    "po": _GETTEXT._replace(may_have_template=False, bulk_counter="po.fast.counts:PoCounter"),
    "po-mono": _GETTEXT._replace(
        reader="po.reference:read_monolingual",
        fast_reader="po.fast.units:RegularMonolingualPoReader",
        is_monolingual=True,
    ),
    "xliff": _XLIFF,
    "xliff2": _XLIFF._replace(
        reader="xliff.reference:read_xliff_2_with_toolkit",
        fast_reader="xliff.tree:read_xliff_2_tree",
        extensions=("xlf", "xliff"),
        may_have_template=False,
    ),
    "poxliff": _XLIFF._replace(
        reader="xliff.reference:read_poxliff",
        fast_reader="",
        extensions=("poxliff", "xlf", "xliff"),
        detector=None,
        plural_table="gettext",
    ),
    "apple-xliff": _XLIFF._replace(
        reader="xliff.reference:read_apple_xliff",
        fast_reader="",
        extensions=("xliff",),
        plural_table="cldr-with-zero",
    ),
    "json": _JSON._replace(reader="json_files:FLAT", fast_reader="fast.json_files:read_nested", is_common_in_data=True),
    "json-nested": _JSON._replace(
        reader="json_files:NESTED", fast_reader="fast.json_files:read_nested", is_common_in_data=True
    ),
    "webextension": _JSON._replace(
        reader="json_files:WEB_EXTENSION",
        is_translation_only=True,
        is_monolingual=True,
    ),
    "i18next": _JSON._replace(
        reader="json_files:I18NEXT",
        fast_reader="fast.json_files:read_i18next",
        flags_of_strings="i18next-interpolation",
    ),
    "i18nextv4": _JSON._replace(
        reader="json_files:I18NEXT_V4",
        flags_of_strings="i18next-interpolation",
        depends_on_language=True,
    ),
    "go-i18n-json": _JSON._replace(reader="json_files:GO_I18N"),
    "go-i18n-json-v2": _JSON._replace(reader="json_files:GO_I18N_V2"),
    "gotext": _JSON._replace(reader="json_files:GOTEXT", is_translation_only=True),
    "arb": _JSON_OBJECT._replace(
        reader="json_files:ARB",
        extensions=("arb",),
        is_translation_only=True,
        flags_of_strings="icu-message-format",
    ),
    "formatjs": _JSON._replace(reader="json_files:FORMATJS", flags_of_strings="icu-message-format"),
    "nextcloud-json": _JSON._replace(
        reader="json_files:NEXTCLOUD",
        is_translation_only=True,
        contains_sources=True,
        folder_of_bilingual_files="l10n",
        may_have_template=False,
    ),
    "resjson": _JSON_OBJECT._replace(
        reader="json_files:RESJSON",
        extensions=("resjson",),
        is_translation_only=True,
        contains_sources=True,
        may_have_template=False,
    ),
    "aresource": _ANDROID._replace(reader="xml_files:ANDROID", fast_reader="fast.android:read_resources"),
    "moko-resource": _ANDROID._replace(reader="xml_files:MOKO"),
    "cmp-resource": _ANDROID._replace(reader="xml_files:COMPOSE"),
    "strings": FileFormat(
        "properties_files:STRINGS",
        ("strings",),
        detector=rb"^(?>[^\n]*?=)[^\n]*;",
        is_translation_only=True,
        keys_may_be_sources=True,
        flags_of_strings="objc-format",
        encoding=EncodingParameter("strings_encoding", ("utf-8", "utf-16"), "utf-8", is_detected=True),
    ),
    "stringsdict": FileFormat(
        "xml_files:STRINGSDICT",
        ("stringsdict",),
        detector=rb"<plist",
        is_translation_only=True,
        flags_of_strings="objc-format",
        plural_table="cldr-with-zero",
        depends_on_language=True,
    ),
    "xcstrings": FileFormat(
        "xcstrings:read_catalog",
        ("xcstrings",),
        "application/json",
        fast_reader="xcstrings:read_catalog",
        max_megabytes=32,
        is_monolingual=True,
        flags_of_strings="objc-format",
        depends_on_language=True,
        multilingual_module="xcstrings",
        is_on_server=False,
    ),
    "properties": _PROPERTIES._replace(
        reader="properties_files:JAVA",
        keys_may_be_sources=True,
        fast_reader="fast.properties_files:read_properties",
        flags_of_strings="auto-java-messageformat",
        encoding=EncodingParameter("properties_encoding", _ENCODINGS, "iso-8859-1", is_detected=True),
    ),
    "gwt": _PROPERTIES._replace(
        reader="properties_files:read_gwt",
        is_monolingual=True,
        flags_of_strings="auto-java-messageformat",
        depends_on_language=True,
        encoding=EncodingParameter("gwt_encoding", _ENCODINGS),
    ),
    "mi18n-lang": _TEXT._replace(
        reader="properties_files:MI18N",
        extensions=("lang",),
        detector=rb"^[^#!\s][^\n]*[:=]",
        flags_of_strings="es-format",
    ),
    "joomla": _TEXT._replace(
        reader="properties_files:JOOMLA",
        extensions=("ini",),
        detector="detection:detect_ini",
    ),
    "xwiki-java-properties": _PROPERTIES._replace(reader="properties_files:XWIKI_JAVA"),
    "xwiki-page-properties": _XWIKI_PAGE._replace(reader="properties_files:XWIKI_PAGE"),
    "xwiki-fullpage": _XWIKI_PAGE._replace(reader="properties_files:XWIKI_FULL_PAGE"),
    "yaml": _YAML._replace(reader="text_files:YAML", fast_reader="fast.yaml_files:read_yaml"),
    "ruby-yaml": _YAML._replace(
        reader="text_files:RUBY_YAML",
        fast_reader="fast.yaml_files:read_ruby_yaml",
        extensions=("yml", "yaml"),
        is_monolingual=True,
        depends_on_language=True,
    ),
    "resx": _XML._replace(
        reader="xml_files:RESX",
        extensions=("resx", "resw"),
        detector=rb"<root",
        source_separators=".",
        is_translation_only=True,
    ),
    "resourcedictionary": _XML._replace(
        reader="xml_files:RESOURCE_DICTIONARY",
        extensions=("xaml",),
        detector=rb"<ResourceDictionary",
        flags_of_strings="c-sharp-format",
    ),
    "flatxml": _XML._replace(
        reader="xml_files:FLAT_XML",
        detector="detection:detect_xml",
        parameters={"flatxml_root_name": (), "flatxml_value_name": (), "flatxml_key_name": ()},
    ),
    "ts": FileFormat(
        "xml_files:TS",
        ("ts",),
        "application/x-linguist",
        max_megabytes=32,
        detector=rb"<!DOCTYPE TS|<TS[\s>]",
        is_translation_only=True,
        contains_sources=True,
        plural_table="qt",
        has_flags_in_translations=True,
        depends_on_language=True,
    ),
    "php": _PHP._replace(reader="php_files:PHP"),
    "laravel": _PHP._replace(
        reader="php_files:LARAVEL",
        flags_of_strings="laravel-format",
        depends_on_language=True,
    ),
    "toml": _TOML._replace(reader="toml_files:NESTED"),
    "go-i18n-toml": _TOML._replace(reader="toml_files:GO_I18N", depends_on_language=True),
    "ini": _TEXT._replace(reader="text_files:INI", extensions=("ini",), detector="detection:detect_ini"),
    "islu": _TEXT._replace(
        reader="text_files:INNO_SETUP",
        extensions=("islu", "isl"),
        detector=rb"",
        is_translation_only=True,
    ),
    "dtd": FileFormat(
        "text_files:DTD",
        ("dtd",),
        "application/xml-dtd",
        max_megabytes=8,
        detector=rb"<!ENTITY",
        is_monolingual=True,
    ),
    "csv": _CSV._replace(
        reader="csv_files:read_csv",
        contains_sources=True,
        encoding=EncodingParameter("csv_encoding", _CSV_ENCODINGS, "auto"),
    ),
    "csv-simple": _CSV._replace(
        reader="csv_files:read_simple_csv",
        may_have_source_column=True,
        is_common_in_data=True,
        encoding=EncodingParameter("csv_simple_encoding", _CSV_ENCODINGS, "auto"),
    ),
    "csv-multi": _CSV._replace(
        reader="csv_files:read_multivalue_csv",
        contains_sources=True,
        has_multiple_values=True,
        encoding=EncodingParameter("csv_encoding", _CSV_ENCODINGS, "auto"),
    ),
    "xlsx": FileFormat(
        "csv_files:read_xlsx",
        ("xlsx",),
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        max_megabytes=16,
        detector=rb"\APK",
        contains_sources=True,
        installation_extra="xlsx",
    ),
    "tbx": _PAIRS._replace(
        reader="xml_files:TBX",
        extensions=("tbx",),
        media_type="application/x-tbx",
        max_megabytes=32,
        detector=rb"<martif|<tbx",
        has_multiple_values=True,
        depends_on_language=True,
    ),
    "catkeys": _PAIRS._replace(reader="text_files:CATKEYS", extensions=("catkeys",), max_megabytes=8, detector=rb""),
    "fluent": _TEXT._replace(
        reader="text_files:FLUENT",
        extensions=("ftl",),
        detector=rb"^-?[A-Za-z][\w-]*\s*=",
        flags_of_strings="fluent-source-syntax, fluent-target-syntax, fluent-parts, fluent-references,"
        " fluent-source-inner-html, fluent-target-inner-html, ignore-xml-tags, ignore-xml-invalid",
    ),
    "srt": _SUBTITLES._replace(reader="text_files:SUBRIP", extensions=("srt",)),
    "sub": _SUBTITLES._replace(reader="text_files:MICRODVD", extensions=("sub",)),
    "ass": _SUBTITLES._replace(reader="text_files:ADVANCED_SUBSTATION", extensions=("ass",)),
    "ssa": _SUBTITLES._replace(reader="text_files:SUBSTATION", extensions=("ssa",)),
    "appstore": _TEXT._replace(
        reader="appstore:read_folder",
        extensions=(),
        names_in_folder=("title.txt", "name.txt", "short_description.txt", "full_description.txt", "description.txt"),
        is_translation_only=True,
        is_folder=True,
    ),
    "html": _DOCUMENT._replace(
        reader="documents:HTML",
        extensions=("html", "htm", "xhtml"),
        media_type="text/html",
        max_megabytes=8,
        flags_of_strings="safe-html, strict-same",
    ),
    "markdown": _MARKDOWN._replace(
        reader="documents:MARKDOWN",
        extensions=("md", "markdown"),
        flags_of_strings="auto-safe-html, strict-same, md-text",
    ),
    "mdx": _MARKDOWN._replace(
        reader="documents:MDX",
        extensions=("mdx",),
        flags_of_strings="auto-safe-html, strict-same, md-text, safe-mdx",
    ),
    "asciidoc": _DOCUMENT._replace(
        reader="documents:ASCIIDOC",
        extensions=("adoc", "asciidoc", "ad"),
        media_type="text/asciidoc",
        flags_of_strings="safe-html, strict-same, asciidoc-text",
    ),
    "txt": _DOCUMENT._replace(reader="documents:TEXT", extensions=("txt",)),
    "mediawiki": _DOCUMENT._replace(reader="documents:MEDIAWIKI", extensions=("txt", "wiki", "mediawiki")),
    "dokuwiki": _DOCUMENT._replace(reader="documents:DOKUWIKI", extensions=("txt", "dokuwiki")),
    "rc": _DOCUMENT._replace(
        reader="documents:RC",
        extensions=("rc",),
        detector=rb"\b(?:STRINGTABLE|DIALOG|DIALOGEX|MENU)\b",
        reads_first_texts=True,
        installation_extra="documents",
    ),
    "wxl": _DOCUMENT._replace(
        reader="xml_files:WXL",
        extensions=("wxl",),
        media_type="application/xml",
        max_megabytes=16,
        detector=rb"<WixLocalization",
    ),
    "odf": _DOCUMENT._replace(
        reader="office:read_odf",
        extensions=("odt", "ods", "odp", "odg"),
        media_type="application/vnd.oasis.opendocument.text",
        max_megabytes=32,
        is_keyed_document=True,
        flags_of_strings="strict-same",
    ),
    "idml": _DOCUMENT._replace(
        reader="office:read_idml",
        extensions=("idml",),
        media_type="application/vnd.adobe.indesign-idml-package",
        max_megabytes=32,
        reads_equal_texts_only=True,
        flags_of_strings="strict-same",
    ),
}

MEDIA_TYPES = tuple(dict.fromkeys(known.media_type for known in FILE_FORMATS.values()))
"""Media types of all supported file formats."""
FORMAT_PARAMETERS: dict[str, tuple[str, ...]] = {}
"""Parameters in the setting `file_format_params`, with their allowed values: any text if there are none."""
for _known in FILE_FORMATS.values():
    if _known.encoding is not None:
        FORMAT_PARAMETERS[_known.encoding.name] = _known.encoding.values
    FORMAT_PARAMETERS.update(_known.parameters)
