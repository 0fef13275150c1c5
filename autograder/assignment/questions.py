"""An assignment: its questions, the trees each is asked on, points and limits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, ClassVar

from autograder.assignment import signature
from autograder.files import MODULES
from autograder.project import THE_PROJECTS, Places
from autograder.trees.tree import GameTree, Window

UNITS = 100  # of a point: what is divided is written in hundredths
GRAINS = 10**9  # of a point or a proportion, which have no more decimals

Shares = tuple[tuple[str, float], ...]  # facet by facet


@dataclass(frozen=True, slots=True)
class Points:
    """What each facet of a test earns if it is right, as it is written."""

    shares: Shares = ()

    @property
    def facets(self) -> tuple[str, ...]:
        """The facets that are judged."""
        return tuple([facet for facet, _ in self.shares])

    @property
    def max_points(self) -> float:
        """What the test can earn."""
        return exact_sum([share for _, share in self.shares])

    def earned(self, right: Collection[str]) -> float:
        """What is earned where these facets are right."""
        return exact_sum([share for facet, share in self.shares if facet in right])


NO_POINTS = Points()


def exact_sum(points: Iterable[float]) -> float:
    """Their sum, without what adding binary fractions leaves: 0.1 + 0.2 is 0.3."""
    return sum([round(each * GRAINS) for each in points]) / GRAINS


def unpaid_facets(facets: Iterable[str]) -> Points:
    """Facets that are judged, and earn nothing."""
    return Points(tuple([(facet, 0.0) for facet in facets]))


def points_per_test(
    worth: float, proportions: Shares, tests: int
) -> tuple[Points, ...]:
    """What each of some tests earns that together are worth so much.

    They share it evenly, and the facets of each in their `proportions`: exactly, but
    for what is smaller than a hundredth. Facets add up to what their test earns, and
    tests to the whole.
    """
    facets = [facet for facet, _ in proportions]
    weights = [max(1, round(share * GRAINS)) for _, share in proportions]
    earned = []
    for most in units_by_weight(round(worth * UNITS), [1] * tests):
        shares = [units / UNITS for units in units_by_weight(most, weights)]
        earned.append(Points(tuple(zip(facets, shares, strict=True))))
    return tuple(earned)


def units_by_weight(units: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Units in proportion to weights, to the last one, by the largest remainders.

    Of equal remainders the first are rounded up.
    """
    quotas = [divmod(units * weight, sum(weights)) for weight in weights]
    left = units - sum(whole for whole, _ in quotas)
    up = sorted(range(len(quotas)), key=lambda place: -quotas[place][1])[:left]
    return tuple(whole + (place in up) for place, (whole, _) in enumerate(quotas))


