"""The command `convert`: game trees of another project, written as tree files.

Berkeley's are the test cases of its project on multi-agent search. A `.test` file has
keys with a text each, in quotes behind the colon or on lines of its own between triple
quotes; what is right stands in the `.solution` file beside it.
"""

from __future__ import annotations

import argparse
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from autograder import files
from autograder.commands.options import Parser, show
from autograder.errors import AssignmentError, FileProblems
from autograder.game import CHANCE, MAX, MIN, Number
from autograder.text import clean, listed
from autograder.trees import explicit
from autograder.trees import file as treefile
from autograder.trees.marked import SHOWN, Mark, Source, parse_number
from autograder.trees.tree import Expectation, GameTree, Limit, Node

BERKELEY = "berkeley"
TEST, SOLUTION, GRAPH = ".test", ".solution", "GraphGameTreeTest"
ALPHA_BETA = "AlphaBetaAgent"
REPLIES = {"MinimaxAgent": MIN, ALPHA_BETA: MIN, "ExpectimaxAgent": CHANCE}
KEYS = ("alg", "num_agents", "depth", "start_state", "successors", "evaluation")
ENDS = ("win_states", "lose_states")
TEXT = re.compile(r'\s*([^\s:#]+)\s*:\s*"([^"]*)"\s*')
OPENED = re.compile(r'\s*([^\s:#]+)\s*:\s*"""\s*')
CLOSED = '"""'
MOST_NODES = 10_000
NEXT = (
    "Next: name these trees in an assignment.yaml; examples/cs188 has the modules that "
    "grade multiAgents.py"
)


def add_options(command: Parser) -> None:
    """The options of `convert`."""
    command.add_argument("form", choices=(BERKELEY,), help="whose form the trees have")
    command.add_argument(
        "folder", type=Path, metavar="DIR", help="a folder of test cases"
    )
    command.add_argument("out", type=Path, metavar="OUT", help="where to write trees")


def run(options: argparse.Namespace) -> int:
    """Write a tree file for each test case that is a tree, and tell of all others.

    Raises FileProblems for a test case that is none, AssignmentError where there is no
    tree at all or a file stands in the way; then nothing is written.
    """
    trees: dict[Path, str] = {}
    others: list[str] = []
    for path in files.visible(options.folder, f"**/*{TEST}"):
        name = path.relative_to(options.folder).with_suffix("")
        case = _read(path)
        kind = case.text("class")
        if kind == GRAPH:
            trees[options.out / f"{name}.yaml"] = _converted(case, name.as_posix())
        else:
            others.append(f"left out {path}, which is no {GRAPH}: {clean(kind, SHOWN)}")
    if not trees:
        what = f'no {TEST} file of the class "{GRAPH}"'
        raise AssignmentError(f"{options.folder}: there is {what} here")
    for path in trees:
        if path.exists() or path.is_symlink():
            raise AssignmentError(f"{path}: it is there already; name another folder")
    for path, text in trees.items():
        files.write_text(path, text)
        show(f"wrote {path}")
    for row in (*others, NEXT):
        show(row)
    return 0


class Word(NamedTuple):
    """A word of a value, and where it stands."""

    text: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Case:
    """What a test case or its solution says: by key the lines of its value."""

    source: Source
    values: Mapping[str, list[list[Word]]]

    def words(self, key: str) -> list[Word]:
        """All words of a value; none where there is no such key."""
        return [word for row in self.values.get(key, ()) for word in row]

    def text(self, key: str) -> str:
        """A value in one line."""
        return " ".join(word.text for word in self.words(key))

    def mark(self, key: str) -> Mark:
        """Where a value stands; the beginning where it is empty."""
        return next((word.mark for word in self.words(key)), Mark(1, 1))

    def check(self) -> None:
        """Raise FileProblems for all that was complained of."""
        if self.source.problems:
            raise FileProblems(self.source.problems)

    def whole(self, key: str) -> int:
        """A number of at least 1; what is none is complained of."""
        text = self.text(key)
        if text.isdecimal() and 1 <= int(text) <= MOST_NODES:
            return int(text)
        told = f"{key}: expected a number from 1, found {text!r:.{SHOWN}}"
        self.source.complain(self.mark(key), told)
        return 1

    def rows(self, key: str, form: str) -> Iterator[list[Word]]:
        """The lines of a value that have as many words as their form."""
        for row in filter(None, self.values[key]):
            if len(row) == len(form.split()):
                yield row
            else:
                told = f"{key}: expected {form.upper()}, found {len(row)} words"
                self.source.complain(row[0].mark, told)


