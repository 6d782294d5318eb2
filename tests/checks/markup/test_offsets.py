from transtats_cli.checks.markup.offsets import replace_spans

SPANS = [(1, 3), (4, 7)]


def test_spans_are_removed_from_a_text() -> None:
    assert replace_spans("a%db{c}", SPANS) == "ab"


def test_spans_of_a_text_are_replaced() -> None:
    assert replace_spans("a%db{c}d", SPANS, lambda start, end: f"<{start}-{end}>") == "a<1-3>b<4-7>d"
