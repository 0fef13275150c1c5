"""Read a tree file, with the line and column of all that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as ByName
from pathlib import Path

from autograder.errors import FileProblems, OptionError
from autograder.game import CHANCE, Content, Number, Value, position_of
from autograder.text import clean, listed
from autograder.trees import explicit, openspiel, rules
from autograder.trees.explicit import EXPECT_KEYS, Outline, Players
from autograder.trees.marked import (
    SHOWN,
    Fields,
    Mapping,
    MarkedNode,
    Source,
    read,
    unknown_key,
)
from autograder.trees.marked import parse as parse_yaml
from autograder.trees.tree import (
    FULL,
    PLAYERS,
    C,
    Expectation,
    GameTree,
    Limit,
    Node,
    Window,
    contradictions,
)
from autograder.trees.values import equal

MESSAGE = 300  # characters of a list of labels, or of what a rule game says
Keys = ByName[str, MarkedNode]
KINDS = ("tree", "game")
ITERATIONS, EXPLORATION = "iterations", "exploration"  # of a search by playouts
VISITS = "visits_allowed"
LIMIT_KEYS = (*explicit.LIMITS, "margin")
COMMON_KEYS = (
    *("title", "source", "window", "bounds"),
    *(*LIMIT_KEYS, VISITS, ITERATIONS, EXPLORATION, "expect"),
)
PLAYED_KEYS = (
    *("tree", "players", explicit.KEY, "chance"),
    *("evaluate", "noisy", "data"),
)
EXPLICIT_KEYS = (*COMMON_KEYS, *PLAYED_KEYS)
RULE_KEYS = (*COMMON_KEYS, "game", explicit.KEY)
OPENSPIEL_KEYS = (*RULE_KEYS, *openspiel.KEYS)
OWN_OPTIONS = "; options of the game itself stand below `options`"


def load(path: Path) -> GameTree:
    """The tree of a file; FileProblems names everything that is wrong with it."""
    source = Source(path)
    return _tree(source, read(source))


def parse(text: str, path: Path = Path("tree")) -> GameTree:
    """The tree of a text; FileProblems, as if it stood in a file of that name."""
    source = Source(path)
    return _tree(source, parse_yaml(source, text))


def _tree(source: Source, root: MarkedNode | None) -> GameTree:
    tree = _TreeReader(source).tree(root) if root is not None else None
    if source.problems or tree is None:
        raise FileProblems(source.problems)
    return tree


def _outside(tree: GameTree, bounds: Window) -> Iterator[str]:
    """The leaves, and the estimates of the horizon, that break the bounds."""
    least, greatest = bounds

    def breaks(value: Value | None) -> bool:
        if value is None or isinstance(value, tuple) or least <= value <= greatest:
            return False
        return not equal(value, least) and not equal(value, greatest)

    for index, node in enumerate(tree.nodes):
        if breaks(node.utility):
            yield f"{node.label}, worth {node.utility}"
        elif index in tree.horizon and breaks(node.estimate):
            yield f"the estimate {node.estimate} of {node.label}"


class _TreeReader:
    """Reads one file; notes problems in its source and goes on where it can."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._fields = Fields(source)
        self._complain = source.complain

    def tree(self, root: MarkedNode) -> GameTree | None:
        keys = self._fields.mapping(root)
        if ("tree" in keys) == ("game" in keys):
            self._misspelt_kinds(root)
            self._complain(root.mark, "a file has a `tree` or a `game`, and not both")
            return None
        limit = explicit.limit(self._fields, keys)
        if "tree" in keys:
            players = explicit.read(self._fields, keys.get("players"))
            nodes = self._explicit(root, keys, players)
        elif openspiel.is_named(keys):
            players, nodes = self._of_openspiel(root, keys, limit)
        else:
            players, nodes = Players(), self._by_rules(root, keys, limit)
        self._check_players(players, keys)
        tree = GameTree(
            nodes=nodes,
            title=self._text(keys.get("title")),
            source=self._text(keys.get("source")),
            window=self._window(keys.get("window")),
            expect=self._expect(keys.get("expect"), players, nodes),
            players=players.names,
            limit=limit,
            bounds=self._bounds(keys.get("bounds")),
            visits_allowed=self._visits_allowed(keys),
            iterations=self._whole(keys.get(ITERATIONS)),
            exploration=self._exploration(keys.get(EXPLORATION)),
        )
        if not self._source.problems:
            self._check(tree, keys)
        return tree

    def _misspelt_kinds(self, root: MarkedNode) -> None:
        """Complain about keys that may be meant for `tree` or `game`."""
        from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

        for key, _ in root.pairs if isinstance(root, Mapping) else ():
            if key.text not in KINDS and get_close_matches(key.text, KINDS):
                self._complain(key.mark, unknown_key(key.text, KINDS))

    def _text(self, node: MarkedNode | None) -> str:
        return (self._fields.text(node) or "") if node is not None else ""

    def _whole(self, node: MarkedNode | None) -> int:
        return (self._fields.whole(node) or 0) if node is not None else 0

    def _exploration(self, node: MarkedNode | None) -> Number:
        found = C if node is None else self._fields.number(node)
        if node is not None and found is not None and found < 0:
            self._complain(node.mark, f"expected 0 or more, found {found}")
        return C if found is None else found

    def _explicit(
        self, root: MarkedNode, keys: Keys, players: Players
    ) -> tuple[Node, ...]:
        self._fields.mapping(root, EXPLICIT_KEYS)
        outline = Outline(self._source, players)
        outline.read(keys["tree"])
        positions = {position_of(label) for label in outline.labels}
        nodes = outline.nodes(self._content(keys.get("data"), positions))
        nodes = explicit.with_names(self._fields, keys.get(explicit.KEY), nodes)
        nodes = explicit.with_probabilities(self._fields, keys.get("chance"), nodes)
        estimates, noisy = keys.get("evaluate"), keys.get("noisy")
        nodes = explicit.with_estimates(self._fields, players, estimates, nodes)
        if noisy is not None and not any(name in keys for name in explicit.LIMITS):
            self._complain(noisy.mark, "without `depth` or `rounds` no search stops")
        nodes = explicit.with_noise(self._fields, noisy, nodes)
        for first, other in () if self._source.problems else contradictions(nodes):
            self._complain(
                outline.mark_of(other.label, keys["tree"].mark),
                f"{other.label} is not the position {first.label}: "
                "another player moves, or the nodes below differ",
            )
        return nodes

    def _content(
        self, node: MarkedNode | None, positions: set[str]
    ) -> dict[str, Content]:
        if not isinstance(node, Mapping):
            return self._fields.mapping(node) if node is not None else {}
        for key, _ in node.pairs:
            if key.text not in positions:
                self._complain(key.mark, f"no position {key.text[:SHOWN]!r} here")
        return {key.text: self._fields.plain(value) for key, value in node.pairs}

    def _of_openspiel(
        self, root: MarkedNode, keys: Keys, limit: Limit
    ) -> tuple[Players, tuple[Node, ...]]:
        """Who plays a game of OpenSpiel, and its tree."""
        self._fields.mapping(root, OPENSPIEL_KEYS, OWN_OPTIONS)
        asked = openspiel.asked_in(self._fields, keys, limit)
        if asked is None or self._source.problems:
            return Players(), ()
        place = ""
        try:
            path = self._source.path
            known = rules.unrolled_beside(path, asked.as_json())
            found = known or openspiel.unroll(asked, path)
            return Players(found.players, found.players), found.nodes()
        except OptionError as fault:
            place, message = fault.option, fault.message
        except (rules.BadGame, ValueError) as fault:
            message = str(fault)
        self._complain(openspiel.mark_of(keys, place), clean(message, MESSAGE))
        return Players(), ()

    def _by_rules(self, root: MarkedNode, keys: Keys, limit: Limit) -> tuple[Node, ...]:
        """The tree of a rule game, whose options stand beside its name."""
        games = rules.games_near(self._source.path)
        if not games:
            message = "there are no rule games here; write out a `tree`"
            self._complain(keys["game"].mark, message)
            return ()
        name = self._fields.choice(keys["game"], (*games, openspiel.GAME))
        if name is None:
            return ()
        place = keys["game"]
        try:
            return self._unrolled(games[name], root, keys, limit)
        except OptionError as fault:
            place, message = keys.get(fault.option, place), str(fault)
        except rules.BadGame as fault:
            message = str(fault)
        except Exception as fault:  # noqa: BLE001 - an instructor's own game may do it
            message = rules.failure(fault, games[name])
        self._complain(place.mark, clean(message, MESSAGE))
        return ()

    def _unrolled(
        self, path: Path, root: MarkedNode, keys: Keys, limit: Limit
    ) -> tuple[Node, ...]:
        game_rules = rules.rules_of(path)
        before = len(self._source.problems)
        given = self._options(path.stem, root, keys, rules.options_of(game_rules))
        limiting = next((key for key in explicit.LIMITS if key in keys), "")
        if limiting and not callable(getattr(game_rules, "evaluate", None)):
            without = f"{path.stem} has no evaluate(position)"
            self._complain(keys[limiting].mark, f"{without}, so no search can stop")
        named = explicit.are_named(self._fields, keys.get(explicit.KEY))
        if named and not rules.can_name_moves(game_rules):
            without = f"{path.stem} has no moves(position), so no move has a name"
            self._complain(keys[explicit.KEY].mark, without)
        if len(self._source.problems) > before:
            return ()
        return rules.unroll(game_rules(**given), limit, named=named)

    def _options(
        self,
        game: str,
        root: MarkedNode,
        keys: Keys,
        options: dict[str, bool],
    ) -> dict[str, Content]:
        shadowed = next((name for name in options if name in RULE_KEYS), "")
        if shadowed:
            raise rules.BadGame(f"{game}: no option can be named {shadowed}")
        self._fields.mapping(root, (*RULE_KEYS, *options))
        missing = tuple(n for n, must in options.items() if must and n not in keys)
        if missing:
            self._complain(keys["game"].mark, f"{game} needs {listed(missing)}")
        return {n: self._fields.plain(keys[n]) for n in options if n in keys}

    def _visits_allowed(self, keys: Keys) -> int:
        """After how many visits time is up; 0 where a file does not say so."""
        if VISITS in keys and "depth" not in keys:
            without = "without `depth`, that of the last round that ends in time"
            self._complain(keys[VISITS].mark, without)
        return self._whole(keys.get(VISITS))

    def _bounds(self, node: MarkedNode | None) -> Window | None:
        """The least and the greatest utility that a file names."""
        ends = self._two_numbers(node, "the least and the greatest")
        if node is not None and ends is not None and ends[0] >= ends[1]:
            least, greatest = ends
            self._complain(node.mark, f"the least, {least}, is not below {greatest}")
        return ends

    def _two_numbers(
        self, node: MarkedNode | None, which: str, *, infinite: bool = False
    ) -> Window | None:
        """The numbers of a list of two; None where they cannot be read."""
        if node is None:
            return None
        numbers = [
            self._fields.number(item, infinite=infinite)
            for item in self._fields.items(node)
        ]
        if len(numbers) != 2:
            self._complain(node.mark, f"expected two numbers, {which}")
            return None
        first, second = numbers
        return None if first is None or second is None else (first, second)

    def _check_players(self, players: Players, keys: Keys) -> None:
        """Complain about keys that mean nothing where these play."""
        named = players.names not in ((), PLAYERS)
        for key in ("window", "bounds"):
            if named and key in keys:
                alone = f"`{key}` is for max and min, whose payoff is one number"
                self._complain(keys[key].mark, alone)
        if "rounds" in keys and players.movers.count(players.first) > 1:
            twice = f"{clean(players.first, SHOWN)} stands in `players` more than once"
            unclear = f"{twice}, so that it is not clear when a round ends"
            self._complain(keys["rounds"].mark, unclear)

    def _check(self, tree: GameTree, keys: Keys) -> None:
        """Complain of a horizon without estimates, and of what breaks the bounds."""
        stops = [tree.nodes[index] for index in sorted(tree.horizon)]
        bare = tuple(node.label for node in stops if node.estimate is None)
        for name in explicit.LIMITS:
            if bare and name in keys:
                at = f"the search stops at {clean(listed(bare), MESSAGE)}"
                without = f"{at}, without an estimate in `evaluate`"
                self._complain(keys[name].mark, without)
        outside = tuple(_outside(tree, tree.bounds)) if tree.bounds else ()
        if outside:
            shown = clean(listed(outside), MESSAGE)
            self._complain(keys["bounds"].mark, f"outside of the bounds: {shown}")

    def _window(self, node: MarkedNode | None) -> Window:
        ends = self._two_numbers(node, "alpha and beta", infinite=True)
        if node is None or ends is None:
            return FULL
        alpha, beta = ends
        if alpha >= beta:
            self._complain(node.mark, f"alpha {alpha} is not below beta {beta}")
        return ends

    def _expect(
        self, node: MarkedNode | None, players: Players, nodes: tuple[Node, ...]
    ) -> Expectation:
        """What the source says of the tree, in terms of labels that exist."""
        if node is None:
            return Expectation()
        keys = self._fields.mapping(node, EXPECT_KEYS)
        value, action, pruned, fewest = (keys.get(key) for key in EXPECT_KEYS)
        labels = tuple(node.label for node in nodes) or None
        actions = (GameTree(nodes).moves_of(nodes[0]) or None) if nodes else None
        if action and nodes and nodes[0].to_move == CHANCE:
            nobody = "chance moves at the root, so that nobody chooses an action"
            self._complain(action.mark, nobody)
        return Expectation(
            None if value is None else players.value(self._fields, value),
            None if action is None else self._labels([action], actions, "action")[0],
            None
            if pruned is None
            else self._labels(self._fields.items(pruned), labels, "node"),
            None if fewest is None else self._fields.whole(fewest),
            (node.mark.line, node.mark.column),
        )

    def _labels(
        self, items: list[MarkedNode], named: tuple[str, ...] | None, what: str
    ) -> tuple[str, ...]:
        """The labels, which must be known and differ; `named` is None if unread."""
        labels = [self._fields.text(item) or "" for item in items]
        if named is None:
            return tuple(labels)
        left = set(named)
        for item, label in zip(items, labels, strict=True):
            if label in left:
                left.remove(label)
            elif label in named:
                self._complain(item.mark, f"{clean(label, SHOWN)} stands here twice")
            else:
                there = f"there are {clean(listed(named), MESSAGE)}"
                self._complain(item.mark, f"no {what} {label[:SHOWN]!r} here; {there}")
        return tuple(labels)
