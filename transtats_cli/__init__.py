"""Translation statistics from the files alone, equal to a Weblate server's."""

__version__ = "0.1.0"
__all__ = ["Report", "scan"]

# Type checkers know the name; the module `typing` takes long to import, with nobody there yet to hear an interrupt.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from transtats_cli.report import Report
    from transtats_cli.scanning import scan


def __getattr__(name: str) -> object:
    # The command pays for what it uses only; importers get the same names.
    if name == "scan":
        from transtats_cli.scanning import scan

        return scan
    if name == "Report":
        from transtats_cli.report import Report

        return Report
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
