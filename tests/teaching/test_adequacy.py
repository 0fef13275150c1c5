"""How good the trees are: what is caught, what is told apart, what is suggested.

What a misconception does on a small tree is derived by hand from the sentences that
describe it, or computed by a search of two lines that is written here.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from autograder.answers import trusted
from autograder.assignment import file as assignmentfile
from autograder.assignment.questions import VISIBLE, Assignment, Case, Question
from autograder.commands.adequacy import check
from autograder.commands.adequacy import run as run_adequacy
from autograder.commands.adequacy import write as write_trees
from autograder.errors import AssignmentError, FileProblems
from autograder.teaching import adequacy as matrix_module
from autograder.teaching.adequacy import Column, Matrix, matrices
from autograder.teaching.lazy import Paid, Payroll
from autograder.teaching.misconceptions import Mistaken
from autograder.teaching.suggest import Suggested, gaps, suggest
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree
from autograder.words import adequacy as adequacytable
from tests.small import ROOT, run

DOCUMENT_FILE = ROOT / "docs" / "adequacy.md"
DOCUMENT = DOCUMENT_FILE.read_text(encoding="utf-8")
FILES = re.compile(r"`(small/\S+\.yaml)`[^\n]*:\n\n```yaml\n(.*?)```", re.DOTALL)
CONSOLE = re.compile(
    r"```console\n\$ python -m autograder ([^\n]+)\n(.*?)```", re.DOTALL
)

MINIMAX = Question("minimax", "minimax", "minimax_search")
ALPHA_BETA = Question(
    "alpha_beta",
    "alpha_beta",
    "alpha_beta_search",
    ("alpha", "beta"),
    ("equality", "strict"),
    ("equality", "strict"),
)
SMALL_START = "tree: [-20]"  # MAX at the root
LARGE_START = "players: [min, max]\ntree: [20]"
STARTS = {
    *(f"initial_{number}" for number in (10, 100, 1000, 9999)),
    *("initial_zero", "initial_zero_at_max", "initial_zero_at_min"),
}
NOTHING = Payroll({}, (Paid("", {}),), Paid("", {}))  # is earned
FIGURE = "tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]"  # AIMA 4e, Figure 5.2


def matrix(question: Question, *texts: str) -> Matrix:
    """The matrix of a question on trees that are named `0`, `1`, … ."""
    cases = tuple(
        Case(question, str(number), treefile.parse(text), VISIBLE)
        for number, text in enumerate(texts)
    )
    (found,) = matrices(Assignment(Path("small"), "Small", cases, 60))
    return found


@cache
def of_default() -> tuple[Matrix, ...]:
    """The matrices of the default assignment."""
    return tuple(matrices(assignmentfile.load(ROOT / "test_trees")))


def only(found: Matrix, *names: str) -> Matrix:
    """The matrix of these misconceptions alone."""
    rows = [i for i, known in enumerate(found.known) if known.name in names]
    assert len(rows) == len(names)
    return Matrix(
        found.question,
        tuple(found.known[row] for row in rows),
        tuple(
            Column(
                column.name,
                column.tree,
                tuple(column.behaviours[row] for row in rows),
                tuple(column.verdicts[row] for row in rows),
            )
            for column in found.columns
        ),
    )


def options(folder: Path, **given: Any) -> Namespace:
    """What the command line would say."""
    rest = {"question": None, "check": False, "suggest": None}
    return Namespace(assignment=folder, **(rest | given))


def write(folder: Path, question: str, *texts: str) -> Path:
    """An assignment of one question on trees that are named `0`, `1`, … ."""
    for number, text in enumerate(texts):
        (folder / f"{number}.yaml").write_text(text, encoding="utf-8")
    (folder / "assignment.yaml").write_text(
        "questions:\n"
        f"  - {{name: {question}, points: {{value: 1}}, trees: ['*.yaml']}}\n",
        encoding="utf-8",
    )
    return folder


# What is caught


@pytest.mark.parametrize(
    "text,caught",
    [
        # MAX starts from 0 or from -10 and keeps it, since -20 is less; -100 is not
        # kept, nor is anything done at MIN.
        (SMALL_START, {"initial_zero", "initial_zero_at_max", "initial_10"}),
        # The same with MIN, of whom 20 is more than 0 and 10.
        (LARGE_START, {"initial_zero", "initial_zero_at_min", "initial_10"}),
        # MAX's 5 is more than any start value.
        ("tree: [5]", set()),
    ],
)
def test_a_start_value_is_caught_where_no_child_is_better(
    text: str, caught: set[str]
) -> None:
    """Of all the start values, those that stand between the leaf and infinity."""
    found = matrix(MINIMAX, text)
    assert STARTS - set(found.uncaught()) == caught


def test_what_is_accepted_is_not_caught() -> None:
    """The last of two equal actions is right unless the first is asked for."""
    text = "tree: [4, 4]"
    first = Question("minimax", "minimax", "minimax_search", ties="first")
    assert "last_action" in matrix(MINIMAX, text).uncaught()
    assert "last_action" not in matrix(first, text).uncaught()


def test_a_misconception_is_caught_if_any_tree_catches_it() -> None:
    """Each tree is the only one that catches its own; both catch the third."""
    found = matrix(MINIMAX, SMALL_START, LARGE_START)
    names = ("initial_10", "initial_zero_at_max", "initial_zero_at_min", "initial_100")
    found = only(found, *names)
    assert found.uncaught() == ("initial_100",)
    assert found.caught_only_by("0") == ("initial_zero_at_max",)
    assert found.caught_only_by("1") == ("initial_zero_at_min",)


# What is told apart


def test_what_does_the_same_on_all_trees_is_not_told_apart() -> None:
    """0 is found by both that start from 0 at MAX, -10 by another, -20 by the rest."""
    found = only(
        matrix(MINIMAX, SMALL_START),
        "initial_zero",
        "initial_zero_at_max",
        "initial_10",
        "initial_100",
        "initial_1000",
    )
    assert set(found.alike()) == {
        ("initial_zero", "initial_zero_at_max"),
        ("initial_100", "initial_1000"),
    }
    assert found.told_apart() == 1
    assert found.pairs() == (8, 10)


def test_two_are_told_apart_by_any_tree() -> None:
    """With MIN to move only one of them starts from 0."""
    found = matrix(MINIMAX, SMALL_START, LARGE_START)
    assert only(found, "initial_zero", "initial_zero_at_max").alike() == ()


# Trees that add nothing


def test_a_tree_adds_nothing_beside_its_like() -> None:
    """Of two trees alike each can go, but not both; the third is needed."""
    found = matrix(MINIMAX, SMALL_START, LARGE_START, "tree: [-20]\ntitle: Again")
    assert found.idle() == ("0", "2")
    left = found.thinned(("0", "2"))
    assert [column.name for column in left.columns] == ["1", "2"]


def test_a_tree_that_only_tells_apart_adds_something() -> None:
    """Two that start from 0 are caught by the first; the second parts them."""
    pair = ("initial_zero", "initial_zero_at_max")
    found = only(matrix(MINIMAX, SMALL_START, LARGE_START), *pair)
    assert found.without("1").uncaught() == ()
    assert found.idle() == ()


def test_each_by_itself_is_said_of_all_questions(capsys: Any, tmp_path: Path) -> None:
    """A tree that another repeats adds nothing to any question."""
    folder = write(tmp_path, "minimax", SMALL_START, LARGE_START, SMALL_START)
    assert run_adequacy(options(folder)) == 0
    shown = capsys.readouterr().out
    assert "Each adds nothing as long as the others stay: trees 1, 3.\n" in shown
    assert "These alone show as much: 2, 3.\n" in shown
    assert "each as long as the others stay:\n  0\n  2\n\nEarned " in shown


# The default assignment


def test_the_default_assignment_is_adequate() -> None:
    """CI's own check: all is caught, and nine of ten are told apart from all others."""
    check(of_default(), NOTHING)
    assert [found.question.name for found in of_default()] == ["minimax", "alpha_beta"]
    for found in of_default():
        assert found.uncaught() == ()
        assert found.told_apart() >= 0.9 * len(found.known)


