"""Read regular files of a component. Links to files outside of the component's boundary directory are refused."""

import os
from contextlib import suppress

from transtats_cli import regular_file
from transtats_cli.component import Component
from transtats_cli.errors import UnreadableFile
from transtats_cli.formats.packed_folder import list_text_files, pack_files
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.paths import broken_link_reason, has_link_out_of


def read_bytes(component: Component, path: str, listed_status: os.stat_result | None = None) -> bytes:
    """Return the content of a regular file, or the files of a folder with one language, packed as `appstore` expects.

    Raises UnreadableFile if the file cannot be read, or if a link in the path leads out of the component's boundary.
    `listed_status` is the result of `os.lstat` from the search for files, if the path contained no link. If the file is
    still the same, links are not checked again.
    """
    if not FILE_FORMATS[component.file_format].is_folder:
        return _read_file(component, path, listed_status)
    try:
        names = list_text_files(os.path.join(component.root, path))
    except OSError as error:
        raise UnreadableFile((error.strerror or str(error)).lower()) from error
    return pack_files((name, _read_file(component, f"{path}/{name}")) for name in names)


def _read_file(component: Component, path: str, listed_status: os.stat_result | None = None) -> bytes:
    absolute = os.path.join(component.root, path)
    try:
        if listed_status is not None:
            with suppress(regular_file.FileReplacedError):
                return regular_file.read_regular_file(absolute, listed_status=listed_status)
        _refuse_outside_boundary(component, path)
        return regular_file.read_regular_file(absolute)
    except OSError as error:
        reason = broken_link_reason(absolute) or (error.strerror or str(error)).lower()
        raise UnreadableFile(reason) from error


def open_file(component: Component, path: str) -> int:
    """Open a file and return the file descriptor, which the caller has to close.

    Raises UnreadableFile in the same cases as `read_bytes`.
    """
    absolute = os.path.join(component.root, path)
    try:
        _refuse_outside_boundary(component, path)
        return regular_file.open_for_reading(absolute)
    except OSError as error:
        raise UnreadableFile((error.strerror or str(error)).lower()) from error


def is_inside_boundary(component: Component, path: str) -> bool:
    """True if no link in the path of a file leads out of the component's boundary directory."""
    return not has_link_out_of(os.path.join(component.root, path), component.link_boundary or component.root)


def _refuse_outside_boundary(component: Component, path: str) -> None:
    if not is_inside_boundary(component, path):
        boundary = os.path.realpath(component.link_boundary or component.root)
        raise UnreadableFile(f"a link that leads out of {boundary}; copy the file, or choose a --root that holds both")


def is_empty_file(component: Component, path: str) -> bool:
    """Return True if there is a file at the path, and it has no bytes."""
    absolute = os.path.join(component.root, path)
    return os.path.isfile(absolute) and not os.path.getsize(absolute)


def file_size(component: Component, path: str) -> int:
    """Return the size of a file in bytes. 0 if the file is not accessible."""
    try:
        return os.stat(os.path.join(component.root, path)).st_size
    except OSError:
        return 0
