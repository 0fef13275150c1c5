"""The words: every sentence that a student can read, each made by a test."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from autograder.assignment.questions import Question
from autograder.judging.verdicts import OF_FAULT, Verdict
from autograder.kinds.entries import brief_headline
from autograder.kinds.search.alone import AloneCheck, Passed
from autograder.kinds.search.judging import CaseResult, Finding
from autograder.kinds.search.stepwords import ALONE, step_sentence
from autograder.kinds.search.visits import Compared
from autograder.kinds.search.walk import Bounds, FirstWrongStep, SearchedChild
from autograder.kinds.search.words import (
    BRIEF,
    SENTENCES,
    WORDING,
    details,
    expected_text,
    headline,
    recursion_sentence,
    sentence,
)
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import NOT_RUN, Fault, Frame, Outcome, Returned
from autograder.report import plain
from autograder.trees.file import parse
from autograder.trees.tree import GameTree, Node
from autograder.words.faults import (
    ACTION_HINTS,
    FAULTS,
    LINE_HINTS,
    PAYOFF_HINTS,
    PRINTED_LINES,
    SHOWN,
    VALUE_HINTS,
    WANTS_TIME,
    fault_sentence,
    hints,
    prints,
    traceback,
)
from tests.asking import case_of
from tests.cases import for_each

INFINITY = math.inf
TREE = parse("tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
QUESTION = Question("minimax", "minimax", "minimax_search")
VALUE, ACTION, VISITS = "value", "action", "visits"
LINE = "principal_variation"
FRAMES = (
    Frame("minimax.py", 4, "max_value", "return max(min_value(game, s))"),
    Frame("minimax.py", 9, "min_value", "return [1][2]"),
)
AT = "in min_value (minimax.py:9)"
SEARCH = Observation("minimax_search", "minimax_search(game, state)", Returned("str"))


def told_below(result: CaseResult) -> list[str]:
    """The lines of the details of a result."""
    return plain.lines(details(result))


def printed_lines(result: CaseResult) -> list[str]:
    """The lines of what was printed."""
    return plain.lines([prints(result.observed.printed)])


def observed(outcome: Outcome, *visited: str) -> Observation:
    """A call of max_value in which this came out."""
    return Observation("max_value", "max_value(game, state)", outcome, visited)


def finding(
    facet: str, verdict: Verdict, outcome: Outcome, *visited: str, **parts: object
) -> Finding:
    """A finding on one facet."""
    call = observed(outcome, *visited)
    return Finding(facet, verdict, call, **parts)  # type: ignore[arg-type]


def result(*findings: Finding, printed: str = "") -> CaseResult:
    """A result of which these are the parts."""
    verdict = min((f.verdict for f in findings), key=list(Verdict).index)
    case = case_of(QUESTION, "fig", TREE, [(f.facet, 1) for f in findings])
    calls = (findings[0].observation, SEARCH)
    return CaseResult(case, verdict, findings, Observed(calls, printed=printed))


RIGHT = finding(VALUE, Verdict.CORRECT, Returned("number", 3))
THREE = Returned("number", 3)


@for_each(
    "found, text",
    [
        (RIGHT, "max_value returned 3, as it should"),
        (
            finding(VISITS, Verdict.CORRECT, THREE, "A", "B"),
            "visited the 2 nodes it should",
        ),
        (
            finding(VALUE, Verdict.WRONG_VALUE, Returned("number", 7), expected=("3",)),
            "max_value returned 7, expected 3",
        ),
        (
            finding(
                VALUE, Verdict.WRONG_VALUE, Returned("number", 7), expected=("3", "4")
            ),
            "max_value returned 7, expected 3 or 4",
        ),
        (
            finding(
                ACTION,
                Verdict.WRONG_ACTION,
                Returned("str", None, "C"),
                expected=("B", "D"),
                legal=("B", "C", "D"),
            ),
            "max_value chose C, the best is B or D",
        ),
        (
            finding(
                ACTION,
                Verdict.WRONG_ACTION,
                Returned("str", None, "3"),
                expected=("B",),
                legal=("B", "C", "D"),
            ),
            "max_value returned '3', which is no action; the best is B",
        ),
        *(
            (
                finding(
                    LINE,
                    Verdict.WRONG_ACTION,
                    Returned("list", text="…", actions=tuple(line)),
                    expected=expected,
                ),
                f"max_value {told}",
            )
            for line, expected, told in (
                ("BE", "BD", "has E after B; best play is B, D"),
                ("C", "BD", "has C at the root; best play is B, D"),
                ("B", "BD", "ends after B; best play is B, D"),
                (
                    "BDF",
                    "BD",
                    "goes on after D, where the line ends; best play is B, D",
                ),
                ("", "BD", "returned no actions; best play is B, D"),
            )
        ),
        (
            finding(LINE, Verdict.WRONG_TYPE, Returned("str", text="B"), line=True),
            (
                "max_value returned the text 'B': "
                "return all actions of the line, in a list"
            ),
        ),
        (
            finding(
                VISITS,
                Verdict.WRONG_VISITS,
                THREE,
                *("A", "B", "C"),
                expected=("A", "D", "E"),
                visits=Compared(
                    right=False,
                    wrongly_visited=("B", "C"),
                    wrongly_skipped=("D", "E"),
                ),
            ),
            "visited B and C, though cut; skipped D and E, though needed",
        ),
        (
            finding(
                VISITS,
                Verdict.WRONG_VISITS,
                THREE,
                *("A", "B"),
                expected=("A",),
                visits=Compared(right=False, wrongly_visited=("B",), prunes=False),
            ),
            "visited B, though not needed",
        ),
        (
            finding(
                VISITS,
                Verdict.WRONG_VISITS,
                THREE,
                *("A", "B", "D#2"),
                expected=("A",),
                visits=Compared(
                    right=False, wrongly_visited=("B", "D#2"), met_before=("D#2",)
                ),
            ),
            "visited D#2, though met before; visited B, though cut",
        ),
        (
            finding(
                VISITS,
                Verdict.WRONG_VISITS,
                THREE,
                *("A", "B"),
                expected=("A", "C"),
                visits=Compared(
                    right=False,
                    wrongly_visited=("B",),
                    prunes=False,
                    first=("A", "c"),
                ),
            ),
            "at A, c should come first; visited B, though not needed",
        ),
        (
            finding(
                VISITS,
                Verdict.WRONG_VISITS,
                THREE,
                *("A", "B"),
                expected=("A",),
                visits=Compared(right=False, wrongly_visited=("B",)),
            ),
            "visited B, though cut",
        ),
        (
            finding(
                VISITS,
                Verdict.WRONG_VISITS,
                THREE,
                *("A", "C", "B"),
                expected=("A", "C"),
                visits=Compared(
                    right=False,
                    wrongly_visited=("B",),
                    swapped=("C", "B"),
                    step=FirstWrongStep(
                        *("A", "max", None, (SearchedChild("C", 3, 3),), 3, "B"),
                        visited=True,
                        position=2,
                    ),
                ),
            ),
            "tried C before B, against the game's order; visited B, though cut",
        ),
        (
            finding(
                VISITS,
                Verdict.WRONG_VISITS,
                THREE,
                *("A", "C", "B"),
                expected=("A", "C", "B"),
                visits=Compared(right=False, swapped=("C", "B")),
            ),
            (
                "tried C before B, against the game's order; "
                "the cuts are right in your order"
            ),
        ),
        (
            finding(
                VISITS,
                Verdict.WRONG_VALUE,
                *(THREE, "A", "B"),
                expected=("4",),
                visits=Compared(right=True, expected=("A", "B")),
            ),
            "visited the 2 nodes it should, but max_value returned 3, expected 4",
        ),
        (
            finding(VISITS, Verdict.WRONG_VISITS, THREE, expected=("A", "B")),
            "max_value never asked the game about any state",
        ),
    ],
)
def test_each_finding_has_its_sentence(found: Finding, text: str) -> None:
    """What was found, what was expected, and where."""
    assert text == sentence(found)


@for_each(
    "facet, kind, shown, text",
    [
        (VALUE, "none", "None", "None: is a `return` missing?"),
        (VALUE, "bool", "True", "True: a truth value is not a number here"),
        (VALUE, "nan", "nan", "nan: not a number; was inf subtracted from inf?"),
        (VALUE, "inf", "-inf", "-inf: has the initial bound leaked out?"),
        (VALUE, "str", "B", "the text 'B': expected an int or a float"),
        (VALUE, "tuple", "(3, 'B')", "the tuple (3, 'B'): return the value alone"),
        (VALUE, "list", "[3]", "the list [3]: return the value alone"),
        (VALUE, "dict", "{}", "the dict {}: expected an int or a float"),
        (VALUE, "set", "{3}", "the set {3}: expected an int or a float"),
        (VALUE, "state", "B", "the state B: return its value, not the state"),
        (
            VALUE,
            "object",
            "Node",
            "an object of class Node: expected an int or a float",
        ),
        (VALUE, "complex", "1j", "the complex number 1j: expected a real number"),
        (
            VALUE,
            "callable",
            "function",
            "a function: are the parentheses of a call missing?",
        ),
        (
            VALUE,
            "iterator",
            "generator",
            "an iterator (generator): has `yield` taken the place of `return`?",
        ),
        (
            VALUE,
            "huge",
            "an integer of 99 bits",
            "an integer of 99 bits: beyond ±2**53, larger than any utility",
        ),
        (VALUE, "unheard of", "x", "x: expected an int or a float"),
        (ACTION, "dict", "{}", "the dict {}: expected an action"),
        (ACTION, "state", "B", "the state B: return the action that leads to it"),
        (ACTION, "tuple", "(3,)", "the tuple (3,): return the action alone"),
    ],
)
def test_each_kind_of_value_has_its_hint(
    facet: str, kind: str, shown: str, text: str
) -> None:
    """What was returned, as a student would call it, and the usual reason."""
    found = finding(facet, Verdict.WRONG_TYPE, Returned(kind, None, shown))
    assert f"max_value returned {text}" == sentence(found)


@for_each("kind", sorted(ACTION_HINTS))
def test_each_kind_of_action_has_its_hint(kind: str) -> None:
    """A number in place of the action, say."""
    outcome = Returned(kind, 3 if kind == "number" else None, "x")
    found = sentence(finding(ACTION, Verdict.WRONG_TYPE, outcome))
    assert found.startswith("max_value returned ")
    assert found.endswith(f": {ACTION_HINTS[kind]}")


def test_what_a_stub_is_to_find() -> None:
    """The value, and the action where there is one to choose."""
    both = "To be found: the value 3, and the action B or C."
    assert expected_text(3, ("B", "C")) == both
    assert expected_text((1, -2), ()) == "To be found: the value (1, -2)."


def test_no_table_holds_words_that_nothing_uses() -> None:
    """Verdicts of values have sentences; hints and forms are of kinds that exist."""
    kinds = {"none", "bool", "nan", "inf", "huge", "number", "str", "tuple", "list"}
    kinds |= {"dict", "set", "complex", "state", "iterator", "callable", "object"}
    kinds |= {"coroutine", "like_int", "like_float", "like_str", "like_tuple"}
    of_no_facet = {Verdict.CRASHED, Verdict.NOT_SEPARATED, Verdict.BREAKS_A_LAW}
    of_no_facet |= {Verdict.CALLS_ITSELF, Verdict.WRONG_PLAYOUTS}
    assert set(SENTENCES) == set(Verdict) - {*OF_FAULT.values(), *of_no_facet}
    hints = {*VALUE_HINTS, *PAYOFF_HINTS, *ACTION_HINTS, *LINE_HINTS}
    assert hints | set(SHOWN) <= kinds
    assert set(OF_FAULT) <= set(FAULTS)
    assert set(ALONE) - {Verdict.NOT_SEPARATED} == set(SENTENCES) - {
        Verdict.WRONG_ACTION,
        Verdict.WRONG_ROUNDS,
        Verdict.WRONG_ESTIMATES,
        Verdict.WRONG_ORDER,
    }


@pytest.mark.parametrize("kind", sorted({*FAULTS, "crash"} - {NOT_RUN}))
@pytest.mark.parametrize("frames", [(), FRAMES], ids=["nowhere", "somewhere"])
@pytest.mark.parametrize("stage", ["call", "import", "unreached"])
def test_every_fault_has_one_line(
    kind: str, frames: tuple[Frame, ...], stage: str
) -> None:
    """With and without frames, in a call, while importing, and after another."""
    fault = Fault(
        kind=kind,
        message="message",
        type="ValueError",
        stage=stage,
        near=("maxvalue",),
        frames=frames,
    )
    text = fault_sentence(fault, observed(fault))
    assert text.strip() == text != ""
    assert "\n" not in text
    assert "  " not in text


@pytest.mark.parametrize(
    "why, text",
    [
        ("before", "not run: the tests before used up the 480 s for all"),
        ("unjudged", "not judged: the tests before used up the 480 s for all"),
        ("cut", "broken off: with the tests before it used up the 480 s for all"),
        ("late_alone", "not judged: alone, 480 used up its time on 2 trees"),
    ],
)
def test_why_something_was_not_run(why: str, text: str) -> None:
    """For want of time: what there was, or the function that had too much of it."""
    fault = Fault(NOT_RUN, "480", stage=why, near=("2",))
    assert fault_sentence(fault, observed(fault)) == text
    assert {*WANTS_TIME} == {"before", "unjudged", "cut", "late_alone"}


@for_each(
    "fault, text",
    [
        (
            Fault("crash", "bad", "ValueError", frames=FRAMES),
            f"raised ValueError: bad, {AT}",
        ),
        (Fault("crash", "", "it's ✓ correct"), "raised 'it\\'s ✓ correct'"),
        (
            Fault("exit", "", "SystemExit", frames=FRAMES),
            f"ended the program (SystemExit), {AT}: ",
        ),
        (Fault("recursion", frames=FRAMES), f"recursion without end, {AT}"),
        (Fault("timeout", "2 s", frames=FRAMES), f"timed out after 2 s, {AT}"),
        (
            Fault("no_function", near=("maxvalue",)),
            "there is no function max_value; is",
        ),
        (Fault("no_function", near=("A.max_value",)), "max_value is a method of A; "),
        (
            Fault("no_function", near=("A.search",)),
            "there is no function max_value; found a class A with search; move it out",
        ),
        (Fault("no_function"), "there is no function max_value"),
        (Fault("not_callable"), "max_value is not a function"),
        (
            Fault("signature", "(game)"),
            "expected max_value(game, state), found max_value(game)",
        ),
        (Fault("killed", "SIGSEGV"), "Python itself crashed; "),
        (Fault("killed", "SIGTERM"), "the process died [SIGTERM]"),
        (Fault("flood", "256 KiB"), "printed more than 256 KiB; "),
        (Fault("flood", "9 files", "files"), "wrote more than 9 files into its "),
        (Fault("ended"), "max_value ended the process"),
        (Fault("grader", "no room"), "a fault of the grader, not yours: no room"),
        (Fault("stub", "", frames=FRAMES), "write min_value"),
        (Fault("stub", "the best of all"), "write max_value: the best of all"),
        (
            Fault("timeout", "2 s", stage="unreached"),
            "max_value was not called: the call before it used up the time",
        ),
    ],
)
def test_faults_say_what_happened_and_where(fault: Fault, text: str) -> None:
    """The innermost of the student's own frames is the place."""
    assert fault_sentence(fault, observed(fault)).startswith(text)


