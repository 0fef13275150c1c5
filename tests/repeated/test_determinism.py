"""A submission does the same whenever it is graded; one that does not is told so."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.assignment.questions import Assignment, Limits
from autograder.errors import GraderError
from autograder.grading.grading import Grading
from autograder.judging.verdicts import (
    Difference,
    Verdict,
    continues_run,
    difference,
    is_comparable,
    is_worth_a_second_run,
)
from autograder.kinds import all as assignments
from autograder.kinds.search import words as findings
from autograder.kinds.search.judging import CaseResult
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.report import plain
from autograder.sandbox.jobs import Ended, Job, Then
from autograder.sandbox.sandbox import Sandbox
from tests import searched
from tests.schema import read_results
from tests.searched import entry_of
from tests.small import ROOT, run

QUICK = ROOT / "tests" / "assignments" / "quick"
SUBMISSIONS = ROOT / "tests" / "submissions"
THREE = Returned("number", 3)


@cache
def quick() -> Assignment:
    """Two trees, two questions."""
    return assignments.load(QUICK)


def call(outcome: Outcome, *visited: str) -> Observation:
    """A call of max_value in which this came out."""
    return Observation("max_value", "max_value(game, state)", outcome, visited)


def observed(*calls: Observation) -> Observed:
    """A run of these calls."""
    return Observed(calls)


# What a difference is.

LABELS = st.lists(st.sampled_from("ABCDE"), max_size=8).map(tuple)
OUTCOMES = st.one_of(
    st.builds(Returned, st.just("number"), st.integers(-3, 3)),
    st.builds(Returned, st.just("str"), st.none(), st.sampled_from("AB")),
    st.builds(Fault, st.sampled_from(["crash", "exit"]), st.just("m"), st.just("E")),
)
CALLS = st.builds(lambda o, v: call(o, *v), OUTCOMES, LABELS)
RUNS = st.tuples(CALLS, CALLS).map(lambda calls: observed(*calls))


@given(RUNS, RUNS)
def test_runs_differ_where_visits_or_outcomes_do(
    first: Observed, second: Observed
) -> None:
    """A run does not differ from itself, and two that differ do so both ways."""
    assert difference(first, first) is None
    one, other = difference(first, second), difference(second, first)
    same = [(c.visited, c.outcome) for c in first.calls] == [
        (c.visited, c.outcome) for c in second.calls
    ]
    assert (one is None) == (other is None) == same
    if one and other:
        assert (one.first, one.second, one.after) == (
            other.second,
            other.first,
            other.after,
        )


@given(LABELS, st.tuples(LABELS, LABELS).filter(lambda p: p[0][:1] != p[1][:1]))
def test_the_first_visit_that_differs_is_named(
    common: tuple[str, ...], rest: tuple[tuple[str, ...], tuple[str, ...]]
) -> None:
    """With the one before it, which both runs have visited."""
    first, second = (observed(call(THREE, *common, *end)) for end in rest)
    one, other = ("".join(end[:1]) for end in rest)
    expected = Difference(one, other, after="".join(common[-1:]))
    assert difference(first, second) == expected


def test_the_text_of_an_object_is_not_compared() -> None:
    """It may tell where the object lies; that a number is none is what counts."""
    first, second = (call(Returned("tuple", None, f"(<at 0x{n}>,)")) for n in "12")
    assert difference(observed(first), observed(second)) is None


# When a test is run twice.


@pytest.mark.parametrize(
    "outcome, seconds, worth",
    [
        (THREE, 0.0, True),
        (THREE, 0.2, True),
        (THREE, 0.21, False),
        (Fault("crash"), 0.0, True),
        (Fault("exit"), 0.0, True),
        *[
            (Fault(kind), 0.0, False)
            for kind in ("timeout", "late", "flood", "killed", "violation")
        ],
        *[(Fault(kind), 0.0, False) for kind in ("grader", "module", "not_run")],
        *[(Fault(kind), 0.0, False) for kind in ("stub", "syntax", "no_function")],
    ],
)
def test_what_is_worth_a_second_run(
    outcome: Outcome,
    seconds: float,
    worth: bool,  # noqa: FBT001
) -> None:
    """What took a tenth of the time at most, and may go otherwise."""
    run = Observed((call(outcome), call(outcome)), cpu_seconds=seconds)
    assert is_worth_a_second_run(run, Limits(seconds=2.0)) is worth


def test_what_the_machine_cut_short_is_not_compared() -> None:
    """A busy machine must not make a submission look random."""
    assert is_comparable(observed(call(THREE)))
    assert is_comparable(observed(call(Fault("crash"))))
    for kind in ("late", "killed", "grader"):
        assert not is_comparable(observed(call(THREE), call(Fault(kind))))


class Counting(Sandbox):
    """A sandbox that counts its runs, and can fail or take 2 s in one of them."""

    def __init__(self, fails_in: int = 0, is_slow_in: int = 0) -> None:
        super().__init__()
        self.runs = 0
        self._fails_in = fails_in
        self._is_slow_in = is_slow_in
        assert self.layers.layers_sentence()  # it has come up, at no cost to a budget

    def __enter__(self) -> Counting:  # noqa: PYI034 - Self came with Python 3.11
        return self

    def run(self, job: Job, then: Then | None = None) -> Ended:
        """Run a job, or fail as the grader does."""
        self.runs += 1
        if self.runs == self._fails_in:
            raise GraderError("no worker could be had")
        if self.runs == self._is_slow_in:
            time.sleep(2)
        return super().run(job, then)


def results(
    submission: Path, sandbox: Sandbox, assignment: Assignment | None = None
) -> list[CaseResult]:
    """All results of a submission on the quick assignment."""
    grading = Grading.of(assignment or quick(), submission, sandbox)
    return [searched.graded(grading, case) for case in grading.assignment.cases]


def test_a_correct_submission_is_run_once_more_for_each_question() -> None:
    """Two questions on two trees: six runs, and only the first two can tell."""
    with Counting() as sandbox:
        found = results(ROOT / "reference", sandbox)
    assert sandbox.runs == 6
    assert [r.is_deterministic for r in found] == [True, None, True, None]


def test_what_is_not_correct_is_run_twice() -> None:
    """Each test of it; the stub's file says all there is to be known."""
    with Counting() as sandbox:
        found = results(SUBMISSIONS / "alpha_beta_no_pruning", sandbox)
    wrong = [r for r in found if r.case.question.name == "alpha_beta"]
    assert [r.is_deterministic for r in wrong] == [True, True]
    with Counting() as sandbox:
        found = results(ROOT / "student_template", sandbox)
    assert sandbox.runs == 4
    assert {r.is_deterministic for r in found} == {None}


