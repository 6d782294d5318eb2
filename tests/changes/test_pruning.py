"""Pruned files of keys and texts have the difference of the whole files."""

import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from transtats_cli.changes.difference import VersionComparer, compare_units
from transtats_cli.changes.entries import remove_common_content
from transtats_cli.component import Component
from transtats_cli.formats import ReadOptions

TEXTS = st.sampled_from(["", "x", "y", "<b>z</b>"])
KEYS = st.sampled_from(["item", "item_one", "item_other", "item_2", "@item", "other", "many", "menu", "k1", "k2", "k3"])
Objects = dict[str, Any]


def objects(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Objects]:
    return st.dictionaries(KEYS, values, max_size=9)


trees: st.SearchStrategy[Objects] = objects(
    st.recursive(TEXTS, lambda inner: st.one_of(objects(inner), st.lists(TEXTS, max_size=3)), max_leaves=12)
)
nested: st.SearchStrategy[Objects] = objects(st.recursive(TEXTS, lambda inner: objects(inner), max_leaves=12))


def create_comparer(file_format: str) -> VersionComparer:
    component = Component("p", "c", "/r", "*", file_format, "t", read_options=ReadOptions(is_monolingual=True))
    return VersionComparer(component, "de")


def assert_same_difference(file_format: str, old: str, new: str) -> None:
    comparing, contents = create_comparer(file_format), (old.encode(), new.encode())
    assert comparing.compare_versions(*contents) == compare_units(*comparing._read_units_of_versions(*contents))


def test_another_order_of_plural_forms_is_a_difference() -> None:
    """The reader joins a form with the forms after it."""
    old, new = '{"item": "x", "item_one": "x", "menu": "x"}', '{"item_one": "x", "item": "x", "menu": "y"}'
    assert_same_difference("i18nextv4", old, new)
    assert_same_difference("i18nextv4", f'{{"k1": {old}}}', f'{{"k1": {new}}}')
    assert_same_difference("i18nextv4", f'{{\n "k1": {old}, "k2": "x"\n}}', f'{{\n "k1": {new}, "k2": "y"\n}}')


@pytest.mark.parametrize("file_format", ["json", "json-nested", "i18next", "i18nextv4"])
@given(trees, trees, st.sampled_from([None, 2, "\t"]))
def test_pruned_json_files_have_the_difference_of_the_whole_files(
    file_format: str, before: Objects, after: Objects, indentation: int | str | None
) -> None:
    old, new = (json.dumps(each, indent=indentation) for each in (before, {**before, **after}))
    assert_same_difference(file_format, old, new)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('{\n "a": {\n "k": "%s"\n },\n "b": "x"\n}', id="indentation that does not show the depth"),
        pytest.param('{\n "a": "1",\n "a": "%s",\n "b": "x"\n}', id="repeated key"),
        pytest.param('{\n "a": "%s", "b": "x",\n "c": "{"\n}', id="two members on a line"),
        pytest.param('{\n "a\\": ": "%s",\n "b": "x"\n}', id="escape in a key"),
        pytest.param('{\n "a": ["%s"\n ],\n "b": {\n }\n}\n', id="list"),
    ],
)
def test_unusual_json_has_the_difference_of_the_whole_files(text: str) -> None:
    assert_same_difference("json-nested", text % "1", text % "7")


def format_yaml(value: Objects, indentation: str = "", comment: str = "") -> str:
    lines = ""
    for key, each in value.items():
        name = f"{indentation}{comment}{indentation}{key.replace('@', 'at ')}:"
        lines += f"{name}\n{format_yaml(each, indentation + '  ')}" if isinstance(each, dict) else f'{name} "{each}"\n'
    return lines


