"""Games given by rules: find one by its name, and unroll it into a tree."""

from __future__ import annotations

import dataclasses
import json
import signal
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Protocol, cast

from autograder.errors import AutograderError, OptionError
from autograder.files import content_of
from autograder.game import CHANCE, LARGEST, Content, Number, hashable_content
from autograder.project import GAMES, REFERENCE, TRUSTED, load_module, places_above
from autograder.text import listed
from autograder.trees.explicit import reason_label_is_wrong, reason_names_are_wrong
from autograder.trees.marked import unknown_key_sentence
from autograder.trees.tree import (
    PLAYERS,
    Limit,
    Node,
    breadth_first,
    contradictions,
    moves_after,
)

LARGEST_TREE = 1_000_000  # nodes
BEYOND = 2  # plies beyond the horizon, where a search that goes too deep is told so
MOST_SECONDS = 3  # in which the rules of a game come to another position, at least
ENDLESS = f"the rules do not end: one position takes more than {MOST_SECONDS} s"
NO_LIMIT = Limit()
OPENSPIEL = "openspiel"  # what `game` says of a game that OpenSpiel has


def is_of_openspiel(keys: Mapping[str, Any]) -> bool:
    """Whether the game that the keys of a tree file name is one of OpenSpiel."""
    return getattr(keys.get("game"), "text", "") == OPENSPIEL


class RuleGame(Protocol):
    """A game by its rules; a frozen dataclass whose fields are the file's options.

    A position is any hashable value; two are the same exactly if their labels are.
    Successors stand in a fixed order; there are none exactly where the game is over,
    and only there is `utility`, MAX's payoff, asked for. A game whose search may be
    limited has `evaluate`, elsewhere. One may have `moves`: names in the order of
    `successors`, none twice.
    """

    def initial(self) -> Any:
        """The position in which the game starts."""

    def to_move(self, position: Any) -> str:
        """`"max"` or `"min"`."""

    def successors(self, position: Any) -> tuple[Any, ...]:
        """The positions one move on, in order."""

    def utility(self, position: Any) -> Number:
        """MAX's payoff where the game is over."""

    def label(self, position: Any) -> str:
        """The position in words, with whose turn it is."""

    def content(self, position: Any) -> Content:
        """What students see as `state.data`."""


class BadGame(Exception):  # noqa: N818 - a finding, which treefile gives a place
    """A game that cannot be unrolled: too large, or against the interface."""


def known_games(folder: Path = REFERENCE / GAMES) -> dict[str, Path]:
    """The rule games of the project, by name."""
    return {path.stem: path for path in sorted(folder.glob("[a-z]*.py"))}


def games_near(tree_file: Path) -> dict[str, Path]:
    """Those of the project, and of the course to which a tree's file belongs."""
    own = places_above(tree_file.absolute()).own_files(f"{TRUSTED}/{GAMES}/[a-z]*.py")
    return {**known_games(), **{path.stem: path for path in own}}


def rules_of(path: Path) -> type[RuleGame]:
    """The class that a game's module offers as `RULES`; BadGame if it has none."""
    return _rules_of(path, path.stat().st_mtime_ns)


@cache  # trees of one game are many; who edits one may load it again
def _rules_of(path: Path, _changed: int) -> type[RuleGame]:
    rules: Any = getattr(load_module(path), "RULES", None)
    if not isinstance(rules, type) or not dataclasses.is_dataclass(rules):
        raise BadGame(f"{path.name} has no dataclass RULES")
    return cast("type[RuleGame]", rules)


def failure_sentence(fault: BaseException, path: Path) -> str:
    """One sentence on an exception that left a game's module, with the line."""
    line = getattr(fault, "lineno", None) or last_line(fault, path)
    place = f"{path.name}, line {line}" if line else path.name
    return f"{place}: {type(fault).__name__}: {fault}"


def last_line(fault: BaseException, path: Path) -> int | None:
    """The innermost line of a module that an exception has passed, if any."""
    frames = traceback.extract_tb(fault.__traceback__)
    own = [frame.lineno for frame in frames if Path(frame.filename) == path]
    return next(reversed(own), None)


def options_of(rules: type[RuleGame]) -> dict[str, bool]:
    """The options of a game, and whether each must be given."""
    unset = dataclasses.MISSING
    return {
        option.name: option.default is unset and option.default_factory is unset
        for option in dataclasses.fields(rules)  # type: ignore[arg-type]
        if option.init
    }


@contextmanager
def blaming_rules(path: Path) -> Iterator[None]:
    """Whatever a game's module raises is BadGame, with the line."""
    try:
        yield
    except (BadGame, OptionError, AutograderError):
        raise
    except (Exception, SystemExit) as fault:  # noqa: BLE001 - an author's own game
        raise BadGame(failure_sentence(fault, path)) from None


