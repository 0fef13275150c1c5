"""The smallest tree on which a submission differs from the reference, for a student.

Tiny trees are tried in order of their size, then larger ones at random, of which one
that fails is made smaller for as long as it fails. Utilities are small numbers until no
such tree fails. A tree with a wrong value tells more than one with a wrong action or
visit, so it may be a little larger. Without `reference/` some trees stand ready.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, cycle, islice
from pathlib import Path
from random import Random

from autograder.answers.file import Answers
from autograder.assignment.questions import (
    ESTIMATES,
    FACETS,
    OF_ANY_TREE,
    Case,
    Question,
    unpaid_facets,
)
from autograder.errors import AutograderError
from autograder.judging.verdicts import Verdict, is_worth_calling
from autograder.kinds.search.alone import requests_alone
from autograder.kinds.search.family import Family, Key, Reference, may_have_windows
from autograder.kinds.search.judging import CaseResult, is_right, judge
from autograder.kinds.search.observing import observe_first
from autograder.kinds.search.signatures import Sheet
from autograder.kinds.search.visits import has_ties_of_bounds, orders_by_bounds
from autograder.observing.observation import (
    NO_ACTION,
    Observation,
    Observed,
    observe,
    observe_inside,
    value_and_action_calls,
)
from autograder.observing.outcome import OUT_OF_TIME, Fault
from autograder.sandbox.sandbox import Sandbox
from autograder.trees import drawn as drawing
from autograder.trees import small
from autograder.trees.tree import GameTree
from autograder.trees.values import best_actions, equal, exact_values

NAME = "counterexample"  # of the tree, where others have their file's
ALONE = 0.5  # CPU seconds for one tree: a thousand times what one needs
FASTER = 8  # times as many trees go to the next worker, if all of one were right
MOST_TOGETHER = 256
STEPS = 500_000  # for a search: all series of trees, or about three seconds of CPU
LONG = 50_000  # for what one worker was given
OF_A_WORKER, OF_A_CALL, OF_A_TREE = 600, 20, 60  # steps, where a visit is one
OF_NO_END = 75_000  # steps of a call that was ended
OF_A_FAMILY = 10.0  # seconds, which the steps do not need
SETTLING = 200  # trees of a family that tell which of two repairs is right


@dataclass(frozen=True, slots=True)
class Failure:
    """A tree that is wrong, its place among those asked, and what was done there."""

    place: int
    tree: GameTree
    result: CaseResult
    seconds: float  # in a worker of its own

    @property
    def has_wrong_value(self) -> bool:
        """Whether a wrong number is what the search for the value came to."""
        return any(
            (finding.facet, finding.verdict) == ("value", Verdict.WRONG_VALUE)
            for finding in self.result.findings
        )


@dataclass(frozen=True, slots=True)
class Standard:
    """What small trees are held against: a key, and the question's `own` trees."""

    key: Key
    own: Sequence[GameTree] = ()


