"""Small samples of file formats other than PO and XLIFF, for mutation: one for each syntax."""

_JSON = '{"a": "One", "b": {"c": ["Two", null, 5]}, "k_one": "x", "k_other": "y", "@a": {"description": "n"}}'
_XAML = (
    '<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"'
    ' xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml" xmlns:s="clr-namespace:System;assembly=mscorlib">'
    '<s:String x:Key="a">One</s:String></ResourceDictionary>'
)
_ANDROID = (
    '<?xml version="1.0"?>\n<resources>\n<!-- n -->\n<string name="a" translatable="false">One</string>'
    '<string name="b">Two <b>%s</b> \\n "x" &lt;i&gt;</string>\n<plurals name="c"><item quantity="one">x</item>'
    '<item quantity="other">y</item></plurals></resources>'
)
_PROPERTIES = "# n\na = One\\\n  two\nb: \\u00e9\\n\nc[one]=x\nc=y\n### Missing: d=e\n"
_PAGE = '<xwikidoc version="1.1"><title>T</title><content>a=b\n</content></xwikidoc>'
_PHP = "<?php\n// n\n$a['b'] = 'One';\ndefine('C', \"Two\\n\");\nreturn ['d' => ['e' => 'x|y'], 'f' => 'z' . 'w'];\n"
_DIALOGUE = "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
_SSA = "[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\n"
_SSA += _DIALOGUE + "Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0000,0000,0000,,{\\i1}One\\Ntwo\n"
_MARKDOWN = "---\nt: x\n---\n# Title\n\nOne [a](b) `c` **d** <i>e</i>\n\n- x\n- y\n\n|a|b|\n|-|-|\n|c|d|\n\n> q\n"
_WIKI = "== Title ==\n\nOne\ntwo\n\n* x\n* y\n"
_CSV = '"context","source","target","fuzzy"\n"c","One","Jedna",""\n"c","Two","\'=A1\'","x"\n'

SAMPLES = {
    **dict.fromkeys(("json", "json-nested", "i18next", "i18nextv4", "arb", "resjson", "go-i18n-json-v2"), _JSON),
    "webextension": '{"a": {"message": "$x$", "description": "n", "placeholders": {"x": {"content": "$1"}}}}',
    "formatjs": '{"a": {"defaultMessage": "One", "description": "n"}}',
    "go-i18n-json": '[{"id": "a", "translation": {"one": "x", "other": "y"}}]',
    "gotext": '{"messages": [{"id": "a", "translation": "One", "placeholders": [{"id": "x"}]}]}',
    "nextcloud-json": '{"translations": {"One": "Jedna", "_%n a_::_%n b_": ["x", "y"]}, "pluralForm": "nplurals=2;"}',
    **dict.fromkeys(("aresource", "moko-resource", "cmp-resource"), _ANDROID),
    "strings": '/* n */\n"a" = "One\\n";\n// m\nb = "Two \\U00e9";\n',
    "stringsdict": '<plist version="1.0"><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@'
    "</string><key>n</key><dict><key>one</key><string>x</string><key>other</key><string>y</string></dict></dict></dict>"
    "</plist>",
    "xcstrings": '{"sourceLanguage": "en", "strings": {"a": {"comment": "n", "localizations": {"cs": {"stringUnit":'
    ' {"state": "translated", "value": "One"}}}}, "b": {"localizations": {"cs": {"variations": {"plural": {"one":'
    ' {"stringUnit": {"state": "new", "value": "x"}}, "other": {"stringUnit": {"value": "y"}}}}}}}}, "version": "1.0"}',
    **dict.fromkeys(("properties", "gwt", "mi18n-lang", "xwiki-java-properties"), _PROPERTIES),
    "joomla": '; n\nA="One"\nB="""_QQ_"x"_QQ_""\n',
    **dict.fromkeys(("xwiki-page-properties", "xwiki-fullpage"), _PAGE),
    **dict.fromkeys(
        ("yaml", "ruby-yaml"), "en:\n  # n\n  a: One\n  b: &x {one: x, other: y}\n  c: *x\n  d: |\n    t\n"
    ),
    "resx": '<root><data name="a" xml:space="preserve"><value>One</value><comment>n</comment></data></root>',
    "resourcedictionary": _XAML,
    "flatxml": '<root><str key="a">One</str><str key="b"/></root>',
    "ts": '<!DOCTYPE TS>\n<TS version="2.1" language="cs"><context><name>C</name><message numerus="yes"><location'
    ' filename="a" line="+1"/><source>%n a(s)</source><comment>n</comment><translation type="unfinished"><numerusform>x'
    "</numerusform><numerusform>y</numerusform></translation></message></context></TS>",
    **dict.fromkeys(("php", "laravel"), _PHP),
    **dict.fromkeys(("toml", "go-i18n-toml"), '# n\n[a]\none = "x"\nother = "y"\n[b]\nc = ["d", 5]\ne = """f"""\n'),
    **dict.fromkeys(("ini", "islu"), "[s]\n; n\na = One%ntwo\nb=\n"),
    "dtd": '<!-- n -->\n<!ENTITY a "One &amp; &b;">\n<!ENTITY % c SYSTEM "d">\n%c;\n',
    **dict.fromkeys(("csv", "csv-simple", "csv-multi"), _CSV),
    "tbx": '<martif type="TBX" xml:lang="en"><text><body><termEntry id="a"><langSet xml:lang="en"><tig><term>One</term>'
    '</tig></langSet><langSet xml:lang="cs"><tig><term>Jedna</term></tig></langSet></termEntry></body></text></martif>',
    "catkeys": "1\tenglish\tx\t1\nOne\tC\tn\tJedna\nA\\tb\tC\t\tc\n",
    "fluent": "## g\n\n# n\na = One { $x }\n    .b = y\n-c = { $n ->\n    [one] x\n   *[other] y\n }\n",
    "srt": "1\n00:00:01,000 --> 00:00:02,000\n<i>One</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n",
    "sub": "{1}{2}One|two\n{3}{4}{y:i}x\n",
    **dict.fromkeys(("ass", "ssa"), _SSA),
    "html": '<html lang="en"><head><title>T</title></head><body><p title="x">One <b>two</b><br></p></body></html>',
    **dict.fromkeys(("markdown", "mdx"), _MARKDOWN),
    "asciidoc": "= T\n:a: b\n\nOne *two*\n\n* x\n** y\n\n|===\n|a |b\n|===\n\n----\ncode\n----\n",
    **dict.fromkeys(("txt", "mediawiki", "dokuwiki"), _WIKI),
    "rc": 'LANGUAGE 9, 1\nSTRINGTABLE\nBEGIN\n  A "One"\nEND\nB DIALOG 1,2,3,4\nBEGIN\n  LTEXT "x",C,1,2,3,4\nEND\n',
    "wxl": '<WixLocalization Culture="en-us" xmlns="http://schemas.microsoft.com/wix/2006/localization">'
    '<String Id="a">One</String></WixLocalization>',
}
