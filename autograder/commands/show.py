"""The command `show`: one tree, as text in the terminal or as a picture in a file."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from autograder import files
from autograder.answers.board import ModuleError, errors_as_module_errors
from autograder.assignment.questions import Question
from autograder.assignment.reading import FILE
from autograder.assignment.selection import tests_named, tests_on_trees
from autograder.commands.options import Parser, add_assignment, add_flag, add_path, show
from autograder.drawing import outline, picture
from autograder.drawing.nodes import numeral
from autograder.drawing.replay import Marks
from autograder.errors import AssignmentError
from autograder.kinds.all import load
from autograder.kinds.playouts import computing
from autograder.kinds.playouts.judging import grown
from autograder.kinds.playouts.question import NODES, PlayoutQuestion
from autograder.kinds.playouts.words import expected_texts, numbers_at_nodes
from autograder.kinds.search import trusted
from autograder.kinds.search.replays import principal_variation
from autograder.project import places_above
from autograder.text import clean, listed, wrapped
from autograder.trees import file as treefile
from autograder.trees.tree import PLAYERS, C, GameTree
from autograder.trees.values import exact_values

LONGEST_TITLE = 300
CONVENTIONS = "conventions"  # below a reference
PRUNING = Question(
    name="alpha_beta",
    module="alpha_beta",
    search="alpha_beta_search",
    arguments=("alpha", "beta"),
)
PLAYING = PlayoutQuestion("mcts", "monte_carlo", "mcts_search", states=NODES)


def add_options(command: Parser) -> None:
    """The options of `show`."""
    command.add_argument(
        "tree", metavar="TREE", help="its name in the table, or a file of a tree"
    )
    add_path(command, "--svg", "FILE", "write a picture in place of the text")
    add_flag(command, "--values", "write each state's exact value beside it")
    add_flag(
        command,
        "--cuts",
        "mark what alpha-beta prunes, and write the windows of its search",
    )
    command.add_argument(
        "--convention",
        metavar="NAME",
        help="whose cuts: one of reference/conventions, the course's own first "
        "(default: the reference's own)",
    )
    add_assignment(command)


def run(options: argparse.Namespace) -> int:
    """Show a tree, with its window and its principal variation.

    Of one with `iterations`, in their place, what a search by playouts comes to.

    Raises FileProblems for a file that is no tree, OSError for one that cannot be
    written, and AssignmentError where no tree has the name, or there are no cuts to be
    shown.
    """
    path = Path(options.tree)
    is_file = path.suffix == ".yaml" or path.is_file()
    named = () if is_file else tests_on_trees(load(options.assignment))
    found = () if is_file else tests_named([*named], options.tree)
    tree = found[0].tree if found else treefile.load(path)
    values = exact_values(tree)
    is_fit = not [*computing.reasons_unfit(tree, PLAYING)]
    right = computing.right_playouts(tree) if is_fit else None
    if right is not None:
        marks = Marks(notes=numbers_at_nodes(grown(tree, right.playouts)))
    else:
        windows = {} if tree.has_vectors else {tree.root.label: tree.window}
        marks = Marks(principal=principal_variation(tree, values), windows=windows)
    if options.values:
        inner = [node.label for node in tree.nodes if node.children]
        marks = replace(marks, values={label: values[label] for label in inner})
    if options.cuts or options.convention:
        place = path if path.is_file() else options.assignment / FILE
        pruning = replace(PRUNING, places=places_above(place.resolve()))  # the course's
        marks = _with_cuts(marks, tree, options.convention, pruning)
    if options.svg is not None:
        files.write_text(options.svg, f"{picture.svg(tree, marks)}\n")
        show(f"wrote {options.svg}")
        return 0
    lines = [*_above(tree), outline.outline_text(tree, marks), *([""] if right else ())]
    if right:
        played = [tree.nodes[index].label for index in right.playouts]
        for told in expected_texts(right.action, played):
            lines += wrapped(told, outline.WIDTH)
    show("\n".join(lines))
    return 0


def _with_cuts(
    marks: Marks, tree: GameTree, convention: str | None, pruning: Question
) -> Marks:
    """What the search of a convention visits, and its windows at inner nodes."""
    others = {node.to_move for node in tree.effective_tree.nodes if node.children}
    if tree.has_vectors or not others <= set(PLAYERS):
        raise AssignmentError(
            "cuts are shown for MAX and MIN only, and in this tree others move"
        )
    if not trusted.reference_of(pruning).is_file():
        raise AssignmentError(
            "there is no reference here whose cuts could be shown; do this in the "
            "whole project"
        )
    try:
        own = trusted.own_convention(pruning)
        _require_known(convention, own, pruning)
        name = convention or own
        with errors_as_module_errors(trusted.convention_path(pruning, name)):
            found = trusted.answer(
                tree.effective_tree, pruning, trusted.trusted_module(pruning, name)
            )
    except ModuleError as fault:
        raise AssignmentError(f"no cuts can be shown: {fault}") from None
    inner = {node.label for node in tree.effective_tree.nodes if node.children}
    known = (visit for visit in found.visits if visit[0] in inner and visit[1:])
    windows = {label: (low, high) for label, low, high in known}
    return replace(marks, visited=frozenset(found.visited_labels()), windows=windows)


def _require_known(convention: str | None, own: str, pruning: Question) -> None:
    paths = pruning.places.files_by_name(CONVENTIONS, pattern="*.py").values()
    others = (
        path.stem
        for path in paths
        if f"def {pruning.search}(" in path.read_text(encoding="utf-8")
    )
    known = (own, *others)
    if convention not in (None, *known):
        asked, there = clean(str(convention), LONGEST_TITLE), listed(known, len(known))
        raise AssignmentError(f"--convention {asked}: there are {there}")


def _above(tree: GameTree) -> list[str]:
    """What the file says of the whole tree: its title, and what else is not usual."""
    limit, names = tree.limit, ", ".join(tree.players)
    told = [f"players {clean(names, LONGEST_TITLE)}"] if tree.has_vectors else []
    told += [f"depth {limit.depth}"] if limit.depth else []
    told += [f"iterations {tree.iterations}"] if tree.iterations else []
    told += [f"exploration {tree.exploration:g}"] if tree.exploration != C else []
    told += [f"rounds {limit.rounds}"] if limit.rounds else []
    told += [f"margin {numeral(limit.margin)}"] if limit.margin is not None else []
    told += [f"bounds [{', '.join(map(numeral, tree.bounds))}]"] if tree.bounds else []
    title = f"{tree.title} ({tree.source})" if tree.source else tree.title
    above = []
    for text in (clean(title, LONGEST_TITLE), "; ".join(told)):
        lines = wrapped(text, outline.WIDTH)
        above += [*lines, ""] if lines else []
    return above
