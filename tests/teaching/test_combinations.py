"""Two changes of one text, made both: laws, and a merge of another kind as a check."""

from __future__ import annotations

from difflib import SequenceMatcher
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.teaching import misconceptions as combinations
from autograder.teaching.misconceptions import bare, changes, of_module
from tests.small import ROOT

texts = st.lists(st.sampled_from("abcd")).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


def combined(base: str, first: str, second: str) -> str | None:
    """Both texts' changes, made in the base."""
    return combinations.combined(base, changes(base, first), changes(base, second))


@given(texts, texts)
def test_a_text_with_itself_gives_itself(base: str, text: str) -> None:
    """The same change twice is one change."""
    assert combined(base, text, text) == text


@given(texts, texts)
def test_the_base_changes_nothing(base: str, text: str) -> None:
    """On whichever side it stands."""
    assert combined(base, base, text) == text
    assert combined(base, text, base) == text


@given(texts, texts, texts)
def test_it_does_not_matter_which_stands_first(
    base: str, first: str, second: str
) -> None:
    """Where the changes meet they do so either way."""
    assert combined(base, first, second) == combined(base, second, first)


@given(st.permutations("abcdefgh"), st.data())
@settings(max_examples=100)
def test_changes_of_lines_of_their_own_are_both_made(
    lines: list[str], data: st.DataObject
) -> None:
    """Each line once in the base: by line, one text's choice, else the other's.

    A line is kept, removed, replaced or followed by another; a naive merge goes line
    by line. Between the changes of both stands at least one line that neither touches.
    """
    places = data.draw(st.lists(st.integers(0, 3), unique=True, max_size=4))
    kinds = st.sampled_from(["removed", "replaced", "followed"])
    changed = {2 * place: data.draw(kinds) for place in places}
    owner = {place: data.draw(st.booleans()) for place in changed}

    def text(*owners: bool) -> str:
        made = []
        for place, line in enumerate(lines):
            kind = changed.get(place) if owner.get(place) in owners else None
            made += [line] if kind in (None, "followed") else []
            made += [f"{line}{line}"] if kind in ("replaced", "followed") else []
        return "".join(f"{line}\n" for line in made)

    assert combined(text(), text(False), text(True)) == text(False, True)  # noqa: FBT003


@pytest.mark.parametrize(
    "first, second",
    [
        ("a\nx\nc\n", "a\ny\nc\n"),  # one line, replaced in two ways
        ("a\nc\n", "a\ny\nc\n"),  # removed and replaced
        ("x\nc\n", "a\ny\n"),  # two stretches that overlap
        ("a\nb\nx\nc\n", "a\nb\ny\nc\n"),  # two lines put into one place
        ("", "a\ny\nc\n"),
    ],
)
def test_changes_that_meet_cannot_both_be_made(first: str, second: str) -> None:
    """None is returned: what the text would be is nobody's to say."""
    assert combined("a\nb\nc\n", first, second) is None


def test_the_same_change_beside_another_is_made_once() -> None:
    """Both remove `b`; one also changes `d`."""
    assert combined("a\nb\nc\nd\n", "a\nc\nd\n", "a\nc\nx\n") == "a\nc\nx\n"


@given(texts, texts)
def test_changes_lead_from_the_lines_to_the_text(base: str, text: str) -> None:
    """Made from the last to the first, they give the text."""
    lines = base.splitlines()
    for begin, end, new in reversed(changes(base, text)):
        lines[begin:end] = new
    assert lines == text.splitlines()


@pytest.mark.parametrize("question", ["minimax", "alpha_beta"])
def test_misconceptions_are_combined_as_a_naive_merge_combines_them(
    question: str,
) -> None:
    """A seeded sample: each line of the base is kept, or changed by one of both.

    The naive merge notes what stands in the place of each line and before it; two
    texts that say something else of the same line cannot be merged.
    """
    base = bare(ROOT / "reference" / f"{question}.py")
    known = of_module(question)
    seen: set[bool] = set()
    random = Random(question)  # noqa: S311 - the same each time
    for _ in range(60):
        first, second = random.sample(known, 2)
        one, other = bare(first.path), bare(second.path)
        made = combined(base, one, other)
        naive = naive_merge(base, one, other)
        if naive is not None:  # it is stricter: neighbouring lines are too close to it
            assert made == naive, (first.name, second.name)
        seen.add(made is None)
        if made is not None:
            compile(made, question, "exec")
    assert seen == {True, False}


def naive_merge(base: str, first: str, second: str) -> str | None:
    """Line by line: before each line of the base, and in its place, who says what."""
    lines = base.splitlines()
    ours, theirs = (said_of(lines, text.splitlines()) for text in (first, second))
    merged: list[str] = []
    for place, nothing in enumerate(said_of(lines, lines)):
        said = {text for text in (ours[place], theirs[place]) if text != nothing}
        if len(said) > 1:
            return None
        merged += said.pop() if said else nothing
    return "".join(f"{line}\n" for line in merged)


def said_of(lines: list[str], text: list[str]) -> list[tuple[str, ...]]:
    """In the even places what stands before a line, in the odd ones for the line."""
    blocks = SequenceMatcher(None, lines, text, autojunk=False).get_matching_blocks()
    said: list[tuple[str, ...]] = [()] * (2 * len(lines) + 1)
    line = place = 0
    for block in blocks:
        said[2 * line] = tuple(text[place : block.b])
        if block.a > line:  # what is new stands for the first line that is gone
            said[2 * line + 1], said[2 * line] = said[2 * line], ()
        for offset in range(block.size):
            said[2 * (block.a + offset) + 1] = (lines[block.a + offset],)
        line, place = block.a + block.size, block.b + block.size
    return said
