"""In a notebook, trees and graded tests show themselves as pictures."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from autograder.errors import AssignmentError
from autograder.notebook import grade, tree
from tests.small import ROOT

SUBMISSIONS = ROOT / "tests" / "submissions"


def test_a_tree_is_a_picture() -> None:
    """What notebooks ask an object for is well-formed SVG with each node once."""
    shown = tree(ROOT / "test_trees" / "lectures" / "aima_fig_5_2.yaml")
    drawn = ET.fromstring(shown._repr_svg_())  # noqa: S314 - our own
    nodes = [each for each in drawn.iter() if each.get("data-node") is not None]
    assert len(nodes) == len(shown.nodes) == 13


def test_a_graded_test_is_its_sentences_and_a_picture() -> None:
    """Escaped, since they hold what a student wrote."""
    (entry,) = grade(SUBMISSIONS / "alpha_beta_no_pruning", "alpha_beta", "aima*")
    shown = entry._repr_html_()
    assert "visited C2 and C3, though cut" in shown
    assert shown.count("<svg") == 1
    assert shown.count("gt-wrongly-visited") >= 2


def test_a_right_one_can_be_shown_too() -> None:
    """With what was visited."""
    (entry,) = grade(ROOT / "reference", "alpha_beta", "aima*")
    assert entry.passed
    assert "<svg" in entry._repr_html_()


def test_what_is_not_there_is_said() -> None:
    """As on the command line."""
    with pytest.raises(AssignmentError, match="no such question"):
        grade(ROOT / "reference", "minimacks")
