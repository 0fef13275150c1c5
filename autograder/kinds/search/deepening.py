"""Whether a tree says how far a search in rounds comes, and leaves no doubt of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from autograder.answers.faults import blaming
from autograder.assignment.questions import Question
from autograder.kinds.search.products import path_of, trusted
from autograder.kinds.search.trusted import nodes_searched
from autograder.trees.roundrecord import ENOUGH, NEAR, split
from autograder.trees.tree import GameTree

Rows = Iterator[tuple[str, str]]  # a key of the tree's file, and what is wrong with it


def undecided(tree: GameTree, question: Question, convention: str) -> Rows:
    """What is wrong with a tree on which a search is to deepen."""
    if not question.deepens:
        return
    ends = _ends(tree, question, convention)
    allowed = tree.visits_allowed or ends[-1]
    if tree.visits_allowed:
        yield from _wrong_time(question, ends, allowed)
    done = sum(end <= allowed for end in ends)
    if tree.limit.depth != max(done, 1):
        last = f"the last round that {question.search} ends in time looks {done} deep"
        yield "depth", f"found {tree.limit.depth}, but {last}"


def to_the_end(tree: GameTree, question: Question) -> GameTree:
    """The tree with the depth of the last round of all; as it is for other searches."""
    if not question.deepens:
        return tree
    depth = len(_ends(tree, question, question.accept[0]))
    return replace(tree, limit=replace(tree.limit, depth=depth), visits_allowed=0)


def _ends(tree: GameTree, question: Question, convention: str) -> list[int]:
    """The visits after which each round ends, where there is time for all."""
    module = trusted(question, convention)
    with blaming(path_of(question, convention)):
        free = replace(tree, visits_allowed=0)
        without_end = nodes_searched(free, question, module)[1]
    return [*accumulate(map(len, split(without_end)))]


def _wrong_time(question: Question, ends: list[int], allowed: int) -> Rows:
    """Why so many visits do not decide, or decide by a hair."""
    if ends[-1] < ENOUGH * allowed:
        takes = f"all rounds of {question.search} take {ends[-1]} visits"
        told = f"{takes}, less than twice {allowed}"
        yield "visits_allowed", f"{told}: it ends before who never asks is stopped"
    for place, end in enumerate(ends, start=1):
        if abs(end - allowed) < NEAR:
            near = f"round {place} of {question.search} ends with visit {end}"
            why = "a search might ask one question earlier or later"
            yield "visits_allowed", f"{near}, too near to {allowed}: {why}"