@pytest.mark.parametrize("file_format", ["yaml", "ruby-yaml"])
@given(nested, nested, st.sampled_from(["", "# note\n", "\n"]), st.sampled_from(["", "---\n"]))
def test_pruned_yaml_files_have_the_difference_of_the_whole_files(
    file_format: str, before: Objects, after: Objects, comment: str, mark: str
) -> None:
    old, new = ({"de": each} if file_format == "ruby-yaml" else each for each in (before, {**before, **after}))
    texts = mark + format_yaml(old, "", comment), mark + format_yaml(new)
    # An error in a common part is removed with it.
    assume(None not in create_comparer(file_format)._read_units_of_versions(*map(str.encode, texts)))
    assert_same_difference(file_format, *texts)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("a: |\n  k: 1\n  l: {}\n  m: 3\nb: x\n", id="block scalar that looks like a mapping"),
        pytest.param("a: >-\n\n  k: {}\n\n  l: 2\nb: x\n", id="folded scalar"),
        pytest.param('a: "one\n  k: {}\n  two"\nb: x\n', id="quoted text of several lines"),
        pytest.param("a: &x {}\nb: *x\n", id="anchor"),
        pytest.param("a:\n  - k: {}\n  - l\n", id="sequence"),
        pytest.param("a: {{k: {}, l: 2}}\n", id="flow mapping"),
        pytest.param("a:\n  k: {}\n  k: 2\n", id="repeated key"),
        pytest.param("a:\n  k: {}\n # note\n  l: 2\n", id="comment in another place"),
        pytest.param("a:\n  k: {}\n  l: [\n", id="invalid file"),
    ],
)
def test_unusual_yaml_has_the_difference_of_the_whole_files(text: str) -> None:
    assert_same_difference("yaml", text.format("1"), text.format("7"))


STRAY = ["<!-- words -->", '<!-- <string name="a">old</string> -->', '<!-- <string name="b">y</string>', "-->"]
elements = st.lists(
    st.sampled_from(
        [
            *(f'<string name="{key}">{text}</string>' for key in "abc" for text in ("x", "y", "<b>z</b>")),
            *(f'<plurals name="n"><item quantity="other">{text}</item></plurals>' for text in "xy"),
            *(f'<string-array name="l"><item>{text}</item></string-array>' for text in "xy"),
            *('<string name="d"><![CDATA[<string name="a">x</string>]]></string>', '<string name="e"/>', *STRAY),
        ]
    ),
    max_size=8,
    unique_by=lambda text: text if text in STRAY else text.split('"')[1],
)
common_elements = st.lists(
    st.sampled_from(['<string name="k1">t</string>', '<string name="k2"/>', "<!-- t -->"]), max_size=3, unique=True
)


@given(elements, elements, common_elements)
def test_pruned_android_files_have_the_difference_of_the_whole_files(
    before: list[str], after: list[str], common: list[str]
) -> None:
    end = '<string name="last">t</string>\n'
    old, new = (
        "<resources>\n{}\n{}</resources>\n".format("\n".join([*common, *each]), end) for each in (before, after)
    )
    assert_same_difference("aresource", old, new)


@given(
    st.lists(
        st.sampled_from(["a=x", "a=y", "b=\\", "  z", "c:x", "# a=x", "d = x\\\\", "", "!"]),
        max_size=8,
        unique_by=lambda line: line[:1],
    )
)
def test_pruned_properties_have_the_difference_of_the_whole_files(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert_same_difference("properties", text, text.replace("x", "w").replace("z", "v"))
    assert_same_difference("properties", "\n".join(lines[::2]), text)


@pytest.mark.parametrize(
    ("file_format", "template"),
    [
        ("json", '{{\n{}\n"last": "{}"}}'),
        ("aresource", '<resources>\n{}\n<string name="last">{}</string>\n</resources>'),
        ("yaml", "{}\nlast: {}\n"),
    ],
)
def test_common_strings_are_removed(file_format: str, template: str) -> None:
    lines = {"json": '"k{}": "text",', "aresource": '<string name="k{}">text</string>', "yaml": "k{}: text"}
    body = "\n".join(lines[file_format].format(number) for number in range(1000))
    old, new = (template.format(body, text).encode() for text in "xy")
    pruned = remove_common_content(old, new, file_format)
    assert [len(each) < 100 and b"last" in each for each in pruned] == [True, True]


@pytest.mark.parametrize(
    ("file_format", "template"),
    [
        pytest.param("properties", "a=One\nb=x\na={}\n", id="properties"),
        pytest.param(
            "aresource",
            '<resources>\n<string name="a">One</string>\n<string name="a">{}</string>\n</resources>',
            id="aresource",
        ),
    ],
)
def test_of_strings_with_the_same_key_the_same_one_counts(file_format: str, template: str) -> None:
    assert_same_difference(file_format, template.format("Uno"), template.format("Due"))
