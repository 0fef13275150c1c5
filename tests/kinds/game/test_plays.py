"""Games that students write, from the file to the report: walked, judged, told, packed.

What is right behind the lines of the unit's games stands in
tests/units/test_unit_modelling.py; here a small game is asked in all its ways.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from autograder.answers.file import STALE, grouped_tests
from autograder.errors import FileProblems, UntoldError
from autograder.kinds import all as assignments
from autograder.kinds.game import authors as plays
from autograder.kinds.game.authors import judged_in_process
from autograder.kinds.game.judging import PlayResult
from autograder.kinds.game.observing import Guide, walk
from autograder.kinds.game.question import (
    OF_GAME,
    PlayAnswers,
    Walk,
    load_answers,
    parse_answers,
)
from autograder.kinds.game.question import dump_answers as dumped
from autograder.kinds.game.words import details, headline
from autograder.report import plain
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.openspiel import can_import_openspiel
from autograder.worker.protocol import SIZE, ProtocolError
from autograder.worker.walking import Talk, obey_orders
from tests.cases import for_each
from tests.plantedfaults import FAULTS
from tests.plantedfaults import RIGHT as RIGHT_GAMES
from tests.playgrading import GAME, HEAD, RIGHT, WHOLE, computed, judged
from tests.schema import assert_valid_results
from tests.small import Graded, run
from tests.unitgrading import TREES

LINES = [  # of a pile of three, one or two taken
    (),
    ("take 1",),
    ("take 2",),
    ("take 1", "take 1"),
    ("take 1", "take 2"),
    ("take 2", "take 1"),
    ("take 1", "take 1", "take 1"),
]


def problem(folder: Path, text: str) -> str:
    """The one thing that is wrong with an assignment, as `line:column: message`."""
    with pytest.raises(FileProblems) as caught:
        computed(folder, text)
    (found,) = caught.value.problems
    return str(found).removeprefix(f"{folder / 'assignment.yaml'}:")


def lost(result: PlayResult) -> set[str]:
    """The facets that earn nothing."""
    return {f.facet for f in result.findings if f.verdict.value != "correct"}


def graded(folder: Path, code: str, text: str = WHOLE, *arguments: str) -> Graded:
    """A submission graded by the command line."""
    computed(folder / "trees", text)
    submission, results = folder / "submission", folder / "results.json"
    submission.mkdir()
    (submission / f"{GAME}.py").write_text(code, encoding="utf-8")
    asked = ("--assignment", folder / "trees", "--results", results)
    done = run(submission, *asked, *arguments)
    assert "Traceback (most recent" not in done.stderr
    content = json.loads(results.read_bytes())
    assert_valid_results(content)
    return Graded(done.returncode, done.stdout, done.stderr, content)


# What is right


def test_lines_are_walked_breadth_first(tmp_path: Path) -> None:
    """The shortest first, and those of one length in the game's order."""
    (test,), answers = computed(tmp_path, WHOLE)
    assert [line.actions for line in answers.lines_of_test(test)] == LINES


def test_openings_leave_out_other_lines(tmp_path: Path) -> None:
    """What leads to them is walked, and not judged before `from`."""
    text = f"{HEAD}  points: {{actions: 1}}\n"
    text += "  lines: {g: {from: 1, to: 2, after: [[take 1]]}}\n"
    (test,), answers = computed(tmp_path, text)
    found = [line.actions for line in answers.lines_of_test(test)]
    assert found == [(), ("take 1",), ("take 1", "take 1"), ("take 1", "take 2")]
    assert [test.judges(line) for line in found] == [False, True, True, True]


def test_answers_read_back_as_they_are(tmp_path: Path) -> None:
    """And are those of these lines alone."""
    tests, answers = computed(tmp_path, WHOLE)
    assert parse_answers(dumped(answers, tests), tests) == answers
    computed(tmp_path, WHOLE)
    (tmp_path / "assignment.yaml").write_text(WHOLE.replace("to: 3", "to: 2"))
    found = assignments.load(tmp_path)
    with pytest.raises(UntoldError, match=re.escape(STALE)):
        load_answers(found, grouped_tests(found, Walk)[GAME])


