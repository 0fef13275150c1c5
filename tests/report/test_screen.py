"""One screen: what is right in a row, what is wrong with where and what to do."""

from __future__ import annotations

import math
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.assignment.questions import HIDDEN
from autograder.drawing.replay import Line
from autograder.errors import GraderError
from autograder.report import terminal
from autograder.report.entries import TESTS, Entry, Report
from autograder.report.terminal import HEIGHT, WIDTH, coloured
from autograder.words.blocks import Facet, Hint, Note, WrongStep, WrongValue
from tests import page_reports
from tests.blocks import blocks_of
from tests.drawing.test_outline import widest
from tests.screens import without_commands
from tests.small import examples

COMMAND = "./run_autograder mine"
RIGHT = Entry("lectures/fig_5_2", "minimax", "correct", 1.5, 1.5, passed=True)
WRONG = Entry(
    name="lectures/fig_5_2",
    group="alpha_beta",
    headline="visited C2 and C3, though cut",
    score=0.5,
    max_score=1.5,
    cause="wrong visits",
)
MISSING = Entry("fig_5_2", "minimax", "minimax.py is missing", 0.0, 1.5)
STEP = WrongStep("First wrong step: nothing more below C can matter.")
LINE = Line("alpha_beta.py", 22, "if v >= alpha: return v", 3, 13)
TOLD = replace(
    WRONG,
    line=LINE,
    details=((WrongValue("First wrong value: none"), STEP),),
    replay=page_reports.without_pruning(),
    tells_most=True,
)
CHOSE = "search chose C, the best is B"
NAMED = Note(
    "alpha_beta: Each stops at its own bound",
    ("Why.", "Which?", "Seen in each."),
    explains="alpha_beta",
    asks="Which?",
)


def report(*entries: Entry, notes: tuple[Note, ...] = ()) -> Report:
    """A report with these entries."""
    return Report("", {str(i): e for i, e in enumerate(entries)}, [*notes])


def lines(*entries: Entry, notes: tuple[Note, ...] = ()) -> list[str]:
    """What is shown of a report with these entries."""
    return terminal.screen(report(*entries, notes=notes), command=COMMAND).split("\n")


def test_what_is_right_has_a_row_a_question() -> None:
    """Below each other, with the total at the end, and something to try next."""
    found = lines(RIGHT, RIGHT, replace(RIGHT, group="alpha_beta", name="x"))
    assert (
        found[0] == f" ✓ minimax        3/3  {terminal.all_right_sentence(2, 'trees')}"
    )
    assert (
        found[1] == f" ✓ alpha_beta 1.5/1.5  {terminal.all_right_sentence(1, 'trees')}"
    )
    assert found[3] == terminal.ALL_RIGHT.format("4.5", "4.5")
    assert found[4] == f"{terminal.TRY}{COMMAND} {terminal.PAGE}"
    assert found[5:] == ["", f"{terminal.TOTAL}{' ' * 68}4.5/4.5"]


def test_a_right_way_is_said_where_it_has_a_name() -> None:
    """One that all tests of the question follow."""
    strict = replace(RIGHT, extra={"convention": "strict"})
    assert terminal.convention_sentence("strict") in lines(strict)[0]
    mixed = lines(strict, replace(RIGHT, extra={"convention": "equality"}))
    assert mixed[0].endswith(terminal.all_right_sentence(2, "trees"))


def test_what_is_graded_later_is_said() -> None:
    """To a student how much is, to an instructor how much of it is not seen."""
    one = report(RIGHT)
    one.later = 8.5
    text = terminal.screen(one, command=COMMAND)
    assert terminal.SEEN.format("1.5", "1.5", "8.5") in text
    found = lines(RIGHT, replace(RIGHT, visibility=HIDDEN))
    assert terminal.UNSEEN.format("3", "3", "1.5") in found


def test_a_page_that_was_written_is_named() -> None:
    """In place of the command that would write one, right or wrong or not begun."""
    written = terminal.WRITTEN.format("my.html")
    for one in (report(RIGHT), report(WRONG), report(MISSING)):
        text = terminal.screen(one, command=COMMAND, pages="my.html")
        assert written in text.split("\n")
        assert terminal.PAGE not in text


def test_where_nothing_leads_from_the_first_one_with_a_name_is_told() -> None:
    """The function that a search with a stack calls may be a question of its own."""
    bare = replace(WRONG, group="minimax_dfs", headline="returned 1, expected 0")
    assert NAMED.title in lines(bare, TOLD, notes=(NAMED,))
    assert NAMED.title not in lines(replace(bare, line=LINE), TOLD, notes=(NAMED,))