def test_the_headline_is_what_decided() -> None:
    """The sentence of the most serious facet; one word where all is right."""
    wrong = finding(VALUE, Verdict.WRONG_VALUE, Returned("number", 7), expected=("3",))
    unvisited = finding(VISITS, Verdict.WRONG_VISITS, THREE, expected=("A",))
    assert headline(result(RIGHT)) == "correct"
    assert headline(result(unvisited, wrong)) == sentence(wrong)


def test_the_details_have_a_line_for_each_facet() -> None:
    """The mark, the points, the sentence."""
    wrong = finding(ACTION, Verdict.WRONG_TYPE, Returned("none", None, "None"))
    first, second = told_below(result(RIGHT, wrong))
    assert first == "✓ value               1/1  max_value returned 3, as it should"
    assert second.startswith("✗ action              0/1  max_value returned None: ")


AT_C = Bounds(3, INFINITY, "A", "").bounds_after_child("min", "C", 2)
ON_TO_C2 = FirstWrongStep(
    node="C",
    to_move="min",
    bounds=AT_C,
    searched=(SearchedChild("C1", 2, 2),),
    v=2,
    child="C2",
    visited=True,
    position=7,
)


@pytest.mark.parametrize(
    "step, text",
    [
        (
            ON_TO_C2,
            (
                "C is MIN, v ≤ 2 after C1 = 2, and MAX already has 3 at A (α): "
                "the rest below C cannot matter, but your code went on to C2."
            ),
        ),
        (
            FirstWrongStep(
                *(
                    "D",
                    "max",
                    Bounds(9, 5, "D", "B"),
                    (SearchedChild("E", 4, 4), SearchedChild("F", 9, 9)),
                    9,
                    "G",
                ),
                visited=True,
                position=3,
            ),
            (
                "D is MAX, v ≥ 9 after E = 4, F = 9, and MIN already has 5 at B (β): "
                "the rest below D cannot matter, but your code went on to G."
            ),
        ),
        (
            FirstWrongStep(
                *(
                    "A",
                    "max",
                    Bounds(3, 2.5, "A", ""),
                    (SearchedChild("B", 3, 3),),
                    3,
                    "C",
                ),
                visited=True,
                position=2,
            ),
            (
                "A is MAX, v ≥ 3 after B = 3, and the search began with β = 2.5: "
                "the rest below A cannot matter, but your code went on to C."
            ),
        ),
        (
            FirstWrongStep(
                *(
                    "D",
                    "min",
                    Bounds(3, 5, "A", "D"),
                    (SearchedChild("D1", 14, 14), SearchedChild("D2", 5, 5)),
                    5,
                    "D3",
                ),
                visited=False,
                position=10,
            ),
            (
                "D is MIN, v ≤ 5 after D1 = 14, D2 = 5: the window is (3, 5), so D3 "
                "can still matter, and your code left it out."
            ),
        ),
        (
            FirstWrongStep(
                *(
                    "C",
                    "min",
                    Bounds(3, 3, "A", "C"),
                    (SearchedChild("C1", 3, 3),),
                    3,
                    "C2",
                ),
                visited=False,
                position=5,
            ),
            (
                "C is MIN, v ≤ 3 after C1 = 3: v only equals the bound, and a strict "
                "search goes on to C2, and your code left it out."
            ),
        ),
        (
            FirstWrongStep(
                node="A",
                to_move="max",
                bounds=Bounds(),
                searched=(),
                v=None,
                child="B",
                visited=False,
                position=1,
            ),
            (
                "A is MAX, none of its children known yet: the window is (-∞, ∞), so B "
                "can still matter, and your code left it out."
            ),
        ),
        (
            FirstWrongStep(
                *(
                    "A",
                    "max",
                    None,
                    tuple(SearchedChild(f"B{i}", i, i) for i in range(6)),
                    5,
                    "B6",
                ),
                visited=False,
                position=7,
            ),
            (
                "A is MAX, v ≥ 5 after 2 more and B2 = 2, B3 = 3, B4 = 4, B5 = 5: "
                "minimax looks at every child, so at B6 too, and your code left it out."
            ),
        ),
    ],
)
def test_a_wrong_step_is_told_with_all_that_was_known(
    step: FirstWrongStep, text: str
) -> None:
    """Who moves, v and the bound that decides, where that bound was set."""
    assert step_sentence(step) == f"First wrong step: {text}"


