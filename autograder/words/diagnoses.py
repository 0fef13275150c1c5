"""The words on what explains all tests of a question: a title, and lines below it."""

from __future__ import annotations

from collections.abc import Mapping

from autograder.game import MAX, MIN
from autograder.teaching.causes import (
    MOST_NAMED,
    SEARCH,
    Cause,
    Diagnosis,
    Evidence,
    Explained,
    Foretold,
    Form,
    Horizon,
    MissedGroup,
)
from autograder.text import few

CALLS = 200  # characters of calls
TITLES = {
    Form.ONE: "{}",
    Form.BESIDES: "{}",
    Form.BOTH: "Two mistakes: {first}; {1}",
    Form.EITHER: "{}; or: {}",
    Form.TWICE: "{}, and likewise for the other player",
}
MANY = "One of {} mistakes that look the same on these {}"
WHERE: Mapping[str, str] = {  # what several mistakes have in common, if nothing else
    MAX: ", where MAX is to move",
    MIN: ", where MIN is to move",
    SEARCH: ", in the search function",
}
ALIKE = {  # above the titles
    Form.FAMILY: "On these {} several mistakes look the same. It is one of these:",
    Form.EITHER: "On these {} two mistakes look the same:",
    Form.SEVERAL: (
        "On these {} mistakes of several kinds look the same. It is one of these:"
    ),
}
MIRRORED = "It is the same slip at the other player: {}."
DASH = "– "
MARKS = {  # before the titles, of which no more are told than there are marks
    Form.FAMILY: (DASH,) * MOST_NAMED,
    Form.EITHER: (DASH, DASH),
    Form.SEVERAL: (DASH,) * MOST_NAMED,
    Form.BOTH: ("1. ", "2. "),
}
EXPLAINED = (Form.EITHER, Form.BOTH)  # with paragraphs below each title
A_SECOND = "There is a second mistake besides, which these {} cannot name."
ALL_SEEN = "This foretells exactly what was seen in {}."
CHOICES_SEEN = (
    "This foretells the actions that were chosen, and what was visited for them, in {}."
)
VALUES_SEEN = (
    "This foretells the values and visits that were seen in {}. It does not explain "
    "what {}."
)
NUMBERS_SEEN = "This foretells the values that were returned in {}."
STARTS_SEEN = "This foretells which playout is the first that is wrong in {}."
SHOWN = "visible "
BESIDES = "your search function did besides"
STOPS = "The search stops {} plies below where it begins"
NO_FURTHER = (
    "In {} tests a right search goes further. Your code has asked there about no state "
    "that lies more than {} plies below the root, and where the game ends before, what "
    "it returns is right. There is no limit here: each line of play goes on until the "
    "game is over."
)
EITHER_ASKS = "Either: {} Or: {}"
HOW_DEEP = (
    "Which line of your code counts how deep the search is, or where does it end in a "
    "function that calls no other?"
)
ONE_GROUP = "right on all rows but {} of “{}”"
ONE_OF_SHOWN = "right on all rows that are shown but {} of “{}”"


def title(diagnosis: Diagnosis) -> str:
    """What the code does, in one line."""
    if isinstance(diagnosis, MissedGroup):
        return _title_of_group(diagnosis)
    if isinstance(diagnosis, Horizon):
        return STOPS.format(diagnosis.plies)
    causes, form = diagnosis.causes, diagnosis.form
    if form is Form.FAMILY:
        return _raised(causes[0].family)
    if form is Form.SEVERAL:
        where = WHERE.get(diagnosis.place, "")
        return MANY.format(len(causes), diagnosis.tried_on) + where
    said = [causes[0].title, *(_lowered(cause.title) for cause in causes[1:])]
    return TITLES[form].format(*said, first=_lowered(said[0]))


def lines(diagnosis: Diagnosis) -> tuple[str, ...]:
    """Why that is wrong, a line a paragraph, and why it is believed."""
    if isinstance(diagnosis, MissedGroup):
        return (_where_to_look(diagnosis),)
    if isinstance(diagnosis, Horizon):
        return NO_FURTHER.format(diagnosis.tests, diagnosis.plies), HOW_DEEP
    return (*_why_wrong(diagnosis), _ground(diagnosis))


