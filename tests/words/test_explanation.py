"""What kind of change a repair is: read from what differs, and not from how it came."""

from __future__ import annotations

from autograder.observing.repairing import Change, Repair
from autograder.observing.sources import Place
from autograder.words import explanations
from autograder.words import explanations as words
from autograder.words.explanations import ASKS, FAMILIES, OTHER, Explanation
from tests.cases import for_each
from tests.small import ROOT

# Of each family a change that is one, and one that looks like it and is none.
KINDS = {
    "extremum": (
        ("v = max(v, x)", "v = min(v, x)"),
        ("v = max(v, x)", "v = sum(v, x)"),
    ),
    "comparison": (
        ("if v > beta:", "if v >= beta:"),
        ("if v > beta:", "if v > alpha:"),
    ),
    "start value": (("v = 0", "v = float('-inf')"), ("v = 0", "v = 1")),
    "sign": (("return -f(s)", "return f(s)"), ("x = -1", "x = 1")),
    "return": (("f(s)", "return f(s)"), ("return f(s)", "f(s)")),
    "terminal": (
        ("", "if game.is_terminal(s):\n    return game.utility(s)"),
        ("", "if s:\n    return game.is_terminal(s)"),
    ),
    "cut": (("", "if v >= beta:\n    return v"), ("", "if v == beta:\n    return v")),
    "bound": (("", "alpha = max(alpha, v)"), ("", "v = max(v, w)")),
    "handed on": (
        ("x = -f(s, depth - 1, -alpha, -beta)", "x = -f(s, depth - 1, -beta, -alpha)"),
        ("x = -f(s, -alpha, -beta)", "x = -g(s, -beta, -alpha)"),
    ),
    "callee": (
        ("v = max(v, max_value(s))", "v = max(v, min_value(s))"),
        ("v = max_score", "v = min_score"),
    ),
    "stop": (
        ("if v == 1:\n    break", ""),
        ("if v == 1:\n    v = 2", ""),
    ),
    "mean": (("v += x / p", "v += x * p"), ("v += x - p", "v += x * p")),
    "depth": (("f(s, depth)", "f(s, depth - 1)"), ("f(s, x)", "f(s, x - 1)")),
    "copy": (("new = board", "new = list(board)"), ("new = board", "new = list(b)")),
    "kept": (("", "seen = []"), ("", "seen = [3]")),
    "index": (("x = row[0]", "x = row[1]"), ("x = row[0]", "x = row[i]")),
    "range": (("range(1, n)", "range(1, n + 1)"), ("range(n)", "range(m)")),
    "window": (
        ("kept[s] = v", "if first_alpha < v < first_beta:\n    kept[s] = v"),
        ("kept[s] = v", "if first_alpha < v < first_beta:\n    kept[s] = w"),
    ),
}


@for_each("family", FAMILIES)
def test_each_family_has_a_change_and_a_likeness(family: str) -> None:
    """One is told by its name, and the other is not."""
    change, likeness = KINDS[family]
    assert explanations.family([Change("m", 1, *change)]) == family
    assert explanations.family([Change("m", 1, *likeness)]) != family
    assert ASKS[family].endswith("?")


@for_each(
    "changes, family",
    [
        ([("    return v", "        return v")], "block"),
        ([("return v", ""), ("", "return v")], "order"),
        ([("return v", ""), ("", "return w")], OTHER),
        ([("beta = v", "alpha = v")], "bound"),
        ([("v = beta", "v = alpha")], OTHER),
        ([("f(s, depth - 1, a)", "f(a, depth - 1, s)")], OTHER),
        ([("if depth == 0:", "if depth == 1:")], "depth"),
        ([("f(s, alpha)", "f(s, float('-inf'))")], "handed on"),
        (
            [
                ("", "first_a, first_b = (a, b)"),
                ("if v <= a:", "if v <= first_a:"),
            ],
            "window",
        ),
        ([("", "first_a, first_b = (b, a)")], OTHER),
        ([("", "if game.to_move(s) == 'min':\n    return g(s)")], "extremum"),
        ([("", "if game.to_move(s) == 'max':\n    return g(s)")], OTHER),
        ([("v = -99", "v = -float('inf')")], "start value"),
        ([("new = b.copy()", "new = [[*row] for row in b]")], "copy"),
        ([("new = b[:]", "new = [[*row] for row in b]")], "copy"),
        ([("new = b.copy()", "new = [[*row] for row in c]")], OTHER),
        ([("new = b.copy()", "new = b")], OTHER),
        ([("v = 1", "v = float('inf') if m else -float('inf')")], "start value"),
        ([("f(a, 1)", "f(a, float('inf'))")], OTHER),
    ],
)
def test_the_family_of_a_few_lines(changes: list[tuple[str, str]], family: str) -> None:
    """Lines that stand elsewhere are told by all of them together."""
    made = [Change("m", line, *change) for line, change in enumerate(changes)]
    assert explanations.family(made) == family


