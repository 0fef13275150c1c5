"""Draw the trees that no submission has met, and compute what is right on them.

They are drawn at random, of the forms that a question's own trees have and of their
numbers, and are the same for all submissions. What they are hangs on all trees of the
question: who has the visible ones alone does not know them, and any change draws
others. A tree on which the reference is not right is not taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, islice
from random import Random

from autograder.answers.faults import ModuleError
from autograder.answers.file import Answers, Unseen
from autograder.assignment.questions import Assignment, Question
from autograder.errors import AssignmentError
from autograder.game import Number
from autograder.kinds.search import ties, trusted
from autograder.trees import explicit
from autograder.trees import file as treefile
from autograder.trees.drawn import forms_of, random_tree
from autograder.trees.tree import GameTree, Node

COUNT = 6  # trees of a question: who is wrong on all of them seldom is so by chance
WINDOWED = 3  # one of so many has a window, where one is handed on
MOST_LEAVES = 14
TRIED = 200  # draws for those that say much; what is left takes any
FEWEST_NODES = 9


def unseen_of(assignment: Assignment, question: Question) -> tuple[Unseen, ...]:
    """The trees of a question, with their answers.

    Those are taken first on which one action alone is best and, where a window is
    handed on, something is left out.
    """
    own, others = _own(assignment, question), list[Unseen]()
    return tuple(islice(chain(_saying(question, own, others), others), COUNT))


def _saying(
    question: Question, own: Sequence[GameTree], others: list[Unseen]
) -> Iterator[Unseen]:
    """Those that say much; what does not goes to the `others`."""
    met = {tree.fingerprint() for tree in own}
    for tree in _drawn(question, own):
        if tree.fingerprint() in met:
            continue
        met.add(tree.fingerprint())
        right = right_on(question, tree)
        if right is None:
            continue
        each = Unseen(tree, right)
        if _says_much(question, tree, right):
            yield each
        else:
            others.append(each)


def right_on(question: Question, tree: GameTree) -> Answers | None:
    """What is right; None where the reference is not, or rounding decides.

    A search may be meant for the question's own trees, as one that stops at a win is.
    """
    try:
        answers = trusted.compute(tree, (question,))
    except ModuleError:
        return None
    return None if any(ties.undecided(tree, question, answers)) else answers


def _own(assignment: Assignment, question: Question) -> list[GameTree]:
    cases = (case for case in assignment.cases if case.question.name == question.name)
    return [case.tree for case in cases]


def _drawn(question: Question, own: Sequence[GameTree]) -> Iterator[GameTree]:
    """Trees that can be written, and read again as the same.

    Where utilities have bounds, none ties with one, with an end of the window or with
    another: strict cuts, and windows kept within the bounds, visit the same then.
    """
    seed = sha256("".join([question.name, *(t.fingerprint() for t in own)]).encode())
    chance = Random(seed.digest())  # noqa: S311 - to be repeated; the seed is not told
    forms, palettes = forms_of(own), (numbers_of(own),)
    windowed = question.leaves_values_out
    for number in range(TRIED):
        drawn = random_tree(
            chance,
            forms[number % len(forms)],
            windowed=windowed and number % WINDOWED == WINDOWED - 1,
            palettes=palettes,
            most_leaves=MOST_LEAVES,
        )
        try:
            tree = trusted.to_the_end(question.drawn(drawn), question)
            read = treefile.parse(explicit.dump(tree))
        except (AssignmentError, ModuleError):
            continue
        if read.fingerprint() == tree.fingerprint() and not _ties(read):
            yield read


def _ties(tree: GameTree) -> bool:
    if tree.bounds is None:
        return False
    numbers = [*tree.bounds, *tree.window]
    numbers += [number for node in tree.nodes for number in node.payoffs()]
    return len(set(numbers)) < len(numbers)


def numbers_of(trees: Sequence[GameTree]) -> tuple[Number, ...]:
    """The numbers of these trees, each once; of one alone those beside it, too."""
    nodes = [node for tree in trees for node in tree.nodes]
    found = {n for node in nodes for n in (*node.payoffs(), *_estimates(node))}
    if len(found) == 1:
        found |= {each + n for each in found for n in (-1, 1)}
    return tuple(sorted(found))


def _estimates(node: Node) -> tuple[Number, ...]:
    if node.estimate is None:
        return ()
    return node.estimate if isinstance(node.estimate, tuple) else (node.estimate,)


def _says_much(question: Question, tree: GameTree, right: Answers) -> bool:
    """Whether who has not searched it would hardly be right by luck."""
    answer = right.questions[question.name][question.conventions[0]]
    within = tree.reachable()
    return (
        len(within) >= FEWEST_NODES
        and len(tree.actions()) > 1
        and (not question.search or len(right.best_actions) == 1)
        and (not question.leaves_out or len(set(answer.visited())) < len(within))
    )
