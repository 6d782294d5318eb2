"""A PO header that contradicts the language of the file is a warning with the line. It changes no number."""

from pathlib import Path

import pytest

from tests.fixture_types import Run

REASON = "the header contradicts the language of the file"
OF_ONE, OF_TWO = "nplurals=1; plural=0;", "nplurals=2; plural=(n != 1);"
OF_THREE = "nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);"
SLAVIC = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : "


def write_file(folder: Path, name: str, language: str | None, plural: str | None = None) -> None:
    fields = ["Project-Id-Version: 1", "MIME-Version: 1.0"]
    fields += [f"Language: {language}"] if language is not None else []
    fields += [f"Plural-Forms: {plural}"] if plural is not None else []
    header = "".join(f'"{field}\\n"\n' for field in fields)
    (folder / "po").mkdir(exist_ok=True)
    (folder / "po" / f"{name}.po").write_text(f'msgid ""\nmsgstr ""\n{header}\nmsgid "Open"\nmsgstr "x"\n')


@pytest.mark.parametrize(
    ("name", "language", "plural", "line", "detail"),
    [
        ("de", "fr", OF_TWO, 5, "Language: fr instead of de"),
        ("de", "de", OF_THREE, 6, "nplurals=3 instead of 2"),
        ("de", "fr", OF_THREE, 5, "Language: fr instead of de; nplurals=3 instead of 2"),
        ("de", "en_US.UTF-8", None, 5, "Language: en_US.UTF-8 instead of de"),
        ("pt_BR", "pt_PT", None, 5, "Language: pt_PT instead of pt_BR"),
        ("zh_CN", "zh_TW", None, 5, "Language: zh_TW instead of zh_Hans"),
        ("ja", "ja", OF_TWO, 6, "nplurals=2 instead of 1"),
        ("lt", "lt", OF_TWO, 6, "nplurals=2 instead of 3 or 4"),
        ("de", None, f'"\n"{OF_THREE[:12]}"\n"{OF_THREE[12:]}', 5, "nplurals=3 instead of 2"),
    ],
)
def test_a_contradiction_is_a_warning_with_its_line(
    run: Run, tmp_path: Path, name: str, language: str | None, plural: str | None, line: int, detail: str
) -> None:
    write_file(tmp_path, name, language, plural)
    # Without checks, the strings are only counted.
    for options in ([], ["--no-checks"]):
        done = run("stats", *options)
        assert (done.status, done.stderr) == (0, f"warning: po/{name}.po:{line}: {REASON} ({detail})\n")


@pytest.mark.parametrize(
    ("name", "language", "plural"),
    [
        ("de", None, None),
        ("de", "", ""),
        ("de", "de_DE.UTF-8", OF_TWO),
        ("de", "de_AT@euro", OF_TWO),
        ("de", "German", OF_TWO),
        ("de", "Deutsch", OF_TWO),
        ("de", "LANGUAGE", "nplurals=INTEGER; plural=EXPRESSION;"),
        ("de", "C", OF_ONE),
        ("pt", "pt_PT", OF_TWO),
        ("pt_BR", "pt", "nplurals=2; plural=(n > 1);"),
        ("fr", "fr", "nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;"),
        ("zh_CN", "zh_Hans", OF_ONE),
        ("zh_TW", "zh_Hant_HK", OF_ONE),
        ("sr@latin", "sr_Latn", None),
        ("sr@latin", "sr", None),
        ("he", "iw", OF_TWO),
        ("no", "nb_NO", OF_TWO),
        ("ga", "ga", OF_THREE),
        ("ga", "ga", "nplurals=5; plural=n==1 ? 0 : n==2 ? 1 : n<7 ? 2 : n<11 ? 3 : 4;"),
        ("cy", "cy", "nplurals=4; plural= (n==1) ? 0 : (n==2) ? 1 : (n != 8 && n != 11) ? 2 : 3;"),
        ("ru", "ru", f"nplurals=4; plural=({SLAVIC}n%10==0 || n%10>=5 || (n%100>=11 && n%100<=14) ? 2 : 3);"),
        ("ru", "ru", f"nplurals=4; plural=n==1 ? 3 : {SLAVIC}2;"),
        ("xx", "fr", OF_THREE),
    ],
)
def test_varieties_aliases_and_other_rules_of_a_language_are_no_contradiction(
    run: Run, tmp_path: Path, name: str, language: str | None, plural: str | None
) -> None:
    write_file(tmp_path, name, language, plural)
    assert REASON not in run("stats").stderr


def test_files_with_contradictions_share_one_line_and_exit_status_0(run: Run, tmp_path: Path) -> None:
    for name in ("cs", "de", "pl"):
        write_file(tmp_path, name, "fr")
    done = run("stats")
    assert done.status == 0
    assert done.stderr == f"warning: po/cs.po:5, po/de.po:5, po/pl.po:5: {REASON} (-v shows all)\n"
    assert len(run("stats", "-v").stderr.splitlines()) == 3


def test_an_alias_of_the_settings_is_no_contradiction(run: Run, tmp_path: Path) -> None:
    write_file(tmp_path, "fr", "german")
    settings = '[project.shop.component.po]\nfilemask = "po/*.po"\nfile_format = "po"\naliases = { fr = "de" }\n'
    (tmp_path / "transtats.toml").write_text(settings)
    assert run("stats").stderr == ""


def test_texts_that_look_like_fields_are_none(run: Run, tmp_path: Path) -> None:
    write_file(tmp_path, "de", "de")
    with (tmp_path / "po" / "de.po").open("a") as file:
        file.write('\nmsgid ""\n"Language: fr\\n"\nmsgstr ""\n"Language: fr\\n"\n')
    assert run("stats").stderr == ""
