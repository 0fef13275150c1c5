"""What counts a search's frames: its own alone, and of so many states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from autograder.game import Game, State, View
from autograder.worker.submission import Submission
from autograder.worker.watching import MOST_COUNTED, NAMED, Frames

SEARCH = """\
def search(game, state):
    game.is_terminal(state)
    below = [child for _, child in game.successors(state)]
    best = max(below, key=lambda child: helper(game, child))
    return 1 if game.is_terminal(best) else 0

def helper(game, state):
    return game.is_terminal(state)

def deep(game, state, plies=40):
    return deep(game, state, plies - 1) if plies else game.is_terminal(state)

def many(game, state):
    for _ in range(5000):
        _, state = game.successors(state)[0]
"""


def counted(folder: Path, function: str) -> dict[str, Any]:
    """What was told of a call, in a game without end."""

    def fetch(state: State) -> View:
        below = [(f"a{i}", State(made, state._handle + i, "S")) for i in (1, 2)]
        return View("max", tuple(below), None)

    (folder / "search.py").write_text(SEARCH, encoding="utf-8")
    frames = Frames(str(folder))
    made = Game(frames.watching(fetch))
    Submission(str(folder), "search", 5.0, 5.0).call(
        function, (made, State(made, 0, "S"))
    )
    return frames.as_json()


def test_own_frames_are_counted_at_the_first_question(tmp_path: Path) -> None:
    """The root from one, its children from three; ours and Python's are none."""
    assert counted(tmp_path, "search") == {
        "depths": [1, 3, 3],
        "names": ["search", "<lambda>", "helper"],
    }


def test_the_outermost_frames_are_named(tmp_path: Path) -> None:
    """So many, however many there are."""
    told = counted(tmp_path, "deep")
    assert told == {"depths": [41], "names": ["deep"] * NAMED}


def test_not_more_than_so_many_states_are_told(tmp_path: Path) -> None:
    """A search without end fills nothing."""
    assert counted(tmp_path, "many")["depths"] == [1] * MOST_COUNTED
