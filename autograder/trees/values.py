"""What nodes are worth, by who moves there; and when two values are equal."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import SupportsFloat

from autograder.game import CHANCE, LARGEST, MAX, MIN, Number, Value
from autograder.trees.tree import GameTree, Node, Window

EXACT = 15  # digits of a float that survive a sum
TOLERANCE = 1e-9  # of floats, relative and absolute
BEST: dict[str, Callable[..., Number]] = {MAX: max, MIN: min}  # of values, by mover


def equal(value: Value, expected: Value) -> bool:
    """Equality of values: of integers exact, of floats up to their noise."""
    if isinstance(value, tuple) or isinstance(expected, tuple):
        return (
            isinstance(value, tuple)
            and isinstance(expected, tuple)
            and len(value) == len(expected)
            and all(map(equal, value, expected))
        )
    if type(value) is int and type(expected) is int:
        return value == expected
    return math.isclose(value, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE)


def is_bound(value: Value, window: Window, exact: Value) -> bool:
    """Whether a value stands for an exact one beyond the window, from its end on."""
    if isinstance(value, tuple) or isinstance(exact, tuple):
        return False
    alpha, beta = window
    ways = ((exact, value, alpha), (beta, value, exact))
    return any(_rises(low, told) and _rises(told, high) for low, told, high in ways)


def _rises(one: Number, other: Number) -> bool:
    return one < other or equal(one, other)


def worth(tree: GameTree, node: Node, below: Sequence[Value]) -> Value:
    """What a node is worth by its children: the mover's first best, or the mean."""
    if node.to_move == CHANCE:
        return mean(node.probabilities, below)
    if node.to_move in BEST:
        return BEST[node.to_move](below)
    payoffs = [value_to_player(tree, node.to_move, value) for value in below]
    most = max(payoffs)
    return below[next(i for i, found in enumerate(payoffs) if equal(found, most))]


def mean(probabilities: Sequence[float], values: Sequence[Value]) -> Value:
    """The mean of values, weighted; of payoffs of several players, that of each."""
    vectors = [value for value in values if isinstance(value, tuple)]
    if not vectors:
        return _mean(probabilities, [v for v in values if not isinstance(v, tuple)])
    return tuple(
        _mean(probabilities, [vector[place] for vector in vectors])
        for place in range(len(vectors[0]))
    )


def _mean(probabilities: Sequence[float], numbers: Sequence[Number]) -> Number:
    weighted = [p * n for p, n in zip(probabilities, numbers, strict=True)]
    return float(f"{math.fsum(weighted):.{EXACT}g}")


def backed_up(tree: GameTree, visited: Sequence[int]) -> dict[int, Value]:
    """What each visited node is worth if there are no others; parents stand first.

    In a fail-soft search its call returns that. A node without a visited leaf has none.
    """
    found: dict[int, Value] = {}
    for index in reversed(visited):
        node = tree.nodes[index]
        if node.utility is not None:
            found[index] = node.utility
            continue
        below = [found[child] for child in node.children if child in found]
        if below and (node.to_move != CHANCE or len(below) == len(node.children)):
            found[index] = worth(tree, node, below)
        elif node.estimate is not None and not node.children:
            found[index] = node.estimate
    return found


def exact_values(tree: GameTree) -> dict[str, Value]:
    """The value of each node, by label; an estimate at the horizon."""
    found = backed_up(tree.effective_tree, range(len(tree.nodes)))
    return {label: found[index] for index, label in enumerate(tree.labels())}


def standing_values(tree: GameTree) -> dict[str, Value]:
    """The values where who moves at what is not quiet may take the estimate."""
    found: dict[int, Value] = {}
    for index, node in reversed([*enumerate(tree.effective_tree.nodes)]):
        below = [found[child] for child in node.children]
        if index in tree.noisy_nodes and node.estimate is not None:
            below.append(node.estimate)
        if node.children:
            found[index] = worth(tree, node, below)
        elif node.utility is not None:
            found[index] = node.utility
    return {tree.nodes[index].label: value for index, value in found.items()}


