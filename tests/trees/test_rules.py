"""Unrolling games by their rules, and what is said of a game that breaks them."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from autograder.errors import AssignmentError, FileProblems
from autograder.project import load_module
from autograder.trees import explicit, rules
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree, Limit, Node
from tests.cases import for_each
from tests.faulty_trees import problems

Position = tuple[int, str]
FLIP = {"max": "min", "min": "max"}


@dataclass(frozen=True)
class Countdown:
    """Take one or two from a number; who takes the last has won."""

    start: int = 3

    def initial(self) -> Position:
        """MAX begins."""
        return self.start, "max"

    def to_move(self, position: Position) -> str:
        """The players take turns."""
        return position[1]

    def successors(self, position: Position) -> tuple[Position, ...]:
        """Taking one comes first."""
        number, mover = position
        return tuple((number - n, FLIP[mover]) for n in (1, 2) if n <= number)

    def utility(self, position: Position) -> Any:
        """Who is to move at 0 has lost."""
        return -1 if position[1] == "max" else 1

    def label(self, position: Position) -> Any:
        """The number, and an x where MAX is to move."""
        return f"{position[0]}{'x' if position[1] == 'max' else 'n'}"

    def content(self, position: Position) -> Any:
        """The number."""
        return position[0]


def test_a_game_is_unrolled_depth_first() -> None:
    """Parents before children, children in the order of the successors."""
    nodes = rules.unroll(Countdown(2))
    assert nodes == (
        Node("2x", "max", (1, 3), None, 2),
        Node("1n", "min", (2,), None, 1),
        Node("0x", "max", (), -1, 0),
        Node("0n", "min", (), 1, 0),
    )


def test_a_position_met_again_has_a_number() -> None:
    """`0x#2` and `0x#3` are the position `0x`, met in this order."""
    labels = [node.label for node in rules.unroll(Countdown(4))]
    assert labels == [
        *("4x", "3n", "2x", "1n", "0x", "0n", "1x", "0n#2"),
        *("2n", "1x#2", "0n#3", "0x#2"),
    ]


def test_a_game_of_one_position() -> None:
    """Where it is over before it has begun, there is nothing to search."""
    with pytest.raises(rules.BadGame) as caught:
        rules.unroll(Countdown(0))
    assert str(caught.value) == "this game is over where it begins, at 0x"


def test_a_deep_game_needs_no_recursion() -> None:
    """Five thousand plies, one move each."""

    @dataclass(frozen=True)
    class Single(Countdown):
        def successors(self, position: Position) -> tuple[Position, ...]:
            return super().successors(position)[:1]

    assert len(rules.unroll(Single(5000))) == 5001


class Spinning(Countdown):
    """Taking from 1 never ends."""

    def successors(self, position: Position) -> tuple[Position, ...]:
        """In two steps the position at 1 is there."""
        while position[0] == 1:
            pass
        return super().successors(position)


@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="no timer of CPU time")
def test_a_game_whose_rules_never_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are ended, and the timer with them; one that goes on is not."""
    monkeypatch.setattr(rules, "MOST_SECONDS", 0.05)
    with pytest.raises(rules.BadGame, match="one position takes more than 3 s"):
        rules.unroll(Spinning(3))
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    began = time.process_time()
    size = 12
    while time.process_time() - began < 0.2:
        size += 1
        rules.unroll(Countdown(size))
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def test_a_game_is_too_large() -> None:
    """The limit counts nodes that still wait, so that a wide game ends at once."""

    @dataclass(frozen=True)
    class Wide(Countdown):
        def successors(self, position: Position) -> tuple[Position, ...]:
            return ((0, "min"),) * (rules.LARGEST_TREE + 1) if position[0] else ()

    with pytest.raises(rules.BadGame) as caught:
        rules.unroll(Wide())
    assert str(caught.value) == "this game has more than 1,000,000 nodes"


