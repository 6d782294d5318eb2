"""A file that contains the strings of all languages is read once for all languages."""

import json
from pathlib import Path

from transtats_cli.component import Component
from transtats_cli.formats import ReadOptions
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component


def test_all_languages_are_those_of_one_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.xcstrings"
    units = {code: {"stringUnit": {"state": "translated", "value": code}} for code in ("cs", "de", "fr")}
    path.write_text(json.dumps({"sourceLanguage": "en", "strings": {"key": {"localizations": units}}}))
    component = Component(
        *("p", "c", str(tmp_path), path.name, "xcstrings", path.name), read_options=ReadOptions(is_monolingual=True)
    )

    def damage_file(_: str) -> None:
        path.write_text("{")

    # The function is called after each language.
    report = scan_component(component, ScanOptions(progress=damage_file))
    assert [record.statistics.translated.strings for record in report.records] == [1, 1, 1]
    assert report.failures == ()
