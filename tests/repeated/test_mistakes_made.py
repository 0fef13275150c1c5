"""Each misconception makes programs that a student could hand in, by all its edits."""

from __future__ import annotations

from autograder.authoring.styles import Style

from autograder.authoring.misconceptions import Mistake, every
from autograder.rewriting import program
from autograder.rewriting.program import Program
from tests import mistaken
from tests.authoring.test_misconceptions import (
    MOST_CHANGED_FUNCTIONS,
    each_family,
    made,
)


@each_family
def test_it_makes_a_program_that_can_be_handed_in(family: list[Mistake]) -> None:
    """In some style, where a few functions are other than in the right program.

    Written out it is a module, with the functions and arguments that are asked for, and
    every name that it uses is known.
    """
    for mistake in family:
        assert made(mistake.name), mistake.name
        for style, wrong in made(mistake.name):
            changed = wrong.differs_in(style.program)
            assert 1 <= len(changed) <= MOST_CHANGED_FUNCTIONS, mistake.name
        first, *_, last = made(mistake.name) * 2
        for style, wrong in (first, last):
            assert_can_be_handed_in(style, wrong)


def assert_can_be_handed_in(style: Style, wrong: Program) -> None:
    """As text it is the same program, and its functions take what they should."""
    assert wrong.is_complete()
    handed_in = program.parse(wrong.text())
    assert handed_in.differs_in(wrong) == ()
    for name in filter(None, (*style.entries, style.search)):
        expected = [a.arg for a in style.program.functions[name].args.args]
        assert [a.arg for a in handed_in.functions[name].args.args] == expected


def test_every_edit_is_of_use() -> None:
    """Each fits a style that none before it fits; else it would never be made."""
    for mistake in every():
        unused = set(range(len(mistake.edits)))
        for style in mistaken.every_style():
            if not unused:
                break
            if style.module in mistake.not_in:
                continue
            fitting = (i for i, e in enumerate(mistake.edits) if style.edited(e))
            unused.discard(next(fitting, -1))
        assert not unused, (mistake.name, unused)
