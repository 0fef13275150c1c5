"""How a search is called: which function at whose node, and with which arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from autograder.game import CHANCE, MAX, MIN, Number, Value
from autograder.trees.tree import FULL, GameTree, Window
from autograder.trees.values import is_bound, seen_by, window_seen_by


class Fresh(Enum):
    """What is made anew for each call: of what a search fills none sees another's."""

    DICTIONARY = "{}"
    LIST = "[]"


Argument = Number | str | Fresh
Entry = tuple[tuple[str, str], ...]  # who moves, and the function that is called there

USUAL = "textbook"  # the convention of a reference that names none
EVERY = "*"  # in an entry: whoever moves, if nothing else is said of that player
TEXTBOOK: Entry = ((MAX, "max_value"), (MIN, "min_value"))  # AIMA 4e, Figure 5.3
WITH_CHANCE: Entry = (*TEXTBOOK, (CHANCE, "exp_value"))  # CS 188
FIRST = ("game", "state")  # the arguments that every function takes
ROOT = "root"  # may stand for the state where a function is called at the root alone
WINDOW = ("alpha", "beta")
PLAYER, VIEWPOINT, COLOR = "player", "viewpoint", "color"
MOVER = "mover"  # whose turn it is
VALUES_OF = (MAX, MOVER)  # whose payoff a value may be
DEPTH, MARGIN = "depth", "margin"
TABLE = "table"  # of positions that were searched
HORIZON = "horizon"  # the states at which a search has stopped
KILLERS = "killers"  # by ply, the actions that cut there last

# What stands behind `game` and `state` goes by name, and starts with this at a root.
STARTS: dict[str, Callable[[GameTree], Argument]] = {
    "alpha": lambda tree: tree.window[0],
    "beta": lambda tree: tree.window[1],
    PLAYER: lambda tree: tree.root.to_move,
    VIEWPOINT: lambda tree: tree.root.to_move,
    COLOR: lambda tree: -1 if tree.root.to_move == MIN else 1,
    DEPTH: lambda tree: tree.limit.depth,
    "d": lambda _: 0,
    "ply": lambda _: 0,
    "rounds": lambda tree: tree.limit.rounds,
    MARGIN: lambda tree: tree.limit.margin or 0,
    TABLE: lambda _: Fresh.DICTIONARY,
    HORIZON: lambda _: Fresh.LIST,
    KILLERS: lambda _: Fresh.DICTIONARY,
}
PLIES = (DEPTH, "d")  # the arguments of a search that stops after so many plies
ROUNDS = ("rounds",)


def json_arguments(arguments: Iterable[Argument]) -> tuple[Any, ...]:
    """The arguments of one call, as JSON takes them, too."""
    kinds = {Fresh.DICTIONARY: dict[Any, Any], Fresh.LIST: list[Any]}
    return tuple(
        kinds[each]() if isinstance(each, Fresh) else each for each in arguments
    )


def argument_of(value: Any) -> Argument:
    """The argument for which something was handed on; what is filled has no content."""
    if isinstance(value, dict):
        return Fresh.DICTIONARY
    argument: Argument = Fresh.LIST if isinstance(value, list) else value
    return argument


def entries_of(entry: Entry) -> tuple[str, ...]:
    """The functions that are called for a value."""
    return tuple(dict.fromkeys(name for _, name in entry))


def function_at(entry: Entry, mover: str) -> str:
    """The function that is called where a player moves; "" if there is none."""
    names = dict(entry)
    return names.get(mover) or names.get(EVERY, "")


def start_arguments(
    arguments: tuple[str, ...], tree: GameTree, value_of: str = MAX
) -> tuple[Argument, ...]:
    """What these arguments start with at the root; the window is that of the value."""
    viewpoint = tree.root.to_move if value_of == MOVER else MAX
    seen = replace(tree, window=window_seen_by(viewpoint, tree.window))
    return tuple(STARTS[name](seen) for name in arguments)