def value_to_player(tree: GameTree, mover: str, value: Value) -> Number:
    """What a value is to a player: his own payoff, or the number, which is MAX's."""
    return value[tree.players.index(mover)] if isinstance(value, tuple) else value


def seen_by(viewpoint: str, value: Value) -> Value:
    """A value from the viewpoint of MAX or MIN: what the one gets the other loses."""
    return 0 - value if viewpoint == MIN and not isinstance(value, tuple) else value


def window_seen_by(viewpoint: str, window: Window) -> Window:
    """A window from the viewpoint of MAX or MIN: MIN's α is MAX's β, negated."""
    alpha, beta = window
    return (0 - beta, 0 - alpha) if viewpoint == MIN else window


def best_line(
    tree: GameTree, values: Mapping[str, Value], begun: Sequence[str] = ()
) -> tuple[str, ...]:
    """The actions of best play from the root, as begun while that is best."""
    return tuple([action for action, _ in _best_moves(tree, values, begun)])


def best_path(tree: GameTree, values: Mapping[str, Value]) -> tuple[str, ...]:
    """The labels of the states to which the first best actions lead, one by one."""
    return tuple([state.label for _, state in _best_moves(tree, values, ())])


def _best_moves(
    tree: GameTree, values: Mapping[str, Value], begun: Sequence[str]
) -> Iterator[tuple[str, Node]]:
    """Each action of best play, with the state that it leads to."""
    searched = tree.effective_tree
    node, wanted = searched.root, iter(begun)
    while node.children and node.to_move != CHANCE:
        best = {
            action: searched.nodes[child]
            for action, child in searched.children_by_move(node).items()
            if equal(values[searched.nodes[child].label], values[node.label])
        }
        following = next(wanted, "")
        action = following if following in best else next(iter(best))
        node = best[action]
        yield action, node


def best_actions(tree: GameTree, values: Mapping[str, Value]) -> tuple[str, ...]:
    """The actions at the root than which none is worth more to the player to move."""
    mover, below = tree.root.to_move, tree.children_by_move(tree.root)
    worths = {
        action: value_to_player(tree, mover, values[tree.nodes[below[action]].label])
        for action in tree.root_actions()
    }
    best = BEST.get(mover, max)(worths.values(), default=0)
    return tuple([action for action, each in worths.items() if equal(each, best)])


DIGITS = 12  # of a float; the others are noise
NOISE = 1e-9  # of a probability
DICE = 36  # the largest denominator: that of two dice
FEW, LEAST = 3, 0.001  # digits of a probability that is no small fraction


def value_text(value: Value) -> str:
    """A value as text, without the noise of floats: 3, 2.5, 1.8e+14, (1, 2, 6)."""
    if isinstance(value, tuple):
        return f"({', '.join(map(value_text, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, int) or abs(value) > LARGEST:
        return str(value)
    brief = f"{value:.{DIGITS}g}"
    return brief if float(brief) != value or "e" in brief else str(value)


def probability_texts(probabilities: Sequence[float]) -> tuple[str, ...]:
    """A node's probabilities, written alike: 0.5 and 0.5, or 1/2 and 1/3."""
    if all(_equal(p, round(p, 2)) for p in probabilities):
        return tuple(f"{round(p, 2):g}" for p in probabilities)
    from fractions import Fraction  # noqa: PLC0415 - for chance alone

    fractions = [Fraction(p).limit_denominator(DICE) for p in probabilities]
    if all(map(_equal, probabilities, fractions)):
        return tuple(map(str, fractions))
    return tuple(map(_decimal, probabilities))


def _equal(probability: float, other: SupportsFloat) -> bool:
    exact = float(other)
    return exact > 0 and abs(probability - exact) <= NOISE


def _decimal(probability: float) -> str:
    """Three digits, which never say that it is 0 or 1."""
    if probability < LEAST / 2:
        return f"<{LEAST}"
    text = f"{round(probability, FEW):g}"
    return f">{1 - LEAST}" if text == "1" else text
