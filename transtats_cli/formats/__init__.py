"""Readers of file formats: functions that convert the bytes of a file to a Catalog of units.

`table.FILE_FORMATS` contains a row for each format, with everything that is special to it. The packages `po` and
`xliff` read these formats. `toolkit.ToolkitReader` reads the formats that translate-toolkit supports, as the values in
`json_files`, `xml_files`, `text_files`, `php_files`, `toml_files`, `properties_files` and `documents` describe.
`csv_files`, `office` and `appstore` contain readers of other kinds. `detection` recognises formats by names and
content, and `po.text` and `xliff.sniffing` read declarations at the beginning of a file. The packages `fast` contain
readers and counters that exist for speed only.

The reference reader of a format defines the units of a file. A fast reader returns the same units in less time, but
only for regular files. A file is regular if the fast reader supports all notations in the file. Both are unit readers.
A counter returns only the statistics of a file, without units.
"""

import codecs
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from typing import Any, Literal, NamedTuple, TypeVar

from transtats_cli.columns import columns_of
from transtats_cli.errors import TranstatsError, UnreadableFile
from transtats_cli.formats.characters import with_regular_characters
from transtats_cli.model import Catalog
from transtats_cli.statistics import Statistics

_Value = TypeVar("_Value")


class ReadOptions(NamedTuple):
    """Options of the readers of translation files."""

    removes_inline_tags: bool = False
    """XLIFF: True if inline elements are removed from texts before the texts are counted and checked."""
    xliff_whitespace: str = "preserve"
    """XLIFF: treatment of white space in texts: `preserve`, `standard` or `normalize`."""
    refuses_control_characters: bool = False
    """True if control characters in the strings of a file make the file unreadable. False: the file is read with a
    warning."""
    uses_reference_readers: bool = False
    """True if the reference readers, based on polib and translate-toolkit, are used instead of the fast readers."""
    encoding: str = ""
    """Character encoding of the files, for the formats properties, `.strings` and CSV. Empty for the default encoding
    of the format."""
    format_parameters: tuple[tuple[str, str], ...] = ()
    """Names and values of the other parameters of the setting `file_format_params`."""
    source_language_code: str = "en"
    """Code of the source language of the component."""
    is_monolingual: bool = False
    """True if the component has a template with the source texts."""
    language_code: str = ""
    """Code of the language of the file. Only set for formats with `depends_on_language`."""

    def parameter(self, name: str, default: str) -> str:
        """Return the value of a parameter in `format_parameters`, or `default` if the parameter is not set."""
        return dict(self.format_parameters).get(name, default)


DEFAULT_OPTIONS = ReadOptions()

PluralTable = Literal["gettext", "cldr", "cldr-with-zero", "qt"]
"""Source of the plural rule of a language in a format.

`gettext`: the header of the file, or the default rule of the language. `cldr`: the rules of Unicode CLDR.
`cldr-with-zero`: the rules of `cldr`, with an additional form for 0 if they have none. `qt`: the rules of Qt Linguist.
"""


Reader = Callable[[bytes], Catalog]
"""Function that converts the content of a translation file to a Catalog. Raises UnreadableFile."""
_ReadFunction = Callable[[bytes, ReadOptions], Catalog]


class IrregularFile(Exception):  # noqa: N818  not an error: another reader reads the file
    """Exception for a file with a notation that a fast reader does not support. Another reader has to read the file."""


class BulkCount(NamedTuple):
    """Statistics and date of a translation file, computed without creating a Unit for each string."""

    statistics: Statistics
    last_change: str | None
    """Date of the last translation in the header of the file: ISO 8601 in UTC. None if the file has no valid date."""


BulkCounter = Callable[[bytes], BulkCount | None]
"""Function that returns the counts of a file from its content, or None if the file must be read with a Reader."""


class LanguageDeclaration(NamedTuple):
    """Language of a translation file, as the beginning of the file declares it."""

    language_code: str = ""
    """Code of the declared target language. Empty if the file declares no target language."""
    is_source: bool = False
    """True if the file contains source texts only: no target and no target language, or a target language that is
    equal to the source language."""


MAX_UNITS = 1_000_000
"""Maximum number of strings of a file."""


def refuse_many_units(count: int) -> None:
    """Raise UnreadableFile if a file has more than MAX_UNITS strings."""
    if count > MAX_UNITS:
        raise UnreadableFile(f"the file has more than {MAX_UNITS:,} strings")


class EncodingParameter(NamedTuple):
    """Parameter of a format with the character encoding of the files."""

    name: str
    values: tuple[str, ...]
    default: str = ""
    is_detected: bool = False
    """True if discovery detects the encoding of found files, and sets the parameter if it is not the default."""

    def find_encoding(self, content: bytes, declared: str) -> str:
        """Return the encoding of a file: the declared encoding, unless the file proves that it is UTF-16 or not.

        A file with a byte order mark of UTF-16 is UTF-16, and a file without NUL bytes is not. A mark of UTF-8 decides
        nothing, as on a server. The encoding `auto` is left to the reader.
        """
        found = declared
        if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            found = "utf-16"
        elif declared == "utf-16" and b"\0" not in content:
            found = "utf-8"
        return found if found in self.values and declared != "auto" else declared