def test_each_signs_column_is_as_wide_as_the_trees() -> None:
    """Rows for all misconceptions, a sign a tree, and nothing beyond 80 columns."""
    for found in of_default():
        lines = adequacytable.table(found).splitlines()
        assert max(map(len, lines)) <= adequacytable.WIDTH
        for known, row in zip(found.known, range(len(found.known)), strict=True):
            (line,) = [line for line in lines if re.match(rf"{known.name}  +\S", line)]
            signs = line[len(known.name) :].replace(" ", "")
            assert len(signs) == len(found.columns)
            caught = [column.caught()[row] for column in found.columns]
            assert [sign != "·" for sign in signs] == caught


def test_many_trees_with_long_names_stay_within_the_width() -> None:
    """Forty trees stand beside one another, the others below; numbers stand above."""
    tree = treefile.parse(SMALL_START)
    cases = tuple(
        Case(MINIMAX, f"{'folder/' * 20}{number}", tree, VISIBLE)
        for number in range(1, 102)
    )
    (found,) = matrices(Assignment(Path("small"), "Small", cases, 60))
    lines = adequacytable.table(found).splitlines()
    assert max(map(len, lines)) <= adequacytable.WIDTH
    rows = [line.split()[1:] for line in lines if line.startswith("initial_10 ")]
    assert rows == [["v" * 10] * 4, ["v" * 10] * 4, ["v" * 10] * 2 + ["v"]]
    heads = lines.index("", lines.index("") + 1) + 1
    tens = lines[heads + 2].split()
    assert tens == ["1234567890"] * 4
    last = [lines[heads + 2 * (len(found.known) + 4) + digit] for digit in range(3)]
    assert [line.split() for line in last] == [
        ["1", "1"],
        ["8888888889", "9999999990", "0"],
        ["1234567890", "1234567890", "1"],
    ]


