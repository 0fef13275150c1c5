"""Searches with depth, chance and names: what is read of them, and what misfits."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment.questions import Case, Question
from autograder.assignment.signature import (
    EVERY,
    TEXTBOOK,
    WITH_CHANCE,
    Function,
    Signature,
)
from autograder.errors import FileProblems
from autograder.kinds import all as assignments
from autograder.kinds.search.computing import with_signatures
from autograder.kinds.search.signatures import misfits
from autograder.trees import file as treefile
from tests.cases import for_each
from tests.unitgrading import unit_as_read

PLAIN = "tree: [[3, 12], [2, 4]]\n"
TWO_PLIES = f"{PLAIN}depth: 1\nevaluate: {{B: 5, C: 4}}\n"
A_ROUND = (
    "tree: [[[3], [12]], [[2], [4]]]\nrounds: 1\nevaluate: {D: 5, E: 4, F: 1, G: 2}"
)
CHANCE = f"{PLAIN}players: [max, chance]\n"
DICE_FIRST = f"{PLAIN}players: [chance, max]\n"
NAMES = "tree: [[3 1, 1 2], [2 2, 4 0]]\nplayers: [A, B]\n"


def loaded(folder: Path, question: str, tree: str) -> list[str]:
    """Line, column and message of what is wrong with a question on a tree."""
    (folder / "one.yaml").write_text(tree)
    text = f"questions:\n  - {{{question},\n     trees: [one.yaml]}}\n"
    (folder / "assignment.yaml").write_text(text)
    try:
        with_signatures(assignments.load(folder))
    except FileProblems as fault:
        return [f"{p.line}:{p.column}: {p.message}" for p in fault.problems]
    return []


@pytest.mark.parametrize(
    "name, tree",
    [
        ("minimax", PLAIN),
        ("depth_limited", TWO_PLIES),
        ("h_minimax, entry: h_minimax", TWO_PLIES),
        ("rounds", A_ROUND),
        ("expectimax", CHANCE),
        ("expectiminimax", CHANCE),
        ("max_n, entry: max_n", NAMES),
        ("max_n, entry: {B: max_n, A: max_n}", NAMES),
    ],
)
def test_trees_that_fit(name: str, tree: str, tmp_path: Path) -> None:
    """Each search on a tree that has what it takes, and nobody else moves."""
    assert loaded(tmp_path, f"name: {name}, points: {{value: 1}}", tree) == []


@pytest.mark.parametrize(
    "name, tree, expected",
    [
        ("minimax", TWO_PLIES, "it has depth, which the search does not take"),
        ("minimax", A_ROUND, "it has rounds, which the search does not take"),
        ("depth_limited", PLAIN, "it has no depth, which the search takes"),
        ("depth_limited", A_ROUND, "it has no depth, which the search takes"),
        (
            "h_minimax, entry: h_minimax",
            PLAIN,
            "it has no depth, which the search takes",
        ),
        ("rounds", TWO_PLIES, "it has no rounds, which the search takes"),
        ("singular", TWO_PLIES, "it has no margin, which the search takes"),
        (
            "depth_limited",
            f"{TWO_PLIES}margin: 2\n",
            "it has a margin, which the search does not take",
        ),
        (
            "alpha_beta, entry: {A: max_value, B: min_value}",
            NAMES,
            "with payoffs of several players nothing can be pruned",
        ),
        (
            "viewpoint, entry: {A: value, B: value}",
            NAMES,
            "a viewpoint is MAX's or MIN's, and players have names",
        ),
        (
            "viewpoint, entry: {max: value, min: value, chance: value}",
            DICE_FIRST,
            "chance moves first, and has no viewpoint",
        ),
        (
            "negamax, value_of: mover, entry: {A: negamax, B: negamax}",
            NAMES,
            "`value_of: mover` is of MAX and MIN, without names",
        ),
        (
            "negamax, value_of: mover, entry: negamax",
            DICE_FIRST,
            "chance moves there, of which no value is",
        ),
    ],
)
def test_a_search_and_a_tree_that_do_not_fit(
    name: str, tree: str, expected: str, tmp_path: Path
) -> None:
    """A limit that one has and the other has not, and a window that has no use."""
    problems = loaded(tmp_path, f"name: {name}, points: {{value: 1}}", tree)
    assert problems == [f"3:6: one: {expected}"]


def test_estimates_are_for_searches_that_stop(tmp_path: Path) -> None:
    """It is told at the facet."""
    (problem,) = loaded(tmp_path, "name: minimax, points: {estimates: 1}", PLAIN)
    assert problem == "2:30: the search has no limit, so it takes no estimates"


TABLE = "name: transpositions, arguments: [alpha, beta, table], points: {value: 1}"
KEPT = f"{TABLE}, remembers: positions, visits: recorded"


@for_each(
    "question, tree, expected",
    [
        (KEPT, PLAIN, []),
        (
            f"{TABLE}, visits: recorded",
            PLAIN,
            ["2:28: a table is for a question with `remembers: positions`"],
        ),
        (
            f"{TABLE}, remembers: positions",
            PLAIN,
            ["2:81: `remembers: positions` goes with `visits: recorded`"],
        ),
        (
            f"{TABLE}, visits: all, remembers: positions",
            PLAIN,
            ["2:81: `remembers: positions` goes with `visits: recorded`"],
        ),
        (
            KEPT,
            TWO_PLIES,
            [
                "3:6: one: it has a limit, and a value that is kept tells of no depth",
                "3:6: one: it has depth, which the search does not take",
            ],
        ),
    ],
)
def test_a_table_needs_a_key_and_whole_trees(
    question: str, tree: str, expected: list[str], tmp_path: Path
) -> None:
    """Whoever hands one on says so; what it leaves out, and how deep, none can tell."""
    assert loaded(tmp_path, question, tree) == expected


WHY = "killers go with `visits: recorded`: what is tried first no window tells"
KILLERS = "name: killers, arguments: [alpha, beta, ply, killers], points: {value: 1}"


@for_each(
    "question, expected",
    [
        (f"{KILLERS}, visits: recorded", []),
        (
            KILLERS,
            [f"2:21: {WHY}"],
        ),
        (
            f"{KILLERS}, visits: all",
            [f"2:81: {WHY}"],
        ),
    ],
)
def test_killers_need_a_key(question: str, expected: list[str], tmp_path: Path) -> None:
    """Which action comes first the reference alone knows."""
    assert loaded(tmp_path, question, PLAIN) == expected


PEEKS = "name: ordering, order: any, peeks: true, points: {value: 1}"
ORDERED = "tree: [[3, [12, 1]], [2, 4]]\ndepth: 3\n"


def test_peeks_need_estimates(tmp_path: Path) -> None:
    """Of all below the root that is no leaf, as far as the search goes."""
    (problem,) = loaded(tmp_path, PEEKS, f"{ORDERED}evaluate: {{B: 3}}\n")
    assert problem == "2:34: one: peeks need estimates, and there is none of E and C"
    whole = f"{ORDERED}evaluate: {{B: 3, C: 2, E: 4}}\n"
    assert loaded(tmp_path, PEEKS, whole) == []


def test_leaves_are_saved_by_a_window_between_max_and_min(tmp_path: Path) -> None:
    """Where nothing is cut or chance moves no fewest leaves are counted."""
    (problem,) = loaded(tmp_path, "name: minimax, points: {saved_50: 1}", PLAIN)
    assert problem == "2:30: without a window no order leaves anything out"
    chance = f"{CHANCE}bounds: [0, 20]\n".replace("[max, chance]", "[max, chance, min]")
    (problem,) = loaded(tmp_path, "name: star1, points: {saved_90: 1}", chance)
    told = "chance moves there; fewest leaves are counted of MAX and MIN"
    assert problem.endswith(told)


def test_a_share_that_nobody_counts_is_unknown(tmp_path: Path) -> None:
    """They go by fives; the nearest is told."""
    question = PEEKS.replace("value: 1", "saved_33: 1")
    whole = f"{ORDERED}evaluate: {{B: 3, C: 2, E: 4}}\n"
    (problem,) = loaded(tmp_path, question, whole)
    assert "saved_3" in problem


def test_chance_needs_a_function(tmp_path: Path) -> None:
    """Left out it is `exp_value`, which minimax lacks; named, it has to be named."""
    (problem,) = loaded(tmp_path, "name: minimax, points: {value: 1}", CHANCE)
    assert problem == (
        "3:6: one: chance moves there, and reference/minimax.py has no exp_value; ask "
        "it of a search that has one, such as expectimax, or leave it out"
    )
    entry = "entry: {max: max_value, min: min_value}"
    question = f"name: expectiminimax, {entry}, points: {{value: 1}}"
    assert loaded(tmp_path, question, CHANCE) == ["2:35: an entry needs `chance` too"]


def test_what_is_read_of_the_references() -> None:
    """Whose functions they are, what they take, and what the search function takes."""
    found = {
        question.name: question.signature
        for unit in ("depth_limited", "chance", "players")
        for question in unit_as_read(unit).questions()
    }
    assert found["depth_limited"] == Signature(
        TEXTBOOK,
        (
            Function("max_value", ("depth",), "max"),
            Function("min_value", ("depth",), "min"),
        ),
        search=("depth",),
    )
    assert found["h_minimax"].function_named("h_minimax").arguments == ("d",)
    assert found["h_minimax"].search == ()
    assert found["rounds"].search == ("rounds",)
    assert found["expectimax"].entry == (WITH_CHANCE[0], WITH_CHANCE[2])
    assert found["expectiminimax"].entry == WITH_CHANCE
    assert found["star1"].takes("alpha", "beta")
    assert found["max_n"].entry == ((EVERY, "max_n"),)
    limits = {name: signature.limiting_key for name, signature in found.items()}
    assert limits == {
        "depth_limited": "depth",
        "h_minimax": "depth",
        "depth_limited_alpha_beta": "depth",
        "rounds": "rounds",
        "expectimax": "",
        "expectiminimax": "",
        "depth_limited_expectimax": "depth",
        "star1": "",
        "max_n": "",
    }


@pytest.mark.parametrize(
    "argument, value_of, told",
    [
        ("color", "max", "a color goes with `value_of: mover`"),
        ("viewpoint", "mover", "a viewpoint and `value_of: mover` do not go together"),
    ],
)
def test_whose_value_it_is_is_said_once(
    argument: str, value_of: str, told: str
) -> None:
    """By an argument or by the key, which a color tells in numbers."""
    question = Question("q", "q", "q_search", value_of=value_of)
    signature = Signature((("max", "f"), ("min", "f")), (Function("f", (argument,)),))
    case = Case(question, "one", treefile.parse("tree: [[1, 2], 3]"))
    assert ("arguments", told) in [*misfits(case, signature)]


def test_a_color_starts_with_who_moves() -> None:
    """1 for MAX, -1 for MIN."""
    for first, color in (("max", 1), ("min", -1)):
        other = "min" if first == "max" else "max"
        text = f"players: [{first}, {other}]\ntree: [[1, 2], 3]"
        tree = treefile.parse(text)
        assert Function("f", ("color",), value_of="mover").start_arguments(tree) == (
            color,
        )
