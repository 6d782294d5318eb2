"""Each string has the line number of its key, or of its text if it has no key."""

from typing import Any

import pytest

from transtats_cli.errors import UnreadableFile
from transtats_cli.formats import ReadOptions
from transtats_cli.formats.php_files import PHP
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.formats.toolkit import LineFinder

STRINGSDICT = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
<key>days</key>
<dict>
<key>NSStringLocalizedFormatKey</key>
<string>%#@d@ x</string>
<!-- the variable -->
<key>d</key>
<dict>
<key>NSStringFormatSpecTypeKey</key>
<string>NSStringPluralRuleType</string>
<key>one</key>
<string>a</string>
</dict>
</dict>
</dict>
</plist>
"""
XWIKI = """<?xml version="1.1" encoding="UTF-8"?>
<xwikidoc>
<language/>
<content>a=x
b=y</content>
</xwikidoc>
"""
TS = """<!DOCTYPE TS>
<TS version="2.1"><context><name>C</name>
<message>
<location filename="a.cpp" line="1"/>
<source>a</source>
<translation>x</translation>
</message>
</context></TS>
"""
ADVANCED_SUBSTATION = """[Script Info]
ScriptType: v4.00+
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0000,0000,0000,,x
Dialogue: 0,0:00:03.00,0:00:04.50,Default,,0000,0000,0000,,y
"""
CASES = [
    pytest.param("yaml", "# c\na: x\nb:\n  a: |\n    y\n  c:\n  - z\n  - d: w\n", [2, 4, 7, 8], id="YAML"),
    pytest.param("yaml", 'a: {b: x,\n  c: y}\n"d\\n": z\n', [1, 2, 3], id="YAML: flow collection and escape"),
    pytest.param("ruby-yaml", "cs:\n  a:\n    one: x\n    other: y\n  b: z\n", [2, 5], id="Ruby YAML"),
    pytest.param("toml", 'a = "x"\n[b]\n# c\na = "y"\n"q\\"" = "z"\n[b.d]\na.b = "v"\n', [1, 4, 5, 7], id="TOML"),
    pytest.param("toml", "a = [\n'x',\n'''y\n[z]\n''', 'w']\nb = {c = 'v'}\n", [2, 3, 5, 6], id="TOML: lists"),
    pytest.param("toml", "[[a]]\nb = 'x'\n[[a]]\nb = 'y'\n[a.c]\nd = 1.5\n", [2, 4, 6], id="TOML: array of tables"),
    pytest.param("go-i18n-toml", '[a]\none = "x"\nother = "y"\n[b]\nother = "z"\n', [1, 4], id="go-i18n TOML"),
    pytest.param("properties", "# c\n\n# d\na = x\\\n  y\nb\n\nc : z\na = w", [4, 6, 8, 9], id="properties"),
    pytest.param("gwt", "# c\na[one] = x\na = y\n\nb = z\n", [2, 5], id="GWT"),
    pytest.param("xwiki-java-properties", "a=x\n### Missing: b=y\n# c\nc=z\n", [1, 2, 4], id="XWiki properties"),
    pytest.param("xwiki-page-properties", XWIKI, [4, 5], id="XWiki page"),
    pytest.param("xwiki-fullpage", XWIKI.replace("<language/>", "<title>t</title>"), [4, 3], id="XWiki full page"),
    pytest.param("joomla", '; c\nA="x"\n\nB="y"\n', [2, 4], id="Joomla"),
    pytest.param(
        "strings", '/* c\n d */\n"a" = "x";\n\n// e\n"b" /* f */ = "y\nz";\n"c" = "w";\n', [3, 6, 8], id=".strings"
    ),
    pytest.param("stringsdict", STRINGSDICT, [4, 9], id=".stringsdict"),
    pytest.param("php", "<?php\n// a\n$a = 'x';\n$b['a'] =\n  \"y\";\ndefine('c', 'z');\n", [3, 4, 6], id="PHP"),
    pytest.param(
        "php",
        "<?php\nreturn [\n'a' => [\n'a' => 'x', // 'b' =>\n'b' => ['y',\n'z']],\n\"b\" => 'w'];\n",
        [4, 5, 6, 7],
        id="PHP: arrays",
    ),
    pytest.param("laravel", "<?php\n\nreturn [\n'a' => 'x|y',\n'b' =>\n['a' => 'z']\n];\n", [4, 6], id="Laravel"),
    pytest.param("php", "<?php\n$a = [\n'b\\\\\\'c' => 'x',\n\"d'e\" => 'y'\n];", [3, 4], id="PHP: quotes in keys"),
    pytest.param("php", "<?php\n$a = ['x',\n'b' . 'c' => 'y'];\n", [2, 3], id="PHP: a joined key"),
    pytest.param("php", "<?php\n$a = [\n5 => 'see 6 => 7',\n6 => 'y'];\n", [3, 4], id="PHP: a number in a value"),
    pytest.param(
        "php",
        "<?php\n$a = 'uses $b here';\n$b = 'x'\n. \"$c\";\n$c = <<<EOT\nsee $d\nEOT;\n$d = 'y';\n",
        [2, 3, 5, 8],
        id="PHP: variables in values",
    ),
    pytest.param(
        "php", "<?php\n$a = 'x' . <<<'E'\n$b = y\nE . \"$c\";\n$b = 'y';\n", [2, 5], id="PHP: a heredoc that is joined"
    ),
    pytest.param(
        "php", "<?php\nreturn ['a' => \"x 'b' => y\",\n'b' => 'y'];\n", [2, 3], id="PHP: a quoted key in a value"
    ),
    pytest.param(
        "php", "<?php\ndefine('A', \"define('B'\");\ndefine('B', 'y');\n", [2, 3], id="PHP: a constant in a value"
    ),
    pytest.param(
        "php",
        '<?php\nreturn [\n"a\\nb" => \'x\',\n"c\\$" => [\'d\\\'e\',\n"f\\n"],\n];\n',
        [3, 4, 5],
        id="PHP: escapes in keys and values",
    ),
    pytest.param("ts", TS, [5], id="TS"),
    pytest.param("ini", "; c\n[a]\nb=x\n[c]\nb = y\n  z\n\nd: w\n", [3, 5, 8], id="INI"),
    pytest.param("islu", "[Messages]\na=x%n\nb=y\n", [2, 3], id="Inno Setup"),
    pytest.param("dtd", '<!-- <!ENTITY b "z"> -->\n<!ENTITY a "x\ny">\n<!ENTITY b "z">\n', [2, 4], id="DTD"),
    pytest.param("fluent", "# c\na = x\n    .b = y\n-c = z\nd =\n    w = v\n", [2, 4, 5], id="Fluent"),
    pytest.param("csv", 'source,target\na,x\n\nb,"y\nz"\nc,w\n', [2, 4, 6], id="CSV"),
    pytest.param(
        "srt", "1\n00:00:01,000 --> 00:00:02,000\nx\n\n2\n00:00:03,000 --> 00:00:04,500\ny\n", [2, 6], id="SubRip"
    ),
    pytest.param("ass", ADVANCED_SUBSTATION, [5, 6], id="Advanced SubStation Alpha"),
    pytest.param("sub", "{0}{25}x\n{30}{55}y\n", [1, 2], id="MicroDVD"),
    pytest.param("catkeys", "1\tenglish\tx\t1\na\tc\t\tx\n\nb\tc\t\ty\n", [2, 4], id="catkeys"),
    pytest.param(
        "aresource",
        '<resources>\n<string\nname="a">x</string>\n<plurals name="b">\n<item quantity="one">y</item></plurals>\n'
        "</resources>",
        [3, 4],
        id="Android",
    ),
]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize(("file_format", "text", "lines"), CASES)
def test_a_string_has_the_line_number_of_its_key(file_format: str, text: str, lines: list[int], line_end: str) -> None:
    options = ReadOptions(is_monolingual=file_format not in ("csv", "catkeys"))
    read = FILE_FORMATS[file_format].create_reader(options)
    units = read(text.replace("\n", line_end).encode()).units
    assert [unit.line for unit in units] == lines


def read_php(find_lines: LineFinder) -> Any:
    return PHP._replace(find_lines=find_lines)(b"<?php\n$a = 'One';\n$b = 'Two';\n", ReadOptions()).units


def refuse_file(*_: object) -> list[int]:
    raise UnreadableFile("no line is found")


@pytest.mark.parametrize("find_lines", [refuse_file, lambda *_: [1]], ids=["an error", "too few lines"])
def test_a_string_is_read_if_its_line_number_cannot_be_found(find_lines: LineFinder) -> None:
    assert [(unit.target, unit.line) for unit in read_php(find_lines)] == [("One", 0), ("Two", 0)]
