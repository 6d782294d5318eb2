"""Page of one component that needs no other file: the style is part of the page, and there are no links."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

from transtats_cli.pages.assets import read_asset
from transtats_cli.pages.components import make_component_page
from transtats_cli.pages.links import Links
from transtats_cli.pages.rendering import render_page
from transtats_cli.pages.tables import TableBuilder
from transtats_cli.report import Record, Report


def render_single_page(report: Report, records: Sequence[Record]) -> bytes:
    """Return the page of a component. The table has the rows of these records, in this order."""
    digest = b64encode(sha256(read_asset("style.css")).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    links = Links("", lambda place, query: "", is_single_page=True, content_security_policy=policy)
    page = make_component_page(report, links, TableBuilder(has_script=False), report.failures, records)
    return render_page(page.template, links, **page.values)
