"""Versions of the installed libraries that decide numbers."""

LIBRARIES = (
    "weblate-language-data",
    "translate-toolkit",
    "polib",
    "lxml",
    "docutils",
    "nh3",
    "pyicumessageformat",
    "translation-finder",
)
"""Names of the packages whose versions may change a number."""


def read_library_versions() -> dict[str, str]:
    """Return the installed version of each of LIBRARIES, by name."""
    from importlib.metadata import version

    return {name: version(name) for name in LIBRARIES}