FIG = parse("tree: {A: {B: [3, 12], C: [2, 4]}}")
AT_NODE = next(node for node in FIG.nodes if node.label == "C")


def alone(
    verdict: Verdict,
    outcome: Outcome = THREE,
    window: tuple[float, float] | None = (3, INFINITY),
    visits: Compared = Compared(right=True),  # noqa: B008 - frozen
    passed: Passed | None = None,
) -> Finding:
    """A finding on min_value, called at C, which is worth 2."""
    call = Observation("min_value", "min_value(game, state)", outcome, ("C",))
    check = AloneCheck(
        verdict=verdict,
        observation=call,
        node=AT_NODE,
        window=window,
        exact=2,
        children=(("F", 2), ("G", 4)),
        visits=visits,
        passed=passed,
    )
    return Finding("min_value", verdict, call, visits=visits, alone=check)


def unseparated(found: Finding, *others: str) -> Finding:
    """The same of a function that called none of these."""
    assert found.alone is not None
    check = replace(found.alone, alone=False, replaced=others)
    return replace(found, verdict=Verdict.NOT_SEPARATED, alone=check)


@pytest.mark.parametrize(
    "others, text",
    [
        (["max_value"], "max_value"),
        (["max_value", "exp_value"], "max_value or exp_value"),
        (["min_value"], "itself"),
    ],
)
def test_what_was_not_separated_is_neither_right_nor_wrong(
    others: list[str], text: str
) -> None:
    """The row says why, and has a mark of its own."""
    found = unseparated(alone(Verdict.WRONG_VALUE, Returned("number", 4)), *others)
    told = f"could not be judged alone: your min_value does not call {text}"
    assert sentence(found) == told
    lines = told_below(result(finding(VALUE, Verdict.WRONG_VALUE, THREE), found))
    assert f"? min_value           0/1  {told}" in lines


