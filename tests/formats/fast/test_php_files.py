"""The fast reader of PHP files returns what translate-toolkit does in the reference reader."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.formats.agreement import assert_readers_agree
from transtats_cli.formats import ReadOptions

OPTIONS = ReadOptions(is_monolingual=True)
GAPS = st.sampled_from(
    [
        "",
        "",
        "",
        " ",
        "\n",
        "\r\n",
        "\t",
        " // c\n",
        "# d\n",
        " /* e */ ",
        "/* f\n g */\n",
        "/** h */\n",
        "// i ?\n",
        "/**/",
        "#[j]\n",
    ]
)
TEXTS = st.sampled_from(
    [
        *(
            "'x'",
            "'it\\'s'",
            "'a\\\\b'",
            "'\\n'",
            "''",
            '"y"',
            '""',
            '"a\\nb"',
            '"$z"',
            '"a{b"',
            "'x|y'",
            "'|y'",
            "'|'",
        ),
        *("'x\ny'", "'a' => 'b'", "'// c'", "5", "true", "'x' . 'y'", "X", "'é'", "'a->b'", '"\'"', "'\"'"),
    ]
)
KEYS = st.sampled_from(["'a'", "'b'", '"c"', "'a'", "5", "0", "05", "-1", "'d\\'e'", "'f->g'", "''", "'$h'", "'k|l'"])
ARRAYS = st.recursive(
    TEXTS,
    lambda inner: st.builds(
        lambda style, items, last: style[0] + ",".join(items) + last + style[1],
        st.sampled_from([("[", "]"), ("[", "]"), ("[", "]"), ("array(", ")"), ("array (", ")"), ("[", ")")]),
        st.lists(
            st.builds(lambda *parts: "".join(parts), GAPS, KEYS, GAPS, st.just("=>"), GAPS, inner, GAPS), max_size=4
        ),
        st.sampled_from(["", ",", ",\n", " // z\n", ", // z\n", ",\n// z\n"]),
    ),
    max_leaves=8,
)
STATEMENTS = st.builds(
    lambda gap, head, array, end: f"{gap}{head}{array}{end}",
    GAPS,
    st.sampled_from(
        [
            "return ",
            "return",
            "$lang = ",
            "$lang=",
            "return /* r */ ",
            "$l['k'] = ",
            '$l["k"] = ',
            "$l['k']['m->n']=",
            "$l['k'] /* r */ = ",
            "define('D', ",
        ]
    ),
    ARRAYS,
    st.sampled_from([";\n", ";\n", ";", "", " ;\nreturn $lang;\n", ";\n?>\n", ";\n?>\nx"]),
)


@pytest.mark.slow
@settings(max_examples=6 * settings().max_examples)
@given(
    st.sampled_from(["php", "laravel"]),
    st.sampled_from(["<?php\n", "<?php\n", "<?php ", "<?php", "\n<?php\n", "<?php\ndeclare(strict_types=1);\n"]),
    st.lists(STATEMENTS, min_size=1, max_size=2),
)
@example("php", "<?php\n", ["return ['a' => 'x', // A\n'b' => 'y', // B\n];\n"])
@example("php", "<?php\n", ["return ['a' => 'x'\n/* A */];\n", "$b = ['c' => 'y'];\n"])
@example("php", "<?php\n", ["$lang = 'x' ;\nreturn $lang;\n", "$lang = 'x';\n"])
def test_the_readers_agree(file_format: str, head: str, statements: list[str]) -> None:
    assert_readers_agree(file_format, (head + "".join(statements)).encode(), OPTIONS)


@pytest.mark.parametrize("file_format", ["php", "laravel"])
@pytest.mark.parametrize(
    "code",
    [
        pytest.param("return [\n    'a' => 'x',\n    'b' => \"y\"\n];\n", id="brackets"),
        pytest.param("return array(\n  'a' => 'it\\'s \\\\',\n  5 => 'é',\n);", id="array()"),
        pytest.param("/* head */\n\nreturn ['m' => ['a' => 'x', 'b' => ['c' => '']], 'd' => []];", id="nested"),
        pytest.param(
            "$lang = array(\n'a' => 'x|y', // one\n# two\n'b' => 'y' /* z */, 'c' => 'z',\n);\nreturn $lang;",
            id="variable",
        ),
        pytest.param(
            "// head\n$lang = array();\n$lang['a'] = 'it\\'s';\n$lang[\"b\"]['c']=\"x\"; // one\n"
            "/* two */$d = 'y' /* z */;$lang['js'] = array('e' => 'x');",
            id="a variable for each text",
        ),
        pytest.param(
            "declare(strict_types=1);\r\nreturn ['a' => array('b' => 'x'), 'c' => ['d' => '|y']];\r\n?>\r\n", id="both"
        ),
    ],
)
def test_the_fast_reader_reads_regular_files(file_format: str, code: str) -> None:
    assert assert_readers_agree(file_format, f"<?php\n{code}".encode(), OPTIONS)


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("define('A', 'x');", id="constant"),
        pytest.param("$a['b->c'] = 'x';", id="an arrow in a key"),
        pytest.param("$a['b' . 'c'] = 'x';", id="a joined key"),
        pytest.param("return ['x', 'y'];", id="no keys"),
        pytest.param("return ['a' => 'x' . 'y'];", id="joined texts"),
        pytest.param("return ['a' => 'x'/** c */\n];", id="a comment before the end of an array"),
        pytest.param('return ["a" => "$x"];', id="variable in a text"),
        pytest.param('return ["a" => "x\\n"];', id="escape between double quotes"),
        pytest.param("return ['a' => [], 'b' => array('c' => 'x')];", id="empty array beside an array of another kind"),
        pytest.param("return ['a' => 'x'];\nx", id="text after the end"),
        pytest.param("return " + "['a' => " * 60 + "'x'" + "]" * 60 + ";", id="deep nesting"),
    ],
)
def test_the_reference_reader_reads_irregular_files(code: str) -> None:
    assert not assert_readers_agree("php", f"<?php\n{code}".encode(), OPTIONS)
