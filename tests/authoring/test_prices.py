"""What mistakes cost: bands, arithmetic, and what a grading takes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from autograder.answers.board import ModuleError
from autograder.assignment.questions import Case, Points, Question
from autograder.authoring import misconceptions, prices
from autograder.authoring.misconceptions import Right
from autograder.authoring.prices import BANDS, Losses, Price, QuestionPrices
from autograder.commands.main import main
from autograder.grading.grading import Grading
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds import prices as words
from autograder.kinds.all import KINDS
from autograder.kinds.search import signatures
from autograder.kinds.search.trusted import program_of
from autograder.project import Places
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import file as treefile
from tests import searched
from tests.cases import for_each
from tests.small import TREE

GROUPED = """\
questions:
  - name: minimax
    points: {value: 2, action: 1, max_value: 1, min_value: 1}
    parts:
      - {group: values, worth: 9, trees: [figure.yaml, uneven.yaml]}
      - {group: ties, worth: 1, trees: [ties.yaml]}
"""
UNEVEN = "players: [min, max]\ntree: [[7, 1], [9, [4, 6], 2], [5, 3]]"
LOST = (("value", 1.0),)


def case(name: str, **points: float) -> Case:
    """A test with these points."""
    question = Question("minimax", "minimax", "minimax_search")
    tree = treefile.parse("tree: [1, 2]")
    return Case(question, name, tree, points=Points(tuple(points.items())))


TESTS = (case("one", value=6, action=2), case("two", value=1, action=1))


def priced_of(rows: dict[str, Any], graves: dict[str, str]) -> QuestionPrices:
    """Mistakes that lose this on both tests, in all of their rows."""
    losses = Losses("minimax", ("one", "two"), rows)
    return QuestionPrices(losses, tuple(prices.prices(losses, TESTS, graves)), {})


def test_a_price_is_a_share_of_the_points_by_hand() -> None:
    """10 points: 6 and 1 of the values are 70 %; a half of the first value is 30 %."""
    rows = {"a": ((LOST, LOST),), "b": (((("value", 0.5),), ()), (LOST, ()))}
    found = priced_of(rows, {"a": "role"})
    assert found.prices == (
        Price("minimax", "b", "", 30.0, 60.0),
        Price("minimax", "a", "role", 70.0, 70.0),
    )


@for_each(
    "least, greatest, fits",
    [(15, 30, True), (14.96, 30.04, True), (14.9, 20, False), (20, 30.1, False)],
)
def test_both_ends_lie_in_a_band(
    least: float,
    greatest: float,
    fits: bool,  # noqa: FBT001 - a case
) -> None:
    """As they are shown, to a tenth; the player wrong at the root alone is 15 to 30."""
    assert Price("q", "m", "role/root", least, greatest).fits is fits


def test_what_has_no_gravity_is_not_priced() -> None:
    """It lies in no band, and outside of none; its row says so."""
    found = priced_of({"a": ((LOST, LOST),)}, {})
    assert found.prices[0].fits
    assert words.prices_table(found).endswith("70.0      not priced")
    assert words.prices_in_one_line([found]).endswith(
        "; 1 have no gravity, and no price is theirs"
    )


def test_mistakes_that_exclude_each_other_are_told() -> None:
    """What loses all that another does cannot cost less than that."""
    rows = {"a": ((LOST, ()),), "b": ((LOST, LOST),), "c": (((), LOST),)}
    graves = {"a": "all", "b": "edge/far-start", "c": "edge/far-start"}
    found = priced_of(rows, graves)
    pairs = [
        (one.mistake, other.mistake) for one, other in prices.pairs_that_exclude(found)
    ]
    assert pairs == [("a", "b")]
    assert words.prices_table(found).endswith(
        "No weights can do: wherever a loses points b loses them, too, and it should "
        "cost\n  at least 80 %, the other at most 6 %."
    )


def test_it_is_told_which_test_is_worth_too_much_or_too_little() -> None:
    """By the mistakes that show there, and cost too much or too little."""
    rows = {"a": ((LOST, ()),), "b": (((), LOST),), "c": (((), LOST),)}
    graves = {"a": "edge/far-start", "b": "all", "c": "all"}
    little, much = prices.misweighted_tests(priced_of(rows, graves))
    assert little == Counter(two=2)
    assert much == Counter(one=1)
    text = words.prices_table(priced_of(rows, graves))
    assert "Worth too little, since so many mistakes cost too little that show" in text
    assert (
        "Worth too much, since so many mistakes cost too much that show there: one"
        in (text.replace("\n  ", " "))
    )


def test_tests_of_as_many_mistakes_are_told_in_their_order() -> None:
    """In each run the same, whatever the hashes of their names are."""
    losses = Losses("minimax", tuple("qwertyuiop"), {"a": ((LOST,) * 10,)})
    price = Price("minimax", "a", "all", 1.0, 1.0)
    little, _ = prices.misweighted_tests(QuestionPrices(losses, (price,), {}))
    assert [*little] == [*"qwertyuiop"]


def test_losses_are_read_as_they_are_written() -> None:
    """What is lost of a test, facet by facet, in each row; any count of shares."""
    shares = tuple(((("value", n / 1000),), LOST) for n in range(1000))
    rows = {"a": ((LOST, ()), ((), (("value", 0.25),))), "b": shares}
    losses = Losses("minimax", ("one", "two"), rows)
    text = prices.dump([losses], "d", {"minimax": {"a": "why"}})
    assert [*prices.load(json.loads(text))] == [losses]


MISTAKE = "title: t\ntold: t?\nedit: |\n  - a\n  + b\n"


def course(folder: Path, text: str) -> Places:
    """A course with one mistake of its own."""
    path = folder / "reference" / "misconceptions" / "own.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    return Places(folder)


def test_a_courses_own_mistake_may_have_no_gravity(tmp_path: Path) -> None:
    """Nothing is said of what it should cost."""
    own = [
        m
        for m in misconceptions.all_misconceptions(course(tmp_path, MISTAKE))
        if m.name == "own"
    ]
    assert own[0].gravity == ""


def test_an_unknown_gravity_is_an_error(tmp_path: Path) -> None:
    """With its line, its column and those that there are."""
    places = course(tmp_path, MISTAKE.replace("told", "gravity: grave\ntold"))
    with pytest.raises(ModuleError) as fault:
        misconceptions.all_misconceptions(places)
    assert "own.yaml:2:10: unknown gravity grave; expected one of all, " in str(
        fault.value
    )


def test_the_projects_own_mistakes_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each; one without is an error."""
    paths = sorted(misconceptions.FOLDER.glob("**/*.yaml"))
    assert all("\ngravity: " in path.read_text(encoding="utf-8") for path in paths)
    content = MISTAKE.encode()
    monkeypatch.setattr(misconceptions, "content_of", lambda _: content)
    with pytest.raises(ModuleError, match="it has no gravity, which is one of all, "):
        misconceptions._read(misconceptions.FOLDER / "new.yaml")


