"""What a program did on a tree, as far as a diagnosis compares it: short texts."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.game import CHANCE, Game, Number
from autograder.judging.rounds import finished, visits_beyond
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.trees.tree import GameTree, Node, runs
from autograder.trees.values import backed_up, for_mover

FAR = 50  # times beyond all payoffs: a number that stands for an infinity
VALUE, SEARCH = 4, 3  # letters of a digest
ESTIMATED = "e"  # parts the nodes visited from those estimated
PEEKED, NO_ORDER = "p", "m"  # leaves evaluated at a peek; actions lost or doubled
WORD = re.compile(r"\w+")
NUMBERS = {"int": "number", "float": "number", "bool": "number"}
TYPES = {"number", "NoneType", "State", "dict", "generator", "list", "str", "tuple"}
FAILED = ("callable", "unpack", "subscriptable", "iterable", "operand", "supported")
CALL = re.compile(r"(\w+)[(:]")  # begins what a game says of a call, and max of nothing
CALLS = {*vars(Game), "max", "min"}


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
    """Reads what calls did on one tree; `functions` are those that are called there.

    Where a visit `repeats`, it counts how often a node was visited. Of an action found
    `in_rounds` those that were finished tell, one after the other.
    """

    def __init__(
        self,
        tree: GameTree,
        functions: Iterable[str],
        *,
        repeats: bool = False,
        in_rounds: bool = False,
    ) -> None:
        nodes = tree.nodes
        worth = backed_up(tree.searched, range(len(nodes)))
        payoffs = [each for end in map(_end, tree.searched.nodes) for each in end]
        self._tree = tree
        self._exact = worth
        self._number = {node.label: index for index, node in enumerate(nodes)}
        mover = tree.root.to_move
        self._worth = {
            action: for_mover(tree, mover, worth[child])
            for action, child in tree.below(tree.root).items()
            if mover != CHANCE
        }
        self._far = FAR * (1 + max(map(abs, payoffs)))
        self._functions = frozenset(functions)
        self._repeats = repeats
        self._leaves = {n.label for n in tree.searched.nodes if not n.children}
        self._in_rounds = in_rounds
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
        visits = self._rounds(call) if self._in_rounds else self._visits(call)
        if isinstance(outcome, Returned) and outcome.text in self._worth:
            worth = self._worth[outcome.text]
            return f"{outcome.kind} worth {worth:.12g}", visits
        if isinstance(outcome, Returned) and outcome.actions is not None:
            return self._line(outcome.actions), visits
        return self._text(outcome, in_search=True), visits

    def _rounds(self, call: Observation) -> str:
        """The numbers of the nodes of each finished round, in the order of visits."""
        number = self._number.__getitem__
        rounds = finished(self._tree, call.visited)
        told = [runs(map(number, each)) for each in rounds]
        beyond = visits_beyond(self._tree, call.visited)
        return " | ".join((*told, *(["beyond"] if beyond else [])))

    def _line(self, actions: Iterable[str]) -> str:
        """What each state of a line is worth, as far as there are such."""
        searched, told = self._tree.searched, list[str]()
        node = searched.root
        for action in actions:
            below = searched.below(node)
            if action not in below:
                return f"line {' '.join(told)}, then no action"
            node = searched.nodes[below[action]]
            told.append(str(self._exact[below[action]]))
        return f"line {' '.join(told)}{', then more' if node.children else ''}"

    def _visits(self, call: Observation) -> str:
        """The numbers of the nodes that were visited, in runs; and of the estimated."""
        visited = self._runs(call.visited)
        if self._repeats:
            often = Counter(map(self._number.__getitem__, call.visited))
            visited = f"{visited} {sorted((n, k) for n, k in often.items() if k > 1)}"
        visited += self._of_an_order(call)
        if not self._tree.limit:
            return visited
        estimated = [label for label in call.estimated if label not in self._over]
        return f"{visited} {ESTIMATED} {self._runs(estimated)}"

    def _of_an_order(self, call: Observation) -> str:
        """The leaves that were peeked at, and whether an order was none."""
        leaves = self._leaves & {*call.peeked}
        peeked = f" {PEEKED} {self._runs(leaves)}" if leaves else ""
        return f"{peeked} {NO_ORDER}" if call.misordered else peeked

    def _runs(self, labels: Iterable[str]) -> str:
        return runs(sorted(map(self._number.__getitem__, {*labels})))

    def _text(self, outcome: Outcome, *, in_search: bool = False) -> str:
        """A number or a text itself; of an error where it was raised; else the kind.

        Of one in the search function it is no matter in which helper.

        Of a tuple or a list the kinds of what it holds, too: a pair of a number and a
        text is another thing than one of texts.

        A number far beyond all payoffs stands for an infinity: it is where the search
        starts from, and programs differ in what they take for it.
        """
        if isinstance(outcome, Fault):
            return self._text_of_fault(outcome, in_search=in_search)
        if outcome.number is not None:
            return self._numeral(outcome.number)
        if self._tree.has_vectors and outcome.payoffs is not None:
            return " ".join(map(self._numeral, outcome.payoffs))
        if outcome.kind in ("inf", "str"):  # some programs say "" for no action
            quoted = f"'{outcome.text}'" if outcome.text else "none"
            return outcome.text if outcome.kind == "inf" else quoted
        if outcome.kind == "huge":
            return "-inf" if outcome.text.startswith("a negative") else "inf"
        return " ".join((outcome.kind, *outcome.kinds))

    def _text_of_fault(self, fault: Fault, *, in_search: bool) -> str:
        frames = [f.function for f in fault.frames if f.function in self._functions]
        is_chance = in_search or fault.kind == "recursion"
        where = [] if is_chance else frames[-1:]
        about = _about(fault) if fault.kind == "crash" else ()
        return " ".join(filter(None, (fault.kind, fault.type, *where, *about)))

    def _numeral(self, number: Number) -> str:
        if abs(number) > self._far:
            return "inf" if number > 0 else "-inf"
        return f"{number + 0.0:.12g}"  # there is but one zero


def _about(fault: Fault) -> tuple[str, ...]:
    """What an error is about, as all Pythons say it: which types, or which call.

    One of types tells what could not be done with them; its numbers are all alike, for
    in which of them a program reckons is chance. Names and labels are left out.
    """
    call = CALL.match(fault.message)
    if call and call[1] in CALLS:
        return (call[1],)
    if fault.type != "TypeError":
        return ()
    words = [NUMBERS.get(each, each) for each in WORD.findall(fault.message)]
    failed = (each for each in FAILED if each in fault.message)
    return (*failed, *sorted(TYPES.intersection(words)))


def _end(node: Node) -> tuple[Number, ...]:
    """The payoffs at a node, none where the search goes on."""
    if node.utility is None:
        return ()
    return node.utility if isinstance(node.utility, tuple) else (node.utility,)


def _letters(texts: tuple[str, ...], count: int) -> str:
    made = hashlib.sha256(repr(texts).encode()).digest()
    return b64encode(made).decode()[:count]
