"""The sentences on rows: what was called, what came, what should; and what else."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from autograder.game import Content
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import brief_headline
from autograder.kinds.table.judging import RowSeen, TableObserved, TableResult, judge
from autograder.kinds.table.kind import WORDING, details, headline
from autograder.kinds.table.question import Row, Table, TableAnswers, TableTest
from autograder.observing.observation import Observation
from autograder.observing.outcome import Fault, Outcome, decode
from autograder.report import plain
from autograder.words.faults import prints
from autograder.worker.values import encode_whole
from tests.asking import row_test
from tests.cases import for_each

CHANGES = (
    "{} changed its arguments: it got its own, so that nothing else went wrong here; "
    "work on a copy"
)
ARGUMENTS: tuple[Content, ...] = ((1, "a"), None, True, -0.5)


def told_below(result: TableResult) -> list[str]:
    """The lines of the details of a result."""
    return plain.lines(details(result))


def printed_lines(result: TableResult) -> list[str]:
    """The lines of what was printed."""
    return plain.lines([prints(result.observed.printed)])


def came_of(value: object) -> Outcome:
    """What is known of what a submission returned; a Fault is what it did."""
    if isinstance(value, Fault):
        return value
    return decode({"returned": encode_whole(value)})


def judged(
    right: tuple[Content, ...],
    *found: object,
    changed: bool = False,
    said: str = "",
    **asked: Any,
) -> TableResult:
    """The judgement on a function of which rows 1, 2, 3, … returned this."""
    question = Table("f", "f", "f", **{"facets": ("result",), **asked})
    rows = tuple(Row((number,)) for number in range(1, len(found) + 1))
    test = row_test(question, "all", rows)
    seen = tuple(
        RowSeen(row, Observation("f", "f(x)", came_of(value)), changed)
        for row, value in zip(rows, found, strict=True)
    )
    results = {"all": right} if question.asks_for("result") else {}
    return judge(test, TableAnswers(("x",), results), TableObserved(seen, printed=said))


@for_each(
    "found, told",
    [
        (3, "correct"),
        (4, "f(1) returned 4, expected 3"),
        (0.1, "f(1) returned 0.1, expected 3"),
        (None, "f(1) returned None: is a `return` missing?"),
        (True, "f(1) returned True: a truth value is not a number here"),
        ("3", "f(1) returned the text '3': return the number, not a text of it"),
        ("'", "f(1) returned the text '\\'': return the number, not a text of it"),
        (math.inf, "f(1) returned inf, expected 3"),
        (math.nan, "f(1) returned nan, expected 3"),
        (
            2**60,
            "f(1) returned an integer of 61 bits: beyond ±2**53, which is not exact",
        ),
        ([3], "f(1) returned the list [3]: return the number alone"),
        ((3,), "f(1) returned the tuple (3,): return the number alone"),
        ({3}, "f(1) returned the set {3}: expected an int or a float"),
        (3j, "f(1) returned the complex number 3j: expected a real number"),
        (len, "f(1) returned a builtin_function_or_method: are the parentheses of a"),
        (Fault("crash", "x", "KeyError"), "f(1) raised KeyError: x"),
        (Fault("timeout", "2 s"), "f(1): timed out after 2 s"),
        (Fault("stub", "add"), "write f: add"),
        (Fault("no_function", "f"), "there is no function f"),
        (Fault("signature", "(x, y)"), "expected f(x), found f(x, y)"),
    ],
)
def test_a_number_was_asked_for(found: object, told: str) -> None:
    """The call, what came of it, and what should have or what may help."""
    assert headline(judged((3,), found))[: len(told)] == told


@for_each(
    "compare, found, told",
    [
        ("sequence", [1, "a"], "correct"),
        ("sequence", ["a", 1], "f(1) returned ['a', 1], expected [1, 'a']"),
        ("sequence", ("a", 1), "f(1) returned ('a', 1), expected [1, 'a']"),
        ("sequence", {1}, "f(1) returned the set {1}: a set has no order; return a l"),
        ("sequence", None, "f(1) returned None: is a `return` missing?"),
        ("sequence", map(abs, [1]), "f(1) returned an iterator (map): return a list;"),
        ("sequence", 3, "f(1) returned 3: expected a list of finite numbers, texts or"),
        ("set", {"a", 1}, "correct"),
        ("set", {1}, "f(1) returned {1}, expected [1, 'a'] in any order"),
        ("set", [1], "f(1) returned [1], expected [1, 'a'] in any order"),
        ("set", {1: "a"}, "f(1) returned the dict {1: 'a'}: return a list or a set"),
        ("set", [{1}], "f(1) returned the list [{1}]: expected a list or a set of f"),
    ],
)
def test_a_list_was_asked_for(compare: str, found: object, told: str) -> None:
    """A tuple is as good as a list, and is told as one; a set is where it counts."""
    result = judged(((1, "a"),), found, compare=compare)
    assert headline(result)[: len(told)] == told


def test_what_can_stand_in_a_set_is_shown_in_tuples() -> None:
    """As it is expected of a student; what came is shown as it came."""
    right = (((0, 1), (2, (3,))),)
    for found, told in (([(0, 1)], "[(0, 1)]"), ([[0, 1]], "[[0, 1]]"), ((0, 1), None)):
        expected = f"{told or '(0, 1)'}, expected [(0, 1), (2, (3,))] in any order"
        result = judged(right, found, compare="set")
        assert headline(result) == f"f(1) returned {expected}"


def test_none_in_the_place_of_nothing() -> None:
    """There is nothing to be returned: no `return` is missing, but an empty list."""
    told = headline(judged(((),), None, compare="set"))
    assert told == "f(1) returned None, expected []"


def test_a_wide_tolerance_is_told() -> None:
    """Who rounds knows what would have done; a narrow one is nobody's concern."""
    told = headline(judged((1.4883022319,), 1.49, tolerance=1e-3))
    assert told == "f(1) returned 1.49, expected 1.4883022319 (tolerance 0.001)"
    assert headline(judged((3,), 4, tolerance=1e-6)).endswith("expected 3")
    told = headline(judged((3,), 9, tolerance=0.5))
    assert told == "f(1) returned 9, expected 3 (tolerance 0.5)"