def game_with_options(path: Path, options: Mapping[str, Content]) -> RuleGame:
    """The game of a module; OptionError for an option, and BadGame, if it fails."""
    with blaming_rules(path):
        rules = rules_of(path)
        needed = options_of(rules)
        for key in options:
            if key not in needed:
                raise OptionError(key, unknown_key_sentence(key, tuple(needed)))
        missing = tuple(k for k, must in needed.items() if must and k not in options)
        if missing:
            raise OptionError(missing[0], f"this game needs {listed(missing)}")
        return rules(**options)


def can_name_moves(rules: type[RuleGame]) -> bool:
    """Whether a game has names for its moves."""
    return callable(getattr(rules, "moves", None))


def unroll(
    game: RuleGame, limit: Limit = NO_LIMIT, *, named: bool = False
) -> tuple[Node, ...]:
    """The tree of the game, depth first; a position met again is `label#2`, ….

    With a limit it ends two plies beyond the horizon, with estimates if the game can
    `evaluate`. Where they are `named`, moves have the game's names. BadGame beyond a
    million nodes, without a first move, and where the game breaks its interface.
    """
    leaves: list[Node] = []  # without their children, until these have been met
    with requiring_progress(lambda: len(leaves)):
        children, moves = _play(game, limit, leaves, named=named)
    rows = zip(leaves, children, moves, strict=True)
    tree = tuple(
        [
            replace(leaf, children=tuple(below), moves=names) if below else leaf
            for leaf, below, names in rows
        ]
    )
    if not tree[0].children:
        raise BadGame(f"this game is over where it begins, at {tree[0].label}")
    for first, other in contradictions(tree):
        raise BadGame(f"two positions have the label {first.label!r} ({other.label})")
    return tree


def _play(
    game: RuleGame, limit: Limit, leaves: list[Node], *, named: bool
) -> tuple[list[list[int]], list[tuple[str, ...]]]:
    """Meet all nodes; what is returned are the children of each, and its moves."""
    estimate = getattr(game, "evaluate", None) if limit else None
    labels: dict[str, int] = {}
    children: list[list[int]] = []
    moves: list[tuple[str, ...]] = []
    # A position, its parent, the moves that led there, how many beyond the horizon.
    stack: list[tuple[Any, int, tuple[int, int], int]]
    stack = [(game.initial(), -1, (0, 0), 0)]
    while stack:
        position, parent, path, beyond = stack.pop()
        index = len(leaves)
        if index + len(stack) >= LARGEST_TREE:
            raise BadGame(f"this game has more than {LARGEST_TREE:,} nodes")
        if parent >= 0:
            children[parent].append(index)
        below = game.successors(position)
        utility = None if below else game.utility(position)
        guess = estimate(position) if below and estimate else None
        leaves.append(node_of(game, position, labels, (utility, guess)))
        children.append([])
        ends = beyond == BEYOND
        moves.append(() if ends or not named else moves_of(game, position, len(below)))
        if ends:
            continue
        if limit:
            first, mover = leaves[0].to_move, leaves[-1].to_move
            beyond += bool(beyond or limit.is_reached(first, mover, path))
            path = moves_after(mover, first, path)
        stack.extend([(each, index, path, beyond) for each in reversed(below)])
    return children, moves


@contextmanager
def requiring_progress(progress: Callable[[], int]) -> Iterator[None]:
    """BadGame where rules compute, and `progress` is the same for too long."""
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or not hasattr(signal, "SIGPROF"):
        yield
        return
    before = -1

    def ring(*_: object) -> None:
        nonlocal before
        if before == (before := progress()):
            raise BadGame(ENDLESS)

    handler = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)


def moves_of(game: Any, position: Any, count: int) -> tuple[str, ...]:
    """The names of so many moves; BadGame unless each has one of its own."""
    if not count:
        return ()
    names = game.moves(position)
    if wrong := reason_names_are_wrong(names, count):
        raise BadGame(f"moves({game.label(position)}): {wrong}")
    return tuple(names)


def node_of(
    game: RuleGame,
    position: Any,
    labels: dict[str, int],
    worth: tuple[Number | None, Number | None],
) -> Node:
    """A position as a node, and its label counted; `worth` are utility and estimate.

    BadGame where what the game says cannot stand in a tree.
    """
    utility, estimate = worth
    label = game.label(position)
    count = labels[label] = labels.get(label, 0) + 1
    node = Node(
        label if count == 1 else f"{label}#{count}",
        game.to_move(position),
        utility=utility,
        content=game.content(position),
        estimate=estimate,
    )
    if count == 1:
        _check(label, node)
    return node


