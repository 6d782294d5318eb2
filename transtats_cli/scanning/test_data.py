"""Folders whose translation files are test data, examples or other projects' files."""

FOLDERS = frozenset(
    {"test", "tests", "testing", "test_data", "testdata", "testdir", "__tests__", "spec", "specs"}
    | {"fixture", "fixtures", "__fixtures__", "example", "examples", "node_modules", "vendor"}
)


def is_test_data(path: str) -> bool:
    """True if a folder in the path of a file, or in a file mask, is such a folder."""
    return any(name.lower().replace("-", "_") in FOLDERS for name in path.split("/")[:-1])
