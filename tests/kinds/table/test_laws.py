"""Laws as modules: what they say, which rows break them, and laws that fail."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.answers.board import ModuleError
from autograder.assignment.questions import Limits
from autograder.errors import AssignmentError
from autograder.kinds.table import judging as laws
from autograder.kinds.table.judging import MOST, LawError, breaches, laws_of
from autograder.kinds.table.question import LAW_FOLDER, Table
from tests.cases import for_each

COUNTS = st.integers(0, 2)
FOUND = st.dictionaries(
    st.tuples(COUNTS, COUNTS, COUNTS, COUNTS), st.integers(-3, 3), max_size=12
)
BOARDS = st.text("XO.", min_size=9, max_size=9)
OF_BOARDS = st.dictionaries(
    st.tuples(BOARDS, st.sampled_from("XO")), st.integers(-3, 3), max_size=12
)
EVAL = ("between_loss_and_win", "utility_at_the_end")  # laws on boards


def under(*laws: str) -> Table:
    """A question that is held to these laws."""
    return Table("f", "f", "f", laws=laws)


@pytest.mark.parametrize(
    "name, says",
    [
        ("equal_sides", "Equal sides are worth 0."),
        ("sides_swapped", "Swapping the sides changes the sign."),
        ("one_piece_more", "One piece more of one's own is never worse."),
        (
            "between_loss_and_win",
            "An estimate lies between the utilities of a loss and of a win.",
        ),
        (
            "utility_at_the_end",
            (
                "Where the game is over an estimate is the utility: "
                "1, -1, or 0 for a draw."
            ),
        ),
    ],
)
def test_a_law_says_what_its_docstring_does(name: str, says: str) -> None:
    """Its first sentence is what students read."""
    assert laws_of(under(name))[0].says == says


def test_the_first_rows_that_break_a_law_and_how_often() -> None:
    """In the order in which laws are named; laws that are kept are left out."""
    found = {(1, 0, 1, 0): 1, (2, 0, 2, 0): 2, (3, 0, 3, 0): 0, (2, 0, 1, 0): 5}
    (breach,) = breaches(under("one_piece_more", "equal_sides"), found)
    assert breach.law.name == "equal_sides"
    assert breach.rows == ((1, 0, 1, 0),)
    assert breach.count == 2


def test_laws_that_compare_name_both_rows() -> None:
    """The one that is compared first."""
    found = {(1, 0, 1, 0): 0, (2, 0, 1, 0): -1}
    (breach,) = breaches(under("one_piece_more"), found)
    assert breach.rows == ((1, 0, 1, 0), (2, 0, 1, 0))


@given(FOUND)
def test_a_law_names_rows_that_there_are(found: dict[tuple[int, ...], int]) -> None:
    """Whatever a function returns, and whichever rows are asked."""
    every = {path.stem for path in LAW_FOLDER.glob("[a-z]*.py")}
    names = tuple(sorted(every - {*EVAL}))
    for breach in breaches(under(*names), found):
        assert breach.count > 0
        assert {*breach.rows} <= {*found}


@given(OF_BOARDS)
def test_the_laws_of_boards_name_rows_too(found: dict[tuple[str, str], int]) -> None:
    """Positions that cannot be reached are rows as well."""
    for breach in breaches(under(*EVAL), found):
        assert breach.count > 0
        assert {*breach.rows} <= {*found}


@for_each(
    "board, player, value, broken",
    [  # AIMA, section 5.3, by hand
        (".........", "X", 0, ()),
        ("....X....", "X", 1, ()),  # as much as a win, and not more
        ("....X....", "X", 4, EVAL[:1]),  # Toronto's formula
        ("....X....", "O", -4, EVAL[:1]),
        ("XXX.OO...", "X", 1, ()),
        ("XXX.OO...", "X", 0.9, EVAL[1:]),
        ("XXX.OO...", "O", -1, ()),
        ("XXX.OO...", "O", 0, EVAL[1:]),
        ("XX..X.OOO", "O", 1, ()),
        ("X...X.OOO", "X", -100, EVAL),
        ("XOXXOOOXX", "X", 0, ()),  # drawn
        ("XOXXOOOXX", "O", 0.5, EVAL[1:]),
        ("OXXXXOXOO", "O", -1, ()),  # full, and won
    ],
)
def test_the_law_of_eval(
    board: str, player: str, value: float, broken: tuple[str, ...]
) -> None:
    """Between a loss and a win, and the utility where the game is over."""
    found = breaches(under(*EVAL), {(board, player): value})
    assert tuple(breach.law.name for breach in found) == broken


def test_no_law_is_broken_by_nothing() -> None:
    """Where no row was asked there is nothing to compare."""
    assert breaches(under("equal_sides", "one_piece_more", "sides_swapped"), {}) == ()


# Laws that are none


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of laws in the place of ours."""
    monkeypatch.setattr(laws, "LAW_FOLDER", tmp_path)
    monkeypatch.setattr("autograder.answers.board.PROJECT", tmp_path)
    return tmp_path


