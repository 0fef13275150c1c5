"""The command `new`: an assignment to begin with, whose comments say what to change."""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder import files
from autograder.assignment.reading import FILE
from autograder.commands.options import Parser
from autograder.commands.streams import show
from autograder.errors import AssignmentError

ASSIGNMENT = """\
# An assignment to begin with; docs/assignment.md has every key.
title: Game-tree search

questions:
  - name: minimax # students hand in minimax.py, and reference/minimax.py is right
    # What all trees earn together, and in which proportion these share it
    # (docs/assignment.md, "Points"):
    worth: 6
    points: {value: 1, action: 1, visits: 1}
    trees: ["trees/*.yaml"]
    # Students see scores when you publish the grades, and get no such tree:
    # visibility: after_published
"""
LISTS = """\
# Bare lists will do: MAX moves at the root, the players take turns, and a number is a
# leaf, worth so much to MAX. docs/trees.md has every key.
title: Two plies
tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""
LABELS = """\
# Nodes may have names, and either player may begin.
title: MIN begins
players: [min, max]
tree:
  A:
    B: {D: 7, E: -2}
    C: {F: 4, G: 5}
# What you know of the tree yourself; it is held against what is computed.
expect: {value: 5, action: C}
"""
FILES = {
    FILE: ASSIGNMENT,
    "trees/two_plies.yaml": LISTS,
    "trees/min_begins.yaml": LABELS,
}


def add_options(command: Parser) -> None:
    """The options of `new`."""
    command.add_argument(
        "folder", type=Path, metavar="DIR", help="where to write it; made if need be"
    )


def run(options: argparse.Namespace) -> int:
    """Write the files; AssignmentError, and none is written, where one is there."""
    paths = {options.folder / name: text for name, text in FILES.items()}
    for path in paths:
        if path.exists() or path.is_symlink():
            raise AssignmentError(f"{path}: it is there already; name another folder")
    for path, text in paths.items():
        files.write_text(path, text)
        show(f"wrote {path}")
    show(f"Next: python -m autograder answers {options.folder}")
    return 0
