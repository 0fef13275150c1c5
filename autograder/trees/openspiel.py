"""Games of OpenSpiel: what a tree file asks of the package, and unrolling that.

Lanctot et al., OpenSpiel: A Framework for Reinforcement Learning in Games, 2019. The
package is imported only where a tree is unrolled.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from collections.abc import Mapping as ByName
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass, field, replace
from functools import cache, partial
from itertools import count, islice, takewhile
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from autograder import project
from autograder.errors import AssignmentError, FileProblems, OptionError
from autograder.files import content_of
from autograder.game import CHANCE, LARGEST, Content, Number, Value, hashable_content
from autograder.text import clean, listed
from autograder.trees import explicit, rules
from autograder.trees.marked import Fields, Mapping, Mark, MarkedNode, Source, read
from autograder.trees.tree import PLAYERS, Limit, Node

DIGEST, ELISION = 12, "… "  # characters of the digest of a long label, and what follows
ZERO, RETURNS = "zero", "returns"
NAME = "name"  # the option that says which game
INSIDE = f"{project.GAMES}/estimates"  # of a `reference/`
ESTIMATES = project.REFERENCE / INSIDE
MODULES = "[a-z]*.py"
MESSAGE = 200  # characters of what OpenSpiel says
LARGEST_TEXT = 10_000  # characters of one state
LARGEST_OPTION = 2**31 - 1  # what C++ takes
SECONDS_TO_COUNT, SECONDS_TO_UNROLL = 20, 600  # of CPU time
DOUBLED = 8  # how often plies are, before all are counted
INSTALL = ".venv/bin/pip install -c constraints.txt open_spiel"
ANSWERS = project.command_line("answers", "DIR")
MISSING = (
    "OpenSpiel is not installed, and no answers/ has this tree unrolled as it is "
    f"written here; `{INSTALL}` needs Python 3.11 or newer, and then "
    f"`{ANSWERS}` unrolls it"
)
NOT_INSTALLED = f"OpenSpiel is not installed; `{INSTALL}` needs Python 3.11 or newer"
STALE = "{}: the tree is not unrolled as its file says; run `{}`"
GAME_NEEDED = (
    "it changes another game, and needs that as its option `{}`, which no tree file "
    "can give it"
)
FILE_NEEDED = "it reads its rules from a file, which no tree file can give it"
# What a game of OpenSpiel says of itself, what it may say, and why no more than that:
ACCEPTED = (
    ("dynamics", ("SEQUENTIAL",), "its players do not take turns"),
    (
        "chance_mode",
        ("DETERMINISTIC", "EXPLICIT_STOCHASTIC"),
        "its chance is sampled, so that nobody knows the probabilities",
    ),
    (
        "information",
        ("PERFECT_INFORMATION",),
        "its players do not see everything (imperfect information)",
    ),
    (
        "reward_model",
        ("TERMINAL",),
        "it gives rewards on the way, and utilities stand at the end alone",
    ),
)
OPPOSED = ("ZERO_SUM", "CONSTANT_SUM")  # what one of two players gets the other loses

State = Any  # of pyspiel, which has no types
Estimate = Callable[[State, str], Any]
OWN: dict[str, Estimate] = {
    ZERO: lambda state, _: [0] * state.num_players(),
    RETURNS: lambda state, _: state.returns(),
}


@dataclass(frozen=True, slots=True)
class NamedGame:
    """What a tree file asks of OpenSpiel."""

    name: str
    options: tuple[tuple[str, Content], ...] = ()
    depth: int = 0  # 0: no limit
    evaluate: str = ""
    named: bool = False  # moves have its names

    @property
    def plies(self) -> int:
        """How deep the tree is: so far beyond the depth; 0 is no limit."""
        return self.depth + rules.BEYOND if self.depth else 0

    def as_json(self) -> dict[str, Any]:
        """The game as JSON has it: what an unrolled tree was made of."""
        asked: dict[str, Content] = {"depth": self.depth, "evaluate": self.evaluate}
        asked[explicit.KEY] = self.named
        given = {key: value for key, value in asked.items() if value}
        return {"name": self.name, "options": dict(self.options), **given}


# What a tree file says


def named_game_of_keys(
    fields: Fields, keys: ByName[str, MarkedNode], limit: Limit
) -> NamedGame | None:
    """What the keys of a tree file ask for; None where they make no sense together."""
    if "name" not in keys:
        fields.complain(keys["game"].mark, f"{rules.OPENSPIEL} needs a `name`")
        return None
    name = fields.text(keys["name"])
    evaluate = fields.text(keys["evaluate"]) if "evaluate" in keys else ""
    if "rounds" in keys:
        only = f"a game of {rules.OPENSPIEL} has a `depth`, and no `rounds`"
        fields.complain(keys["rounds"].mark, only)
        return None
    if limit and "evaluate" not in keys:
        without = "the search stops there without an estimate"
        choices = f"`evaluate` is {ZERO}, {RETURNS} or a module in {ESTIMATES.name}/"
        fields.complain(keys["depth"].mark, f"{without}: {choices}")
        return None
    if evaluate and not limit:
        fields.complain(keys["evaluate"].mark, "`evaluate` needs a `depth`")
        return None
    given = fields.mapping(keys["options"]) if "options" in keys else {}
    if name is None or evaluate is None:
        return None
    options = tuple((key, fields.plain(value)) for key, value in given.items())
    named = explicit.wants_move_names(fields, keys.get(explicit.KEY))
    return NamedGame(name, options, limit.depth, evaluate, named)


def place_of_option(keys: ByName[str, MarkedNode], key: str) -> Mark:
    """Where an option stands in a tree file, or a key; else the game's name."""
    options = keys.get("options")
    pairs = options.pairs if isinstance(options, Mapping) else ()
    marks = {option.text: value.mark for option, value in pairs}
    return marks.get(key) or keys.get(key, keys["name"]).mark


