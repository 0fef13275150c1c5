"""Make the catalogue of a question: each mistake in each style, and two together."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from autograder.answers.faults import ModuleError
from autograder.answers.file import BROKEN
from autograder.assignment.questions import VISIBLE, Assignment, Case, Question
from autograder.authoring import misconceptions, sources
from autograder.authoring.misconceptions import Mistake
from autograder.authoring.runner import ProgramRunner
from autograder.authoring.styles import Style, styles_of
from autograder.game import MAX, MIN
from autograder.observing.outcome import TIMEOUT
from autograder.rewriting.program import Program
from autograder.teaching.behaviour import Behaviour
from autograder.teaching.catalogue import (
    PARTED,
    Catalogue,
    Misconception,
    Pair,
    Variant,
    diagnosed,
    digests,
    dump,
    parse,
)
from autograder.teaching.causes import SEARCH

Behaviours = tuple[Behaviour, ...]  # one a tree
LEAST_TREES = 8  # of a question of which two mistakes together are told
STYLES_OF_PAIRS = 2  # the reference's own, and the next, where there is one accepted


@dataclass(frozen=True, slots=True)
class MistakenProgram:
    """A mistake made in a style: the program, and what it does on each tree."""

    mistake: Mistake
    style: Style
    program: Program
    behaviours: Behaviours


class Rights:
    """What is right on some trees, in any accepted style."""

    def __init__(self, runner: ProgramRunner, styles: Sequence[Style]) -> None:
        self.runner = runner
        accepted = [runner.behaviours(s.program) for s in styles if s.accepted]
        by_tree = tuple(zip(*accepted, strict=True))
        self._values = [{(b.value, b.visits) for b in on} for on in by_tree]
        self._actions = [{b.action for b in on} for on in by_tree]
        self._searches = [{b.search_visits for b in on} for on in by_tree]

    def holds(self, behaviours: Behaviours) -> bool:
        """Whether all of this is accepted."""
        return all(
            (behaviour.value, behaviour.visits) in values
            and behaviour.action in actions
            and behaviour.search_visits in searches
            for behaviour, values, actions, searches in zip(
                behaviours, self._values, self._actions, self._searches, strict=True
            )
        )


def catalogue(assignment: Assignment, question: Question) -> Catalogue:
    """What each misconception of a question does on its trees, and each two of them.

    Large trees are left out.
    """
    cases = _cases(assignment, question)
    runner = _runner(cases, question)
    right = right_styles(runner)
    made = tuple(mistaken(runner, right))
    pairs = _pairs(runner, right[:STYLES_OF_PAIRS], made, _visible(cases))
    prints = {case.tree_name: case.tree.fingerprint() for case in cases}
    source = _source(cases, question)
    return _sealed(Catalogue(source, prints, tuple(_misconceptions(made)), pairs))


def made_for(assignment: Assignment, question: Question) -> tuple[MistakenProgram, ...]:
    """Each mistake in each style in which it shows on some tree of a question."""
    cases = _cases(assignment, question)
    runner = _runner(cases, question)
    return tuple(mistaken(runner, right_styles(runner)))


def is_fresh(assignment: Assignment, question: Question, text: str) -> bool:
    """Whether a file holds the catalogue that would be made, told by digests alone."""
    try:
        found = parse(text)
    except BROKEN:
        return False
    source = _source(_cases(assignment, question), question)
    return _sealed(replace(found, source=source)).source == found.source


def _cases(assignment: Assignment, question: Question) -> tuple[Case, ...]:
    """The tests of which a catalogue is made, the visible ones first."""
    cases = diagnosed(assignment).cases
    asked = [case for case in cases if case.question.name == question.name]
    return tuple(sorted(asked, key=lambda case: case.visibility != VISIBLE))


def _runner(cases: Sequence[Case], question: Question) -> ProgramRunner:
    return ProgramRunner(question, {case.tree_name: case.tree for case in cases})


def _visible(cases: Sequence[Case]) -> int:
    return sum(case.visibility == VISIBLE for case in cases)


def _source(cases: Sequence[Case], question: Question) -> str:
    prints = {case.tree_name: case.tree.fingerprint() for case in cases}
    return sources.digest(question, prints, _visible(cases))


def _sealed(catalogue: Catalogue) -> Catalogue:
    """The catalogue, whose source tells of its content too: nobody edits it by hand."""
    content = hashlib.sha256(dump(catalogue).encode()).hexdigest()[: sources.LETTERS]
    return replace(catalogue, source=f"{catalogue.source} {content}")


def right_styles(runner: ProgramRunner) -> tuple[Style, ...]:
    """The styles that are right on all trees: not each is, where one moves twice.

    Raises ModuleError for one that does not end.
    """
    styles = styles_of(runner.question)
    for style in styles:
        if fault := runner.without_end(style.program):
            raise ModuleError(style.path, f" does not end: {fault}")
    rights = Rights(runner, styles)
    return tuple(
        style
        for style in styles
        if style.accepted or rights.holds(runner.behaviours(style.program))
    )


def mistaken(
    runner: ProgramRunner, styles: Sequence[Style]
) -> Iterator[MistakenProgram]:
    """Each mistake in each style in which it can be made, and shows on some tree.

    Raises ModuleError for one that does not end: nobody could be told of it.
    """
    rights = Rights(runner, styles)
    for mistake in misconceptions.every(runner.question.places):
        yield from _telling([*_shown(runner, rights, mistake, styles)])


def _shown(
    runner: ProgramRunner, rights: Rights, mistake: Mistake, styles: Sequence[Style]
) -> Iterator[MistakenProgram]:
    """A mistake in each style in which what it does is not right."""
    for style in styles:
        for program in mistake.every_program(style):
            behaviours = runner.behaviours(program)
            if fault := runner.without_end(program):
                inside = f", made in {style.name}, does not end: {fault}"
                raise ModuleError(mistake.path, inside)
            if not rights.holds(behaviours):
                yield MistakenProgram(mistake, style, program, behaviours)


def _telling(shown: Sequence[MistakenProgram]) -> Sequence[MistakenProgram]:
    """Those that tell of the mistake.

    Where it mostly crashes in a few styles, but not in most, the crash is of the style:
    other mistakes end in the same one.
    """
    run = [each for each in shown if not _mostly_crashes(each.behaviours)]
    return run if 2 * len(run) > len(shown) else shown


def _misconceptions(mistaken: Sequence[MistakenProgram]) -> Iterator[Misconception]:
    """What is told of each mistake, with all that it does, each thing once."""
    of: dict[str, list[MistakenProgram]] = defaultdict(list)
    for each in mistaken:
        of[each.mistake.name].append(each)
    for members in of.values():
        mistake, found = members[0].mistake, defaultdict(list)
        for each in members:
            digest = "".join(behaviour.digest() for behaviour in each.behaviours)
            found[digest].append(each.style.name)
        yield Misconception(
            name=mistake.name,
            title=mistake.title,
            family=mistake.family,
            text=mistake.text,
            place=_place(members[0]),
            variants=tuple(
                Variant(each, PARTED.join(dict.fromkeys(names)))
                for each, names in found.items()
            ),
            plain=mistake.plain,
        )


def _place(mistaken: MistakenProgram) -> str:
    """Whose function the mistake stands in: MAX's, MIN's, both, or the search's."""
    style = mistaken.style
    inside = style.program.calls(*style.entries)
    changed = set(mistaken.program.differs_in(style.program))
    names = {MAX: set(), MIN: set()}  # type: dict[str, set[str]]
    if not changed & set(mistaken.program.calls(*style.entries)):
        return SEARCH
    for name in changed & set(inside):
        players = {MAX, MIN} & set(name.split("_"))
        if len(players) != 1 or style.entries == (name,):
            return ""
        names[players.pop()].add(name)
    return next(
        (who for who in (MAX, MIN) if names[who] and not names[_other(who)]), ""
    )


