"""The convention that a submission follows over all tests of a question.

On AIMA's Figure 5.2 cuts on equality and strict cuts visit the same; where values tie
with a bound, at B2 with β and at C with α, they part.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from autograder.answers.file import Answer, Answers
from autograder.assignment.questions import Question
from autograder.game import Number
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.judging import CaseResult, judge
from autograder.kinds.search.kind import convention_followed, follows
from autograder.kinds.search.signatures import Sheet, Sheets
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.trees.file import parse
from tests.asking import case_of

Labels = tuple[str, ...]

FIG = parse("tree: {A: {B: {B1: 3, B2: 12}, C: {C1: 2, C2: 4}}}")
FIG_WORTH: dict[str, Number] = {"A": 3, "B": 3, "B1": 3, "B2": 12}
FIG_WORTH |= {"C": 2, "C1": 2, "C2": 4}
CUT = ("A", "B", "B1", "B2", "C", "C1")

TIES = parse("tree: {A: {B: {B1: 3, B2: {E: 3, F: 5}}, C: {C1: 3, C2: 1}}}")
TIES_WORTH: dict[str, Number] = {"A": 3, "B": 3, "B1": 3, "B2": 5, "E": 3, "F": 5}
TIES_WORTH |= {"C": 1, "C1": 3, "C2": 1}
ON_EQUALITY = ("A", "B", "B1", "B2", "E", "C", "C1")
STRICTLY = ("A", "B", "B1", "B2", "E", "F", "C", "C1", "C2")
AT_MAX = ("A", "B", "B1", "B2", "E", "C", "C1", "C2")
AT_MIN = ("A", "B", "B1", "B2", "E", "F", "C", "C1")

QUESTION = Question(
    name="alpha_beta",
    module="alpha_beta",
    search="alpha_beta_search",
    arguments=("alpha", "beta"),
    conventions=("equality", "strict"),
    accept=("equality", "strict"),
    facets=("value", "action", "visits"),
)


def answered(visited: Labels, searched: Labels | None = None) -> Answer:
    """The answer of a convention: the value is 3 on both trees, the action B."""
    of_value, of_search = (
        tuple((label,) for label in labels) for labels in (visited, searched or visited)
    )
    return Answer(3, "B", of_value, of_search)


ANSWERS = {
    "fig": Answers(
        FIG.fingerprint(),
        FIG_WORTH,
        ("B",),
        {"alpha_beta": {"equality": answered(CUT), "strict": answered(CUT)}},
    ),
    "ties": Answers(
        TIES.fingerprint(),
        TIES_WORTH,
        ("B",),
        {
            "alpha_beta": {
                "equality": answered(ON_EQUALITY),
                "strict": answered(STRICTLY),
            }
        },
    ),
}
THREE, B = Returned("number", 3), Returned("str", text="B")


def result(
    tree: str,
    visited: Labels,
    searched: Labels | None = None,
    value: Outcome = THREE,
    action: Outcome = B,
) -> CaseResult:
    """What a submission did on a tree, judged."""
    case = case_of(QUESTION, tree, {"fig": FIG, "ties": TIES}[tree])
    calls = (
        Observation("max_value", "…", value, visited),
        Observation("search", "…", action, visited if searched is None else searched),
    )
    return judge(Sheet(case, ANSWERS[tree]), Observed(calls))


@pytest.mark.parametrize(
    "visited, name",
    [
        (ON_EQUALITY, "equality"),
        (STRICTLY, "strict"),
        (AT_MAX, "equality at MAX, strict at MIN"),
        (AT_MIN, "strict at MAX, equality at MIN"),
    ],
)
def test_one_convention_fits_all_tests(visited: Labels, name: str) -> None:
    """Also that in which a test by itself would name another, or several."""
    results = (result("fig", CUT), result("ties", visited))
    assert {each.verdict for each in results} == {Verdict.CORRECT}
    assert convention_followed(results, Sheets(ANSWERS)) == name
    assert [follows(each, name, Sheets(ANSWERS)) for each in results] == [True, True]


def test_of_several_the_first_of_the_assignment() -> None:
    """No tree tells them apart."""
    fig = result("fig", CUT)
    assert convention_followed([fig], Sheets(ANSWERS)) == "equality"
    names = ("strict", "equality")
    turned = replace(
        fig, case=replace(fig.case, question=replace(QUESTION, conventions=names))
    )
    assert convention_followed([turned], Sheets(ANSWERS)) == "strict"


def test_where_none_fits_all_none_is_named() -> None:
    """Each test is right by a convention of its own."""
    results = (result("ties", ON_EQUALITY), result("ties", STRICTLY))
    assert convention_followed(results, Sheets(ANSWERS)) is None
    assert not follows(results[0], None, Sheets(ANSWERS))


def test_wrong_tests_do_not_decide() -> None:
    """They follow the convention of the right ones, or none."""
    wrong = result("ties", ON_EQUALITY, action=Returned("str", text="C"))
    bad = result("fig", ("A",))
    assert (
        convention_followed([wrong, bad, result("ties", STRICTLY)], Sheets(ANSWERS))
        == "strict"
    )
    assert not follows(wrong, "strict", Sheets(ANSWERS))
    assert not follows(bad, "strict", Sheets(ANSWERS))


def test_where_no_test_is_right_what_fits_decides() -> None:
    """The action is wrong in all of them; the search for the value is not."""
    c = Returned("str", text="C")
    wrong = [result("fig", CUT, action=c), result("ties", STRICTLY, action=c)]
    assert convention_followed(wrong, Sheets(ANSWERS)) == "strict"
    assert (
        convention_followed([result("fig", CUT, value=Fault("crash"))], Sheets(ANSWERS))
        is None
    )
    assert convention_followed([], Sheets(ANSWERS)) is None


def test_the_search_function_chooses_where_it_can() -> None:
    """Its visits are those of one of two that fit the value; or of neither."""
    both = {"equality": answered(CUT, CUT), "strict": answered(CUT, (*CUT, "C2"))}
    answers = {"fig": replace(ANSWERS["fig"], questions={"alpha_beta": both})}
    for searched, name in (
        (CUT, "equality"),
        ((*CUT, "C2"), "strict"),
        (("A",), "equality"),
    ):
        found = judge(
            Sheet(case_of(QUESTION, "fig", FIG), answers["fig"]),
            result("fig", CUT, searched).observed,
        )
        assert convention_followed([found], Sheets(answers)) == name