def test_the_smallest_wrong_value_is_told_whoever_is_blamed() -> None:
    """A call at a node with fewer nodes below it is easier to follow.

    What the values below it came to is not known where they were not asked for.
    """
    large = alone(Verdict.WRONG_VALUE, Returned("number", 4))
    small = unseparated(alone(Verdict.WRONG_VALUE, Returned("number", 7)), "max_value")
    assert large.alone is not None
    assert small.alone is not None
    large = replace(large, alone=replace(large.alone, size=9))
    small = replace(small, alone=replace(small.alone, size=3))
    for order in ([large, small], [small, large]):
        (line,) = [line for line in told_below(result(*order)) if "rst wrong" in line]
        assert line.startswith("First wrong value: C is MIN and worth 2")
        assert line.endswith("min_value returned 7 in (3, ∞).")
    assert small.alone is not None
    unsure = replace(small, alone=replace(small.alone, values_known=False))
    told = told_below(result(large, unsure))
    assert [line for line in told if line.startswith("A wrong value: C is MIN")]


def beside_its_own(found: Finding) -> Finding:
    """The same of a call in which max_value was the submission's own."""
    assert found.alone is not None
    return replace(found, alone=replace(found.alone, alone=False))


@for_each(
    "found, text",
    [
        (
            alone(Verdict.CORRECT),
            "min_value alone is right, given correct values below",
        ),
        (
            alone(Verdict.WRONG_VALUE, Returned("number", 4)),
            (
                "min_value alone, at C in (3, ∞), returned 4, but C is worth 2, "
                "so anything from 2 to 3 would be right"
            ),
        ),
        (
            alone(Verdict.WRONG_VALUE, Returned("number", 4), (-INFINITY, 1)),
            (
                "min_value alone, at C in (-∞, 1), returned 4, but C is worth 2, "
                "so anything from 1 to 2 would be right"
            ),
        ),
        (
            alone(Verdict.WRONG_VALUE, Returned("number", 4), (2, INFINITY)),
            "min_value alone, at C in (2, ∞), returned 4, but C is worth 2",
        ),
        (
            alone(Verdict.WRONG_VALUE, Returned("number", 2.5), (1, 3)),
            "min_value alone, at C in (1, 3), returned 2.5, but C is worth 2",
        ),
        (
            alone(Verdict.WRONG_VALUE, Returned("number", 4), None),
            "min_value alone, at C, returned 4, but C is worth 2",
        ),
        (
            alone(
                Verdict.WRONG_VISITS,
                visits=Compared(
                    right=False, wrongly_visited=("G",), wrongly_skipped=("F",)
                ),
            ),
            (
                "min_value alone, at C in (3, ∞), went on to G, though cut "
                "and left out F, though needed"
            ),
        ),
        (
            alone(Verdict.WRONG_VISITS, visits=Compared(right=False)),
            "min_value alone, at C in (3, ∞), asked nothing about the state",
        ),
        (
            alone(Verdict.WRONG_VISITS, passed=Passed("F", (3, INFINITY), (3, 4))),
            (
                "min_value alone, at C in (3, ∞), searched F in the window (3, ∞); "
                "by then the window is (3, 4)"
            ),
        ),
        (
            alone(Verdict.WRONG_TYPE, Returned("none", None, "None")),
            "min_value alone, at C in (3, ∞), returned None, expected a number",
        ),
        (
            alone(Verdict.WRONG_TYPE, Returned("inf", None, "-inf")),
            "min_value alone, at C in (3, ∞), returned -∞, expected a number",
        ),
        (
            beside_its_own(alone(Verdict.CORRECT)),
            "min_value is right at inner states, too",
        ),
        (
            beside_its_own(alone(Verdict.WRONG_VALUE, Returned("number", 4))),
            (
                "min_value called at C in (3, ∞), returned 4, but C is worth 2, "
                "so anything from 2 to 3 would be right"
            ),
        ),
        (
            alone(Verdict.CRASHED, Fault("crash", "bad", "ValueError")),
            "raised ValueError: bad",
        ),
    ],
)
def test_a_function_alone_has_its_sentence(found: Finding, text: str) -> None:
    """The call as it was made, what came of it, and what is true."""
    assert text == sentence(found)


