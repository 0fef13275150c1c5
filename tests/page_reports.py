"""Reports for the page's tests, made by hand: no grader, no worker, no answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from math import inf
from pathlib import Path
from typing import Any

import pytest

from autograder.drawing.replay import Line, Marks, Own, Replay, Step
from autograder.game import MAX, MIN, Number, Value
from autograder.kinds import all as assignments
from autograder.kinds.search.words import ACCEPTED
from autograder.report import page
from autograder.report.entries import Entry, Report, for_student
from autograder.trees.tree import GameTree, Node
from autograder.trees.values import exact_values
from autograder.words.blocks import (
    FAILED,
    PASSED,
    Facet,
    Hint,
    Named,
    Note,
    Quotation,
    Sentence,
    Verbatim,
    WrongStep,
)
from autograder.words.faults import PRINTED, TRACEBACK
from tests.othertrees import three_players, with_chance, with_horizon, with_noise

ROOT = Path(__file__).resolve().parent.parent
HOSTILE = (
    "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    "]]><!--<script></title></style></textarea>\"'&amp;\u2028\u2029\u202e\ud800${title}"
)
SENTENCE = "First wrong step: at C, where MAX has 3 already."


@cache
def figure_5_2() -> GameTree:
    """AIMA, 4th edition, Figure 5.2."""
    leaves = {"B": (3, 12, 8), "C": (2, 4, 6), "D": (14, 5, 2)}
    inner = [Node("A", MAX, (1, 2, 3))]
    ends: list[Node] = []
    for name, utilities in leaves.items():
        first = 4 + len(ends)
        inner.append(Node(name, MIN, (first, first + 1, first + 2)))
        ends += [Node(f"{name}{i}", MAX, (), u) for i, u in enumerate(utilities, 1)]
    return GameTree((*inner, *ends), title="The two-ply game tree")


def with_names() -> GameTree:
    """The same with the names of MAX's moves."""
    tree = figure_5_2()
    root = replace(tree.root, moves=("a1", "a2", "a3"))
    return replace(tree, nodes=(root, *tree.nodes[1:]))


WORTH = {"A": 3, "B": 3, "C": 2, "D": 2}
AT = Line("alpha_beta.py", 34, "v = min(v, max_value(game, s, alpha, beta))")
TEST = Line("alpha_beta.py", 35, "if v <= beta:", 3, 12)


STACKS = {  # before C1, of a search that keeps one; the root is at the bottom
    "A": "A",
    "B": "ADCB",
    "C": "ADC",
}


def with_a_stack() -> Replay:
    """The same; of the first steps it is known what lay on the stack."""
    found = without_pruning()
    steps = tuple(
        replace(step, stack=tuple(STACKS.get(step.label, ())))
        for step in found.submission
    )
    return replace(found, submission=steps, accepted=steps[:7] + found.accepted[7:])


def without_pruning() -> Replay:
    """A search that never cuts beside that of Figure 5.5, which cuts C2 and C3.

    It says of itself that it hands on no β: C2 is searched in (3, ∞).
    """
    submission = (
        *_until_c1(),
        Step("C2", (3, 2), 2, own=Own(3, inf, 2, 4), line=AT),
        Step("C3", (3, 2), 2, own=Own(3, inf, 2, 6), line=AT),
        *_from_d(),
    )
    told = (
        step if step.own else replace(step, own=_as_known(step)) for step in submission
    )
    return Replay(
        tree=figure_5_2(),
        submission=tuple(told),
        accepted=(*_until_c1(), *_from_d()),
        marks=Marks(
            visited=frozenset(figure_5_2().labels()),
            wrongly_visited=frozenset({"C2", "C3"}),
            principal=("A", "B", "B1"),
            wrong_at="C2",
            chosen="C",
            best=("B",),
        ),
        wrong=7,
        sentence=SENTENCE,
        line=TEST,
    )


def _as_known(step: Step) -> Own:
    """What a submission says that does as it should."""
    alpha, beta = step.window or (None, None)
    return Own(alpha, beta, step.v, step.worth)


