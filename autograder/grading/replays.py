"""A result as it can be replayed: its steps, its marks, and the first wrong one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograder.answers.file import Answers
from autograder.drawing.replay import Marks, Replay, Step
from autograder.game import Number
from autograder.judging.bounds import Bounds, better
from autograder.judging.compare import CaseResult, Finding
from autograder.judging.outcome import Fault
from autograder.judging.visits import Compared
from autograder.trees.tree import FULL, GameTree, Window, backed_up
from autograder.words import findings as words

MOST_NODES = 2_000  # of a tree that is drawn


def replay_of(result: CaseResult, answers: Answers) -> Replay | None:
    """The submission's search for the value beside the accepted one.

    None where the submission visited nothing, or did not come to an end: what it left
    out was then not cut; and on trees that are too large to be looked at.
    """
    case, (value_call, _) = result.case, result.observed.calls
    if len(case.tree.nodes) > MOST_NODES:
        return None
    if not value_call.visited or isinstance(value_call.outcome, Fault):
        return None
    recorded = answers.questions[case.question.name][case.question.accept[0]]
    finding = _visits_of(result.findings)
    visits = finding.visits if finding else Compared(right=True)
    accepted = visits.expected or recorded.visited()
    wrong = None if result.keeps else _position(visits, value_call.visited)
    return Replay(
        case.tree,
        steps(case.tree, value_call.visited, case.window),
        steps(case.tree, accepted, case.window),
        Marks(
            visited=frozenset(value_call.visited),
            wrongly_visited=frozenset(visits.wrongly_visited),
            wrongly_skipped=frozenset(visits.wrongly_skipped),
            principal=principal_variation(case.tree, answers.values),
            wrong_at="" if result.keeps else _wrong_at(visits),
        ),
        wrong,
        "" if wrong is None else words.wrong_step(result),
    )


def _visits_of(findings: Sequence[Finding]) -> Finding | None:
    return next((f for f in findings if f.facet == "visits"), None)


def _wrong_at(visits: Compared) -> str:
    """The node at which the search first went wrong; "" if it did nowhere."""
    if visits.step is None or visits.right:
        return ""
    return visits.early[0] if visits.early else visits.step.node


def _position(visits: Compared, visited: Sequence[str]) -> int | None:
    """The index of the first wrong step; None if each was right."""
    if visits.right:
        return None
    if visits.early:
        return visited.index(visits.early[0])
    step = visits.step
    if step is None:
        return None
    return visited.index(step.child) if step.visited else step.position


def principal_variation(
    tree: GameTree, values: Mapping[str, Number]
) -> tuple[str, ...]:
    """The labels of best play from the root down, first among equals."""
    index, line = 0, [tree.root.label]
    while tree.nodes[index].children:
        label = tree.nodes[index].label
        index = next(
            child
            for child in tree.nodes[index].children
            if values[tree.nodes[child].label] == values[label]
        )
        line.append(tree.nodes[index].label)
    return tuple(line)


def steps(
    tree: GameTree, visited: Sequence[str], window: Window | None
) -> tuple[Step, ...]:
    """Each visit with the window and the parent's v, as far as they were known then.

    Known is what the search's own visits below an elder sibling come to.
    """
    index_of = {node.label: index for index, node in enumerate(tree.nodes)}
    order = [index_of[label] for label in visited]
    parent = {child: i for i, node in enumerate(tree.nodes) for child in node.children}
    worth = backed_up(tree, sorted(order))
    at: dict[int, Bounds] = {0: Bounds(*(window or FULL))}
    v: dict[int, Number] = {}
    elder: dict[int, int] = {}
    made = []
    for index in order:
        above = parent.get(index)
        if above is not None:
            node = tree.nodes[above]
            if above in elder and elder[above] in worth:
                value = worth[elder[above]]
                v[above] = better(node.to_move, v.get(above), value)
                at[above] = at[above].after(node.to_move, node.label, value)
            elder[above] = index
            at[index] = at[above]
        label = tree.nodes[index].label
        entered = at[index].window if window is not None else None
        made.append(Step(label, entered, None if above is None else v.get(above)))
    return tuple(made)
