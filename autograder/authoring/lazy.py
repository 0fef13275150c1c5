"""What an assignment pays for programs that search nothing, a little, or do not prune.

They are made of `reference/lazy/programs.py`, and of the modules of a course's own
`reference/lazy/`, and graded as a student's.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType

from autograder.answers.board import ModuleError, loaded_module
from autograder.assignment.questions import AnyTest
from autograder.project import REFERENCE, TRUSTED, Places, load_module

FOLDER = "lazy"  # of a `reference/`
PROGRAMS = REFERENCE / FOLDER / "programs.py"
MOST_LAZY = {  # percent of all points that may be earned without any search
    False: 10,
    True: 15,  # by those that visit all nodes
}
MOST_UNPRUNED = 50  # percent of a question's points that one without pruning may earn

SEARCHING = "any search"

Rule = Callable[..., object]


@dataclass(frozen=True, slots=True)
class Paid:
    """What one program earns of each question that it answers, by the question's name.

    One that is `thorough` visits all that a search without pruning does.
    """

    title: str
    points: Mapping[str, float]
    thorough: bool = False


@dataclass(frozen=True, slots=True)
class Payroll:
    """What there is to be earned, what is without any search, and without pruning.

    Of `unpruned` the questions are those whose searches are called with a window.
    `without` is what the lazy programs do without, `allowed` what they may earn, in
    percent, by whether they are thorough.
    """

    most: Mapping[str, float]
    lazy: tuple[Paid, ...]
    unpruned: Paid = Paid("", {})
    without: tuple[str, ...] = (SEARCHING,)
    allowed: Mapping[bool, int] = field(default_factory=lambda: MOST_LAZY)

    def best(self, *, thorough: bool) -> dict[str, Paid]:
        """The program that pays best in each question.

        Of the `thorough`, and where a question has none of the others.
        """
        found = {}
        for name in self.most:
            paying = [paid for paid in self.lazy if name in paid.points]
            alike = [paid for paid in paying if paid.thorough == thorough]
            found[name] = max(alike or paying, key=lambda paid: paid.points[name])
        return found

    def earned(self, *, thorough: bool) -> float:
        """The points of these together."""
        best = self.best(thorough=thorough)
        return sum(paid.points[name] for name, paid in best.items())

    def share(self, *, thorough: bool) -> float:
        """What these earn of all points, in percent."""
        return _percent(self.earned(thorough=thorough), sum(self.most.values()))

    def limits(self) -> dict[bool, int]:
        """What may be earned, in percent, by `thorough`; if there is any that is."""
        kinds = {paid.thorough for paid in self.lazy}
        return {thorough: self.allowed[thorough] for thorough in sorted(kinds)}

    def shares_unpruned(self) -> dict[str, float]:
        """What is earned without pruning, in percent of each question that prunes."""
        earned = self.unpruned.points
        return {name: _percent(p, self.most[name]) for name, p in earned.items()}


def most_points(tests: Mapping[str, Sequence[AnyTest]]) -> dict[str, float]:
    """What each question can earn, whose tests these are."""
    return {
        name: sum(each.points.max_points for each in some)
        for name, some in tests.items()
    }


def joined_payroll(payrolls: Sequence[Payroll]) -> Payroll:
    """One payroll for all kinds of questions, each with lazy programs of its own."""
    paying = [each for each in payrolls if each.most]
    if not paying:
        return Payroll({}, (), Paid("", {}), ())
    return Payroll(
        {name: most for each in paying for name, most in each.most.items()},
        tuple(paid for each in paying for paid in each.lazy),
        paying[0].unpruned,
        tuple(what for each in paying for what in each.without),
        {key: max(each.allowed[key] for each in paying) for key in MOST_LAZY},
    )


def _percent(part: float, whole: float) -> float:
    return 100 * part / whole if whole else 0.0


@cache
def lazy_programs() -> ModuleType:
    """The project's lazy programs, which a course's own may import."""
    return load_module(PROGRAMS)


def own_modules(places: Places) -> dict[Path, ModuleType]:
    """The modules of lazy programs in a course's own folder.

    They may import what the project's offer. Raises ModuleError for one that cannot be
    loaded, or has the name of one of the project's.
    """
    found = {}
    for path in places.own_files(f"{TRUSTED}/{FOLDER}/[a-z]*.py"):
        if (PROGRAMS.parent / path.name).exists():
            raise ModuleError(path, " has the name of one of the project's: rename it")
        with importable_by_name({}):
            found[path] = loaded_module(path)
    return found


@contextmanager
def importable_by_name(own: Mapping[Path, ModuleType]) -> Iterator[None]:
    """While it lasts the project's programs, and these, are found by their names."""
    modules = {
        path.stem: each for path, each in ((PROGRAMS, lazy_programs()), *own.items())
    }
    before = {name: sys.modules.get(name) for name in modules}
    sys.modules |= modules
    try:
        yield
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def rules_listed_under(
    modules: Mapping[Path, ModuleType], name: str
) -> tuple[Rule, ...]:
    """What modules list under a name; none need have it."""
    return tuple(rule for each in modules.values() for rule in getattr(each, name, ()))


def programs_listed(path: Path, name: str, places: Places) -> tuple[Rule, ...]:
    """What a module of the project's lists under a name, and then a course's own."""
    own = rules_listed_under(own_modules(places), name)
    return (*vars(load_module(path))[name], *own)


def title_of(rule: Rule) -> str:
    """What names its row: the first line of its docstring."""
    return (rule.__doc__ or "").splitlines()[0].rstrip(".")
