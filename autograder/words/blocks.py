"""What the details of a report are made of: facts in words, and not laid out."""

from __future__ import annotations

from dataclasses import dataclass

PASSED, FAILED, UNJUDGED = "passed", "failed", "unjudged"  # states of a test, a facet


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, or a few."""

    text: str


@dataclass(frozen=True, slots=True)
class Facet:
    """What one facet of a test earned, and one sentence on it."""

    state: str  # PASSED, FAILED or UNJUDGED
    name: str
    points: float
    max_points: float  # 0: it is worth none
    sentence: str


class WrongValue(Sentence):
    """The sentence on where a value first goes wrong."""


class WrongStep(Sentence):
    """The sentence on where a search first left the right way, as a replay tells it."""


class Keeps(Sentence):
    """The sentence on what stays from one call to the next."""


class Hint(Sentence):
    """What helps with a message that students meet often."""


@dataclass(frozen=True, slots=True)
class Named:
    """The title of the mistake that explains all tests of a question."""

    title: str


@dataclass(frozen=True, slots=True)
class Quotation:
    """Lines that are a student's own, below what they are."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Lines that stay as they are: a tree's file, what an instructor's check says."""

    lines: tuple[str, ...]


Squares = tuple[tuple[int, int], ...]  # of a board, as row and column from 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said behind a line of play, or should have been, and whose that is."""

    whose: str
    text: str
    squares: Squares = ()  # of a board, that it speaks of


@dataclass(frozen=True, slots=True)
class LineOfPlay:
    """The positions along a line, boards or texts, behind actions, and answers."""

    way: tuple[tuple[str, str], ...]
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """What stands above all tests; any of it may be foreign text, of several lines."""

    title: str
    lines: tuple[str, ...] = ()
    explains: str = ""  # the question whose tests it explains
    asks: str = ""  # what the student may ask himself


Block = (  # each by its own name: records are read by exact types
    Sentence
    | Facet
    | WrongValue
    | WrongStep
    | Keeps
    | Hint
    | Named
    | Quotation
    | Verbatim
    | LineOfPlay
)
Passage = tuple[Block, ...]
