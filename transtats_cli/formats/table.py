"""Table of all file formats, with the functions that look up a format."""

from transtats_cli.formats import FileFormat, FormatFamily

_GETTEXT = FormatFamily("text/x-gettext-translation", "po.sniffing", reports_control_characters=True)
_XLIFF = FormatFamily("application/xliff+xml", "xliff.sniffing", reports_control_characters=True)
_JSON = FormatFamily("application/json", largest_megabytes=32)
_ANDROID = FormatFamily("application/xml", largest_megabytes=32)
_YAML = FormatFamily("application/yaml", largest_megabytes=4)
_DOTNET = FormatFamily("application/xml", largest_megabytes=32)
_FLAT_XML = FormatFamily("application/xml", largest_megabytes=32)
_QT = FormatFamily("application/x-linguist", largest_megabytes=32)
_PHP = FormatFamily("text/x-php", largest_megabytes=2)
_TOML = FormatFamily("application/toml", largest_megabytes=4)
_INI = FormatFamily("text/plain", largest_megabytes=4)
_DTD = FormatFamily("application/xml-dtd", largest_megabytes=8)
_CSV = FormatFamily("text/csv", largest_megabytes=32)
_HTML = FormatFamily("text/html", largest_megabytes=8)
_MARKDOWN = FormatFamily("text/markdown", largest_megabytes=1)
_ASCIIDOC = FormatFamily("text/asciidoc", largest_megabytes=4)
_TEXT = FormatFamily("text/plain", largest_megabytes=4)
_WXL = FormatFamily("application/xml", largest_megabytes=16)
_ODF = FormatFamily("application/vnd.oasis.opendocument.text", largest_megabytes=32)
_IDML = FormatFamily("application/vnd.adobe.indesign-idml-package", largest_megabytes=32)
_XLSX = FormatFamily("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", largest_megabytes=16)
_TBX = FormatFamily("application/x-tbx", largest_megabytes=32)
_CATKEYS = FormatFamily("text/plain", largest_megabytes=8)
_FLUENT = FormatFamily("text/plain", largest_megabytes=4)
_SUBTITLES = FormatFamily("text/plain", largest_megabytes=4)
_APPLE = FormatFamily("text/plain", largest_megabytes=4)
_PROPERTIES = FormatFamily("text/plain", largest_megabytes=4)
_XWIKI_PAGE = FormatFamily("application/xml", largest_megabytes=4)