def test_a_law_that_there_is_not(folder: Path) -> None:
    """The file is named."""
    with pytest.raises(AssignmentError, match=r"missing\.py does not exist"):
        laws_of(under("missing"))
    assert not [*folder.iterdir()]


@pytest.mark.parametrize(
    "text, told",
    [
        ("def broken(:\n", "odd.py, line 1: SyntaxError: invalid syntax"),
        ("\nimport none_such\n", "odd.py, line 2: ModuleNotFoundError: No module"),
        ("raise SystemExit(3)\n", "odd.py, line 1: SystemExit: 3"),
        ("broken = 3\n", "odd.py has no function broken"),
        ("", "odd.py has no function broken"),
        (
            "def broken(found): return ()\n",
            "odd.py has no docstring: its first sentence is the law",
        ),
    ],
)
def test_a_module_that_is_no_law(folder: Path, text: str, told: str) -> None:
    """The author reads which file, and which line."""
    (folder / "odd.py").write_text(text)
    with pytest.raises(ModuleError) as caught:
        laws_of(under("odd"))
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    "body, told",
    [
        (
            "a, b = [*found][0]",
            "does not fit these rows (odd.py, line 3: ValueError: not enough",
        ),
        ("return None", "does not fit these rows (odd.py: TypeError: "),
        ("return [3]", "does not fit these rows (odd.py: TypeError: "),
        ("return [[[1]]]", "does not fit these rows (odd.py: TypeError: "),
        ("return [[(9,)]]", "names rows that there are not"),
        ("return found", "names rows that there are not"),
        ("return [[]]", "names rows that there are not"),
    ],
)
def test_a_law_that_fails_is_a_fault_of_the_grader(
    folder: Path, body: str, told: str
) -> None:
    """It was written for other rows, or wrongly: no score follows from it."""
    (folder / "odd.py").write_text(f"'''Odd.'''\ndef broken(found):\n    {body}\n")
    with pytest.raises(LawError) as caught:
        breaches(under("odd"), {(1,): 3})
    assert str(caught.value).startswith(f"the law odd {told}")


def test_a_law_that_yields_without_end_is_counted_so_far(folder: Path) -> None:
    """Its first breach is told as any other."""
    (folder / "odd.py").write_text(
        "'''Odd.'''\ndef broken(found):\n    while True: yield [*found]\n"
    )
    (breach,) = breaches(under("odd"), {(1,): 3})
    assert breach.rows == ((1,),)
    assert breach.count == MOST


def test_a_law_that_never_ends_is_a_fault_of_the_grader(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets the time of a submission that waits."""
    monkeypatch.setattr(Limits, "wall_seconds", 0.05)
    (folder / "odd.py").write_text(
        "'''Odd.'''\ndef broken(found):\n    while True: pass\n"
    )
    with pytest.raises(LawError) as caught:
        breaches(under("odd"), {(1,): 3})
    assert str(caught.value) == (
        "the law odd does not end here: it takes more than 0.05 s, and no submission "
        "has more"
    )