def test_percentages_are_rounded_down() -> None:
    """99.9 % is not all."""
    assert adequacytable.percent(999, 1000) == 99
    assert adequacytable.percent(1000, 1000) == 100


# What is suggested


@cache
def suggested_for(*texts: str) -> tuple[Matrix, Suggested]:
    """The matrix of minimax on trees, and what is suggested."""
    found = matrix(MINIMAX, *texts)
    return found, suggest(found)


def test_suggested_trees_close_the_gaps() -> None:
    """Read back from their files' texts, they catch and tell apart what they say."""
    found, suggested = suggested_for(FIGURE)
    assert gaps(found)
    texts = [suggestion.text() for suggestion in suggested.suggestions]
    mended = matrix(MINIMAX, FIGURE, *texts)
    assert mended.uncaught() == suggested.uncaught == ()
    assert mended.alike() == suggested.alike == ()
    caught = {name for s in suggested.suggestions for name in s.catches}
    assert caught == set(found.uncaught())


def test_no_suggested_tree_can_be_left_out() -> None:
    """Each closes a gap that the others leave open."""
    _, suggested = suggested_for(FIGURE)
    texts = [suggestion.text() for suggestion in suggested.suggestions]
    mended = matrix(MINIMAX, FIGURE, *texts)
    assert not set(mended.idle()) - {"0"}


def test_the_same_is_suggested_each_time() -> None:
    """Nothing depends on chance or on the clock."""
    found, suggested = suggested_for(FIGURE)
    assert suggest(found) == suggested
    assert len({s.name for s in suggested.suggestions}) == len(suggested.suggestions)


def test_nothing_is_suggested_where_there_is_no_gap() -> None:
    """The default assignment shows all there is of minimax."""
    minimax, _ = of_default()
    assert gaps(minimax) == ()
    assert suggest(minimax) == Suggested((), (), ())


def test_the_suggested_tree_is_derived_by_hand() -> None:
    """MAX's start of -1000 is kept where the only leaf is less: -1001 is the nearest.

    The same leaf catches -100, so that -101 is not suggested beside it.
    """
    pair = ("initial_100", "initial_1000")
    (one,) = suggest(only(matrix(MINIMAX, "tree: [5]"), *pair)).suggestions
    assert one.catches == pair
    assert one.parts == (((pair[0],), (pair[1],)),)
    assert one.name == "minimax_initial_100"
    assert one.text() == (
        'title: "A tree with 1 leaf"\n'
        'source: "found by adequacy --suggest to catch initial_100 and initial_1000"\n'
        'players: ["max", "min"]\n'
        'expect: {"value": -1001, "action": "B"}\n'
        'tree: {"A": {"B": -1001}}\n'
    )