def named_game_of_file(path: Path) -> NamedGame | None:
    """What a tree file asks of OpenSpiel, if it does; FileProblems if unreadable."""
    source = Source(path)
    root = read(source)
    pairs = root.pairs if isinstance(root, Mapping) else ()
    keys = {key.text: value for key, value in pairs}
    if not rules.is_of_openspiel(keys):
        return None
    fields = Fields(source)
    asked = named_game_of_keys(fields, keys, explicit.limit_of_file(fields, keys))
    if asked is None or source.problems:
        raise FileProblems(source.problems)
    return asked


# The file in which it is unrolled


def unrolled_file(folder: Path, name: str, tree_file: Path) -> bytes:
    """The file that holds a tree unrolled; AssignmentError if it is stale."""
    path, asked = rules.path_in(folder, name), named_game_of_file(tree_file)
    if asked is None or rules.load(path, asked.as_json()) is None:
        raise AssignmentError(STALE.format(path, project.answers_command(folder)))
    return content_of(path)


def unrolled_anew(
    folder: Path, trees_at: ByName[str, Path]
) -> Iterator[tuple[Path, str]]:
    """Each file of an assignment's trees of OpenSpiel, with its text, or a fault.

    `trees_at` is where trees stand, by name. There are none without the package.
    """
    for name, path in trees_at.items():
        asked = named_game_of_file(path)
        if asked is None or not can_import_openspiel():
            continue
        try:
            yield rules.path_in(folder, name), rules.dump(unroll(asked, path))
        except (rules.BadGame, OptionError) as fault:
            raise AssignmentError(f"{path}: {fault}") from None


def can_import_openspiel() -> bool:
    """Whether OpenSpiel can be imported."""
    try:
        _package()
    except rules.BadGame:
        return False
    return True


def _package() -> Any:
    try:
        import pyspiel  # noqa: PLC0415 - where a tree is unrolled, and nowhere else
    except ImportError:
        raise rules.BadGame(MISSING) from None
    return pyspiel


