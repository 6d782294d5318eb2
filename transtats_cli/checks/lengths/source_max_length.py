"""
A source leaves room for longer translations, where their length is limited.

Good:  "Save" with the flag `max-length:10`
Bad:   "Save now!" with the flag `max-length:10`
Off:   the flag `ignore-source-max-length`

An English source should take 85 % of the room at most, another one the whole. A limit that cannot be read is a problem
as well.
"""

from transtats_cli.checks.lengths import length_limits
from transtats_cli.checks.subject import CheckedString

ID = "source-max-length"


def find_problem(checked_string: CheckedString) -> str | None:
    share = 85 if checked_string.source_language.base_code == "en" else 100

    def describe_excess(limit: int) -> str | None:
        for source in checked_string.sources:
            length = len(length_limits.text_to_measure(source, checked_string))
            if 100 * length > share * limit:
                return f"the source has {length} characters, and translations may have {limit} at most"
        return None

    return length_limits.find_length_problem("max-length", checked_string, describe_excess)
