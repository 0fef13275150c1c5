"""What is printed of how good the trees are: a table, and what follows from it."""

from __future__ import annotations

from autograder.authoring.lazy import Paid, Payroll
from autograder.authoring.misconceptions import Cost
from autograder.kinds import caught
from autograder.kinds.search import authors
from autograder.kinds.search.matrix import Matrix
from tests.matrices import MINIMAX, drawn

THREE = ("m v.a", "n .t!", "o ...")


def test_ten_lines_are_read_first() -> None:
    """A line a question, as many as there is room for, and what laziness earns."""
    line = authors.matrix_summary(drawn(*THREE, trees=["lists/a", "lists/b", "c"]))
    assert line == "minimax: 2 of 3 mistakes caught on 3 trees"
    paid = Payroll({"f": 10}, (Paid("The first leaf", {"f": 4}),), Paid("", {}))
    few = caught.opening_lines([line], paid, 7.5).splitlines()
    earned = "without any search 40.0 % are earned; 10 % is the limit"
    table = "a list of the visible answers earns at most 7.5 of 10 points"
    assert few == [line, earned, table, caught.REST]
    many = caught.opening_lines([line] * 12, paid, 7.5).splitlines()
    assert len(many) == 10
    assert many[5:9] == [line, "… and 6 questions more", earned, table]


COSTS = (Cost("m", "slips", 2.5), Cost("m", "late", 40), Cost("n", "slips", 12))


def test_what_loses_least_is_among_the_first_lines() -> None:
    """Of all questions together, before what a table earns."""
    paid = Payroll({"f": 10}, (Paid("The first leaf", {"f": 4}),), Paid("", {}))
    lines = caught.opening_lines(["line"] * 12, paid, 7.5, COSTS).splitlines()
    assert len(lines) == 10
    assert lines[7] == "the cheapest mistake, slips, loses 2.5 % of m"


def test_what_loses_too_little_is_a_sentence_a_question() -> None:
    """None where each loses as much as is asked for."""
    assert list(caught.cheap_question_sentences(COSTS, 12.5)) == [
        "m: 1 of 2 mistakes lose less than 12.5 % of its points (slips)",
        "n: 1 of 1 mistakes lose less than 12.5 % of its points (slips)",
    ]
    assert list(caught.cheap_question_sentences(COSTS, 2.5)) == []


def test_a_search_that_comes_back_uncounted_is_told() -> None:
    """With the key that would tell."""
    text = authors.repeats_warning(drawn("m v"))
    assert text.startswith("minimax: its search comes back to nodes, which is not")
    assert "`repeats: true`" in text


def test_all_that_is_printed() -> None:
    """The trees, a sign a tree and a mistake, and what is missed."""
    assert authors.matrix_table(drawn(*THREE, trees=["lists/a", "lists/b", "c"])) == (
        "minimax: 3 misconceptions on 3 trees\n"
        "\n"
        "            catches  it alone\n"
        "1  lists/a        1         ·\n"
        "2  lists/b        1         ·\n"
        "3  c              2         ·\n"
        "\n"
        "   123\n"
        "m  v·a\n"
        "n  ·t!\n"
        "o  ···\n"
        "\n"
        "v another value   a another action   n other nodes visited\n"
        "t no finite number, or no action   ! an error   · not caught\n"
        "\n"
        "Caught: 2 of 3 (66 %).\n"
        "No tree catches:\n"
        "  o\n"
        "Each adds nothing as long as the others stay: trees 1, 2, 3.\n"
        "These alone show as much: 3."
    )


def line(found: Matrix, name: str) -> str:
    """The signs of a mistake."""
    lines = authors.matrix_table(found).splitlines()
    return next(each for each in lines if each.startswith(f"{name}  ")).split()[1]


def test_a_sign_tells_what_shows_first() -> None:
    """A dot where nothing does."""
    assert line(drawn("m vant!"), "m") == "vant!"
    assert line(drawn("m ..."), "m") == "···"


def test_the_trees_on_which_a_mistake_hangs() -> None:
    """By their numbers; the others are no news."""
    shown = authors.matrix_table(drawn("m v.v", "n .n.", "o a.."))
    assert (
        "\nCaught by one tree only, which the question needs:\n"
        "  tree 1: o\n"
        "  tree 2: n\n"
        "Adds nothing, since the others show all that it shows: tree 3."
    ) in shown


def test_where_each_tree_is_needed_it_says_so() -> None:
    """A sentence, and none on what would do."""
    shown = authors.matrix_table(drawn("m v.", "n .v"))
    assert shown.endswith("\nEach tree adds something.")
    assert "No tree catches" not in shown


def test_what_adds_nothing_to_any_question() -> None:
    """A tree that one of two questions needs is none of them."""
    names = ["a", "b", "c"]
    one = drawn("m vv.", "n ...", trees=names)
    other = drawn("m .v.", "n v..", trees=names)
    assert authors.idle_trees_sentence([one, other]) == (
        "Trees that add nothing to any question, each as long as the others stay:\n  c"
    )
    needed = drawn("m v", trees=["c"])
    assert authors.idle_trees_sentence([other, needed]) == (
        "Each tree adds something to some question."
    )