# Unrolling


def unroll(named: NamedGame, tree_file: Path = ESTIMATES) -> rules.Unrolled:
    """The positions of the game, two plies beyond the depth if there is one.

    Estimates are the project's, and of the course to which the tree's file belongs.
    Raises BadGame for a game that is not fit for trees, or too large, and OptionError
    for one of its options, and for `evaluate`.
    """
    _package()
    module = _module_of_estimates(named, estimates_near(tree_file))
    return rules.parse(_ask(named, str(module or ""), unrolled=True))


def named_game(options: ByName[str, Content]) -> NamedGame:
    """The game that has the option `name`, with the others; OptionError without it."""
    others = dict(options)
    name = others.pop(NAME, None)
    if not isinstance(name, str):
        raise OptionError(NAME, "it needs a name, such as name=othello")
    return NamedGame(name, tuple(others.items()))


@contextmanager
def game_of(named: NamedGame) -> Iterator[Any]:
    """The package's own game; BadGame if it is not fit for trees; OptionError."""
    if not can_import_openspiel():
        raise rules.BadGame(NOT_INSTALLED)
    _ask(named)
    with _open(named) as game:
        yield game


def _ask(named: NamedGame, module: str = "", *, unrolled: bool = False) -> str:
    """A game `unrolled`, or only that its states are of a size; else as `unroll`."""
    request = {"named": astuple(named), "module": module, "unrolled": unrolled}
    try:
        told = answer_in_limited_process(__name__, request)
    except BeyondLimits as fault:
        raise _too_large(named, str(fault)) from None
    if "option" in told:
        raise OptionError(told["option"], told["message"])
    if "message" in told:
        raise rules.BadGame(told["message"])
    return str(told["text"])


