"""Lines of a module as lines of the notebook's cells of which it was made.

All rooms speak of the module. What they have said is turned here, at the end and once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from autograder.trees.tree import GameTree
from autograder.uploads.notebooks import Cells
from autograder.words.blocks import Quotation


def in_cells(said: Any, cells: Sequence[Cells]) -> Any:
    """A text, or what holds texts, on lines of cells where those are of a module."""
    if not cells or isinstance(said, GameTree):
        return said
    if isinstance(said, str):
        for each in cells:
            said = each.told(said)
    elif isinstance(said, (tuple, list)):
        said = type(said)(in_cells(each, cells) for each in said)
    elif isinstance(said, Mapping):
        said = {key: in_cells(each, cells) for key, each in said.items()}
    elif isinstance(said, Quotation):  # its last line speaks of those before
        whole = in_cells("\n".join(said.lines), cells)
        said = replace(said, lines=tuple(whole.split("\n")))
    elif is_dataclass(said) and not isinstance(said, type):
        parts = {each.name: getattr(said, each.name) for each in fields(said)}
        for each in cells:
            if parts.get("file") == f"{each.module}.py":
                parts["file"], parts["number"] = each.place(parts["number"])
        said = replace(said, **{name: in_cells(parts[name], cells) for name in parts})
    return said
