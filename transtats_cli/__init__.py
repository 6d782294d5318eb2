"""Translation statistics from files, equal to those of a Weblate server."""

__version__ = "0.1.0"
__all__ = ["Report", "scan"]

# `typing` takes long to import, and an interrupt during this import would show a traceback. Type checkers accept the
# name.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from transtats_cli.report import Report
    from transtats_cli.scanning import scan


def __getattr__(name: str) -> object:
    # Imported late: otherwise a reading process would import twice as many modules.
    if name in __all__:
        from transtats_cli import scanning

        return getattr(scanning, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