class Probe:
    """Asks a staged submission for so many steps, and so many seconds at most.

    `tried` counts the trees; `is_cut` says that trees were left at the end.
    If none of the question's `own` trees tells who stops where a value meets the bound
    from who goes on, no tree counts that does. So it is with what a cut leaves to order
    the next round by, also where more than one is accepted.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        folder: Path,
        question: Question,
        seconds: float,
        against: Standard,
    ) -> None:
        self._sandbox = sandbox
        self._folder = folder
        self.question = question
        limits = replace(question.limits, seconds=min(ALONE, question.limits.seconds))
        self._hasty = replace(question, limits=limits)
        self._rules = Rules(question, against.key)
        own = against.own
        self._spares_ties = bool(own) and not any(map(self._has_ties, own))
        self._spares_bounds = (
            question.deepens
            and question.signature.prunes
            and (len(question.accept) > 1 or not any(map(orders_by_bounds, own)))
        )
        self._deadline = self._sandbox.clock_seconds() + seconds
        self._together = 1  # where all trees are wrong, and slowly so, one tells
        self._most_together = MOST_TOGETHER
        self.tried, self.is_cut, self._steps = 0, False, 0

    def seconds_left(self) -> float:
        """Until the deadline; less than 0 behind it."""
        return self._deadline - self._sandbox.clock_seconds()

    def first(
        self, trees: Sequence[GameTree], *, with_wrong_value: bool = False
    ) -> Failure | None:
        """The first tree that is wrong, if any; one is tried without time, too."""
        place = 0
        while batch := self._batch(trees[place:]):
            before = self._steps
            suspect = self._suspect(batch, with_wrong_value=with_wrong_value)
            if suspect is None:
                place += len(batch)
            else:
                place += suspect
                failure = self._alone(place, batch[suspect])
                is_right = failure.result.verdict is Verdict.CORRECT
                tells = not is_right and not with_wrong_value
                if failure.has_wrong_value or (tells and self._is_fair(failure.tree)):
                    return failure
                place += 1
                if len(batch) > 1:
                    self._most_together = len(batch) // 2
            more = FASTER if self._steps - before < LONG else 1
            self._together = min(more * len(batch), self._most_together)
        return None

    def _is_fair(self, tree: GameTree) -> bool:
        """Whether all searches that are right on the own trees are right here."""
        return not (
            drawing.is_settled_early(tree)
            or (self._spares_ties and self._has_ties(tree))
            or (self._spares_bounds and orders_by_bounds(tree))
        )

    def _has_ties(self, tree: GameTree) -> bool:
        """Whether it tells who stops where a value meets the bound from who goes on."""
        return self.question.prunes_by_window and has_ties_of_bounds(tree)

    def _alone(self, place: int, tree: GameTree) -> Failure:
        started = self._sandbox.clock_seconds()
        observed = observe(self._sandbox, self._folder, self._hasty, tree)
        self._count([observed.calls])
        seconds = self._sandbox.clock_seconds() - started
        return Failure(place, tree, self._rules.judged(tree, observed), seconds)

    def _batch(self, waiting: Sequence[GameTree]) -> Sequence[GameTree]:
        """The trees for one worker; none if nothing is left for them."""
        is_spent = self._steps >= STEPS or self.seconds_left() < 0
        if self.tried and is_spent:
            self.is_cut = self.is_cut or bool(waiting)
            return ()
        batch = waiting[: self._together]
        self.tried += len(batch)
        return batch

    def _count(self, seen: Sequence[tuple[Observation, ...]]) -> None:
        """Add the steps of one worker, which made these calls on trees."""
        self._steps += OF_A_WORKER + OF_A_TREE * len(seen)
        for call in chain.from_iterable(seen):
            fault = call.outcome
            ended = isinstance(fault, Fault) and fault.kind in OUT_OF_TIME
            self._steps += OF_NO_END if ended else OF_A_CALL + len(call.visited)

    def _suspect(
        self, batch: Sequence[GameTree], *, with_wrong_value: bool
    ) -> int | None:
        """The place of the first tree that may be wrong; a lone one always may."""
        if len(batch) == 1:
            return 0
        calls = 2 if self.question.search and not with_wrong_value else 1
        seen = observe_first(self._sandbox, self._folder, self.question, batch, calls)
        self._count(seen)
        for place, (tree, made) in enumerate(zip(batch, seen, strict=True)):
            if with_wrong_value:
                if not self._rules.has_right_value(tree, made):
                    return place
            elif not self._rules.is_right(tree, made) and self._is_fair(tree):
                return place
        return None


class Rules:
    """What is right on a tree; the way that a submission went last is asked first."""

    def __init__(self, question: Question, key: Key) -> None:
        self._key = key
        self._question = replace(question, conventions=question.accept)
        self._names = list(question.accept)
        self._by_visits = "search_visits" in question.facets
        self._estimates = ESTIMATES in question.facets

    def is_right(self, tree: GameTree, seen: tuple[Observation, ...]) -> bool:
        """Whether grading would find nothing wrong in the whole search."""
        value, search = value_and_action_calls(self._question, tree, seen)
        if isinstance(value.outcome, Fault) or isinstance(search.outcome, Fault):
            return False
        if self._estimates and any(
            tree.wrong_estimates(value.visited, value.estimated)
        ):
            return False
        for name in self._names:
            if self._follows(name, tree, value, search):
                self._names.remove(name)
                self._names.insert(0, name)
                return True
        observed = Observed((value, search))
        return any(
            self.judged(tree, observed, names).verdict is Verdict.CORRECT
            for names in (self._names[:1], self._question.accept)
        )

    def has_right_value(self, tree: GameTree, seen: tuple[Observation, ...]) -> bool:
        """Whether no wrong number was returned; nobody knows of what was not called."""
        outcome = seen[0].outcome
        if isinstance(outcome, Fault):
            return outcome.stage != "unreached"
        return any(
            (value := outcome.value_if_of_kind(right)) is None or equal(value, right)
            for name in self._names
            for right in (self._key.value(self._question, name, tree),)
        )

    def judged(
        self, tree: GameTree, observed: Observed, accept: Sequence[str] = ()
    ) -> CaseResult:
        """The judgement on the whole search, by all that is accepted or these ways."""
        names = tuple(accept) or self._question.accept
        question = replace(self._question, accept=names)
        answers = answers_of(self._key, question, tree)
        case = Case(question, NAME, tree, points=unpaid_facets(question.facets))
        return judge(Sheet(case, answers), observed)

    def _follows(
        self, name: str, tree: GameTree, value: Observation, search: Observation
    ) -> bool:
        """Whether both calls came to what they come to in one accepted way."""
        question, came_to, chose = self._question, value.outcome, search.outcome
        if question.repeats or question.deepens:
            return False
        if isinstance(came_to, Fault) or isinstance(chose, Fault):
            return False
        right = self._key.answer(question, name, tree)
        worth = came_to.value_if_of_kind(right.value)
        if worth is None or not equal(worth, right.value):
            return False
        if set(value.visited) != set(right.visited_labels()):
            return False
        if chose == NO_ACTION:
            return True
        ends = [*right.possible_ends()]
        if question.ties == "any" and not question.is_only_source_of_best_actions(tree):
            best = best_actions(tree, exact_values(tree))
            ends += [(action, right.labels_visited_by_search()) for action in best]
        return chose.kind == "str" and any(
            chose.text == action
            and (not self._by_visits or set(search.visited) == set(visited))
            for action, visited in ends
        )


def answers_of(key: Key, question: Question, tree: GameTree) -> Answers:
    """The answers on a tree that a search is held against."""
    values = exact_values(tree)
    right = {name: key.answer(question, name, tree) for name in question.accept}
    return Answers(
        tree.fingerprint(), values, best_actions(tree, values), {question.name: right}
    )


REPEATING = 60  # trees on which positions come again, where nothing tells of a table
BETTER_AT_RANDOM = 150  # of which one may be better than the first that is wrong
AT_A_GLANCE = 5  # nodes with which no tree is too large
CAME_TO_AN_END = {
    Verdict.WRONG_TYPE,
    Verdict.WRONG_ACTION,
    Verdict.WRONG_VISITS,
    Verdict.WRONG_ROUNDS,
    Verdict.WRONG_ESTIMATES,
    Verdict.WRONG_ORDER,
}
ENDLESS = {Verdict.PRINTED_TOO_MUCH, Verdict.TIMED_OUT}  # its functions, too, alone


@dataclass(frozen=True, slots=True)
class Drawn:
    """So many trees, drawn at random, with at most so many leaves."""

    count: int
    leaves: int
    windowed: bool = False


OF_SMALL_NUMBERS = (Drawn(600, 8), Drawn(150, 14), Drawn(200, 6, windowed=True))
OF_ALL_NUMBERS = (Drawn(150, 8), Drawn(60, 6, windowed=True))


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A tree on which the submission is wrong, what it did, and what is right."""

    tree: GameTree
    result: CaseResult
    sheet: Sheet
    tried: int
    cut: bool  # whether trees were left


