"""JavaScript expressions in MDX."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.markup.mdx import find_end_of_expression


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        pytest.param("{a} b}", "{a}", id="the next brace"),
        pytest.param("{a{b}c} d", "{a{b}c}", id="braces inside"),
        pytest.param("{'}'}", "{'}'}", id="a string"),
        pytest.param('{"\\"}"}', '{"\\"}"}', id="an escaped quote"),
        pytest.param("{`}`}", "{`}`}", id="a template"),
        pytest.param("{`\\`}`}", "{`\\`}`}", id="an escaped backtick"),
        pytest.param("{`${a}}`}", "{`${a}}`}", id="an expression in a template"),
        pytest.param("{`${`}`}`}", "{`${`}`}`}", id="a template in an expression in a template"),
        pytest.param("{//}\n}", "{//}\n}", id="a comment"),
        pytest.param("{/*}*/}", "{/*}*/}", id="a long comment"),
        pytest.param("{/}/}", "{/}/}", id="a regular expression at the beginning"),
        pytest.param("{a = /}/}", "{a = /}/}", id="a regular expression after an operator"),
        pytest.param("{a(/[/}]/)}", "{a(/[/}]/)}", id="a slash in a class of characters"),
        pytest.param("{(/\\/}/)}", "{(/\\/}/)}", id="an escaped slash"),
        pytest.param("{a / b} / 2", "{a / b}", id="a quotient"),
        pytest.param("{a", None, id="no brace"),
        pytest.param("{'}", None, id="no end of a string"),
        pytest.param("{`}", None, id="no end of a template"),
        pytest.param("{/*}", None, id="no end of a comment"),
        pytest.param("{//}", None, id="no end of a line"),
        pytest.param("{/}", None, id="no end of a regular expression"),
    ],
)
def test_an_expression_ends_at_its_closing_brace(text: str, expression: str | None) -> None:
    end = find_end_of_expression(text, 0)
    assert (None if end is None else text[:end]) == expression


Problem = Callable[..., str | None]


@pytest.mark.parametrize(
    ("source", "target", "fails"),
    [
        pytest.param("Hello {name}", "Ahoj {name}", False, id="kept"),
        pytest.param("Hello {name}", "Ahoj {jméno}", True, id="changed"),
        pytest.param("Hello {name}", "Ahoj", True, id="lost"),
        pytest.param("Hello", "Ahoj {name}", True, id="added"),
        pytest.param("{a} {b}", "{b} {a}", True, id="another order"),
        pytest.param("{a }", "{a}", True, id="other blanks"),
        pytest.param("{}", "x", True, id="an empty expression"),
        pytest.param("\\{a}", "x", False, id="an escaped expression is text"),
        pytest.param("`{a}`", "x", False, id="code is text"),
        pytest.param("``{a}` `` {b}", "{b}", False, id="code between several backticks is text"),
        pytest.param("` {a}", "{a}", False, id="a single backtick"),
        pytest.param("<http://{a}>", "x", False, id="an address is text"),
        pytest.param("<b>text</b>", "text", False, id="tags without expressions do not count"),
        pytest.param('<A b="x">text</A>', '<A b="y">text</A>', False, id="quoted values do not count"),
        pytest.param('<A b="{x}" c="a > b" />', "x", False, id="expressions in quoted values do not count"),
        pytest.param("<A>{x}</A>", "<B>{x}</B>", True, id="another element around an expression"),
        pytest.param("<A>{x}</A>", "<A></A>{x}", True, id="an expression after the end of its element"),
        pytest.param(
            "<A><B>{x}</B></A>", "<B><A>{x}</A></B>", True, id="another order of elements around an expression"
        ),
        pytest.param("<A />{x}", "{x}", False, id="an empty element before an expression"),
        pytest.param("<A><B>{x}</A>{y}", "<A>{x}</A>{y}", True, id="an element that is still open"),
        pytest.param("<A><B></A>{x}", "{x}", False, id="an element that ends with its outer element"),
        pytest.param("</A>{x}", "{x}", False, id="a closing tag without an element"),
        pytest.param("<A b={x}/>", "<A c={x}/>", True, id="another attribute"),
        pytest.param("<A b={x}/>", "<B b={x}/>", True, id="another tag of an attribute"),
        pytest.param("<A {...x}/>", "<A b={...x}/>", True, id="properties without an attribute"),
        pytest.param('<A b="c" {...x}/>', "<A b={...x}/>", False, id="properties after a quoted attribute"),
        pytest.param("<A.b c={x}/>", "<A c={x}/>", True, id="dots in names"),
        pytest.param("<$a b={x}/>", "<a b={x}/>", True, id="dollar signs in names"),
        pytest.param("a < b {x}", "a {x}", False, id="a bracket without a name is text"),
        pytest.param("<A b <C>{x}</C>", "<C>{x}</C>", False, id="a tag without an end before another tag is text"),
        pytest.param('<A b="<C"> {x}', "<A>{x}", False, id="a quoted bracket in a tag"),
        pytest.param("<A b={x}", "<A b={x} c", False, id="a tag without an end"),
        pytest.param("{a {b} c}", "{a {b} d}", True, id="braces in braces"),
        pytest.param("{'}'} x", "{'}'} y", False, id="a brace in a string"),
        pytest.param('{"\\"}"}', '{"\\"}"} x', False, id="a brace in a string with an escaped quote"),
        pytest.param("{`}${'`'}`} x", "{`}${'`'}`}", False, id="a brace in a template"),
        pytest.param("{a // }\n} x", "{a // }\n}", False, id="a brace in a comment of a line"),
        pytest.param("{a /* } */} x", "{a /* } */}", False, id="a brace in a longer comment"),
        pytest.param("{s.replace(/}/g)} x", "{s.replace(/}/g)}", False, id="a brace in a regular expression"),
        pytest.param("{a / b} /}", "{a / b}", False, id="a quotient is not a regular expression"),
        pytest.param("{a {b}", "x", False, id="an expression without an end"),
    ],
)
def test_a_translation_keeps_the_expressions(problem_of: Problem, source: str, target: str, fails: bool) -> None:
    assert (problem_of("safe-mdx", source, target, "safe-mdx") is not None) is fails


def test_plural_forms_are_compared_with_their_source_forms(problem_of: Problem) -> None:
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
def test_the_message_contains_the_expression_that_differs(problem_of: Problem, target: str, expected: str) -> None:
    assert problem_of("safe-mdx", "{a} {b}", target, "safe-mdx") == expected
