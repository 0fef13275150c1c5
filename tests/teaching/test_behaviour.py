"""What was seen of a program, as far as a diagnosis compares it: by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Fault, Frame, Outcome, Returned
from autograder.teaching.behaviour import (
    LETTERS,
    OF_SEARCH,
    OF_VALUE,
    SEARCH,
    Behaviour,
    Reader,
)
from autograder.trees import file as treefile
from tests.cases import for_each

TREE = treefile.parse("tree: {A: {B: {D: 1, E: 2}, C: {F: 0.5, G: 4}}}")
READER = Reader(TREE, ("max_value", "min_value", "search"))
FAR = 50 * (1 + 4)  # beyond this, with payoffs of 4 at most, a number is an infinity

words = st.text(max_size=8)
behaviours = st.builds(Behaviour, words, words, words, words)


def number(value: float) -> Returned:
    """A number that came back."""
    return Returned("number", value)


def value_of(outcome: Outcome) -> str:
    """What is read of what `max_value` left."""
    return READER.value(Observation("max_value", "", outcome))[0]


def action_of(outcome: Outcome) -> str:
    """What is read of what `search` left."""
    return READER.action(Observation("search", "", outcome))[0]


def crashed(kind: str, error: str, *functions: str) -> Fault:
    """An error with these frames, outermost first."""
    frames = tuple(Frame("minimax.py", 1, name, "") for name in functions)
    return Fault(kind, "whatever it says", error, frames=frames)


def test_the_behaviour_of_both_calls() -> None:
    """Nodes by their numbers in the tree, sorted, in runs; the action by its worth.

    A B D E C F G are 0 to 6; B, of 1 and 2, is worth 1 to MIN.
    """
    calls = (
        Observation("max_value", "", number(0.5), ("A", "C", "F", "B", "D")),
        Observation("search", "", Returned("str", None, "B"), ("A", "G")),
    )
    found = READER.behaviour(Observed(calls))
    assert found == Behaviour("0.5", "0-2 4-5", "str worth 1", "0 6")
    assert found.without_action() == Behaviour("0.5", "0-2 4-5", "", "")


@for_each(
    "outcome, text",
    [
        (number(3), "3"),
        (number(3.0), "3"),
        (number(0.1 + 0.2), "0.3"),
        (number(-0.0), "0"),
        (number(-2), "-2"),
        (Returned("none", None, "None"), "none"),
        (
            Returned("tuple", None, "(1, 'B')", kinds=("number", "str")),
            "tuple number str",
        ),
        (Returned("list", None, "[B, D]", kinds=("state",)), "list state"),
        (Returned("list", None, "[]"), "list"),
        (Returned("nan", None, "nan"), "nan"),
        (Returned("str", None, "B"), "'B'"),
    ],
)
def test_values_are_told_without_the_noise(outcome: Outcome, text: str) -> None:
    """3 and 3.0 are the same; of what is no number the kind, of a text the text.

    Of a pair or a line the kinds of what it holds, too.
    """
    assert value_of(outcome) == text


@for_each(
    "outcome, text",
    [
        (Returned("inf", None, "inf"), "inf"),
        (Returned("inf", None, "-inf"), "-inf"),
        (number(9999), "inf"),
        (number(-9999), "-inf"),
        (number(2**63 - 1), "inf"),
        (number(FAR), "250"),
        (number(FAR + 1), "inf"),
        (number(-FAR), "-250"),
        (number(-FAR - 1), "-inf"),
        (number(15), "15"),
    ],
)
def test_a_far_number_stands_for_an_infinity(outcome: Outcome, text: str) -> None:
    """Programs differ in what they take for one; its sign tells mistakes apart."""
    assert value_of(outcome) == text


def test_far_is_told_by_the_payoffs() -> None:
    """Where there are payoffs of a thousand, 9999 is a number like others."""
    large = Reader(treefile.parse("tree: [[1000, 2], [3, 4]]"), ())
    assert large.value(Observation("", "", number(9999)))[0] == "9999"
    assert large.value(Observation("", "", number(-60_000)))[0] == "-inf"


@for_each(
    "fault, text",
    [
        (crashed("crash", "TypeError", "max_value"), "crash TypeError max_value"),
        (
            crashed("crash", "TypeError", "max_value", "min_value"),
            "crash TypeError min_value",
        ),
        (
            crashed("crash", "KeyError", "max_value", "my_helper", "<lambda>"),
            "crash KeyError max_value",
        ),
        (crashed("crash", "KeyError", "my_helper"), "crash KeyError"),
        (crashed("crash", "KeyError"), "crash KeyError"),
        (
            crashed("recursion", "RecursionError", "max_value"),
            "recursion RecursionError",
        ),
        (Fault("timeout", "2 s"), "timeout"),
        (Fault("stub"), "stub"),
    ],
)
def test_an_error_is_told_by_its_type_and_its_function(fault: Fault, text: str) -> None:
    """The innermost of those that are asked for; helpers have any names.

    Where recursion ended is chance, and its words are the student's.
    """
    assert value_of(fault) == text


@for_each(
    "error, message, about",
    [
        (
            "TypeError",
            "'>' not supported between instances of 'tuple' and 'int'",
            "supported number tuple",
        ),
        (
            "TypeError",
            "'<' not supported between instances of 'float' and 'tuple'",
            "supported number tuple",
        ),
        ("TypeError", "'int' object is not callable", "callable number"),
        (
            "TypeError",
            "cannot unpack non-iterable int object",
            "unpack iterable number",
        ),
        (
            "TypeError",
            "unsupported operand type(s) for +: 'int' and 'str'",
            "operand supported number str",
        ),
        ("TypeError", "bad operand type for unary -: 'NoneType'", "operand NoneType"),
        ("TypeError", "to_move: expected a state of the game, got 'B'", "to_move"),
        ("TypeError", "best() missing 1 required positional argument: 'depth'", ""),
        ("ValueError", "utility(B): B is not a terminal state", "utility"),
        ("ValueError", "max() arg is an empty sequence", "max"),  # Python 3.10, 3.11
        ("ValueError", "max() iterable argument is empty", "max"),  # from 3.12 on
        ("ValueError", "too many values to unpack (expected 2)", ""),
        ("KeyError", "'max'", ""),
        ("UnboundLocalError", "local variable 'list' referenced before assignment", ""),
    ],
)
def test_an_error_is_told_by_what_it_is_about(
    error: str, message: str, about: str
) -> None:
    """The types of which Python speaks, or the call of the game; in any Python alike.

    In which numbers a program reckons is chance, as are names and labels.
    """
    fault = Fault("crash", message, error)
    assert value_of(fault) == f"crash {error} {about}".rstrip()


def test_where_visits_repeat_it_counts_how_often() -> None:
    """A search that goes through a tree once is none that comes back to it."""
    functions = ("max_value",)
    once, again = ("A", "B"), ("A", "B", "B")
    counting = Reader(TREE, functions, repeats=True)
    texts = {
        (reader, visited): reader.value(Observation("", "", number(1), visited))[1]
        for reader in (READER, counting)
        for visited in (once, again)
    }
    assert texts[READER, once] == texts[READER, again]
    assert texts[counting, once] != texts[counting, again]


@pytest.mark.parametrize(
    "outcome, text",
    [
        (Returned("str", None, "B"), "str worth 1"),
        (Returned("str", None, "C"), "str worth 0.5"),
        (Returned("state", None, "C"), "state worth 0.5"),
        (Returned("str", None, "D"), "'D'"),  # no action of the root
        (Returned("none", None, "None"), "none"),
        (number(1), "1"),
        (crashed("crash", "KeyError", "search"), "crash KeyError"),
        (Returned("str", None, ""), "none"),  # as some programs say it
    ],
)
def test_an_action_is_what_it_is_worth(outcome: Outcome, text: str) -> None:
    """Which of equal actions is taken tells nothing; a state for an action does.

    Nor does it matter which helper of the search function met an error.
    """
    assert action_of(outcome) == text


@pytest.mark.parametrize(
    "actions, text",
    [
        (("C", "F"), "line 0.5 0.5"),
        (("B", "D"), "line 1 1"),
        (("C",), "line 0.5, then more"),
        (("F",), "line , then no action"),
        (("C", "F", "F"), "line 0.5 0.5, then no action"),
    ],
)
def test_a_line_is_what_its_states_are_worth(
    actions: tuple[str, ...], text: str
) -> None:
    """And whether it goes to the end, and no further."""
    assert action_of(Returned("list", text="…", actions=actions)) == text


def test_lines_of_other_things_than_actions_are_told_apart() -> None:
    """States, pairs of an action and a value, actions with the value at the end."""
    lines = ("state",), ("tuple",), ("number", "str")
    found = {action_of(Returned("list", text="…", kinds=held)) for held in lines}
    assert found == {"list state", "list tuple", "list number str"}


def test_equal_actions_are_the_same_behaviour() -> None:
    """Where B and C are worth 2 both, either says that the best was taken."""
    reader = Reader(treefile.parse("tree: {A: {B: [2, 3], C: [2, 5]}}"), ())
    found = {
        reader.action(Observation("", "", Returned("str", None, label)))
        for label in "BC"
    }
    assert found == {("str worth 2", "")}


@given(behaviours)
def test_a_digest_has_a_part_for_each_call(found: Behaviour) -> None:
    """Letters of the value and its visits, of the action, of the search's visits."""
    digest = found.digest()
    assert len(digest) == LETTERS == 10
    other = replace(found, action=f"{found.action}!")
    assert other.digest()[OF_VALUE] == digest[OF_VALUE]
    assert other.digest()[OF_SEARCH] != digest[OF_SEARCH]
    assert other.digest()[-SEARCH:] == digest[-SEARCH:]
    for field in ("value", "visits"):
        changed = replace(found, **{field: f"{getattr(found, field)} 9"})
        assert changed.digest()[OF_VALUE] != digest[OF_VALUE]
        assert changed.digest()[OF_VALUE.stop :] == digest[OF_VALUE.stop :]
    searched = replace(found, search_visits=f"{found.search_visits} 9")
    assert searched.digest()[:-SEARCH] == digest[:-SEARCH]
    assert searched.digest()[OF_SEARCH] != digest[OF_SEARCH]


def test_value_and_visits_do_not_run_together() -> None:
    """12 and nodes 0 and 3 are something else than 1 and nodes 20 to 3."""
    one, other = Behaviour("1", "20", "", ""), Behaviour("12", "0", "", "")
    assert one.digest() != other.digest()
