"""What is said of lines of play."""

from __future__ import annotations

from autograder.kinds.game import words
from tests.cases import for_each


@for_each(
    "sentence, told",
    [
        (
            words.count_table_heading("nim piles=2,2"),
            "Lines of play by length, over or not: nim piles=2,2\n\nplies     lines",
        ),
        (words.count_table_row(5, 15_120), "    5     15120"),
        (
            words.by_action(1, [("left\x1b[2J", 1), ("right", 1)]),
            (
                "\nThose of 1 ply by first action:\n\n"
                "       1  left\\x1b[2J\n       1  right"
            ),
        ),
        (words.game_over_sentence(9), "\nNo line is longer than 9 plies."),
        (
            words.too_many_lines_sentence("chess", 6, 10_000_000),
            (
                "chess: there are more than 10,000,000 lines of 6 plies, and no more "
                "are counted; --depth 5 is the most here"
            ),
        ),
        (
            words.too_many_lines_sentence("wide", 1, 10),
            (
                "wide: there are more than 10 lines of 1 ply, and no more are counted; "
                "smaller options may help"
            ),
        ),
    ],
)
def test_sentences(sentence: str, told: str) -> None:
    """Each in full."""
    assert sentence == told
