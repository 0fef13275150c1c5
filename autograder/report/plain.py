"""Blocks as lines of plain text, for whatever shows no more than that."""

from __future__ import annotations

from collections.abc import Iterable

from autograder.text import clean_lines, points
from autograder.words import blocks
from autograder.words.blocks import FAILED, PASSED, UNJUDGED, Block, Passage

SIGNS = {PASSED: "✓", FAILED: "✗", UNJUDGED: "?"}
MOST_LINES, LONGEST_LINE = 40, 300  # of one note
BAR = "  | "  # stands before each line that is a student's own
NAMES, EARNED = 13, 9  # columns of facets' names and points, at least


def lines(details: Iterable[Passage]) -> list[str]:
    """The lines of all passages, an empty one between each two."""
    laid_out: list[str] = []
    for passage in details:
        laid_out += [""] if laid_out else []
        for block in passage:
            laid_out += block_lines(block, names_width(passage))
    return laid_out


def block_lines(block: Block, width: int) -> Iterable[str]:
    """The lines of one block; names of facets have so many columns."""
    if isinstance(block, blocks.Facet):
        return (facet_prefix(block, width) + block.sentence,)
    if isinstance(block, blocks.Quotation):
        return (block.title, *(BAR + line for line in block.lines))
    if isinstance(block, blocks.LineOfPlay):
        return boards_and_answers_text(block)
    return (
        block.lines if isinstance(block, blocks.Verbatim) else (labelled_line(block),)
    )


def note_lines(note: blocks.Note) -> list[str]:
    """The lines of a note, each made safe; its title is the first."""
    return clean_lines("\n".join((note.title, *note.lines)), MOST_LINES, LONGEST_LINE)


def names_width(passage: Passage) -> int:
    """The columns of the names of a passage's facets, which stand below each other."""
    names = (len(block.name) for block in passage if isinstance(block, blocks.Facet))
    return max(NAMES, *names, 0)


def facet_prefix(facet: blocks.Facet, width: int) -> str:
    """What stands before the sentence on a facet, whose name has so many columns."""
    name = f"{facet.name:<{width}}"
    return f"{SIGNS[facet.state]} {name} {earned_text(facet):>{EARNED}}  "


def earned_text(facet: blocks.Facet) -> str:
    """`0.2/0.3`; a dash for what is worth nothing."""
    if not facet.max_points:
        return "–"
    return f"{points(facet.points)}/{points(facet.max_points)}"


def labelled_line(block: blocks.Sentence | blocks.Named) -> str:
    """A sentence; of a hint, or of a mistake's name, with what it is before it."""
    if isinstance(block, blocks.Named):
        return f"Diagnosis: {block.title}"
    return f"Hint: {block.text}" if isinstance(block, blocks.Hint) else block.text


def boards_and_answers_text(line: blocks.LineOfPlay) -> tuple[str, ...]:
    """Boards side by side, and the answers one below the other."""
    from autograder.drawing import nodes  # noqa: PLC0415 - few are drawn

    answers = [f"{answer.whose}: {answer.text}" for answer in line.answers]
    return (*nodes.boards_along_line(line.way), *answers)
