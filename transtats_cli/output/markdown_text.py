"""Escape text from files for Markdown: on one line, without markup, links and references.

GitHub, GitLab and Gitea turn words such as `#1` into links, and notify a person who is mentioned. A backslash does not
prevent this in all three services, but code formatting does. Therefore each word that might become a link is formatted
as code.
"""

import re

from transtats_cli.output.text import escape_controls

_MARKUP_CHARACTER_REGEX = r"[\\|`*<>\[\]~&$]|(?<![^\W_])_|_(?![^\W_])"
_LINK_START_REGEX = r"""(?aix)
      [@#!$%&~^] [\w"({]                         # @person, #1, owner/repository#1, !1, $1, %"milestone", ~label
    | :// | www\. | mailto: | xmpp:              # addresses
    | (?<![0-9a-z]) (?: gh | ghsa | cve ) -\w    # issues and advisories
    | (?<![0-9a-z]) (?-i: [A-Z][A-Z0-9]+ -\d )   # issues of other trackers
    | (?<![0-9a-z]) (?= \d* [a-f] ) [0-9a-f]{7,64} (?![0-9a-z])    # commits
    | \[ \w+ : | \*iteration:                    # GitLab's references with a word
    """
_BLOCK_START_REGEX = r"/\w|(?:[#+=-]+|\d+[.)])\Z"
"""Expression for a first word that starts a heading or a list, or that is a command to GitLab or to a bot."""


def escape_markdown(text: str) -> str:
    """Return Markdown that shows a text literally, on one line, without blanks at the beginning and the end."""
    words = escape_controls(text).strip().split(" ")
    return " ".join(
        format_code_span(word)
        if re.search(_LINK_START_REGEX, word) or (not index and re.match(_BLOCK_START_REGEX, word))
        else re.sub(_MARKUP_CHARACTER_REGEX, r"\\\g<0>", word)
        for index, word in enumerate(words)
    )


def format_code_span(text: str) -> str:
    """Return a text as a Markdown code span on one line. If the text is blank, return an empty string."""
    # In a table a bar ends the cell, even in code.
    shown = escape_controls(text).replace("|", "\\|")
    if not shown.strip():
        return ""
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    space = " " if shown[0] in "` " or shown[-1] in "` " else ""
    return f"{fence}{space}{shown}{space}{fence}"