def test_a_shorter_table_knows_no_longer_line(tmp_path: Path) -> None:
    """Where its lines end nothing says what follows."""
    text = f"{HEAD}  points: {{actions: 1}}\n  lines: {{a: {{to: 1}}, b: {{to: 3}}}}\n"
    (short, long), answers = computed(tmp_path, text)
    part = answers.for_tests((short,))
    assert [line.actions for line in part.lines_of_test(long)] == LINES[:3]
    at = {position.label: position for position in part.positions}
    assert {*at} == {"3-A", "2-B", "1-B"}
    assert at["2-B"].below is None


@pytest.mark.skipif(not can_import_openspiel(), reason="it needs Python 3.11")
@for_each(
    "game, options, count, asked",
    [
        ("tic_tac_toe", "", [1, 9, 72, 504], "name: tic_tac_toe"),
        ("connect_k", "rows: 3, columns: 3, k: 3, gravity: false", [1, 9, 72, 504], ""),
        ("connect_k", "rows: 6, columns: 5, k: 4", [1, 5, 25, 125], ""),
        ("openspiel", "", [1, 7, 49, 343], "name: connect_four"),
        (
            "openspiel",
            "",
            [1, 13, 169, 1911],
            "name: breakthrough, rows: 5, columns: 5",
        ),
        ("openspiel", "", [1, 4, 12, 56], "name: othello"),
    ],
)
def test_as_many_lines_as_are_known(
    tmp_path: Path, game: str, options: str, count: list[int], asked: str
) -> None:
    """Published counts, by length; those of OpenSpiel are the same."""
    given = options if game != "openspiel" else asked
    text = f"questions:\n- name: g\n  kind: game\n  game: {game}\n"
    text += f"  options: {{{given}}}\n  points: {{actions: 1}}\n"
    (test,), answers = computed(tmp_path, f"{text}  lines: {{all: {{to: 3}}}}\n")
    lengths = [len(line.actions) for line in answers.lines_of_test(test)]
    assert [lengths.count(n) for n in range(4)] == count


@pytest.mark.skipif(not can_import_openspiel(), reason="it needs Python 3.11")
def test_our_tic_tac_toe_is_openspiels(tmp_path: Path) -> None:
    """Walked side by side: who moves, what may be done, what the ends are worth."""
    opening = "[[0, 0], [1, 1], [0, 1]]"
    ours = "questions:\n- name: g\n  kind: game\n  game: tic_tac_toe\n"
    ours += (
        f"  points: {{actions: 1}}\n  lines: {{all: {{to: 9, after: [{opening}]}}}}\n"
    )
    theirs = ours.replace("game: tic_tac_toe", "game: openspiel")
    theirs = theirs.replace("points", "options: {name: tic_tac_toe}\n  points")
    theirs = theirs.replace(opening, '["x(0,0)", "o(1,1)", "x(0,1)"]')
    (one,), mine = computed(tmp_path / "ours", ours)
    (two,), other = computed(tmp_path / "theirs", theirs)

    def said(answers: PlayAnswers, test: Walk) -> set[tuple[object, ...]]:
        lines = answers.lines_of_test(test)
        positions = [answers.positions[line.position] for line in lines]
        rows = zip(lines, positions, strict=True)
        return {
            (_places(line.actions), p.mover, _places(sorted(p.actions)), p.utility)
            for line, p in rows
        }

    assert said(mine, one) == said(other, two)


def _places(actions: Any) -> tuple[str, ...]:
    """Squares, whether they are pairs or texts such as x(0,0)."""
    return tuple("".join(filter(str.isdigit, str(each))) for each in actions)


# What is refused


@for_each(
    "points, lines, told",
    [
        ("to_move: 1", "{to: 0}", plays.CONSTANT.format("to_move", "max")),
        ("is_terminal: 1", "{to: 0}", plays.CONSTANT.format("is_terminal", "False")),
        ("utility: 1", "{to: 1}", plays.CONSTANT.format("utility", "not asked for")),
        ("actions: 1", "{from: 9, to: 9}", plays.TO_NOTHING),
        (
            "actions: 1",
            "{to: 2, after: [[take 3]]}",
            plays.NO_LINE.format("take 3"),
        ),
    ],
)
def test_lines_that_tell_nothing_are_refused(
    tmp_path: Path, points: str, lines: str, told: str
) -> None:
    """Where they stand, and why."""
    text = f"{HEAD}  points: {{{points}}}\n  lines:\n    a: {lines}\n"
    assert problem(tmp_path, text) == f"8:8: {told}"


