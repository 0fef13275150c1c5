"""How a program that plays stands in an assignment: what is read, written, refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.errors import FileProblems, UntoldError
from autograder.kinds.all import KINDS, dump, load
from autograder.kinds.kind import Onlooker
from autograder.kinds.match.question import load_answers
from tests.cases import for_each
from tests.unitgrading import unit

GOOD = """\
questions:
- name: play
  kind: match
  bank: 50
  points: {share: 1}
  games: {a: {game: nim, options: {piles: [1, 2]}, against: [random]}}
"""
SHARED = GOOD.partition("bank: 50\n  ")[2].strip()
SOLVED = SHARED.replace("share", "wins").replace(", against: [random]", "")


def test_an_assignment_reads_back_as_the_same(tmp_path: Path) -> None:
    """Test by test."""
    (tmp_path / "assignment.yaml").write_text(dump(unit("play")), encoding="utf-8")
    again = load(tmp_path)
    plain = [(t.about, t.game, t.options, t.against, t.points) for t in again.tests]  # type: ignore[attr-defined]
    assert plain == [
        (t.about, t.game, t.options, t.against, t.points)  # type: ignore[attr-defined]
        for t in unit("play").tests
    ]


@for_each(
    "old, new, told",
    [
        ("bank: 50", "bank: 0", "expected a whole number from 1 to 1000000, found 0"),
        ("bank: 50", "bank: 1.5", "found 1.5"),
        ("bank: 50", "data: all", "all"),
        ("[random]", "[search]", "search is the reference, which students do not get"),
        ("[random]", "[nobody]", "there is no player nobody in players/"),
        (", against: [random]", "", "points are for share where a game has `against`"),
        ("{share: 1}", "{legal: 1}", "points are for share where a game has"),
        ("game: nim, ", "", "a game needs its `game`"),
        ("options", "option", "unknown key"),
        (
            "{a: {game: nim, options: {piles: [1, 2]}, against: [random]}}",
            "[]",
            "games",
        ),
    ],
)
def test_what_makes_no_sense_is_told_with_its_place(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    """Line and column, in one sentence."""
    text = GOOD.replace(old, new)
    assert text != GOOD
    (tmp_path / "assignment.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(FileProblems) as fault:
        load(tmp_path)
    assert told in str(fault.value)


@for_each(
    "old, new, told",
    [
        ("game: nim", "game: chess", "there is no game chess; there are"),
        ("piles: [1, 2]", "pile: [1, 2]", "unknown key 'pile'"),
        ("piles: [1, 2]", "piles: [1]", "there are too few openings of 2 plies"),
        (
            SHARED,
            SOLVED,
            "in which a win at once is to be found, and 4 are asked for",
        ),
    ],
)
def test_games_that_cannot_be_asked_are_told_by_answers(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    """With the place of the game in the file."""
    text = GOOD.replace(old, new)
    assert text != GOOD
    (tmp_path / "assignment.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(FileProblems) as fault:
        [*KINDS["match"].answer_files(load(tmp_path), Onlooker())]
    assert told in str(fault.value)
    assert "assignment.yaml:6:" in str(fault.value)


def test_answers_to_another_bank_are_stale(tmp_path: Path) -> None:
    """As are those to other options, other players, or none."""
    (tmp_path / "assignment.yaml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(UntoldError, match="no answers"):
        load_answers(load(tmp_path), load(tmp_path).tests)  # type: ignore[arg-type]
    ((path, text),) = KINDS["match"].answer_files(load(tmp_path), Onlooker())
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    answers = load_answers(load(tmp_path), load(tmp_path).tests)  # type: ignore[arg-type]
    assert len(answers["a"].tasks) == 6  # three openings from both sides
    for old, new in (("50", "51"), ("[1, 2]", "[1, 3]"), ("[random]", "[greedy]")):
        changed = GOOD.replace(old, new)
        (tmp_path / "assignment.yaml").write_text(changed, encoding="utf-8")
        asked = load(tmp_path)
        with pytest.raises(UntoldError):
            load_answers(asked, asked.tests)  # type: ignore[arg-type]
