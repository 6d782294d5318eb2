"""Remove from two versions of a file of keys and texts what they have in common, for JSON, YAML, XML and properties.

The texts of the strings that differ stay complete, and so do those of the strings that the reader joins with them, such
as the plural forms of a string. A file with unusual syntax is returned unchanged. An error in a common part goes with
it.
"""

import json
import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

ContentPair = tuple[bytes, bytes]

_MAX_FORMS = 6
"""Maximum number of texts in an object that may be one string with plural forms, or a text with its description."""
_YAML_KEY_REGEX = rb""" *(?:[A-Za-z0-9_][^:#&*!|>'"\n]*|"[^"\\\n]*"|'[^'\n]*'):(?:[ \n]|\Z)"""
_PLURAL_KEYS = tuple(
    quote + key + quote for key in (b"zero", b"one", b"two", b"few", b"many", b"other") for quote in (b"", b"'", b'"')
)
_XML_MARKUP = ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>"))


def prune_json(find_stem: Callable[[str], str], old_content: bytes, new_content: bytes) -> ContentPair:
    """Remove common members of the objects in two JSON files.

    The texts of keys with the same stem, which `find_stem` returns, may be one string.
    """
    try:
        contents = _remove_common_members(find_stem, old_content, new_content)
        before, after = map(_parse_json, contents or (old_content, new_content))
        if not (isinstance(before, dict) and isinstance(after, dict)):
            return old_content, new_content
        pruned = _prune_objects(find_stem, before, after)
        return json.dumps(pruned[0]).encode(), json.dumps(pruned[1]).encode()
    except (ValueError, RecursionError):
        return old_content, new_content


def _remove_common_members(find_stem: Callable[[str], str], *contents: bytes) -> ContentPair | None:
    """Return two JSON objects without their common members. None if their indentation does not show all members.

    Most versions differ in few members, and splitting takes a fraction of the time of parsing.
    """
    before, after = map(_split_members, contents)
    if before is None or after is None:
        return None
    stems = {*map(find_stem, _find_differing_keys(before, after))}
    old, new = (b",".join([each[key] for key in each if find_stem(key) in stems]) for each in (before, after))
    return b"{%b}" % old, b"{%b}" % new


@lru_cache(maxsize=4)
def _split_members(content: bytes) -> dict[str, bytes] | None:
    """Return the members of an object by key, if each begins a line with the indentation of the first one."""
    begin = re.match(rb'\{(\n[ \t]+)"', content)
    end = content.rstrip()
    if begin is None or not end.endswith(b"\n}"):
        return None
    # A text in JSON contains no line break.
    _, *parts = end[:-2].split(begin[1] + b'"')
    found: dict[str, bytes] = {}
    for number, part in enumerate(parts, 1):
        key, _, value = part.partition(b'":')
        member = part.removesuffix(b",") if number < len(parts) else part
        closed = {b"{": b"}", b"[": b"]"}.get(value.lstrip()[:1])
        is_whole = member.endswith(closed) if closed else b"\n" not in member
        is_balanced = part.count(b"{") == part.count(b"}") and part.count(b"[") == part.count(b"]")
        if not (is_whole and is_balanced):
            return None
        found[key.decode()] = b'"' + member
    # Of equal keys, the last one counts.
    return found if len(found) == len(parts) and not any("\\" in key for key in found) else None


@lru_cache(maxsize=4)
def _parse_json(content: bytes) -> Any:
    # Objects with another order of keys are not equal: the reader may join other strings.
    return json.loads(content, object_pairs_hook=OrderedDict)


def _find_differing_keys(before: Mapping[str, Any], after: Mapping[str, Any]) -> set[str]:
    """Return the keys of values that differ: all keys, if the common ones have another order."""
    common = before.keys() & after.keys()
    if [*filter(common.__contains__, before)] != [*filter(common.__contains__, after)]:
        return {*before, *after}
    return {*before, *after} - {key for key in common if before[key] == after[key]}