KIB = 1 << 10
PYTHON = MODULES[0]  # how the name of a module's file ends


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one test: CPU seconds, MiB of address space, KiB of output."""

    seconds: float = 2.0
    memory_mb: int = 512
    output_kb: int = 256

    @property
    def wall_seconds(self) -> float:
        """The backstop for a submission that waits; CPU seconds are the measure."""
        return 3 * self.seconds + 1

    @property
    def output_bytes(self) -> int:
        """What a submission may print before it is stopped."""
        return self.output_kb * KIB


@dataclass(frozen=True, slots=True)
class OnTheWall(Limits):
    """Limits with a backstop of their own, in seconds."""

    wall: float = 0.0

    @property
    def wall_seconds(self) -> float:
        """As it was set."""
        return self.wall


@dataclass(frozen=True, slots=True)
class Hurried(OnTheWall):
    """A share of the time of a test: who goes beyond it might still have ended."""


ESTIMATES = "estimates"
ROUNDS = "rounds"  # of a search that looks deeper in each of them
LINE = "principal_variation"  # in place of an action, all of both players' to the end
SAVED = {f"saved_{percent}": percent for percent in range(5, 101, 5)}  # of the leaves
FACETS = (
    *("value", "action", LINE, "visits", "search_visits", ROUNDS, ESTIMATES),
    *SAVED,
)
# What is asked of trees drawn at random, whose estimates no order can trust, too.
OF_ANY_TREE = tuple(facet for facet in FACETS if facet not in SAVED)
ORDER = "order"  # the function that says in which order actions are searched
OF_SEARCH = ("action", LINE, "search_visits", ROUNDS)  # those of the search function
VISIBLE, HIDDEN = "visible", "hidden"
LATER = ("after_due_date", "after_published")  # when students come to see a test
VISIBILITIES = (VISIBLE, HIDDEN, *LATER)
FIRST_SEEN = (VISIBLE, *LATER, HIDDEN)  # in this order tests are run
TIES = ("any", "first")
ORDERS = ("tree", "any")
RECURSION = ANY_SHAPE, NO_RECURSION = "any", "none"  # of a search
VISITS = WINDOW, ALL, RECORDED = "window", "all", "recorded"
REMEMBERS = NOTHING, POSITIONS = "nothing", "positions"  # what a search may know again
NO_SEARCH = "none"  # in the place of a search function
FEEDBACK = ("full", "diagnosis", "none")
HINTS = ("question", "fix")  # of a line that a small change makes right
BUDGET = 480.0  # seconds; Gradescope gives 600 unless told otherwise
IN_TIME = 540.0  # and the clock on the wall may take a tenth more than the budget


def is_seen_with(other: str, visibility: str) -> bool:
    """Whether all who see a test of this visibility see one of the other as well.

    What is said with a test is made of these alone. A hidden one only instructors see.
    Which of due date and publication comes first, nobody knows.
    """
    return visibility == HIDDEN or other in (VISIBLE, visibility)


def is_told(test: AnyTest) -> bool:
    """Whether students see a test at once, and are told all of it."""
    return test.visibility == VISIBLE and test.feedback == FEEDBACK[0]


@dataclass(frozen=True, slots=True)
class AnyQuestion:
    """What a question of any kind has: its `name`, and the `module` students hand in.

    `facets` are those that are judged in some part of it, `limits` what one test may
    use; `places` are where its reference and all that belongs to it stand, and `marks`
    has the line and column of each of its keys in the assignment.
    """

    kind: ClassVar[str]

    name: str
    module: str
    _: KW_ONLY
    facets: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    places: Places = THE_PROJECTS
    marks: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False)

    def functions_to_write(self) -> tuple[str, ...]:
        """The functions that students write for it."""
        raise NotImplementedError

    def in_yaml(self, own: Iterable[str]) -> dict[str, Any]:
        """The fields of all questions as YAML takes them, and some of its `own`."""
        rows = {key: getattr(self, key) for key in ("name", "module", *own)}
        return {"kind": self.kind, **rows, "limits": asdict(self.limits)}


@dataclass(frozen=True, slots=True)
class Part:
    """Some tests of a question: what they earn, when students see them, and how much.

    They are `worth` so much together, and `points` say in which proportion the facets
    share it; without `worth` these are what each test earns. `feedback` is how much a
    student is told, and `hints` how much of a change that makes all right. The `group`
    says what they are for, if anything does; `marks` has the line and column of each
    of its keys.
    """

    points: Shares = ()
    worth: float | None = None
    visibility: str = VISIBLE
    feedback: str = FEEDBACK[0]
    hints: str = HINTS[0]
    group: str = ""
    marks: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False)


ALONE = Part()  # of a test that stands in no assignment


@dataclass(frozen=True, slots=True)
class AnyTest:
    """One test, of a question of any kind; `about` is what it is asked on, by name.

    It belongs to a `part` of the question, and can earn these `points`.
    """

    question: AnyQuestion
    about: str
    _: KW_ONLY
    part: Part = ALONE
    points: Points = NO_POINTS

    @property
    def size(self) -> int:
        """How much there is to be done, beside other tests of its question."""
        raise NotImplementedError

    @property
    def visibility(self) -> str:
        """When students see it."""
        return self.part.visibility

    @property
    def feedback(self) -> str:
        """How much they are told of it."""
        return self.part.feedback


@dataclass(frozen=True, slots=True)
class Question(AnyQuestion):
    """One algorithm to be graded.

    `conventions` are the right ways that the answers record, the first of which is held
    against what trees expect; those in `accept` earn full marks. With the `order` "any"
    children may be searched in any, and the cuts are judged in it. `entry` and
    `arguments` are what the assignment says of the search's functions (None: what the
    reference has), `recorded` is what the answers say. Where `search` is "" nobody
    chooses an action. With `repeats` each visit of a node counts, and not the first
    alone.
    `visits` says what must be visited: what matters within the `window` that is handed
    on, if one is, `all` nodes, or what the accepted modules are `recorded` to visit.
    `value_of` says whose payoff a value is, where no argument does.
    With the `recursion` "none" a search that calls itself earns nothing.
    A search that `remembers` positions may tell that it has met one before.
    `within` is the window in which each of its trees is searched and all payoffs lie.
    With `peeks` the children of the state whose actions are ordered can be estimated
    without a visit.
    """

    kind: ClassVar[str] = "search"

    search: str
    arguments: tuple[str, ...] | None = None
    conventions: tuple[str, ...] = ("textbook",)
    accept: tuple[str, ...] = ("textbook",)
    ties: str = "any"
    order: str = ORDERS[0]
    entry: signature.Entry | None = None
    recorded: signature.Signature | None = None
    repeats: bool = False
    visits: str = WINDOW
    value_of: str = signature.VALUES_OF[0]
    recursion: str = ANY_SHAPE
    remembers: str = NOTHING
    peeks: bool = False
    within: Window | None = None

    @property
    def signature(self) -> signature.Signature:
        """How the search is called; until answers tell, as in the textbook."""
        if self.recorded is not None:
            return self.recorded
        return signature.textbook(*(self.arguments or ())).with_values_of(self.value_of)

    @property
    def entry_functions(self) -> tuple[str, ...]:
        """The functions that are called for a value."""
        return signature.entries_of(self.signature.entry)

    @property
    def prunes_by_window(self) -> bool:
        """Whether a window that is handed on tells what need not be visited."""
        return self.visits == WINDOW and self.signature.prunes

    @property
    def has_window_without_pruning(self) -> bool:
        """Whether a window is handed on that leaves nothing out: no visit shows it."""
        return self.visits == ALL and self.signature.prunes

    @property
    def may_keep_positions(self) -> bool:
        """Whether a search may keep what it has found of a position."""
        return self.remembers == POSITIONS

    @property
    def fills_its_arguments(self) -> bool:
        """Whether a search fills what it is handed, of which nothing may outlast it."""
        return self.may_keep_positions or self.signature.has_killers

    @property
    def prunes_in_each_function(self) -> bool:
        """Whether a function leaves out what a window tells, where nothing is kept."""
        some = self.visits != ALL or self.fills_its_arguments
        return some and self.signature.prunes

    @property
    def wants_line_of_actions(self) -> bool:
        """Whether the search function returns all actions of best play, not one."""
        return LINE in self.facets

    @property
    def ordering_function(self) -> str:
        """The function that orders actions, where it is watched; else ""."""
        return ORDER if self.peeks or SAVED.keys() & {*self.facets} else ""

    @property
    def may_prune_values(self) -> bool:
        """Whether a window may leave the value out: not where the order is free."""
        return self.signature.prunes and self.order == ORDERS[0]

    @property
    def deepens(self) -> bool:
        """Whether the search function looks deeper round after round, in its time."""
        return ROUNDS in self.facets

    def is_only_source_of_best_actions(self, tree: GameTree) -> bool:
        """Whether nothing but the search itself tells which actions are the best.

        So it is where it may look further than its limit: there values say too little.
        """
        return self.visits == RECORDED and bool(tree.limit)

    def has_action_to_choose(self, tree: GameTree) -> bool:
        """Whether there is an action to be chosen, and a function that does so."""
        return bool(self.search and tree.root_actions())

    def tree_as_asked(self, tree: GameTree) -> GameTree:
        """A tree of no file as the question asks it: killers need names of moves."""
        if not self.signature.has_killers:
            return tree
        from autograder.trees.small import with_lettered_moves  # noqa: PLC0415 - grading needs none

        return with_lettered_moves(tree)

    def conventions_with_files(self, conventions: tuple[str, ...]) -> tuple[str, ...]:
        """The conventions among these that a file names, which are no products."""
        made = self.recorded.products if self.recorded else ()
        products = {each.name for each in made}
        return tuple(name for name in conventions if name not in products)

    def functions(self) -> tuple[str, ...]:
        """The functions that earn points of their own."""
        return tuple(facet for facet in self.facets if facet not in FACETS)

    def functions_to_write(self) -> tuple[str, ...]:
        """The functions that students write for it."""
        return tuple(
            filter(None, (*self.signature.names(), self.search, self.ordering_function))
        )


@dataclass(frozen=True, slots=True)
class Case(AnyTest):
    """One test: a question asked on a tree, which goes by its path, no ending.

    `file` is where the tree stands, if that is not below the assignment's folder.
    """

    question: Question
    tree: GameTree
    file: Path | None = field(default=None, compare=False)

    @property
    def tree_name(self) -> str:
        """The name of its tree."""
        return self.about

    @property
    def size(self) -> int:
        """The number of nodes of its tree."""
        return len(self.tree.nodes)

    @property
    def window(self) -> Window | None:
        """The (α, β) with which the root is searched; None if nothing is left out."""
        return self.tree.window if self.question.prunes_by_window else None

    def functions(self) -> tuple[str, ...]:
        """The functions that earn points of their own here."""
        return tuple(facet for facet in self.points.facets if facet not in FACETS)

    @property
    def name(self) -> str:
        """The name by which people know the test."""
        return f"{self.question.name} · {self.about}"


@dataclass(frozen=True, slots=True)
class Interface:
    """What a course has of its own.

    `provided` are modules that are laid beside each submission, by their paths there,
    as the `patterns` of the file name them. `hands_in` are the modules that students
    send, without their ending, where that is said; `stubs` is the folder of what they
    begin with, in place of this project's stubs.
    """

    provided: Mapping[PurePosixPath, Path] = field(default_factory=dict)
    patterns: tuple[str, ...] = ()
    hands_in: tuple[str, ...] = ()
    stubs: Path | None = None

    def provides(self, module: str) -> bool:
        """Whether a module is the course's, and not a student's."""
        return PurePosixPath(f"{module}{PYTHON}") in self.provided

    def contents(self) -> dict[PurePosixPath, bytes]:
        """What is laid beside each submission, by its path there."""
        return {path: file.read_bytes() for path, file in self.provided.items()}

    def interface_keys(self) -> dict[str, Any]:
        """Its keys as YAML takes them, without the stubs, which no grading needs."""
        names = [f"{module}{PYTHON}" for module in self.hands_in]
        keys = {"provided": [*self.patterns], "hands_in": names}
        return {key: value for key, value in keys.items() if value}


PROJECTS_OWN = Interface()  # of an assignment with the stubs of this project


@dataclass(frozen=True, slots=True)
class Assignment:
    """All tests of a folder, in order; `budget` is the seconds of a grading.

    `counterexample` is how many of them may be taken to look for the smallest trees on
    which a submission fails; 0 looks for none. With `pictures` the results hold
    drawings of the trees. `later` are the points of tests that are not here, but where
    the grades are made. A course may have an `interface` of its own. Where nothing
    `unseen` is asked, nobody is told who may have a table of the answers.
    """

    folder: Path
    title: str
    tests: tuple[AnyTest, ...]
    budget: float
    counterexample: float = 0.0
    pictures: bool = False
    later: float = 0.0
    interface: Interface = PROJECTS_OWN
    unseen: bool = True

    @property
    def cases(self) -> tuple[Case, ...]:
        """The tests of searches."""
        return tuple([test for test in self.tests if isinstance(test, Case)])

    def cases_of(self, question: str) -> tuple[Case, ...]:
        """The tests of the search that has this name."""
        return tuple([case for case in self.cases if case.question.name == question])

    @property
    def has_groups(self) -> bool:
        """Whether tests are grouped by what they are for: then prices are checked."""
        return any(test.part.group for test in self.tests)

    def max_points(self) -> float:
        """What a perfect submission earns."""
        return exact_sum(test.points.max_points for test in self.tests)

    def trees(self) -> dict[str, GameTree]:
        """Every tree once, by name."""
        return {case.about: case.tree for case in self.cases}

    def all_questions(self) -> tuple[AnyQuestion, ...]:
        """Each question of any kind once, by name, as it is first asked."""
        found: dict[str, AnyQuestion] = {}
        for test in self.tests:
            found.setdefault(test.question.name, test.question)
        return tuple(found.values())

    def questions(self) -> tuple[Question, ...]:
        """Each search once, by name, as it is first asked."""
        found: dict[str, Question] = {}
        for case in self.cases:
            found.setdefault(case.question.name, case.question)
        return tuple(found.values())

    def file_of(self, tree_name: str) -> Path:
        """Where the file of a tree stands."""
        files = (case.file for case in self.cases if case.about == tree_name)
        return next(filter(None, files), self.folder / f"{tree_name}.yaml")

    def questions_on(self, tree_name: str) -> tuple[Question, ...]:
        """The searches asked on a tree."""
        return tuple(c.question for c in self.cases if c.about == tree_name)

    def modules(self) -> tuple[str, ...]:
        """The modules that questions ask for: a student's, or an adapter."""
        return tuple(dict.fromkeys(test.question.module for test in self.tests))

    def stub_folders(self) -> tuple[Path, ...]:
        """Where what students begin with stands: the course's folder, or ours."""
        if self.interface.stubs is not None:
            return (self.interface.stubs,)
        stubs = (each.places.stub_path(each.module) for each in self.all_questions())
        return tuple(dict.fromkeys(stub.parent for stub in stubs))

    def handed_in(self) -> tuple[str, ...]:
        """The modules that students hand in."""
        own = (name for name in self.modules() if not self.interface.provides(name))
        return self.interface.hands_in or tuple(own)
