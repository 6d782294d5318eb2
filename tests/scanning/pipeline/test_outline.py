from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.scanning.pipeline.scan import outline

PO = 'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"\n'


def test_languages_are_listed_without_reading_a_file(tree: WriteTree) -> None:
    report = outline(Component("a", "b", str(tree({"de.po": b"\xff", "fr.po": ""})), "*.po"), count_strings=False)
    assert [record.language.code for record in report.translations] == ["de", "fr"]
    assert report.source is None
    assert report.failures == ()


def test_strings_are_those_of_the_source(tree: WriteTree) -> None:
    report = outline(Component("a", "b", str(tree({"de.po": PO, "fr.po": PO})), "*.po"), count_strings=True)
    assert report.source is not None
    assert report.source.statistics.total.strings == 1
