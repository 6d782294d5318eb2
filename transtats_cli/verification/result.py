"""Result of a comparison with a server."""

from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.problems import Problem
from transtats_cli.verification.comparison import LanguageComparison
from transtats_cli.verification.reasons import Reason
from transtats_cli.verification.server_settings import SettingsComparison
from transtats_cli.verification.strings import StringDifference


class LanguageResult(NamedTuple):
    """Comparison of one language, with the reasons for its differences."""

    compared: LanguageComparison
    reasons: tuple[Reason, ...] = ()
    strings: tuple[StringDifference, ...] | None = None
    """Differences of the strings. None if the strings were not compared."""


class ComponentResult(NamedTuple):
    """Comparison of one component with a component of the server."""

    project: str
    slug: str
    server_names: tuple[str, str]
    """Names of the project and the component on the server."""
    languages: tuple[LanguageResult, ...] = ()
    settings: SettingsComparison = SettingsComparison()
    failures: tuple[Problem, ...] = ()
    """Local files that cannot be read, with paths as shown in messages."""
    exists_locally: bool = True
    exists_on_server: bool = True
    error: str = ""
    """Message of an error that prevented the comparison. Empty if there was no error."""
    component: Component | None = None
    """Component that was compared. None if there was no comparison."""
    all_codes: frozenset[str] = frozenset()
    """Codes of all languages that the component has here or on the server, also of those that were not compared."""

    @property
    def is_equal(self) -> bool:
        """True if the component was compared, and no language differs."""
        is_compared = self.exists_locally and self.exists_on_server and not self.error
        return is_compared and all(each.compared.is_equal for each in self.languages)


class VerificationResult(NamedTuple):
    """Comparison of components with those of a server."""

    server: str
    """Scheme, host and port of the server."""
    components: tuple[ComponentResult, ...]