def test_nothing_in_any_order_is_nothing() -> None:
    """Where no item is expected there is no order to speak of."""
    assert headline(judged(((),), [1], compare="set")) == (
        "f(1) returned [1], expected []"
    )


def test_long_values_are_cut() -> None:
    """A sentence stays one."""
    told = headline(judged((tuple(range(500)),), [0] * 500, compare="sequence"))
    assert len(told) < 250
    assert told.count("…") == 2


def test_what_would_act_on_its_reader_is_escaped() -> None:
    """Whatever a submission returns or raises."""
    for found in ("\x1b[31m\n", Fault("crash", "\x1b[31m", "Red")):
        told = headline(judged((3,), found))
        assert told.isprintable()


# Below the headline


def test_nothing_more_is_said_of_one_right_row() -> None:
    """The headline tells all."""
    assert told_below(judged((3,), 3)) == []


def test_how_many_rows_are_wrong_and_which() -> None:
    """The first one stands above; five more are told."""
    result = judged((9,) * 9, 9, *range(8))
    assert told_below(result) == [
        "8 of 9 rows are wrong.",
        *(f"- f({row}) returned {row - 2}, expected 9" for row in range(3, 8)),
    ]
    assert told_below(judged((1, 2), 1, 3)) == ["1 of 2 rows is wrong."]