class FileFormat(NamedTuple):
    """Readers and properties of a file format: everything that is special to the format.

    Paths of functions have the form `module:function`, relative to this package.
    """

    reader: str
    """Path of the function that reads a file, with the parameters `content` and `options`. It returns a Catalog, or
    raises UnreadableFile. It runs in another process with limits, as `guarded` describes."""
    extensions: tuple[str, ...] = ()
    """Extensions of the files of this format, without a dot. Several formats may have the same extension. A file with
    this extension has the format that is detected from its content, or else the first of these formats in
    FILE_FORMATS."""
    media_type: str = "text/plain"
    """Media type of the files for HTTP, such as `application/xliff+xml`."""
    max_megabytes: int = 4
    """Size of the largest file that is read, in units of 1,000,000 bytes. It bounds time and memory, because the
    parsers of some formats take much longer per byte for a large file. 0 if there is no limit."""
    fast_reader: str = ""
    """Path of a function that reads regular files in much less time than `reader`, with the same parameters. It raises
    IrregularFile for other files. It may be a class, whose instances are called like a function. An instance caches
    strings, which the files of a component have in common. Empty if there is no such function."""
    detector: str | bytes | None = None
    """Recognition of files of this format by their beginning: a regular expression that matches a part of the content
    (bytes), or the path of a function (str). The function has the parameters `content` and `path`, and returns the name
    of a format. '' if the file has another format, or contains no translations. Several formats may have the same
    function. None if files are not recognised: they are found by settings only, or by their extension if
    `sniffing_module` is set."""
    is_detected_first: bool = False
    """True if the detector is tried before those of other formats with the same extension. Otherwise, the formats are
    tried in the order of FILE_FORMATS, whose first format with an extension is that of files that no detector
    recognises."""
    detected_bytes: int = 1 << 16
    """Number of bytes at the beginning of a file that the detector needs."""
    sniffing_module: str = ""
    """Module in this package with functions that read the beginning of a file. Empty if files declare nothing.

    `read_target_declaration` returns a LanguageDeclaration, and `read_source_language` the declared source language: ''
    if there is none, or if source and target language are equal, and None if the content has another format.
    `read_simple_entries` returns source and target of the entries that a regular expression can read, and
    `read_sources_by_id` sources by the id of the unit. A module need not have all functions."""
    source_separators: str = ""
    """Characters before the language in the names of translations, if the file with the source texts has no language in
    its name. `_` for `messages_de.properties` and `messages.properties`."""
    separators_in_usual_folders: str = ""
    """Characters like `source_separators` for files in a folder with a usual name for translations, such as `locales`.
    """
    contains_sources: bool = False
    """True if the files usually contain the source texts, so that there is no file of the source language."""
    keys_may_be_sources: bool = False
    """True if files of several languages without a file of the source language are translations, too. Their keys are
    read as the source texts."""
    folder_of_bilingual_files: str = ""
    """End of the name of the folder with the files of this format, if other formats with the extension need a file of
    the source language."""
    may_have_source_column: bool = False
    """True if a file may contain a column with the source texts. Then the file of the source language is no template.
    """
    is_translation_only: bool = False
    """True if such files contain nothing but translations, so that one language with any name is sufficient."""
    is_common_in_data: bool = False
    """True if most files with such a content are data. Translations are found without settings only if the path has a
    word such as `locale`."""
    names_in_folder: tuple[str, ...] = ()
    """Names of files by which a folder is recognised as a translation."""
    parameters: Mapping[str, tuple[str, ...]] = {}
    """Allowed values of the parameters of the format in the setting `file_format_params`, without the character
    encoding. No values if any text may be given."""
    encoding: EncodingParameter | None = None
    """Parameter with the character encoding. None if all files of the format have one encoding."""
    has_approved_strings: bool = False
    """True if files can mark strings as approved. The setting `review` has no effect on other files."""
    handles_control_characters: bool = False
    """True if the readers search for control characters and surrogates, or if the syntax does not allow them. False:
    `create_reader` adds this search."""
    may_have_template: bool = True
    """True if the source texts of a component may be in a separate file, the template."""
    is_monolingual: bool = False
    """True if a file contains keys and texts in one language only, so that a template with source texts is required."""
    plural_table: PluralTable = "cldr"
    """Source of the plural rules of the languages."""
    has_multiple_values: bool = False
    """True if a string may have several texts that are independent values, not plural forms. The string is identified
    by its context and its first source text."""
    has_strict_plurals: bool = False
    """True if a plural form for the counts 0 and 1 must have the placeholders of the source. False: this form may omit
    them. In all formats, a form for a single count may omit them."""
    flags_of_strings: str = ""
    """Flags of all strings in this format, as in a PO file."""
    is_folder: bool = False
    """True if a translation is a folder with several files."""
    is_document: bool = False
    """True if the strings are the texts of a document, which have no keys. A string of a translation is paired with the
    string of the template that has the same place in the document. The strings of the source language are read-only."""
    is_keyed_document: bool = False
    """True if the place of a string in a document is its key."""
    reads_equal_texts_only: bool = False
    """True if a text of a translated document is used only if it is equal to the text of the template. If the texts
    differ, the target is empty."""
    reads_first_texts: bool = False
    """True if the first text is read if a translated document has several texts in the same place. False: the last."""
    marks_unchanged_texts: bool = False
    """True if a target that is equal to its source has the state NEEDS_REWRITING."""
    has_flags_in_translations: bool = False
    """True if the flags of a string in a translation are added to its flags in the template."""
    installation_extra: str = ""
    """Extra of the installation that contains the library for this format. Empty if the library is always installed."""
    depends_on_language: bool = False
    """True if the language of a file decides how its plural forms are read."""
    multilingual_module: str = ""
    """Module in this package with functions for files that contain the strings of all languages: `list_languages`
    returns the languages of a file as they are spelled, with the source language, and `read_source_language` the source
    language in the beginning of a file. The reader returns the strings of one language. The file mask of a component is
    the path of the file, which is the template, too. Empty if each language has a file of its own."""
    is_on_server: bool = True
    """True if a Weblate server reads the format."""
    bulk_counter: str = ""
    """Path of the function that creates a BulkCounter. Empty if there is no bulk counter."""

    def sniff(self, function: str, content: bytes, default: _Value) -> _Value:
        """Return the result of a function of `sniffing_module` for the beginning of a file.

        Return `default` if files of this format declare nothing of this kind.
        """
        module = import_module(f"{__name__}.{self.sniffing_module}") if self.sniffing_module else None
        return getattr(module, function, lambda _: default)(content)

    def list_languages(self, content: bytes) -> tuple[str, ...]:
        """Return the languages of a file that contains the strings of all languages. Raises UnreadableFile."""
        self._refuse_large_file(content)
        found: tuple[str, ...] = import_function(f"{self.multilingual_module}:list_languages")(content)
        return found

    def create_reader(self, options: ReadOptions, language_code: str = "") -> Reader:
        """Return a reader for the files of one component. The reader may cache strings that several files contain.

        `language_code` is the language of the files. It is only used if the format `depends_on_language`.

        The texts of its catalogs contain no surrogate pairs. A control character adds a warning to the catalog, or
        raises UnreadableFile, depending on the options. Raises UnreadableFile if a file exceeds the size limit of its
        format, or has too many strings. Raises TranstatsError if the library that reads the format is not installed.
        """
        if language_code and self.depends_on_language:
            options = options._replace(language_code=language_code)
        if self.encoding and options.encoding not in self.encoding.values:
            options = options._replace(encoding=self.encoding.default)
        read_fast: _ReadFunction | None = None
        if self.fast_reader and not options.uses_reference_readers:
            found = import_function(self.fast_reader)
            read_fast = found() if isinstance(found, type) else found
        return partial(self._read, read_fast, options)

    def _refuse_large_file(self, content: bytes) -> None:
        if self.max_megabytes and len(content) > self.max_megabytes * 1_000_000:
            raise UnreadableFile(
                f"the file is larger than {self.max_megabytes} MB, the limit of this format; split the file"
            )

    def _read(self, read_fast: _ReadFunction | None, options: ReadOptions, content: bytes) -> Catalog:
        self._refuse_large_file(content)
        if self.encoding:
            options = options._replace(encoding=self.encoding.find_encoding(content, options.encoding))
        catalog: Catalog | None = None
        if read_fast is not None:
            with suppress(IrregularFile):
                catalog = read_fast(content, options)
        if catalog is None:
            try:
                catalog = import_function("guarded:read_guarded")(self.reader, content, options)
            except ImportError as error:
                if not self.installation_extra:
                    raise
                raise TranstatsError(
                    f"a library that reads such files is missing ({error}); install it with"
                    f" `pip install 'transtats-cli[{self.installation_extra}]'`"
                ) from error
        catalog = catalog._replace(units=columns_of(catalog.units))
        refuse_many_units(len(catalog.units))
        if self.handles_control_characters:
            return catalog
        return with_regular_characters(catalog, strict=options.refuses_control_characters)

    def create_bulk_counter(self) -> BulkCounter | None:
        """Return a counter for the files of one component, or None if the format has no bulk counter."""
        return import_function(self.bulk_counter)() if self.bulk_counter else None


@cache
def import_function(path: str) -> Any:
    """Return a function or another object from its path `module:name`, relative to this package."""
    module, name = path.split(":")
    return getattr(import_module(f"{__name__}.{module}"), name)
