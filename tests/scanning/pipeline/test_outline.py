from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import outline_component, scan_component

OUTLINE = ScanOptions(with_source=True, runs_checks=False)
PO = 'msgid ""\nmsgstr ""\n\nmsgid "a"\nmsgstr "b"\n'


def test_languages_are_listed_without_reading_a_file(tree: WriteTree) -> None:
    report = outline_component(Component("a", "b", str(tree({"de.po": b"\xff", "fr.po": ""})), "*.po"))
    assert [record.language.code for record in report.translations] == ["de", "fr"]
    assert report.source is None
    assert report.failures == ()


MONOLINGUAL = 'msgid ""\nmsgstr ""\n\nmsgid "key"\nmsgstr "%s"\n'


def test_an_outline_counts_the_strings_of_the_source_language(tree: WriteTree) -> None:
    report = scan_component(Component("a", "b", str(tree({"de.po": PO, "fr.po": PO})), "*.po"), OUTLINE)
    assert report.source is not None
    assert report.source.statistics.total.strings == 1


def test_a_translation_of_a_monolingual_component_that_cannot_be_read_is_a_failure(tree: WriteTree) -> None:
    root = tree({"en.po": MONOLINGUAL % "Text", "de.po": b"\xff", "fr.po": MONOLINGUAL % ""})
    component = Component("a", "b", str(root), "*.po", file_format="po-mono", template="en.po")
    report = scan_component(component, OUTLINE)
    assert report.source is not None
    assert report.source.statistics.total.strings == 1
    assert [record.language.code for record in report.translations] == ["fr"]
    assert [failure.path for failure in report.failures] == ["de.po"]
