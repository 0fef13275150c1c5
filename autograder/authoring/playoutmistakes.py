"""The mistakes of a search by playouts, made in each style, and what they show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import ModuleType

from autograder.answers.playing import Endless, Seat
from autograder.answers.playouts import Mistaken, Played, PlayoutAnswers, shows
from autograder.answers.timed import TookTooLong, timed
from autograder.assignment.playouts import PlayoutQuestion, PlayoutTest
from autograder.assignment.signature import USUAL
from autograder.authoring import misconceptions
from autograder.authoring.adequacy import Cost
from autograder.authoring.misconceptions import Mistake
from autograder.authoring.styles import FOLDER, Style
from autograder.judging.playouts import judge
from autograder.observing.outcome import (
    CRASH,
    OVERRUN,
    TIMEOUT,
    Fault,
    Outcome,
    crossed,
)
from autograder.observing.playouts import seen
from autograder.project import REFERENCE, STYLES
from autograder.rewriting import program
from autograder.rewriting.program import Program
from autograder.trees import drawn
from autograder.worker.values import encode

MOST_DRAWN, ITERATIONS = 40, 40  # trees, and iterations beyond the first of each action

Shown = Mapping[str, str]  # by tree, what is seen of a program


@dataclass(frozen=True, slots=True)
class MistakenSearch:
    """A mistake made in a right program."""

    mistake: Mistake
    style: Style
    program: Program


def styles_of(question: PlayoutQuestion) -> tuple[Style, ...]:
    """The right programs: the reference, and those of `reference/styles/`."""
    module = question.module
    reference = question.places.trusted(f"{module}.py", REFERENCE)
    others = question.places.every(f"{STYLES}/{module}", FOLDER / module, "*.py")
    return tuple(
        Style(
            name=name,
            program=program.read(path),
            entries=(question.search,),
            search="",
            accepted=name == USUAL,
            module=module,
        )
        for name, path in {USUAL: reference, **others}.items()
    )


def made_in(question: PlayoutQuestion) -> Iterator[MistakenSearch]:
    """Each mistake in each style that it fits.

    Raises ModuleError where a file of `reference/misconceptions/` is none.
    """
    for mistake in misconceptions.of_module(question.module, question.places):
        for style in styles_of(question):
            for wrong in mistake.every_program(style):
                yield MistakenSearch(mistake, style, wrong)


def those_that_show(
    tests: Sequence[PlayoutTest], right: Mapping[str, Played]
) -> Iterator[Mistaken]:
    """The mistakes that show on these trees; raises the same."""
    question = tests[0].question
    usual = {name: shown_of(each) for name, each in right.items()}
    shown: dict[Mistake, list[Shown]] = {}
    for each in made_in(question):
        module = each.program.module(question.module)
        programs = shown.setdefault(each.mistake, [])
        if (found := shown_by(module, tests, right)) != usual and found not in programs:
            programs.append(found)
    for mistake, programs in shown.items():
        if programs:
            told = (mistake.name, mistake.title, mistake.family, mistake.text)
            yield Mistaken(*told, tuple(programs))


def shown_of(right: Played) -> str:
    """What is seen of a right search on a tree."""
    return shows(right.playouts, right.action, right.playouts)


def shown_by(
    module: ModuleType, tests: Sequence[PlayoutTest], right: Mapping[str, Played]
) -> Shown:
    """What is seen of a program on each tree, as it would be from a worker."""
    found: dict[str, str] = {}
    for test in tests:
        played, outcome = _done_on(module, test)
        came = str(outcome)
        if isinstance(outcome, Fault):
            came = outcome.type or outcome.kind
        found[test.about] = shows(played, came, right[test.about].playouts)
    return found


def costs(tests: Sequence[PlayoutTest], answers: PlayoutAnswers) -> tuple[Cost, ...]:
    """What each known mistake loses at least, the cheapest first."""
    question = tests[0].question
    most = sum(test.points.most for test in tests)
    known = {mistake.name for mistake in answers.mistakes} if most else ()
    cheap: dict[str, float] = {}
    for each in made_in(question):
        if (name := each.mistake.name) in known:
            earned = _earned(each.program.module(question.module), tests, answers)
            lost = 100 * (most - earned) / most
            if lost > 0:  # else it does nothing wrong in this style
                cheap[name] = min(lost, cheap.get(name, lost))
    found = [Cost(question.name, name, lost) for name, lost in cheap.items()]
    return tuple(sorted(found, key=lambda cost: (cost.percent, cost.mistake)))


def _earned(
    module: ModuleType, tests: Sequence[PlayoutTest], answers: PlayoutAnswers
) -> float:
    """The points of a program on all trees."""
    earned = 0.0
    for test in tests:
        played, outcome = _done_on(module, test)
        observed = seen(test, outcome, played)
        earned += judge(test, answers.trees[test.about], observed).points
    return earned


def _done_on(module: ModuleType, test: PlayoutTest) -> tuple[Sequence[int], Outcome]:
    """The playouts of a program on a tree, and what came of it."""
    search = vars(module)[test.question.search]
    seat = Seat(test.tree, apart=test.question.apart)
    try:
        seconds = test.question.limits.wall_seconds
        returned = timed(seconds, lambda: seat.run(search))
        outcome = crossed({"returned": encode(returned)})
    except TookTooLong:
        outcome = Fault(TIMEOUT)
    except Endless:
        outcome = Fault(OVERRUN)
    except Exception as error:  # noqa: BLE001 - whatever it raises is what it does
        outcome = Fault(CRASH, type=type(error).__name__)
    return seat.played, outcome


def idle(
    tests: Sequence[PlayoutTest], that_show: Sequence[Mistaken]
) -> tuple[str, ...]:
    """The mistakes that show on none of these trees, and would on others.

    One that shows on no tree is no mistake of the search: it may be one of a function
    that is asked for by itself.
    """
    found = {mistake.name for mistake in that_show}
    left = [e for e in made_in(tests[0].question) if e.mistake.name not in found]
    others = [*_drawn(tests)] if left else []
    return tuple(dict.fromkeys(e.mistake.name for e in left if _differs(e, others)))


def _differs(mistaken: MistakenSearch, tests: Sequence[PlayoutTest]) -> bool:
    """Whether a program does otherwise than the right one on any tree."""
    module, right = (
        p.module(mistaken.style.module)
        for p in (mistaken.program, mistaken.style.program)
    )
    return any(_done_on(module, test) != _done_on(right, test) for test in tests)


def _drawn(tests: Sequence[PlayoutTest]) -> Iterator[PlayoutTest]:
    """Tests on small trees such as these, drawn at random, and always the same."""
    forms = drawn.with_turns(test.tree for test in tests)
    for seed in range(MOST_DRAWN):
        tree = drawn.random_tree(Random(seed), forms[seed % len(forms)])  # noqa: S311
        if tree.actions():
            within = replace(
                tree,
                iterations=len(tree.actions()) + ITERATIONS,
                exploration=tests[0].tree.exploration,
            )
            yield replace(tests[0], tree=within)
