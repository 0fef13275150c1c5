"""Trees as data: the effective tree of a limited search, and fingerprints."""

from __future__ import annotations

from itertools import combinations

from autograder.trees import file as treefile
from autograder.trees.tree import Limit, contradictions
from autograder.trees.values import exact_values

DEEP = "tree: {A: {B: {D: [1, 2], E: [3]}, C: 4}}\n"


def test_the_effective_tree_has_leaves_at_the_horizon() -> None:
    """At the same indices; what lies beyond stands there, out of reach."""
    tree = treefile.parse(f"{DEEP}depth: 2\nevaluate: {{D: 7, E: -8, B: 0}}")
    effective = tree.effective_tree
    assert effective.labels() == tree.labels()
    leaves = {n.label: n.utility for n in effective.nodes if not n.children}
    assert {label: leaves[label] for label in "DEC"} == {"D": 7, "E": -8, "C": 4}
    assert not effective.limit
    assert effective.effective_tree is effective


def test_what_lies_beyond_the_horizon_has_its_values_too() -> None:
    """The search does not see them; who explains what it missed does."""
    tree = treefile.parse(f"{DEEP}depth: 1\nevaluate: {{B: 9, D: 0, E: 0}}")
    values = exact_values(tree)
    assert (values["A"], values["B"], values["D"], values["E"]) == (9, 9, 2, 3)


def test_a_limit_of_nothing_is_none() -> None:
    """It counts as false, and reaches no node."""
    assert not Limit()
    assert Limit(depth=1)
    assert Limit(rounds=1)
    assert treefile.parse(DEEP).horizon == frozenset()


def test_rounds_where_chance_begins() -> None:
    """The first player is the first who is not chance: MAX, at B and at E."""
    text = "tree: {A: {B: {C: {D: {E: {F: 1}, G: 2}}}}}\nevaluate: {E: 5}\nrounds: 1\n"
    tree = treefile.parse(f"{text}players: [chance, max, min]")
    assert [tree.nodes[index].label for index in tree.horizon] == ["E"]
    assert exact_values(tree)["A"] == 3.5


def test_all_that_can_be_seen_changes_the_fingerprint() -> None:
    """Probabilities, estimates, the limit, bounds and who plays; each by itself."""
    base = "tree: [[1, 2], [2, 1]]\n"
    mean = f"{base}players: [max, chance]\n"
    texts = [
        *(base, f"{base}depth: 5", f"{base}rounds: 5", f"{base}bounds: [0, 3]"),
        *(f"{base}bounds: [0, 4]", f"{base}evaluate: {{B: 1}}", f"{base}depth: 6"),
        *(f"{base}evaluate: {{B: 1.0}}", f"{base}evaluate: {{C: 1}}", mean),
        *(f"{mean}chance: {{B: [1/4, 3/4]}}", f"{mean}chance: {{C: [1/4, 3/4]}}"),
        *("tree: [[1], [2]]\nplayers: [A]", "tree: [[1], [2]]\nplayers: [B]"),
        *("tree: [[1], [2]]", f"{base}data: {{x: 1}}", f"{base}data: {{x: 2}}"),
    ]
    found = [treefile.parse(text).fingerprint() for text in texts]
    assert all(one != other for one, other in combinations(found, 2))


def test_a_position_has_one_estimate_and_the_same_chances() -> None:
    """Trees made by rules may get that wrong; files say both by position."""
    text = "tree: {A: {B: {X: 1, Y: 2}, 'B#2': {'X#2': 1, 'Y#2': 2}}}\n"
    tree = treefile.parse(f"{text}evaluate: {{B: 1}}\nplayers: [max, chance]")
    assert list(contradictions(tree.nodes)) == []
