"""
Fluent: a translation is valid inner HTML with the same elements as the source, in any order.

Good:  "Read <em>this</em><br>"  ->  "<br/>Lies <em>das</em>"
Bad:   "Read <em>this</em>"      ->  "Lies das"
Bad:   "Read <em>this</em>"      ->  "Lies <em>das"
Bad:   "three < four"            ->  "drei <vier"
Off:   the flag `ignore-fluent-target-inner-html`

Checked where the flag `fluent-target-inner-html` is set, as for all strings of Fluent files. If the source fails
`fluent-source-inner-html`, the elements of its translations are not compared with it. Two elements are the same if
their names, their attributes and the elements around them are the same, with the same case of letters. Each variant of
the source needs a variant in the translation with the same elements, and the other way round.
"""

from transtats_cli.checks.fluent.inner_html import Elements, InnerHtmlError, find_elements_of_value
from transtats_cli.checks.fluent.messages import FluentSyntaxError
from transtats_cli.checks.fluent.reading import is_term
from transtats_cli.checks.subject import CheckedString

ID = "fluent-target-inner-html"


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    term = is_term(checked_string)
    try:
        found = find_elements_of_value(target, is_term=term)
    except FluentSyntaxError:
        return None
    except InnerHtmlError as error:
        return f"the translation is not valid inner HTML: {error}"
    try:
        expected = find_elements_of_value(source, is_term=term)
    except (FluentSyntaxError, InnerHtmlError):
        return None
    if expected is None or found is None or expected == found:
        return None
    return _describe_difference(expected, found)


def _describe_difference(expected: frozenset[Elements], actual: frozenset[Elements]) -> str:
    for elements in sorted(expected - actual, key=sorted):
        return f"no variant of the translation has {_describe_elements(elements)}, as the source has"
    elements = min(actual - expected, key=sorted)
    return f"a variant of the translation has {_describe_elements(elements)}, which no variant of the source has"


def _describe_elements(elements: Elements) -> str:
    tags = [f"<{path[-1]}>" for path, count in sorted(elements) for _ in range(count)]
    return ("the elements " + " ".join(tags[:10]).replace("\0", " ")) if tags else "no elements"
