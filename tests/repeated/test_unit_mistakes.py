"""The mistakes of all units: each shows on some tree, and each page counts its own."""

from __future__ import annotations

import re

from autograder.assignment.questions import Question
from autograder.authoring.misconceptions import all_misconceptions
from tests.small import ROOT
from tests.unitgrading import mistaken
from tests.unitnames import EVERY

# Those whose edits fit no right program of the project, but may fit a course's own.
OF_OTHER_SHAPES = {"horizon_kept", "horizon_not_asked", "horizon_of_all_leaves"}


def test_each_mistake_of_a_search_shows_somewhere_and_pages_count_them() -> None:
    """Made of a right program there, it does something wrong on a tree.

    Both are one test, as each mistake of each unit is tried: that takes a minute.
    """
    shown = {each.mistake.name for _, made in mistaken("") for each in made}
    for name in EVERY:
        text = " ".join((ROOT / "docs" / "units" / f"{name}.md").read_text().split())
        for question, made in mistaken(name):
            names = {each.mistake.name for each in made}
            shown |= names if isinstance(question, Question) else set()
            number = rf"\b{len(names)} (of `{question.name}`|mistakes)"
            assert not names or re.search(number, text), question.name
    assert shown == {each.name for each in all_misconceptions()} - OF_OTHER_SHAPES
