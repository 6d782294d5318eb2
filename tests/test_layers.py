"""Imports that each part may have besides the standard library. The table below is the architecture."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import pytest

from tests.package_source import PACKAGE, parse

MAY_IMPORT = {
    "errors": "problems",
    "limits": "problems regex",
    "nearest": "languages",
    "paths": "",
    "problems": "",
    "regular_file": "",
    "git_directory": "regular_file",
    "runner_log": "",
    "times": "",
    "signals": "",
    "worker": "errors signals",
    "flags": "",
    "model": "flags problems",
    "plurals": "",
    "languages": "plurals weblate_language_data",
    "statistics": "model",
    "measures": "model statistics",
    "columns": "flags model statistics",
    "formats": "errors problems columns model flags plurals statistics worker"
    " polib lxml translate openpyxl phply ply yaml",
    "checks": "limits problems columns model flags languages plurals lxml regex docutils"
    " pygments nh3 pyicumessageformat fluent",
    "caching": "",
    "component": "formats languages paths",
    "settings": "measures checks errors problems flags model nearest paths regular_file component formats",
    "report": "measures component languages model statistics problems times",
    "envelope": "measures component report statistics",
    "scanning": "measures signals errors problems columns flags model nearest regular_file languages statistics plurals"
    " formats checks component settings report caching yaml paths"
    " limits worker git_directory",
    "selection": "component errors git nearest paths problems scanning settings",
    "git": "signals errors problems nearest paths component formats settings scanning git_directory times",
    "explanation": "limits checks columns component errors flags formats languages model nearest paths plurals report"
    " measures problems scanning settings statistics unit_queries",
    "verification": "checks component envelope errors flags formats languages model outdated paths report scanning"
    " settings problems",
    "output": "errors model nearest regular_file runner_log languages plurals statistics component report problems"
    " measures envelope checks history comparison gate rich signals pages explanation settings"
    " unit_queries verification fleet",
    "comparison": "measures errors columns model nearest languages statistics component report scanning git limits"
    " problems settings",
    "gate": "errors measures model nearest languages statistics component settings report scanning comparison limits"
    " outdated problems",
    "history": "measures caching errors git languages nearest paths report scanning settings statistics times problems",
    "changes": "caching columns component errors formats git model paths problems regular_file report scanning times",
    "outdated": "caching changes columns component errors git git_directory languages measures model paths problems"
    " report scanning statistics times",
    "unit_queries": "checks errors model nearest report scanning settings",
    "pages": "flags measures checks comparison component envelope errors history languages limits model paths plurals"
    " problems report scanning statistics unit_queries jinja2 markupsafe",
    "static_report": "limits component envelope errors history languages model output pages paths report scanning"
    " signals unit_queries problems",
    "serving": "measures caching pages paths problems signals errors flags model regular_file plurals languages"
    " worker statistics formats checks component settings report envelope scanning output changes git history times"
    " nearest outdated comparison"
    " starlette uvicorn httptools watchfiles prometheus_client limits unit_queries",
    "fleet": "caching component problems envelope errors formats git git_directory outdated paths regular_file report"
    " scanning settings measures signals worker statistics aiohttp distributed fsspec pyarrow",
    "cli": "caching problems errors flags model nearest runner_log languages statistics component settings report"
    " measures envelope scanning output checks changes git history comparison gate fleet serving static_report"
    " explanation verification selection outdated pages click"
    " rich limits paths unit_queries",
    "api": "component envelope report scanning settings",
    "__init__": "",
    "__main__": "cli",
}

SCANNING_MAY_IMPORT = {
    "filemask": "",
    "discovery": "filemask",
    "reading": "filemask",
    "pipeline": "filemask reading",
}
"""Imports that each package in `scanning` may have. The package `scanning` itself imports all of these packages."""

IMPORTING_MODULES = {
    "polib": {"formats/po/reference.py"},
    "openpyxl": {"formats/csv_files.py"},
    "weblate_language_data": {"languages.py"},
    "distributed": {"fleet/cluster.py"},
    "docutils": {"checks/markup/restructuredtext.py"},
    "aiohttp": {"fleet/roots/remote.py"},
    "fsspec": {"fleet/output/store.py", "fleet/roots/remote.py"},
    "fluent": {"checks/fluent/messages.py"},
    "pyarrow": {"fleet/output/formats.py"},
    "prometheus_client": {"serving/prometheus.py"},
    "jinja2": {"pages/rendering.py"},
    "markupsafe": {"pages/rendering.py"},
    "nh3": {"checks/tags/safe_html.py"},
    "phply": {"formats/php_files.py"},
    "ply": {"formats/php_files.py"},
    "pygments": {"checks/markup/rst_tokens.py"},
    "pyicumessageformat": {"checks/placeholders/icu_messages.py"},
    "regex": {"checks/words/letters.py", "limits.py"},
    "yaml": {"formats/fast/yaml_files.py", "scanning/discovery/foreign/crowdin.py"},
}
"""Libraries that only one module imports, or a few."""

FULL_FUNCTION_NAME = re.compile(r"transtats_cli(\.\w+)+:\w+")
"""Notation of functions in tables, whose modules are imported when the functions are called."""


def find_modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).parts[0].removesuffix(".py"), path


@cache
def list_imports(path: Path) -> tuple[str, ...]:
    return tuple(find_imports(path))


def find_imports(path: Path) -> Iterator[str]:
    """Yield the parts and third-party packages that a file imports: at its top, inside a function, or by name."""
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and FULL_FUNCTION_NAME.fullmatch(node.value)
        ):
            names = [node.value.partition(":")[0]]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            module = node.module or ""
            names = [f"{module}.{alias.name}" for alias in node.names] if module == "transtats_cli" else [module]
        else:
            continue
        for name in names:
            top, _, rest = name.partition(".")
            if top == "transtats_cli":
                yield rest.split(".")[0] or "__init__"
            elif top not in sys.stdlib_module_names:
                yield top


@pytest.mark.parametrize("part", sorted({part for part, _ in find_modules()}))
def test_a_part_imports_only_what_the_table_allows(part: str) -> None:
    allowed = {part, "__version__", *MAY_IMPORT[part].split()}
    found = {
        (str(path.relative_to(PACKAGE)), name)
        for owner, path in find_modules()
        if owner == part
        for name in list_imports(path)
    }
    assert {(path, name) for path, name in found if name not in allowed} == set()


@pytest.mark.parametrize("package", sorted(SCANNING_MAY_IMPORT))
def test_a_package_of_scanning_imports_only_what_the_table_allows(package: str) -> None:
    found = {
        (module, other)
        for module, others in find_package_imports().items()
        for other in others
        if module.startswith(f"scanning.{package}") and f"{other}.".startswith("scanning.")
    }
    allowed = tuple(f"scanning.{each}." for each in (package, *SCANNING_MAY_IMPORT[package].split()))
    assert {(module, other) for module, other in found if not f"{other}.".startswith(allowed)} == set()


def test_the_table_of_scanning_contains_all_of_its_packages() -> None:
    assert set(SCANNING_MAY_IMPORT) == {path.parent.name for path in PACKAGE.glob("scanning/*/__init__.py")}


@pytest.mark.parametrize("library", sorted(IMPORTING_MODULES))
def test_a_library_is_imported_only_by_its_listed_modules(library: str) -> None:
    modules = {path.relative_to(PACKAGE).as_posix() for _, path in find_modules() if library in set(list_imports(path))}
    assert modules == IMPORTING_MODULES[library]


def test_the_table_contains_exactly_the_existing_parts() -> None:
    assert set(MAY_IMPORT) == {part for part, _ in find_modules()}


def test_imports_by_full_name_are_found() -> None:
    """Names of imported modules are relative to the importing module, of a library, or full names in tables."""
    imports = {
        (path.relative_to(PACKAGE).as_posix(), ast.unparse(node.args[0]))
        for _, path in find_modules()
        for node in ast.walk(parse(path))
        if isinstance(node, ast.Call) and get_function_name(node.func).endswith("import_module")
    }
    by_full_name = {
        path for path, name in imports if not re.match(r"f['\"](?:\{__name__\}|translate\.storage)\.", name)
    }
    assert by_full_name == {"cli/group.py"}
    assert "cli" in set(list_imports(PACKAGE / "cli" / "group.py"))


def get_function_name(function: ast.expr) -> str:
    """Return the last part of the name of a called function."""
    return str(getattr(function, "id", getattr(function, "attr", "")))


def get_module_name(path: Path) -> str:
    """Return the dotted name of a module below the package. A package's name is that of its `__init__`."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts) or "__init__"


