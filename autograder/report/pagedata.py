"""A replay as the page's script reads it: JSON that nothing can break out of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from autograder.drawing.replay import Replay, Step
from autograder.game import MAX, Number
from autograder.text import clean
from autograder.trees.tree import Node

LONGEST_LABEL, LONGEST_SENTENCE = 200, 2000
# Inside <script> only these could end it, or open a comment that hides its end.
ESCAPES = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})


def script_json(replay: Replay) -> str:
    """The replay as ASCII JSON that may stand inside a script element.

    Nodes go by their index in `tree.nodes`, numbers as the text that is shown: JSON
    has no infinity.
    """
    encoded = json.dumps(
        _content(replay), ensure_ascii=True, allow_nan=False, separators=(",", ":")
    )
    return encoded.translate(ESCAPES)


def number(value: Number | None) -> str:
    """A number as people write it: 3, −0.25, ∞; a dash where there is none."""
    if value is None:
        return "–"
    text = f"{value:.12g}" if isinstance(value, float) else str(value)
    return text.replace("-", "−").replace("inf", "∞")


def _content(replay: Replay) -> dict[str, Any]:
    nodes = replay.tree.nodes
    index = {node.label: i for i, node in enumerate(nodes)}
    return {
        "nodes": [
            [clean(node.label, LONGEST_LABEL), _role(node), list(node.children)]
            for node in nodes
        ],
        "submission": _steps(replay.submission, index),
        "accepted": _steps(replay.accepted, index),
        "wrong": replay.wrong,
        "sentence": clean(replay.sentence, LONGEST_SENTENCE),
        "wronglyVisited": _indices(replay.marks.wrongly_visited, index),
        "wronglySkipped": _indices(replay.marks.wrongly_skipped, index),
    }


def _role(node: Node) -> str:
    """What a reader wants to know of a node: whose move it is, or how the game ends."""
    if not node.children:
        return f"leaf, utility {number(node.utility)}"
    return "MAX to move" if node.to_move == MAX else "MIN to move"


def _steps(steps: Sequence[Step], index: Mapping[str, int]) -> list[list[Any]]:
    """A row a step: node, α, β, v."""
    return [
        [index[step.label], *map(number, step.window or (None, None)), number(step.v)]
        for step in steps
    ]


def _indices(labels: Iterable[str], index: Mapping[str, int]) -> list[int]:
    return sorted(index[label] for label in labels)