def window_lost() -> Replay:
    """The same, but it is C that is searched without the α that A has by then."""
    replay = without_pruning()
    steps = list(replay.submission)
    steps[5] = replace(steps[5], own=Own(-inf, inf, 3, 2), line=AT)
    return replace(replay, submission=tuple(steps))


def broken_off() -> Replay:
    """Minimax that raises an error behind B1, of which nothing more is known."""
    steps = tuple(Step(step.label) for step in without_pruning().submission)
    return Replay(
        tree=figure_5_2(),
        submission=steps[:3],
        accepted=steps,
        marks=Marks(visited=frozenset({"A", "B", "B1"}), unfinished=True),
        wrong=3,
        sentence="raised KeyError: 3 (minimax.py:12)",
        line=Line("minimax.py", 12, "return known[state] <b>"),
    )


def wrong_value() -> Replay:
    """Minimax that says that C is worth 4, where it is 2."""
    replay = ended_early()
    told = tuple(
        replace(step, worth=WORTH.get(step.label), own=_as_known(step))
        for step in replay.accepted
    )
    wrong = {"C": Own(returned=4), "A": Own(returned=4)}
    submission = tuple(
        replace(step, own=wrong.get(step.label, Own(returned=step.worth)))
        for step in told
    )
    return Replay(
        figure_5_2(), submission, told, Marks(frozenset(figure_5_2().labels()))
    )


def large() -> Report:
    """A tree of 121 nodes, all of which were searched; ACB was to be left out."""
    labels = ["A"]
    nodes: list[Node] = []
    for index in range(121):
        below = [f"{labels[index]}{letter}" for letter in "ABC"] if index < 40 else []
        first = len(labels)
        labels += below
        mover = (MAX, MIN)[(len(labels[index]) - 1) % 2]
        utility = None if below else index
        children = tuple(range(first, first + len(below)))
        nodes.append(Node(labels[index], mover, children, utility))
    tree = GameTree(tuple(nodes))
    order = sorted(labels)
    wrong = frozenset(label for label in labels if label.startswith("ACB"))
    marks = Marks(frozenset(labels), wrong, wrong_at="AC")
    replay = Replay(
        tree=tree,
        submission=tuple(Step(label) for label in order),
        accepted=tuple(Step(label) for label in order if label not in wrong),
        marks=marks,
        wrong=order.index("ACB"),
        sentence=SENTENCE,
    )
    entry = _entry("1.1", "alpha_beta", "large", "visited ACB", replay=replay)
    return Report(title="A large tree", entries={"one": entry})


def not_begun() -> Report:
    """One test, of a stub: nothing was visited. The moves have AIMA's names."""
    accepted = (*_until_c1(), *_from_d())
    marks = Marks(best=("B",), unfinished=True)
    replay = Replay(with_names(), (), accepted, marks, sentence="To be found: 3.")
    entry = _entry("1.1", "alpha_beta", "fig_5_2", "write max_value", replay=replay)
    return Report(title="A stub", entries={"one": entry})


def _until_c1() -> tuple[Step, ...]:
    return (
        Step("A", (-inf, inf), worth=3),
        Step("B", (-inf, inf), worth=3),
        Step("B1", (-inf, inf)),
        Step("B2", (-inf, 3), 3),
        Step("B3", (-inf, 3), 3),
        Step("C", (3, inf), 3, worth=2),
        Step("C1", (3, inf)),
    )


def _from_d() -> tuple[Step, ...]:
    return (
        Step("D", (3, inf), 3, worth=2),
        Step("D1", (3, inf)),
        Step("D2", (3, 14), 14),
        Step("D3", (3, 5), 5),
    )


def ended_early() -> Replay:
    """Minimax, which has no window, and which stops after B's leaves."""
    steps = tuple(Step(step.label) for step in without_pruning().submission)
    return Replay(
        tree=figure_5_2(),
        submission=steps[:5],
        accepted=steps,
        marks=Marks(
            visited=frozenset(step.label for step in steps[:5]),
            wrongly_skipped=frozenset(step.label for step in steps[5:]),
            wrong_at="C",
        ),
        wrong=5,
        sentence="Your code stopped after B3, and C was still to be searched.",
    )


