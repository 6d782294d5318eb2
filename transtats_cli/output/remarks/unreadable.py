"""Remark for an unreadable file."""

import os

from transtats_cli.component import Component
from transtats_cli.output.remarks.remark import Level, Remark, Rule, from_top
from transtats_cli.report import Failure

_RULE = Rule("unreadable", "Every file of a component can be read.")


def remark_of(component: Component, failure: Failure, top: str) -> Remark:
    return Remark(
        Level.UNREADABLE,
        _RULE,
        from_top(os.path.join(component.root, failure.path), top),
        failure.line or 0,
        "cannot be read",
        failure.reason,
        f"{component.project}/{component.slug}",
        f"{failure.path}: readable",
    )
