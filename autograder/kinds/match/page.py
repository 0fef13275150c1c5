"""Games as a page of its own, which is stepped through by keys."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from autograder.kinds.match.playing import Played
from autograder.kinds.match.words import ending, line_of_play

Names = Mapping[str, str]  # of who played, by side


def of_games(title: str, games: Sequence[tuple[Names, Played]], above: str = "") -> str:
    """The page, which needs nothing but itself; `above` the games stands more HTML."""
    page = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
    results = [ending(played, names) for names, played in games]
    pairs = (" – ".join(names.values()) for names, _ in games)
    rows = (
        f"<li>{escape(f'{pair}: {result}')}</li>"
        for pair, result in zip(pairs, results, strict=True)
    )
    steps = [
        [(label.replace("/", "\n"), move) for move, label in line_of_play(played).way]
        for _, played in games
    ]
    for game, result in zip(steps, results, strict=True):
        board, move = game[-1]
        game[-1] = board, f"{move} – {result}"
    filled = {
        "title": escape(title),
        "above": above,
        "games": "".join(rows),
        "steps": json.dumps(steps).replace("<", "\\u003c"),
    }
    return re.sub(r"\$(title|above|games|steps)\b", lambda key: filled[key[1]], page)
