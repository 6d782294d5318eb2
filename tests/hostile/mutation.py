"""Random changes of the content of a file."""

import random

TOKENS = (
    *(chr(code) for code in range(1, 128)),
    *"\xa0\xad\u0130\u0131\u0640\u200b\u200d\u2028\u202e\ufb03\ufdfa\ufffe\uffff\U0001f468\U000e0001\u0345\u03a3\u1e9e",
    *("<a>", "</a>", "<a ", '<a b="', "<!--", "-->", "<![CDATA[", "]]>", "<?", "&a", "&#", "&amp;", "&lt;"),
    *("http://a", "http://", "a@b.c", "a.b.", "www.a", "..", "\r\n", "AA", "aa ", "…", "{a}", "{{", "}}", "%s", "%("),
    *("%1$", "${", "#{", "@{", "[a]", "[/a]", "[a=", "[a](b)", "![a](b)", "](", ")[", "**", "__", "``", "```", "~~"),
    *("\\n", "C:\\\\a\\", "<<", "[[", "]]", "++", "`+", "$$", "a:b[", "pass:[", "{a,plural,one{", "other{#}", "''"),
    *("- ", "1. ", "> ", "| ", "===\n", "    ", "$t(", "@:a", "~1,", "import a\n", "<A/>", "{/*", "*/}", "a='"),
    *("|a|", "[1]_", "a_", "`a`_", "`a <b>`_", ":a:`b`", ":kbd:`b`", "::", ".. ", ".. a::\n", ".. _a: b\n", "+--+\n"),
    *(".. |a| replace:: b\n", ".. code:: c\n\n   x0", ".. role:: a(code)\n\n", ".. list-table::\n\n   ", "=== ===\n"),
    *("&#99999999999;", "&#xffffffff;", "&#xd800;", "&#0;", "\\Uffffffff", "\\U00110000", "\\ud800", "\\u{110000}"),
    *("--a=b  c\n", ">>> a\n", "a\n===\n", ":rfc:`1`", ".. csv-table::\n\n   ", ".. math::\n\n   ", "(a) ", "M", "9"),
)


def mutate(content: bytes, randomness: random.Random) -> bytes:
    """Change some places: remove, repeat or replace bytes, or insert a token or bytes that are not text."""
    for _ in range(randomness.randint(1, 8)):
        start = randomness.randrange(len(content) + 1)
        end = min(start + randomness.choice((0, 1, 3, 40, 400)), len(content))
        token = randomness.choice(TOKENS).encode("utf-8", "surrogatepass")
        new = randomness.choice(
            (b"", token, token * 500, randomness.randbytes(4), b"\0", b"\xff\xfe", content[start:end] * 3)
        )
        content = content[:start] + new + content[end:]
    return content