@for_each("verdict", list(Verdict))
def test_a_brief_headline_tells_nothing_of_the_tree(verdict: Verdict) -> None:
    """It is the same for all trees on which this was the verdict."""
    secret = GameTree((Node("Secret", "max", (1,)), Node("Leaf", "min", (), 77)))
    fault = Fault("crash", "Secret", "ValueError")
    outcome: Outcome = fault if verdict not in BRIEF else Returned("number", 77)
    one = finding(VALUE, verdict, outcome, "Secret", expected=("77",))
    case = case_of(QUESTION, "hidden_tree", secret)
    words = brief_headline(
        CaseResult(case, verdict, (one,), Observed((one.observation,))), WORDING
    )
    assert words
    for word in ("Secret", "Leaf", "77", "hidden_tree"):
        assert word not in words


def test_the_details_set_the_visits_side_by_side() -> None:
    """The student's and the accepted ones, in order, below the first wrong step."""
    wrong = finding(
        *(VISITS, Verdict.WRONG_VISITS, THREE, "A", "C"),
        expected=("A", "B"),
        visits=Compared(
            right=False, wrongly_visited=("C",), wrongly_skipped=("B",), step=ON_TO_C2
        ),
    )
    lines = told_below(result(wrong))
    assert lines == [
        step_sentence(ON_TO_C2),
        "",
        "max_value visited: A and C",
        "the accepted search visits: A and B",
    ]


