"""The components that arguments mean, without a command line."""

import shutil
from collections.abc import Callable

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.errors import TranstatsError
from transtats_cli.selection.arguments import ComponentArguments
from transtats_cli.selection.selector import ComponentSelection, ComponentSelector

PO = 'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"\n'


def list_names(selection: ComponentSelection) -> list[str]:
    return [each.full_name for each in selection.components]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(ComponentArguments(select_all=True), id="all"),
        pytest.param(ComponentArguments("shop"), id="project"),
        pytest.param(ComponentArguments("sh*"), id="pattern"),
        pytest.param(ComponentArguments("word"), id="unknown word"),
        pytest.param(ComponentArguments("shop", "word"), id="unknown component"),
        pytest.param(ComponentArguments("a", "word"), id="unknown names"),
        pytest.param(ComponentArguments(), id="nothing"),
    ],
)
def test_the_tree_is_searched_once_for_all_questions(arguments: ComponentArguments, tree: WriteTree) -> None:
    root = tree({".git/HEAD": "", "shop/src/cart/de.po": PO, "shop/src/orders/de.po": PO, "other/src/a/de.po": PO})

    def describe(select: Callable[..., ComponentSelection]) -> list[str]:
        try:
            return list_names(select(arguments, accepts_project=True))
        except TranstatsError as error:
            return [*error.lines]

    expected = describe(ComponentSelector(str(root)).select)
    selector = ComponentSelector(str(root))
    assert not selector.is_project("word")
    for name in ("shop", "other"):
        shutil.rmtree(root / name)
    assert describe(selector.select) == expected
