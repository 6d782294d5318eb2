"""JSON representation of a project."""

from typing import Any

from transtats_cli.serving.objects.addresses import Addresses


def fields(slug: str, name: str, addresses: Addresses) -> dict[str, Any]:
    """Return the project's keys. Links to objects that exist only on a server (repository, changes) lead to 404."""
    return {
        "name": name,
        "slug": slug,
        "web": "",
        "web_url": addresses.people("projects", slug),
        "url": addresses.project(slug),
        "components_list_url": addresses.project(slug, "components"),
        "repository_url": addresses.project(slug, "repository"),
        "statistics_url": addresses.project(slug, "statistics"),
        "categories_url": addresses.project(slug, "categories"),
        "changes_list_url": addresses.project(slug, "changes"),
        "languages_url": addresses.project(slug, "languages"),
        "locked": False,
    }
