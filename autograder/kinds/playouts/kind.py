"""A search by playouts, asked on trees: Monte Carlo tree search.

A test that is wrong is shown as far as the first wrong playout: behind it both searches
have other trees, and nothing more is to be learnt from holding them together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, product
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.assignment.file import Form
from autograder.assignment.questions import VISIBLE, Assignment
from autograder.drawing.nodes import part_of
from autograder.drawing.replay import Marks, Replay, Step
from autograder.judging.verdicts import Verdict
from autograder.kinds import entries
from autograder.kinds.kind import Files, Replays, files_of_trees
from autograder.kinds.onejob import OneFile, OneJob
from autograder.kinds.playouts import computing, words
from autograder.kinds.playouts import question as playouts
from autograder.kinds.playouts.computing import CHOICE, PARTS, Steps, steps
from autograder.kinds.playouts.judging import (
    NONE,
    Growth,
    PlayoutResult,
    PlayoutsObserved,
    WrongPlayout,
    findings_and_right_playouts,
    grown,
    judge,
    playout_job,
    seen,
)
from autograder.observing.observation import recursion_limit
from autograder.observing.outcome import OVERRUN, Fault, Frame, Outcome
from autograder.observing.repairing import Ended, Facets, Job, Score, Trial
from autograder.observing.sources import Place, Sources
from autograder.report.gradebook import Gradebook
from autograder.trees.tree import GameTree
from autograder.trees.visitrecord import Playouts
from autograder.words.blocks import NEVER_SEEN

if TYPE_CHECKING:  # most tests are right
    from autograder.drawing.replay import Line

LEAST_STEPS, STEPS_PER_ITERATION = 6_000, 300  # that a program may make on a tree
MOST_ITERATIONS = 60  # of a search whose steps are tried, each kind by itself
MOST_CHOICES = 4  # of which each is made after fewer iterations than a tree has
MOST_NODES = 2_000  # of what is drawn

Results = Mapping[
    str, entries.JudgedTest[PlayoutResult]
]  # by the id of the test's node


class Searches(OneJob[playouts.PlayoutTest, PlayoutsObserved, PlayoutResult]):
    """The tests of searches by playouts of the submission on a bench."""

    wording = words.WORDING

    def job(
        self, test: playouts.PlayoutTest
    ) -> tuple[Job, Callable[[Ended], PlayoutsObserved]]:
        """The call of the search on a tree."""
        return playout_job(self.bench.sandbox, self.bench.staged.folder, test)

    def stand_in_observation(
        self, test: playouts.PlayoutTest, *outcomes: Outcome
    ) -> PlayoutsObserved:
        """What stands for the call where none is made."""
        return seen(test, outcomes[0])

    def judged(
        self, test: playouts.PlayoutTest, observed: PlayoutsObserved
    ) -> PlayoutResult:
        """The result, held against what is right on the tree."""
        return judge(test, self._right(test), observed)

    def _right(self, test: playouts.PlayoutTest) -> playouts.Played:
        """What is right on the tree of a test."""
        answers: playouts.PlayoutAnswers = self.answers[test.question.name]
        return answers.trees[test.about]

    def score(self, tests: Sequence[playouts.PlayoutTest]) -> Score | None:
        """How a program that was edited is tried: on trees, and step by step there."""
        score = super().score(tests)
        if score is None:
            return None
        trials, parts = [*score.trials], dict[str, list[int]]()
        for part, (place, test) in product(PARTS, enumerate(tests)):
            due = self._due(test)
            if due and any(due[name] for name in due if name.startswith(part)):
                added = [
                    replace(
                        trials[place], part_of=(place, [*computing.facet_indices(part)])
                    )
                ]
                if part == CHOICE:
                    added = [*self._choices(test, place)]
                numbers = range(len(trials), len(trials) + len(added))
                parts.setdefault(f"{part}/1", []).extend(numbers)
                trials += added
        return replace(
            score,
            trials=trials,
            parts=parts,
            trees=[test.tree for test in tests],
            words=words.OF_STEPS,
            late=f"{CHOICE}/1",
        )

    def trials(self, tests: Sequence[playouts.PlayoutTest]) -> list[Trial]:
        """A trial for each test, playout by playout."""
        return [
            self._trial(test, place, partial(self._far, test))
            for place, test in enumerate(tests)
        ]

    def _trial(
        self,
        test: playouts.PlayoutTest,
        place: int,
        judge: Callable[[PlayoutsObserved], Facets],
    ) -> Trial:
        return Trial(
            size=test.size,
            steps=LEAST_STEPS + STEPS_PER_ITERATION * test.size,
            recursion=recursion_limit(test.tree),
            ask=self.calls_and_judge(test, judge),
            tree=place,
            payoff=Playouts(test.tree).payoff,
        )

    def _choices(self, test: playouts.PlayoutTest, place: int) -> Iterator[Trial]:
        """The same search, which is to choose earlier as well: where it matters how."""
        counts = computing.telling_counts(test.tree, self._right(test).playouts)
        for count in sorted({*islice(counts, MOST_CHOICES), test.size}):
            tree = replace(test.tree, iterations=count)

            def chosen(observed: PlayoutsObserved, tree: GameTree = tree) -> Facets:
                action = str(observed.call.outcome)
                return (steps(tree, observed.played, action)[CHOICE] == [True],)

            yield self._trial(replace(test, tree=tree), place, chosen)

    def _due(self, test: playouts.PlayoutTest) -> Steps | None:
        """The steps that are right on a tree; None where that is too large."""
        right = self._right(test)
        if test.size > MOST_ITERATIONS:
            return None
        return steps(test.tree, right.playouts, right.action)

    def _far(self, test: playouts.PlayoutTest, observed: PlayoutsObserved) -> Facets:
        """Whether each facet is right, and how far the playouts are, in quarters.

        And which steps are right by themselves.
        """
        played = self._right(test)
        findings, right = findings_and_right_playouts(test, played, observed)
        far = right / len(played.playouts)
        facets = [f.verdict is Verdict.CORRECT for f in findings]
        facets += [far >= part / 4 for part in range(1, 5)]
        if due := self._due(test):
            facets += computing.facets(test.tree, due, observed)
        return tuple(facets)

    def results_on_unseen(
        self, name: str, like: PlayoutResult
    ) -> Iterator[PlayoutResult]:
        """What a question's search does on trees that it has not met."""
        for tree, played in self.answers[name].unseen:
            if self.bench.budget.is_over():
                return
            test = replace(like.test, about=NEVER_SEEN, tree=tree, file=None)
            with self.bench.running_beside_others():
                observed = self.observe(test, test.question.limits)
            yield judge(test, played, observed)

    def add_lessons(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines, and if wanted replays."""

        def teach(members: Results) -> None:
            is_right = all(each.verdict is Verdict.CORRECT for each in members.values())
            if not is_right or replays is Replays.ALL:
                self._add(gradebook, members, replays)

        entries.teach_each_question(gradebook, judged, teach)
        entries.tell_of_tables(
            gradebook,
            judged,
            lambda result: entries.tally([result.verdict is Verdict.CORRECT]),
            self.results_on_unseen,
            "trees",
        )

    def _add(self, gradebook: Gradebook, members: Results, replays: Replays) -> None:
        """Add to the report lines of the submission, and replays."""
        first, unfinished = _first(members), self.bench.records
        for node, each in members.items():
            is_drawn = {Replays.ALL: True, Replays.FIRST: node == first}.get(replays)
            lesson = entries.Lesson(
                replay=replay_of(each.result, unfinished=unfinished)
                if is_drawn
                else None,
                tells_most=node == first,
            )
            if each.verdict is not Verdict.CORRECT:
                line = line_of(each.result, self.bench.staged.folder)
                lesson = replace(lesson, line=line)
            gradebook.report.entries[node] = each.entry_with(lesson)
        gradebook.save_if_possible()


def _first(members: Results) -> str:
    """Of tests that failed the one that tells most: it is seen, and small."""
    failed = {n: e for n, e in members.items() if e.verdict is not Verdict.CORRECT}

    def tells_less(node: str) -> tuple[bool, bool, int]:
        test, wrong = failed[node].result.test, failed[node].result.wrong
        return test.visibility != VISIBLE, wrong is None, len(test.tree.nodes)

    return min(failed, key=tells_less, default="")


def replay_of(result: PlayoutResult, *, unfinished: bool = False) -> Replay | None:
    """The playouts of a submission beside the right ones.

    Those of an `unfinished` search only where that is wanted. None where too much would
    be drawn.
    """
    is_fault = isinstance(result.main_outcome, Fault)
    if is_fault and not unfinished:
        return None
    tree, wrong = result.test.tree, result.wrong
    end = len(result.played.playouts) if wrong is None else wrong.iteration
    seen, wanted = result.observed.played[:end], result.played.playouts[:end]
    before = grown(tree, wanted[: result.right])
    kept = sorted({i for index in (*seen, *wanted) for i in before.path(index)} | {0})
    if len(kept) > MOST_NODES:
        return None
    return Replay(
        tree=part_of(tree, kept),
        submission=_steps(tree, seen),
        accepted=_steps(tree, wanted),
        marks=_marks(wrong, before, is_fault=is_fault),
        wrong=None if wrong is None else result.right,
        sentence=words.step_sentence(wrong, tree) if wrong else "",
    )


def _steps(tree: GameTree, played: Sequence[int]) -> tuple[Step, ...]:
    """Each playout with its payoff."""
    payoffs = grown(tree, played).payoffs
    return tuple(
        Step(tree.nodes[index].label, payoff=payoff)
        for index, payoff in zip(played, payoffs, strict=True)
    )


def _marks(wrong: WrongPlayout | None, before: Growth, *, is_fault: bool) -> Marks:
    """What stands at each node before the first wrong playout, and where that is."""
    labels = before.tree.labels()

    def at(index: int) -> frozenset[str]:
        return frozenset() if index == NONE else frozenset((labels[index],))

    return Marks(
        visited=frozenset(labels[index] for index in before.playouts),
        notes=words.numbers_at_nodes(before),
        unfinished=is_fault,
        wrongly_visited=at(wrong.seen if wrong else NONE),
        wrongly_skipped=at(wrong.wanted if wrong else NONE),
        wrong_at="".join(at(wrong.at if wrong else NONE)),
    )


CODE = r"(?!\s*(?:async\s+)?def\b)[^#]*?"  # what stands before; no head of a function
PLAYS = re.compile(rf"{CODE}(\b[\w.]*\.playout\()")
ADDS = re.compile(rf"{CODE}(\.(?:result|successors)\()")
SELECTS = (  # by a function of its name, or by what stands in its place
    re.compile(rf"{CODE}(\b\w*uc[bt]\w*\()", re.IGNORECASE),
    re.compile(rf"{CODE}(\bmax\([^#]*/)"),
    re.compile(rf"{CODE}(\blog\()"),
)
CREDITS = re.compile(r"\s*([\w.\[\]\"']+\s*[+-]=(?!\s*[\d\[(])[^#]*)")
COUNTS = re.compile(r"\s*((?:for|while)\b[^#]*(?:\brange\(|iter|[<>])[^#]*)")
PICKS = re.compile(r"\b(?:max|min|sorted)\(")
NAMES = re.compile(r"(?<![\w.])\w+")
CHOOSES = re.compile(r"\s*\w+\s*=(?!=)[^#]*?(\b(?:max|min|sorted)\()")
RETURNS = re.compile(r"\s*(return\b\s*[^\s#][^#]*)")


def line_of(result: PlayoutResult, folder: Path) -> Line | None:
    """Where the call broke off; or of what is wrong the line that does it.

    Where no one line does that, it is the head of the search.
    """
    outcome, question = result.main_outcome, result.test.question
    sources, module = Sources(folder), f"{question.module}.py"
    head = sources.definition_that_computes(module, question.search)
    if isinstance(outcome, Fault) and outcome.kind != OVERRUN:
        return entries.line_at(outcome.frames[-1] if outcome.frames else None)
    if head is None:
        return None
    if isinstance(outcome, Fault):
        return entries.line_at(_counting(sources, head))
    place: Place | Frame = _of_the_part(result.wrong, sources, head) or head
    return entries.line_at(place)


def _of_the_part(
    wrong: WrongPlayout | None, sources: Sources, head: Place
) -> Place | None:
    """The line of that part of the search which made the first wrong playout."""
    file = head.file
    if wrong is None:  # all playouts are right, and the action is not
        return _choosing(sources, head)
    if NONE in (wrong.seen, wrong.wanted):
        return _counting(sources, head) if wrong.iteration > 1 else None
    if wrong.credit is not None:  # of several lines the test that chooses among them
        places = sources.all_lines_that_begin(file, CREDITS)
        is_chosen = len(places) > 1 and len(_functions(sources, places)) == 1
        only = places[0] if len(places) == 1 else None
        return sources.test_of_branch(places[0]) if is_chosen else only
    if NONE in (wrong.tried, wrong.due):
        return _at(sources, sources.all_lines_that_begin(file, PLAYS))
    if wrong.after:  # it went on to what is in the tree
        selecting = (
            _at(sources, sources.all_lines_that_begin(file, each)) for each in SELECTS
        )
        return next(filter(None, selecting), None)
    return _at(sources, sources.all_lines_that_begin(file, ADDS))


def _counting(sources: Sources, head: Place) -> Place | None:
    """The loop of the search that makes its iterations."""
    within = sources.lines_of_function(head.file, head.line)
    return next(iter(sources.all_lines_that_begin(head.file, COUNTS, within)), None)


def _choosing(sources: Sources, head: Place) -> Place | None:
    """The last line that returns something, or the choice that is made for it."""
    file, within = head.file, sources.lines_of_function(head.file, head.line)
    returns = sources.all_lines_that_begin(file, RETURNS, within)
    if not returns:
        return None
    if PICKS.search(returns[-1].source):
        return returns[-1]
    before, last = [within.start, *(each.line for each in returns)][-2:]
    chosen = sources.all_lines_that_begin(file, CHOOSES, range(before + 1, last))
    named = {*NAMES.findall(returns[-1].source)}
    used = [each for each in chosen if each.source.partition("=")[0].strip() in named]
    return used[-1] if used else returns[-1]


def _at(sources: Sources, places: tuple[Place, ...]) -> Place | None:
    """The only one of these lines, or the head of the only function that has them."""
    around = _functions(sources, places)
    if len(places) < 2 or len(around) > 1:
        return places[0] if len(places) == 1 else None
    return sources.place(places[0].file, around.pop().start)


def _functions(sources: Sources, places: tuple[Place, ...]) -> set[range]:
    return {sources.lines_of_function(each.file, each.line) for each in places}


class PlayoutKind(OneFile):
    """Playouts and actions of a search on each of some trees."""

    name = playouts.PlayoutQuestion.kind
    advice = ("Playouts",)
    desk = Searches
    form: Form = playouts
    Test = playouts.PlayoutTest

    def other_zip_files(
        self, assignment: Assignment, tests: Sequence[playouts.PlayoutTest]
    ) -> Files:
        """The trees, which are written out."""
        paths = {test.about: test.tree_path(assignment) for test in tests}
        trees = {test.about: test.tree for test in tests}
        return files_of_trees(assignment.folder, paths, trees)


KIND = PlayoutKind()