def test_each_band_says_why() -> None:
    """From one share of the points to a greater one."""
    for band in BANDS.values():
        assert 0 < band.least < band.greatest <= 100
        assert band.reason


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small assignment whose parts have groups, and its answers."""
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "assignment.yaml").write_text(GROUPED, encoding="utf-8")
    (folder / "figure.yaml").write_text(TREE, encoding="utf-8")
    (folder / "uneven.yaml").write_text(UNEVEN, encoding="utf-8")
    (folder / "ties.yaml").write_text("tree: [[5, 5], [5, 7], 5]", encoding="utf-8")
    assert main(["answers", str(folder)]) == 0
    return folder


def test_prices_are_found_once(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other points change nothing that is kept, another tree all; `answers` says so."""
    unknown = "prices: not known since something has changed"
    costs = []
    capsys.readouterr()
    for text in (GROUPED, GROUPED.replace("worth: 9", "worth: 1")):
        (folder / "assignment.yaml").write_text(text, encoding="utf-8")
        assert main(["adequacy", str(folder), "--prices", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        costs.append({row["mistake"]: row["least"] for row in rows})
    assert costs[0]["initial_zero"] != costs[1]["initial_zero"]
    assert main(["answers", str(folder)]) == 0
    assert " mistakes cost what they should (" in capsys.readouterr().out
    (folder / "ties.yaml").write_text("tree: [[5, 5], [5, 6], 5]", encoding="utf-8")
    assert main(["answers", str(folder)]) == 0
    assert unknown in capsys.readouterr().out


def test_reasons_of_authors_stay(folder: Path) -> None:
    """Where prices are found anew, too."""
    reasons = {"minimax": {"first_action": "why"}}
    content = {"digest": "another", "reasons": reasons, "questions": {}}
    (folder / "prices.json").write_text(json.dumps(content), encoding="utf-8")
    assert main(["adequacy", str(folder), "--prices"]) == 0
    kept = json.loads((folder / "prices.json").read_text("utf-8"))
    assert kept["reasons"] == reasons
    assert kept["questions"]


def test_points_of_a_question_are_whole_and_no_test_is_worth_next_to_nothing(
    folder: Path,
) -> None:
    """Half a point at least, where there are no more than a hundred tests."""
    text = GROUPED.replace("worth: 9", "worth: 0.25")
    assert [*words.broken_rules_sentences((), assignments.load(folder).tests)] == []
    (folder / "assignment.yaml").write_text(text, encoding="utf-8")
    light, uneven = words.broken_rules_sentences((), assignments.load(folder).tests)
    assert light == "2 tests are worth less than 0.5 points (figure and uneven)"
    assert uneven == "minimax: its 1.25 points are no whole number"


def test_prices_outside_of_their_bands_need_reasons() -> None:
    """And are to be few: of these one of two is outside."""
    rows = {"a": ((LOST, LOST),), "b": ((LOST, LOST),)}
    found = priced_of(rows, {"a": "role", "b": "edge/tie"})
    assert [*words.broken_rules_sentences([found], ())] == [
        "1 of 2 mistakes cost too little or too much; 95 % are to fit (b)",
        "prices.json gives no reason for what lies outside of its band (b)",
    ]


@for_each("name", ["first_action", "root_is_always_max", "initial_zero"])
def test_what_is_lost_is_what_a_grading_takes(
    name: str, folder: Path, tmp_path: Path
) -> None:
    """In the sandbox, of a mistake that is made in the reference."""
    assignment = signatures.load(assignments.load(folder))
    (question,) = assignment.questions()
    (losses,) = KINDS["search"].authors.losses(assignment)
    mistake = next(m for m in misconceptions.all_misconceptions() if m.name == name)
    called = question.entry_functions, question.search, question.module
    right = Right(program_of(question, "textbook"), *called)
    text = next(iter(mistake.programs(right))).text()
    (tmp_path / "minimax.py").write_text(text, encoding="utf-8")
    with Sandbox() as sandbox:
        grading = Grading.of(assignment, tmp_path, sandbox)
        results = [searched.graded(grading, case) for case in assignment.cases]
    row = tuple(
        tuple((f.facet, 1.0) for f in r.findings if f.verdict is not Verdict.CORRECT)
        for r in results
    )
    assert any(row)
    assert row in losses.rows[name]