@dataclass(frozen=True, slots=True)
class Function:
    """A function of a search, and its arguments behind game and state, by name.

    It is called at the nodes of the player `mover`, or, where that is "", at all.
    `state` is what it calls the state, and `value_of` says whose payoff it returns
    where no argument does: MAX's, or that of whoever is to move.
    """

    name: str
    arguments: tuple[str, ...] = ()
    mover: str = ""
    state: str = FIRST[1]
    value_of: str = MAX

    def start_arguments(self, tree: GameTree) -> tuple[Argument, ...]:
        """The arguments with which it is called at the root of a tree."""
        return start_arguments(self.arguments, tree, self.value_of)

    def viewpoint(self, given: tuple[Argument, ...], mover: str) -> str:
        """Whose payoff a call returns where a player moves; "" if it tells nobody."""
        told = dict(zip(self.arguments, given, strict=True))
        if COLOR in told:
            return MIN if told[COLOR] == -1 else MAX
        turning = mover if self.value_of == MOVER else ""
        return str(told.get(VIEWPOINT, turning))

    def is_bound(self, tree: GameTree, value: Value, exact: Value) -> bool:
        """Whether a call at the root that returns this is right outside of its window.

        The root is worth `exact` to MAX.
        """
        given = self.start_arguments(tree)
        window = window_of(self.arguments, given) or FULL
        viewpoint = self.viewpoint(given, tree.root.to_move)
        return is_bound(value, window, seen_by(viewpoint, exact))

    def with_depth_from_zero(self, given: tuple[Argument, ...]) -> tuple[Argument, ...]:
        """These arguments, but the plies that are left are none where they are less."""
        return tuple(
            max(0, each) if name == DEPTH and isinstance(each, int) else each
            for name, each in zip(self.arguments, given, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Product:
    """A convention made of others: one's cut at MAX, one's at MIN, one's root.

    `root` is "" where the search function is the reference's own.
    """

    at_max: str
    at_min: str
    root: str = ""

    @property
    def name(self) -> str:
        """By which it is known."""
        cut = self.at_max
        if self.at_min != cut:
            cut = f"{self.at_max} at MAX, {self.at_min} at MIN"
        return f"{cut}, {self.root}" if self.root else cut

    @property
    def parts(self) -> frozenset[str]:
        """The conventions of which it is made."""
        return frozenset(filter(None, (self.at_max, self.at_min, self.root)))


@dataclass(frozen=True, slots=True)
class Signature:
    """How the search of a question is called, as `answers` has read it.

    `functions` are those of the entry and those that earn points of their own, in the
    order in which the reference defines them; `convention` is what it follows, and
    `products` are those of the question's conventions. `search` has the arguments of
    the search function behind game and state.
    """

    entry: Entry
    functions: tuple[Function, ...]
    convention: str = USUAL
    products: tuple[Product, ...] = ()
    search: tuple[str, ...] = ()

    def function_for_mover(self, mover: str) -> Function:
        """The function that is called at a node where this player moves."""
        name = function_at(self.entry, mover)
        assert name, f"{mover}: read with the trees, an entry has all their players"
        return self.function_named(name)

    def function_named(self, name: str) -> Function:
        """The function of that name."""
        return next(function for function in self.functions if function.name == name)

    def names(self) -> tuple[str, ...]:
        """The functions by name."""
        return tuple(function.name for function in self.functions)

    def other_functions(self, name: str) -> tuple[Function, ...]:
        """What gives way while a function is judged alone.

        Where it is the only one, that is itself: it is called once, and what it calls
        then is not.
        """
        rest = tuple(each for each in self.functions if each.name != name)
        return rest or (self.function_named(name),)

    def with_values_of(self, value_of: str) -> Signature:
        """This signature, of functions that return what somebody gets."""
        if all(each.value_of == value_of for each in self.functions):
            return self
        valued = (replace(each, value_of=value_of) for each in self.functions)
        return replace(self, functions=tuple(valued))

    def conventions_and_products(self, conventions: tuple[str, ...]) -> tuple[str, ...]:
        """These conventions, and the products of which they hold each part."""
        known = frozenset(conventions)
        made = [each.name for each in self.products if each.parts <= known]
        return tuple(dict.fromkeys((*conventions, *made)))

    @property
    def prunes(self) -> bool:
        """Whether a window is handed on."""
        return self.takes(*WINDOW)

    def takes(self, *arguments: str) -> bool:
        """Whether each function that finds values takes all these arguments."""
        return all(
            {*arguments} <= {*self.function_named(name).arguments}
            for _, name in self.entry
        )

    @property
    def has_killers(self) -> bool:
        """Whether what has cut at a ply is handed on, and tried first there."""
        return self.takes(KILLERS)

    @property
    def limiting_key(self) -> str:
        """What a tree must have that limits such a search: depth or rounds, or ""."""
        if any(map(self.takes, PLIES)):
            return "depth"
        return "rounds" if self.takes(*ROUNDS) else ""


def window_of(names: tuple[str, ...], arguments: tuple[Argument, ...]) -> Window | None:
    """(α, β) among the arguments of these names; None where they have no window."""
    given = dict(zip(names, arguments, strict=True))
    alpha, beta = (given.get(name) for name in WINDOW)
    if isinstance(alpha, (int, float)) and isinstance(beta, (int, float)):
        return alpha, beta
    return None


def textbook(*arguments: str) -> Signature:
    """`max_value` and `min_value`, with these arguments."""
    functions = (Function(name, arguments, mover) for mover, name in TEXTBOOK)
    return Signature(TEXTBOOK, tuple(functions))


def call_text(function: str, arguments: tuple[str, ...], state: str = FIRST[1]) -> str:
    """A function with the names of its arguments: `f(game, state, alpha, beta)`."""
    return f"{function}({', '.join((FIRST[0], state, *arguments))})"
