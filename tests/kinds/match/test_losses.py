"""By what a program loses a match, and what cheats come to: nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from autograder.assignment.questions import Limits
from autograder.game import MAX, MIN, Game, State
from autograder.kinds.match.playing import (
    BANK,
    EXCEPTION,
    ILLEGAL,
    NO_MOVE,
    PLAYERS,
    TIME,
    Board,
    Played,
    Seat,
    Submitted,
    Table,
    Trusted,
    loss,
    opened_board,
    play,
)
from autograder.kinds.match.question import Playing
from autograder.kinds.onejob import job_of
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.rules import known_games
from tests.cases import for_each

FIRST = "def choose(game, state):\n    return game.actions(state)[0]\n"


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[tuple[Sandbox, Sandbox]]:
    """One for each side."""
    with Sandbox() as one, Sandbox() as other:
        yield one, other


@pytest.fixture(scope="module")
def board() -> Board:
    """Nim with two piles of two: (2,2)-A is lost for MAX."""
    return opened_board("nim", {"piles": (2, 2)}, known_games())


def seat(sandbox: Sandbox, code: str, table: Table) -> Submitted:
    """A program at a table, with half a second of CPU time."""
    folder = sandbox.folder / "submission"
    folder.mkdir(exist_ok=True)
    (folder / "play.py").write_text(dedent(code), encoding="utf-8")
    question = Playing("play", "play", limits=Limits(seconds=0.5))
    return Submitted(table, sandbox, job_of(folder, question, ()))


def first(game: Game, state: State) -> str:
    """The opponent: the first action, after a while."""
    time.sleep(0.1)
    return game.actions(state)[0]


def game_of(
    sandbox: Sandbox, code: str, board: Board, bank: int = 20
) -> tuple[Played, Submitted]:
    """A game of a program that begins, and its seat."""
    own = seat(sandbox, code, Table(board, bank))
    seats: dict[str, Seat] = {MAX: own, MIN: Trusted(Table(board, bank), first)}
    return play(board, seats, ()), own


@for_each(
    "code, reason, sentence",
    [
        ("return 'all of them'", ILLEGAL, "which is no action there, at play.py:2"),
        (
            "return game.actions(state)[0].replace(' ', '\\xa0')",
            ILLEGAL,
            "choose returned 2\\xa0of\\xa0pile\\xa01, which is no action there",
        ),
        ("return 0", ILLEGAL, "choose returned 0: return the action itself"),
        ("return type('S', (str,), {})(game.actions(state)[0])", ILLEGAL, "choose ret"),
        ("return type('I', (int,), {})(0)", ILLEGAL, "choose returned"),
        ("return True", ILLEGAL, "choose returned True"),
        (
            "return type('E', (), {'__eq__': lambda *_: True, '__hash__': id})()",
            ILLEGAL,
            "choose returned",
        ),
        ("pass", NO_MOVE, "choose returned None: is a `return` missing"),
        ("return None", NO_MOVE, ", at play.py:2"),
        ("return {}[1]", EXCEPTION, "raised KeyError: 1, in choose (play.py:2)"),
        ("import os; os._exit(0)", EXCEPTION, "ended the process"),
        ("while True: pass", TIME, "0.5 s"),
        ("import time; time.sleep(60)", TIME, "2.5 s"),
        ("while True: print('x' * 10**5)", EXCEPTION, "File too large"),
    ],
)
def test_a_move_that_is_none_loses(
    sandboxes: tuple[Sandbox, Sandbox],
    board: Board,
    code: str,
    reason: str,
    sentence: str,
) -> None:
    """By its name, in the position, with the line where there is one."""
    code = f"def choose(game, state):\n    {code}\n"
    played, _ = game_of(sandboxes[0], code, board)
    assert played.lost is not None
    assert played.reason == reason
    assert sentence in played.sentence
    assert (played.end, played.points) == ("(2,2)-A", 0.0)


@for_each(
    "code, sentence",
    [
        ("def chose(game, state): pass", "no function choose"),
        ("def choose(game): pass", "expected choose(game, state), found choose(game)"),
        ("import nothing_of_this_name", "nothing_of_this_name"),
        ("while True: pass", "0.5 s"),
        ("def choose(game, state) return 1", "play.py:1"),
    ],
)
def test_a_module_that_cannot_be_asked_loses(
    sandboxes: tuple[Sandbox, Sandbox],
    board: Board,
    code: str,
    sentence: str,
) -> None:
    """With one sentence, in the first position."""
    played, _ = game_of(sandboxes[0], code, board)
    assert played.lost is not None
    assert sentence in loss(played.lost)[1]


GREEDY = """
def choose(game, state):
    seen = []
    def look(state):
        seen.append(state)
        for _, child in game.successors(state):
            look(child)
    try:
        look(state)
    except BaseException:
        pass
    return game.actions(state)[0]