FILE_FORMATS: dict[str, FileFormat] = {
    "po": FileFormat(
        _GETTEXT,
        "po.reader:PoReader",
        ("po",),
        may_have_template=False,
        plural_table="gettext",
        bulk_counter_function="po.fast.counts:PoCounter",
    ),
    "po-mono": FileFormat(
        _GETTEXT,
        "po.reader:MonolingualPoReader",
        ("po",),
        is_monolingual=True,
        plural_table="gettext",
        bulk_counter_function="po.fast.counts:MonolingualPoCounter",
    ),
    "xliff": FileFormat(
        _XLIFF,
        "xliff.reader:create_xliff_1_reader",
        ("xlf", "xliff", "sdlxliff", "mxliff"),
        is_detected=True,
        bulk_counter_function="xliff.fast.counts:create_xliff_counter",
    ),
    "xliff2": FileFormat(_XLIFF, "xliff.reader:create_xliff_2_reader", ("xlf", "xliff"), may_have_template=False),
    "poxliff": FileFormat(
        _XLIFF, "xliff.reference:create_poxliff_reader", ("poxliff", "xlf", "xliff"), plural_table="gettext"
    ),
    "apple-xliff": FileFormat(_XLIFF, "xliff.reference:create_apple_xliff_reader", ("xliff",)),
    "json": FileFormat(_JSON, "json_files.reader:create_json_reader", ("json",)),
    "json-nested": FileFormat(_JSON, "json_files.reader:create_nested_reader", ("json",)),
    "webextension": FileFormat(_JSON, "json_files.reader:create_web_extension_reader", ("json",), is_monolingual=True),
    "i18next": FileFormat(_JSON, "json_files.reader:create_i18next_reader", ("json",), flags="i18next-interpolation"),
    "i18nextv4": FileFormat(
        _JSON,
        "json_files.reader:create_i18next_v4_reader",
        ("json",),
        flags="i18next-interpolation",
        depends_on_language=True,
    ),
    "go-i18n-json": FileFormat(_JSON, "json_files.reader:create_go_i18n_reader", ("json",)),
    "go-i18n-json-v2": FileFormat(_JSON, "json_files.reader:create_go_i18n_v2_reader", ("json",)),
    "gotext": FileFormat(_JSON, "json_files.reader:create_gotext_reader", ("json",)),
    "arb": FileFormat(_JSON, "json_files.reader:create_arb_reader", ("arb",), flags="icu-message-format"),
    "formatjs": FileFormat(_JSON, "json_files.reader:create_formatjs_reader", ("json",), flags="icu-message-format"),
    "nextcloud-json": FileFormat(
        _JSON,
        "json_files.reader:create_nextcloud_reader",
        ("json",),
        may_have_template=False,
        drops_surplus_forms=True,
    ),
    "resjson": FileFormat(_JSON, "json_files.reader:create_resjson_reader", ("resjson",), may_have_template=False),
    "aresource": FileFormat(
        _ANDROID,
        "android.reader:create_android_reader",
        ("xml",),
        is_monolingual=True,
        flags="java-printf-format",
        has_flags_in_translations=True,
        depends_on_language=True,
    ),
    "moko-resource": FileFormat(
        _ANDROID,
        "android.reader:create_moko_reader",
        ("xml",),
        is_monolingual=True,
        flags="java-printf-format",
        has_flags_in_translations=True,
        depends_on_language=True,
    ),
    "cmp-resource": FileFormat(
        _ANDROID,
        "android.reader:create_compose_reader",
        ("xml",),
        is_monolingual=True,
        flags="java-printf-format",
        has_flags_in_translations=True,
        depends_on_language=True,
    ),
    "strings": FileFormat(
        _APPLE,
        "apple.reader:create_strings_reader",
        ("strings",),
        flags="objc-format",
        encoding_parameter="strings_encoding",
    ),
    "stringsdict": FileFormat(
        _APPLE,
        "apple.reader:create_stringsdict_reader",
        ("stringsdict",),
        flags="objc-format",
        plural_table="cldr-with-zero",
        depends_on_language=True,
    ),
    "properties": FileFormat(
        _PROPERTIES,
        "properties_files.reader:create_java_reader",
        ("properties",),
        flags="auto-java-messageformat",
        encoding_parameter="properties_encoding",
    ),
    "gwt": FileFormat(
        _PROPERTIES,
        "properties_files.reference:create_gwt_reader",
        ("properties",),
        is_monolingual=True,
        flags="auto-java-messageformat",
        depends_on_language=True,
        encoding_parameter="gwt_encoding",
    ),
    "mi18n-lang": FileFormat(
        _PROPERTIES, "properties_files.reference:create_mi18n_reader", ("lang",), is_monolingual=True, flags="es-format"
    ),
    "joomla": FileFormat(_PROPERTIES, "properties_files.reference:create_joomla_reader", ("ini",), is_monolingual=True),
    "xwiki-java-properties": FileFormat(
        _PROPERTIES, "properties_files.reference:create_xwiki_java_reader", ("properties",)
    ),
    "xwiki-page-properties": FileFormat(_XWIKI_PAGE, "properties_files.reference:create_xwiki_page_reader", ("xml",)),
    "xwiki-fullpage": FileFormat(_XWIKI_PAGE, "properties_files.reference:create_xwiki_full_page_reader", ("xml",)),
    "yaml": FileFormat(_YAML, "yaml_files.reader:create_yaml_reader", ("yaml", "yml")),
    "ruby-yaml": FileFormat(
        _YAML, "yaml_files.reader:create_ruby_reader", ("yml", "yaml"), is_monolingual=True, depends_on_language=True
    ),
    "resx": FileFormat(
        _DOTNET, "dotnet:create_resx_reader", ("resx", "resw"), is_monolingual=True, has_flags_in_translations=True
    ),
    "resourcedictionary": FileFormat(
        _DOTNET,
        "dotnet:create_resource_dictionary_reader",
        ("xaml",),
        is_monolingual=True,
        flags="c-sharp-format",
        has_flags_in_translations=True,
    ),
    "flatxml": FileFormat(
        _FLAT_XML, "flatxml:create_flat_xml_reader", ("xml",), is_monolingual=True, has_flags_in_translations=True
    ),
    "ts": FileFormat(
        _QT,
        "qt:create_ts_reader",
        ("ts",),
        plural_table="qt",
        drops_surplus_forms=True,
        has_flags_in_translations=True,
        depends_on_language=True,
    ),
    "php": FileFormat(_PHP, "php_files.reader:create_php_reader", ("php",), is_monolingual=True),
    "laravel": FileFormat(
        _PHP,
        "php_files.reader:create_laravel_reader",
        ("php",),
        is_monolingual=True,
        flags="laravel-format",
        depends_on_language=True,
    ),
    "toml": FileFormat(_TOML, "toml_files.reader:create_toml_reader", ("toml",), is_monolingual=True),
    "go-i18n-toml": FileFormat(
        _TOML, "toml_files.reader:create_go_i18n_reader", ("toml",), is_monolingual=True, depends_on_language=True
    ),
    "ini": FileFormat(_INI, "ini:create_ini_reader", ("ini",), is_monolingual=True),
    "islu": FileFormat(_INI, "ini:create_inno_setup_reader", ("islu", "isl"), is_monolingual=True),
    "dtd": FileFormat(_DTD, "dtd:create_dtd_reader", ("dtd",), is_monolingual=True),
    "csv": FileFormat(_CSV, "csv_files:create_csv_reader", ("csv",), encoding_parameter="csv_encoding"),
    "csv-simple": FileFormat(
        _CSV, "csv_files:create_simple_reader", ("csv",), encoding_parameter="csv_simple_encoding"
    ),
    "csv-multi": FileFormat(
        _CSV, "csv_files:create_multivalue_reader", ("csv",), has_values=True, encoding_parameter="csv_encoding"
    ),
    "xlsx": FileFormat(_XLSX, "csv_files:create_xlsx_reader", ("xlsx",), extra="xlsx"),
    "tbx": FileFormat(
        _TBX,
        "tbx:create_tbx_reader",
        ("tbx",),
        may_have_template=False,
        has_values=True,
        depends_on_language=True,
    ),
    "catkeys": FileFormat(_CATKEYS, "catkeys:create_catkeys_reader", ("catkeys",), may_have_template=False),
    "fluent": FileFormat(
        _FLUENT,
        "fluent:create_fluent_reader",
        ("ftl",),
        is_monolingual=True,
        flags="fluent-source-syntax, fluent-target-syntax, fluent-parts, fluent-references, fluent-source-inner-html,"
        " fluent-target-inner-html, ignore-xml-tags, ignore-xml-invalid",
    ),
    "srt": FileFormat(
        _SUBTITLES,
        "subtitles:create_subrip_reader",
        ("srt",),
        is_monolingual=True,
        marks_unchanged_texts=True,
        extra="subtitles",
    ),
    "sub": FileFormat(
        _SUBTITLES,
        "subtitles:create_microdvd_reader",
        ("sub",),
        is_monolingual=True,
        marks_unchanged_texts=True,
        extra="subtitles",
    ),
    "ass": FileFormat(
        _SUBTITLES,
        "subtitles:create_advanced_substation_reader",
        ("ass",),
        is_monolingual=True,
        marks_unchanged_texts=True,
        extra="subtitles",
    ),
    "ssa": FileFormat(
        _SUBTITLES,
        "subtitles:create_substation_reader",
        ("ssa",),
        is_monolingual=True,
        marks_unchanged_texts=True,
        extra="subtitles",
    ),
    "appstore": FileFormat(_TEXT, "appstore:create_app_store_reader", (), is_monolingual=True, is_folder=True),
    "html": FileFormat(
        _HTML,
        "documents:create_html_reader",
        ("html", "htm", "xhtml"),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
        flags="safe-html, strict-same",
    ),
    "markdown": FileFormat(
        _MARKDOWN,
        "documents:create_markdown_reader",
        ("md", "markdown"),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
        flags="auto-safe-html, strict-same, md-text",
        extra="documents",
    ),
    "mdx": FileFormat(
        _MARKDOWN,
        "documents:create_mdx_reader",
        ("mdx",),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
        flags="auto-safe-html, strict-same, md-text, safe-mdx",
        extra="documents",
    ),
    "asciidoc": FileFormat(
        _ASCIIDOC,
        "documents:create_asciidoc_reader",
        ("adoc", "asciidoc", "ad"),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
        flags="safe-html, strict-same, asciidoc-text",
    ),
    "txt": FileFormat(
        _TEXT,
        "documents:create_text_reader",
        ("txt",),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
    ),
    "mediawiki": FileFormat(
        _TEXT,
        "documents:create_mediawiki_reader",
        ("txt", "wiki", "mediawiki"),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
    ),
    "dokuwiki": FileFormat(
        _TEXT,
        "documents:create_dokuwiki_reader",
        ("txt", "dokuwiki"),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
    ),
    "rc": FileFormat(
        _TEXT,
        "windows:create_rc_reader",
        ("rc",),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
        extra="documents",
    ),
    "wxl": FileFormat(
        _WXL, "windows:create_wxl_reader", ("wxl",), is_monolingual=True, is_document=True, marks_unchanged_texts=True
    ),
    "odf": FileFormat(
        _ODF,
        "office:create_odf_reader",
        ("odt", "ods", "odp", "odg"),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
        flags="strict-same",
    ),
    "idml": FileFormat(
        _IDML,
        "office:create_idml_reader",
        ("idml",),
        is_monolingual=True,
        is_document=True,
        marks_unchanged_texts=True,
        flags="strict-same",
    ),
}

EXTENSIONS = tuple(dict.fromkeys(extension for known in FILE_FORMATS.values() for extension in known.extensions))
"""File extensions of all supported formats, without a dot."""
CATALOGUE_EXTENSIONS = tuple(
    dict.fromkeys(
        extension for known in FILE_FORMATS.values() if known.family.sniffing_module for extension in known.extensions
    )
)
"""File extensions of formats whose files declare what they are, such as PO and XLIFF. Such files are nearly always
translations."""
MEDIA_TYPES = tuple(dict.fromkeys(known.family.media_type for known in FILE_FORMATS.values()))
"""Media types of all supported file formats."""
DEFAULT_FORMAT = "xliff"
"""Default format of a file: its extension is unknown, and its content shows no format."""


def format_of_extension(extension: str) -> str | None:
    """Return the name of the first file format in FILE_FORMATS with this extension, or None if no format has it."""
    return next((name for name, known in FILE_FORMATS.items() if extension in known.extensions), None)