Trees = Sequence[GameTree]
Look = Callable[[Probe, Trees], "Failure | None"]


def can_compute_answers(question: Question) -> bool:
    """Whether right answers can be computed here."""
    return question.places.trusted_path(f"{question.module}.py").is_file()


def smallest_failing_tree(  # noqa: PLR0913 - a search is all that it is told
    sandbox: Sandbox,
    folder: Path,
    question: Question,
    seconds: float,
    *,
    own: Trees = (),
    family: Family | None = None,
    repeating: bool = False,
) -> Counterexample | None:
    """The smallest tree found on which the staged submission is not correct, or None.

    It is like one of the question's `own`, or of MAX and MIN if there are none; where
    the reference is missing it is one of the `family`. The search ends after STEPS, or
    so many seconds, and one job more. With `repeating`, trees on which positions come
    again stand first. None, too, if something is missing, the grader fails, or the
    submission does something else when asked again: nothing that counts hangs on this.
    """
    asked = _of_whole_search(question)
    kept = None if can_compute_answers(question) else family
    has_module = (folder / f"{question.module}.py").is_file()
    if not asked.facets or not has_module:
        return None
    if not (kept or can_compute_answers(question)):
        return None
    try:
        key = kept or Reference()
        probe = Probe(sandbox, folder, asked, seconds, Standard(key, own))
        tried = looks_and_trees(question, own, repeating=repeating)
        looks = [(_in_order, kept.trees)] if kept else tried
        failures = (look(probe, trees) for look, trees in looks)
        failure = next(filter(None, failures), None)
        if failure is None or not _is_time_for(failure, question, probe):
            return None
        sheet = _sheet(question, failure, kept)
        return _judged_there(sandbox, folder, failure, sheet, probe)
    except (AutograderError, OSError):
        return None


