"""A project as JSON says it."""

from typing import Any

from transtats_cli.serving.objects.addresses import Addresses


def fields(slug: str, name: str, addresses: Addresses) -> dict[str, Any]:
    """Links to what only a server has (repository, changes) are there: clients follow them, and are told 404."""
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
