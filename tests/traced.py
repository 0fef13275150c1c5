"""What coverage keeps of a process that was forked: what it has done by itself.

The lines that its parent had come through by then are in its memory too, and each child
would write all of them down once more, thousands of lines for a few of its own, as it
would list all sources that nobody has imported. A plugin of coverage, which each
process under it loads: `coverage_init` is called as that begins.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any


def coverage_init(_registry: object, _options: dict[str, str]) -> None:
    """Be told of each fork."""
    if hasattr(os, "register_at_fork"):
        _await_forks()


@cache
def _await_forks() -> None:
    os.register_at_fork(after_in_child=_begin_anew)


def _begin_anew() -> None:
    """Forget what the parent has come through; it writes that down itself."""
    from coverage import Coverage  # noqa: PLC0415 - which is there by now
    from coverage.collector import Collector  # noqa: PLC0415 - likewise

    for collector in Collector._collectors:
        collector._clear_data()
    found: Any = Coverage
    found._post_save_work = lambda _: None  # looks for what nobody has imported