WRONG_STEP = finding(
    *(VISITS, Verdict.WRONG_VISITS, THREE, "A", "C"),
    visits=Compared(right=False, wrongly_visited=("C",), step=ON_TO_C2),
)
WRONG_ALONE = alone(Verdict.WRONG_VALUE, Returned("number", 4))
VALUE_AT_C = (
    "First wrong value: C is MIN and worth 2, the smallest of F = 2, G = 4; "
    "min_value returned 4 in (3, ∞)."
)


def told(*findings: Finding, **more: object) -> list[str]:
    """The lines on where the search first went wrong."""
    lines = told_below(replace(result(*findings), **more))  # type: ignore[arg-type]
    return [line for line in lines if "irst wrong" in line]


def test_a_wrong_value_is_told_before_a_wrong_step() -> None:
    """Then the numbers of the step are not those that the submission had."""
    step = step_sentence(ON_TO_C2)
    assert told(WRONG_STEP) == [step]
    assert told(WRONG_ALONE) == [VALUE_AT_C]
    start = "With right values, the first wrong step: C is MIN, v ≤ 2 after C1 = 2, "
    assert told(WRONG_STEP, WRONG_ALONE) == [VALUE_AT_C, start + step.split(", ", 2)[2]]
    assert step_sentence(ON_TO_C2, values_too=True) == told(WRONG_STEP, WRONG_ALONE)[1]


def test_what_was_no_number_is_a_wrong_value() -> None:
    """As it was returned, or ∞."""
    for outcome, shown in (
        (Returned("none", None, "None"), "None"),
        (Returned("inf", None, "inf"), "∞"),
    ):
        (line,) = told(alone(Verdict.WRONG_TYPE, outcome))
        assert line.endswith(f"; min_value returned {shown} in (3, ∞).")


def test_beside_a_crash_no_function_alone_is_told_to_have_returned() -> None:
    """In the search that the student sees it returned nothing."""
    crash = Fault("crash", "bad", "ValueError", frames=FRAMES)
    broken = finding(VALUE, Verdict.CRASHED, crash)
    assert told(broken, WRONG_ALONE) == []


def test_who_asks_too_early_is_told_so_in_place_of_the_step() -> None:
    """What was visited since shows no more where the search went wrong."""
    visits = Compared(
        right=False, wrongly_visited=("C",), step=ON_TO_C2, early=("C", "B")
    )
    early = finding(VISITS, Verdict.WRONG_VISITS, THREE, "A", "C", visits=visits)
    sentence = (
        "First wrong step: your code asked about C before it had searched B. To ask "
        "about a state is to visit it, even if nothing below it is looked at."
    )
    assert told(early) == [sentence]
    assert told(early, WRONG_ALONE) == [VALUE_AT_C, sentence]


@pytest.mark.parametrize("verdict", [Verdict.WRONG_VALUE, Verdict.CORRECT])
def test_a_wrong_end_is_told_where_the_value_is_wrong(verdict: Verdict) -> None:
    """Else the test for the end stands in a function of its own, and is right there."""
    value = finding(VALUE, verdict, Returned("number", 7), expected=("3",))
    action = finding(ACTION, Verdict.WRONG_ACTION, Returned("str", None, "C"))
    check = AloneCheck(
        verdict=Verdict.WRONG_VALUE,
        observation=Observation("min_value", "…", Returned("number", 7), ("B1",)),
        node=Node("B1", "min", (), 3),
        window=(2, INFINITY),
        exact=3,
        children=(),
        visits=Compared(right=True),
    )
    line = "First wrong value: B1 is terminal and worth 3; min_value returned 7 in "
    expected = [f"{line}(2, ∞)."] if verdict is Verdict.WRONG_VALUE else []
    assert told(value, action, wrong_end=check) == expected
    assert told(value, WRONG_ALONE, wrong_end=check) == [VALUE_AT_C]


def test_the_details_show_the_students_traceback_once() -> None:
    """Two facets of one call have one fault."""
    fault = Fault("crash", "list index out of range", "IndexError", frames=FRAMES)
    lines = told_below(result(*[finding(f, Verdict.CRASHED, fault) for f in "ab"]))
    assert lines == [
        "Traceback (your code only):",
        "  | minimax.py, line 4, in max_value",
        "  |   return max(min_value(game, s))",
        "  | minimax.py, line 9, in min_value",
        "  |   return [1][2]",
        "  | IndexError: list index out of range",
    ]
    assert plain.lines([(traceback(fault),)]) == lines