def other() -> Report:
    """A search that broke off, and one whose value is wrong."""
    report = Report(title="Minimax")
    for number, name, replay in (
        ("1.1", "lectures/broken", broken_off()),
        ("1.2", "lectures/wrong_value", wrong_value()),
        ("1.3", "wide", wide()),
        ("1.4", "window_lost", window_lost()),
    ):
        report.entries[number] = _entry(number, "minimax", name, "x", replay=replay)
    return report


def others() -> Report:
    """A plain mean at a chance node, a search too deep, max^n for one player, noise."""
    report = Report(title="Chance, players and a horizon")
    for number, name, replay in (
        ("1.1", "chance", plain_mean()),
        ("1.2", "horizon", too_deep()),
        ("1.3", "players", selfless()),
        ("1.4", "noise", too_quiet()),
    ):
        report.entries[number] = _entry(number, "x", name, "x", replay=replay)
    return report


def plain_mean() -> Replay:
    """Expectimax that forgets the probabilities: B came back as 8, and is 7."""
    tree = with_chance()
    labels = ("A", "B", "B1", "B2", "B3", "C", "D", "D1", "D2", "E", "E1", "E2")
    wrong = {"B": 8, "C": 0.50001, "A": 8}
    accepted = _backed_up(tree, labels)
    submission = tuple(
        replace(step, own=Own(returned=wrong.get(step.label, step.worth)))
        for step in accepted
    )
    marks = Marks(frozenset(labels), principal=("A", "B"), chosen="B", best=("B",))
    return Replay(tree, submission, accepted, marks)


def too_quiet() -> Replay:
    """A search that takes the estimate of what is not quiet."""
    tree = with_noise()
    accepted = _backed_up(tree, ("A", "B", "B1", "B2", "C"))
    marks = Marks(frozenset("ABC"), wrongly_skipped=frozenset({"B1", "B2"}))
    return Replay(tree, _backed_up(tree, ("A", "B", "C")), accepted, marks)


def too_deep() -> Replay:
    """A search that goes on at D, where it should have taken the estimate."""
    tree = with_horizon()
    accepted = _backed_up(tree, ("A", "B", "D", "B1", "E", "C", "F", "H"))
    deeper = ("A", "B", "D", "D1", "D2", "B1", "E", "E1", "E2", "C", "F", "H")
    marks = Marks(
        visited=frozenset(deeper),
        wrongly_visited=frozenset({"D1", "D2", "E1", "E2"}),
        principal=("A", "B", "D"),
        wrong_at="D1",
        chosen="B",
        best=("B",),
    )
    submission = tuple(Step(label) for label in deeper)
    return Replay(
        tree=tree,
        submission=submission,
        accepted=accepted,
        marks=marks,
        wrong=3,
        sentence=SENTENCE,
    )


def selfless() -> Replay:
    """Max^n in which C takes what is best for A: Z1 came back as (4, 2, 3)."""
    tree = three_players()
    order = "X Y1 Z1 p1 p2 Z2 q1 q2 Y2 Z3 r1 r2 Z4 s1 s2"
    accepted = _backed_up(tree, tuple(order.split()))
    wrong: dict[str, Value] = {"Z1": (4, 2, 3), "Y1": (4, 2, 3), "Z2": (7, 4, 1)}
    submission = tuple(
        replace(step, own=Own(returned=wrong.get(step.label, step.worth)))
        for step in accepted
    )
    marks = Marks(frozenset(tree.labels()), principal=("X", "Y1", "Z1", "p1"))
    return Replay(tree, submission, accepted, marks)


def _backed_up(tree: GameTree, labels: tuple[str, ...]) -> tuple[Step, ...]:
    values = exact_values(tree)
    return tuple(Step(label, worth=values[label]) for label in labels)


def wide() -> Replay:
    """A root with 120 leaves, and a search that goes from one end to the other."""
    leaves = tuple(Node(f"L{i}", MIN, (), i) for i in range(1, 121))
    tree = GameTree((Node("A", MAX, tuple(range(1, 121))), *leaves))
    steps = tuple(Step(node.label) for node in tree.nodes)
    return Replay(tree, steps, steps, Marks(frozenset(tree.labels()), best=("L120",)))