def test_what_is_wrong_is_told_from_the_first() -> None:
    """Its name, the test, the line, the step, the tree; what to ask, what to type."""
    found = lines(RIGHT, TOLD, notes=(NAMED,))
    counted = terminal.passed_count_sentence(0, 1, "trees", [("wrong visits", 1)])
    assert found[:13] == [
        " ✓ minimax    1.5/1.5  right",
        f" ✗ alpha_beta 0.5/1.5  {counted}",
        "",
        NAMED.title,
        terminal.FIRST_WRONG.format("fig_5_2", TOLD.headline),
        "    alpha_beta.py:22  if v >= alpha: return v",
        "                         ^^^^^^^^^^",
        STEP.text,
        "    *A △",
        "    ├─ *B ▽: *B1=3 B2=12 B3=8",
        "    ├─ C ▽: C1=2 !C2=4 [first wrong step] !C3=6",
        "    └─ D ▽: D1=14 D2=5 D3=2",
        "    △ MAX, ▽ MIN, ! wrongly visited, * principal variation",
    ]
    assert found[13:] == [
        NAMED.asks,
        "",
        f"{terminal.NEXT}{COMMAND} --tree fig_5_2 -v",
        f"{terminal.OR}{COMMAND} {terminal.PAGE}",
        "",
        f"{terminal.TOTAL}{' ' * 72}2/3",
    ]


def test_a_tree_of_which_nothing_was_visited_is_no_search_to_look_at() -> None:
    """A page shows it; the screen is the same with that page and without it."""
    (stub,) = page_reports.not_begun().all()
    assert lines(replace(MISSING, replay=stub.replay)) == lines(MISSING)


def test_what_all_tests_say_stands_in_the_row_alone() -> None:
    """A missing file: there is nothing to look at, and another question is told."""
    found = lines(MISSING, replace(MISSING, name="nim"), TOLD)
    assert found[0].split()[1] == "alpha_beta"
    assert found[1] == " ✗ minimax        0/3  minimax.py is missing"
    alone = lines(MISSING, replace(MISSING, name="nim"))
    assert len(alone) == 3


def test_what_helps_stands_below_such_a_row() -> None:
    """How a notebook becomes a program, say."""
    found = lines(replace(MISSING, details=((Hint("export it"),),)))
    assert found[:3] == [
        " ✗ minimax 0/1.5  minimax.py is missing",
        "",
        "Hint: export it",
    ]


def test_a_line_without_columns_is_marked_as_a_whole() -> None:
    """One that is too long is cut in its middle, and not marked."""
    whole = lines(replace(TOLD, line=replace(LINE, start=0, end=0)))
    assert f"{' ' * 22}{'^' * len(LINE.source)}" in whole
    long = lines(replace(TOLD, line=replace(LINE, source="x" * 90)))
    assert not any("^^" in line for line in long)


def test_what_is_missing_behind_a_line_is_marked_there() -> None:
    """A colon that Python expects has no column of the line itself."""
    behind = len(LINE.source)
    found = lines(replace(TOLD, line=replace(LINE, start=behind, end=behind + 1)))
    assert f"{' ' * (22 + behind)}^" in found


def test_several_tests_are_counted_by_their_causes() -> None:
    """Not by what their sentences quote."""
    several = [replace(WRONG, name=f"t{i}", headline=f"skipped {i}") for i in range(5)]
    crashed = replace(WRONG, name="c", headline="raised", cause="KeyError at a.py:3")
    counts = [("wrong visits", 5), ("KeyError at a.py:3", 1)]
    found = " ".join(" ".join(lines(*several, crashed)[:2]).split())
    assert terminal.passed_count_sentence(0, 6, "trees", counts) in found


def test_of_many_questions_some_are_counted() -> None:
    """Right ones share a row beside others; of those that fail four have one."""
    right = [replace(RIGHT, group=f"right_{i}") for i in range(6)]
    wrong = [replace(WRONG, group=f"wrong_{i}") for i in range(7)]
    found = lines(*right, *wrong)
    assert found[0].split()[:4] == ["✓", *terminal.QUESTIONS.format(6).split(), "9/9"]
    assert [line.split()[1] for line in found[1:5]] == [f"wrong_{i}" for i in range(4)]
    assert found[5].strip() == terminal.MORE_FAIL.format(3)


def test_what_is_not_yet_written_comes_last_in_one_row() -> None:
    """Whoever has written one function is told of that, and not of the stubs."""
    stub = replace(WRONG, score=0.0, meets_a_stub=True)
    stubs = [replace(stub, group=f"stub_{i}") for i in range(2)]
    found = lines(*stubs, replace(TOLD, group="mine"))
    assert found[0].split()[1] == "mine"
    assert found[1].split()[:4] == ["✗", *terminal.QUESTIONS.format(2).split(), "0/3"]
    assert terminal.unwritten_questions_sentence(["stub_0", "stub_1"]) in found[1]
    half = replace(stub, score=0.1, group="half", line=LINE)
    assert [line.split()[1] for line in lines(half, TOLD)[:2]] == ["half", TOLD.group]


