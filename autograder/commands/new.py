"""The command `new`: an assignment to begin with, whose comments say what to change."""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder import files
from autograder.assignment.reading import FILE
from autograder.commands.options import Parser
from autograder.commands.streams import show
from autograder.errors import AssignmentError
from autograder.project import command_line

ASSIGNMENT = """\
# An assignment to begin with: two searches and a function without a game. All that is
# its own stands in this folder: trees/, hidden/, reference/ and student_template/. What
# is not found here is the project's (reference/minimax.py, its stub, its mistakes).
# docs/assignment.md has every key.
title: Game-tree search

questions:
  - name: minimax # students hand in minimax.py
    # In which proportion value, action and visits share what a part is worth:
    points: {value: 2, action: 1, visits: 1}
    parts:
      - worth: 30
        # Yours, and one of the project's (`unit:`).
        trees: ["trees/*.yaml", "unit:lectures/aima*.yaml"]
      - worth: 10
        # Not in student.zip, so that nobody can write a table of all answers. Students
        # see these scores when you publish the grades; `hidden` would be never.
        visibility: after_published
        trees: ["hidden/*.yaml"]

  - name: alpha_beta
    arguments: [alpha, beta]
    # Right ways to search that textbooks have: each of them earns full marks, as do
    # their mixtures (docs/conventions.md). Keep those that your lecture has.
    conventions: [equality, strict, fail_hard]
    points: {value: 1, action: 1, visits: 2} # visits: what is cut, and what is not
    parts:
      - worth: 35
        # `!` leaves out. "unit:mistakes/*.yaml" would tell far more mistakes apart, but
        # `answers` takes minutes with so many trees.
        trees: ["trees/*.yaml", "unit:lectures/cs188*.yaml", "!lectures/*minimax*"]
      - worth: 10
        visibility: after_published
        trees: ["hidden/*.yaml"]

  - name: leaves # a function without a game (docs/tables.md): rows of arguments
    kind: table
    worth: 15
    points: {result: 1}
    rows:
      # What a row returns is what reference/leaves.py returns; `is` is what your source
      # says, and is held against that.
      from the lecture: [{of: [35, 2], is: 1225}, [2, 3]]
      the root alone: [[35, 0], [1, 0]]
"""
LISTS = """\
# Bare lists will do: MAX moves at the root, the players take turns, and a number is a
# leaf, worth so much to MAX. docs/trees.md has every key.
title: Two plies
tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""
LABELS = """\
# Nodes may have names, and either player may begin. Where all numbers are negative a
# search that begins with 0 is wrong.
title: MIN begins
players: [min, max]
tree:
  A:
    B: {E: -3, F: -2}
    C: {G: -5, H: -4}
    D: {I: -1, J: -6}
# What you know of the tree yourself; it is held against what is computed.
expect: {value: -4, action: C, pruned: [J]}
"""
PLAYED = """\
# A game by its rules, which stand in reference/games/sticks.py; their options follow.
title: Four sticks
game: sticks
sticks: 4
"""
HIDDEN = """\
# Hidden trees have other numbers than visible ones: `bundle` refuses equal ones.
title: MAX begins, twice
tree: [[[5, 6], [7, 4]], [[3, 1], [2, 9]]]
"""
GAME = """\
\"\"\"Sticks: in turn each player takes one or two; who takes the last wins.\"\"\"

from dataclasses import dataclass


@dataclass(frozen=True)
class Sticks:
    \"\"\"A position is how many sticks are left, and whose turn it is.\"\"\"

    sticks: int = 4

    def initial(self):
        return self.sticks, "max"

    def to_move(self, position):
        return position[1]

    def successors(self, position):
        sticks, mover = position
        other = "min" if mover == "max" else "max"
        return tuple((sticks - taken, other) for taken in (1, 2) if taken <= sticks)

    def utility(self, position):  # asked where nobody can move: the other took the last
        return -1 if position[1] == "max" else 1

    def label(self, position):  # two positions are the same if their labels are
        return f"{position[0]} left, {position[1]}"

    def content(self, position):  # what students see as state.data
        return position[0]


RULES = Sticks
"""
REFERENCE = """\
\"\"\"How many leaves a uniform tree has. Students never get this file.\"\"\"


def leaves(moves, plies):
    return moves**plies
"""
STUB = """\
\"\"\"How many leaves has a tree in which each position has so many moves?\"\"\"


def leaves(moves, plies):
    \"\"\"The leaves of a tree with `moves` in each position, `plies` deep.\"\"\"
    raise NotImplementedError("a power")
"""
MISTAKE = """\
# A mistake is an edit of the reference; whoever makes it reads `told`. CONTRIBUTING.md,
# "Add a misconception", says what an edit may be.
title: Moves are multiplied by plies
family: how a tree grows
told: |
  Your code seems to multiply the moves by the plies. But each position of a ply has as
  many moves again, so that the leaves are multiplied at each ply.

  How many leaves has a tree with 3 moves in each position after one ply, and after two?
edit: |
  - moves**plies
  + moves * plies
"""
FILES = {
    FILE: ASSIGNMENT,
    "trees/two_plies.yaml": LISTS,
    "trees/min_begins.yaml": LABELS,
    "trees/four_sticks.yaml": PLAYED,
    "hidden/three_plies.yaml": HIDDEN,
    "reference/games/sticks.py": GAME,
    "reference/leaves.py": REFERENCE,
    "reference/misconceptions/leaves/moves_times_plies.yaml": MISTAKE,
    "student_template/leaves.py": STUB,
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
    show(f"Next: {command_line('answers', options.folder)}")
    return 0