@for_each(
    "method, returned, message",
    [
        ("label", 3, "label: no text: 3"),
        ("label", "", "label: a label has 1 to 40 printable characters; found ''"),
        (
            "label",
            "a\n",
            "label: a label has 1 to 40 printable characters; found 'a\\n'",
        ),
        ("label", "B#2", "label: # is for positions met again"),
        ("label", "B", "two positions have the label 'B' (B#2)"),
        ("to_move", "MAX", "to_move(3x): expected max or min, found 'MAX'"),
        (
            "utility",
            float("nan"),
            "utility(0n): expected a finite number within ±2**53, found nan",
        ),
        (
            "utility",
            True,
            "utility(0n): expected a finite number within ±2**53, found True",
        ),
        (
            "content",
            {1: 2},
            "content(3x): expected numbers, texts, or tuples of them, found {1: 2}",
        ),
        (
            "content",
            ((1, [2]),),
            (
                "content(3x): expected numbers, texts, or tuples of them, "
                "found ((1, [2]),)"
            ),
        ),
    ],
)
def test_a_game_that_breaks_its_interface(
    method: str, returned: object, message: str
) -> None:
    """Whatever a submission could not be given is told to the instructor."""
    game = type("Broken", (Countdown,), {method: lambda *_: returned})
    with pytest.raises(rules.BadGame) as caught:
        rules.unroll(game(3))
    assert str(caught.value) == message


def test_options_and_whether_they_must_be_given() -> None:
    """Those without a default; what a game sets itself is no option."""

    @dataclass(frozen=True)
    class Options:
        must: int
        may: int = 3
        made: list[int] = field(default_factory=list)
        own: int = field(default=0, init=False)

    found = rules.options_of(Options)  # type: ignore[arg-type]
    assert found == {"must": True, "may": False, "made": False}


def test_the_games_of_a_folder(tmp_path: Path) -> None:
    """A game is a module; what begins with an underscore is none."""
    for name in ("zebra.py", "ant.py", "_shared.py", "__init__.py", "notes.txt"):
        (tmp_path / name).write_text("")
    assert list(rules.known_games(tmp_path)) == ["ant", "zebra"]
    assert set(rules.known_games()) >= {"coin_split", "nim"}


def test_a_module_that_does_not_exist(tmp_path: Path) -> None:
    """The path is told."""
    path = tmp_path / "none.py"
    with pytest.raises(AssignmentError) as caught:
        load_module(path)
    assert str(caught.value) == f"{path} does not exist"


GAME = """\
from dataclasses import dataclass
from autograder.errors import OptionError
@dataclass(frozen=True)
class Own:
    size: int
    width: int
    hint: str = ""
    def initial(self):
        {body}
    def to_move(self, position): return "max"
    def successors(self, position): return ("SS",) if position == "S" else ()
    def utility(self, position): return self.size
    def label(self, position): return position
    def content(self, position): return None
RULES = Own
"""


