"""Recognise XLIFF components whose sources are keys, as in many applications of Symfony.

A Weblate server never proposes a template for XLIFF files, and counts the keys as source texts. So the statistics do
not change, but the user gets a hint.
"""

import os

from transtats_cli.component import Component
from transtats_cli.scanning.discovery import sniffing


def find_file_with_keys(component: Component) -> str:
    """Return the path of the source language's file if its sources are keys and its targets are texts. Otherwise ''.

    The path is relative to the component's root. If settings contain the format or a template, the result is '', and no
    file is read.
    """
    if component.file_format != "xliff" or not component.detects_xliff_version:
        return ""
    path = component.filemask.replace("*", component.source_language)
    boundary = component.link_boundary or component.root
    return path if sniffing.has_keys_as_sources(os.path.join(component.root, path), boundary) else ""
