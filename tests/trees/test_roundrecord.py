"""Which questions are visits, and where a round begins; all of it counted by hand."""

from __future__ import annotations

from collections import deque

import pytest

from autograder.trees import file as treefile
from autograder.trees.tree import GameTree
from autograder.trees.visitrecord import (
    GOES_ON,
    NEVER_ASKS,
    NEVER_ENDS,
    Overrun,
    RoundRecord,
    rounds_of,
)
from tests.cases import for_each

TEXT = """
tree: {A: {B: {D: 1, E: 2}, C: {F: 3, G: 4}}}
evaluate: {B: 1, C: 2}
depth: 2
"""
TREE = treefile.parse(TEXT)


def asked(questions: str, tree: GameTree = TREE) -> str:
    """The visits that are read from questions about states, a letter each."""
    record, labels = RoundRecord(tree), tree.labels()
    for label in questions:
        record.ask(labels.index(label))
    return "".join(labels[index] for index in record.visited)


@for_each(
    "questions, visited",
    [
        ("AABCC", "ABC"),  # several questions about one state
        ("ABDDAECA", "ABDEC"),  # the parent is asked for its moves in between
        ("ABDEBACFG", "ABDECFG"),  # and the state again behind its children
        ("ABCABDECFG", "ABCABDECFG"),  # two rounds
        ("ABCBDECFG", "ABCABDECFG"),  # the root is not asked again
        ("ABCACFGBDE", "ABCACFGBDE"),  # the last child first
        ("ABCCFGBDE", "ABCACFGBDE"),  # the same, and the root is not asked again
        ("ABDCFABDCF", "ABDCFABDCF"),  # rounds in which something is cut
        ("", ""),
    ],
)
def test_visits_are_read_from_questions(questions: str, visited: str) -> None:
    """Whoever asks, and whatever he remembers."""
    assert asked(questions) == visited


def test_who_goes_below_the_only_inner_child_is_in_the_same_round() -> None:
    """Its siblings are leaves: nothing shows that a round of one ply has ended."""
    tree = treefile.parse("tree: {A: {B: 1, C: {D: 1, E: 2}}}")
    assert asked("ABCDE", tree) == "ABCDE"


def test_an_estimate_is_a_question_too() -> None:
    """And is noted."""
    record = RoundRecord(TREE)
    record.ask(0)
    record.estimate(1)
    assert (record.visited, [*record.estimated]) == ([0, 1], [1])
    record.clear()
    assert not record.visited
    assert not record.estimated


def test_rounds_begin_with_the_root() -> None:
    """Of no visits there are none."""
    assert rounds_of("ABCABD") == (("A", "B", "C"), ("A", "B", "D"))
    assert rounds_of("") == ()


def timed(allowed: int) -> RoundRecord:
    """A record on the tree, where so many visits are allowed."""
    return RoundRecord(treefile.parse(f"{TEXT}visits_allowed: {allowed}\n"))


def test_time_is_up_once_the_visits_have_reached_what_is_allowed() -> None:
    """States that were met before count again."""
    record = timed(4)
    for index, is_up in ((0, False), (1, False), (4, False), (1, True), (2, True)):
        record.ask(index)
        assert record.time_is_up() is is_up, record.visited


def test_it_is_never_up_where_the_tree_does_not_say_so() -> None:
    """Until the search has gone through the tree far too often."""
    record = RoundRecord(TREE)
    assert not record.time_is_up()
    with pytest.raises(Overrun, match=NEVER_ENDS):
        deque(map(record.ask, [*range(7)] * 100))
    assert not record.time_is_up()


def test_who_goes_the_same_way_again_and_again_is_stopped() -> None:
    """It visits nothing new, so that its time would never be up."""
    record = timed(30)
    deque(map(record.ask, [0, 1] * 100))
    with pytest.raises(Overrun, match=NEVER_ENDS):
        deque(map(record.ask, [0, 1] * 1000))
    assert record.visited == [0, 1]


@for_each(
    "asks, why",
    [(True, GOES_ON), (False, NEVER_ASKS)],
)
def test_who_goes_on_is_stopped_at_twice_the_visits(*, asks: bool, why: str) -> None:
    """Neither the last visit before that, nor one more."""
    record = timed(4)
    if asks:
        record.time_is_up()
    for index in range(7):
        record.ask(index)
    with pytest.raises(Overrun, match=why):
        record.ask(1)
    assert len(record.visited) >= 8
