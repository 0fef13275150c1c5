"""Read a tree file, with the line and column of all that is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from autograder import rules
from autograder.errors import FileProblems, OptionError
from autograder.explicit import Outline
from autograder.fields import Fields
from autograder.game import Content, Number
from autograder.marked import MarkedNode, Source, read
from autograder.marked import parse as parse_yaml
from autograder.trees import INFINITY, PLAYERS, Expectation, GameTree, Node

COMMON_KEYS = ("title", "source", "window", "expect")
EXPLICIT_KEYS = (*COMMON_KEYS, "tree", "players", "data")
RULE_KEYS = (*COMMON_KEYS, "game")
EXPECT_KEYS = ("value", "action", "pruned")


def load(path: Path) -> GameTree:
    """The tree of a file; FileProblems names everything that is wrong with it."""
    source = Source(path)
    return _tree(source, read(source))


def parse(text: str, path: Path = Path("tree")) -> GameTree:
    """The tree of a text; FileProblems, as if it stood in a file of that name."""
    source = Source(path)
    return _tree(source, parse_yaml(source, text.encode()))


def _tree(source: Source, root: MarkedNode | None) -> GameTree:
    tree = _TreeReader(source).tree(root) if root is not None else None
    if source.problems or tree is None:
        raise FileProblems(source.problems)
    return tree


class _TreeReader:
    """Reads one file; notes problems in its source and goes on where it can."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._fields = Fields(source)
        self._complain = source.complain

    def tree(self, root: MarkedNode) -> GameTree | None:
        keys = self._fields.mapping(root)
        if not keys:
            return None
        if ("tree" in keys) == ("game" in keys):
            self._complain(root.mark, "a file has a `tree` or a `game`, and not both")
            return None
        read_nodes = self._explicit if "tree" in keys else self._by_rules
        nodes = read_nodes(root, keys)
        window = self._window(keys.get("window"))
        title, source = self._text(keys.get("title")), self._text(keys.get("source"))
        if not nodes:
            return None
        tree = GameTree(nodes, title, source, window)
        expect = self._expect(keys.get("expect"), tree)
        return GameTree(nodes, title, source, window, expect)

    def _text(self, node: MarkedNode | None) -> str:
        return (self._fields.text(node) or "") if node is not None else ""

    def _explicit(
        self, root: MarkedNode, keys: dict[str, MarkedNode]
    ) -> tuple[Node, ...]:
        self._fields.mapping(root, EXPLICIT_KEYS)
        outline = Outline(self._source)
        outline.read(keys["tree"])
        return outline.nodes(
            self._players(keys.get("players")), self._content(keys.get("data"))
        )

    def _players(self, node: MarkedNode | None) -> tuple[str, ...]:
        """Who moves at depth 0, 1, 2, …; cycled."""
        if node is None:
            return PLAYERS
        players = [self._fields.choice(n, PLAYERS) for n in self._fields.items(node)]
        if not players:
            self._complain(node.mark, "expected at least one player")
        return tuple(player for player in players if player) or PLAYERS

    def _content(self, node: MarkedNode | None) -> dict[str, Content]:
        """`state.data` by position."""
        if node is None:
            return {}
        pairs = self._fields.mapping(node).items()
        return {label: self._fields.plain(value) for label, value in pairs}

    def _by_rules(
        self, root: MarkedNode, keys: dict[str, MarkedNode]
    ) -> tuple[Node, ...]:
        """The tree of a rule game, whose options stand beside its name."""
        games = rules.known_games()
        name = self._fields.choice(keys["game"], tuple(games))
        if name is None:
            return ()
        game_rules = rules.rules_of(games[name])
        required = rules.options_of(game_rules)
        self._fields.mapping(root, (*RULE_KEYS, *required))
        missing = [n for n, must in required.items() if must and n not in keys]
        for option in missing:
            self._complain(keys["game"].mark, f"{name} needs the option {option}")
        given = {n: self._fields.plain(keys[n]) for n in required if n in keys}
        if missing:
            return ()
        try:
            return rules.unroll(game_rules(**given))
        except OptionError as fault:
            self._complain(keys[fault.option].mark, str(fault))
        except rules.TooLarge:
            limit = f"{rules.LARGEST_TREE:,} nodes"
            self._complain(keys["game"].mark, f"this game has more than {limit}")
        return ()

    def _window(self, node: MarkedNode | None) -> tuple[Number, Number]:
        """The initial (α, β)."""
        everything = (-INFINITY, INFINITY)
        if node is None:
            return everything
        bounds = [
            self._fields.number(item, infinite=True)
            for item in self._fields.items(node)
        ]
        if len(bounds) != 2:
            self._complain(node.mark, "expected two numbers, alpha and beta")
            return everything
        alpha, beta = bounds
        if alpha is None or beta is None:
            return everything
        if alpha >= beta:
            self._complain(node.mark, f"alpha {alpha} is not below beta {beta}")
        return alpha, beta

    def _expect(self, node: MarkedNode | None, tree: GameTree) -> Expectation:
        """What the source says of the tree, in terms of labels that exist."""
        if node is None:
            return Expectation()
        keys = self._fields.mapping(node, EXPECT_KEYS)
        value, action, pruned = (keys.get(key) for key in EXPECT_KEYS)
        root_actions = [tree.nodes[child].label for child in tree.root.children]
        return Expectation(
            None if value is None else self._fields.number(value),
            None if action is None else self._label(action, root_actions, "action"),
            None
            if pruned is None
            else tuple(
                self._label(item, tree.labels(), "node") or ""
                for item in self._fields.items(pruned)
            ),
            (node.mark.line, node.mark.column),
        )

    def _label(self, node: MarkedNode, known: Sequence[str], what: str) -> str | None:
        label = self._fields.text(node)
        if label is not None and label not in known:
            near = ", ".join(known[:6])
            self._complain(node.mark, f"no {what} {label!r} here; there are {near}")
        return label
