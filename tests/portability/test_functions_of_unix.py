"""Functions that only some systems have are used in a few places, each with an alternative for the other systems."""

import ast
from collections.abc import Iterator

from tests.package_source import PACKAGE, parse

MODULES = {"fcntl", "grp", "pwd", "pty", "resource", "termios", "tty", "syslog"}
ATTRIBUTES = {
    "os": "fork forkpty geteuid getuid getegid getgid getgroups getpgid getloadavg killpg lchown chown mkfifo mknod"
    " nice openpty pread pwrite readv sched_getaffinity set_blocking setsid setuid setgid statvfs sysconf uname wait4"
    " O_NOFOLLOW O_NONBLOCK O_DIRECTORY O_CLOEXEC",
    "signal": "SIGHUP SIGKILL SIGPIPE SIGALRM SIGUSR1 SIGUSR2 SIGCHLD SIG_BLOCK SIG_UNBLOCK SIG_SETMASK alarm"
    " pthread_sigmask setitimer sigwait",
    "select": "poll epoll kqueue POLLIN POLLOUT",
    "time": "tzset",
}
MODULES_WITH_ALTERNATIVES = {
    "caching/store.py": {"os.geteuid"},
    "cli/options.py": {"os.sched_getaffinity"},
    "settings/documents.py": {"os.geteuid"},
    "formats/guarded.py": {"os.sysconf", "resource", "signal.SIGKILL"},
    "git/process.py": {
        *("os.killpg", "os.set_blocking", "resource"),
        *("select.POLLIN", "select.POLLOUT", "select.poll", "signal.SIGKILL"),
    },
    "serving/server.py": {"resource"},
    "signals.py": {"signal.SIG_BLOCK", "signal.SIG_SETMASK", "signal.pthread_sigmask"},
}
"""Modules that test the system, or the existence of the function, before they use it."""


def find_unix_names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            yield node.module
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            module = node.value.id
            yield from (f"{module}.{name}" for name in ATTRIBUTES.get(module, "").split() if name == node.attr)


def test_functions_of_unix_are_used_only_in_modules_with_an_alternative() -> None:
    found = {path.relative_to(PACKAGE).as_posix(): set(find_unix_names(parse(path))) for path in PACKAGE.rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == MODULES_WITH_ALTERNATIVES


def test_the_use_of_a_function_of_unix_is_found() -> None:
    assert list(find_unix_names(ast.parse("import fcntl\nos.getuid()\nos.getpid()"))) == ["fcntl", "os.getuid"]