def test_a_stub_among_stubs_is_told() -> None:
    """The first of them, with a row of its own."""
    stub = replace(WRONG, score=0.0, meets_a_stub=True, line=LINE)
    found = lines(*(replace(stub, group=f"stub_{i}") for i in range(3)))
    assert [line.split()[1] for line in found[:2]] == ["stub_0", "2"]
    assert terminal.FIRST_WRONG.format("fig_5_2", WRONG.headline) in found


def test_no_tree_is_drawn_of_another_search() -> None:
    """Where the step that is told is none of the search that can be drawn."""
    replay = replace(page_reports.without_pruning(), wrong=None)
    assert "    *A △" in lines(TOLD)
    assert "    *A △" not in lines(replace(TOLD, replay=replay))


def test_without_a_step_it_is_told_what_else_is_wrong() -> None:
    """Facet by facet, two at most; none that is right, or in the headline."""
    facets = (
        Facet("failed", "action", 0, 1, "chose C, the best is B"),
        Facet("passed", "value", 1, 1, "returned 3"),
        Facet("failed", "search", 0, 1, f"visited all it should, but {CHOSE}"),
        Facet("failed", "rounds", 0, 1, "finished 1 round, and there was time for 3"),
        Facet("failed", "visits", 0, 1, "visited C2"),
        Facet("failed", "order", 0, 1, "saved nothing"),
    )
    headline = CHOSE
    right = replace(RIGHT, group="alpha_beta", name="other")
    found = lines(replace(WRONG, headline=headline, details=(facets,)), right)
    at = found.index("rounds: finished 1 round, and there was time for 3")
    assert found[at - 1 : at + 2] == [
        f"On fig_5_2: {headline}",
        "rounds: finished 1 round, and there was time for 3",
        "visits: visited C2",
    ]
    assert not any("saved" in line or "returned" in line for line in found)
    told = replace(WRONG, headline=headline, details=((STEP,), facets))
    assert not any(line.startswith("rounds:") for line in lines(told, right))


def test_what_else_is_wrong_has_two_lines_each() -> None:
    """What would go on has the sign of it at the end of the second."""
    long = " ".join(["visited"] * 40)
    facets = (Facet("failed", "visits", 0, 1, long),)
    right = replace(RIGHT, group="alpha_beta", name="other")
    found = lines(replace(WRONG, headline=CHOSE, details=(facets,)), right)
    at = found.index(f"On fig_5_2: {CHOSE}")
    assert found[at + 1].startswith("visits: visited")
    assert found[at + 2].startswith("  visited")
    assert found[at + 2].endswith("…")
    assert not any("visited" in line for line in found[at + 3 :])


def test_a_hint_stands_below_the_line() -> None:
    """Where there is one."""
    hinted = replace(TOLD, details=((Hint("give v a value"),),))
    assert "Hint: give v a value" in lines(hinted)


def test_of_a_table_the_row_is_told_and_no_page_is_named() -> None:
    """Nothing is drawn of rows."""
    row = replace(WRONG, several=TESTS, name="two in a row", headline="f(1) returned 2")
    found = lines(row, replace(row, name="three", headline="f(3) returned 4"))
    assert terminal.FIRST_WRONG.format("two in a row", "f(1) returned 2") in found
    assert f"{terminal.NEXT}{COMMAND} --tree 'two in a row' -v" in found
    assert not any(terminal.PAGE in line for line in found)


def test_what_was_not_judged_has_its_sign() -> None:
    """It is no fault of the student."""
    broken = replace(WRONG, score=None, judged=False, blame=GraderError)
    assert lines(broken)[0].startswith(" ? alpha_beta")


def test_missing_walls_are_told_to_who_can_build_them() -> None:
    """In one line, the last; at home if there are none; and nobody where all stand."""
    none, few, enough = terminal.NO_WALLS, terminal.FEW_WALLS, terminal.ENOUGH_WALLS
    total = f"{terminal.TOTAL}{' ' * 68}1.5/1.5"
    for layers, said, said_at_home in (
        ((1, 1, 1), total, total),
        ((0, 1, 1), enough, total),
        ((1, 0, 1), enough, total),
        ((0, 0, 1), few, total),
        ((0, 1, 0), none, none),
        ((0, 0, 0), none, none),
    ):
        one = report(RIGHT)
        one.layers = dict(zip(("user", "seccomp", "landlock"), layers, strict=True))
        shown = terminal.screen(one, command=COMMAND).split("\n")
        assert shown[-1] == said
        at_home = terminal.screen(one, command=COMMAND, at_home=True).split("\n")
        assert at_home[-1] == said_at_home


