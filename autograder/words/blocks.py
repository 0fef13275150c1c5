"""What the details of a report are made of: facts in words, and not laid out."""

from __future__ import annotations

from dataclasses import dataclass

from autograder.text import count_text

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


NOT_REACHED = "the grader was stopped before it came to this test"
NO_FEEDBACK = "this test gives no feedback"
NO_FAULT = "which is no fault of yours"
NOT_YOURS = "not of your submission: tell your instructor."
NOT_BEGUN = (
    f"The grader was stopped before it had begun, {NO_FAULT}: tell your instructor."
)
NOT_FINISHED = f"The grader could not finish, {NO_FAULT}. "
STOPPED = "The tests were stopped"
BROKEN = "a fault of the grader, not yours"
UNFINISHED = (
    "The grades are complete, but the report is not: the grader met a fault of its "
    "own. Report the lines above to its authors."
)
FOR_INSTRUCTORS = (
    "Not for students: this page has all tests, and all that is known of them, "
    "whatever students may see."
)
SMALL_TREE = "A small tree on which this goes wrong. It earns no points:"
SMALLEST_TREE = "The smallest tree found on which this goes wrong. It earns no points:"
UNSEEN_TREE = (
    "A tree drawn at random, which students have not. It earns no points, and they "
    "read nothing of it:"
)
NEVER_SEEN = "what it never saw"
OTHERWISE_TOGETHER = (
    "The submission did otherwise in a process that tests shared than in one of its "
    "own: each test was run again, alone, and that counts. It keeps something outside "
    "of its modules, or goes by time, memory or chance; look at the code."
)
STOPS = "{}: the search stops {} plies below where it begins"
NO_FURTHER = (
    "In {} tests a right search goes further. Your code has asked there about no state "
    "that lies more than {} plies below the root, and where the game ends before, what "
    "it returns is right. There is no limit here: each line of play goes on until the "
    "game is over."
)
HOW_DEEP = (
    "Which line of your code counts how deep the search is, or where does it end in a "
    "function that calls no other?"
)
LEFT_OUT = "\n… the rest is left out"


def stopping_note(question: str, plies: int, tests: int) -> Note:
    """That a search looks no further than so many plies, though so many tests do."""
    title = STOPS.format(question, plies)
    lines = (NO_FURTHER.format(tests, plies), HOW_DEEP)
    return Note(title, lines, question, HOW_DEEP)


def grader_failed_sentence(message: str) -> str:
    """That the grader itself failed in a test."""
    return f"{BROKEN}: {message}"


def all_stopped(why: str, whose: str) -> str:
    """That all tests were stopped, and by a fault of whom."""
    return f"{STOPPED}: {why}. This is a fault of {whose}, {NOT_YOURS}"


def unjudged_sentence(count: int, whose: str) -> str:
    """How many tests nobody has judged, and by a fault of whom."""
    return (
        f"{count_text(count, 'test')} could not be judged. This is a fault of the "
        f"{whose}, {NOT_YOURS}"
    )


def earned_here(earned: str, possible: str) -> str:
    """What the tests earn that are shown, where there are others."""
    return f"The tests shown here earn {earned} of {possible} points."


def same_as_other_test(number: str, name: str) -> str:
    """Where to read what is said of a test as of another."""
    return f"What is told of {f'{number} ' if number else ''}{name} holds here, too."


def said_of_many(group: str, tests: str, headline: str) -> str:
    """What is the same of several tests of a question."""
    return f"{group}, {tests}: {headline}"


def knows_the_visible(
    question: str, seen: tuple[int, int], others: tuple[int, int], tests: str
) -> str:
    """What is told of one right on visible tests alone: (right, of how many)."""
    right, of = others
    return (
        f"{question}: {seen[0]} of {seen[1]} visible {tests} are right, and {right} of "
        f"{of} that it cannot know: a table, or a fault that the visible ones do not "
        "show"
    )