def test_too_many_lines_are_refused(tmp_path: Path) -> None:
    """More than ten thousand."""
    text = "questions:\n- name: g\n  kind: game\n  game: tic_tac_toe\n"
    text += "  points: {actions: 1}\n  lines:\n    a: {to: 5}\n"
    assert problem(tmp_path, text) == f"7:8: {plays.TOO_MANY.format(10_000)}"


@for_each(
    "change, told",
    [
        (("game: sub", "game: suk"), "4:3: suktraction: there is no such game"),
        (("pile: 3", "pule: 3"), "5:3: subtraction: pule: unknown key 'pule'"),
        (("pile: 3, ", ""), "5:3: subtraction: pile: this game needs pile"),
        (("to: 3", "to: 300"), "7:21: expected a whole number from 0 to 100"),
        (("to: 3", "from: 1"), "7:16: lines need `to`"),
        (("to: 3", "to: 1, from: 2"), "7:30: no line has 2 to 1"),
        (("{all: {to: 3}}", "[1]"), "7:10: expected groups of lines by name"),
        (("actions: 1", "action: 1"), "6:"),
    ],
)
def test_what_stands_in_the_file_is_checked(
    tmp_path: Path, change: tuple[str, str], told: str
) -> None:
    """With line and column."""
    assert change[0] in WHOLE
    assert problem(tmp_path, WHOLE.replace(*change)).startswith(told)


# How it is judged


def test_a_right_game_earns_all(tmp_path: Path) -> None:
    """Each facet, on all lines where it can be judged."""
    result = judged(tmp_path, RIGHT)
    assert lost(result) == set()
    lines = {finding.facet: finding.lines for finding in result.findings}
    assert lines == {
        **dict.fromkeys(("actions", "is_terminal"), 7),
        **dict.fromkeys(("canonical", "unchanged", "illegal"), 7),
        "initial_state": 1,
        "result": 6,
        "to_move": 4,
        "utility": 3,
    }


@for_each(
    "before, after, expected",
    [
        ("return state[1]\n", "return 'max'\n", {"to_move"}),
        ("(1, 2) if", "(1,) if", {"actions", "result", "utility"}),  # of one end alone
        ("== 0", "<= 1", {"is_terminal"}),
        ("return -1 if", "return 1 if", {"utility"}),
        ("raise ValueError(action)", "return state", {"illegal"}),
        ("raise ValueError(action)", "raise KeyError(action)", {"illegal"}),
        ('"min" if state[1] == "max" else "max"', "state[1]", {"to_move", "utility"}),
        ("return state[0] - ", "return 0 - ", None),
    ],
)
def test_one_wrong_function_loses_its_own_points(
    tmp_path: Path, before: str, after: str, expected: set[str] | None
) -> None:
    """And no others, but for what it makes wrong."""
    assert before in RIGHT
    found = lost(judged(tmp_path, RIGHT.replace(before, after)))
    if expected is None:
        assert {"actions", "result"} <= found
    else:
        assert found - {"canonical"} == expected


def test_states_that_are_the_same_are_equal(tmp_path: Path) -> None:
    """Who keeps the moves has others behind each line."""
    code = RIGHT.replace('3, "max"', '3, "max", ()')
    code = code.replace(
        '== "max" else "max"', '== "max" else "max", (*state[2], action)'
    )
    result = judged(tmp_path, code)
    assert lost(result) == {"canonical"}
    (finding,) = [f for f in result.findings if f.wrong]
    first = finding.wrong[0]
    assert first.other is not None
    assert (first.line.actions, first.other.actions) == (LINES[5], LINES[4])


