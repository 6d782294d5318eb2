"""Folders whose translation files are test data, examples or other projects' files."""

FOLDERS = frozenset(
    {"test", "tests", "testing", "test_data", "testdata", "testdir", "__tests__", "spec", "specs"}
    | {"fixture", "fixtures", "__fixtures__", "example", "examples", "node_modules", "vendor"}
)


def is_test_data(path: str) -> bool:
    """True if the path of a file, or a file mask, contains one of these folders."""
    return any(name.lower().replace("-", "_") in FOLDERS for name in path.split("/")[:-1])
