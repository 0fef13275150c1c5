"""What explains the tests of a question, as facts; `words/diagnoses.py` says them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum
from typing import Protocol

SEARCH = "search"  # where a mistake may stand, beside "max" and "min"
MOST_NAMED = 6  # mistakes of several families that are named together
MIRROR = {"max": "min", "alpha": "beta"}  # in the names of what both players may do
ONLY = "only: "  # begins the key of a group of rows; such a key is no mistake's name
STOPS = "stops_at_a_depth"  # the key of a search that never looks further


class Catalogued(Protocol):
    """A mistake of a catalogue, of which more may be known than is said."""

    @property
    def name(self) -> str:
        """By which programs know it."""
        ...

    @property
    def title(self) -> str:
        """What the code does, in a few words."""
        ...

    @property
    def family(self) -> str:
        """The mistake of which it is one form."""
        ...

    @property
    def text(self) -> str:
        """Why that is wrong, a line a paragraph, with a question at the end."""
        ...


@dataclass(frozen=True, slots=True)
class Cause:
    """A mistake as far as it is said.

    `title` says in a few words what the code does, `text` why that is wrong, a line a
    paragraph, with a question at the end. `family` is the mistake of which it is one
    form.
    """

    name: str
    title: str
    family: str
    text: str


class Form(Enum):
    """How many mistakes are meant, and whether together or one of them."""

    ONE = "this mistake"
    BESIDES = "this mistake, and another that has no name"
    BOTH = "two mistakes together"
    TWICE = "one mistake, made for both players"
    EITHER = "one of two that look the same"
    FAMILY = "one of several forms of the same mistake"
    SEVERAL = "one of several kinds of mistakes"


OF_BOTH = (Form.BOTH, Form.TWICE)  # which hold of all that are named


class Foretold(Enum):
    """How much of what was seen is as a mistake foretells it."""

    ALL = "all"
    VALUES = "values and their visits"
    CHOICES = "actions and their visits"
    NUMBERS = "values alone"
    STARTS = "the first wrong playouts"


@dataclass(frozen=True, slots=True)
class Evidence:
    """On how many tests of all a mistake foretells what was seen, and how much.

    There are others where it was made `of_shown` ones alone.
    """

    foretold: Foretold
    count: int
    tests: int
    of_shown: bool = False


@dataclass(frozen=True, slots=True)
class Explained:
    """The mistakes that explain all tests, or the values of nearly all.

    `tried_on` says on what they look the same, in the plural. Where all that are meant
    stand in one `place` it is "max", "min" or "search".
    """

    form: Form
    causes: tuple[Cause, ...]
    evidence: Evidence
    tried_on: str
    place: str = ""

    @property
    def key(self) -> str:
        """What programs read; a contract."""
        names = [cause.name for cause in self.causes]
        if self.form is Form.FAMILY:
            return self.causes[0].family
        if self.form is Form.BESIDES:
            return f"{names[0]} + ?"
        return (" + " if self.form in OF_BOTH else " or ").join(names)


@dataclass(frozen=True, slots=True)
class MissedGroup:
    """The one group of rows of which any is wrong, where no mistake explains that.

    `wrong` holds the calls that are wrong, if these are not all of its `rows`. Groups
    that are not shown may be wrong, too, unless `among_all`; students may read the
    calls where `calls_shown`.
    """

    group: str
    rows: int
    wrong: tuple[str, ...]
    among_all: bool
    calls_shown: bool

    @property
    def key(self) -> str:
        """What programs read; a contract."""
        return f"{ONLY}{self.group}"


@dataclass(frozen=True, slots=True)
class Horizon:
    """That a search without a limit never asks beyond so many `plies`.

    In so many `tests` a right search goes further; in all others each value is right.
    """

    plies: int
    tests: int

    @property
    def key(self) -> str:
        """What programs read; a contract."""
        return STOPS


Diagnosis = Explained | MissedGroup | Horizon


def made_of_shown(diagnosis: Diagnosis | None) -> Diagnosis | None:
    """A diagnosis that was made of the tests that are shown, of which it tells."""
    if not isinstance(diagnosis, Explained):
        return diagnosis
    return replace(diagnosis, evidence=replace(diagnosis.evidence, of_shown=True))


def explained(
    form: Form,
    mistakes: Collection[Catalogued],
    evidence: Evidence,
    tried_on: str,
    place: str = "",
) -> Explained:
    """What these mistakes explain; of each is kept what is said of it."""
    causes = (Cause(m.name, m.title, m.family, m.text) for m in mistakes)
    return Explained(form, tuple(causes), evidence, tried_on, place)


def one_of(
    mistakes: Collection[Catalogued], evidence: Evidence, tried_on: str, place: str = ""
) -> Explained | None:
    """The mistake that is left, or the family, or those that cannot be told apart.

    None where none is left, or too many of several families.
    """
    if not mistakes:
        return None
    if len(mistakes) == 1:
        form = Form.ONE
    elif len({each.family for each in mistakes}) == 1:
        form = Form.FAMILY
    elif len(mistakes) == 2:
        form = Form.EITHER
    elif len(mistakes) <= MOST_NAMED:
        form = Form.SEVERAL
    else:
        return None
    return explained(form, mistakes, evidence, tried_on, place)


def together(
    pairs: Collection[tuple[Catalogued, ...]], evidence: Evidence, tried_on: str
) -> Explained | None:
    """The one pair of mistakes, or the one mistake that all pairs have in common."""
    if not pairs:
        return None
    first, *others = pairs
    if not others:
        form = Form.TWICE if _are_mirrored(first) else Form.BOTH
        return explained(form, first, evidence, tried_on)
    common = [each for each in first if all(each in pair for pair in others)]
    if len(common) != 1:
        return None
    return explained(Form.BESIDES, common, evidence, tried_on)


def _are_mirrored(pair: tuple[Catalogued, ...]) -> bool:
    """Whether two mistakes are the same slip, of MAX the one and of MIN the other."""
    first, second = (each.name.split("_") for each in pair)
    swapped = {**MIRROR, **{low: high for high, low in MIRROR.items()}}
    return first != second and [swapped.get(w, w) for w in first] == second
