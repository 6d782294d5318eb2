"""Render the explanation of a component, of a language, or of a string.

COMPONENT_RENDERERS, LANGUAGE_RENDERERS and STRING_RENDERERS must have the same format names, because they share the
option `--format`.
"""

from transtats_cli.explanation.components import ComponentExplanation
from transtats_cli.explanation.strings import StringExplanation
from transtats_cli.explanation.translations import LanguageExplanation
from transtats_cli.output.renderers import Renderers

COMPONENT_RENDERERS: Renderers[ComponentExplanation] = Renderers(
    {
        "table": "transtats_cli.output.explanation.component_page:render_table",
        "json": "transtats_cli.output.explanation.component_page:render_json",
    }
)
LANGUAGE_RENDERERS: Renderers[LanguageExplanation] = Renderers(
    {
        "table": "transtats_cli.output.explanation.language_page:render_table",
        "json": "transtats_cli.output.explanation.language_page:render_json",
    }
)
STRING_RENDERERS: Renderers[StringExplanation] = Renderers(
    {
        "table": "transtats_cli.output.explanation.string_page:render_table",
        "json": "transtats_cli.output.explanation.string_page:render_json",
    }
)
