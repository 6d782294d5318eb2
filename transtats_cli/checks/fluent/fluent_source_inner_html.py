"""
Fluent: a browser shows the value of a source completely if it is set as inner HTML.

Good:  "three < four, and <br> five"
Good:  "Read <a data-l10n-name='docs'>the docs</a>"
Bad:   "three <four>"
Bad:   "kind&ethical"
Bad:   "Read <a href=docs>the docs</a>"
Off:   the flag `ignore-fluent-source-inner-html`

Checked where the flag `fluent-source-inner-html` is set, as for all strings of Fluent files. Tags need an end tag, and
attributes need quotation marks. Attributes of a message are not checked.
"""

from transtats_cli.checks.fluent.inner_html import InnerHtmlError, find_elements_of_value
from transtats_cli.checks.fluent.messages import FluentSyntaxError
from transtats_cli.checks.fluent.reading import is_term
from transtats_cli.checks.subject import CheckedString

ID = "fluent-source-inner-html"


def find_problem(checked_string: CheckedString) -> str | None:
    try:
        find_elements_of_value(checked_string.sources[0], is_term=is_term(checked_string))
    except FluentSyntaxError:
        return None
    except InnerHtmlError as error:
        return f"the source is not valid inner HTML: {error}"
    return None