def test_a_question_without_misconceptions_says_so() -> None:
    """It has no table."""
    empty = Matrix(MINIMAX, (), ())
    assert (
        authors.matrix_table(empty) == "minimax: there are no misconceptions of minimax"
    )


def test_many_trees_with_long_names_stay_within_the_width() -> None:
    """Forty trees stand beside one another, the others below; numbers stand above."""
    names = [f"{'folder/' * 20}{number}" for number in range(1, 102)]
    found = drawn(f"m {'v' * 101}", f"{'n' * 50} {'.' * 101}", trees=names)
    lines = authors.matrix_table(found).splitlines()
    assert max(map(len, lines)) <= caught.WIDTH
    rows = [text.split()[1:] for text in lines if text.startswith("m ")]
    assert rows == [["v" * 10] * 4, ["v" * 10] * 4, ["v" * 10] * 2 + ["v"]]
    heads = lines.index("", lines.index("") + 1) + 1
    assert lines[heads + 2].split() == ["1234567890"] * 4
    blocks = heads + 2 * (3 + 2 + 1)  # digits, mistakes and an empty line
    assert [lines[blocks + digit].split() for digit in range(3)] == [
        ["1", "1"],
        ["8888888889", "9999999990", "0"],
        ["1234567890", "1234567890", "1"],
    ]


def test_percentages_are_rounded_down() -> None:
    """99.9 % is not all."""
    assert authors.percent(999, 1000) == 99
    assert authors.percent(1000, 1000) == 100


SEARCHLESS = Payroll(
    {"minimax": 10.0, "alpha_beta": 10.0},
    (
        Paid("The first leaf", {"minimax": 2.0, "alpha_beta": 2.5}),
        Paid("Touch all", {"minimax": 5.0, "alpha_beta": 1.0}, thorough=True),
    ),
    Paid("minimax", {"alpha_beta": 6.0}),
)
WITHOUT_LOOKING = Payroll(
    {"f": 4.0},
    (Paid("a constant", {"f": 1.0}),),
    Paid("", {}),
    ("any search", "the right formula"),
)


def test_what_is_earned_without_an_algorithm() -> None:
    """A row a program, how it searches for luck, and the limits."""
    assert caught.payroll_text(SEARCHLESS) == (
        "Earned without any search, of 10 and 10, together 20 points:\n"
        "\n"
        "                minimax  alpha_beta     all\n"
        "The first leaf      2.0         2.5     4.5\n"
        "Touch all           5.0         1.0     6.0\n"
        "\n"
        "Each with the action at one place in all trees, the first, the second and so "
        "on\n"
        "  to the last, or with the one that such values say is best, whichever pays "
        "best\n"
        "  for a question; the same number is the one that pays best.\n"
        "What pays best in each question earns 22.5 % of all points; 10 % is the "
        "limit.\n"
        "Of those that visit all nodes it earns 30.0 %; 15 % is the limit.\n"
        "Without pruning alpha_beta pays 6 of 10 points, 60.0 %; 50 % is the limit."
    )


def test_what_is_earned_of_one_question_alone() -> None:
    """Its points are all there are; what the programs do without is listed."""
    told = caught.payroll_text(WITHOUT_LOOKING)
    assert told.startswith(
        "Earned without any search or the right formula, of 4 points:\n"
    )


def test_each_limit_that_is_passed_has_its_sentence() -> None:
    """What pays best in the questions, and the question that pays without pruning."""
    assert list(caught.limit_sentences(SEARCHLESS)) == [
        (
            "without any search 4.5 of 20 points are earned (The first leaf), "
            "more than 10 %"
        ),
        "without any search 6 of 20 points are earned (Touch all), more than 15 %",
        "alpha_beta: without pruning 6 of 10 points are earned, more than 50 %",
    ]
    assert list(caught.limit_sentences(WITHOUT_LOOKING)) == [
        (
            "without any search or the right formula 1 of 4 points are earned "
            "(a constant), more than 10 %"
        )
    ]


def test_questions_that_a_program_does_not_answer_stay_blank() -> None:
    """A search earns nothing of a table, and a table's constant nothing of a search."""
    paid = Payroll(
        {"minimax": 10.0, "f": 4.0},
        (Paid("One ply", {"minimax": 2.0}), Paid("a constant", {"f": 1.0})),
        Paid("", {}),
        ("any search", "the right formula"),
    )
    rows = caught.payroll_text(paid).splitlines()[2:5]
    assert rows == [
        "            minimax       f     all",
        "One ply         2.0             2.0",
        "a constant              1.0     1.0",
    ]


def test_where_no_tree_shows_anything_none_is_enough() -> None:
    """Each adds nothing, and so do all together."""
    assert authors.matrix_table(drawn("m ..")).endswith(
        "\nEach adds nothing as long as the others stay: trees 1, 2.\n"
        "These alone show as much: none."
    )