WINDOWED = ("min_cut_forgets_the_child", "min_cut_returns_beta")


@cache
def windowed() -> GameTree:
    """The tree that tells the two apart that differ only under a window."""
    _, alpha_beta = of_default()
    (one,) = suggest(only(alpha_beta, *WINDOWED)).suggestions
    assert one.name == f"alpha_beta_{'_or_'.join(WINDOWED)}"
    assert one.parts == (((WINDOWED[0],), (WINDOWED[1],)),)
    return one.tree


def test_a_window_is_suggested_where_only_that_tells_apart() -> None:
    """With one end only, and two leaves: one is not enough, as is shown below."""
    tree = windowed()
    assert sum(abs(end) < inf for end in tree.window) == 1
    assert sum(not node.children for node in tree.nodes) == 2


Shape = Any  # a number, or a list of shapes


def searched(
    shape: Shape, mover: str, alpha: float, beta: float, kept: str
) -> tuple[float, list[float]]:
    """Value and leaves of alpha-beta whose MIN returns, when it cuts, beta or v."""
    if not isinstance(shape, list):
        return shape, [shape]
    other = {"max": "min", "min": "max"}[mover]
    v, seen = (-inf if mover == "max" else inf), []
    for child in shape:
        w, leaves = searched(child, other, alpha, beta, kept)
        seen += leaves
        if mover == "max":
            v = max(v, w)
            if v >= beta:
                return v, seen
            alpha = max(alpha, v)
        elif min(v, w) <= alpha:
            return (beta if kept == "beta" else v), seen
        else:
            v = min(v, w)
            beta = min(beta, v)
    return v, seen


def parted(shape: Shape, mover: str, alpha: float, beta: float) -> bool:
    """Whether the two returns make a difference."""
    found = [searched(shape, mover, alpha, beta, kept) for kept in ("beta", "v")]
    return found[0] != found[1]


def shapes(leaves: int) -> Iterator[Shape]:
    """Trees of so many leaves in a row or a chain, of -2 to 2."""
    for numbers in product(range(-2, 3), repeat=leaves):
        row = list(numbers)
        yield from (row, [row], [[row]])
        if leaves > 1:
            yield from ([row[0], row[1:]], [row[:1], *row[1:]], [row[0], [row[1:]]])


def test_the_suggested_window_is_needed() -> None:
    """By brute force: no window, no difference; one end and one leaf, no difference."""
    one_end = [w for end in range(-3, 4) for w in ((end, inf), (-inf, end))]
    for mover in ("max", "min"):
        for count in (1, 2, 3):
            assert not any(parted(s, mover, -inf, inf) for s in shapes(count))
        for shape, window in product(shapes(1), one_end):
            assert not parted(shape, mover, *window)
    tree = windowed()
    assert any(
        parted(shape, tree.root.to_move, *map(float, tree.window))
        for shape in shapes(2)
    ), "a positive control: the brute force sees the difference where there is one"


# The command


def test_the_suggested_files_are_ready_to_be_listed(
    capsys: Any, tmp_path: Path
) -> None:
    """They load with the assignment, and expect what is computed for each question."""
    folder = write(tmp_path, "minimax", FIGURE)
    assert run_adequacy(options(folder, suggest=folder / "suggested")) == 0
    shown = capsys.readouterr().out
    paths = sorted((folder / "suggested").glob("*.yaml"))
    assert sorted(re.findall(r"^wrote (.+)$", shown, re.MULTILINE)) == [
        str(path) for path in paths
    ]
    assert f"python -m autograder answers {folder}" in shown
    listed = (folder / "assignment.yaml").read_text(encoding="utf-8")
    listed = listed.replace("'*.yaml'", "'*.yaml', suggested/*.yaml")
    (folder / "assignment.yaml").write_text(listed, encoding="utf-8")
    assignment = assignmentfile.load(folder)
    for name, tree in assignment.trees().items():
        answers = trusted.compute(tree, assignment.questions_on(name))
        trusted.check_expectations(assignment, name, answers)
    assert all("found by adequacy --suggest to" in p.read_text("utf-8") for p in paths)
    check(tuple(matrices(assignment)), NOTHING)


