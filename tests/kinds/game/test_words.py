"""The sentences on a game that a student wrote: the line, what came, what is right."""

from __future__ import annotations

from pathlib import Path

from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import brief_headline
from autograder.kinds.game.judging import PlayFinding, PlayResult, judge
from autograder.kinds.game.observing import PlayObserved
from autograder.kinds.game.words import WORDING, details, headline, sentence
from autograder.observing.outcome import Fault
from autograder.report import plain
from autograder.words.faults import prints
from tests.cases import for_each
from tests.playgrading import RIGHT, WHOLE, computed, judged

FLIPS = '"min" if state[1] == "max" else "max"'
KEEPS_MOVES = RIGHT.replace('3, "max"', '3, "max", ()').replace(
    FLIPS, f"{FLIPS}, (*state[2], action)"
)


def finding(result: PlayResult, facet: str) -> PlayFinding:
    """What came of one facet."""
    return next(each for each in result.findings if each.facet == facet)


@for_each(
    "before, after, told",
    [
        (
            "return state[1]\n",
            "return 'max'\n",
            "after take 1 your to_move says max; it is MIN's turn",
        ),
        (
            "return state[1]\n",
            "return 1\n",
            'at the start your to_move returned 1: expected "max" or "min"',
        ),
        (
            "return state[1]\n",
            "pass\n",
            "at the start your to_move returned None: is a `return` missing?",
        ),
        (
            "(1, 2) if",
            "(1, 2, 3) if",
            "at the start your actions has 'take 3', not legal",
        ),
        ("(1, 2) if", "(2,) if", "at the start your actions leaves out 'take 1'"),
        (
            "(1, 2) if",
            "(1, 1, 2) if",
            "at the start your actions has 'take 1' more than once",
        ),
        (
            "== 0",
            "<= 1",
            "after take 2 your is_terminal says True; the game goes on",
        ),
        (
            "== 0",
            "< 0",
            "after take 1 and take 2 your is_terminal says False; the game is over",
        ),
        (
            "return state[0] == 0",
            "return 0",
            "at the start your is_terminal returned 0: expected True or False",
        ),
        (
            "return -1 if",
            "return 0 if",
            "after take 1 and take 2 your utility for max says 0; it is -1",
        ),
        (
            "return -1 if",
            "return '1' if",
            "after take 1 and take 2 your utility returned the text '1': expected an",
        ),
        (
            "raise ValueError(action)",
            "return state",
            "after take 2, your result takes 'take 2', which is not legal: it returned",
        ),
        (
            "    return state[0] - int",
            "    state[0] - int",
            "at the start your result for 'take 1' returned None: is a `return` miss",
        ),
        (
            "    return state[0] - int",
            "    return 1 / 0 - int",
            "at the start your result for 'take 1' raised ZeroDivisionError",
        ),
        (
            "return 3, ",
            "return None and ",
            "your initial_state returned None: is a `return` missing?",
        ),
        ("def result", "def results", "there is no function result; is it results?"),
        (
            "def to_move(state)",
            "def to_move()",
            "expected to_move(state), found to_move()",
        ),
    ],
)
def test_the_shortest_line_is_told(
    tmp_path: Path, before: str, after: str, told: str
) -> None:
    """With what the function said there, and what is right."""
    assert before in RIGHT
    assert headline(judged(tmp_path, RIGHT.replace(before, after))).startswith(told)


def test_a_line_of_no_fault_is_right(tmp_path: Path) -> None:
    """On so many lines, function by function."""
    result = judged(tmp_path, RIGHT)
    assert headline(result) == brief_headline(result, WORDING) == "correct"
    told = plain.lines(details(result))
    assert "utility" in told[5]
    assert told[5].endswith("right on 3 lines")
    assert told[0].endswith("right on 1 line")


def test_the_line_is_drawn_with_both_answers(tmp_path: Path) -> None:
    """The positions along it, what the function said, and what is right."""
    code = RIGHT.replace("return state[1]\n", "return 'max'\n")
    told = plain.lines(details(judged(tmp_path, code)))
    at = next(i for i, line in enumerate(told) if "start" in line)
    drawn = [line.split() for line in told[at : at + 4]]
    assert drawn == [
        ["start", "take", "1"],
        ["3-A", "2-B"],
        ["yours:", "max"],
        ["right:", "min"],
    ]


def test_equal_positions_have_equal_states(tmp_path: Path) -> None:
    """The two shortest lines that show it; and positions that differ."""
    assert headline(judged(tmp_path, KEEPS_MOVES)) == (
        "the positions after take 1 and take 2 and take 2 and take 1 are the same, but "
        "your states differ"
    )
    equal = "__eq__ = lambda s, o: True; __hash__ = lambda s: 0"
    code = f"class S(tuple):\n    {equal}\n{RIGHT}"
    code = code.replace('3, "max"', 'S((3, "max"))')
    code = code.replace(
        "return state[0] - int(action[-1]), " + FLIPS,
        f"return S((state[0] - int(action[-1]), {FLIPS}))",
    )
    assert headline(judged(tmp_path, code)) == (
        "the positions after nothing and take 1 differ, but your states are equal"
    )


def test_a_state_that_is_changed(tmp_path: Path) -> None:
    """By result or by actions, which have each its sentence."""
    code = RIGHT.replace('3, "max"', '[3, "max"]')
    code = code.replace(
        f"return state[0] - int(action[-1]), {FLIPS}",
        f"state[:] = state[0] - int(action[-1]), {FLIPS}\n    return state",
    )
    told = plain.lines(details(judged(tmp_path, code)))
    assert any(
        "your result changes the state it is given, or answers otherwise when asked "
        "again" in line
        for line in told
    )


def test_a_state_that_is_another(tmp_path: Path) -> None:
    """Where what may be done is another position's, `result` is to blame."""
    code = RIGHT.replace("state[0] - int(action[-1])", "state[0]")
    result = judged(tmp_path, code)
    told = finding(result, "result")
    assert sentence(told, result).startswith(
        "the state after take 2 is not the right one: is_terminal and actions say wrong"
    )


def test_what_the_walk_did_not_come_to(tmp_path: Path) -> None:
    """Is not judged, and no fault."""
    code = RIGHT.replace("(1, 2) if", "(2,) if")
    result = judged(tmp_path, code)
    unjudged = finding(result, "utility")
    assert unjudged.verdict is Verdict.NOT_RUN
    assert sentence(unjudged, result) == (
        "not judged: the walk did not come to what would tell"
    )


@for_each(
    "ended, told",
    [
        (
            Fault("timeout", "2 s"),
            "at the start, the walk was ended: timed out after 2 s",
        ),
        (Fault("module", "f.py is missing"), "f.py is missing"),
    ],
)
def test_a_walk_that_was_ended(tmp_path: Path, ended: Fault, told: str) -> None:
    """Behind which line, if any had begun."""
    (test,), answers = computed(tmp_path, WHOLE)
    broken = answers.lines_of_test(test)[0] if ended.kind == "timeout" else None
    result = judge(test, answers, PlayObserved((), ended, broken, printed="hello"))
    assert headline(result).startswith(told)
    assert result.points == 0
    assert plain.lines([prints(result.observed.printed)])[1].endswith("hello")