def small() -> Report:
    """Five tests: passed, failed with a replay (two), failed without, not judged."""
    right = Replay(
        tree=figure_5_2(),
        submission=without_pruning().accepted,
        accepted=without_pruning().accepted,
        marks=Marks(
            visited=frozenset(figure_5_2().labels()) - {"C2", "C3"},
            principal=("A", "B", "B1"),
        ),
    )
    entries = (
        _entry("1.1", "minimax", "lectures/fig_5_2", "correct", passed=True),
        _entry("1.2", "minimax", "mistakes/early", "skipped 8", replay=ended_early()),
        _entry(
            "2.1",
            "alpha_beta",
            "lectures/fig_5_2",
            "visited C2 and C3, though cut",
            details=DETAILS,
            replay=without_pruning(),
        ),
        _entry("2.2", "alpha_beta", "r", "correct", passed=True, replay=right),
        _entry("", "checks", "Play to the end", "raised KeyError: 3", details=TRACED),
        _entry("", "checks", "Against the clock", "not reached", judged=False),
    )
    report = Report(title="Minimax and alpha-beta", sandbox="Sandbox: own process")
    report.notes.append(
        Note("random.py has the name of one of Python's own; rename yours.")
    )
    report.notes.append(
        Note("alpha_beta: nothing is cut", ("Where does the loop end early?",))
    )
    report.entries.update((str(i), entry) for i, entry in enumerate(entries))
    return report


VISITED = "A, B, B1, B2, B3, C, C1, C2, C3, D, D1, D2 and D3"
DETAILS = (
    (
        Sentence("The two-ply game tree (AIMA 4e, Figure 5.2)"),
        Facet(PASSED, "value", 1, 1, "max_value returned 3, as it should"),
        Facet(PASSED, "action", 1, 1, "alpha_beta_search returned B, as it should"),
        Facet(FAILED, "visits", 0, 2, "visited C2 and C3, though cut"),
    ),
    (WrongStep(SENTENCE),),
    (
        Sentence(f"max_value visited: {VISITED}"),
        Sentence(ACCEPTED.format(VISITED.replace(" C2, C3,", ""))),
        Hint("where does the loop over the children end early?"),
    ),
    (Quotation(PRINTED, ("searching C2", "    v = 2")),),
)
TRACED = (
    (
        Quotation(
            TRACEBACK,
            (
                "minimax.py, line 12, in max_value",
                "  return max(min_value(game, s) for _, s in game.successors(state))",
                "KeyError: 3",
            ),
        ),
    ),
)


def _entry(number: str, group: str, name: str, headline: str, **more: Any) -> Entry:
    """A test that failed, but for what is said of it."""
    failed = Entry(name, group, headline, score=0.0, max_score=1.5, number=number)
    entry = replace(failed, **more)
    earned = 1.5 if entry.passed else 0.0
    return replace(entry, score=earned if entry.judged else None)


def stacked() -> Report:
    """One test, of a search that keeps a stack."""
    entry = _entry("1.1", "dfs", "fig_5_2", "visited C2", replay=with_a_stack())
    return Report(title="A stack", entries={"one": entry})


def growing() -> Report:
    """One test, of a search by playouts: its eighth goes on to I, where H is due.

    MAX gets −1, −1, 1, 0, −1, 1 and −1 of the first seven.
    """
    nodes = (
        Node("A", MAX, (1, 2)),
        *(Node("B", MIN, (3, 4, 5)), Node("C", MIN, (6, 7))),
        *(Node("D", MAX, (), 1), Node("E", MAX, (), 0), Node("F", MAX, (), -1)),
        *(Node("G", MAX, (8, 9)), Node("H", MAX, (), -1)),
        *(Node("I", MIN, (), 1), Node("J", MIN, (), -1)),
    )
    payoffs = (-1, -1, 1, 0, -1, 1, -1)
    begun = [Step(a, payoff=p) for a, p in zip("BCDEFGH", payoffs, strict=True)]
    replay = Replay(
        tree=GameTree(nodes),
        submission=(*begun, Step("I", payoff=1)),
        accepted=(*begun, Step("H", payoff=-1)),
        marks=Marks(
            visited=frozenset("ABCDEFGH"),
            wrongly_visited=frozenset("I"),
            wrongly_skipped=frozenset("H"),
            wrong_at="C",
            notes={"A": "N 7", "G": "N 1, U -1"},
        ),
        wrong=7,
        sentence=SENTENCE,
    )
    entries = {
        "one": _entry("1.1", "mcts", "two_actions", "played from I", replay=replay),
        "two": _entry("1.2", "mcts", "boards", "played on", replay=on_boards()),
    }
    return Report(title="A tree of playouts", entries=entries)