@pytest.mark.parametrize(
    "uncalled, told",
    [
        (1, "1 of 3 rows is wrong, and 1 was not called."),
        (2, "1 of 3 rows is wrong, and 2 were not called."),
    ],
)
def test_what_was_not_called_is_not_wrong(uncalled: int, told: str) -> None:
    """The call that ended the worker is."""
    ended = Fault("ended")
    unreached = Fault("ended", stage="unreached")
    found = (*(range(2 - uncalled)), ended, *(unreached,) * uncalled)
    assert told_below(judged((0, 0, 0), *found)) == [told]


def test_changed_arguments() -> None:
    """It is no fault, and is told."""
    result = judged((3,), 3, changed=True)
    assert headline(result) == "correct, but it changed its arguments"
    assert told_below(result) == [CHANGES.format("f(1)")]


def test_what_is_printed() -> None:
    """In lines of its own, and marked as the student's."""
    result = judged((3,), 3, said="hello\n\x1b[31m\n\n")
    told = ["Your program printed:", "  | hello", "  | \\x1b[31m"]
    assert printed_lines(result) == told_below(result) == told
    assert printed_lines(judged((3,), 3, said=" \n")) == []


# Laws

LAWS = ("equal_sides", "one_piece_more")
MORE = "one piece more of one's own is never worse"
BOTH = (("result", 1), ("laws", 2))


def lawful(*found: object, **asked: Any) -> TableResult:
    """The judgement on worths of sides with one, two, … checkers against one."""
    points = asked.get("points", (("laws", 2),))
    question = Table("f", "f", "f", laws=LAWS)
    rows = tuple(Row((number, 0, 1, 0)) for number in range(1, len(found) + 1))
    test = row_test(question, "all", rows, points)
    seen = tuple(
        RowSeen(row, Observation("f", "f(c, k, c2, k2)", came_of(value)))
        for row, value in zip(rows, found, strict=True)
    )
    results: dict[str, tuple[Content, ...]] = {}
    if len(points) > 1:
        results = {"all": tuple(range(len(found)))}
    return judge(test, TableAnswers((), results), TableObserved(seen))


def test_a_broken_law_is_told_with_what_breaks_it() -> None:
    """The rows, their results, and the law in words."""
    assert headline(lawful(1, 2)) == "f(1, 0, 1, 0) is 1, but equal sides are worth 0"
    result = lawful(0, 2, 1)
    assert headline(result) == (
        "f(2, 0, 1, 0) is 2 and f(3, 0, 1, 0) is 1, but one piece more of one's own is "
        "never worse"
    )
    assert told_below(result) == ["This law is broken once."]


def test_another_broken_law_is_told_below() -> None:
    """And how often the first is."""
    assert told_below(lawful(1, 0, 0.5)) == [
        "This law is broken once.",
        f"- f(1, 0, 1, 0) is 1 and f(2, 0, 1, 0) is 0, but {MORE}",
    ]


def test_each_facet_has_its_line() -> None:
    """Results may be wrong where laws are kept."""
    assert told_below(lawful(0, 1, 2, points=BOTH)) == [
        "✓ results             1/1  all 3 rows are right",
        "✓ laws                2/2  all laws are kept",
    ]
    assert told_below(lawful(0, 5, points=BOTH))[:3] == [
        "✗ results             0/1  f(2, 0, 1, 0) returned 5, expected 1",
        "✓ laws                2/2  all laws are kept",
        "1 of 2 rows is wrong.",
    ]


# Where little may be told


@pytest.mark.parametrize(
    "found, told",
    [
        (3, "correct"),
        (4, "a result is wrong"),
        (None, "something else than was asked for was returned"),
        (Fault("timeout", "2 s"), "the time was used up"),
        (Fault("crash", "x", "KeyError"), "the code could not be run to its end"),
        (Fault("module", "f.py is missing"), "the file is missing"),
        (Fault("stub", "add"), "a function is not yet written"),
    ],
)
def test_a_brief_word_tells_nothing_of_the_rows(found: object, told: str) -> None:
    """Neither arguments nor results."""
    assert brief_headline(judged((3,), found), WORDING) == told


def test_a_brief_word_on_laws() -> None:
    """Not even which."""
    assert brief_headline(lawful(1, 2), WORDING) == "a law is broken"


