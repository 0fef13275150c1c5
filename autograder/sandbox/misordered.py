"""What a worker says of an order that is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from autograder.text import few
from autograder.trees.tree import Node

NO_ORDER = "set"  # a type of which nobody knows what comes first
WIDTH = 48  # characters of actions in a sentence


@dataclass(frozen=True, slots=True)
class Misordered:
    """What a function that orders actions returned about a state, if not all, once.

    Actions that are `missing`, there `twice`, or `others` than those of the state; what
    came in no order is of the type `returned`.
    """

    state: str
    missing: tuple[str, ...] = ()
    twice: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    returned: str = ""

    def told(self, function: str) -> str:
        """One sentence on what that function did to the actions."""
        call = f"{function}(game, {self.state}, actions)"
        if self.returned == NO_ORDER:
            return f"{call} returned a set, which has no order; return a list"
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
    said: Mapping[str, Any] | None, node_of: Callable[[int], Node | None]
) -> Misordered | None:
    """The first order that was none; None where all were, or of a state of nobody's.

    No point is given for it: who says nothing has an order that is judged by its cuts.
    """
    node = None if said is None else node_of(said["state"])
    if said is None or node is None:
        return None
    return Misordered(
        state=node.label,
        missing=tuple(said.get("missing", ())),
        twice=tuple(said.get("twice", ())),
        others=tuple(said.get("others", ())),
        returned=said.get("returned", ""),
    )
