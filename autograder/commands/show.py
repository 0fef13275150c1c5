"""The command `show`: one tree, as text in the terminal or as a picture in a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from autograder import files
from autograder.commands.options import Parser
from autograder.commands.streams import show
from autograder.drawing import outline, picture
from autograder.drawing.replay import Marks
from autograder.game import Number
from autograder.text import clean, wrapped
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree, backed_up

LONGEST_TITLE = 300


def add_options(command: Parser) -> None:
    """Its options."""
    command.add_argument(
        "tree", type=Path, metavar="TREE.yaml", help="a file of one tree"
    )
    command.add_argument(
        "--svg", type=Path, metavar="FILE", help="write a picture in place of the text"
    )
    command.add_argument(
        "--values", action="store_true", help="write each state's exact value beside it"
    )


def run(options: argparse.Namespace) -> int:
    """Show the tree of a file; its exact values too where they are asked for.

    Raises FileProblems for a file that is no tree, OSError for one that cannot be
    written.
    """
    tree = treefile.load(options.tree)
    marks = Marks(values=values(tree)) if options.values else Marks()
    if options.svg is None:
        show("\n".join([*_heading(tree), outline.text(tree, marks)]))
    else:
        files.write_text(options.svg, f"{picture.svg(tree, marks)}\n")
        show(f"wrote {options.svg}")
    return 0


def values(tree: GameTree) -> dict[str, Number]:
    """The minimax value of each inner node, by its label."""
    worth = backed_up(tree, range(len(tree.nodes)))
    return {node.label: worth[i] for i, node in enumerate(tree.nodes) if node.children}


def _heading(tree: GameTree) -> list[str]:
    """What the file says of its tree, and a line that sets it apart."""
    title = f"{tree.title} ({tree.source})" if tree.source else tree.title
    lines = wrapped(clean(title, LONGEST_TITLE), outline.WIDTH)
    return [*lines, ""] if lines else []