"""


def test_a_bank_that_is_spent_loses_though_the_program_goes_on(
    sandboxes: tuple[Sandbox, Sandbox], board: Board
) -> None:
    """What it returns afterwards is too late; that line is told, or where it asked."""
    played, own = game_of(sandboxes[0], GREEDY, board, bank=3)
    assert (played.reason, own.table.left) == (BANK, 0)
    assert played.sentence.endswith("at play.py:12")
    code = GREEDY.replace("except BaseException:\n        pass", "finally:\n        1")
    played, _ = game_of(sandboxes[0], code, board, bank=3)
    assert played.reason == BANK
    assert played.sentence.endswith("at play.py:6")


IDLE_RULES = """
import time
from dataclasses import dataclass

@dataclass(frozen=True)
class RULES:
    def initial(self): return 0
    def to_move(self, position): return "max"
    def successors(self, position):
        time.sleep(0.2)
        return (position + 1,) if position < 20 else ()
    def utility(self, position): return 1
    def label(self, position): return f"s{position}"
    def content(self, position): return position
"""
LOOKS_ON = """
def choose(game, state):
    first = game.actions(state)[0]
    while not game.is_terminal(state):
        state = game.result(state, game.actions(state)[0])
    return first
"""


def test_the_time_of_slow_rules_is_not_the_programs(
    sandboxes: tuple[Sandbox, Sandbox], tmp_path: Path
) -> None:
    """They take 2.4 s here for what the program asks, which may wait for 2.5 s."""
    path = tmp_path / "idle.py"
    path.write_text(IDLE_RULES, encoding="utf-8")
    board = opened_board("idle", {}, {"idle": path})
    own = seat(sandboxes[0], LOOKS_ON, Table(board, 30))
    began = time.monotonic()
    played = play(board, {MAX: own}, (), most=1)
    assert time.monotonic() - began > 2.4
    assert played.lost is None, played.sentence


COUNTS = """
paid = []
def choose(game, state):
    before = game.visits_left()
    assert before == 20 - sum(paid), (before, paid)
    children = game.successors(state)
    assert game.visits_left() == before  # the state of a move is free
    for _, child in children:
        try:
            game.evaluate(child)
        except ValueError:
            pass
        game.is_terminal(child)
        game.to_move(child)
    again = [game.is_terminal(child) for _, child in game.successors(state)]
    assert game.visits_left() == before - len(children), again
    paid.append(len(children))
    return children[0][0]
"""


def test_each_state_costs_one_visit(
    sandboxes: tuple[Sandbox, Sandbox], board: Board
) -> None:
    """When it is first asked about, in one bank for the whole game."""
    played, own = game_of(sandboxes[0], COUNTS, board)
    assert played.lost is None
    assert [ply.visits for ply in played.plies] == [4, 0]
    assert own.table.left == 20 - 4


REMEMBERS = """
first = []
def choose(game, state):
    if first:
        old, its = first[0]
        assert old is game, "another game"
        moved = [c for _, child in its for _, c in game.successors(child)]
        assert state in moved, "states of an earlier move are of the same game"
    first.append((game, game.successors(state)))
    return game.actions(state)[-1]
"""


def test_what_a_program_has_seen_is_its_own_for_the_whole_game(
    sandboxes: tuple[Sandbox, Sandbox], board: Board
) -> None:
    """States equal those of their position that were met at an earlier move."""
    played, _ = game_of(sandboxes[0], REMEMBERS, board, bank=60)
    assert played.lost is None, played.lost


NEXT_GAME = """
import pathlib
def choose(game, state):
    mark = pathlib.Path("mark")
    assert not mark.exists(), "a file of the game before"
    try:
        mark.write_text("here")
    except OSError:
        pass
    return game.actions(state)[0]
