"""What is said on one screen."""

from __future__ import annotations

from autograder.project import REFERENCE
from autograder.report import terminal as words
from tests.cases import for_each


@for_each(
    "sentence, told",
    [
        (words.all_right_sentence(26, "trees"), "all 26 trees right"),
        (words.all_right_sentence(1, "trees"), "right"),
        (
            words.passed_count_sentence(
                12, 19, "trees", [("wrong value", 4), ("timed out", 3)]
            ),
            "12 of 19 trees right; 4 wrong value, 3 timed out",
        ),
        (
            words.passed_count_sentence(0, 2, "tests", [("KeyError at a.py:3", 2)]),
            "none of 2 tests right; 2 KeyError at a.py:3",
        ),
        (
            words.right_questions_sentence(["negamax", "rounds"]),
            "all right: negamax and rounds",
        ),
        (
            words.convention_sentence("equality"),
            "equality: it cuts also where v equals the bound",
        ),
        (
            words.convention_sentence("strict, root_separate"),
            (
                "strict, root_separate: it cuts only where v is beyond the bound and "
                "each action of the root has a window of its own"
            ),
        ),
        (words.convention_sentence("textbook"), ""),
        (words.ALL_RIGHT.format(3, 4), "All right: 3 of 4 points."),
        (
            words.SEEN.format(79.6, 79.6, 20.4),
            (
                "All right: 79.6 of the 79.6 points that you can see; 20.4 are graded "
                "later."
            ),
        ),
        (
            words.UNSEEN.format(100, 100, 20.4),
            (
                "All right: 100 of 100 points; 20.4 are for tests that students do not "
                "see now."
            ),
        ),
        (words.MORE_FAIL.format(3), "… and 3 more questions have tests that fail"),
        (words.FIRST_WRONG.format("nim", "wrong"), "On nim: wrong"),
    ],
)
def test_a_sentence(sentence: str, told: str) -> None:
    """As it is read."""
    assert sentence == told


def test_each_way_of_the_reference_is_explained() -> None:
    """Each of reference/conventions has its words, as the names of cuts have."""
    names = {path.stem for path in (REFERENCE / "conventions").glob("*.py")}
    assert names <= set(words.CONVENTIONS)
