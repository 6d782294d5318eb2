"""JSON representation of a component."""

from typing import Any

from transtats_cli.component import Component
from transtats_cli.languages import Language, language_by_code
from transtats_cli.serving.objects import languages, projects
from transtats_cli.serving.objects.urls import UrlBuilder


def component_to_json(component: Component, urls: UrlBuilder, *, with_project: bool = True) -> dict[str, Any]:
    """Return a component as a JSON object. If `with_project` is False, the key `project` is left out.

    `vcs` is `local`. Keys that only a Weblate server uses have empty or default values.
    """
    project = (
        {"project": projects.project_to_json(component.project, get_project_display_name(component), urls)}
        if with_project
        else {}
    )
    return {
        "name": component.title,
        "slug": component.slug,
        "source_language": languages.language_to_json(get_source_language(component), urls),
        **project,
        "vcs": "local",
        "repo": "local:",
        "git_export": "",
        "branch": "main",
        "filemask": component.filemask,
        "template": component.template,
        "new_base": component.new_base,
        "file_format": component.file_format,
        "license": "",
        "license_url": None,
        "agreement": "",
        "web_url": urls.web_page_url("projects", component.project, component.slug),
        "url": urls.component_url(component),
        "repository_url": urls.component_url(component, "repository"),
        "translations_url": urls.component_url(component, "translations"),
        "statistics_url": urls.component_url(component, "statistics"),
        "lock_url": urls.component_url(component, "lock"),
        "changes_list_url": urls.component_url(component, "changes"),
        "check_flags": component.check_flags,
        "priority": 100,
        "language_regex": component.language_regex,
        "is_glossary": False,
        "category": None,
        "linked_component": None,
        "locked": False,
    }


def get_project_display_name(component: Component) -> str:
    return component.project_title


def get_source_language(component: Component) -> Language:
    return language_by_code(component.source_language)
