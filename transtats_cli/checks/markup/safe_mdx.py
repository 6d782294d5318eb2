"""
A translation has the JavaScript expressions of its MDX source, in the same order and in the same elements.

Good:  "Hello <B>{name}</B>"  ->  "Ahoj <B>{name}</B>"
Bad:   "Hello <B>{name}</B>"  ->  "Ahoj <B>{jméno}</B>"
Off:   the flag `ignore-safe-mdx`

The flag `safe-mdx` switches it on. Expressions run as a program: a changed one can break the page, or do harm. Tags,
quoted attributes and code in backticks are not compared.
"""

from transtats_cli.checks.markup.differences import cache_parts, describe_difference
from transtats_cli.checks.markup.mdx import ElementChains, MdxExpression, MdxExpressionParser
from transtats_cli.checks.subject import CheckedString

ID = "safe-mdx"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    if source == target or ("{" not in source and "{" not in target):
        return None
    expected, chains_of_source = _parse_source(source)
    found = list(MdxExpressionParser(target, chains_of_source.copy()).parse_expressions())
    if expected == found:
        return None
    lost = describe_difference((expression.code for expression in expected), (expression.code for expression in found))
    return f"the expression {lost}" if lost else "the expressions stand in another order or in other elements"


def _parse_expressions_and_chains(source: str) -> tuple[list[MdxExpression], ElementChains]:
    """Return the expressions of a source, and the numbers of the chains of elements around them."""
    chains = ElementChains()
    return list(MdxExpressionParser(source, chains).parse_expressions()), chains


_parse_source = cache_parts(_parse_expressions_and_chains)
