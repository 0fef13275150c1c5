"""A tree as Unicode text: an outline that fits a terminal, however deep the tree."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from autograder.drawing import nodes
from autograder.drawing.nodes import nodes_left_out_text, within_horizon
from autograder.drawing.replay import Marks
from autograder.game import CHANCE, MAX, MIN
from autograder.text import column_count, shortened, wrapped
from autograder.trees.tree import GameTree, Node

WIDTH, LEAST_WIDTH = 80, 24
MOST_LINES = 200
MOST_WRONG = 60  # lines kept for what went wrong further down, and what leads there
MOVERS = {MAX: "△", MIN: "▽", CHANCE: "○"}
SIGNS = {
    nodes.PRUNED: "×",
    nodes.WRONGLY_VISITED: "!",
    nodes.WRONGLY_SKIPPED: "?",
    nodes.BEYOND: "·",
}
TOLD = {nodes.BEYOND: "beyond the horizon"}
UNKNOWN, TO, ALONG = "(…)", "→", "─"
LONGEST_NAME, LONGEST_MOVE = 12, 16  # columns of a player, and of a move
PRINCIPAL, LATER = "*", "…"
HERE = " [first wrong step]"
SHORTEST = 5  # columns of a label that are left to it beside long numbers
FORK, LAST, PAST, UNDER = "├─ ", "└─ ", "│  ", "   "  # before a branch, below one
NO_MARKS = Marks()

Piece = tuple[str, int]  # a text, and the node that it is about


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the outline; `above` is the number of the line it hangs from."""

    text: str
    nodes: tuple[int, ...]
    above: int


@dataclass(frozen=True, slots=True)
class _Branch:
    """One node, or leaves that stand side by side; and what stands before it."""

    nodes: tuple[int, ...]
    above: int = -1
    first: str = ""
    rest: str = ""


def outline_text(tree: GameTree, marks: Marks = NO_MARKS, width: int = WIDTH) -> str:
    """The outline, in lines of at most `width` columns, with a key to its signs.

    Of a long one the first lines are kept, and those about what went wrong; the last
    line says how many nodes are left out. ValueError if `width` is below 24.
    """
    if width < LEAST_WIDTH:
        raise ValueError(f"width {width}: expected {LEAST_WIDTH} columns or more")
    drawn = within_horizon(tree, marks)
    outline = _Outline(drawn, marks, width)
    outline.write()
    more = len(tree.nodes) - len(drawn.nodes)
    rest = wrapped(f"{LATER} {nodes_left_out_text(more)}", width) if more else []
    return "\n".join([*outline.shown_lines(), *rest, *outline.key()])


def excerpt(tree: GameTree, marks: Marks, width: int, most: int) -> list[str]:
    """At most so many lines of the outline, around the first wrong step, and a key."""
    outline = _Outline(within_horizon(tree, marks), marks, width)
    outline.write()
    key = ""
    for item in outline.signs():
        longer = f"{key}, {item}" if key else item
        key = longer if column_count(longer) <= width else key
    shown = outline.around_the_step(most - bool(key))
    return [*shown, *([key] if key and shown else [])]


