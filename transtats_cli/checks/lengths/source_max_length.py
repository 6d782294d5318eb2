"""
A source leaves room for longer translations, where their length is limited.

Good:  "Save" with the flag `max-length:10`
Bad:   "Save now!" with the flag `max-length:10`
Off:   the flag `ignore-source-max-length`

An English source should take 85 % of the room at most, another one the whole. A limit that cannot be read is a problem
as well.
"""

from transtats_cli.checks.lengths import length_limits
from transtats_cli.checks.subject import Subject

ID = "source-max-length"


def problem(subject: Subject) -> str | None:
    share = 85 if subject.source_language.base_code == "en" else 100

    def describe_excess(limit: int) -> str | None:
        for source in subject.sources:
            length = len(length_limits.replaced(source, subject))
            if 100 * length > share * limit:
                return f"the source has {length} characters, and translations may have {limit} at most"
        return None

    return length_limits.problem("max-length", subject, describe_excess)