def test_a_grader_that_fails_in_a_second_run_has_failed_in_nothing() -> None:
    """The first result stands, and nobody is told of a second."""
    with Counting(fails_in=2) as sandbox:
        found = results(ROOT / "reference", sandbox)
    assert [r.is_deterministic for r in found] == [None, None, True, None]
    assert [r.verdict.value for r in found] == ["correct"] * 4


def test_second_runs_take_a_tenth_of_the_budget_at_most(tmp_path: Path) -> None:
    """So a submission that waits, without working, still comes to all its tests."""
    source = (ROOT / "reference" / "minimax.py").read_text()
    slow = source.replace(
        "def minimax_search", "__import__('time').sleep(0.6)\n\n\ndef minimax_search"
    )
    assert slow != source
    (tmp_path / "minimax.py").write_text(slow)
    found = {}
    for budget in (5.0, 480.0):
        with Counting() as sandbox:
            cases = quick().cases[:2]
            assignment = replace(quick(), tests=cases, budget=budget)
            ran = results(tmp_path, sandbox, assignment)
        found[budget] = (sandbox.runs, [r.is_deterministic for r in ran])
    assert found == {
        5.0: (2, [None, None]),
        480.0: (3, [True, None]),
    }


def test_second_runs_are_within_the_budget() -> None:
    """One that would not end there is the last: the tests that follow are not run."""
    with Counting(is_slow_in=2) as sandbox:
        found = results(ROOT / "reference", sandbox, replace(quick(), budget=1.0))
    assert [r.verdict.value for r in found] == ["correct", *["not_run"] * 3]


# What a student is told.