def test_changes_of_several_families_have_none() -> None:
    """Of two kinds at once nothing is asked that holds for one alone."""
    both = [Change("m", 1, *KINDS[name][0]) for name in ("sign", "depth")]
    assert explanations.family(both) == OTHER


def repair(
    *lines: int, size: float = 1.0, rewrites: bool = False, edits: int = 0
) -> Repair:
    """A repair in these lines, each of which is an edit by itself."""
    changes = tuple(Change("m", line, "a", "b") for line in lines)
    return Repair({}, changes, edits or len(lines), rewrites, size)


@for_each(
    "repairs, told, either",
    [
        ([], [], False),
        ([repair(3)], [(3,)], False),
        ([repair(3), repair(3, size=1.2)], [(3,)], False),
        ([repair(3), repair(7, size=1.2)], [(3,), (7,)], True),
        ([repair(3), repair(7, size=1.8)], [(3,)], False),
        ([repair(3), repair(7), repair(9)], [], False),
        ([repair(3), repair(7), repair(8)], [(3,), (7,)], True),
        ([repair(3), repair(7, 12, edits=1)], [], False),
        ([repair(3, 5), repair(3, 7)], [], False),
        ([repair(3), repair(4)], [(3,)], False),
        ([repair(3), repair(4, 5)], [(3,)], False),
        ([repair(3, rewrites=True)], [], False),
        ([repair(1, 2, 3, 4)], [], False),
    ],
)
def test_equal_repairs_in_other_lines(
    repairs: list[Repair], told: list[tuple[int, ...]], *, either: bool
) -> None:
    """Two lines are told with `or`; where there are more, nobody is sure of one."""
    chosen, is_either = explanations.repairs_to_tell(repairs)
    assert [tuple(line for _, line in each.lines) for each in chosen] == told
    assert is_either is either


def test_a_repair_that_takes_away_more_is_no_other() -> None:
    """Of a statement that goes alone, and with all before it, the first is told."""

    def gone(line: int, text: str, size: float) -> Repair:
        change = Change("m", line, text, "")
        return Repair({}, (change,), edits=1, rewrites=False, size=size)

    less, more = gone(5, "if a:\n    b", 1.0), gone(3, "c\nd\nif a:\n    b", 1.2)
    apart = gone(9, "c\nd\nif a:\n    b", 1.2)
    assert explanations.repairs_to_tell([less, more]) == ((less,), False)
    assert explanations.repairs_to_tell([less, apart]) == ((less, apart), True)


ALONE = "With a change in line 8 alone, all 27 trees that you see are right"
BOTH = "With changes in lines 8 and 9, both trees that you see are right"
OR = "With a change in line 8 of a.py or in line 9 of b.py, the one test that you see"
A8, A9, B9 = Place("a.py", 8, ""), Place("a.py", 9, ""), Place("b.py", 9, "")
WORDS = [
    (Explanation((A8,), "sign", "", 27, 27), ALONE),
    (Explanation((A8, A9), "sign", "", 2, 2), BOTH),
    (Explanation((A8, B9), "sign", "", 1, 1, either=True), f"{OR} is right"),
]


@for_each("cause, sentence", WORDS)
def test_the_sentence(cause: Explanation, sentence: str) -> None:
    """It names each line, and the file where there are several."""
    assert words.title(cause) == sentence


def test_the_page_shows_the_sentence() -> None:
    """As it is said."""
    page = (ROOT / "docs" / "diagnosis.md").read_text(encoding="utf-8")
    assert f"| `{ALONE}` |" in page