def _other(player: str) -> str:
    return MIN if player == MAX else MAX


def _pairs(
    runner: ProgramRunner,
    styles: Sequence[Style],
    mistaken: Sequence[MistakenProgram],
    visible: int,
) -> dict[Pair, str]:
    """Digests of each two mistakes that can be made together, and both show.

    On few trees too many of them would look alike.
    """
    if len(runner.trees) < LEAST_TREES:
        return {}
    alone = {each.behaviours for each in mistaken}
    pairs: dict[Pair, str] = defaultdict(str)
    for style in styles:
        mine: dict[str, MistakenProgram] = {}  # one of each mistake
        for each in mistaken:
            if each.style is style:
                mine.setdefault(each.mistake.name, each)
        for first, second in combinations(mine.values(), 2):
            program = misconceptions.together(style, first.mistake, second.mistake)
            if program is None:
                continue
            behaviours = runner.behaviours(program)
            if behaviours in alone or _mostly_crashes(behaviours):
                continue
            told = (*digests(behaviours), *digests(behaviours[:visible]))
            pairs[first.mistake.name, second.mistake.name] += "".join(told)
    return dict(sorted(pairs.items()))


def _mostly_crashes(behaviours: Behaviours) -> bool:
    crashed = sum(behaviour.value.startswith(FAULTS) for behaviour in behaviours)
    return 2 * crashed > len(behaviours)


FAULTS = ("crash", "recursion", "memory", TIMEOUT)