def _prune_objects(
    find_stem: Callable[[str], str], before: Mapping[str, Any], after: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    stems = {*map(find_stem, _find_differing_keys(before, after))}
    old, new = ({key: value for key, value in each.items() if find_stem(key) in stems} for each in (before, after))
    for key in old.keys() & new.keys():
        if old[key] != new[key] and _may_be_pruned(old[key]) and _may_be_pruned(new[key]):
            old[key], new[key] = _prune_objects(find_stem, old[key], new[key])
    return old, new


def _may_be_pruned(value: Any) -> bool:
    """True for an object of several strings. A small object of texts may be one string."""
    return isinstance(value, dict) and (
        len(value) > _MAX_FORMS or any(isinstance(each, dict) for each in value.values())
    )


def prune_yaml(old_content: bytes, new_content: bytes) -> ContentPair:
    """Remove common entries of the block mappings in two YAML files, which their indentation shows."""
    if any(_is_unusual_yaml(content) for content in (old_content, new_content)):
        return old_content, new_content
    old, new = (content.removeprefix(b"---\n") for content in (old_content, new_content))
    return _prune_mappings(old, new) or (old_content, new_content)


def _is_unusual_yaml(content: bytes) -> bool:
    """True for a file with directives, merged mappings, tabs, a byte order mark, or maybe with anchors and aliases."""
    if any(mark in content for mark in (b"\n%", b"<<:", b"\t")) or content[:1] in (b"%", b"\xef"):
        return True
    return any(mark in content and re.search(rb"[:-] +[&*]", content) for mark in (b" &", b" *"))


def _prune_mappings(old_text: bytes, new_text: bytes) -> ContentPair | None:
    """Return both mappings without their common entries. None if one of the texts is no mapping of several strings."""
    before, after = _split_mapping(old_text), _split_mapping(new_text)
    if before is None or after is None:
        return None
    pruned: tuple[list[bytes], list[bytes]] = [], []
    for line in dict.fromkeys((*before, *after)):
        old, new = before.get(line), after.get(line)
        if old == new:
            continue
        if not re.match(_YAML_KEY_REGEX, line):
            return None
        if old is not None and new is not None and line.rstrip().endswith(b":"):
            # A key without entries would be a string.
            old, new = (each or None for each in _prune_mappings(old, new) or (old, new))
        for result, value in zip(pruned, (old, new), strict=True):
            result += [] if value is None else [line, value]
    return b"".join(pruned[0]), b"".join(pruned[1])


@lru_cache(maxsize=4)
def _split_mapping(text: bytes) -> dict[bytes, bytes] | None:
    """Return the first line of each entry of a mapping, and its other lines.

    None if the text is no mapping, or if its entries may be the plural forms of one string.
    """
    blank = re.match(rb"(?:\s*#.*\n|\s*\n)*( *)", text)
    indentation = blank[1] if blank else b""
    begin, *parts = re.split(rb"(?m)^(%b[^ #\n].*\n?)" % indentation, text)
    entries = dict(zip(parts[::2], parts[1::2], strict=True))
    if len(entries) * 2 < len(parts) or re.sub(rb"\s*#.*|\s+", b"", begin):
        return None
    # Without other entries, a mapping with such a key would be a string with plural forms.
    if any(b"\n%b%b:" % (indentation, key) in b"\n" + text for key in _PLURAL_KEYS):
        return None
    return entries if len(entries) > _MAX_FORMS or any(map(bytes.strip, entries.values())) else None


def prune_xml(start_tags: Sequence[bytes], old_content: bytes, new_content: bytes) -> ContentPair:
    """Remove common elements from two XML files. `start_tags` are the beginnings of the start tags of elements."""
    # Most versions differ in few places. The equal elements before the first and after the last one are not split.
    same = _count_common_bytes(old_content, new_content)
    begin = max(0, *(old_content.rfind(tag, 0, same) for tag in start_tags))
    same = _count_common_bytes(old_content[begin:][::-1], new_content[begin:][::-1])
    places = [old_content.find(tag, len(old_content) - same) for tag in start_tags]
    surplus = min((len(old_content) - place for place in places if place >= 0), default=0)
    regex = b"(?=%b)" % b"|".join(start_tags)

    def split(content: bytes) -> tuple[bytes, list[bytes], bytes]:
        end = len(content.rpartition(b"</")[2]) + 2
        head, *elements = re.split(regex, content[begin : len(content) - max(surplus, end)])
        return (re.split(regex, content[:begin], maxsplit=1)[0] if begin else head), elements, content[-end:]

    before, after = split(old_content), split(new_content)
    kept = _subtract(before[1], after[1]), _subtract(after[1], before[1])
    unsplit = old_content[:begin], before[0], after[0]
    if any(
        each.count(start) != each.count(end) for each in (*unsplit, *kept[0], *kept[1]) for start, end in _XML_MARKUP
    ):
        # A comment, or other text that is no markup, may contain an element.
        return old_content, new_content
    names = {name for element in (*kept[0], *kept[1]) for name in re.findall(rb'\bname="[^"]*"', element)[:1]}
    if any(content.count(name) > 1 for content in (old_content, new_content) for name in names):
        # Of elements with the same name, one counts.
        return old_content, new_content
    return b"".join([before[0], *kept[0], before[2]]), b"".join([after[0], *kept[1], after[2]])


def _count_common_bytes(one: bytes, other: bytes) -> int:
    """Return the length of the longest common beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def prune_properties(old_content: bytes, new_content: bytes) -> ContentPair:
    """Remove common entries of two properties files. A backslash continues an entry on the next line."""
    old, new = (re.split(rb"(?<!\\)\n", content) for content in (old_content, new_content))
    kept = _subtract(old, new), _subtract(new, old)
    keys = {key for line in (*kept[0], *kept[1]) for key in re.findall(rb"\A\s*([^\s=:]+)", line)}
    for lines in (old, new) if keys else ():
        counts = Counter(key for line in lines for key in re.findall(rb"\A\s*([^\s=:]+)", line))
        if any(counts[key] > 1 for key in keys):
            # Of entries with the same key, one counts.
            return old_content, new_content
    return b"\n".join(kept[0]), b"\n".join(kept[1])


def _subtract(texts: Iterable[bytes], others: Iterable[bytes]) -> list[bytes]:
    return [*(Counter(texts) - Counter(others)).elements()]


PRUNERS_BY_FORMAT: dict[str, Callable[[bytes, bytes], ContentPair]] = {
    **dict.fromkeys(("json", "json-nested"), partial(prune_json, str)),
    "i18next": partial(prune_json, partial(re.compile(r"(_(plural|[0-9]+))+\Z").sub, "")),
    "i18nextv4": partial(prune_json, partial(re.compile(r"(_(zero|one|two|few|many|other))+\Z").sub, "")),
    **dict.fromkeys(("yaml", "ruby-yaml"), prune_yaml),
    **dict.fromkeys(("aresource", "moko-resource", "cmp-resource"), partial(prune_xml, (b"<string", b"<plurals"))),
    "resx": partial(prune_xml, (b"<data ",)),
    "properties": prune_properties,
}