"""


def test_nothing_is_left_for_the_next_game(
    sandboxes: tuple[Sandbox, Sandbox],
) -> None:
    """Each has a process of its own, and an empty folder."""
    one_move = opened_board("nim", {"piles": (1,)}, known_games())
    for _ in range(2):
        played, _ = game_of(sandboxes[0], NEXT_GAME, one_move)
        assert played.lost is None, played.lost


def test_all_leave_however_a_game_ends(
    sandboxes: tuple[Sandbox, Sandbox], board: Board
) -> None:
    """Here who watches it fails; what a worker has used is known once it has ended."""
    own = seat(sandboxes[0], FIRST, Table(board, 20))
    seats: dict[str, Seat] = {MAX: own, MIN: Trusted(Table(board, 20), first)}

    def watch(*_: object) -> None:
        raise RuntimeError("seen enough")

    with pytest.raises(RuntimeError, match="seen enough"):
        play(board, seats, (), watch=watch)
    assert own.cpu_seconds > 0


THREAD = """
import threading, time
beats = []
def beat():
    while True:
        beats.append(time.monotonic())
        time.sleep(0.005)
def choose(game, state):
    if not beats:
        threading.Thread(target=beat, daemon=True).start()
        time.sleep(0.05)
    else:
        time.sleep(0.05)
        gaps = [later - sooner for sooner, later in zip(beats, beats[1:])]
        raise RuntimeError("stood still" if max(gaps) > 0.08 else "went on")
    return game.actions(state)[-1]
"""


def test_a_thread_stands_still_while_the_other_is_to_move(
    sandboxes: tuple[Sandbox, Sandbox], board: Board
) -> None:
    """The opponent takes a tenth of a second."""
    played, _ = game_of(sandboxes[0], THREAD, board)
    assert played.lost is not None
    assert "raised RuntimeError: stood still" in loss(played.lost)[1]


ASKS_ALWAYS = """
import threading
def ask(game, state):
    waiting = [state]
    for each in waiting:
        for _, child in game.successors(each):
            waiting.append(child)
def choose(game, state):
    thread = threading.Thread(target=ask, args=(game, state), daemon=True)
    thread.start()
    return game.actions(state)[-1]
"""


def test_who_asks_while_the_other_is_to_move_pays_and_learns_nothing_then(
    sandboxes: tuple[Sandbox, Sandbox], board: Board
) -> None:
    """The bank is its own; what the opponent has, and plays, is as ever."""
    own = seat(sandboxes[0], ASKS_ALWAYS, Table(board, 6))
    other = Trusted(Table(board, 20), first)
    played = play(board, {MAX: own, MIN: other}, ())
    assert own.table.left >= 0
    assert other.table.left == 20
    assert [p.visits for p in played.plies if p.mover == MIN][:1] in (
        [0],
        [],
    )  # or lost
    assert played.lost is None or loss(played.lost)[0] in (BANK, EXCEPTION, TIME)


FORGES = """
import os, struct
def choose(game, state):
    state._handle = {handle}
    for descriptor in range(3, 20):
        try:
            os.write(descriptor, struct.pack("<BI", {opcode}, {handle}))
        except OSError:
            pass
    return game.actions(state)[0]
"""


@for_each(
    "opcode, handle",
    [(3, 1), (3, 2**32 - 1), (5, 7), (6, 7), (8, 0), (9, 7), (10, 2), (99, 0)],
)
def test_who_asks_for_what_was_never_given_gets_nothing(
    sandboxes: tuple[Sandbox, Sandbox],
    board: Board,
    opcode: int,
    handle: int,
) -> None:
    """Forged handles, other kinds of requests: the game is lost all the same."""
    code = FORGES.format(opcode=opcode, handle=handle)
    played, own = game_of(sandboxes[0], code, board)
    assert played.points == 0.0
    assert own.table.left >= 18


PEEKS = """
import os, pathlib
def choose(game, state):
    found = []
    for place in {places}:
        try:
            found += [p.name for p in pathlib.Path(place).rglob("*.py")]
        except OSError:
            pass
    for pid in range(os.getpid() - 50, os.getpid() + 50):
        try:
            if pid > 0 and pid != os.getpid():
                os.kill(pid, 0)
                found.append(pid)
        except OSError:
            pass
    if found:
        raise RuntimeError(str(found))
    return game.actions(state)[0]
"""


def test_two_submissions_cannot_reach_each_other(
    sandboxes: tuple[Sandbox, Sandbox], board: Board
) -> None:
    """Neither the files of the opponent nor its process; the game goes on."""
    if not all(s.layers.landlock and s.layers.seccomp for s in sandboxes):
        pytest.skip("this system has no such walls")
    code = PEEKS.format(places=[str(sandboxes[1].folder)])
    tables = [Table(board, 20) for _ in PLAYERS]
    own = seat(sandboxes[0], code, tables[0])
    opponent = seat(sandboxes[1], FIRST, tables[1])
    played = play(board, {MAX: own, MIN: opponent}, ())
    assert played.lost is None, played.lost
    assert len(played.plies) > 1
