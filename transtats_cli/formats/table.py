"""Table of all file formats, with the functions that look up a format."""

from transtats_cli.formats import FileFormat, FormatFamily

_GETTEXT_FAMILY = FormatFamily("text/x-gettext-translation", "po.sniffing", handles_control_characters=True)
_XLIFF_FAMILY = FormatFamily(
    "application/xliff+xml", "xliff.sniffing", has_approved_strings=True, handles_control_characters=True
)
_JSON_FAMILY = FormatFamily("application/json", max_megabytes=32)
_ANDROID_FAMILY = FormatFamily("application/xml", max_megabytes=32)
_YAML_FAMILY = FormatFamily("application/yaml", max_megabytes=4)
_DOTNET_FAMILY = FormatFamily("application/xml", max_megabytes=32)
_FLAT_XML_FAMILY = FormatFamily("application/xml", max_megabytes=32)
_QT_FAMILY = FormatFamily("application/x-linguist", max_megabytes=32)
_PHP_FAMILY = FormatFamily("text/x-php", max_megabytes=2)
_TOML_FAMILY = FormatFamily("application/toml", max_megabytes=4)
_INI_FAMILY = FormatFamily("text/plain", max_megabytes=4)
_DTD_FAMILY = FormatFamily("application/xml-dtd", max_megabytes=8)
_CSV_FAMILY = FormatFamily("text/csv", max_megabytes=32)
_HTML_FAMILY = FormatFamily("text/html", max_megabytes=8)
_MARKDOWN_FAMILY = FormatFamily("text/markdown", max_megabytes=1)
_ASCIIDOC_FAMILY = FormatFamily("text/asciidoc", max_megabytes=4)
_TEXT_FAMILY = FormatFamily("text/plain", max_megabytes=4)
_WXL_FAMILY = FormatFamily("application/xml", max_megabytes=16)
_ODF_FAMILY = FormatFamily("application/vnd.oasis.opendocument.text", max_megabytes=32)
_IDML_FAMILY = FormatFamily("application/vnd.adobe.indesign-idml-package", max_megabytes=32)
_XLSX_FAMILY = FormatFamily("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", max_megabytes=16)
_TBX_FAMILY = FormatFamily("application/x-tbx", max_megabytes=32)
_CATKEYS_FAMILY = FormatFamily("text/plain", max_megabytes=8)
_FLUENT_FAMILY = FormatFamily("text/plain", max_megabytes=4)
_SUBTITLES_FAMILY = FormatFamily("text/plain", max_megabytes=4)
_APPLE_FAMILY = FormatFamily("text/plain", max_megabytes=4)
_PROPERTIES_FAMILY = FormatFamily("text/plain", max_megabytes=4)
_XWIKI_PAGE_FAMILY = FormatFamily("application/xml", max_megabytes=4)

