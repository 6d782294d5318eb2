"""Find the project, the component and the language in the path of a page. Slugs of components may contain slashes."""

from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.report import NO_COMPONENT
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import problems


class PagePath(NamedTuple):
    """Project, component and language of a page.

    The component is None for a page of a whole project. The language is empty for a page of all languages.
    """

    project: str
    component: Component | None = None
    language: str = ""


async def find_page_path(path: str, reader: CacheReader) -> PagePath:
    """Return the project, component and language in a path such as `demo/docs/manual/de/`.

    Raises HttpProblem (404) if the project or the component is unknown. The language may be unknown.
    """
    index = await reader.read_index()
    project, _, rest = path.removesuffix("/").partition("/")
    if project not in index.projects:
        raise problems.not_found()
    if not rest:
        return PagePath(project)
    # A component with this whole name takes precedence over a language of a component with a shorter name.
    if (project, rest) in index.components:
        return PagePath(project, index.components[project, rest])
    slug, _, language = rest.rpartition("/")
    if (project, slug) in index.components:
        return PagePath(project, index.components[project, slug], language)
    if slug == NO_COMPONENT:
        return PagePath(project, None, language)
    raise problems.not_found()
