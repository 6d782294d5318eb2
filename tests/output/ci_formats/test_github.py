"""Workflow commands of GitHub Actions."""

import re
from collections.abc import Callable

from transtats_cli.output.ci_formats import MAX_ANNOTATIONS, Annotation, AnnotationLevel

COMMAND = re.compile(r"::(error|warning|notice) ((?:[a-zA-Z]+=[^,:\r\n]*)(?:,[a-zA-Z]+=[^,:\r\n]*)*)::([^\r\n]*)")


def parse_command(line: str) -> tuple[str, dict[str, str], str]:
    """Parse a command as the runner does, which unescapes the percent sign last."""
    found = COMMAND.fullmatch(line)
    assert found is not None, line
    properties = dict(each.split("=", 1) for each in found[2].split(","))
    return found[1], {name: unescape(value) for name, value in properties.items()}, unescape(found[3])


def unescape(text: str) -> str:
    for escaped, character in {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}.items():
        text = text.replace(escaped, character)
    return text


def test_every_line_is_a_command_and_errors_come_first(
    annotations: list[Annotation], renderer: Callable[[str, list[Annotation]], str]
) -> None:
    commands = [parse_command(line) for line in renderer("github", annotations).split("\n")[:-1]]
    assert [command for command, _, _ in commands] == ["error", "error", "warning", "warning", "notice"]
    assert commands[0][1] == {"file": "po/it.po", "line": "3", "title": "cannot be read"}
    assert commands[1][1]["file"] == "po/x y/ü%.po"
    assert commands[4][1] == {"file": "po/de.po", "title": "de: same"}


def test_line_breaks_and_control_characters_from_files_are_escaped(
    annotations: list[Annotation], renderer: Callable[[str, list[Annotation]], str]
) -> None:
    _, properties, message = parse_command(renderer("github", annotations).split("\n")[1])
    assert message.startswith('a%b\\r\nc:d,e "f" <g> & ]]> \\x00\\x1b[31m ')
    assert properties["title"].startswith("a%b\\r\\nc:d,e")


def test_annotations_above_the_limit_of_each_level_are_counted(
    many_annotations: Callable[[int, AnnotationLevel], list[Annotation]],
    renderer: Callable[[str, list[Annotation]], str],
) -> None:
    found = (
        many_annotations(30, AnnotationLevel.WARNING)
        + many_annotations(12, AnnotationLevel.ERROR)
        + many_annotations(12, AnnotationLevel.NOTE)
    )
    lines = renderer("github", found).splitlines()
    kinds = [line[2:].split(" ")[0] for line in lines]
    assert {kind: kinds.count(kind) for kind in kinds} == {"error": 10, "warning": 10, "notice": MAX_ANNOTATIONS}
    assert lines[-1].startswith("::notice title=transtats::25 more; ")


def test_annotations_at_the_limit_are_all_printed(
    many_annotations: Callable[[int, AnnotationLevel], list[Annotation]],
    renderer: Callable[[str, list[Annotation]], str],
) -> None:
    assert "more" not in renderer("github", many_annotations(10, AnnotationLevel.ERROR))
    assert renderer("github", many_annotations(3, AnnotationLevel.PASSED)) == ""