def _read(path: Path) -> Case:
    """A file in their form; FileProblems where a line is none of it."""
    source, values = Source(path), dict[str, list[list[Word]]]()
    inside: list[list[Word]] | None = None
    opened = Mark(1, 1)
    text = files.content_of(path).decode(errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() == CLOSED and inside is not None:
            inside = None
        elif inside is not None:
            inside.append(_words(line, number, 0))
        elif found := OPENED.fullmatch(line):
            inside, opened = values.setdefault(found[1], []), Mark(number, 1)
        elif found := TEXT.fullmatch(line):
            values[found[1]] = [_words(found[2], number, found.start(2))]
        elif line.strip() and not line.lstrip().startswith("#"):
            told = f'expected KEY: "TEXT", found {clean(line.strip(), SHOWN)!r}'
            source.complain(Mark(number, 1), told)
    if inside is not None:
        source.complain(opened, f"no line with {CLOSED} ends what begins here")
    case = Case(source, values)
    case.check()
    return case


def _words(text: str, line: int, before: int) -> list[Word]:
    found = re.finditer(r"\S+", text)
    return [Word(each[0], Mark(line, before + each.start() + 1)) for each in found]


def _converted(case: Case, name: str) -> str:
    """The tree file of a test case. Raises FileProblems."""
    source, agent = case.source, case.text("alg")
    lost = tuple(key for key in (*KEYS, *ENDS) if key not in case.values)
    if lost:
        source.complain(Mark(1, 1), f"there is no {listed(lost)}")
    elif agent not in REPLIES:
        told = (
            f"alg: expected one of {listed(tuple(REPLIES))}, found {agent!r:.{SHOWN}}"
        )
        source.complain(case.mark("alg"), told)
    case.check()
    agents, rounds = case.whole("num_agents"), case.whole("depth")
    graph, reply = _Graph.of(case), REPLIES[agent]
    movers, plies = (MAX, *[reply] * (agents - 1)), rounds * agents
    nodes = graph.unrolled(movers, plies if reply == CHANCE else MOST_NODES)
    case.check()
    tree = GameTree(
        nodes,
        title=name,
        source=f"{agent}, depth {rounds}",
        limit=Limit() if reply == CHANCE else Limit(depth=plies),
        data=() if agents == 2 else (("agents", agents),),
    )
    expect = _expectation(tree, source.path, prunes=agent == ALPHA_BETA)
    text = explicit.dump(replace(tree, expect=expect))
    try:
        treefile.parse(text)
    except FileProblems as fault:
        source.complain(case.mark("successors"), fault.problems[0].message)
    case.check()
    return text


def _expectation(tree: GameTree, test: Path, *, prunes: bool) -> Expectation:
    """What the solution beside a test case says, if there is one, of its tree."""
    path = test.with_suffix(SOLUTION)
    if not path.is_file():
        return Expectation()
    case, labels = _read(path), tree.labels()
    for key, known in (("action", tree.root_actions()), ("generated", labels)):
        for word in case.words(key):
            if word.text not in known:
                told = f"{key}: {test.name} has no {clean(word.text, SHOWN)}"
                case.source.complain(word.mark, told)
    action, generated = case.text("action"), case.words("generated")
    left_out: tuple[str, ...] = ()
    if generated and not any("#" in label for label in labels):
        reached = [labels[index] for index in tree.reachable()]
        there = {word.text for word in generated}
        left_out = tuple([label for label in reached if label not in there])
    if left_out and not prunes:
        told = f"generated: there is no {listed(left_out)}, within the depth"
        case.source.complain(generated[0].mark, told)
    case.check()
    pruned = left_out if prunes and generated else None
    return Expectation(action=action or None, pruned=pruned)


@dataclass(frozen=True, slots=True)
class _Graph:
    """The states of a test case: what follows, what they are worth, which are ends.

    Several ways may lead to a state.
    """

    case: Case
    below: Mapping[str, Mapping[str, Word]]
    worth: Mapping[str, Number]
    ends: frozenset[str]

    @classmethod
    def of(cls, case: Case) -> _Graph:
        """What a test case says; what is wrong there is complained of."""
        below: dict[str, dict[str, Word]] = {}
        for state, action, after in case.rows("successors", "state action state"):
            if below.setdefault(state.text, {}).setdefault(action.text, after) != after:
                told = f"{state.text} has two actions {action.text}"
                case.source.complain(action.mark, told)
        worth: dict[str, Number] = {}
        for state, text in case.rows("evaluation", "state number"):
            number = parse_number(text.text)
            if number is None or not math.isfinite(number):
                told = f"evaluation: expected a number, found {text.text!r:.{SHOWN}}"
                case.source.complain(text.mark, told)
            else:
                worth[state.text] = int(number) if number == int(number) else number
        ends = frozenset(word.text for key in ENDS for word in case.words(key))
        return cls(case, below, worth, ends)

    def unrolled(self, movers: Sequence[str], plies: int) -> tuple[Node, ...]:
        """The nodes as a tree, in which nothing is more than so many `plies` deep.

        A state that is met again is so under a label of its own.
        """
        nodes: list[Node] = []
        children: list[tuple[int, ...]] = []
        met, agents = Counter[str](), dict[str, int]()
        start = next(iter(self.case.words("start_state")), Word("", Mark(1, 1)))
        waiting = [(start, -1, 0)]
        while waiting and not self.case.source.problems:
            word, parent, ply = waiting.pop()
            state, agent = word.text, ply % len(movers)
            if agents.setdefault(state, agent) != agent:
                told = f"{state} is reached where one agent moves, and where another"
                self.case.source.complain(word.mark, told)
            if len(nodes) == MOST_NODES:
                told = f"more than {MOST_NODES:,} nodes; does a state follow itself?"
                self.case.source.complain(start.mark, told)
            if parent >= 0:
                children[parent] += (len(nodes),)
            met[state] += 1
            label = f"{state}#{met[state]}" if met[state] > 1 else state
            is_end = state in self.ends or state not in self.below or ply == plies
            after = {} if is_end else self.below[state]
            nodes.append(self._node(word, label, movers[agent], tuple(after)))
            waiting += [(w, len(nodes) - 1, ply + 1) for w in [*after.values()][::-1]]
            children.append(())
        pairs = zip(nodes, children, strict=True)
        return tuple([replace(node, children=below) for node, below in pairs])

    def _node(self, word: Word, label: str, mover: str, moves: tuple[str, ...]) -> Node:
        """A node without its children; where there are no moves, the game is over."""
        worth = self.worth.get(word.text)
        if moves:
            even = explicit.even_chances(len(moves)) if mover == CHANCE else ()
            own = Node(label, mover, estimate=worth, moves=moves)
            return replace(own, probabilities=even)
        if worth is None:
            told = f"evaluation: there is no line of {word.text}"
            self.case.source.complain(word.mark, told)
        return Node(label, mover, utility=worth)