def asks(diagnosis: Diagnosis) -> str:
    """What students may ask themselves, or which mistakes it may be.

    The text of each mistake ends with a question; "" where two together ask two.
    """
    if isinstance(diagnosis, MissedGroup):
        return _where_to_look(diagnosis)
    if isinstance(diagnosis, Horizon):
        return HOW_DEEP
    if diagnosis.form in (Form.ONE, Form.BESIDES, Form.TWICE):
        return _paragraphs(diagnosis.causes[0])[-1]
    if diagnosis.form is Form.EITHER:
        return EITHER_ASKS.format(*(_paragraphs(c)[-1] for c in diagnosis.causes))
    if diagnosis.form in EXPLAINED:
        return ""
    each = diagnosis.causes[:MOST_NAMED]
    titles = "; ".join(_lowered(cause.title) for cause in each)
    return f"{ALIKE[diagnosis.form].format(diagnosis.tried_on)} {titles}."


def _why_wrong(diagnosis: Explained) -> tuple[str, ...]:
    """What is wrong about each of the mistakes, or their titles, where many are."""
    causes, form = diagnosis.causes, diagnosis.form
    if form is Form.TWICE:
        return (*_paragraphs(causes[0]), MIRRORED.format(_lowered(causes[1].title)))
    if form not in MARKS:
        return _paragraphs(causes[0])
    said = [ALIKE[form].format(diagnosis.tried_on)] if form in ALIKE else []
    for mark, cause in zip(MARKS[form], causes, strict=False):
        said.append(f"{mark}{cause.title}")
        if form in EXPLAINED:
            said += _paragraphs(cause)
    return tuple(said)


def _ground(diagnosis: Explained) -> str:
    if diagnosis.form is Form.BESIDES:
        return A_SECOND.format(diagnosis.tried_on)
    return ground(diagnosis.evidence)


SEEN = {
    Foretold.ALL: ALL_SEEN,
    Foretold.NUMBERS: NUMBERS_SEEN,
    Foretold.CHOICES: CHOICES_SEEN,
    Foretold.STARTS: STARTS_SEEN,
}


def ground(evidence: Evidence) -> str:
    """Why a mistake is believed: on how many tests it foretells what was seen."""
    others = evidence.tests - evidence.count
    shown = SHOWN if evidence.of_shown else ""
    if others:
        where = f"{evidence.count} of {evidence.tests} {shown}tests"
    elif evidence.tests > 1:
        where = f"each of the {evidence.tests} {shown}tests"
    else:
        where = f"the {shown}test"
    if evidence.foretold in SEEN:
        return SEEN[evidence.foretold].format(where)
    of_others = f"{others} tests" if others > 1 else "test"
    rest = f"was seen in the other {of_others}" if others else BESIDES
    return VALUES_SEEN.format(where, rest)


def _title_of_group(diagnosis: MissedGroup) -> str:
    count = f"{len(diagnosis.wrong)} of the {diagnosis.rows}"
    said = ONE_GROUP if diagnosis.among_all else ONE_OF_SHOWN
    return said.format(count if diagnosis.wrong else "those", diagnosis.group)


def _where_to_look(diagnosis: MissedGroup) -> str:
    """The wrong calls, where they are known and may be read, and a question."""
    wrong = diagnosis.wrong
    if not wrong:
        return "What do these rows have in common that the others have not?"
    shown = f"Wrong there: {few(wrong, CALLS)}. " if diagnosis.calls_shown else ""
    if len(wrong) == 1:
        return f"{shown}What does it have that the others have not?"
    return f"{shown}What do these have in common that the others have not?"


def _paragraphs(cause: Cause) -> tuple[str, ...]:
    return tuple(line for line in cause.text.split("\n") if line)


def _raised(name: str) -> str:
    """What begins a line."""
    return name[0].upper() + name[1:]


def _lowered(name: str) -> str:
    """A title within a sentence; a name such as MAX keeps its capitals."""
    return name if name[1:2].isupper() else name[0].lower() + name[1:]