def test_a_cause_of_three_lines_is_told_to_its_end() -> None:
    """As that of a function with a long name, for one player; a fourth line is not."""
    words = ("chooses",) * 30  # three lines of ten words
    found = lines(TOLD, notes=(replace(NAMED, title=" ".join(words)),))
    assert found[2:5] == [" ".join(words[:10])] * 3
    found = lines(TOLD, notes=(replace(NAMED, title=" ".join(words + words)),))
    assert found[4].endswith("…")


def test_the_line_on_walls_costs_nothing_of_the_tree() -> None:
    """Nor is the tree left out for it."""
    one = report(RIGHT, TOLD, notes=(NAMED,))
    before = terminal.screen(one, command=COMMAND)
    one.layers = {"user": False, "seccomp": True, "landlock": 7}
    after = terminal.screen(one, command=COMMAND)
    assert after == f"{before}\n{terminal.ENOUGH_WALLS}"


def test_a_command_is_never_broken() -> None:
    """A copy of its line is the whole command; the screen is no higher for it."""
    long = f"./run_autograder {'x' * 90} --assignment my_course"
    found = terminal.screen(report(TOLD, notes=(NAMED,)), command=long).split("\n")
    assert f"{terminal.NEXT}{long} --tree fig_5_2 -v" in found
    assert f"{terminal.OR}{long} {terminal.PAGE}" in found
    rows = sum(max(1, math.ceil(len(line) / WIDTH)) for line in found)
    assert rows <= HEIGHT
    right = terminal.screen(report(RIGHT), command=long).split("\n")
    assert f"{terminal.TRY}{long} {terminal.PAGE}" in right


def test_a_note_on_the_whole_stands_below_the_rows() -> None:
    """Such as on files that were left out."""
    assert lines(TOLD, notes=(Note("Two files were left out."),))[1:3] == [
        "",
        "Two files were left out.",
    ]


def test_colours_change_no_letter() -> None:
    """They are those of the table."""
    one = report(RIGHT, TOLD, notes=(NAMED,))
    text = terminal.screen(one, command=COMMAND, paint=coloured)
    for code in ("\033[0m", "\033[1m", "\033[31m", "\033[32m"):
        text = text.replace(code, "")
    assert text == terminal.screen(one, command=COMMAND)


TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=300
)
SPACED = st.lists(TEXTS, min_size=1, max_size=30).map(" ".join)
ENTRIES = st.builds(
    Entry,
    name=TEXTS,
    group=st.sampled_from("abcdefgh"),
    headline=SPACED,
    score=st.just(0.0),
    max_score=st.just(1.0),
    passed=st.booleans(),
    details=blocks_of(SPACED),
    replay=st.sampled_from((None, page_reports.without_pruning(), page_reports.wide())),
    line=st.none() | st.builds(Line, st.just("a.py"), st.integers(1, 999), TEXTS),
)
NOTES = st.builds(
    Note, SPACED, st.just(()), st.sampled_from(("", "a", "b", "c")), asks=SPACED
)


@settings(max_examples=examples(100))
@given(st.lists(ENTRIES, min_size=1, max_size=12), st.lists(NOTES, max_size=4))
def test_it_is_one_screen(entries: list[Entry], notes: list[Note]) -> None:
    """Whatever was handed in, and however much of it is wrong."""
    entries.sort(key=lambda entry: entry.group)
    found = terminal.screen(report(*entries, notes=tuple(notes)), command=COMMAND)
    assert found.count("\n") < HEIGHT
    assert widest(without_commands(found)) <= WIDTH


def test_what_the_headline_says_is_said_once() -> None:
    """Where it is the first wrong step, too."""
    step = WrongStep(f"First wrong step: {WRONG.headline}.")
    told = replace(TOLD, details=((step,),))
    assert sum(WRONG.headline in line for line in lines(told)) == 1


def test_points_are_in_tenths_and_add_up_as_they_are_shown() -> None:
    """12.34 and 20.33 of 20 and 40 are 32.67: 32.6 are earned, and none too much."""
    parts = (
        Entry("a", "minimax", "no", 12.34, 20),
        Entry("a", "alpha_beta", "no", 20.33, 40),
    )
    text = "\n".join(lines(*parts))
    assert "minimax    12.3/20" in text
    assert "alpha_beta 20.3/40" in text
    assert text.splitlines()[-1].endswith(" 32.6/60")


def test_points_of_an_old_course_are_told_as_they_are() -> None:
    """Where a question is worth hundredths, so is what it earned."""
    (row, *_) = lines(Entry("a", "minimax", "no", 0.33, 0.67))
    assert "0.33/0.67" in row