def is_right_on_family(
    sandbox: Sandbox, folder: Path, question: Question, family: Family, own: Trees
) -> bool | None:
    """Whether a staged program is right on the smallest trees that stand ready.

    None where that is not known: not all could be tried, or the grader failed.
    """
    asked = _of_whole_search(question)
    if not asked.facets:
        return None
    try:
        probe = Probe(sandbox, folder, asked, OF_A_FAMILY, Standard(family, own))
        is_wrong = probe.first(family.trees[:SETTLING]) is not None
    except (AutograderError, OSError):
        return None
    return None if probe.is_cut and not is_wrong else not is_wrong


def _of_whole_search(question: Question) -> Question:
    """The question with the facets that any tree has."""
    facets = tuple(facet for facet in question.facets if facet in OF_ANY_TREE)
    return replace(question, facets=facets)


def looks_and_trees(
    question: Question, own: Trees = (), *, repeating: bool = False
) -> Iterator[tuple[Look, Trees]]:
    """How to look among which trees, one series after the other."""
    forms, windowed = drawing.forms_with_turns(own), may_have_windows(question, own)
    of_two = drawing.PLAIN in forms  # positions come again in these alone
    at_random, asked = partial(_at_random, forms=forms), partial(_as_asked, question)
    keeps = question.may_keep_positions
    if repeating and of_two:
        yield _where_positions_repeat, asked(small.repeating_trees())
    of_two_alone = forms == (drawing.PLAIN,)
    yield _in_order if of_two_alone else at_random, asked(drawing.tiny_trees(forms))
    if keeps and of_two:
        yield _where_positions_repeat, asked(small.repeating_trees())
    if question.signature.has_killers and of_two:
        yield _in_order, asked(small.trees_with_repeated_cut())
    for drawn in OF_SMALL_NUMBERS:
        if windowed or not drawn.windowed:  # a window is for searches that prune
            yield at_random, asked(_random(drawn, forms, small.SMALL_PALETTES))
    if not (repeating or keeps) and of_two:
        look = partial(_where_positions_repeat, tried=REPEATING)
        yield look, asked(small.repeating_trees())
    if of_two:
        yield _in_order, asked(small.large_leaves())
    for drawn in OF_ALL_NUMBERS:
        if windowed or not drawn.windowed:
            yield at_random, asked(_random(drawn, forms, small.PALETTES))


def _as_asked(question: Question, trees: Trees) -> Trees:
    """The trees as a question asks them that keeps to one window, or has killers."""
    window = question.within
    within = (
        trees if window is None else [small.tree_in_window(t, window) for t in trees]
    )
    return [question.tree_as_asked(tree) for tree in within]


def _random(
    drawn: Drawn, forms: Sequence[drawing.Form], palettes: small.Palettes
) -> list[GameTree]:
    """Larger trees, the same in each search, of each form in turn."""
    chance = Random(0)  # noqa: S311 - to be repeated, not to be guessed
    return [
        drawing.random_tree(
            chance,
            form,
            windowed=drawn.windowed,
            palettes=palettes,
            most_leaves=drawn.leaves,
        )
        for form in islice(cycle(forms), drawn.count)
    ]


def _in_order(probe: Probe, trees: Trees) -> Failure | None:
    """Of trees in order of size the first that is wrong, or one a little above it."""
    found = probe.first(trees)
    if found is None or not _can_be_bettered(found):
        return found
    behind = (tree for tree in trees[found.place + 1 :] if _is_near(tree, found.tree))
    return probe.first(tuple(behind), with_wrong_value=True) or found


def _where_positions_repeat(
    probe: Probe, trees: Trees, tried: int | None = None
) -> Failure | None:
    """Of trees in order of size the same; one with a wrong value may be any."""
    found = probe.first(trees[:tried])
    if found is None or not _can_be_bettered(found):
        return found
    return probe.first(trees[found.place + 1 :], with_wrong_value=True) or found


