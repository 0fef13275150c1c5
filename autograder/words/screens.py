"""The words on one screen: how many tests are right, what is wrong, what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.text import few, listed

NAMES = 40  # characters of the names of questions that share a line
CONVENTIONS = {  # what is meant by the names that need it
    "equality": "it cuts where v meets the bound, too",
    "strict": "it cuts only where v is beyond the bound",
    "fail_hard": "it returns nothing outside of [α, β]",
    "depth_strict": "it cuts only where v is beyond the bound",
    "depth_fail_hard": "it returns nothing outside of [α, β]",
    "depth_root_separate": "each action of the root has a window of its own",
    "root_separate": "each action of the root has a window of its own",
    "root_strict": "ties with the root's best are searched to the end",
    "root_value_first": "the value is found first, then the action that has it",
    "ordering_strict": "it cuts only where v is beyond the bound",
    "ordering_fail_hard": "it returns nothing outside of [α, β]",
    "ordering_root_separate": "each action of the root has a window of its own",
    "dispatcher_root_separate": "each action of the root has a window of its own",
    "df_root_separate": "each action of the root has a window of its own",
    "pruning_root_separate": "each action of the root has a window of its own",
    "star1_root_separate": "each action of the root has a window of its own",
    "table_root_separate": "each action of the root has a window of its own",
    "full_windows": "what is below chance has a full window",
    "star1_fail_hard": "it returns nothing outside of [α, β]",
    "rounds_fail_hard": "what a cut leaves is the end of the window",
    "alone_stands_out": "an action without a second is looked at more closely",
    "stand_pat": "a player may stand pat",
    "exact_only": "its table holds exact values alone",
    "bounds_apart": "its table has a place for each kind of bound",
    "narrowing": "a bound in its table narrows the window",
    "narrowing_inside": "a bound in its table narrows the window, which tells the next",
    "both_bounds": "its table has both bounds of a position, which narrow the window",
    "table_fail_hard": "it returns and keeps nothing outside of [α, β]",
    "both_bounds_fail_hard": "its table has both bounds of a position, as α and β",
    "two_killers": "it has two killers a ply",
}
ALL_RIGHT = "All right: {} of {} points."
SEEN = "All right: {} of the {} points that you can see; {} are graded later."
UNSEEN = "All right: {} of {} points; students see {} of them later, or never."
NEXT, OR, TRY = "Next: ", "Or:   ", "To see each search, step by step: "
PAGE = "--page report.html"
WRITTEN = "Wrote {}: open it in a browser."
QUESTIONS = "{} questions"
SKIPPED = "skipped"
TOTAL = "Total"
MORE_FAIL = "… and {} more questions have tests that fail"
FIRST_WRONG = "On {}: {}"


def right(count: int, tests: str) -> str:
    """That all tests of a question are."""
    return f"all {count} {tests} right" if count > 1 else "right"


def counted(
    passed: int, total: int, tests: str, causes: Sequence[tuple[str, int]]
) -> str:
    """How many tests are right, and how many of the others go wrong in which way."""
    share = f"{passed or 'none'} of {total} {tests} right"
    return f"{share}; {', '.join(f'{count} {what}' for what, count in causes)}"


def right_questions(names: Sequence[str]) -> str:
    """Several questions of which all tests are right."""
    return f"all right: {few(tuple(names), NAMES)}"


def unwritten_questions(names: Sequence[str]) -> str:
    """Several questions of which nothing is written yet."""
    return f"not filled in: {few(tuple(names), NAMES // 2)}"


def convention(name: str) -> str:
    """The name of a right way, and what it means; "" where that needs no words."""
    if name in CONVENTIONS:
        return f"{name}: {CONVENTIONS[name]}"
    parts = name.split(", ")
    told = [CONVENTIONS[part] for part in parts if part in CONVENTIONS]
    return f"{name}: {listed(tuple(told))}" if told else ""