def told(name: str) -> list[CaseResult]:
    """The results of a folder of tests/submissions on minimax."""
    with Sandbox() as sandbox:
        cases = tuple(c for c in quick().cases if c.question.name == "minimax")
        return results(SUBMISSIONS / name, sandbox, replace(quick(), tests=cases))


def told_of(result: CaseResult) -> list[str]:
    """The lines below the headline."""
    return plain.lines(findings.details(result))


def test_a_search_in_random_order_is_told_so() -> None:
    """Its points are those of the first run, which is right; so is the headline's."""
    first, second = told("random_order_of_children")
    assert (first.points, first.is_deterministic) == (3, False)
    assert findings.OTHERWISE in findings.headline(first)
    assert first.difference is not None
    assert isinstance(first.difference.first, str), "a visit"
    assert told_of(first).count(findings.difference_sentence(first.difference)) == 1
    assert (second.points, second.is_deterministic) == (3, None)
    assert entry_of(first, "1.1").extra["deterministic"] is False


def test_a_value_that_depends_on_the_time_is_told_so() -> None:
    """In each test, since each is wrong; the headline is that of the first run."""
    for result in told("value_depends_on_the_time"):
        assert result.is_deterministic is False
        assert result.verdict is Verdict.WRONG_VALUE
        assert findings.OTHERWISE not in findings.headline(result)
        assert result.difference is not None
        assert isinstance(result.difference.first, Observation), "a call"
        sentence = findings.difference_sentence(result.difference)
        assert told_of(result).count(sentence) == 1


def test_a_search_in_an_order_that_a_seed_fixes_is_not_told_anything() -> None:
    """The same order each time is as good as any other."""
    first, _ = told("random_order_seeded")
    assert first.is_deterministic is True
    assert first.difference is None
    assert findings.OTHERWISE not in findings.headline(first)
    assert not [line for line in told_of(first) if findings.RANDOM in line]


# What is fixed.

REVEALING = """\
import locale, os, random, sys, time
def minimax_search(game, state):
    print(hash("a"), hash(state), sorted({"a", "b", "c", state.__class__.__name__}))
    print({"alpha", "beta", "gamma", "delta"}, set(game.actions(state)))
    print(random.random(), random.choice(range(10**9)))
    print(sorted(os.environ.items()), time.tzname)
    print(sys.argv, os.getcwd(), __file__, os.listdir())
    print(locale.getpreferredencoding(), sys.stdout.encoding, sys.getrecursionlimit())
    return game.actions(state)[0]
def max_value(game, state): return 3
min_value = max_value
"""


def test_a_submission_cannot_tell_one_grading_from_another(tmp_path: Path) -> None:
    """Hashes, random numbers, the environment: the caller's own settings are gone."""
    (tmp_path / "minimax.py").write_text(REVEALING)
    said: list[dict[str, Any]] = []
    for hash_seed, language, zone in (("1", "C", "UTC"), ("2", "de_DE", "Asia/Tokyo")):
        results_file = tmp_path / f"{hash_seed}.json"
        done = run(
            *(tmp_path / "minimax.py", "--assignment", QUICK),
            *("--results", results_file),
            variables={"PYTHONHASHSEED": hash_seed, "LANG": language, "TZ": zone},
        )
        assert done.returncode == 0, done.stderr
        said.append(read_results(results_file))
    first, second = ([test["output"] for test in run["tests"]] for run in said)
    assert "  | ['minimax.py'] <working folder> minimax.py []" in first[0]
    assert "second run" not in first[0]
    assert first == second


# A run that was killed.


@given(CALLS, LABELS)
def test_a_second_run_goes_on_where_the_first_was_killed(
    whole: Observation, more: tuple[str, ...]
) -> None:
    """It visits all that the first had, in that order, and may visit more."""
    further = replace(whole, visited=(*whole.visited, *more))
    assert continues_run(observed(whole), observed(further))
    assert continues_run(observed(further), observed(whole)) == (not more)


def test_a_run_that_saw_all_and_died_is_the_one_that_counts() -> None:
    """What it saw might have been handed to the second, which visits less."""
    all_seen, less = call(THREE, "A", "B", "B1", "C", "C1"), call(THREE, "A", "B", "C")
    assert not continues_run(observed(all_seen), observed(less))