@contextmanager
def own_game(
    text: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[pytest.ExceptionInfo[FileProblems]]:
    """Read a tree file where the instructor has a game of their own; it has faults."""
    (folder / "own.py").write_text(text)
    games = rules.known_games(folder)
    monkeypatch.setattr(rules, "known_games", lambda: games)
    with pytest.raises(FileProblems) as caught:
        yield caught


def test_a_game_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module with a dataclass RULES is a game; its fields are the options."""
    (tmp_path / "own.py").write_text(GAME.format(body="return 'S'"))
    games = rules.known_games(tmp_path)
    monkeypatch.setattr(rules, "known_games", lambda: games)
    tree = treefile.parse("game: own\nsize: 4\nwidth: 2")
    assert tree.nodes == (Node("S", "max", (1,)), Node("SS", "max", (), 4))
    assert explicit.dump(tree) == 'players: ["max"]\ntree: {"S": {"SS": 4}}\n'


@pytest.mark.parametrize(
    "text, expected",
    [
        (GAME.format(body="return 1 / 0"), "own.py, line 9: ZeroDivisionError: "),
        (GAME.format(body="return '#'"), "label: # stands for a position met again"),
        (GAME.format(body="raise OptionError('size', 'odd')"), "size: odd"),
        (GAME.format(body="raise OptionError('hint', 'none')"), "hint: none"),
        (GAME.format(body="return 'S"), "own.py, line 9: SyntaxError: "),
        ("import no_such_module", "own.py, line 1: ModuleNotFoundError: "),
        ("", "own.py has no dataclass RULES"),
        ("RULES = 3", "own.py has no dataclass RULES"),
        ("class RULES: pass", "own.py has no dataclass RULES"),
    ],
)
def test_faults_in_a_game_of_ones_own(
    text: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence with the line of the module, at the game's or option's place."""
    with own_game(text, tmp_path, monkeypatch) as caught:
        treefile.parse("game: own\nsize: 4\nwidth: 2")
    place = "2:7" if expected.startswith("size") else "1:7"
    assert str(caught.value).startswith(f"tree:{place}: {expected}")


def test_all_options_that_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are told in one sentence."""
    with own_game(GAME.format(body="return 'S'"), tmp_path, monkeypatch) as caught:
        treefile.parse("game: own\nhint: [1]")
    assert str(caught.value) == "tree:1:7: own needs size and width"


# A limit


@dataclass(frozen=True)
class Estimated(Countdown):
    """A game that has estimates: of each position its number."""

    def evaluate(self, position: Position) -> Any:
        """Nobody asks for it where the game is over."""
        assert position[0]
        return position[0]


def test_a_game_is_unrolled_two_plies_beyond_the_horizon() -> None:
    """From 9 one ply deep: 8 and 7 are the horizon, and below 6 and 5 it ends."""
    nodes = rules.unroll(Estimated(9), Limit(depth=1))
    rows = [(node.label, bool(node.children), node.estimate) for node in nodes]
    assert rows == [
        *(("9x", True, 9), ("8n", True, 8)),
        *(("7x", True, 7), ("6n", False, 6), ("5n", False, 5)),
        *(("6x", True, 6), ("5n#2", False, 5), ("4n", False, 4)),
        *(("7n", True, 7), ("6x#2", True, 6), ("5n#3", False, 5), ("4n#2", False, 4)),
        *(("5x", True, 5), ("4n#3", False, 4), ("3n", False, 3)),
    ]
    assert all(node.utility is None for node in nodes)
    tree = GameTree(nodes, limit=Limit(depth=1))
    assert [nodes[i].label for i in sorted(tree.horizon)] == ["8n", "7n"]


def test_a_round_of_a_game_by_rules() -> None:
    """It ends when MAX is to move again: here after two plies, like a depth of 2."""
    assert rules.unroll(Estimated(9), Limit(rounds=1)) == rules.unroll(
        Estimated(9), Limit(depth=2)
    )


def test_what_is_over_has_its_utility_and_no_estimate() -> None:
    """Wherever it lies, in front of the horizon or beyond it."""
    nodes = {node.label: node for node in rules.unroll(Estimated(3), Limit(depth=1))}
    assert {n: (x.utility, x.estimate) for n, x in nodes.items() if not x.children} == {
        "0n": (1, None),
        "0x": (-1, None),
        "0x#2": (-1, None),
    }


def test_a_game_without_a_limit_has_no_estimates() -> None:
    """They are computed only where a search may ask for them."""
    assert rules.unroll(Estimated(4)) == rules.unroll(Countdown(4))


def test_an_estimate_that_is_no_number() -> None:
    """It is told like a wrong utility."""
    game = type("Broken", (Estimated,), {"evaluate": lambda *_: "much"})
    with pytest.raises(rules.BadGame) as caught:
        rules.unroll(game(3), Limit(depth=1))
    assert str(caught.value) == (
        "evaluate(3x): expected a finite number within ±2**53, found 'much'"
    )


def test_a_position_is_worth_the_same_wherever_it_is_estimated() -> None:
    """Positions cut off at different depths are no contradiction, but labels are."""
    rules.unroll(Estimated(30), Limit(depth=6))

    @dataclass(frozen=True)
    class Mixed(Estimated):
        def label(self, position: Position) -> Any:
            return "S" if position[0] == self.start else "T"

    with pytest.raises(rules.BadGame) as caught:
        rules.unroll(Mixed(3), Limit(depth=1))
    assert str(caught.value).startswith("two positions have the label 'T' (T#")


@pytest.mark.parametrize("key", ["depth", "rounds"])
def test_a_limit_of_a_game_without_estimates(key: str) -> None:
    """It is told at the key: a search would find nothing where it stops."""
    expected = f"3:{len(key) + 3}: nim has no evaluate(position), so no search can stop"
    assert problems(f"game: nim\npiles: [2, 2]\n{key}: 1") == [expected]


def test_bounds_of_a_game() -> None:
    """They hold for utilities and for the estimates of the horizon."""
    text = "game: tic_tac_toe\nboard: XO..XO...\nbounds: [-1, 1]"
    assert treefile.parse(text).bounds == (-1, 1)
    (found,) = problems(f"{text}\ndepth: 1")
    assert found.startswith("3:9: outside of the bounds: the estimate 7 of XOX/.XO/...")


def test_an_option_that_no_file_could_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keys that all files have mean the same everywhere."""
    text = GAME.format(body="return 'S'").replace("width", "depth")
    with own_game(text, tmp_path, monkeypatch) as caught:
        treefile.parse("game: own\nsize: 4\ndepth: 2")
    assert str(caught.value) == "tree:1:7: own: no option can be named depth"