def test_what_was_printed_is_quoted() -> None:
    """In its own block, escaped, and not more than a screen of it."""
    printed = "score: 100/100\n\x1b[2J\n" + "x\n" * 99
    lines = told_below(result(RIGHT, printed=printed))
    start = lines.index("Your program printed:") + 1
    assert lines[start : start + 2] == ["  | score: 100/100", "  | \\x1b[2J"]
    assert len(lines[start:]) == PRINTED_LINES + 1
    assert lines[-1] == "  | … and 81 more lines"


@pytest.mark.parametrize(
    "message, hint",
    [
        ("'State' object has no attribute 'utility'", "game.utility(state)"),
        ("'State' object has no attribute 'children'", "game.successors(state)"),
        ("utility: expected a state of the game, got ('B', B)", "that is a pair"),
        ("utility: expected a state of the game, got 'B'", "that is an action"),
        ("'<' not supported between 'NoneType' and 'int'", "end without `return`"),
        ("attempted relative import with no known parent", "write `from utils"),
    ],
)
def test_frequent_messages_come_with_a_hint(message: str, hint: str) -> None:
    """What the exception says in Python's words, in the student's."""
    (found,) = hints(Fault("crash", message))
    assert hint in found.text
    assert hints(Fault("crash", "list index out of range")) == []


NO_NUMBER = "'>' not supported between instances of 'NoneType' and 'float'"
NONE_OF_MIN = "min_value returned None: is a `return` missing?"


def test_a_missing_return_is_told_of_the_function_that_lacks_it() -> None:
    """Not of the one in which the None is compared, to which -v comes."""
    none = alone(Verdict.WRONG_TYPE, Returned("none", None, "None"))
    for outcome, verdict in (
        (Fault("crash", NO_NUMBER, "TypeError"), Verdict.CRASHED),
        (Returned("inf", None, "-inf"), Verdict.WRONG_TYPE),
        (Returned("number", 7), Verdict.WRONG_VALUE),
    ):
        found = result(finding(VALUE, verdict, outcome, expected=("3",)), none)
        found = replace(found, verdict=verdict)
        assert headline(found) == NONE_OF_MIN
        assert any(sentence(found.findings[0]) in line for line in told_below(found))


def test_a_missing_return_in_a_terminal_state_is_told_as_such() -> None:
    """There the function is right at all other nodes."""
    crash = finding(VALUE, Verdict.CRASHED, Fault("crash", NO_NUMBER, "TypeError"))
    check = alone(Verdict.WRONG_TYPE, Returned("none", None, "None")).alone
    assert check is not None
    end = replace(check, node=Node("F", "max", (), 2))
    found = replace(result(crash), wrong_end=end)
    text = "min_value returned None where the game is over: is a `return` missing?"
    assert headline(found) == text


def test_a_crash_for_another_reason_stays_what_is_told() -> None:
    """A function that returns None explains no misspelt name; nor one of no None."""
    none = alone(Verdict.WRONG_TYPE, Returned("none", None, "None"))
    misspelt = finding(VALUE, Verdict.CRASHED, Fault("crash", "name 'x'", "NameError"))
    assert headline(result(misspelt, none)) == "raised NameError: name 'x'"
    crash = finding(VALUE, Verdict.CRASHED, Fault("crash", NO_NUMBER, "TypeError"))
    assert headline(result(crash, alone(Verdict.CORRECT))) == sentence(crash)


def test_what_was_printed_stands_apart_too() -> None:
    """Of a right test there is nothing else to be shown."""
    found = result(RIGHT, printed="at A\n")
    assert printed_lines(found) == ["Your program printed:", "  | at A"]
    assert told_below(found)[-2:] == printed_lines(found)
    assert printed_lines(result(RIGHT, printed="\n")) == []


def test_a_breakpoint_is_told_as_such() -> None:
    """With what to do for one that has somebody to ask."""
    fault = Fault("crash", "", "BdbQuit", frames=FRAMES)
    told = (
        f"stopped at a breakpoint, {AT}: remove it there or just above, or run `debug`"
    )
    assert fault_sentence(fault, observed(fault)) == told
    assert "./run_autograder debug FOLDER TREE" in hints(fault)[0].text


def test_a_name_that_the_game_lacks_is_told_with_the_nearest() -> None:
    """In the sentence; and with all that there are among the hints."""
    message = "'Game' object has no attribute 'sucessors'"
    fault = Fault("crash", message, "AttributeError", frames=FRAMES)
    told = f"raised AttributeError: {message}, {AT}; is it game.successors(state)?"
    assert fault_sentence(fault, observed(fault)) == told
    (hint,) = hints(fault)
    assert hint.text == (
        "ask the game; it has game.to_move(state), game.actions(state), "
        "game.result(state, action), game.successors(state), "
        "game.is_terminal(state) and game.utility(state)"
    )


@for_each(
    "functions, text",
    [
        (("minimax_dfs",), "minimax_dfs calls itself"),
        (("best", "worst"), "best calls itself by way of worst"),
        (("f", "g", "h"), "f calls itself by way of g and h"),
    ],
)
def test_a_search_that_calls_itself_is_told_what_to_do(
    functions: tuple[str, ...], text: str
) -> None:
    """Of all that is right in it that is said, and it earns nothing."""
    seen = Observed((RIGHT.observation, SEARCH), recursion=functions)
    found = replace(result(RIGHT), verdict=Verdict.CALLS_ITSELF, observed=seen)
    advice = "keep the states that wait on a list, and take them off in a loop"
    assert headline(found) == f"{text}: {advice}"
    assert told_below(found) == []


