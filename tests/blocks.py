"""Details of a report, of blocks of every kind, for what must hold of all."""

from __future__ import annotations

from hypothesis import strategies as st

from autograder.words.blocks import (
    FAILED,
    PASSED,
    UNJUDGED,
    Block,
    Facet,
    Hint,
    Keeps,
    Named,
    Passage,
    Quotation,
    Sentence,
    Verbatim,
    WrongStep,
)

POINTS = st.floats(0, 100, allow_nan=False)


def blocks_of(texts: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[Passage, ...]]:
    """A few passages, whose blocks have such texts."""
    lines = st.lists(texts, max_size=3).map(tuple)
    states = st.sampled_from((PASSED, FAILED, UNJUDGED))
    block: st.SearchStrategy[Block] = st.one_of(
        st.builds(Sentence, texts),
        st.builds(Facet, states, texts, POINTS, POINTS, texts),
        st.builds(WrongStep, texts),
        st.builds(Keeps, texts),
        st.builds(Hint, texts),
        st.builds(Named, texts),
        st.builds(Quotation, texts, lines),
        st.builds(Verbatim, lines),
    )
    passage = st.lists(block, min_size=1, max_size=4).map(tuple)
    return st.lists(passage, max_size=3).map(tuple)