def on_boards() -> Replay:
    """A search by playouts whose third goes on, where the last square is due."""
    root, first, other = "XO./OXX/.XO", "XOX/OXX/.XO", "XO./OXX/XXO"
    nodes = (
        Node(root, MAX, (1, 2), moves=("square 3", "square 7")),
        Node(first, MIN, (3,), moves=("square 7",)),
        Node(other, MIN, (4,), moves=("square 3",)),
        Node("XOX/OXX/OXO", MAX, (), 0),
        Node("XOO/OXX/XXO", MAX, (), -1),
    )
    begun = (Step(first, payoff=0), Step(other, payoff=-1))
    return Replay(
        tree=GameTree(
            tuple(replace(n, content=n.label.replace("/", "")) for n in nodes)
        ),
        submission=(*begun, Step(nodes[4].label, payoff=-1)),
        accepted=(*begun, Step(nodes[3].label, payoff=0)),
        marks=Marks(
            visited=frozenset((root, first, other)),
            wrongly_visited=frozenset((nodes[4].label,)),
            wrongly_skipped=frozenset((nodes[3].label,)),
            wrong_at=root,
            notes={root: "N 2", first: "N 1, U 0", other: "N 1, U -1"},
        ),
        wrong=2,
        sentence=SENTENCE,
    )


def crowded() -> Report:
    """Of sixty questions the last fails, and whatever has a name has a long one."""
    source = f"v = {'min(v, ' * 16}0{')' * 16}"
    files = ", ".join(f"solution_{i}.py" for i in range(60))
    last = _entry(
        *("60.1", f"alpha_beta_{'of_the_evening_' * 6}", f"new/{'a_long_name_' * 20}"),
        f"alpha_beta.py is missing; found {files}",
        line=Line(f"{'alpha_beta_' * 9}.py", 12345, source, 4, 90),
        details=((WrongStep(f"First wrong step: {'at C, ' * 70}"),),),
        replay=without_pruning(),
    )
    entries = [
        _entry(f"{i}.1", f"question_{i}", "fig_5_2", "correct", passed=True)
        for i in range(1, 60)
    ]
    title = f"Artificial Intelligence {'and its Foundations ' * 40}"
    notes = [Note(f"question_{i}: {SENTENCE}", (SENTENCE,) * 5) for i in range(9)]
    rows = {entry.number: entry for entry in (*entries, last)}
    return Report(title=title, entries=rows, notes=notes)


def hostile() -> Report:
    """A report in which each foreign text tries to become a part of the page."""
    label = HOSTILE
    tree = GameTree((Node(label, MAX, (1,)), Node("#" + label, MIN, (), 1)), label)
    replay = Replay(
        tree=tree,
        submission=(Step(label), Step("#" + label)),
        accepted=(Step(label),),
        marks=Marks(
            visited=frozenset(tree.labels()),
            wrongly_visited=frozenset({"#" + label}),
            wrong_at="#" + label,
        ),
        wrong=1,
        sentence=HOSTILE,
    )
    details = (
        (Sentence(HOSTILE), Facet(FAILED, "visits", 0, 2, HOSTILE)),
        (WrongStep(HOSTILE), Hint(HOSTILE), Named(HOSTILE)),
        (Quotation(HOSTILE, (HOSTILE, HOSTILE)), Verbatim((HOSTILE,))),
    )
    report = Report(title=HOSTILE, notes=[Note(HOSTILE)], sandbox=HOSTILE)
    for number in (HOSTILE, "1.1", "1.1", 'x" onclick="alert(3)'):
        report.entries[str(len(report.entries))] = _entry(
            number, HOSTILE, HOSTILE, HOSTILE, details=details, replay=replay
        )
    return report


