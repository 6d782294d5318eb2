"""End of a JavaScript expression."""

import pytest

from transtats_cli.checks.markup.javascript import find_end_of_expression


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
