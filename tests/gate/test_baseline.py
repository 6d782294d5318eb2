import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transtats_cli.comparison.snapshot import SnapshotString
from transtats_cli.gate import baseline
from transtats_cli.gate.baseline import BaselineSection, compute_string_digest
from transtats_cli.model import Finding, State, Unit

NAMES = st.text(st.characters(exclude_categories=["Cs"]) | st.just("\udcff"), min_size=1, max_size=12)
TEXTS = st.builds(
    lambda state, fails: SnapshotString(Unit("", "", "", state), (Finding("", ""),) if fails else ()),
    # A baseline has one name for both fuzzy states.
    st.sampled_from([state for state in State if state is not State.NEEDS_REWRITING]),
    st.booleans(),
)
SECTIONS = st.builds(
    BaselineSection, st.dictionaries(NAMES.map(compute_string_digest), TEXTS, max_size=4), st.booleans()
)


@given(st.dictionaries(NAMES, st.dictionaries(NAMES, SECTIONS, min_size=1, max_size=3), max_size=3))
def test_a_written_baseline_is_read_back_unchanged(
    tmp_path_factory: pytest.TempPathFactory, sections: dict[str, dict[str, BaselineSection]]
) -> None:
    path = tmp_path_factory.mktemp("baseline") / "file"
    path.write_text("".join(baseline.render_sections(sections)), encoding="utf-8")
    assert baseline.read_sections(str(path)) == sections


def test_merged_lines_of_two_branches_give_the_same_baseline(tmp_path: Path) -> None:
    """The order and repetition of lines do not matter."""
    done = SnapshotString(Unit("", "", "", State.TRANSLATED))
    sections = {"a/b": {"de": BaselineSection({compute_string_digest(name): done for name in "xyz"})}}
    lines = "".join(baseline.render_sections(sections)).splitlines(keepends=True)
    path = tmp_path / "file"
    path.write_text("".join([*lines, *reversed(lines[-2:])]))
    assert baseline.read_sections(str(path)) == sections


def test_a_missing_baseline_file_is_none(tmp_path: Path) -> None:
    assert baseline.read_sections(str(tmp_path / "none")) is None


def test_the_time_to_find_a_component_does_not_depend_on_the_number_of_components() -> None:
    section = BaselineSection({})
    sections = {f"a/{place}": {"de": section} for place in range(20_000)}
    began = time.process_time()
    found = baseline.Baseline(sections, "")
    for name in sections:
        assert found.find_section_name(name) == name
        assert found.find_shipped_languages(name) == set()
    assert time.process_time() - began < 10