@cache
def default_assignment() -> Report:
    """All 55 tests, and of each the most there is to show: no search cuts."""
    assignment = assignments.load(ROOT / "test_trees")
    report = Report(title=assignment.title, sandbox="Sandbox: own process")
    for place, case in enumerate(assignment.cases, start=1):
        replay = _never_cuts(case.tree)
        report.entries[case.name] = _entry(
            f"{1 + (place > 22)}.{place}",  # minimax is asked on 22 trees
            case.question.name,
            case.tree_name,
            "visited more than it should",
            details=DETAILS,
            replay=replay,
        )
    return report


def _never_cuts(tree: GameTree) -> Replay:
    accepted = tuple(_alpha_beta(tree, cuts=True))
    submission = tuple(_alpha_beta(tree, cuts=False))
    needed = frozenset(step.label for step in accepted)
    more = [i for i, step in enumerate(submission) if step.label not in needed]
    marks = Marks(
        visited=frozenset(tree.labels()),
        wrongly_visited=frozenset(submission[i].label for i in more),
        wrong_at=submission[more[0]].label if more else "",
    )
    wrong = more[0] if more else None
    return Replay(
        tree=tree,
        submission=submission,
        accepted=accepted,
        marks=marks,
        wrong=wrong,
        sentence=SENTENCE if more else "",
    )


def _alpha_beta(tree: GameTree, *, cuts: bool) -> Iterator[Step]:
    """The visits of a search, in order (AIMA 4e, Figure 5.7)."""

    def search(
        index: int, alpha: Number, beta: Number, v: Number | None
    ) -> Iterator[Step]:
        node = tree.nodes[index]
        yield Step(node.label, (alpha, beta), v)
        if node.utility is not None:
            assert not isinstance(node.utility, tuple)
            values[index] = node.utility
        best: Number | None = None
        better = max if node.to_move == MAX else min
        for child in node.children:
            yield from search(child, alpha, beta, best)
            best = values[child] if best is None else better(best, values[child])
            values[index] = best
            if node.to_move == MAX:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if cuts and alpha >= beta:
                return

    values: dict[int, Number] = {}
    yield from search(0, *tree.window, None)


VOID = {"br", "input", "meta", "wbr"}
REPORTS: dict[str, Callable[[], Report]] = {
    "small": small,
    "hostile": hostile,
    "other": other,
    "others": others,
    "stack": stacked,
    "playouts": growing,
    "stub": not_begun,
    "large": large,
    "crowded": crowded,
    "default": default_assignment,
}
EVERY_REPORT = pytest.mark.parametrize("report", REPORTS)


class Reader(HTMLParser):
    """What a browser finds in a page: elements, the texts inside them, their order."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {}
        self.unbalanced: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.unbalanced += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember an element."""
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Remember an element of SVG that is empty."""
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Every element ends before the one around it."""
        if self._open and self._open[-1] == tag:
            self._open.pop()
        else:
            self.unbalanced.append(tag)

    def handle_data(self, data: str) -> None:
        """Text belongs to the element it stands in."""
        if self._open:
            self.texts[self._open[-1]][-1] += data

    def attributes(self, name: str) -> list[str]:
        """All values of one attribute, in order."""
        return [given[name] for _, given in self.elements if name in given]


@cache
def text_of(report: str) -> str:
    """The page of one of the reports."""
    return page.html(for_student(REPORTS[report]()))


@cache
def read(report: str) -> Reader:
    """The same, read."""
    return Reader(text_of(report))


def only(entry: int, **changes: Any) -> str:
    """The page of one entry of the small report, changed."""
    report = small()
    chosen = replace(report.all()[entry], **changes)
    return page.html(for_student(Report(title="One test", entries={"one": chosen})))