class _Outline:
    def __init__(self, tree: GameTree, marks: Marks, width: int) -> None:
        self._nodes, self._marks, self._width = tree.nodes, marks, width
        self._horizon = tree.horizon
        several = nodes.probabilities_above(tree, least=2)  # an only child is sure
        self._chances = {child: f"{text}{TO}" for child, text in several.items()}
        self._moves = nodes.move_names(tree)
        self._states = nodes.states(tree, marks)
        self._principal = frozenset(marks.principal)
        self._lines: list[_Line] = []
        self._later: deque[_Branch] = deque([_Branch((0,))])
        self._parted = False  # whether there is more than one outline

    def write(self) -> None:
        """Every line, one outline after the other."""
        while self._later:
            waiting = [self._later.popleft()]
            while waiting:
                waiting += reversed(self._write(waiting.pop()))

    def shown_lines(self) -> Iterator[str]:
        """The lines that are shown; `…` stands where some are left out."""
        shown = self._shown()
        yield from self._told(shown)
        told = {node for number in shown for node in self._lines[number].nodes}
        left = len(self._nodes) - len(told)
        if left:
            yield f"{LATER} {left} {'node is' if left == 1 else 'nodes are'} left out"

    def _told(self, shown: Iterable[int]) -> Iterator[str]:
        """These lines, with a sign where some are left out between them."""
        after = -1
        for number in shown:
            if number > after + 1:
                yield LATER
            yield self._lines[number].text
            after = number

    def around_the_step(self, most: int) -> list[str]:
        """So many lines around the first wrong step; None without room for it."""
        wrong = self._wrong()
        step = wrong[0] if wrong else 0
        wanted, above = [step], self._lines[step].above
        while above >= 0:
            wanted.append(above)
            above = self._lines[above].above
        beside = sorted(range(len(self._lines)), key=lambda n: abs(n - step))
        shown: list[str] = []
        chosen: set[int] = set()
        for number in (*wanted, *beside):
            wanted_lines = sorted({*chosen, number})
            lines = [*self._told(wanted_lines)]
            if wanted_lines[-1] < len(self._lines) - 1:
                lines.append(LATER)
            if len(lines) <= most:
                chosen.add(number)
                shown = lines
        is_bare = len(chosen) == 1 < len(self._lines) and not wrong
        return [] if is_bare or (wrong and step not in chosen) else shown

    def key(self) -> list[str]:
        """What the signs mean that occur, below an empty line."""
        signs = ", ".join(self.signs())
        return ["", *wrapped(signs, self._width)] if signs else []

    def signs(self) -> Iterator[str]:
        """Each sign that occurs, with what it means."""
        kinds = {nodes.kind_of(node) for node in self._nodes}
        yield from (f"{sign} {w.upper()}" for w, sign in MOVERS.items() if w in kinds)
        if nodes.PLAYER in kinds:
            yield "[ ] player to move"
        if self._chances:
            yield f"p{TO} probability p"
        if self._moves:
            yield f"a{TO} action a"
        if self._horizon:
            yield f"{nodes.ROUGHLY} estimate at the horizon, where the search stops"
        if not all(node.quiet for node in self._nodes):
            yield f"{nodes.NOISY} not quiet, where it goes on"
        within = (n for i, n in enumerate(self._nodes) if i not in self._horizon)
        if any(map(nodes.is_unknown, within)):
            yield f"{UNKNOWN} goes on, not drawn"
        yield from self._key_to_states()

    def _key_to_states(self) -> Iterator[str]:
        for state, sign in SIGNS.items():
            if state in self._states:
                yield f"{sign} {TOLD.get(state) or nodes.meaning(state, self._marks)}"
        if self._principal:
            yield f"{PRINCIPAL} principal variation"
        if self._parted:
            yield f"{LATER} goes on in an outline further down"

    def _shown(self) -> list[int]:
        if len(self._lines) <= MOST_LINES:
            return list(range(len(self._lines)))
        wrong = self._wrong()
        chosen = set(wrong[:MOST_WRONG])
        for number in wrong[:MOST_WRONG]:
            above = self._lines[number].above
            while above >= 0 and above not in chosen and len(chosen) < MOST_WRONG:
                chosen.add(above)
                above = self._lines[above].above
        first = iter(range(len(self._lines)))
        while len(chosen) < MOST_LINES:
            chosen.add(next(first))
        return sorted(chosen)

    def _wrong(self) -> list[int]:
        """The lines with what is wrong, those of the first wrong step before others."""
        found: tuple[list[int], list[int]] = [], []
        for number, line in enumerate(self._lines):
            labels = {self._nodes[index].label for index in line.nodes}
            met = {self._states[index] for index in line.nodes}
            is_first = self._marks.wrong_at in labels
            if is_first or met & {nodes.WRONGLY_VISITED, nodes.WRONGLY_SKIPPED}:
                found[not is_first].append(number)
        return [*found[0], *found[1]]

    def _write(self, branch: _Branch) -> list[_Branch]:
        room = self._width - column_count(branch.rest + UNDER)
        if self._is_leaf(branch.nodes[0]):
            self._fill(self._leaves(branch.nodes, room), branch, branch.rest)
            return []
        pieces, end = self._chain(branch.nodes[0], room)
        below = self._nodes[end].children
        if all(map(self._is_leaf, below)):
            pieces[-1] = (f"{pieces[-1][0]}:", end) if below else pieces[-1]
            pieces += self._leaves(below, room)
            below = ()
        elif room < self._width // 2:
            pieces[-1] = (f"{pieces[-1][0]} {LATER}", end)
            self._fill(pieces, branch, branch.rest + UNDER)
            self._later.append(_Branch((end,), len(self._lines) - 1))
            self._parted = True
            return []
        self._fill(pieces, branch, branch.rest + (PAST if below else UNDER))
        return list(self._branches(below, branch.rest))

    def _branches(self, below: Sequence[int], rest: str) -> Iterator[_Branch]:
        """An inner node each, and leaves together that stand side by side."""
        above = len(self._lines) - 1
        runs: list[tuple[int, ...]] = []
        for are_leaves, group in groupby(below, key=self._is_leaf):
            alike = tuple(group)
            runs += [alike] if are_leaves else [(index,) for index in alike]
        for run in runs[:-1]:
            yield _Branch(run, above, rest + FORK, rest + PAST)
        for run in runs[-1:]:
            yield _Branch(run, above, rest + LAST, rest + UNDER)

    def _chain(self, index: int, room: int) -> tuple[list[Piece], int]:
        """The node, and those that follow as long as there is no choice; the last."""
        pieces = [(self._inner(index, room), index)]
        while len(self._nodes[index].children) == 1:
            (index,) = self._nodes[index].children
            shown = self._leaf if self._is_leaf(index) else self._inner
            link = ALONG if index in self._moves else f"{TO} "
            pieces.append((f"{link}{shown(index, room - len(link))}", index))
        return pieces, index

    def _fill(self, pieces: list[Piece], branch: _Branch, rest: str) -> None:
        """Lines of as many pieces as go into each."""
        held: list[int] = []
        line, above = branch.first, branch.above
        used, empty = column_count(line), True
        for piece, node in pieces:
            needed = column_count(piece) + (not empty)
            if not empty and used + needed > self._width:
                self._lines.append(_Line(line, tuple(held), above))
                above = len(self._lines) - 1
                line, held, empty = rest, [], True
                used, needed = column_count(rest), needed - 1
            line += piece if empty else f" {piece}"
            used, empty = used + needed, False
            held.append(node)
        self._lines.append(_Line(line, tuple(held), above))

    def _is_leaf(self, index: int) -> bool:
        return not self._nodes[index].children

    def _leaves(self, indices: Sequence[int], room: int) -> list[Piece]:
        return [(self._leaf(index, room), index) for index in indices]

    def _leaf(self, index: int, room: int) -> str:
        """`B1=3`; where the game goes on, which is not drawn, `B1 △ (…)`."""
        node = self._nodes[index]
        if index in self._horizon:
            return self._inner(index, room)
        if nodes.is_unknown(node):
            return self._piece(index, f" {_mover(node)} {UNKNOWN}", room)
        utility = "" if node.utility is None else f"={nodes.numeral(node.utility)}"
        value = self._marks.values.get(node.label)
        if value is not None and value != node.utility:
            utility += f" [value {nodes.numeral(value)}]"
        return self._piece(index, utility, room)

    def _inner(self, index: int, room: int) -> str:
        """`B ▽ 3`; at the horizon `B ▽ ≈4`."""
        node = self._nodes[index]
        value, estimate = self._marks.values.get(node.label), node.estimate
        after = f" {_mover(node)}{'' if node.quiet else nodes.NOISY}"
        if index in self._horizon and estimate is not None:
            after += f" {nodes.ROUGHLY}{nodes.numeral(estimate)}"
            value = None if value == estimate else value
        after += "" if value is None else f" {nodes.numeral(value)}"
        return self._piece(index, after, room - 2)  # for a colon, or more to come

    def _piece(self, index: int, after: str, room: int) -> str:
        """A node with its signs; its label is cut short where the room is too small."""
        label, marks = self._nodes[index].label, self._marks
        if label in marks.windows:
            after += f" ({nodes.window_label(marks.windows[label])})"
        if label in marks.notes:
            after += f" ({marks.notes[label]})"
        if label == marks.wrong_at:
            after += HERE
        move = self._moves.get(index, "")
        before = f"{shortened(move, LONGEST_MOVE)}{TO}" if move else ""
        before += self._chances.get(index, "") + SIGNS.get(self._states[index], "")
        before += PRINCIPAL if label in self._principal else ""
        left = room - column_count(before) - column_count(after)
        shown = shortened(label, max(left, SHORTEST))
        return shortened(f"{before}{shown}{after}", room)


def _mover(node: Node) -> str:
    """The sign of who moves, or his name: `△`, `[A]`."""
    name = shortened(node.to_move, LONGEST_NAME)
    return MOVERS.get(node.to_move) or f"[{name}]"