def test_states_cannot_be_looked_up(tmp_path: Path) -> None:
    """A list is no key of a dict; all else of it may be right."""
    code = RIGHT.replace('return 3, "max"', 'return [3, "max"]')
    code = code.replace(
        "return state[0] - int(action[-1]), ", "return [state[0] - int(action[-1]), "
    )
    code = code.replace('== "max" else "max"', '== "max" else "max"]')
    assert lost(judged(tmp_path, code)) == {"canonical"}


NO_STATE_AT_FIRST = (
    ("def to_move", "def read(state):\n    return state or (3, 'max')\n\ndef to_move"),
    ('return 3, "max"', "return None"),
    ("return state[1]", "return read(state)[1]"),
    ("<= state[0]", "<= read(state)[0]"),
    ("state[0] - int", "read(state)[0] - int"),
    ('if state[1] == "max"', 'if read(state)[1] == "max"'),
    ("state[0] == 0", "read(state)[0] == 0"),
)


def test_none_is_a_state_where_functions_take_it_for_one(tmp_path: Path) -> None:
    """As a history of no moves; else it is told of as a missing return."""
    code = RIGHT
    for before, after in NO_STATE_AT_FIRST:
        assert before in code
        code = code.replace(before, after)
    assert lost(judged(tmp_path, code)) == set()
    of_none = judged(tmp_path, RIGHT.replace('return 3, "max"', "return None"))
    assert "returned None: is a `return` missing?" in headline(of_none)
    text = code.replace("return read(state)[0] - int", "read(state)[0] - int")
    assert lost(judged(tmp_path, text)) > {"result", "canonical"}


def test_actions_are_handed_back_themselves() -> None:
    """The very objects: also lists, which are no tuples."""
    found = assignments.load(TREES / "modelling")
    tests = grouped_tests(found, Walk)["tic_tac_toe"]
    text = (RIGHT_GAMES / "correct_lists" / "tic_tac_toe.py").read_text("utf-8")
    code = text.replace("return {(i, j) for", "return [[i, j] for")
    code = code.replace("board[i][j] is EMPTY}", "board[i][j] is EMPTY]")
    code = code.replace("return set()", "return []")
    for test in tests:
        result = _here("tic_tac_toe", code, test, load_answers(found, tests))
        assert lost(result) == set()


def test_minimax_plays_with_actions_that_are_lists() -> None:
    """They have the names of tuples."""
    found = assignments.load(TREES / "modelling")
    tests = grouped_tests(found, Walk)["minimax_on_your_game"]
    code = (RIGHT_GAMES / "correct_lists" / "misere_nim.py").read_text("utf-8")
    assert "[i, left] for" in code
    for test in tests:
        result = _here("misere_nim", code, test, load_answers(found, tests))
        assert lost(result) == set()


# The walk in a worker


def orders_of(tmp_path: Path) -> list[list[list[Any]]]:
    """All orders that a right game is given, call by call."""
    (test,), answers = computed(tmp_path, WHOLE)
    guide, module = Guide(test, answers), ModuleType(GAME)
    exec(RIGHT, vars(module))  # noqa: S102 - our own
    given: list[list[list[Any]]] = []

    class Recorded(Talk):
        def orders(self) -> list[list[Any]]:
            found: list[list[Any]] = json.loads(reply[-1][SIZE.size :])["orders"]
            given.extend(found)
            return found

        def answer(self, answer: Any) -> None:
            reply.append(
                guide.next_order_frame(json.loads(json.dumps(answer))) or reply[-1]
            )

    reply = [b""]
    fault: dict[str, Any] = {"kind": "crash", "stage": "call", "type": "ValueError"}
    fault |= {"message": "", "near": [], "frames": []}
    obey_orders(Recorded(-1, -1), module, lambda _: fault, seven=False)
    return given


def test_orders_do_not_tell_what_is_right(tmp_path: Path) -> None:
    """Actions that are none are tried among the others, by calls of the same form."""
    tried: dict[int, list[str]] = {}
    for order in orders_of(tmp_path):
        if order[0][0] == "result":
            ((name, into, state, action),) = order
            assert (name, type(into), type(action)) == ("result", int, str)
            tried.setdefault(state, []).append(action)
    assert all(len({*actions}) == len(actions) for actions in tried.values())
    of_two = [actions for actions in tried.values() if len(actions) > 1]
    assert {("take 1", "take 2"), ("take 2", "take 1")} <= {*map(tuple, of_two)}


