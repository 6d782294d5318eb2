"""A translation has the JavaScript expressions of its MDX source."""

from collections.abc import Callable

import pytest

Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Hello {name}", "Ahoj {name}", False, id="kept"),
        pytest.param("Hello {name}", "Ahoj {jméno}", True, id="changed"),
        pytest.param("Hello {name}", "Ahoj", True, id="lost"),
        pytest.param("Hello", "Ahoj {name}", True, id="added"),
        pytest.param("{a} {b}", "{b} {a}", True, id="the order counts"),
        pytest.param("{a }", "{a}", True, id="so do blanks"),
        pytest.param("{}", "x", True, id="an empty one"),
        pytest.param("\\{a}", "x", False, id="an escaped one is text"),
        pytest.param("`{a}`", "x", False, id="so is code"),
        pytest.param("``{a}` `` {b}", "{b}", False, id="whatever its backticks"),
        pytest.param("` {a}", "{a}", False, id="a backtick alone means nothing"),
        pytest.param("<http://{a}>", "x", False, id="an address is text"),
        pytest.param("<b>text</b>", "text", False, id="tags alone do not matter"),
        pytest.param('<A b="x">text</A>', '<A b="y">text</A>', False, id="nor do quoted values"),
        pytest.param('<A b="{x}" c="a > b" />', "x", False, id="which hide everything"),
        pytest.param("<A>{x}</A>", "<B>{x}</B>", True, id="the element around counts"),
        pytest.param("<A>{x}</A>", "<A></A>{x}", True, id="it may have ended"),
        pytest.param("<A><B>{x}</B></A>", "<B><A>{x}</A></B>", True, id="and all elements further out"),
        pytest.param("<A />{x}", "{x}", False, id="an empty one is around nothing"),
        pytest.param("<A><B>{x}</A>{y}", "<A>{x}</A>{y}", True, id="an open element is around"),
        pytest.param("<A><B></A>{x}", "{x}", False, id="until an outer one is closed"),
        pytest.param("</A>{x}", "{x}", False, id="a closing tag alone does nothing"),
        pytest.param("<A b={x}/>", "<A c={x}/>", True, id="the attribute counts"),
        pytest.param("<A b={x}/>", "<B b={x}/>", True, id="so does its tag"),
        pytest.param("<A {...x}/>", "<A b={...x}/>", True, id="properties have none"),
        pytest.param('<A b="c" {...x}/>', "<A b={...x}/>", False, id="unless a quoted one stands before"),
        pytest.param("<A.b c={x}/>", "<A c={x}/>", True, id="names have dots"),
        pytest.param("<$a b={x}/>", "<a b={x}/>", True, id="and dollar signs"),
        pytest.param("a < b {x}", "a {x}", False, id="a bracket without a name is text"),
        pytest.param("<A b <C>{x}</C>", "<C>{x}</C>", False, id="so is one before another"),
        pytest.param('<A b="<C"> {x}', "<A>{x}", False, id="unless that is quoted"),
        pytest.param("<A b={x}", "<A b={x} c", False, id="a tag may reach to the end"),
        pytest.param("{a {b} c}", "{a {b} d}", True, id="braces in braces"),
        pytest.param("{'}'} x", "{'}'} y", False, id="a brace in a string"),
        pytest.param('{"\\"}"}', '{"\\"}"} x', False, id="with an escaped quote"),
        pytest.param("{`}${'`'}`} x", "{`}${'`'}`}", False, id="in a template"),
        pytest.param("{a // }\n} x", "{a // }\n}", False, id="in a comment of a line"),
        pytest.param("{a /* } */} x", "{a /* } */}", False, id="in a longer comment"),
        pytest.param("{s.replace(/}/g)} x", "{s.replace(/}/g)}", False, id="in a regular expression"),
        pytest.param("{a / b} /}", "{a / b}", False, id="a quotient is none"),
        pytest.param("{a {b}", "x", False, id="one that does not end stops the reading"),
    ],
)
def test_expressions_are_kept(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("safe-mdx", source, target, "safe-mdx") is not None) is fails


def test_plural_forms_are_paired(problem_of: Problem) -> None:
    assert problem_of("safe-mdx", ["one", "{n}"], ["ein", "{n}"], "safe-mdx") is None
    assert problem_of("safe-mdx", ["one", "{n}"], ["ein", "n"], "safe-mdx") is not None


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param("{a}", "the expression {b} is missing", id="missing"),
        pytest.param("{a} {b} {c}", "the expression {c} is not in the source", id="extra"),
        pytest.param("{b} {a}", "the expressions stand in another order or in other elements", id="order"),
    ],
)
def test_the_expression_is_named(problem_of: Problem, target: str, expected: str) -> None:
    assert problem_of("safe-mdx", "{a} {b}", target, "safe-mdx") == expected