def test_what_is_wrong_in_a_search_that_calls_itself_is_told_first() -> None:
    """A wrong value in the headline; that it calls itself beside what is right."""
    wrong = finding(VISITS, Verdict.WRONG_VISITS, THREE, visits=Compared(right=False))
    found = result(RIGHT, wrong)
    seen = replace(found.observed, recursion=("minimax_dfs",))
    found = replace(found, observed=seen)
    assert headline(found) == sentence(wrong)
    value, visits, *_ = told_below(found)
    assert value.split(" ", 2) == ["✗", "value", value.split(" ", 2)[2]]
    assert recursion_sentence(("minimax_dfs",)) in value
    assert "0/1" in value
    assert visits.startswith("✗ visits")


BRIEFLY = {
    Verdict.CORRECT: "correct",
    Verdict.WRONG_TYPE: "something else than a number or an action was returned",
    Verdict.WRONG_VALUE: "the value is wrong",
    Verdict.WRONG_ACTION: "the action is not the best",
    Verdict.WRONG_VISITS: "the nodes visited are not those that are needed",
    Verdict.WRONG_ROUNDS: "the rounds are not those that there is time for",
    Verdict.WRONG_ESTIMATES: "other states were estimated than those at the horizon",
    Verdict.WRONG_ORDER: "the order of moves saves too few leaves",
    Verdict.NOT_SEPARATED: "a function could not be judged alone",
    Verdict.CALLS_ITSELF: "a function calls itself, where a loop was asked for",
    Verdict.TIMED_OUT: "the time was used up",
    Verdict.NOT_RUN: "not run",
    Verdict.MODULE_MISSING: "the file is missing",
    Verdict.NOT_FILLED_IN: "a function is not yet written",
}


@for_each("verdict", list(Verdict))
def test_a_brief_headline_is_a_verdict_in_words(verdict: Verdict) -> None:
    """All that breaks a call off is the same."""
    told = brief_headline(replace(result(RIGHT), verdict=verdict), WORDING)
    assert told == BRIEFLY.get(verdict, "the code could not be run to its end")


def test_a_convention_is_named_where_there_are_several() -> None:
    """Whose search is right by one alone learns which that is."""
    found = replace(result(RIGHT), convention="strict")
    assert headline(found) == "correct"
    several = replace(QUESTION, conventions=("equality", "strict"))
    case = replace(found.case, question=several)
    assert headline(replace(found, case=case)) == "correct (strict)"


def test_a_right_test_whose_second_run_went_otherwise_says_so() -> None:
    """In the row; where it did stands below."""
    right = finding(VALUE, Verdict.CORRECT, THREE, "B", "C1")
    other = finding(VALUE, Verdict.CORRECT, THREE, "B", "C2")
    second = Observed((other.observation, SEARCH))
    told = replace(result(right), second=second)
    assert headline(told) == "correct; a second run went otherwise"
    assert told_below(told)[-1] == (
        "A second run visited C2 after B, the first C1: is there something random "
        "(random.SystemRandom, time, id(), a set of objects)?"
    )


def test_the_visits_of_the_search_function_have_a_line_of_their_own() -> None:
    """Its name has a space, and no underscore."""
    found = finding("search_visits", Verdict.CORRECT, THREE, "A")
    lines = told_below(result(RIGHT, found))
    assert lines[1] == "✓ search visits       1/1  visited the 1 nodes it should"


@pytest.mark.parametrize(
    "visited, visits, text",
    [
        (
            "AB",
            Compared(right=False, wrongly_visited=("B",), beyond=("B",)),
            "visited B, beyond the horizon",
        ),
        (
            "AB",
            Compared(right=False, wrongly_visited=("B",), expected=("A", "B")),
            "visited B more often than is needed",
        ),
        (
            "AB",
            Compared(right=False, wrongly_skipped=("B",), expected=("A", "B")),
            "visited B less often than is needed",
        ),
    ],
)
def test_visits_that_are_wrong_for_another_reason(
    visited: str, visits: Compared, text: str
) -> None:
    """Behind a horizon, or once too often."""
    found = finding(VISITS, Verdict.WRONG_VISITS, THREE, *visited, visits=visits)
    assert sentence(found) == text


def test_estimates_have_their_sentences() -> None:
    """Which states were asked for one, and should not be, and which should."""
    right = finding("estimates", Verdict.CORRECT, THREE)
    call = replace(right.observation, estimated=("B", "C"))
    assert sentence(replace(right, observation=call)) == (
        "estimated the 2 states it should"
    )
    visits = Compared(right=False, wrongly_visited=("B",), wrongly_skipped=("C",))
    wrong = finding("estimates", Verdict.WRONG_ESTIMATES, THREE, visits=visits)
    assert sentence(wrong) == (
        "estimated B, which the search goes beyond; did not estimate C, where it stops"
    )


def test_a_value_in_which_no_play_ends_is_what_the_search_began_with() -> None:
    """A number that stands for infinity, and leaks out."""
    wrong = finding(
        VALUE, Verdict.WRONG_VALUE, Returned("number", -99), expected=("3",)
    )
    assert told_below(result(wrong))[-1] == (
        "Hint: no play of this tree ends in -99: does your code start from that "
        "number, and return it where it finds nothing better?"
    )