def find_imports_between(paths: dict[str, Path]) -> dict[str, set[str]]:
    """Return the modules that each module imports anywhere in its text, also for types only.

    The version does not count. It is a constant of the package, and Python runs the package before each of its modules.
    """
    found: dict[str, set[str]] = {}
    for module, path in paths.items():
        names: set[str] = set()
        for node in ast.walk(parse(path)):
            if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith("transtats_cli."):
                package = (node.module or "").removeprefix("transtats_cli").removeprefix(".")
                below = (
                    f"{package}.{each.name}".removeprefix(".") for each in node.names if each.name != "__version__"
                )
                names.update(name if name in paths else package or "__init__" for name in below)
        found[module] = names - {module}
    return found


@lru_cache(maxsize=1)
def find_package_imports() -> dict[str, set[str]]:
    return find_imports_between({get_module_name(path): path for _, path in find_modules()})


def find_reachable_modules(module: str, imports: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [module]
    while waiting:
        new = imports[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def find_import_cycles(imports: dict[str, set[str]]) -> set[frozenset[str]]:
    """Return the groups of modules that import each other, directly or not."""
    below = {module: find_reachable_modules(module, imports) for module in imports}
    return {
        frozenset(other for other in found if module in below[other])
        for module, found in below.items()
        if module in found
    }


def test_no_modules_import_each_other_in_a_cycle() -> None:
    found = find_import_cycles(find_package_imports())
    assert found == set()


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        pytest.param({"a": {"b"}, "b": {"c"}, "c": set()}, set(), id="a line"),
        pytest.param({"a": {"b"}, "b": {"c"}, "c": {"b"}}, {frozenset("bc")}, id="two modules"),
        pytest.param({"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": set()}, {frozenset("abc")}, id="three modules"),
    ],
)
def test_import_cycles_are_found(imports: dict[str, set[str]], expected: set[frozenset[str]]) -> None:
    assert find_import_cycles(imports) == expected