def _at_random(
    probe: Probe, trees: Trees, *, forms: Sequence[drawing.Form]
) -> Failure | None:
    """The first that is wrong, or one behind it, made small, of one of these forms."""
    first = probe.first(trees)
    if first is None:
        return None
    found = _made_small(probe, first, forms)
    if not _can_be_bettered(found):
        return found
    behind = trees[first.place + 1 :][:BETTER_AT_RANDOM]
    other = probe.first(behind, with_wrong_value=True)
    if other is None:
        return found
    other = _made_small(probe, other, forms)
    return other if _is_near(other.tree, found.tree) else found


def _made_small(
    probe: Probe, failure: Failure, forms: Sequence[drawing.Form]
) -> Failure:
    """What is left when nothing is smaller, one move away, and as wrong."""
    look = partial(probe.first, with_wrong_value=failure.has_wrong_value)
    smaller: Failure | None = failure
    while smaller is not None:
        failure, tree, most = smaller, smaller.tree, small.size_key(smaller.tree)
        moves: tuple[Callable[[GameTree], Trees], ...]
        moves = drawing.smaller, partial(drawing.without_a_ply, forms=forms)
        is_plain = drawing.PLAIN in forms and tree.bounds is None
        if is_plain and drawing.has_only_max_and_min(tree) and drawing.take_turns(tree):
            moves = small.smaller, small.trees_cut_to_four_leaves
        for move in moves:
            made = _as_asked(probe.question, move(tree))
            if probe.question.within is not None:  # which may have made it larger
                made = [each for each in made if small.size_key(each) < most]
            smaller = look(made)
            if smaller is not None:
                break
    return failure


def _can_be_bettered(failure: Failure) -> bool:
    """Whether a tree with a wrong value would tell more."""
    outcome, tree = failure.result.observed.calls[0].outcome, failure.tree
    if failure.has_wrong_value or failure.result.verdict not in CAME_TO_AN_END:
        return False
    if isinstance(outcome, Fault):
        return False
    nothing = (0,) * len(tree.players) if tree.has_vectors else 0
    return outcome.value_if_of_kind(nothing) is not None or outcome.kind == "inf"


def _is_near(tree: GameTree, smallest: GameTree) -> bool:
    return len(tree.nodes) <= max(len(smallest.nodes) + 1, AT_A_GLANCE)


def _is_time_for(failure: Failure, question: Question, probe: Probe) -> bool:
    """Whether what has not ended in haste can be given all of its time."""
    if failure.result.verdict is not Verdict.TIMED_OUT:
        return True
    limits = question.limits
    longer = failure.seconds * max(1.0, limits.seconds / ALONE)
    return min(longer, limits.wall_seconds) < probe.seconds_left()


def _sheet(question: Question, failure: Failure, kept: Family | None) -> Sheet:
    """What is right on the tree, for no points; functions alone need the reference."""
    from autograder.kinds.search import trusted  # noqa: PLC0415 - grading needs none

    whole_alone = kept is not None or failure.result.verdict in ENDLESS
    facets = tuple(
        facet
        for facet in question.facets
        if facet in OF_ANY_TREE or not (whole_alone or facet in FACETS)
    )
    first, *others = question.conventions  # those that decide
    names = (first, *(name for name in others if name in question.accept))
    names = question.accept if kept else names
    question = replace(question, facets=facets, conventions=names)
    case = Case(question, NAME, failure.tree, points=unpaid_facets(facets))
    if kept:
        return Sheet(case, answers_of(kept, question, failure.tree))
    return Sheet(case, trusted.compute(failure.tree, (question,)))


def _judged_there(
    sandbox: Sandbox, folder: Path, failure: Failure, sheet: Sheet, probe: Probe
) -> Counterexample | None:
    case = sheet.case
    observed = observe(sandbox, folder, case.question, failure.tree)
    result = judge(sheet, observed)
    if result.verdict is Verdict.CORRECT:
        return None
    alone = bool(case.functions()) and not is_right(result)
    calls = requests_alone(sheet, alone=alone)
    if calls and is_worth_calling(observed):
        inside = observe_inside(sandbox, folder, case, calls)
        result = judge(sheet, replace(observed, inside=(*inside.items(),)))
    return Counterexample(failure.tree, result, sheet, probe.tried, probe.is_cut)