def test_an_expectation_that_is_wrong_would_be_seen(tmp_path: Path) -> None:
    """A positive control: the test above can fail."""
    folder = write(tmp_path, "minimax", f"{FIGURE}\nexpect: {{value: 4}}")
    assignment = assignmentfile.load(folder)
    answers = trusted.compute(assignment.trees()["0"], assignment.questions_on("0"))
    with pytest.raises(FileProblems, match="value 4, computed 3"):
        trusted.check_expectations(assignment, "0", answers)


def test_nobodys_file_is_overwritten(tmp_path: Path) -> None:
    """What is there already stays; only what is the same is no fault."""
    folder = write(tmp_path, "minimax", FIGURE)
    wanted = tmp_path / "elsewhere"
    names = [s.name for s in suggested_for(FIGURE)[1].suggestions]
    run_adequacy(options(folder, suggest=wanted))
    assert {path.stem for path in wanted.iterdir()} == set(names)
    last = wanted / f"{names[-1]}.yaml"
    last.write_text("mine", encoding="utf-8")
    with pytest.raises(AssignmentError) as caught:
        run_adequacy(options(folder, suggest=wanted))
    assert str(caught.value).startswith(f"{last}: there is another file of this name")
    assert last.read_text(encoding="utf-8") == "mine"


def test_what_no_tree_can_close_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One mistake under two names does the same everywhere; nothing is written."""
    monkeypatch.setattr("autograder.teaching.suggest.AT_RANDOM", 20)
    found = only(matrix(MINIMAX, SMALL_START), "initial_10")
    (known,), (column,) = found.known, found.columns
    twice = Matrix(
        found.question,
        (known, Mistaken(Path("again.py"), known.module)),
        (Column("0", column.tree, column.behaviours * 2, column.verdicts * 2),),
    )
    folder = tmp_path / "none"
    said = write_trees(Assignment(tmp_path, "Small", (), 60), twice, folder)
    assert said.splitlines() == [
        "minimax: 0 trees suggested",
        "No tree was found",
        "  to tell apart initial_10, again",
    ]
    assert not folder.exists()


def test_where_there_is_no_gap_it_says_so(tmp_path: Path) -> None:
    """The default assignment needs no more trees for minimax."""
    minimax, _ = of_default()
    said = write_trees(Assignment(tmp_path, "Small", (), 60), minimax, tmp_path)
    assert said == "minimax: there is no gap to close."
    assert list(tmp_path.iterdir()) == []


def test_check_names_what_is_missing(capsys: Any, tmp_path: Path) -> None:
    """One sentence a question, after the table; what to do is said."""
    folder = write(tmp_path, "minimax", "tree: [5]")
    with pytest.raises(AssignmentError) as caught:
        run_adequacy(options(folder, check=True))
    sentence, *_, remedy, _ = str(caught.value).splitlines()
    assert re.fullmatch(
        r"minimax: no tree catches \d+ of \d+ \(.+ and \d+ more\) and \d+ of \d+ "
        r"misconceptions are told apart from all others "
        r"\(\d+ %, where 90 % are needed\)",
        sentence,
    )
    assert "--suggest" in remedy
    assert "Caught: " in capsys.readouterr().out
    assert caught.value.exit_status == 2


def test_nine_of_ten_are_needed() -> None:
    """Eighteen of twenty suffice, if all are caught; one less does not."""
    minimax, _ = of_default()
    names = [known.name for known in minimax.known[:20]]
    enough = only(minimax, *names)
    check((enough,), NOTHING)
    for alike, suffices in (2, True), (3, False):
        columns = tuple(
            Column(
                column.name,
                column.tree,
                (*column.behaviours[:-alike], *[column.behaviours[-1]] * alike),
                (*column.verdicts[:-alike], *[column.verdicts[-1]] * alike),
            )
            for column in enough.columns
        )
        poorer = Matrix(enough.question, enough.known, columns)
        assert poorer.told_apart() == 20 - alike
        if suffices:
            check((poorer,), NOTHING)
            continue
        with pytest.raises(AssignmentError, match="17 of 20 misconceptions"):
            check((poorer,), NOTHING)


def test_what_students_trees_tell_apart_is_told_beside(tmp_path: Path) -> None:
    """A student's diagnosis is made of the visible trees: here of a lone leaf."""
    folder = write(tmp_path, "minimax", "tree: [5]", FIGURE)
    (folder / "assignment.yaml").write_text(
        "questions:\n"
        "  - {name: minimax, points: {value: 1}, trees: [0.yaml]}\n"
        "  - {name: minimax, points: {value: 1}, trees: [1.yaml], visibility: hidden}\n"
    )
    (found,) = matrices(assignmentfile.load(folder))
    assert [column.visible for column in found.columns] == [True, False]
    (alone,) = matrices(assignmentfile.load(write(tmp_path, "minimax", "tree: [5]")))
    expected = replace(alone, columns=alone.columns[:1]).told_apart()
    assert expected < found.told_apart()
    shown = adequacytable.table(found)
    assert f"On the visible trees alone: {expected} of {len(found.known)} (" in shown
    assert "On the visible" not in adequacytable.table(alone)