FILE_FORMATS: dict[str, FileFormat] = {
    "po": FileFormat(
        _GETTEXT_FAMILY,
        "po.reader:PoReader",
        ("po",),
        has_fast_reader=True,
        may_have_template=False,
        plural_table="gettext",
        adjusts_plural_forms=True,
        bulk_counter_function="po.fast.counts:PoCounter",
    ),
    "po-mono": FileFormat(
        _GETTEXT_FAMILY,
        "po.reader:MonolingualPoReader",
        ("po",),
        has_fast_reader=True,
        is_monolingual=True,
        plural_table="gettext",
        bulk_counter_function="po.fast.counts:MonolingualPoCounter",
    ),
    "xliff": FileFormat(
        _XLIFF_FAMILY,
        "xliff.reader:create_xliff_1_reader",
        ("xlf", "xliff", "sdlxliff", "mxliff"),
        has_fast_reader=True,
        is_detected_by_content=True,
    ),
    "xliff2": FileFormat(
        _XLIFF_FAMILY,
        "xliff.reader:create_xliff_2_reader",
        ("xlf", "xliff"),
        has_fast_reader=True,
        may_have_template=False,
    ),
    "poxliff": FileFormat(
        _XLIFF_FAMILY, "xliff.reference:create_poxliff_reader", ("poxliff", "xlf", "xliff"), plural_table="gettext"
    ),
    "apple-xliff": FileFormat(
        _XLIFF_FAMILY, "xliff.reference:create_apple_xliff_reader", ("xliff",), plural_table="cldr-with-zero"
    ),
    "json": FileFormat(_JSON_FAMILY, "json_files.reader:create_json_reader", ("json",), has_fast_reader=True),
    "json-nested": FileFormat(_JSON_FAMILY, "json_files.reader:create_nested_reader", ("json",), has_fast_reader=True),
    "webextension": FileFormat(
        _JSON_FAMILY,
        "json_files.reader:create_web_extension_reader",
        ("json",),
        has_fast_reader=True,
        is_monolingual=True,
    ),
    "i18next": FileFormat(
        _JSON_FAMILY,
        "json_files.reader:create_i18next_reader",
        ("json",),
        has_fast_reader=True,
        flags_of_strings="i18next-interpolation",
        adjusts_plural_forms=True,
    ),
    "i18nextv4": FileFormat(
        _JSON_FAMILY,
        "json_files.reader:create_i18next_v4_reader",
        ("json",),
        has_fast_reader=True,
        flags_of_strings="i18next-interpolation",
        adjusts_plural_forms=True,
        depends_on_language=True,
    ),
    "go-i18n-json": FileFormat(
        _JSON_FAMILY, "json_files.reference:create_go_i18n_reader", ("json",), adjusts_plural_forms=True
    ),
    "go-i18n-json-v2": FileFormat(
        _JSON_FAMILY, "json_files.reference:create_go_i18n_v2_reader", ("json",), adjusts_plural_forms=True
    ),
    "gotext": FileFormat(
        _JSON_FAMILY, "json_files.reference:create_gotext_reader", ("json",), adjusts_plural_forms=True
    ),
    "arb": FileFormat(
        _JSON_FAMILY,
        "json_files.reader:create_arb_reader",
        ("arb",),
        has_fast_reader=True,
        flags_of_strings="icu-message-format",
    ),
    "formatjs": FileFormat(
        _JSON_FAMILY, "json_files.reference:create_formatjs_reader", ("json",), flags_of_strings="icu-message-format"
    ),
    "nextcloud-json": FileFormat(
        _JSON_FAMILY,
        "json_files.reference:create_nextcloud_reader",
        ("json",),
        may_have_template=False,
        adjusts_plural_forms=True,
    ),
    "resjson": FileFormat(
        _JSON_FAMILY, "json_files.reference:create_resjson_reader", ("resjson",), may_have_template=False
    ),
    "aresource": FileFormat(
        _ANDROID_FAMILY,
        "android.reader:create_android_reader",
        ("xml",),
        has_fast_reader=True,
        is_monolingual=True,
        has_strict_plurals=True,
        flags_of_strings="java-printf-format",
        has_flags_in_translations=True,
        depends_on_language=True,
    ),
    "moko-resource": FileFormat(
        _ANDROID_FAMILY,
        "android.reference:create_moko_reader",
        ("xml",),
        is_monolingual=True,
        has_strict_plurals=True,
        flags_of_strings="java-printf-format",
        has_flags_in_translations=True,
        depends_on_language=True,
    ),
    "cmp-resource": FileFormat(
        _ANDROID_FAMILY,
        "android.reference:create_compose_reader",
        ("xml",),
        is_monolingual=True,
        has_strict_plurals=True,
        flags_of_strings="java-printf-format",
        has_flags_in_translations=True,
        depends_on_language=True,
    ),
    "strings": FileFormat(
        _APPLE_FAMILY,
        "apple.reader:create_strings_reader",
        ("strings",),
        has_fast_reader=True,
        flags_of_strings="objc-format",
        encoding_parameter="strings_encoding",
    ),
    "stringsdict": FileFormat(
        _APPLE_FAMILY,
        "apple.reference:create_stringsdict_reader",
        ("stringsdict",),
        flags_of_strings="objc-format",
        plural_table="cldr-with-zero",
        adjusts_plural_forms=True,
        depends_on_language=True,
    ),
    "properties": FileFormat(
        _PROPERTIES_FAMILY,
        "properties_files.reader:create_java_reader",
        ("properties",),
        has_fast_reader=True,
        flags_of_strings="auto-java-messageformat",
        encoding_parameter="properties_encoding",
    ),
    "gwt": FileFormat(
        _PROPERTIES_FAMILY,
        "properties_files.reference:create_gwt_reader",
        ("properties",),
        is_monolingual=True,
        flags_of_strings="auto-java-messageformat",
        depends_on_language=True,
        encoding_parameter="gwt_encoding",
    ),
    "mi18n-lang": FileFormat(
        _PROPERTIES_FAMILY,
        "properties_files.reference:create_mi18n_reader",
        ("lang",),
        is_monolingual=True,
        flags_of_strings="es-format",
    ),
    "joomla": FileFormat(
        _PROPERTIES_FAMILY, "properties_files.reference:create_joomla_reader", ("ini",), is_monolingual=True
    ),
    "xwiki-java-properties": FileFormat(
        _PROPERTIES_FAMILY, "properties_files.reference:create_xwiki_java_reader", ("properties",)
    ),
    "xwiki-page-properties": FileFormat(
        _XWIKI_PAGE_FAMILY, "properties_files.reference:create_xwiki_page_reader", ("xml",)
    ),
    "xwiki-fullpage": FileFormat(
        _XWIKI_PAGE_FAMILY, "properties_files.reference:create_xwiki_full_page_reader", ("xml",)
    ),
    "yaml": FileFormat(_YAML_FAMILY, "yaml_files.reader:create_yaml_reader", ("yaml", "yml"), has_fast_reader=True),
    "ruby-yaml": FileFormat(
        _YAML_FAMILY,
        "yaml_files.reader:create_ruby_reader",
        ("yml", "yaml"),
        has_fast_reader=True,
        is_monolingual=True,
        depends_on_language=True,
    ),
    "resx": FileFormat(
        _DOTNET_FAMILY,
        "dotnet:create_resx_reader",
        ("resx", "resw"),
        is_monolingual=True,
        has_flags_in_translations=True,
    ),
    "resourcedictionary": FileFormat(
        _DOTNET_FAMILY,
        "dotnet:create_resource_dictionary_reader",
        ("xaml",),
        is_monolingual=True,
        flags_of_strings="c-sharp-format",
        has_flags_in_translations=True,
    ),
    "flatxml": FileFormat(
        _FLAT_XML_FAMILY,
        "flatxml:create_flat_xml_reader",
        ("xml",),
        is_monolingual=True,
        has_flags_in_translations=True,
    ),
    "ts": FileFormat(
        _QT_FAMILY,
        "qt:create_ts_reader",
        ("ts",),
        plural_table="qt",
        adjusts_plural_forms=True,
        has_flags_in_translations=True,
        depends_on_language=True,
    ),
    "php": FileFormat(_PHP_FAMILY, "php_files.reader:create_php_reader", ("php",), is_monolingual=True),
    "laravel": FileFormat(
        _PHP_FAMILY,
        "php_files.reader:create_laravel_reader",
        ("php",),
        is_monolingual=True,
        flags_of_strings="laravel-format",
        depends_on_language=True,
    ),
    "toml": FileFormat(_TOML_FAMILY, "toml_files.reader:create_toml_reader", ("toml",), is_monolingual=True),
    "go-i18n-toml": FileFormat(
        _TOML_FAMILY,
        "toml_files.reader:create_go_i18n_reader",
        ("toml",),
        is_monolingual=True,
        depends_on_language=True,
    ),
    "ini": FileFormat(_INI_FAMILY, "ini:create_ini_reader", ("ini",), is_monolingual=True),
    "islu": FileFormat(_INI_FAMILY, "ini:create_inno_setup_reader", ("islu", "isl"), is_monolingual=True),
    "dtd": FileFormat(_DTD_FAMILY, "dtd:create_dtd_reader", ("dtd",), is_monolingual=True),
    "csv": FileFormat(_CSV_FAMILY, "csv_files:create_csv_reader", ("csv",), encoding_parameter="csv_encoding"),
    "csv-simple": FileFormat(
        _CSV_FAMILY, "csv_files:create_simple_reader", ("csv",), encoding_parameter="csv_simple_encoding"
    ),
    "csv-multi": FileFormat(
        _CSV_FAMILY,
        "csv_files:create_multivalue_reader",
        ("csv",),
        has_multiple_values=True,
        encoding_parameter="csv_encoding",
    ),
    "xlsx": FileFormat(_XLSX_FAMILY, "csv_files:create_xlsx_reader", ("xlsx",), installation_extra="xlsx"),
    "tbx": FileFormat(
        _TBX_FAMILY,
        "tbx:create_tbx_reader",
        ("tbx",),
        may_have_template=False,
        has_multiple_values=True,
        depends_on_language=True,
    ),
    "catkeys": FileFormat(_CATKEYS_FAMILY, "catkeys:create_catkeys_reader", ("catkeys",), may_have_template=False),
    "fluent": FileFormat(
        _FLUENT_FAMILY,
        "fluent:create_fluent_reader",
        ("ftl",),
        is_monolingual=True,
        flags_of_strings="fluent-source-syntax, fluent-target-syntax, fluent-parts, fluent-references,"
        " fluent-source-inner-html, fluent-target-inner-html, ignore-xml-tags, ignore-xml-invalid",
    ),
    "srt": FileFormat(
        _SUBTITLES_FAMILY,
        "subtitles:create_subrip_reader",
        ("srt",),
        is_monolingual=True,
        marks_unchanged_texts=True,
        installation_extra="subtitles",
    ),
    "sub": FileFormat(
        _SUBTITLES_FAMILY,
        "subtitles:create_microdvd_reader",
        ("sub",),
        is_monolingual=True,
        marks_unchanged_texts=True,
        installation_extra="subtitles",
    ),
    "ass": FileFormat(
        _SUBTITLES_FAMILY,
        "subtitles:create_advanced_substation_reader",
        ("ass",),
        is_monolingual=True,
        marks_unchanged_texts=True,
        installation_extra="subtitles",
    ),
    "ssa": FileFormat(
        _SUBTITLES_FAMILY,
        "subtitles:create_substation_reader",
        ("ssa",),
        is_monolingual=True,
        marks_unchanged_texts=True,
        installation_extra="subtitles",
    ),
    "appstore": FileFormat(_TEXT_FAMILY, "appstore:create_app_store_reader", (), is_monolingual=True, is_folder=True),
    "html": FileFormat(
        _HTML_FAMILY,
        "documents:create_html_reader",
        ("html", "htm", "xhtml"),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
        flags_of_strings="safe-html, strict-same",
    ),
    "markdown": FileFormat(
        _MARKDOWN_FAMILY,
        "documents:create_markdown_reader",
        ("md", "markdown"),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
        flags_of_strings="auto-safe-html, strict-same, md-text",
        installation_extra="documents",
    ),
    "mdx": FileFormat(
        _MARKDOWN_FAMILY,
        "documents:create_mdx_reader",
        ("mdx",),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
        flags_of_strings="auto-safe-html, strict-same, md-text, safe-mdx",
        installation_extra="documents",
    ),
    "asciidoc": FileFormat(
        _ASCIIDOC_FAMILY,
        "documents:create_asciidoc_reader",
        ("adoc", "asciidoc", "ad"),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
        flags_of_strings="safe-html, strict-same, asciidoc-text",
    ),
    "txt": FileFormat(
        _TEXT_FAMILY,
        "documents:create_text_reader",
        ("txt",),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
    ),
    "mediawiki": FileFormat(
        _TEXT_FAMILY,
        "documents:create_mediawiki_reader",
        ("txt", "wiki", "mediawiki"),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
    ),
    "dokuwiki": FileFormat(
        _TEXT_FAMILY,
        "documents:create_dokuwiki_reader",
        ("txt", "dokuwiki"),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
    ),
    "rc": FileFormat(
        _TEXT_FAMILY,
        "windows:create_rc_reader",
        ("rc",),
        is_monolingual=True,
        is_document=True,
        reads_first_texts=True,
        marks_unchanged_texts=True,
        installation_extra="documents",
    ),
    "wxl": FileFormat(
        _WXL_FAMILY,
        "windows:create_wxl_reader",
        ("wxl",),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
    ),
    "odf": FileFormat(
        _ODF_FAMILY,
        "office:create_odf_reader",
        ("odt", "ods", "odp", "odg"),
        is_monolingual=True,
        is_document=True,
        is_keyed_document=True,
        marks_unchanged_texts=True,
        flags_of_strings="strict-same",
    ),
    "idml": FileFormat(
        _IDML_FAMILY,
        "office:create_idml_reader",
        ("idml",),
        is_monolingual=True,
        is_document=True,
        reads_equal_texts_only=True,
        marks_unchanged_texts=True,
        flags_of_strings="strict-same",
    ),
}

EXTENSIONS = tuple(dict.fromkeys(extension for known in FILE_FORMATS.values() for extension in known.extensions))
"""File extensions of all supported formats, without a dot."""
CATALOGUE_EXTENSIONS = tuple(
    dict.fromkeys(
        extension for known in FILE_FORMATS.values() if known.family.sniffing_module for extension in known.extensions
    )
)
"""File extensions of formats whose files declare their language or format, such as PO and XLIFF. Files with these
extensions are nearly always translations."""
MEDIA_TYPES = tuple(dict.fromkeys(known.family.media_type for known in FILE_FORMATS.values()))
"""Media types of all supported file formats."""
DEFAULT_FORMAT = "xliff"
"""Format of a file whose extension is unknown, and whose format is not detected from its content."""


def format_of_extension(extension: str) -> str | None:
    """Return the name of the first file format in FILE_FORMATS with this extension, or None if no format has it."""
    return next((name for name, known in FILE_FORMATS.items() if extension in known.extensions), None)
