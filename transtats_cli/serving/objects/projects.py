"""JSON representation of a project."""

from typing import Any

from transtats_cli.serving.objects.urls import UrlBuilder


def fields(slug: str, name: str, urls: UrlBuilder) -> dict[str, Any]:
    """Return the JSON keys of a project.

    Links to objects that only a Weblate server has (repository, changes) answer 404.
    """
    return {
        "name": name,
        "slug": slug,
        "web": "",
        "web_url": urls.web_page("projects", slug),
        "url": urls.project(slug),
        "components_list_url": urls.project(slug, "components"),
        "repository_url": urls.project(slug, "repository"),
        "statistics_url": urls.project(slug, "statistics"),
        "categories_url": urls.project(slug, "categories"),
        "changes_list_url": urls.project(slug, "changes"),
        "languages_url": urls.project(slug, "languages"),
        "locked": False,
    }
