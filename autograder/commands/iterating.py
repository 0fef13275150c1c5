"""A search by playouts run for `debug`, in this very process: playout by playout."""

from __future__ import annotations

import sys
from collections.abc import Callable

from autograder.assignment.questions import is_told
from autograder.commands.streams import show
from autograder.drawing import outline
from autograder.game import Value
from autograder.kinds.playouts import computing
from autograder.kinds.playouts.computing import Endless, Seat
from autograder.kinds.playouts.judging import seen, wrong_playout
from autograder.kinds.playouts.question import PlayoutTest
from autograder.kinds.playouts.words import credit_sentence, step_sentence
from autograder.kinds.search.stepwords import number
from autograder.observing.observation import recursion_for
from autograder.observing.outcome import OVERRUN, Fault
from autograder.text import clean, counted, wrapped
from autograder.words.faults import fault_sentence

LONGEST_TITLE, WIDTH = 300, 80
PLAYED = "playout {} from {}: {}"

Search = Callable[..., object]


def run(test: PlayoutTest, search: Search) -> None:
    """Call a search on the tree of a test, and tell each playout as it is asked for.

    Then what it returned; and the first wrong playout, where students are told.
    """
    tree = test.tree
    title = clean(tree.title or test.about, LONGEST_TITLE)
    show("\n".join([*wrapped(title, WIDTH), "", outline.text(tree)]))
    sys.setrecursionlimit(max(sys.getrecursionlimit(), recursion_for(tree)))

    def watch(index: int, payoff: Value) -> None:
        label = tree.nodes[index].label
        show(PLAYED.format(len(seat.played), label, number(payoff)))

    seat = Seat(tree, apart=test.question.apart, watch=watch)
    call = (seat.root.__repr__(), str(tree.iterations))
    show(f"\n{test.question.search}(game, {', '.join(call)})")
    try:
        show(f"returned {seat.run(search)!r}")
    except Endless as stop:
        fault = Fault(OVERRUN, str(stop))
        told = fault_sentence(fault, seen(test, fault).call)
        show("\n".join(wrapped(told, WIDTH)))
    if is_told(test):
        _tell(test, tuple(seat.played))


def _tell(test: PlayoutTest, played: tuple[int, ...]) -> None:
    """What is right, beside the playouts of a search."""
    tree = test.tree
    right = computing.right(tree)
    show(f"expected {right.action!r}")
    if played == right.playouts:
        show(f"all {counted(len(played), 'playout')} are right")
        return
    wrong = wrong_playout(tree, played, right)
    told = [step_sentence(wrong, tree)]
    if wrong.credit is not None:
        told.append(credit_sentence(wrong.credit, tree))
    show("\n".join(line for text in told for line in wrapped(text, WIDTH, "", "  ")))
