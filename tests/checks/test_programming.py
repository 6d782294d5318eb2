"""The placeholders of programming languages and libraries, and sources with unnamed placeholders."""

from collections.abc import Callable

import pytest

from transtats_cli.checks import programming
from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.subject import CheckedString, find_highlight_spans


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{{name}} of {{total}}", "{{total}}: {{name}}", None, id="swapped"),
        pytest.param("{{name}}", "{{nmae}}", "{{name}} is missing, {{nmae}} is not in the source", id="misspelt"),
        pytest.param("{{ price | currency }}", "{{price|currency}}", None, id="blanks-do-not-count"),
        pytest.param("{{a}} {{b}}", "{{a}}", "{{b}} is missing", id="the-shortest-match"),
        pytest.param(
            "{{{a}}}", "{{a}}}", "{{{a}} is missing, {{a}} is not in the source", id="a-third-brace-is-inside"
        ),
        pytest.param(
            "{{a} b}}", "{{a} c}}", "{{a} b}} is missing, {{a} c}} is not in the source", id="a-single-brace-is-inside"
        ),
        pytest.param("{{\na\n}}", "{{a}}", None, id="line-breaks-next-to-the-braces"),
        pytest.param("{{a\nb}}", "nic", None, id="a-line-break-inside-a-name"),
        pytest.param("{{}} {name} {{", "nic", None, id="empty-and-single-braces"),
        pytest.param("{{ }}", "nic", "{{ }} is missing", id="a-blank-between-braces"),
    ],
)
def test_a_translation_keeps_the_expressions_of_angularjs(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.angularjs_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{{a}}more{{/a}}{{icon/}}", "{{icon/}}{{a}}více{{/a}}", None, id="swapped"),
        pytest.param("{{a}}more{{/a}}", "{{a}}více", "{{/a}} is missing", id="the-closing-component-is-missing"),
        pytest.param(
            "{{icon/}}",
            "{{icon}}",
            "{{icon/}} is missing, {{icon}} is not in the source",
            id="an-open-component-instead",
        ),
        pytest.param("{{ a }}", "{{a}}", "{{ a }} is missing, {{a}} is not in the source", id="blanks-count"),
        pytest.param("{{á_1/}}", "nic", "{{á_1/}} is missing", id="any-word-characters"),
        pytest.param("{{}} {{a-b}} {a}", "nic", None, id="other-texts-are-not-placeholders"),
    ],
)
def test_a_translation_keeps_the_components_of_automattic(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.automattic_components_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s has %d", "%s má %d", None, id="kept"),
        pytest.param("%s has %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s has %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param("%1$s", "%s", "%1$s is missing, %s is not in the source", id="a-number-counts"),
        pytest.param("%s has %d", "%s má", "%d is missing", id="missing"),
        pytest.param("Files", "%d souborů", "%d is not in the source", id="extra"),
        pytest.param("%s", "%s: %s", "%s occurs more often than in the source", id="twice"),
        pytest.param("%s: %s", "%s", "%s occurs less often than in the source", id="once"),
        pytest.param("%1$s: %1$s", "%1$s", "%1$s occurs less often than in the source", id="numbered-once"),
        pytest.param("%5.2f", "%.2f", "%5.2f is missing, %.2f is not in the source", id="width-counts"),
        pytest.param("%-5s|%+d|%#x", "%-5s|%+d|%#x", None, id="flags"),
        pytest.param("% d", "%d", "% d is missing, %d is not in the source", id="flags-count"),
        pytest.param("%'d files", "%d souborů", None, id="grouping-does-not-count"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("%d%%", "%d %%, %%", None, id="several-escaped-percent-signs"),
        pytest.param("a %", "a", "% is missing", id="a-percent-sign-alone-counts"),
        pytest.param("%.d", "%.s", None, id="a-precision-without-digits-is-not-a-placeholder"),
        pytest.param("%*d", "%*s", None, id="a-star-is-not-a-placeholder"),
        pytest.param("%1$*d", "%1$*s", None, id="a-number-before-a-star"),
        pytest.param("%1$*d", "%2$*d", "%1$ is missing, %2$ is not in the source", id="a-number-before-a-star-counts"),
        pytest.param("%ld", "%d", "%ld is missing, %d is not in the source", id="length-counts"),
        pytest.param("%hhd", "%hd", "%hhd is missing, %hd is not in the source", id="longer-length"),
        pytest.param("%lld", "%llu", None, id="the-second-l-is-a-type"),
        pytest.param("%zd", "%zu", None, id="z-is-a-type"),
        pytest.param("%d", "%D", "%d is missing, %D is not in the source", id="case-counts"),
        pytest.param("", "%d", None, id="an-empty-source"),
        pytest.param("%d", "", None, id="an-empty-target"),
        pytest.param("Files", "Soubory", None, id="no-placeholders"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_c(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.c_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{0} of {1}", "{1}: {0}", None, id="swapped"),
        pytest.param(
            "{0} of {1}", "{0}: {0}", "{1} is missing, {0} occurs more often than in the source", id="missing"
        ),
        pytest.param("{0:N} {1,10}", "{1,-5} {0:D}", None, id="only-the-number-counts"),
        pytest.param("{0,?5} {1, 10.2}", "{1} {0}", None, id="widths"),
        pytest.param("{0:HH.mm} {1:#,0.00}", "{1} {0}", None, id="formats"),
        pytest.param("{0:HH:mm}", "kdy", None, id="a-format-has-no-colon"),
        pytest.param("{10}", "{1}", "{10} is missing, {1} is not in the source", id="several-digits"),
        pytest.param("{name} {}", "nic", None, id="names-are-not-placeholders"),
        pytest.param("{{0}}", "nula", "{0} is missing", id="a-placeholder-in-doubled-braces"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_c_sharp(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.c_sharp_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("${name} of ${total}", "${total}: ${name}", None, id="swapped"),
        pytest.param("${name}", "${nmae}", "${name} is missing, ${nmae} is not in the source", id="misspelt"),
        pytest.param("${a + b}", "${ a+b }", None, id="blanks-do-not-count"),
        pytest.param("${name}", "${Name}", "${name} is missing, ${Name} is not in the source", id="case-counts"),
        pytest.param("${a\n}", "${a}", None, id="line-breaks-do-not-count"),
        pytest.param("${n} ${n}", "${n}", "${n} occurs less often than in the source", id="once"),
        pytest.param("$name {name} ${} ${", "nic", None, id="other-texts-are-not-placeholders"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_template_literals(
    source: str, target: str, expected: str | None
) -> None:
    assert format_strings.compare_placeholders(programming.es_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{0} of {1}", "{1}: {0}", None, id="swapped"),
        pytest.param("{0} of {1}", "{0} z {2}", "{1} is missing, {2} is not in the source", id="another-placeholder"),
        pytest.param("{0,number} {1 , date, short}", "{1} {0,number,integer}", None, id="only-the-number-counts"),
        pytest.param("{0,number,#}{1}", "{1}{0,number,#}", "{1} is not in the source", id="a-style-may-contain-braces"),
        pytest.param("{0,choice,0#none|1#one}", "{0}", None, id="a-choice"),
        pytest.param("{0, number, a b}", "číslo", None, id="a-style-has-no-blanks"),
        pytest.param("{0,Number}", "číslo", None, id="a-type-is-in-lower-case"),
        pytest.param("{ 0 }", "nula", None, id="no-blank-before-the-number"),
        pytest.param("{name}", "jméno", None, id="a-name-is-not-an-argument"),
        pytest.param(
            "{0}", "d'{0}", "an apostrophe has no second one; in the text it is written ''", id="a-single-apostrophe"
        ),
        pytest.param("{0}", "d''{0}", None, id="a-doubled-apostrophe"),
        pytest.param(
            "It's {0}",
            "It's {0}",
            "an apostrophe has no second one; in the text it is written ''",
            id="a-single-apostrophe-in-the-source-as-well",
        ),
        pytest.param("", "d'", None, id="an-empty-source"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_java_messages(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.java_format(), source, target) == expected


@pytest.mark.parametrize(
    ("flags", "source", "is_checked"),
    [
        pytest.param("java-format", "name", True, id="the-flag-java-format"),
        pytest.param("auto-java-messageformat", "name", False, id="a-source-that-is-not-a-message"),
        pytest.param("auto-java-messageformat", "{0}", True, id="a-source-with-an-argument"),
        pytest.param("auto-java-messageformat", "{ 0 , date , short }", True, id="an-argument-with-blanks"),
        pytest.param("auto-java-messageformat", "{name}", False, id="a-name-is-not-an-argument"),
    ],
)
def test_a_string_is_a_java_message_because_of_its_flag_or_its_source(
    subject_of: Callable[..., CheckedString], flags: str, source: str, is_checked: bool
) -> None:
    subject = subject_of(source, "d'{0}", flags)
    assert (format_strings.find_placeholder_problem(programming.java_format(), subject) is not None) is is_checked
    assert bool(find_highlight_spans("d'{0}", subject)) is is_checked


def test_a_string_is_a_java_message_if_any_source_form_has_an_argument(
    subject_of: Callable[..., CheckedString],
) -> None:
    subject = subject_of(["one", "{0} files"], ["eins", "Dateien"], "auto-java-messageformat")
    assert (
        format_strings.find_placeholder_problem(programming.java_format(), subject)
        == "in plural form 2, {0} is missing"
    )


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s of %d", "%s z %d", None, id="kept"),
        pytest.param("%s of %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s of %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param("%s of %d", "%s", "%d is missing", id="missing"),
        pytest.param("%,d", "%d", "%,d is missing, %d is not in the source", id="flags-count"),
        pytest.param("%-,.3f (%(d)", "%-,.3f (%(d)", None, id="all-kinds-of-flags"),
        pytest.param("%tY-%tm", "%tm.%tY", "the order of the placeholders differs", id="dates-have-two-letters"),
        pytest.param("%TB", "%tB", "%TB is missing, %tB is not in the source", id="capital-dates"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("50% done", "hotovo", None, id="a-blank-is-not-a-flag"),
        pytest.param("100%", "100", None, id="a-percent-sign-alone-is-not-a-placeholder"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_java_printf(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.java_printf_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s has %d", "%s má %d", None, id="kept"),
        pytest.param("%s has %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s has %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param("%s has %d", "%s má", "%d is missing", id="missing"),
        pytest.param("Files", "%d souborů", "%d is not in the source", id="extra"),
        pytest.param("%'d%%", "%d procent", None, id="grouping-and-escaped-percent-signs-do-not-count"),
        pytest.param("%5d", "%d", "%5d is missing, %d is not in the source", id="width-counts"),
        pytest.param("50% done", "hotovo", "% d is missing", id="a-blank-is-a-flag"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_javascript(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.javascript_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param(":name has :count", ":count: :name", None, id="swapped"),
        pytest.param(":name has :count", ":count", ":name is missing", id="missing"),
        pytest.param("Hello", "Ahoj :name", ":name is not in the source", id="extra"),
        pytest.param(":name", ":Name", ":name is missing, :Name is not in the source", id="case-counts"),
        pytest.param(
            ":user_1", ":user_2", ":user_1 is missing, :user_2 is not in the source", id="digits-and-underscores"
        ),
        pytest.param("at 12:30 on :80", "v poledne", None, id="a-digit-begins-no-placeholder"),
        pytest.param(":čas", "", None, id="an-empty-target"),
        pytest.param(":čas", "kdy", None, id="a-letter-beyond-ascii-begins-no-placeholder"),
        pytest.param(
            "http://example.com",
            "http:example.com",
            ":example is not in the source",
            id="a-slash-begins-no-placeholder",
        ),
    ],
)
def test_a_translation_keeps_the_placeholders_of_laravel(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.laravel_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s has %d", "%s má %d", None, id="kept"),
        pytest.param("%s has %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s has %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param("%s has %d", "%s má", "%d is missing", id="missing"),
        pytest.param("Files", "%d souborů", "%d is not in the source", id="extra"),
        pytest.param("%'d%%", "%d procent", None, id="grouping-and-escaped-percent-signs-do-not-count"),
        pytest.param("%5d", "%d", "%5d is missing, %d is not in the source", id="width-counts"),
        pytest.param("50% done", "hotovo", "% d is missing", id="a-blank-is-a-flag"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_lua(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.lua_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%@ of %ld", "%@ z %ld", None, id="kept"),
        pytest.param("%@ of %ld", "%ld: %@", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$@ of %2$ld", "%2$ld: %1$@", None, id="numbered-placeholders-swapped"),
        pytest.param("%@", "", None, id="an-empty-target"),
        pytest.param("%@ left", "zbývá", "%@ is missing", id="missing"),
        pytest.param("%#@days@ and %#@hours@", "%#@hours@, %#@days@", None, id="variables-swapped"),
        pytest.param(
            "%#@days@", "%#@hours@", "%#@days@ is missing, %#@hours@ is not in the source", id="another-variable"
        ),
        pytest.param(
            "%1$#@days@", "%#@days@", "%1$#@days@ is missing, %#@days@ is not in the source", id="a-numbered-variable"
        ),
        pytest.param("%lld", "%llu", "%lld is missing, %llu is not in the source", id="two-letters-of-length"),
        pytest.param("%zd", "%zu", "%zd is missing, %zu is not in the source", id="z-is-a-length"),
        pytest.param("%'d", "%d", None, id="grouping-does-not-count"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("%*d", "%*s", None, id="a-star-is-not-a-placeholder"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_objective_c(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.objc_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s of %d", "%s z %d", None, id="kept"),
        pytest.param("%s of %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%0:s of %1:d", "%1:d: %0:s", None, id="numbered-placeholders-swapped"),
        pytest.param("%0:s", "%1:s", "%0:s is missing, %1:s is not in the source", id="another-number"),
        pytest.param("%s of %d", "%s", "%d is missing", id="missing"),
        pytest.param("%-8.2f", "%8.2f", "%-8.2f is missing, %8.2f is not in the source", id="alignment-counts"),
        pytest.param("%*.*f", "%*.*f", None, id="stars"),
        pytest.param("%*d", "%d", "%*d is missing, %d is not in the source", id="stars-count"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("%i", "%k", None, id="other-letters-are-not-types"),
        pytest.param("a %", "a", "% is missing", id="a-percent-sign-alone-counts"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_object_pascal(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.object_pascal_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{name} has {count}", "{count}: {name}", None, id="swapped"),
        pytest.param("{name} has {count}", "{count}", "{name} is missing", id="missing"),
        pytest.param("Hello", "Ahoj {name}", "{name} is not in the source", id="extra"),
        pytest.param("{name}", "{Name}", "{name} is missing, {Name} is not in the source", id="case-counts"),
        pytest.param("{n} {n}", "{n}", "{n} occurs less often than in the source", id="once"),
        pytest.param(
            "{user_1}", "{user_2}", "{user_1} is missing, {user_2} is not in the source", id="digits-and-underscores"
        ),
        pytest.param("{a b} {ě} {}", "nic", None, id="other-characters-are-not-allowed"),
    ],
)
def test_a_translation_keeps_the_brace_placeholders_of_perl(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.perl_brace_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s has %d", "%s má %d", None, id="kept"),
        pytest.param("%s has %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s has %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param("%s has %d", "%s má", "%d is missing", id="missing"),
        pytest.param("Files", "%d souborů", "%d is not in the source", id="extra"),
        pytest.param("%'d%%", "%d procent", None, id="grouping-and-escaped-percent-signs-do-not-count"),
        pytest.param("%5d", "%d", "%5d is missing, %d is not in the source", id="width-counts"),
        pytest.param("50% done", "hotovo", "% d is missing", id="a-blank-is-a-flag"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_perl(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.perl_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s has %d", "%s má %d", None, id="kept"),
        pytest.param("%s has %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s has %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param(
            "%1$s has %2$d",
            "%1$s: %1$s",
            "%2$d is missing, %1$s occurs more often than in the source",
            id="a-numbered-placeholder-missing",
        ),
        pytest.param("Files", "%d souborů", "%d is not in the source", id="extra"),
        pytest.param("%05.1f", "%.1f", "%05.1f is missing, %.1f is not in the source", id="width-counts"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("%'d", "%'s", None, id="an-apostrophe-is-not-a-flag"),
        pytest.param("%'d", "d", "% is missing", id="the-percent-sign-before-an-apostrophe-counts"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_php(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.php_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{name} has {count}", "{count}: {name}", None, id="named-placeholders-swapped"),
        pytest.param("{0} of {1}", "{1}: {0}", None, id="numbered-placeholders-swapped"),
        pytest.param("{name}", "{nmae}", "{name} is missing, {nmae} is not in the source", id="misspelt"),
        pytest.param("{} of {}", "{} z {}", None, id="unnamed"),
        pytest.param("{} of {}", "{}", "{} occurs less often than in the source", id="one-of-the-unnamed-missing"),
        pytest.param(
            "{} of {total}",
            "{total}: {}",
            "the order of the placeholders differs",
            id="the-order-counts-with-an-unnamed-placeholder",
        ),
        pytest.param(
            "{user.name}",
            "{user.nick}",
            "{user.name} is missing, {user.nick} is not in the source",
            id="attributes-count",
        ),
        pytest.param(
            "{0[key]}", "{0[other]}", "{0[key]} is missing, {0[other]} is not in the source", id="elements-count"
        ),
        pytest.param(
            "{name!r}", "{name}", "{name!r} is missing, {name} is not in the source", id="the-conversion-counts"
        ),
        pytest.param(
            "{price:.2f}",
            "{price:.1f}",
            "{price:.2f} is missing, {price:.1f} is not in the source",
            id="the-specification-counts",
        ),
        pytest.param("{a:*^+#010,.3f} {b!s:>10}", "{b!s:>10} {a:*^+#010,.3f}", None, id="all-parts-of-a-specification"),
        pytest.param("{{name}}", "name", None, id="escaped-braces-are-not-placeholders"),
        pytest.param(
            "{name}",
            "{name}}",
            "a } belongs to no placeholder; in the text it is written }}",
            id="a-stray-closing-brace",
        ),
        pytest.param(
            "{name}",
            "{name} {",
            "a { belongs to no placeholder; in the text it is written {{",
            id="a-stray-opening-brace",
        ),
        pytest.param(
            "{",
            "{",
            "a { belongs to no placeholder; in the text it is written {{",
            id="a-stray-brace-in-the-source-as-well",
        ),
        pytest.param(
            "{:d}",
            "{:d}",
            "a { belongs to no placeholder; in the text it is written {{",
            id="a-specification-without-a-name",
        ),
        pytest.param("{naïve}", "naivní", None, id="names-are-ascii"),
        pytest.param("{ name }", "jméno", None, id="names-have-no-blanks"),
        pytest.param(
            "{date:%Y}",
            "{date:%Y}",
            "a { belongs to no placeholder; in the text it is written {{",
            id="dates-are-a-problem",
        ),
        pytest.param("{", "", None, id="an-empty-target"),
    ],
)
def test_a_translation_keeps_the_brace_placeholders_of_python(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.python_brace_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s has %d", "%s má %d", None, id="kept"),
        pytest.param("%s has %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%(name)s has %(count)d", "%(count)d: %(name)s", None, id="named-placeholders-swapped"),
        pytest.param(
            "Hello %(name)s", "Ahoj %(nmae)s", "%(name)s is missing, %(nmae)s is not in the source", id="misspelt"
        ),
        pytest.param(
            "%(name)s", "%(name)d", "%(name)s is missing, %(name)d is not in the source", id="the-type-counts"
        ),
        pytest.param(
            "%(name)s", "%(name)", "%(name)s is missing, %(name) is not in the source", id="a-name-without-its-type"
        ),
        pytest.param("%(long name)s", "%(long name)s", None, id="a-name-with-a-blank"),
        pytest.param("%()s", "s", "% is missing", id="a-name-is-not-empty"),
        pytest.param("%(name", "(name", "% is missing", id="a-name-ends"),
        pytest.param("%(n)s %(n)s", "%(n)s", "%(n)s occurs less often than in the source", id="once"),
        pytest.param("%(name)s", "%(name)s %s", "%s is not in the source", id="an-unnamed-placeholder-too-many"),
        pytest.param("100%%", "100 procent", None, id="an-escaped-percent-sign-is-not-a-placeholder"),
        pytest.param("%5.2f", "%5.1f", "%5.2f is missing, %5.1f is not in the source", id="precision-counts"),
        pytest.param("%*d", "%*s", None, id="a-star-is-not-a-placeholder"),
    ],
)
def test_a_translation_keeps_the_percent_placeholders_of_python(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.python_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%1 of %2", "%2: %1", None, id="swapped"),
        pytest.param("%1 of %2", "%1 z %3", "%2 is missing, %3 is not in the source", id="another-placeholder"),
        pytest.param("%1", "%L1", "%1 is missing, %L1 is not in the source", id="localised-numbers-are-different"),
        pytest.param("%10", "%11", "%10 is missing, %11 is not in the source", id="two-digits"),
        pytest.param("%100", "%101", None, id="the-third-digit-is-text"),
        pytest.param("%1 %1", "%1", "%1 occurs less often than in the source", id="once"),
        pytest.param("%n %L %", "nic", None, id="other-texts-are-not-placeholders"),
        pytest.param("%%1", "%1", None, id="percent-signs-are-not-escaped"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_qt(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.qt_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%n files", "%n souborů", None, id="kept"),
        pytest.param("%n files", "souborů", "%n is missing", id="missing"),
        pytest.param(
            "%n files", "%Ln souborů", "%n is missing, %Ln is not in the source", id="localised-numbers-are-different"
        ),
        pytest.param("%n of %Ln", "%Ln: %n", "the order of the placeholders differs", id="swapped"),
        pytest.param("files", "%n souborů", "%n is not in the source", id="extra"),
        pytest.param("%1 %L1 %", "nic", None, id="other-texts-are-not-placeholders"),
        pytest.param("%name", "%number", None, id="the-text-after-a-count"),
    ],
)
def test_a_translation_keeps_the_count_of_qt(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.qt_plural_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%s of %d", "%s z %d", None, id="kept"),
        pytest.param("%s of %d", "%d: %s", "the order of the placeholders differs", id="swapped"),
        pytest.param("%1$s of %2$d", "%2$d: %1$s", None, id="numbered-placeholders-swapped"),
        pytest.param("%{name} of %<total>d", "%<total>d: %{name}", None, id="named-placeholders-swapped"),
        pytest.param("%{name}", "%{nmae}", "%{name} is missing, %{nmae} is not in the source", id="misspelt"),
        pytest.param(
            "%<total>d", "%<total>f", "%<total>d is missing, %<total>f is not in the source", id="the-type-counts"
        ),
        pytest.param(
            "%-10<name>s", "%<name>s", "%-10<name>s is missing, %<name>s is not in the source", id="flags-count"
        ),
        pytest.param(
            "%+5.1f", "%5.1f", "%+5.1f is missing, %5.1f is not in the source", id="width-and-precision-count"
        ),
        pytest.param(
            "100%% of %s", "100 % z %s", "%% is missing, % z is not in the source", id="an-escaped-percent-sign-counts"
        ),
        pytest.param("100%%", "%% 100", None, id="an-escaped-percent-sign-before-a-name"),
        pytest.param("%<a b>s %{a b} %{ x } %", "nic", None, id="names-have-no-blanks"),
        pytest.param(
            "Spaced %<a b>s",
            "Mezera %<a<n>s b>s",
            "%<a<n>s is not in the source",
            id="a-name-may-contain-an-angle-bracket",
        ),
        pytest.param("%<user.name>s", "nic", "%<user.name>s is missing", id="a-name-may-contain-a-dot"),
        pytest.param("%{user-name}", "nic", "%{user-name} is missing", id="a-name-may-contain-a-hyphen"),
        pytest.param("%<a<n>s", "je %<a<n>s", None, id="a-hyphen-in-a-name-counts"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_ruby(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.ruby_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("~a of ~d", "~a z ~d", None, id="kept"),
        pytest.param("~a of ~d", "~d: ~a", "the order of the placeholders differs", id="swapped"),
        pytest.param("~0@*~a of ~1@*~d", "~1@*~d: ~0@*~a", None, id="numbered-placeholders-swapped"),
        pytest.param("~a of ~d", "~a", "~d is missing", id="missing"),
        pytest.param("100~~", "100", None, id="an-escaped-tilde-is-not-a-placeholder"),
        pytest.param("~5,'0d", "~5d", "~5,'0d is missing, ~5d is not in the source", id="parameters-count"),
        pytest.param("~-5d ~+3d", "~-5d ~+3d", None, id="signed-parameters"),
        pytest.param("~v,#f", "~v,#f", None, id="parameters-from-arguments"),
        pytest.param("~:@d", "~:d", "~:@d is missing, ~:d is not in the source", id="modifiers-count"),
        pytest.param("~@:d", "~@:s", None, id="modifiers-have-an-order"),
        pytest.param("~(~a~)", "~a", "~( and ~) are missing", id="case-conversion"),
        pytest.param("~;", "~{", None, id="other-characters-are-not-directives"),
        pytest.param("~;", ";", "~ is missing", id="a-tilde-alone-counts"),
    ],
)
def test_a_translation_keeps_the_directives_of_scheme(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.scheme_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{name} of {0}", "{0}: {name}", None, id="swapped"),
        pytest.param("%{name}", "{name}", "%{name} is missing, {name} is not in the source", id="with-a-percent-sign"),
        pytest.param("{name}", "{Name}", "{name} is missing, {Name} is not in the source", id="case-counts"),
        pytest.param("{ name }", "{name}", "{ name } is missing, {name} is not in the source", id="blanks-count"),
        pytest.param("{} {", "nic", None, id="empty-or-open-braces-are-not-placeholders"),
        pytest.param(
            "See @:app.title",
            "Viz @:app.name",
            "@:app.title is missing, @:app.name is not in the source",
            id="a-linked-message",
        ),
        pytest.param("@:app/a-b_c|d.e", "viz", "@:app/a-b_c|d.e is missing", id="all-characters-of-a-key"),
        pytest.param(
            "@.lower:app.title",
            "@:app.title",
            "@.lower:app.title is missing, @:app.title is not in the source",
            id="a-linked-message-with-a-modifier",
        ),
        pytest.param("@.LOWER:app.title", "viz", "@.LOWER:app.title is missing", id="a-modifier-in-capitals"),
        pytest.param(
            "@:(app:title)",
            "@:(app:name)",
            "@:(app:title) is missing, @:(app:name) is not in the source",
            id="a-linked-message-in-parentheses",
        ),
        pytest.param("me@example.com @ home", "nic", None, id="an-address-is-not-a-placeholder"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_vue(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.vue_format(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("%name% has %count%", "%count%: %name%", None, id="swapped"),
        pytest.param("%name% has %count%", "%count%", "%name% is missing", id="missing"),
        pytest.param("Hello", "Ahoj %name%", "%name% is not in the source", id="extra"),
        pytest.param("%name%", "%Name%", "%name% is missing, %Name% is not in the source", id="case-counts"),
        pytest.param(
            "%user_1%", "%user_2%", "%user_1% is missing, %user_2% is not in the source", id="digits-and-underscores"
        ),
        pytest.param("%n% %n%", "%n%", "%n% occurs less often than in the source", id="once"),
        pytest.param("%a-b% %% 50% and 60%", "nic", None, id="other-characters-are-not-allowed"),
    ],
)
def test_a_translation_keeps_placeholders_between_percent_signs(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.percent_placeholders(), source, target) == expected


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{{count}} of $t(total)", "$t(total): {{count}}", None, id="swapped"),
        pytest.param(
            "{{count}}", "{{number}}", "{{count}} is missing, {{number}} is not in the source", id="another-placeholder"
        ),
        pytest.param("{{value, format}}", "{{ value,format }}", None, id="blanks-do-not-count"),
        pytest.param("$t(key)", "$t(klíč)", "$t(key) is missing, $t(klíč) is not in the source", id="another-message"),
        pytest.param("$t(items, {n})", "$t( items,{n} )", None, id="blanks-in-messages"),
        pytest.param("$t(a {{b}})", "$t(a {{b}})", None, id="a-placeholder-in-another"),
        pytest.param("{{a}} {{b}}", "{{a}}", "{{b}} is missing", id="the-shortest-match"),
        pytest.param("{{{a}}}", "a", "{{{a}} is missing", id="a-third-brace-is-inside"),
        pytest.param(
            "{{a} b}}", "{{a} c}}", "{{a} b}} is missing, {{a} c}} is not in the source", id="a-single-brace-is-inside"
        ),
        pytest.param("{{}} {{ $t() $t(", "nic", None, id="at-least-one-character"),
        pytest.param("{{a\nb}} $t(a\nb)", "nic", None, id="on-one-line"),
    ],
)
def test_a_translation_keeps_the_placeholders_of_i18next(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(programming.i18next_interpolation(), source, target) == expected


@pytest.mark.parametrize(
    ("flag_line", "source", "fails"),
    [
        pytest.param("c-format", "%d of %d", True, id="two without a number"),
        pytest.param("c-format", "%1$d of %2$d", False, id="both with a number"),
        pytest.param("c-format", "%d of %1$d", False, id="one of two without"),
        pytest.param("c-format", "%d %%", False, id="an escaped sign of C"),
        pytest.param("c-format", "%d 100%", True, id="a lone sign of C"),
        pytest.param("python-format", "%d %%", True, id="an escaped sign of Python"),
        pytest.param("python-format", "%(a)d of %(b)d", False, id="names"),
        pytest.param("python-brace-format", "{} of {}", True, id="empty braces"),
        pytest.param("python-brace-format", "{0} of {1}", False, id="braces with numbers"),
        pytest.param("c-format, python-brace-format", "%d of {}", True, id="one of each of two formats"),
        pytest.param("c-format, python-format", "%d", False, id="one placeholder of two formats"),
        pytest.param("ruby-format", "%d of %d", False, id="Ruby is not checked"),
        pytest.param("qt-format", "%d of %d", False, id="Qt is not checked"),
        pytest.param("csharp-format", "{0} of {1}", False, id="gettext's name of C#"),
        pytest.param("c-format", ["%d", "%d of %d"], False, id="in the plural only"),
        pytest.param("c-format", ["%d of %d", "%d"], True, id="in the singular"),
    ],
)
def test_a_source_with_several_unnamed_placeholders_fails(
    problem_of: Callable[..., str | None], flag_line: str, source: str | list[str], fails: bool
) -> None:
    assert (problem_of("unnamed_format", source, source, flag_line, language="en") is not None) is fails
