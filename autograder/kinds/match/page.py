"""Games as a page of its own, which is stepped through by keys."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from autograder.kinds.match.playing import Played
from autograder.kinds.match.words import ending, line_of_play

Names = Mapping[str, str]  # of who played, by side


def of_games(title: str, games: Sequence[tuple[Names, Played]]) -> str:
    """The page, which needs nothing but itself."""
    page = Path(__file__).with_suffix(".html").read_text(encoding="utf-8")
    results = [ending(played, names) for names, played in games]
    rows = (f"<li>{escape(result)}</li>" for result in results)
    steps = [
        [(label.replace("/", "\n"), move) for move, label in line_of_play(played).way]
        for _, played in games
    ]
    for game, result in zip(steps, results, strict=True):
        board, move = game[-1]
        game[-1] = board, f"{move} – {result}"
    filled = {
        "title": escape(title),
        "games": "".join(rows),
        "steps": json.dumps(steps).replace("<", "\\u003c"),
    }
    for name, text in filled.items():
        page = page.replace(f"${name}", text)
    return page
