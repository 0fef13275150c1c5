"""How many of a search's own frames are under way where it first asks about a state.

This runs in the student's process, in a run of its own: what it tells may be false.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from autograder.game import State, View
from autograder.worker.submission import is_own
from autograder.worker.values import TEXT

MOST = 100  # states of which it is told
NAMED = 20  # frames that are told by name, the outermost
Fetch = Callable[[State], View]


class Frames:
    """Counts the frames of the files in a folder, whatever else is between them.

    What Python's own modules have there is not counted: `max` calls a key, too.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._depths: list[int] = []
        self._names: list[str] = []

    def told(self) -> dict[str, Any]:
        """The number at each state, and whose frames they were at the last of these."""
        return {"depths": self._depths, "names": self._names}

    def watching(self, fetch: Fetch) -> Fetch:
        """A fetch for which the frames are counted."""

        def fetch_and_count(state: State) -> View:
            if len(self._depths) < MOST:
                names = self._own(sys._getframe(1))
                self._depths.append(len(names))
                self._names = names[:NAMED]
            return fetch(state)

        return fetch_and_count

    def _own(self, frame: FrameType | None) -> list[str]:
        """The names of the functions under way, the outermost first."""
        names = []
        while frame:
            code = frame.f_code
            if is_own(code.co_filename, self._folder):
                names.append(code.co_name[:TEXT])
            frame = frame.f_back
        return names[::-1]
