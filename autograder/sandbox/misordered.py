"""What a worker says of an order that is none: checked here, and made safe to show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autograder.text import clean, few
from autograder.trees.tree import Node

LETTERS = 40  # of what was returned in the place of an action
MOST = 20  # actions that are told
WIDTH = 48  # characters of actions in a sentence


@dataclass(frozen=True, slots=True)
class Misordered:
    """What a function that orders actions returned about a state, if not all, once.

    Actions that are `missing`, there `twice`, or `others` than those of the state; what
    was no list or tuple is of the type `returned`.
    """

    state: str
    missing: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    returned: str = ""

    def told(self, function: str) -> str:
        """One sentence on what that function did to the actions."""
        call = f"{function}(game, {self.state}, actions)"
        if self.returned:
            return f"{call} returned {self.returned}, expected a list of its actions"
        parts = (
            (self.missing, "left out {}"),
            (self.twice, "returned {} more than once"),
            (self.others, "returned {}, which it was not given"),
        )
        told = [say.format(few(names, WIDTH)) for names, say in parts if names]
        return f"{call} {' and '.join(told)}"


def misordered(
    worker_says: Any, node_of: Callable[[object], Node | None]
) -> Misordered | None:
    """The first order that was none; None where all were, or nothing sensible is said.

    No point is given for it: who says nothing has an order that is judged by its cuts.
    """
    if type(worker_says) is not dict:
        return None
    node = node_of(worker_says.get("state"))
    if node is None:
        return None
    returned = worker_says.get("returned", "")
    return Misordered(
        state=node.label,
        missing=_texts(worker_says.get("missing")),
        twice=_texts(worker_says.get("twice")),
        others=_texts(worker_says.get("others")),
        returned=clean(returned, LETTERS) if type(returned) is str else "",
    )


def _texts(actions: Any) -> tuple[str, ...]:
    if type(actions) is not list:
        return ()
    return tuple(clean(each, LETTERS) for each in actions[:MOST] if type(each) is str)