def test_a_call_is_written_as_people_write_it() -> None:
    """Lists in brackets, texts in quotes."""
    test = TableTest(Table("f", "f", "g"), "all", (Row(ARGUMENTS),))
    assert test.call_text(test.rows[0]) == "g([1, 'a'], None, True, -0.5)"


# From end to end, and beside what is right and wrong


@pytest.mark.parametrize(
    "compare, found, told",
    [
        (
            "number",
            2**60,
            "an integer of 61 bits: beyond ±2**53, which is not exact",
        ),
        ("number", "3", "the text '3': return the number, not a text of it"),
        ("number", [3], "the list [3]: return the number alone"),
        ("number", (3,), "the tuple (3,): return the number alone"),
        ("number", {3}, "the set {3}: expected an int or a float"),
        (
            "number",
            len,
            ("a builtin_function_or_method: are the parentheses of a call missing?"),
        ),
        ("sequence", {1}, "the set {1}: a set has no order; return a list"),
        (
            "sequence",
            map(abs, [1]),
            "an iterator (map): return a list; list(…) makes one of it",
        ),
        (
            "sequence",
            3,
            "3: expected a list of finite numbers, texts or lists of these",
        ),
        ("set", {1: "a"}, "the dict {1: 'a'}: return a list or a set"),
        (
            "set",
            [{1}],
            (
                "the list [{1}]: expected a list or a set of finite numbers, texts or "
                "tuples"
            ),
        ),
    ],
)
def test_what_should_have_been_returned(compare: str, found: object, told: str) -> None:
    """What came, as a student would call it, and what would help."""
    right: Content = 3 if compare == "number" else (1, "a")
    assert headline(judged((right,), found, compare=compare)) == f"f(1) returned {told}"


@pytest.mark.parametrize("found", [math.nan, math.inf])
def test_a_law_asks_for_a_finite_number(found: float) -> None:
    """No result stands there that could be told in its place."""
    told = f"f(1, 0, 1, 0) returned {found}: expected a finite number"
    assert headline(lawful(found)) == told


def test_what_is_right_and_goes_otherwise_says_so() -> None:
    """A second run came to something else; what that was stands below."""
    other = judged((3,), Fault("crash", "x", "KeyError")).observed
    told = replace(judged((3,), 3), second=other)
    assert headline(told) == "correct; a second run went otherwise"
    assert told_below(told) == [
        (
            "f(1): a second run came to something else, KeyError and not 3; is there "
            "something random?"
        )
    ]


def test_what_stays_of_an_earlier_call() -> None:
    """The call is right by itself."""
    result = replace(judged((3,), 4), alone=came_of(3))
    assert headline(result) == (
        "f(1) returned 4, expected 3; something of an earlier call stays"
    )
    assert told_below(result) == [
        (
            "By itself f(1) is right: something of an earlier call stays. Is there a "
            "global, or a default argument, that is changed?"
        )
    ]


def test_wrong_results_and_changed_arguments_are_told_at_once() -> None:
    """The one may come of the other."""
    told = headline(judged((3,), 4, changed=True))
    assert told == "f(1) returned 4, expected 3; it changed its arguments, too"
    told = headline(judged((3,), None, changed=True))
    assert told.endswith("is a `return` missing?; it changed its arguments, too")


def test_a_law_that_is_broken_often() -> None:
    """By so many pairs of rows."""
    assert "This law is broken 2 times." in told_below(lawful(0, -1, -2))


def test_one_row_that_is_right() -> None:
    """Where laws have a line of their own."""
    assert told_below(lawful(0, points=BOTH))[0].endswith("  the row is right")


def test_a_test_that_was_not_run_is_briefly_told_so() -> None:
    """The budget was used up before it."""
    result = replace(judged((3,), 3), verdict=Verdict.NOT_RUN)
    assert brief_headline(result, WORDING) == "not run"
