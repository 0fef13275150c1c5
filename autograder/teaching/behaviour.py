"""What a program did on a tree, as far as a diagnosis compares it: short texts."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.game import Number
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.trees.tree import GameTree, Node, runs
from autograder.trees.values import backed_up, for_mover

FAR = 50  # times beyond all payoffs: a number that stands for an infinity
VALUE, SEARCH = 4, 3  # letters of a digest
ESTIMATED = "e"  # parts the nodes visited from those estimated


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What the two calls of a test did.

    `value` is what came back, `visits` the nodes visited for it, by number. An `action`
    stands as what it is worth: which of equal actions is taken tells nothing.
    """

    value: str
    visits: str
    action: str
    search_visits: str

    def without_action(self) -> Behaviour:
        """What was done for the value; the search function does not count."""
        return Behaviour(self.value, self.visits, "", "")

    def digest(self) -> str:
        """A short text: letters of the value's call, of the action, of its visits."""
        return (
            _letters((self.value, self.visits), VALUE)
            + _letters((self.action,), SEARCH)
            + _letters((self.search_visits,), SEARCH)
        )


LETTERS = VALUE + 2 * SEARCH  # of the digest of one tree
OF_VALUE = slice(VALUE)
OF_SEARCH = slice(VALUE, LETTERS)


class Reader:
    """Reads what calls did on one tree; `functions` are those that are called there."""

    def __init__(self, tree: GameTree, functions: Iterable[str]) -> None:
        nodes = tree.nodes
        worth = backed_up(tree.searched, range(len(nodes)))
        payoffs = [each for end in map(_end, tree.searched.nodes) for each in end]
        self._tree = tree
        self._exact = worth
        self._number = {node.label: index for index, node in enumerate(nodes)}
        mover = tree.root.to_move
        self._worth = {
            label: for_mover(tree, mover, worth[self._number[label]])
            for label in tree.actions()
        }
        self._far = FAR * (1 + max(map(abs, payoffs)))
        self._functions = frozenset(functions)
        # Where the game is over, its utility and its estimate are the same question.
        self._over = {node.label for node in nodes if node.is_terminal}

    def behaviour(self, observed: Observed) -> Behaviour:
        """What both calls of a test did."""
        value_call, search_call = observed.calls
        return Behaviour(*self.value(value_call), *self.action(search_call))

    def value(self, call: Observation) -> tuple[str, str]:
        """The number that came back, or what came in its place; and the visits."""
        return self._text(call.outcome), self._visits(call)

    def action(self, call: Observation) -> tuple[str, str]:
        """What the action is worth, or what came in its place; and the visits."""
        outcome = call.outcome
        if isinstance(outcome, Returned) and outcome.text in self._worth:
            worth = self._worth[outcome.text]
            return f"{outcome.kind} worth {worth:.12g}", self._visits(call)
        if isinstance(outcome, Returned) and outcome.actions is not None:
            return self._line(outcome.actions), self._visits(call)
        return self._text(outcome), self._visits(call)

    def _line(self, actions: Iterable[str]) -> str:
        """What each state of a line is worth, as far as there are such."""
        nodes, told = self._tree.searched.nodes, list[str]()
        node = nodes[0]
        for action in actions:
            below = {nodes[child].label: child for child in node.children}
            if action not in below:
                return f"line {' '.join(told)}, then no action"
            node = nodes[below[action]]
            told.append(str(self._exact[below[action]]))
        return f"line {' '.join(told)}{', then more' if node.children else ''}"

    def _visits(self, call: Observation) -> str:
        """The numbers of the nodes that were visited, in runs; and of the estimated."""
        visited = self._runs(call.visited)
        if not self._tree.limit:
            return visited
        estimated = [label for label in call.estimated if label not in self._over]
        return f"{visited} {ESTIMATED} {self._runs(estimated)}"

    def _runs(self, labels: Iterable[str]) -> str:
        return runs(sorted(map(self._number.__getitem__, {*labels})))

    def _text(self, outcome: Outcome) -> str:
        """A number or a text itself; of an error where it was raised; else the kind.

        Of a tuple or a list the kinds of what it holds, too: a pair of a number and a
        text is another thing than one of texts.

        A number far beyond all payoffs stands for an infinity: it is where the search
        starts from, and programs differ in what they take for it.
        """
        if isinstance(outcome, Fault):
            where = [
                f.function for f in outcome.frames if f.function in self._functions
            ]
            told = [] if outcome.kind == "recursion" else where[-1:]
            return " ".join(filter(None, (outcome.kind, outcome.type, *told)))
        if outcome.number is not None:
            return self._numeral(outcome.number)
        if self._tree.has_vectors and outcome.payoffs is not None:
            return " ".join(map(self._numeral, outcome.payoffs))
        if outcome.kind in ("inf", "str"):
            return outcome.text if outcome.kind == "inf" else f"'{outcome.text}'"
        if outcome.kind == "huge":
            return "-inf" if outcome.text.startswith("a negative") else "inf"
        return " ".join((outcome.kind, *outcome.kinds))

    def _numeral(self, number: Number) -> str:
        if abs(number) > self._far:
            return "inf" if number > 0 else "-inf"
        return f"{number + 0.0:.12g}"  # there is but one zero


def _end(node: Node) -> tuple[Number, ...]:
    """The payoffs at a node, none where the search goes on."""
    if node.utility is None:
        return ()
    return node.utility if isinstance(node.utility, tuple) else (node.utility,)


def _letters(texts: tuple[str, ...], count: int) -> str:
    made = hashlib.sha256(repr(texts).encode()).digest()
    return b64encode(made).decode()[:count]
