"""Fast test for equal markup of a reStructuredText source and its translation. docutils is not used.

In two thirds of the strings of a Sphinx catalogue, source and translation are simple paragraphs with the same markup.
The checks `rst-references` and `rst-syntax`, which define the rules, cannot fail on them. Without this test, such a
catalogue takes an eighth more time. `tests/checks/screening/test_rst_agreement.py` compares the test with both checks.
"""

import re
from functools import lru_cache

from transtats_cli.checks.markup import rst_simple
from transtats_cli.checks.markup.rst import LINK_LABEL, MARKUP_LABELS, parse_role
from transtats_cli.checks.markup.rst_simple import DOCUMENT_NUMBER_ROLE_PATTERN

ROLES_OF_DOCUTILS = frozenset(
    """
    ab abbreviation ac acronym anonymous-reference citation-reference code emphasis footnote-reference i index literal
    math named-reference pep pep-reference raw restructuredtext-unimplemented-role rfc rfc-reference strong sub
    subscript substitution-reference sup superscript t target title title-reference uri uri-reference url
    """.split()
)
"""Names of the roles that docutils defines. A role of docutils may have an invalid text.

docutils reports any other role as unknown, which is no problem if the source has the role, too.
"""
_PARAGRAPH_PATTERN = re.compile(
    r"""
    (?! \(? (?: [0-9]+ | [A-Za-z] | [ivxlcdm]+ | [IVXLCDM]+ ) [.)] )           # no enumerator
    (?! :+ [ ]* $ )                                                            # no line of one sign
    (?: [^\W_] | [`:*] | ["'(] (?=[\w`*]) | [\u2018-\u201e\u300c\u300e\uff08] )
    [^\n]* (?: \n (?: [^\W_] | ` ) [^\n]* )*
    """,
    re.VERBOSE | re.MULTILINE,
)
"""Text that docutils parses as one paragraph, if its inline markup is simple.

Some characters at the beginning of a line may begin a block of another kind, and so exclude the text.
"""


def has_same_simple_markup(source: str, target: str) -> bool:
    """Return True if both texts are simple paragraphs with the same markup, so that no check of their markup can fail.

    If the result is False, the checks may fail or succeed.
    """
    labels = _list_labels(source)
    return labels is not None and labels == _list_labels(target)


# The languages of a component have the same sources.
@lru_cache(maxsize=8192)
def _list_labels(text: str) -> list[str] | None:
    """Return the sorted labels of the markup in a simple paragraph, or None for another text."""
    if (
        not _PARAGRAPH_PATTERN.fullmatch(text)
        or text.endswith("::")
        or text[-1].isspace()
        or len(text.splitlines()) > text.count("\n") + 1
        or (nodes := rst_simple.split_simple_paragraph(text)) is None
    ):
        return None
    labels: list[str] = []
    for kind, raw_markup, role in nodes:
        if role:
            found = parse_role(raw_markup)
            if found is None or (role in ROLES_OF_DOCUTILS and not DOCUMENT_NUMBER_ROLE_PATTERN.fullmatch(raw_markup)):
                return None
            labels.append(found.compared_label)
        elif kind in MARKUP_LABELS:
            labels.append(MARKUP_LABELS[kind])
        elif kind == "reference":
            labels.append(LINK_LABEL)
    labels.sort()
    return labels
