"""Text of others in Markdown: shown as it is, on one line, without markup, links and references.

GitHub, GitLab and Gitea turn some plain text into links, and a person who is mentioned gets a message. A backslash does
not prevent that on all of them, code does. So a word that one of them might link becomes code.
"""

import re

from transtats_cli.output.visible import visible

_MARKUP = re.compile(r"[\\|`*<>\[\]~&$]|(?<![^\W_])_|_(?![^\W_])")
_LINKED = re.compile(
    r"""
      [@#!$%&~^] [\w"({]                         # @person, #1, owner/repository#1, !1, $1, %"milestone", ~label
    | :// | www\. | mailto: | xmpp:              # addresses
    | (?<![0-9a-z]) (?: gh | ghsa | cve ) -\w    # issues and advisories
    | (?<![0-9a-z]) (?-i: [A-Z][A-Z0-9]+ -\d )   # issues of other trackers
    | (?<![0-9a-z]) (?= \d* [a-f] ) [0-9a-f]{7,64} (?![0-9a-z])    # commits
    | \[ \w+ : | \*iteration:                    # GitLab's references with a word
    """,
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)
_FIRST = re.compile(r"/\w|(?:[#+=-]+|\d+[.)])\Z")
"""At the start of a paragraph: a command to GitLab or to a robot, a heading, a list."""


def escape(text: str) -> str:
    """Return the text as Markdown shows it, on one line, without blanks at its ends."""
    words = visible(text).strip().split(" ")
    return " ".join(
        code(word) if _LINKED.search(word) or (not place and _FIRST.match(word)) else _MARKUP.sub(r"\\\g<0>", word)
        for place, word in enumerate(words)
    )


def code(text: str) -> str:
    """Return the text as code, on one line; nothing where there is no text."""
    # Within a table a bar ends the cell, even in code.
    shown = visible(text).replace("|", "\\|")
    if not shown.strip():
        return ""
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    space = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{space}{shown}{space}{fence}"
