"""Each rule of the workflow commands of GitHub Actions."""

import re
from collections.abc import Callable

from transtats_cli.output.annotations.annotation import Annotation, AnnotationLevel
from transtats_cli.output.annotations.github import MAX_ANNOTATIONS

COMMAND = re.compile(r"::(error|warning|notice) ((?:[a-zA-Z]+=[^,:\r\n]*)(?:,[a-zA-Z]+=[^,:\r\n]*)*)::([^\r\n]*)")


def read(line: str) -> tuple[str, dict[str, str], str]:
    """A command as the runner reads it: what is escaped becomes what it was, the percent sign last."""
    found = COMMAND.fullmatch(line)
    assert found is not None, line
    properties = dict(each.split("=", 1) for each in found[2].split(","))
    return found[1], {name: plain(value) for name, value in properties.items()}, plain(found[3])


def plain(text: str) -> str:
    for escaped, character in {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}.items():
        text = text.replace(escaped, character)
    return text


def test_every_line_is_a_command_and_the_worst_comes_first(
    annotations: list[Annotation], rendered: Callable[[str, list[Annotation]], str]
) -> None:
    commands = [read(line) for line in rendered("github", annotations).split("\n")[:-1]]
    assert [command for command, _, _ in commands] == ["error", "error", "warning", "warning", "notice"]
    assert commands[0][1] == {"file": "po/it.po", "line": "3", "title": "cannot be read"}
    assert commands[1][1]["file"] == "po/x y/ü%.po"
    assert commands[4][1] == {"file": "po/de.po", "title": "de: same"}


def test_what_files_say_neither_ends_a_command_nor_is_obeyed(
    annotations: list[Annotation], rendered: Callable[[str, list[Annotation]], str]
) -> None:
    _, properties, message = read(rendered("github", annotations).split("\n")[1])
    assert message.startswith('a%b\\r\nc:d,e "f" <g> & ]]> \\x00\\x1b[31m ')
    assert properties["title"].startswith("a%b\\r\\nc:d,e")


def test_no_more_than_are_shown_are_printed_and_the_rest_is_counted(
    many: Callable[[int, AnnotationLevel], list[Annotation]], rendered: Callable[[str, list[Annotation]], str]
) -> None:
    found = many(30, AnnotationLevel.WARNING) + many(12, AnnotationLevel.ERROR) + many(12, AnnotationLevel.NOTE)
    lines = rendered("github", found).splitlines()
    kinds = [line[2:].split(" ")[0] for line in lines]
    assert {kind: kinds.count(kind) for kind in kinds} == {"error": 10, "warning": 10, "notice": MAX_ANNOTATIONS}
    assert lines[-1].startswith("::notice title=transtats::25 more; ")


def test_exactly_as_many_as_are_shown_leave_nothing_to_count(
    many: Callable[[int, AnnotationLevel], list[Annotation]], rendered: Callable[[str, list[Annotation]], str]
) -> None:
    assert "more" not in rendered("github", many(10, AnnotationLevel.ERROR))
    assert rendered("github", many(3, AnnotationLevel.PASSED)) == ""