@for_each("answer", [{}, [], [1, 2, 3], "[]", None])
def test_an_answer_of_another_form_is_a_breach(tmp_path: Path, answer: Any) -> None:
    """Of the protocol: a call has one answer."""
    (test,), answers = computed(tmp_path, WHOLE)
    guide = Guide(test, answers)
    guide.next_order_frame({})
    with pytest.raises(ProtocolError, match="wrong form"):
        guide.next_order_frame(answer)


def test_a_worker_says_the_same_as_this_process() -> None:
    """One fault of each game of the unit, and a right one."""
    found = assignments.load(TREES / "modelling")
    some = {fault.module: fault for fault in FAULTS}.values()
    with Sandbox() as sandbox:
        for fault in some:
            folder = sandbox.folder / fault.module
            folder.mkdir()
            (folder / f"{fault.module}.py").write_text(fault.text(), encoding="utf-8")
            tests = grouped_tests(found, Walk)[fault.module]
            answers = load_answers(found, tests)
            for test in tests:
                here = _here(fault.module, fault.text(), test, answers)
                job, seen = walk(sandbox, folder, test, answers)
                there = seen(sandbox.run(job))
                assert [s.line for s in there.lines] == [
                    s.line for s in here.observed.lines
                ]
                assert [s.says for s in there.lines if _answered(s)] == [
                    s.says for s in here.observed.lines if _answered(s)
                ]


def _answered(seen: Any) -> bool:
    """Whether all functions have answered: faults have frames there alone."""
    return all(each.kind != "crash" for each in seen.says.values())


def _here(name: str, text: str, test: Walk, answers: PlayAnswers) -> PlayResult:
    module = sys.modules[name] = ModuleType(name)
    exec(text, vars(module))  # noqa: S102 - our own
    del sys.modules[name]
    return judged_in_process(module, test, answers)


def test_a_walk_tells_at_which_line_it_was_ended(tmp_path: Path) -> None:
    """By its limits: what comes behind it is not known, and earns nothing."""
    code = RIGHT.replace("    return -1 if", "    while True: pass\n    return -1 if")
    done = graded(tmp_path, code, f"{WHOLE}  limits: {{seconds: 0.3}}\n")
    (test,) = done.results["tests"]
    assert test["score"] == 0
    assert test["output"].startswith(
        "after take 1 and take 2, the walk was ended: timed out after 0.3 s, in utility"
    )


def test_the_line_is_told(tmp_path: Path) -> None:
    """With the function's answer and the right one; and the mistake's line."""
    code = RIGHT.replace("return state[1]\n", "return 'max'\n")
    done = graded(tmp_path, code)
    (test,) = done.results["tests"]
    assert test["output"].startswith("after take 1 your to_move says max; it is MIN's")
    assert test["score"] == len(OF_GAME) - 1


@for_each("code", ["", "x = 1 +", "import nothing_there"])
def test_without_a_game_nothing_is_earned(tmp_path: Path, code: str) -> None:
    """Each facet says why."""
    folder = tmp_path / str(len(code))
    folder.mkdir()
    done = graded(folder, code)
    (test,) = done.results["tests"]
    assert test["score"] == 0
    assert "grader" not in test["output"]


def test_lines_that_are_missing_are_counted(tmp_path: Path) -> None:
    """Both counts, and those of the first length that differs by first action."""
    wrong = RIGHT.replace("if n <= state[0]", "if n < state[0] or state[0] == n == 1")
    told = "\n".join(plain.lines(details(judged(tmp_path, wrong))))
    rows = [
        "plies     yours     right",
        "    1         2         2",
        "    2         2         3",
        "Those of 2 plies by how they begin:",
        "       1         2  take 1 !",
        "       1         1  take 2",
    ]
    assert "\n".join(rows) in told
    right = plain.lines(details(judged(tmp_path, RIGHT)))
    assert not [line for line in right if "plies" in line]


