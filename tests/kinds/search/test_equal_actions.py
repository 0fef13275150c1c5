"""Who takes another of equal actions is judged on the way that this one goes.

The trees are by hand: what is visited for each action stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from autograder.answers.file import dump, parse
from autograder.assignment.questions import Case, Question
from autograder.judging.verdicts import Verdict
from autograder.kinds.search import signatures
from autograder.kinds.search.judging import CaseResult, judge
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.trusted import compute
from autograder.observing.observation import observe
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree
from tests.cases import for_each
from tests.unitgrading import REFERENCE, unit

ENDS = {  # of a tree, by the action that is taken: the labels visited for it
    # B and C are best, and no more is asked
    "tree: {A: {B: {D: 7}, C: {E: 7}}}\nevaluate: {B: 7, C: 7}": {
        "B": {"A B C"},
        "C": {"A B C"},
    },
    # B stands out, and falls to 2: C and F are best
    "tree: {A: {B: {D: 2}, C: {E: 5}, F: {G: 5}}}\nevaluate: {B: 9, C: 5, F: 5}": {
        "C": {"A B C D F"},
        "F": {"A B C D F"},
    },
    # B stands out, and falls to what C is worth
    "tree: {A: {B: {D: 5}, C: {E: 5}, F: {G: 2}}}\nevaluate: {B: 9, C: 5, F: 4}": {
        "B": {"A B C D F"},
        "C": {"A B C D F"},
    },
    # nothing is equal
    "tree: {A: {B: {D: 6}, C: {E: 1}}}\nevaluate: {B: 9, C: 5}": {"B": {"A B C D"}},
}
LIMIT = "\ndepth: 1\nmargin: 1\n"
MIN = "players: [min, max]\n"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all submissions."""
    with Sandbox() as shared:
        yield shared


@cache
def asked() -> Case:
    """A test of singular extension."""
    cases = signatures.load(unit("quiescence")).cases
    return next(case for case in cases if case.question.name == "singular")


def singular() -> Question:
    """The question."""
    return asked().question


def turned(text: str) -> str:
    """The tree as MIN has it: each number with the other sign."""
    return MIN + "".join(f"-{c}" if c.isdigit() else c for c in text)


def case_of(text: str) -> Case:
    """A test of the question on a tree."""
    return replace(asked(), tree=treefile.parse(text + LIMIT))


def ends(tree: GameTree) -> dict[str, set[str]]:
    """What the trusted search may take, and the labels visited for it."""
    answers = compute(tree, (singular(),))
    assert parse(dump(answers), tree) == answers
    recorded = answers.questions["singular"]["textbook"]
    found: dict[str, set[str]] = {}
    for action, visited in recorded.possible_ends():
        assert action is not None
        found.setdefault(action, set()).add(" ".join(sorted(visited)))
    return found


@for_each("text", [*ENDS, *map(turned, ENDS)])
def test_each_of_equal_actions_is_an_end(text: str) -> None:
    """In the file of answers, too."""
    own = text.removeprefix(MIN).replace("-", "")
    assert ends(treefile.parse(text + LIMIT)) == ENDS[own]


def test_where_more_is_asked_of_the_best_each_has_its_visits() -> None:
    """Rounding aside, no margin is 0: so here one action leads, and two follow it."""
    tree = treefile.parse(
        "tree: {A: {B: {D: 1, E: 2}, C: {F: 5}, G: {H: 5}}}\n"
        "evaluate: {B: 9, C: 5, G: 5}" + LIMIT
    )
    assert ends(tree) == {a: {"A B C D E G"} for a in ("C", "G")}


def graded(case: Case, program: str, sandbox: Sandbox) -> CaseResult:
    """What a program does in a test."""
    folder = sandbox.folder / "hands"
    folder.mkdir(exist_ok=True)
    (folder / "singular.py").write_text(program, encoding="utf-8")
    sheet = Sheet(case, compute(case.tree, (case.question,)))
    return judge(sheet, observe(sandbox, folder, case.question, case.tree))


def program(line: str, worse: str) -> str:
    """The reference, with another way to find the two best, and to compare them."""
    text = (REFERENCE / "singular.py").read_text(encoding="utf-8")
    first = "sorted(worth, key=lambda action: -worth[action])[:2]"
    last = "return max(worth, key=lambda action: worth[action])"
    assert first in text
    assert last in text
    end = (
        f"if worth[second] {worse} worth[best]:\n        return second\n    return best"
    )
    return text.replace(first, line).replace(last, end)


HANDS = [
    program(line, worse)
    for line in (
        "sorted(worth, key=lambda action: -worth[action])[:2]",
        "sorted(worth, key=lambda action: worth[action])[:-3:-1]",
        "sorted(worth, key=lambda a: (-worth[a], a))[:2]",
        "sorted(worth, key=lambda a: (worth[a], a), reverse=True)[:2]",
    )
    for worse in (">", ">=")
]


@for_each("text", [*ENDS, *map(turned, ENDS)])
def test_every_hand_keeps_all_points(text: str, sandbox: Sandbox) -> None:
    """The first or the last, or by name; the second look may leave both equal."""
    case = case_of(text)
    for each in HANDS:
        result = graded(case, each, sandbox)
        assert result.verdict is Verdict.CORRECT, each
        assert result.points == case.points.max_points


def test_where_ties_are_fixed_the_first_alone_is_right(sandbox: Sandbox) -> None:
    """As the assignment says."""
    case = case_of(next(iter(ENDS)))
    fixed = replace(case, question=replace(case.question, ties="first"))
    verdicts = [graded(fixed, each, sandbox).verdict for each in (HANDS[0], HANDS[2])]
    assert verdicts == [Verdict.CORRECT, Verdict.WRONG_ACTION]


def test_an_action_that_is_worse_is_wrong(sandbox: Sandbox) -> None:
    """Though all is visited that is to be."""
    *_, text = ENDS
    worse = HANDS[0].replace("return best", "return min(worth, key=worth.get)")
    found = graded(case_of(text), worse, sandbox)
    assert found.verdict is Verdict.WRONG_ACTION