def _check(label: object, node: Node) -> None:
    """BadGame unless the node can stand in a tree."""
    wrong = (
        reason_label_is_wrong(label)
        if isinstance(label, str)
        else f"no text: {label!r:.50}"
    )
    if not wrong and "#" in node.label:
        wrong = "# is for positions met again"
    if wrong:
        raise BadGame(f"label: {wrong}")
    if node.to_move not in PLAYERS:
        raise BadGame(f"to_move({label}): expected max or min, found {node.to_move!r}")
    for method, number in (("utility", node.utility), ("evaluate", node.estimate)):
        if number is not None and not _is_exact(number):
            found = f"expected a finite number within ±2**53, found {number!r:.50}"
            raise BadGame(f"{method}({label}): {found}")
    if not _is_plain(node.content):
        found = (
            f"expected numbers, texts, or tuples of them, found {node.content!r:.50}"
        )
        raise BadGame(f"content({label}): {found}")


def _is_exact(number: object) -> bool:
    return type(number) in (int, float) and abs(number) <= LARGEST  # type: ignore[arg-type]


def _is_plain(content: Content) -> bool:
    """Whether the content is the same behind JSON and in a tree file."""
    if isinstance(content, tuple):
        return all(map(_is_plain, content))
    return content is None or isinstance(content, (bool, str)) or _is_exact(content)


FOLDER = "answers"  # of an assignment
SUFFIX = ".tree.json"
BROKEN = (ValueError, LookupError, TypeError, OSError)

ROW = (
    "label",
    "to_move",
    "utility",
    "estimate",
    "content",
    "probabilities",
    "children",
)


@dataclass(frozen=True, slots=True)
class Unrolled:
    """A game as a tree file names it, who plays it, and its positions from the root."""

    game: Mapping[str, Any]
    players: tuple[str, ...]
    positions: tuple[Node, ...]  # behind their parents, by index

    def nodes(self) -> tuple[Node, ...]:
        """The tree, depth first, with `label#2`; ValueError beyond a million nodes."""
        places: list[int] = []
        children: list[list[int]] = []
        stack = [(0, -1)]
        while stack:
            place, parent = stack.pop()
            index = len(places)
            if index + len(stack) >= LARGEST_TREE:
                raise ValueError(f"more than {LARGEST_TREE:,} nodes")
            if parent >= 0:
                children[parent].append(index)
            places.append(place)
            children.append([])
            below = self.positions[place].children
            stack.extend([(child, index) for child in reversed(below)])
        met, labels = [0] * len(self.positions), [""] * len(places)
        for index in breadth_first(children):
            place = places[index]
            met[place] += 1
            again = f"#{met[place]}" if met[place] > 1 else ""
            labels[index] = self.positions[place].label + again
        return tuple(
            [
                replace(self.positions[place], label=label, children=tuple(below))
                for place, label, below in zip(places, labels, children, strict=True)
            ]
        )


def path_in(folder: Path, name: str) -> Path:
    """Where the tree of this name stands that an assignment's folder has unrolled."""
    return folder / FOLDER / f"{name}{SUFFIX}"


def unrolled_beside(tree_file: Path, game: Mapping[str, Any]) -> Unrolled | None:
    """What has been unrolled of a tree file in the answers above it, if of today."""
    for folder in tree_file.parents:
        name = tree_file.relative_to(folder).with_suffix("").as_posix()
        found = load(path_in(folder, name), game)
        if found is not None:
            return found
    return None


def load(path: Path, game: Mapping[str, Any]) -> Unrolled | None:
    """What is in a file; None where that is another game, or nothing of the kind."""
    try:
        found = parse(content_of(path).decode())
    except BROKEN:
        return None
    return found if found.game == game else None


def dump(unrolled: Unrolled) -> str:
    """The file: a position a line."""
    rows = [
        [getattr(node, key) for key in ROW] + ([node.moves] if node.moves else [])
        for node in unrolled.positions
    ]
    lines = ",\n  ".join([json.dumps(row, ensure_ascii=False) for row in rows])
    game = json.dumps(unrolled.game, ensure_ascii=False)
    players = json.dumps(unrolled.players, ensure_ascii=False)
    return (
        f'{{\n "game": {game},\n "players": {players},\n'
        f' "positions": [\n  {lines}\n ]\n}}\n'
    )


def parse(text: str) -> Unrolled:
    """What `dump` has written; one of BROKEN is raised for anything else."""
    content = json.loads(text)
    players = tuple(content["players"])
    positions = tuple(
        [_position(row, place) for place, row in enumerate(content["positions"])]
    )
    labels = {node.label for node in positions}
    movers = {node.to_move for node in positions}
    last = max(child for node in positions for child in node.children)
    if not (len(labels) == len(positions) > last and movers <= {*players, CHANCE}):
        raise ValueError("expected each position once, and players that are known")
    return Unrolled(content["game"], players, positions)


def _position(row: list[Any], place: int) -> Node:
    names = row[len(ROW)] if row[len(ROW) :] else ()
    columns = dict(zip(ROW, map(hashable_content, row), strict=False))
    if names and len({*names}) != len(columns["children"]):
        raise ValueError("expected a name of its own for each move")
    if any(child <= place for child in columns["children"]):
        raise ValueError("expected positions behind those that lead to them")
    return Node(**columns, moves=tuple(names))