SEVEN = """
def game():
    states = {(3, "max"), (2, "min"), (1, "min"), (1, "max"), (0, "max"), (0, "min")}
    over = {s for s in states if s[0] == 0}
    moves = {s: [f"take {n}" for n in (1, 2) if n <= s[0]] for s in states - over}
    turn = {"max": "min", "min": "max"}
    step = {(s, a): (s[0] - int(a[-1]), turn[s[1]]) for s in moves for a in moves[s]}
    paid = {s: (-1, 1) if s[1] == "max" else (1, -1) for s in over}
    return {s: s[1] for s in moves}, states, (3, "max"), moves, step, over, paid
"""
OF_TUPLES = WHOLE.replace("  options:", "  shape: tuple\n  options:").replace(
    ", unchanged: 1, illegal: 1", ""
)


@for_each(
    "before, after, told",
    [
        ("", "", "correct"),
        (
            "return {s: s[1]",
            "return {s: 'max'",
            "after take 1 your players says max; it is MIN's turn",
        ),
        (
            "states, (3,",
            "states | {(3, 'min')}, (3,",
            "your states are 7, of which 6 can be reached",
        ),
        (
            "states, (3,",
            "states - {(1, 'max')}, (3,",
            "your states lack the one after take 1 and take 1",
        ),
        ("over, paid", "over", "your initial raised TypeError"),
        ("def game", "def the_game", "there is no function game; is it the_game?"),
    ],
)
def test_a_7_tuple_is_walked(
    tmp_path: Path, before: str, after: str, told: str
) -> None:
    """By its own parts, which the report names; its states are counted besides."""
    result = judged(tmp_path, SEVEN.replace(before, after), OF_TUPLES)
    assert told in headline(result)
    if told == "correct":
        assert result.points == len(OF_GAME) - 2


OF_OBJECTS = """
class State:
    def __init__(self, pile, turn): self.pile, self.turn = pile, turn

def game():
    made = {}
    def state(pile, turn):
        return made.setdefault((pile, turn), State(pile, turn))
    first, after = state(3, "max"), {"max": "min", "min": "max"}
    states, moves, step = [first], {}, {}
    for each in states:
        moves[each] = [f"take {n}" for n in (1, 2) if n <= each.pile]
        for action in moves[each]:
            below = state(each.pile - int(action[-1]), after[each.turn])
            step[each, action] = below
            states += [below] * (below not in states)
    over = [each for each in states if not each.pile]
    paid = {each: (-1, 1) if each.turn == "max" else (1, -1) for each in over}
    return {s: s.turn for s in states}, states, first, moves, step, over, paid
"""


def test_states_of_a_7_tuple_may_be_objects(tmp_path: Path) -> None:
    """Of which nothing says that they are equal: there is one a position."""
    assert lost(judged(tmp_path, OF_OBJECTS, OF_TUPLES)) == set()


LIAR = """
class State:
    def __init__(self, pile, turn): self.pile, self.turn = pile, turn
    def __eq__(self, other): return True
    def __hash__(self): return 0
    def moves(self): return [f"take {n}" for n in (1, 2) if n <= self.pile]
    def step(self, action):
        turn = "min" if self.turn == "max" else "max"
        return State(self.pile - int(action[-1]), turn)
    def paid(self): return (-1, 1) if self.turn == "max" else (1, -1)

def game():
    first = State(3, "max")
    over = lambda state: state.pile == 0
    turn = lambda state: state.turn
    return turn, {first}, first, State.moves, State.step, over, State.paid
"""


def test_states_that_equal_all_others_are_one(tmp_path: Path) -> None:
    """Who says so loses what is for states, and nothing else."""
    result = judged(tmp_path, LIAR, OF_TUPLES)
    assert lost(result) == {"canonical"}
    assert headline(result) == "your states are 1, of which 6 can be reached"


def test_a_7_tuple_has_no_more_parts(tmp_path: Path) -> None:
    """Nothing is asked of arguments that are kept, or refused."""
    told = problem(tmp_path, OF_TUPLES.replace("canonical: 1", "unchanged: 1"))
    assert "unknown key 'unchanged'" in told
