"""Sentences on steps where chance moves, a search stops early, or many play."""

from __future__ import annotations

from dataclasses import replace

from autograder.kinds.search.stepwords import step_sentence
from autograder.kinds.search.walk import EQUALITY, Policy, walk
from autograder.trees import file as treefile
from autograder.trees.tree import FULL, Window
from autograder.trees.values import exact_values
from tests.cases import for_each

# 7 is there already. C comes to 1 + 10/2 = 6 at most once C1 is known.
LOTTERY = """
players: [max, chance]
chance: {C: [0.5, 0.3, 0.2]}
bounds: [0, 10]
tree: {A: {B: {B1: 7, B2: 7}, C: {C1: 2, C2: 3, C3: 9}}}
"""
# The mirror: 3 is there already. C comes to 4 at least, the rest were it 0.
LOTTERY_OF_MIN = (
    LOTTERY.replace("max", "min").replace("7", "3").replace("C1: 2", "C1: 8")
)
# D matters to C from (7 - 10/2) / (1/2) = 4 on, and E of MAX up to (3 - 0) / (1/2) = 6.
WINDOWS = """
players: [max, chance, min]
bounds: [0, 10]
tree: {A: {B: {B1: {B2: 7}}, C: {D: {D1: 3, D2: 9}, E: {E1: 9}}}}
"""
WINDOWS_OF_MIN = """
players: [min, chance, max]
bounds: [0, 10]
tree: {A: {B: {B1: {B2: 3}}, C: {D: {D1: 8, D2: 9}, E: {E1: 1}}}}
"""
SHORT = "depth: 1\nevaluate: {B: 4}\ntree: {A: {B: {B1: 3}, C: 2}}"
MANY = "players: [X, Y]\ntree: {A: {B: {B1: 1 2, B2: 3 4}, C: {C1: 5 6}}}"
MEAN = "players: [max, chance]\ntree: {A: {B: {B1: 1, B2: 3}}}"
NARROWED = EQUALITY
UNNARROWED = replace(EQUALITY, narrows=False)


@for_each(
    "text, visited, window, policy, told",
    [
        (
            LOTTERY,
            "A B B1 B2 C C1 C2",
            FULL,
            UNNARROWED,
            """
            C is a chance node, C1 = 2 known, and were all that is left 10, it came
            to no more than 6, and MAX already has 7 at A (α): the rest below C
            cannot matter, but your code went on to C2.
            """,
        ),
        (
            LOTTERY_OF_MIN,
            "A B B1 B2 C C1 C2",
            FULL,
            UNNARROWED,
            """
            C is a chance node, C1 = 8 known, and were all that is left 0, it came
            to no less than 4, and MIN already has 3 at A (β): the rest below C
            cannot matter, but your code went on to C2.
            """,
        ),
        (
            LOTTERY,
            "A B B1 C C1",
            FULL,
            UNNARROWED,
            """
            B is a chance node, B1 = 7 known: what is left can still decide, so B2
            can still matter, and your code left it out.
            """,
        ),
        (
            WINDOWS,
            "A B B1 B2 C D D1 D2",
            FULL,
            NARROWED,
            """
            D is MIN, v ≤ 3 after D1 = 3, and C, a chance node, has no use for less
            than 4 (α): the rest below D cannot matter, but your code went on to
            D2.
            """,
        ),
        (
            WINDOWS_OF_MIN,
            "A B B1 B2 C D D1 D2",
            FULL,
            NARROWED,
            """
            D is MAX, v ≥ 8 after D1 = 8, and C, a chance node, has no use for more
            than 6 (β): the rest below D cannot matter, but your code went on to
            D2.
            """,
        ),
        (
            SHORT,
            "A B B1 C",
            None,
            EQUALITY,
            """
            B lies at the horizon, where the search stops and takes the estimate,
            and your code went on to B1.
            """,
        ),
        (
            MANY,
            "A B B1 C C1",
            None,
            EQUALITY,
            """
            B is Y's, v = (1, 2) after B1 = (1, 2): nothing is cut here: every child
            counts, B2 too, and your code left it out.
            """,
        ),
        (
            MEAN,
            "A B B1",
            None,
            EQUALITY,
            """
            B is a chance node, B1 = 1 known: each outcome counts in a mean, B2 too,
            and your code left it out.
            """,
        ),
    ],
)
def test_what_was_known_at_the_first_wrong_step(
    text: str, visited: str, window: Window | None, policy: Policy, told: str
) -> None:
    """The numbers are worked out above, by hand."""
    tree = treefile.parse(text)
    step = walk(tree, exact_values(tree), visited.split(), window, policy).wrong
    assert step is not None
    assert step_sentence(step) == f"First wrong step: {' '.join(told.split())}"