def _too_large(named: NamedGame, why: str) -> rules.BadGame | OptionError:
    """The fault of its options, if it has any: they are said to be the reason."""
    if not named.options:
        return rules.BadGame(f"{named.name}: {why}")
    keys = [key for key, _ in named.options]
    place = keys[0] if len(keys) == 1 else "options"
    return OptionError(place, f"{named.name}: {why}; smaller `options` may help")


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What is told to who has asked from outside of a process with limits."""
    name, options, *more = request["named"]
    named = NamedGame(
        name, tuple((key, hashable_content(value)) for key, value in options), *more
    )
    module = request["module"]
    try:
        with _open(named) as game:
            if not request["unrolled"]:
                return {"text": ""}
            own = OWN.get(named.evaluate)
            estimate = _of_module(Path(module)) if module else own
            set_limits(SECONDS_TO_COUNT)
            _check_size(game, named)
            set_limits(SECONDS_TO_UNROLL)
            return {"text": rules.dump(_Unrolling(game, named, estimate).whole())}
    except OptionError as fault:
        return {"option": fault.option, "message": fault.message}
    except rules.BadGame as fault:
        return {"message": str(fault)}


@contextmanager
def _open(named: NamedGame) -> Iterator[Any]:
    try:
        with _without_its_lines():
            yield _loaded(_package(), named)
    except (rules.BadGame, OptionError, MemoryError):
        raise
    except Exception as fault:  # noqa: BLE001 - from C++, of several types
        said = clean(str(fault).partition("\n")[0], MESSAGE)
        raise rules.BadGame(
            f"{named.name}: OpenSpiel stops with an error: {said}"
        ) from None


@contextmanager
def _without_its_lines() -> Iterator[None]:
    """What is written to stderr, by C++ too, is dropped where an exception tells it."""
    sys.stderr.flush()
    with TemporaryFile() as lines:
        before = os.dup(2)
        os.dup2(lines.fileno(), 2)
        try:
            yield
        finally:
            sys.stderr.flush()
            os.dup2(before, 2)
            os.close(before)
        lines.seek(0)
        sys.stderr.write(lines.read().decode(errors="replace"))


def _loaded(pyspiel: Any, named: NamedGame) -> Any:
    """The game; BadGame or OptionError if it is not fit for trees."""
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if named.name not in kinds:
        raise rules.BadGame(_unknown(named.name, tuple(kinds)))
    kind = kinds[named.name]
    defaults = dict(kind.parameter_specification)
    wrapped = next((key for key, value in defaults.items() if type(value) is dict), "")
    if wrapped or "filename" in defaults:
        needed = GAME_NEEDED.format(wrapped) if wrapped else FILE_NEEDED
        raise rules.BadGame(f"{named.name}: {needed}")
    for key, accepted, reason in ACCEPTED:
        if getattr(kind, key).name not in accepted:
            raise rules.BadGame(f"{named.name}: {reason}")
    unknown = next((key for key, _ in named.options if key not in defaults), "")
    if unknown:
        known = listed(tuple(defaults)) if defaults else "none"
        none = f"{named.name} has no option {clean(unknown, explicit.LONGEST_LABEL)}"
        raise OptionError(unknown, f"{none}; it has {known}")
    options = {key: _option(defaults[key], key, value) for key, value in named.options}
    game = pyspiel.load_game(named.name, options)
    first = game.new_initial_state()
    if first.is_terminal():
        raise rules.BadGame(f"{named.name}: this game is over where it begins")
    if len(str(first)) > LARGEST_TEXT:
        found = f"a state has {len(str(first)):,} characters"
        raise _too_large(named, f"{found}, expected at most {LARGEST_TEXT:,}")
    if game.num_players() > explicit.MOST_PLAYERS:
        most, players = explicit.MOST_PLAYERS, game.num_players()
        told = f"expected at most {most} players, found {players}"
        raise rules.BadGame(f"{named.name}: {told}")
    return game


def _unknown(name: str, games: tuple[str, ...]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    near = get_close_matches(name, games, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"OpenSpiel has no game {clean(name, explicit.LONGEST_LABEL)}{hint}"


def _option(default: Content, key: str, value: Content) -> Content:
    """The value as OpenSpiel takes it; OptionError for one of another type."""
    if type(default) is float and type(value) is int:
        return float(value)
    if type(value) is not type(default):
        example = f"{key}: expected a value such as {default!r}"
        raise OptionError(key, f"{example}, found {value!r:.50}")
    if type(value) is int and value > LARGEST_OPTION:
        most = f"{key}: expected a number up to {LARGEST_OPTION:,}"
        raise OptionError(key, f"{most}, found {value}")
    if type(value) is int and type(default) is int and value <= 0 < default:
        # OpenSpiel does not check that, and a board without rows ends the process.
        raise OptionError(key, f"{key}: expected a number above 0, found {value}")
    return value


def estimates_near(tree_file: Path) -> dict[str, Path]:
    """The modules of estimates that a tree's file may name, its course's own first."""
    own = project.places_above(tree_file.absolute()).own_files(
        f"{project.TRUSTED}/{INSIDE}/{MODULES}"
    )
    return {path.stem: path for path in (*sorted(ESTIMATES.glob(MODULES)), *own)}


def _module_of_estimates(named: NamedGame, paths: dict[str, Path]) -> Path | None:
    """Where estimates are, unless none is asked, or OpenSpiel's; else OptionError."""
    if not named.evaluate or named.evaluate in OWN:
        return None
    if named.evaluate not in paths:
        choices = " or ".join((*OWN, *paths))
        said = clean(named.evaluate, explicit.LONGEST_LABEL)
        raise OptionError("evaluate", f"expected {choices}, found {said}")
    return paths[named.evaluate]


def _of_module(path: Path) -> Estimate:
    """The estimate of a module, which sees the board as text and who is to move."""
    try:
        evaluate = project.load_module(path).evaluate
    except Exception as fault:  # noqa: BLE001 - an instructor's own module may do it
        raise OptionError("evaluate", rules.failure_sentence(fault, path)) from None

    def estimate(state: State, mover: str) -> Any:
        try:
            estimated = evaluate(str(state), mover)
        except Exception as fault:  # noqa: BLE001 - likewise
            raise OptionError("evaluate", rules.failure_sentence(fault, path)) from None
        return estimated if isinstance(estimated, (list, tuple)) else [estimated]

    return estimate


