import tracemalloc

from tests.fixture_types import WriteTree
from transtats_cli.scanning.discovery.evidence import LanguageEvidence
from transtats_cli.scanning.discovery.groups import Group
from transtats_cli.scanning.discovery.sniffing import Folder


def test_names_with_many_separators_do_not_fill_the_memory(tree: WriteTree) -> None:
    names = [f"{number}{'-x' * 120}.po" for number in range(2000)]
    paths = [*names, "de.po", "fr.po"]
    evidence = LanguageEvidence(Folder(str(tree(dict.fromkeys(paths, "")))), paths)
    tracemalloc.start()
    try:
        assert not evidence.supports(Group("*.po", {"de.po": "de", "fr.po": "fr"}), frozenset())
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10_000_000
