"""
A translation has the JavaScript expressions of its MDX source, in the same order and in the same elements.

Good:  "Hello <B>{name}</B>"  ->  "Ahoj <B>{name}</B>"
Bad:   "Hello <B>{name}</B>"  ->  "Ahoj <B>{jméno}</B>"
Off:   the flag `ignore-safe-mdx`

The flag `safe-mdx` switches it on. Expressions run as a program: a changed one can break the page, or do harm. Tags,
quoted attributes and code in backticks are not compared.
"""

from transtats_cli.checks.markup.differences import describe_difference
from transtats_cli.checks.markup.mdx import ElementChains, MdxExpressionParser
from transtats_cli.checks.subject import CheckedString

ID = "safe-mdx"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if source == target or ("{" not in source and "{" not in target):
        return None
    chains = ElementChains()
    expected = list(MdxExpressionParser(source, chains).parse_expressions())
    found = list(MdxExpressionParser(target, chains).parse_expressions())
    if expected == found:
        return None
    lost = describe_difference((expression.code for expression in expected), (expression.code for expression in found))
    return f"the expression {lost}" if lost else "the expressions stand in another order or in other elements"
