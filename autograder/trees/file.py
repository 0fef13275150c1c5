"""Read a tree file, with the line and column of all that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from autograder.errors import FileProblems, OptionError
from autograder.game import CHANCE, Content, Number, Value, position_of
from autograder.text import clean, listed
from autograder.trees import explicit, marked, rules
from autograder.trees.explicit import EXPECT_KEYS, Nodes, Outline, Players
from autograder.trees.marked import parse as parse_yaml
from autograder.trees.tree import (
    FULL,
    PLAYERS,
    C,
    Expectation,
    GameTree,
    Limit,
    Window,
    contradictions,
)
from autograder.trees.values import equal

MESSAGE = 300  # characters of a list of labels, or of what a rule game says
KINDS = ("tree", "game")
ITERATIONS, EXPLORATION = "iterations", "exploration"  # of a search by playouts
VISITS = "visits_allowed"
LIMIT_KEYS = (*explicit.LIMITS, "margin")
COMMON_KEYS = (
    *("title", "source", "window", "bounds"),
    *(*LIMIT_KEYS, VISITS, ITERATIONS, EXPLORATION, "data", "expect"),
)
PLAYED_KEYS = ("tree", "players", explicit.KEY, "chance", "evaluate", "noisy")
EXPLICIT_KEYS = (*COMMON_KEYS, *PLAYED_KEYS)
RULE_KEYS = (*COMMON_KEYS, "game", explicit.KEY)
OF_OPENSPIEL = ("name", "options", "evaluate")
OPENSPIEL_KEYS = (*RULE_KEYS, *OF_OPENSPIEL)
OWN_OPTIONS = "; options of the game itself stand below `options`"
ENDS = "alpha and beta", "alpha {} is not below beta {}"
BOUNDS = "the least and the greatest", "the least, {}, is not below {}"


def load(path: Path) -> GameTree:
    """The tree of a file; FileProblems names everything that is wrong with it."""
    source = marked.Source(path)
    return _tree(source, marked.read(source))


def parse(text: str, path: Path = Path("tree")) -> GameTree:
    """The tree of a text; FileProblems, as if it stood in a file of that name."""
    source = marked.Source(path)
    return _tree(source, parse_yaml(source, text))


def _tree(source: marked.Source, root: marked.MarkedNode | None) -> GameTree:
    tree = _TreeReader(source, root).tree() if root is not None else None
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

    def __init__(self, source: marked.Source, root: marked.MarkedNode) -> None:
        self._source, self._root = source, root
        self._fields = marked.Fields(source)
        self._complain = source.complain
        self._keys = self._fields.mapping(root)

    def tree(self) -> GameTree | None:
        keys = self._keys
        if ("tree" in keys) == ("game" in keys):
            self._misspelt_kinds()
            both = "a file has a `tree` or a `game`, and not both"
            self._complain(self._root.mark, both)
            return None
        limit = explicit.limit_of_file(self._fields, keys)
        if "tree" in keys:
            players = explicit.players_of(self._fields, keys.get("players"))
            nodes = self._explicit(players)
        elif rules.is_of_openspiel(keys):
            players, nodes = self._of_openspiel(limit)
        else:
            players, nodes = Players(), self._by_rules(limit)
        self._check_players(players)
        data, positions = self._data(nodes), {position_of(n.label) for n in nodes}
        if not data.keys().isdisjoint(positions):
            nodes = tuple(
                [replace(n, content=data.get(position_of(n.label))) for n in nodes]
            )
        tree = GameTree(
            nodes=nodes,
            title=self._text("title"),
            source=self._text("source"),
            window=self._two_numbers("window", ENDS, infinite=True) or FULL,
            expect=self._expect(players, nodes),
            players=players.names,
            limit=limit,
            bounds=self._two_numbers("bounds", BOUNDS),
            visits_allowed=self._visits_allowed(),
            iterations=self._whole(ITERATIONS),
            exploration=self._exploration(),
            data=tuple([(k, v) for k, v in data.items() if k not in positions]),
        )
        if not self._source.problems:
            self._check(tree)
        return tree

    def _misspelt_kinds(self) -> None:
        """Complain about keys that may be meant for `tree` or `game`."""
        from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

        for key, _ in (
            self._root.pairs if isinstance(self._root, marked.Mapping) else ()
        ):
            if key.text not in KINDS and get_close_matches(key.text, KINDS):
                self._complain(key.mark, marked.unknown_key_sentence(key.text, KINDS))

    def _text(self, key: str) -> str:
        return (self._fields.text(self._keys[key]) or "") if key in self._keys else ""

    def _whole(self, key: str) -> int:
        return (self._fields.whole(self._keys[key]) or 0) if key in self._keys else 0

    def _exploration(self) -> Number:
        node = self._keys.get(EXPLORATION)
        found = C if node is None else self._fields.number(node)
        if node is not None and found is not None and found < 0:
            self._complain(node.mark, f"expected 0 or more, found {found}")
        return C if found is None else found

    def _explicit(self, players: Players) -> Nodes:
        self._fields.mapping(self._root, EXPLICIT_KEYS)
        fields, keys = self._fields, self._keys
        outline = Outline(self._source, players)
        outline.read(keys["tree"])
        nodes = outline.nodes()
        nodes = explicit.with_names(fields, keys.get(explicit.KEY), nodes)
        nodes = explicit.with_probabilities(fields, keys.get("chance"), nodes)
        nodes = explicit.with_estimates(fields, players, keys.get("evaluate"), nodes)
        if "noisy" in keys and not any(name in keys for name in explicit.LIMITS):
            without = "without `depth` or `rounds` no search stops"
            self._complain(keys["noisy"].mark, without)
        nodes = explicit.with_noise(fields, keys.get("noisy"), nodes)
        for first, other in () if self._source.problems else contradictions(nodes):
            self._complain(
                outline.mark_of(other.label, keys["tree"].mark),
                f"{other.label} is not the position {first.label}: "
                "another player moves, or the nodes below differ",
            )
        return nodes

    def _data(self, nodes: Nodes) -> dict[str, Content]:
        """What `data` says: of positions, and of the game by names that are none."""
        node = self._keys.get("data")
        if not isinstance(node, marked.Mapping):
            return self._fields.mapping(node) if node is not None else {}
        from difflib import get_close_matches  # noqa: PLC0415 - few files have one

        positions = dict.fromkeys(position_of(each.label) for each in nodes)
        written = "tree" in self._keys
        for key, _ in node.pairs:
            shown, is_known = clean(key.text, marked.SHOWN), key.text in positions
            if is_known and not written:
                self._complain(key.mark, f"the game itself says what {shown} holds")
            elif written and not is_known:
                for near in get_close_matches(key.text, positions, n=1):
                    told = f"no position {shown!r} here; did you mean {near}?"
                    self._complain(key.mark, told)
        return {key.text: self._fields.plain(value) for key, value in node.pairs}

    def _of_openspiel(self, limit: Limit) -> tuple[Players, Nodes]:
        """Who plays a game of OpenSpiel, and its tree."""
        from autograder.trees import openspiel  # noqa: PLC0415 - few trees are its own

        self._fields.mapping(self._root, OPENSPIEL_KEYS, OWN_OPTIONS)
        asked = openspiel.named_game_of_keys(self._fields, self._keys, limit)
        if asked is None or self._source.problems:
            return Players(), ()
        place, path = "", self._source.path
        try:
            known = rules.unrolled_beside(path, asked.as_json())
            found = known or openspiel.unroll(asked, path)
            return Players(found.players, found.players), found.nodes()
        except OptionError as fault:
            place, message = fault.option, fault.message
        except (rules.BadGame, ValueError) as fault:
            message = str(fault)
        self._complain(
            openspiel.place_of_option(self._keys, place), clean(message, MESSAGE)
        )
        return Players(), ()

    def _by_rules(self, limit: Limit) -> Nodes:
        """The tree of a rule game, whose options stand beside its name."""
        place = self._keys["game"]
        games = rules.games_near(self._source.path)
        if not games:
            message = "there are no rule games here; write out a `tree`"
            self._complain(place.mark, message)
            return ()
        name = self._fields.choice(place, (*games, rules.OPENSPIEL))
        if name is None:
            return ()
        try:
            return self._unrolled(games[name], limit)
        except OptionError as fault:
            place, message = self._keys.get(fault.option, place), str(fault)
        except rules.BadGame as fault:
            message = str(fault)
        except Exception as fault:  # noqa: BLE001 - an instructor's own game may do it
            message = rules.failure_sentence(fault, games[name])
        self._complain(place.mark, clean(message, MESSAGE))
        return ()

    def _unrolled(self, path: Path, limit: Limit) -> Nodes:
        keys, game_rules = self._keys, rules.rules_of(path)
        before = len(self._source.problems)
        given = self._options(path.stem, rules.options_of(game_rules))
        limiting = next((key for key in explicit.LIMITS if key in keys), "")
        if limiting and not callable(getattr(game_rules, "evaluate", None)):
            without = f"{path.stem} has no evaluate(position)"
            self._complain(keys[limiting].mark, f"{without}, so no search can stop")
        named = explicit.wants_move_names(self._fields, keys.get(explicit.KEY))
        if named and not rules.can_name_moves(game_rules):
            without = f"{path.stem} has no moves(position), so no move has a name"
            self._complain(keys[explicit.KEY].mark, without)
        if len(self._source.problems) > before:
            return ()
        return rules.unroll(game_rules(**given), limit, named=named)

    def _options(self, game: str, options: dict[str, bool]) -> dict[str, Content]:
        """What the file gives a game for its options."""
        shadowed = next((name for name in options if name in RULE_KEYS), "")
        if shadowed:
            raise rules.BadGame(f"{game}: no option can be named {shadowed}")
        keys = self._keys
        self._fields.mapping(self._root, (*RULE_KEYS, *options))
        missing = tuple(n for n, must in options.items() if must and n not in keys)
        if missing:
            self._complain(keys["game"].mark, f"{game} needs {listed(missing)}")
        return {n: self._fields.plain(keys[n]) for n in options if n in keys}

    def _visits_allowed(self) -> int:
        """After how many visits time is up; 0 where a file does not say so."""
        if VISITS in self._keys and "depth" not in self._keys:
            without = "without `depth`, that of the last round that ends in time"
            self._complain(self._keys[VISITS].mark, without)
        return self._whole(VISITS)

    def _two_numbers(
        self, key: str, words: tuple[str, str], *, infinite: bool = False
    ) -> Window | None:
        """The ends of an interval, of which `words` tell; None if they are unread."""
        node = self._keys.get(key)
        if node is None:
            return None
        items = self._fields.items(node)
        numbers = [self._fields.number(item, infinite=infinite) for item in items]
        if len(numbers) != 2:
            self._complain(node.mark, f"expected two numbers, {words[0]}")
            return None
        first, second = numbers
        if first is None or second is None:
            return None
        if first >= second:
            self._complain(node.mark, words[1].format(first, second))
        return first, second

    def _check_players(self, players: Players) -> None:
        """Complain about keys that mean nothing where these play."""
        keys, named = self._keys, players.names not in ((), PLAYERS)
        for key in ("window", "bounds"):
            if named and key in keys:
                alone = f"`{key}` is for max and min, whose payoff is one number"
                self._complain(keys[key].mark, alone)
        if "rounds" in keys and players.movers.count(players.first_mover) > 1:
            first = clean(players.first_mover, marked.SHOWN)
            twice = f"{first} stands in `players` more than once"
            unclear = f"{twice}, so that it is not clear when a round ends"
            self._complain(keys["rounds"].mark, unclear)

    def _check(self, tree: GameTree) -> None:
        """Complain of a horizon without estimates, and of what breaks the bounds."""
        stops = [tree.nodes[index] for index in sorted(tree.horizon)]
        bare = tuple(node.label for node in stops if node.estimate is None)
        for name in explicit.LIMITS:
            if bare and name in self._keys:
                at = f"the search stops at {clean(listed(bare), MESSAGE)}"
                without = f"{at}, without an estimate in `evaluate`"
                self._complain(self._keys[name].mark, without)
        outside = tuple(_outside(tree, tree.bounds)) if tree.bounds else ()
        if outside:
            wrong = f"outside of the bounds: {clean(listed(outside), MESSAGE)}"
            self._complain(self._keys["bounds"].mark, wrong)

    def _expect(self, players: Players, nodes: Nodes) -> Expectation:
        """What the source says of the tree, in terms of labels that exist."""
        node = self._keys.get("expect")
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
        self, items: list[marked.MarkedNode], named: tuple[str, ...] | None, what: str
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
                self._complain(
                    item.mark, f"{clean(label, marked.SHOWN)} stands here twice"
                )
            else:
                there = f"there are {clean(listed(named), MESSAGE)}"
                self._complain(
                    item.mark, f"no {what} {label[: marked.SHOWN]!r} here; {there}"
                )
        return tuple(labels)
