"""A tree loses a ply in which nobody has a choice."""

from __future__ import annotations

from autograder.trees.drawn import Form, Part, Setting, tree_of_part, without_a_ply
from autograder.trees.tree import FULL, PLAYERS, Limit
from tests.cases import for_each

MIDDLE = Form(players=("max", "min", "chance"), bounded=True)
LEAF, DRAW = Part(utility=2), Part(below=(Part(utility=0), Part(utility=1)))


@for_each(
    "middle, forms, plies",
    [
        (Part(below=(DRAW,)), [Form(players=("max", "chance"), bounded=True)], [2]),
        (Part(below=(DRAW,)), [Form(players=("max", "chance"))], []),  # no bounds
        (Part(below=(DRAW,)), [MIDDLE], []),  # nobody draws behind MAX
        (Part(below=(DRAW, LEAF)), [Form(players=("max", "chance"), bounded=True)], []),
    ],
)
def test_a_ply_without_a_choice_is_left_out(
    middle: Part, forms: list[Form], plies: list[int]
) -> None:
    """Where trees of what is left are of a form that is known."""
    setting = Setting(("max", "min", "chance"), PLAYERS, Limit(), (0, 9), FULL)
    tree = tree_of_part(Part(below=(LEAF, middle)), setting)
    made = without_a_ply(tree, forms)
    assert [each.height() for each in made] == plies
    for each in made:
        assert len(each.nodes) == len(tree.nodes) - 1
        assert [node.to_move for node in each.nodes if node.children] == [
            "max",
            "chance",
        ]