def _check_size(game: Any, named: NamedGame) -> None:
    """BadGame where the tree has more than a million nodes: they are counted first."""
    nodes_of = cache(partial(_counted, game))
    # A wide tree is known by its first plies, a deep one last by all.
    few = [1 << power for power in range(DOUBLED)]
    deeper = [plies for plies in few if not 0 < named.plies <= plies]
    if all(nodes_of(plies) <= rules.LARGEST_TREE for plies in (*deeper, named.plies)):
        return
    beyond = f" to depth {named.depth}, with {rules.BEYOND} plies beyond,"
    there = named.name + beyond * bool(named.depth)
    less = range(1, named.plies) if named.plies else count(1)
    sizes = ((plies, nodes_of(plies)) for plies in less)
    small = takewhile(lambda size: size[1] <= rules.LARGEST_TREE, sizes)
    *_, (fit, nodes) = (0, 1), *small
    first = "its first ply has" if fit == 1 else f"its first {fit} plies have"
    remedy = f"{first} {nodes:,}, and smaller `options` may help"
    if fit > rules.BEYOND:
        remedy = f"with `depth: {fit - rules.BEYOND}` it has {nodes:,}"
    raise rules.BadGame(f"{there} has more than {rules.LARGEST_TREE:,} nodes; {remedy}")


def _counted(game: Any, most: int) -> int:
    """The nodes of so many plies, of all if 0; some number above a million if more."""
    count = 1
    has_chance = game.get_type().chance_mode.name != "DETERMINISTIC"
    waiting = [iter([(game.new_initial_state(), 0)])]
    while waiting and count <= rules.LARGEST_TREE:
        state, plies = next(waiting[-1], (None, 0))
        if state is None:
            waiting.pop()
            continue
        if _ends(state, plies, most):
            continue
        actions = state.legal_actions()
        if not actions:
            raise rules.BadGame(
                "nothing can be done in a state, though its game goes on"
            )
        count += len(actions)
        plies += not state.is_chance_node()
        if plies != most or has_chance:  # chance goes on beyond the last ply
            waiting.append(_below(state, actions, plies))
    return count


def _below(state: State, actions: list[int], plies: int) -> Iterator[tuple[State, int]]:
    """The states below one, each made when it is asked for: a large one takes time."""
    return ((state.child(action), plies) for action in actions)


def _ends(state: State, plies: int, most: int) -> bool:
    """Whether the tree ends here; it does so where a player is to move, not chance."""
    if state.is_terminal():
        return True
    return bool(most) and plies >= most and not state.is_chance_node()


class _Step(NamedTuple):
    """A state, and what led to it: a node, the player who moved last, the plies."""

    state: State
    parent: int = -1
    last: int = -1
    plies: int = 0


@dataclass(slots=True)
class _Met:
    """A node on its way into a position: what can be done there, and what follows."""

    node: Node
    actions: tuple[str, ...]
    children: list[int] = field(default_factory=list)


