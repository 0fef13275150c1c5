"""A program without a search: it knows the visible trees, and replays their visits."""

from __future__ import annotations

import json
from pathlib import Path

from autograder.answers import file as answers
from autograder.assignment.questions import VISIBLE, Assignment, Question
from autograder.kinds.search.signatures import load as with_signatures

PROGRAM = '''\
import json

TREES = json.loads({table!r})


def replayed(game, root, kind, *window):
    """Visit what is written down, as long as the tree is one that is known."""
    known = [
        tree
        for tree in TREES
        if tree["labels"][0] == str(root)
        and (kind == "action" or tree["window"] == list(window))
    ]
    handles, step = {{str(root): root}}, 0
    while known:
        visits = known[0][kind]["visits"]
        if step == len(visits):
            return known[0][kind]["comes"], handles
        label = visits[step]
        state = handles[label]
        seen = (
            game.utility(state)
            if game.is_terminal(state)
            else [str(child) for _, child in game.successors(state)]
        )
        if not isinstance(seen, (int, float)):
            handles.update({{str(c): c for _, c in game.successors(state)}})
        known = [
            tree
            for tree in known
            if tree[kind]["visits"][: step + 1] == visits[: step + 1]
            and tree["nodes"].get(label) == seen
        ]
        step += 1
    raise LookupError("this tree is not in the table")


def max_value(game, state{arguments}):
    return replayed(game, state, "value"{arguments})[0]


def min_value(game, state{arguments}):
    return replayed(game, state, "value"{arguments})[0]


def {search}(game, state):
    return replayed(game, state, "action")[0]
'''


def table_of(assignment: Assignment, question: Question) -> str:
    """The module of a question: each visible tree, with what is to be done there."""
    rows = []
    for case in with_signatures(assignment).cases:
        if case.question.name != question.name or case.visibility != VISIBLE:
            continue
        right = answers.load(assignment, case.tree_name)
        answer = right.questions[question.name][case.question.accept[0]]
        labels = case.tree.labels()
        nodes = {
            node.label: [labels[child] for child in node.children] or node.utility
            for node in case.tree.nodes
        }
        rows.append(
            {
                "labels": labels,
                "nodes": nodes,
                "window": case.tree.window if question.arguments else (),
                "value": {"visits": answer.visited_labels(), "comes": answer.value},
                "action": {
                    "visits": answer.labels_visited_by_search(),
                    "comes": answer.action,
                },
            }
        )
    arguments = "".join(f", {name}" for name in question.arguments or ())
    return PROGRAM.format(
        table=json.dumps(rows), arguments=arguments, search=question.search
    )


def write(assignment: Assignment, folder: Path) -> None:
    """The modules of all questions of an assignment."""
    for question in assignment.questions():
        text = table_of(assignment, question)
        (folder / f"{question.module}.py").write_text(text, "utf-8")
