"""Fixtures of the tests of scans."""

import pytest

from transtats_cli.scanning.reading import safe_reading


@pytest.fixture
def read_paths(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Paths of the files that are read, in order."""
    read_paths: list[str] = []
    read_bytes = safe_reading.read_bytes
    monkeypatch.setattr(
        safe_reading,
        "read_bytes",
        lambda component, path, *rest: (read_paths.append(path), read_bytes(component, path, *rest))[1],
    )
    return read_paths