class _Unrolling:
    """One game on its way into positions.

    Two states are one position if they have one text and one mover, and if all that can
    be done there, and all that follows, is the same: texts may leave something out.
    """

    def __init__(self, game: Any, named: NamedGame, estimate: Estimate | None) -> None:
        self._game = game
        self._asked = named
        self._estimate = estimate
        players: int = game.num_players()
        opposed = players == len(PLAYERS) and game.get_type().utility.name in OPPOSED
        self._is_one_number = players == 1 or opposed
        self._players: tuple[str, ...] = PLAYERS
        if not self._is_one_number:
            self._players = tuple(islice(explicit.letters(), players))

    def whole(self) -> rules.Unrolled:
        """The positions, each once, the root first and parents before children."""
        met = self._walked()
        kinds: dict[tuple[Node, tuple[str, ...]], int] = {}
        kind_of = [0] * len(met)
        for index in reversed(range(len(met))):  # children stand behind their parents
            each = met[index]
            below = tuple([kind_of[child] for child in each.children])
            key = replace(each.node, children=below), each.actions
            kind_of[index] = kinds.setdefault(key, len(kinds))
        last = len(kinds) - 1
        turned = [
            (replace(node, children=tuple([last - each for each in node.children])), on)
            for node, on in reversed(kinds)
        ]
        names = _labels(self._asked.name, turned)
        positions = [
            replace(node, label=names[place], moves=self._moves(node, actions))
            for place, (node, actions) in enumerate(turned)
        ]
        return rules.Unrolled(self._asked.as_json(), self._players, tuple(positions))

    def _moves(self, node: Node, actions: tuple[str, ...]) -> tuple[str, ...]:
        """The names of moves; none where the tree ends, or none are wanted."""
        if not self._asked.named or not node.children:
            return ()
        names = tuple(map(_printable, actions))
        if wrong := explicit.reason_names_are_wrong(names, len(node.children)):
            raise OptionError(explicit.KEY, wrong)
        return names

    def _walked(self) -> list[_Met]:
        met: list[_Met] = []
        stack = [_Step(self._game.new_initial_state())]
        while stack:
            step = stack.pop()
            state, index = step.state, len(met)
            if step.parent >= 0:
                met[step.parent].children.append(index)
            node, actions = self._node(step)
            names = [state.action_to_string(action) for action in actions]
            met.append(_Met(node, tuple(names)))
            if _ends(state, step.plies, self._asked.plies):
                continue
            plies, last = step.plies, step.last
            if node.to_move != CHANCE:
                plies, last = plies + 1, state.current_player()
            stack.extend(
                _Step(state.child(action), index, last, plies)
                for action in reversed(actions)
            )
        return met

    def _node(self, step: _Step) -> tuple[Node, list[int]]:
        """A state without label and children, and what can be done there."""
        state, mover = step.state, self._mover(step)
        utility = estimate = None
        outcomes: list[tuple[int, float]] = []
        if state.is_terminal():
            utility = self._value("name", "utility", state.returns())
        elif self._estimate:
            numbers = self._estimate(state, mover)
            estimate = self._value("evaluate", "estimate", numbers)
        if mover == CHANCE:
            outcomes = state.chance_outcomes()
        actions = [action for action, _ in outcomes] or state.legal_actions()
        probabilities = tuple([float(p) for _, p in outcomes])
        node = Node(
            label="",
            to_move=mover,
            utility=utility,
            content=str(state),
            probabilities=probabilities,
            estimate=estimate,
        )
        return node, actions

    def _mover(self, step: _Step) -> str:
        """Who is to move; where the game is over, whose turn it would be."""
        if step.state.is_chance_node():
            return CHANCE
        player: int = step.state.current_player()
        if step.state.is_terminal():
            player = (step.last + 1) % self._game.num_players()
        return self._players[player]

    def _value(self, key: str, what: str, numbers: Any) -> Value:
        """MAX's number, or one of each player; OptionError if there is no such."""
        wanted = numbers[:1] if self._is_one_number else numbers
        if not self._is_one_number and len(wanted) != len(self._players):
            count = f"expected {len(self._players)} numbers, one for each player"
            raise OptionError(key, f"{what}: {count}; found {numbers!r:.50}")
        value = tuple([_exact(key, what, number) for number in wanted])
        return value[0] if self._is_one_number else value


def _exact(key: str, what: str, number: object) -> Number:
    """A number as trees have it: whole ones are integers."""
    fit = isinstance(number, (int, float)) and not isinstance(number, bool)
    if not fit or not abs(number) <= LARGEST:  # type: ignore[arg-type]
        expected = "expected a finite number within ±2**53"
        raise OptionError(key, f"{what}: {expected}, found {number!r:.50}")
    exact = float(number)  # type: ignore[arg-type]
    return int(exact) if exact.is_integer() else exact


