"""JSON representation of a project."""

from typing import Any

from transtats_cli.serving.objects.urls import UrlBuilder


def project_to_json(project_slug: str, project_name: str, urls: UrlBuilder) -> dict[str, Any]:
    """Return a project as a JSON object.

    Some links lead to objects that only a Weblate server has (repository, categories, changes). A request for such a
    link is answered with status 404.
    """
    return {
        "name": project_name,
        "slug": project_slug,
        "web": "",
        "web_url": urls.web_page_url("projects", project_slug),
        "url": urls.project_url(project_slug),
        "components_list_url": urls.project_url(project_slug, "components"),
        "repository_url": urls.project_url(project_slug, "repository"),
        "statistics_url": urls.project_url(project_slug, "statistics"),
        "categories_url": urls.project_url(project_slug, "categories"),
        "changes_list_url": urls.project_url(project_slug, "changes"),
        "languages_url": urls.project_url(project_slug, "languages"),
        "locked": False,
    }