def test_a_question_without_misconceptions_says_so(capsys: Any, tmp_path: Path) -> None:
    """It has no table and no suggestions; alone, it cannot be checked."""
    folder = write(tmp_path, "df_minimax, entry: df_minimax", SMALL_START)
    said = "df_minimax: there are no misconceptions of df_minimax\n"
    for suggested in (None, tmp_path):
        assert run_adequacy(options(folder, suggest=suggested)) == 0
        assert capsys.readouterr().out.startswith(said)
    with pytest.raises(AssignmentError, match="no question has misconceptions"):
        run_adequacy(options(folder, check=True))


def test_one_question_can_be_asked_for(capsys: Any, tmp_path: Path) -> None:
    """By its name; another name is an error that says which there are."""
    folder = write(tmp_path, "minimax", SMALL_START)
    run_adequacy(options(folder, question="minimax"))
    assert capsys.readouterr().out.startswith("minimax: ")
    with pytest.raises(AssignmentError, match="did you mean minimax"):
        run_adequacy(options(folder, question="minmax"))


def test_without_the_reference_it_says_where_to_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in what students get."""
    folder = write(tmp_path, "minimax", SMALL_START)
    monkeypatch.setattr(matrix_module, "REFERENCE", tmp_path / "reference")
    with pytest.raises(AssignmentError, match="there is no such folder; the trees"):
        run_adequacy(options(folder))


# The document


def test_the_transcripts_are_what_is_printed(tmp_path: Path) -> None:
    """The files of docs/adequacy.md, and in their folder its commands, in order.

    `python -m tests.teaching.test_adequacy` renews them after a change.
    """
    files = FILES.findall(DOCUMENT)
    assert len(files) == 5
    *given, (made, content) = files
    for name, text in given:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    transcripts = CONSOLE.findall(DOCUMENT)
    assert len(transcripts) == 2
    for command, shown in transcripts:
        done = run(*command.split(), cwd=tmp_path)
        assert done.stderr == ""
        assert done.stdout == shown
    assert (tmp_path / made).read_text(encoding="utf-8") == content


def regenerate() -> None:
    """Write the transcripts of docs/adequacy.md anew."""
    text = DOCUMENT
    with TemporaryDirectory() as folder:
        *given, (made, content) = FILES.findall(text)
        for name, body in given:
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(body, encoding="utf-8")
        for command, shown in CONSOLE.findall(text):
            done = run(*command.split(), cwd=Path(folder))
            assert not done.stderr, done.stderr
            text = text.replace(shown, done.stdout)
        text = text.replace(content, Path(folder, made).read_text(encoding="utf-8"))
    DOCUMENT_FILE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    regenerate()