def _labels(name: str, positions: list[tuple[Node, tuple[str, ...]]]) -> dict[int, str]:
    """A label for each position: the first of the shortest ways there."""
    labels: dict[int, str] = {}
    taken: set[str] = set()
    ways = deque([(0, "")])
    while ways:
        place, way = ways.popleft()
        if place in labels:
            continue
        labels[place] = _label(way or name, taken)
        taken.add(labels[place])
        node, actions = positions[place]
        below = zip(node.children, actions, strict=False)  # at an edge are no children
        ways.extend((child, f"{way} {action}") for child, action in below)
    return labels


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() and c != "#" else "_" for c in text).strip()


def _label(path: str, taken: set[str]) -> str:
    """The path as a label; where that is too long, or taken, a digest and its end."""
    text = _printable(path)
    if len(text) <= explicit.LONGEST_LABEL and text not in taken:
        return text
    digests = (
        hashlib.sha256(f"{path}{again or ''}".encode()).hexdigest()[:DIGEST]
        for again in count()
    )
    last = text[-(explicit.LONGEST_LABEL - DIGEST - len(ELISION)) :]
    _, _, actions = last.partition(" ")
    labels = (f"{digest}{ELISION}{actions or last}".strip() for digest in digests)
    return next(label for label in labels if label not in taken)


MOST_BYTES = 4_000_000_000  # of address space
SECONDS = 5  # of CPU time, until it is given more
PATIENCE = 5  # times as long by the clock: others may be at work
CHILD = (
    "import sys; sys.path[0] = sys.argv[1]; "
    "from autograder.trees.openspiel import serve; serve(sys.argv[2])"
)
OUT_OF_MEMORY = f"it needs more than {MOST_BYTES // 10**9} GB of memory"
TOO_LONG = "it takes too long to find out how large it is"
ENDED = "it ends its process ({})"
OF_TIME = ("SIGXCPU", "SIGALRM")


class BeyondLimits(Exception):  # noqa: N818 - a finding, which the caller gives a place
    """A process was ended, or ended itself; the text says how, in half a sentence."""


def answer_in_limited_process(module: str, request: dict[str, Any]) -> dict[str, Any]:
    """What `answer` of a module returns to a request, both as JSON; or BeyondLimits."""
    command = [sys.executable, "-c", CHILD, str(project.PACKAGE.parent), module]
    given = json.dumps(request).encode()
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    if done.returncode == 0:
        told = json.loads(done.stdout)
        if told is None:
            raise BeyondLimits(OUT_OF_MEMORY)
        return dict(told)
    if done.returncode > 0:  # an exception of ours
        raise RuntimeError(done.stderr.decode(errors="replace"))
    name = f"signal {-done.returncode}"
    with suppress(ValueError):
        name = signal.Signals(-done.returncode).name
    raise BeyondLimits(TOO_LONG if name in OF_TIME else ENDED.format(name))


def serve(module: str) -> None:
    """Answer one request, in the process that was started for it."""
    request = json.load(sys.stdin)
    answers = os.dup(1)
    os.dup2(2, 1)  # what else is printed is no answer
    set_limits(SECONDS)
    try:
        told = importlib.import_module(module).answer(request)
    except MemoryError:
        told = None
    with os.fdopen(answers, "w", encoding="utf-8") as out:
        json.dump(told, out)


def set_limits(seconds: int) -> None:
    """From now on this process has so much CPU time, and no more memory than it may."""
    with suppress(ImportError):  # a system without: nothing is to be limited there
        import resource  # noqa: PLC0415 - likewise

        used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        for which, most in (
            (resource.RLIMIT_AS, MOST_BYTES),
            (resource.RLIMIT_CPU, used + seconds),
        ):
            _, hard = resource.getrlimit(which)
            soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(which, (soft, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(PATIENCE * seconds)
