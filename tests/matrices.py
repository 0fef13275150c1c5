"""Matrices of misconceptions: drawn by hand, or of few mistakes on few trees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from autograder.answers.program import Program
from autograder.assignment.questions import Assignment, Case, Question
from autograder.authoring import misconceptions
from autograder.authoring.misconceptions import Mistake, MistakeProgram
from autograder.judging.verdicts import Verdict
from autograder.kinds.search import trusted
from autograder.kinds.search.computing import with_signatures
from autograder.kinds.search.matrix import Bench, Column, Matrix, rows_of
from autograder.trees import file as treefile

MINIMAX = Question("minimax", "minimax", "minimax_search")
ALPHA_BETA = Question(
    name="alpha_beta",
    module="alpha_beta",
    search="alpha_beta_search",
    arguments=("alpha", "beta"),
    conventions=("equality", "strict"),
    accept=("equality", "strict"),
)
FIGURE = "tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]"  # AIMA 4e, Figure 5.2
VERDICTS = {
    ".": Verdict.CORRECT,
    "v": Verdict.WRONG_VALUE,
    "a": Verdict.WRONG_ACTION,
    "n": Verdict.WRONG_VISITS,
    "t": Verdict.WRONG_TYPE,
    "!": Verdict.CRASHED,
}


def drawn(*rows: str, trees: Sequence[str] = ()) -> Matrix:
    """A matrix by hand. A row is a mistake and a sign a tree: `m v.a`.

    `.` is right, and each other letter one of VERDICTS. Trees are named `0`, `1`, …
    unless `trees` names them.
    """
    texts = [row.split() for row in rows]
    made = tuple(MistakeProgram(_mistake(name), Program({})) for name, _ in texts)
    tree = treefile.parse("tree: [1, 2]")
    names = trees or [str(place) for place in range(len(texts[0][1]))]
    columns = tuple(
        Column(name, tree, tuple(VERDICTS[signs[place]] for _, signs in texts))
        for place, name in enumerate(names)
    )
    return Matrix(MINIMAX, made, columns)


def _mistake(name: str) -> Mistake:
    return Mistake(Path(f"{name}.yaml"), f"It is {name}", "?", ())


def matrix(question: Question, *texts: str, mistakes: Sequence[str]) -> Matrix:
    """The matrix of these mistakes on trees `0`, `1`, … ."""
    trees = {str(place): treefile.parse(text) for place, text in enumerate(texts)}
    question = _signed(question)
    cases = [Case(question, name, tree) for name, tree in trees.items()]
    answers = {n: trusted.compute(tree, (question,)) for n, tree in trees.items()}
    bench = Bench(question, cases, answers)
    rows = rows_of(bench, [_known()[name] for name in mistakes])
    return Matrix(question, rows, tuple(bench.columns(rows)))


@cache
def _known() -> dict[str, Mistake]:
    return {mistake.name: mistake for mistake in misconceptions.all_misconceptions()}


@cache
def _signed(question: Question) -> Question:
    case = Case(question, "0", treefile.parse(FIGURE))
    (found,) = with_signatures(
        Assignment(Path("small"), "Small", (case,), 60)
    ).questions()
    return found
