"""Matrices of misconceptions: drawn by hand, or of few mistakes on few trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from autograder.answers import trusted
from autograder.answers.reading import signed
from autograder.assignment.questions import Assignment, Case, Question
from autograder.authoring import misconceptions
from autograder.authoring.adequacy import Column, Matrix, MistakeRow, Runs, rows_of
from autograder.authoring.misconceptions import Mistake
from autograder.authoring.runner import ProgramRunner
from autograder.judging.verdicts import Verdict
from autograder.rewriting.program import Program
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
    """A matrix by hand. A row is a mistake, a style and a sign a tree: `m one v.a`.

    `.` is right, and each other letter does something else: one of VERDICTS has that
    verdict, any other is one more wrong value. A fourth word names the kind; without it
    a row is like no other. Trees are named `0`, `1`, … unless `trees` names them.
    """
    texts = [row.split() for row in rows]
    kinds: dict[str, int] = {}
    made = tuple(
        MistakeRow(_mistake(name), style, Program({}), kinds.setdefault(of, len(kinds)))
        for place, (name, style, _, *kind) in enumerate(texts)
        for of in ("".join(kind) or f"row {place}",)
    )
    tree = treefile.parse("tree: [1, 2]")
    names = trees or [str(place) for place in range(len(texts[0][2]))]
    columns = tuple(
        Column(
            name,
            tree,
            tuple(VERDICTS.get(sign, VERDICTS["v"]) for sign in signs),
            tuple(map(ord, signs)),
        )
        for place, name in enumerate(names)
        for signs in ("".join(text[2][place] for text in texts),)
    )
    return Matrix(MINIMAX, made, columns)


def _mistake(name: str) -> Mistake:
    return Mistake(
        Path(f"{name}.yaml"), f"It is {name}", f"the kind of {name}", "?", ()
    )


def matrix(
    question: Question, *texts: str, mistakes: Sequence[str], styles: Sequence[str] = ()
) -> Matrix:
    """The matrix of these mistakes, in all styles or some, on trees `0`, `1`, … ."""
    trees = {str(place): treefile.parse(text) for place, text in enumerate(texts)}
    runner = ProgramRunner(_signed(question), trees)
    rows = tuple(
        row
        for row in rows_of(runner, [_known()[name] for name in mistakes])
        if not styles or row.style in styles
    )
    runs = Runs(rows, runner)
    columns = (
        runs.column(name, trusted.compute(tree, (runner.question,)))
        for name, tree in trees.items()
    )
    return Matrix(runner.question, rows, tuple(columns))


@cache
def _known() -> dict[str, Mistake]:
    return {mistake.name: mistake for mistake in misconceptions.every()}


@cache
def _signed(question: Question) -> Question:
    case = Case(question, "0", treefile.parse(FIGURE))
    (found,) = signed(Assignment(Path("small"), "Small", (case,), 60)).questions()
    return found


def hidden(found: Matrix, *trees: str) -> Matrix:
    """The same, where students do not see these trees at once."""
    columns = (replace(c, visible=c.name not in trees) for c in found.columns)
    return replace(found, columns=tuple(columns))


def twice(found: Matrix) -> Matrix:
    """A matrix of one row, as if its program were another mistake's, `again`, too."""
    (row,), (column,) = found.rows, found.columns
    again = replace(row, mistake=_mistake("again"), kind=row.kind + 1)
    both = replace(column, verdicts=column.verdicts * 2, numbers=column.numbers * 2)
    return replace(found, rows=(row, again), columns=(both,))
