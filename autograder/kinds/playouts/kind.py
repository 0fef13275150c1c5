"""A search by playouts, asked on trees: Monte Carlo tree search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from autograder.assignment.file import Form
from autograder.assignment.questions import VISIBLE, Assignment, Limits
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import JudgedTest, Lesson, each_question
from autograder.kinds.kind import TREES, Files, Kind, Replays
from autograder.kinds.knowing import Tally, point_out, tally
from autograder.kinds.playouts import answers as playoutfiles
from autograder.kinds.playouts import question as playouts
from autograder.kinds.playouts.answers import PlayoutAnswers
from autograder.kinds.playouts.judging import (
    PlayoutResult,
    PlayoutsObserved,
    call,
    judge,
    observe,
    seen,
)
from autograder.kinds.playouts.question import PlayoutQuestion, PlayoutTest, searches_of
from autograder.kinds.playouts.replays import line_of
from autograder.kinds.playouts.words import WORDING
from autograder.kinds.runner import Runner
from autograder.observing.bench import Bench
from autograder.observing.observation import recursion_for
from autograder.observing.outcome import Outcome
from autograder.observing.repairing import Asked, Facets, Score, Trial
from autograder.report.gradebook import Gradebook
from autograder.trees.visitrecord import Playouts
from autograder.words.reports import NEVER_SEEN

if TYPE_CHECKING:  # most tests are right
    from autograder.drawing.replay import Replay

LEAST_STEPS, STEPS_PER_ITERATION = 6_000, 300  # that a program may make on a tree


class Searches(Runner[PlayoutTest, PlayoutsObserved, PlayoutResult]):
    """The tests of searches by playouts of the submission on a bench."""

    wording = WORDING

    def __init__(self, bench: Bench, answers: Mapping[str, PlayoutAnswers]) -> None:
        super().__init__(bench)
        self.answers = answers

    def observe(self, test: PlayoutTest, limits: Limits) -> PlayoutsObserved:
        """What a search does on a tree."""
        within = replace(test, question=replace(test.question, limits=limits))
        return observe(self.bench.sandbox, self.bench.staged.folder, within)

    def unobserved(self, test: PlayoutTest, *outcomes: Outcome) -> PlayoutsObserved:
        """What stands for the call where none is made."""
        return seen(test, outcomes[0])

    def judged(self, test: PlayoutTest, observed: PlayoutsObserved) -> PlayoutResult:
        """The result, held against what is right on the tree."""
        played = self.answers[test.question.name].trees[test.about]
        return judge(test, played, observed)

    def score(self, tests: Sequence[PlayoutTest]) -> Score:
        """How a program that was edited is tried: playout by playout."""
        question = tests[0].question
        trials = [self._trial(test, place) for place, test in enumerate(tests)]
        return Score(
            question.module,
            question.written(),
            trials,
            range(len(tests)),
            trees=[test.tree for test in tests],
        )

    def _trial(self, test: PlayoutTest, place: int) -> Trial:
        where = self.bench.sandbox, self.bench.staged.folder

        def ask() -> Asked:
            job, came = call(*where, test)
            return job, lambda ended: _facets(self.judged(test, came(ended)))

        return Trial(
            size=test.tree.iterations,
            steps=LEAST_STEPS + STEPS_PER_ITERATION * test.tree.iterations,
            recursion=recursion_for(test.tree),
            ask=ask,
            tree=place,
            payoff=Playouts(test.tree).payoff,
        )

    def unseen(self, name: str, like: PlayoutResult) -> Iterator[PlayoutResult]:
        """What a question's search does on trees that it has not met."""
        bench, question = self.bench, like.test.question
        for tree, played in self.answers[name].unseen:
            if bench.budget.is_over():
                return
            test = replace(like.test, about=NEVER_SEEN, tree=tree, file=None)
            with bench.beside_others():
                observed = self.observe(test, question.limits)
            yield judge(test, played, observed)

    def teach(
        self, gradebook: Gradebook, judged: Results, *, replays: Replays, searches: bool
    ) -> None:
        """Add lines, and if wanted replays."""
        del searches
        teach(gradebook, judged, self.bench, replays)
        point_out(gradebook, judged, count, self.unseen, "trees")


def _facets(result: PlayoutResult) -> Facets:
    """Whether each facet is right, and how far the playouts are, in quarters."""
    far = result.right / len(result.played.playouts)
    right = [finding.verdict is Verdict.CORRECT for finding in result.findings]
    return (*right, *(far >= part / 4 for part in range(1, 5)))


Results = Mapping[str, JudgedTest[PlayoutResult]]  # by the id of the test's node


def teach(
    gradebook: Gradebook, results: Results, bench: Bench, replays: Replays
) -> None:
    """Add to the report lines of the submission, and replays; no points change."""
    each_question(
        gradebook,
        results,
        lambda _, members: _teach(gradebook, members, bench, replays),
    )


def _teach(
    gradebook: Gradebook, members: Results, bench: Bench, replays: Replays
) -> None:
    is_right = all(each.verdict is Verdict.CORRECT for each in members.values())
    if is_right and replays is not Replays.ALL:
        return
    first = _first(members)
    for node, each in members.items():
        drawn = replays is Replays.ALL or (replays is Replays.FIRST and node == first)
        lesson = Lesson(
            replay=replay_of(each.result, bench) if drawn else None,
            tells_most=node == first,
        )
        if each.verdict is not Verdict.CORRECT:
            lesson = replace(lesson, line=line_of(each.result, bench.staged.folder))
        gradebook.report.entries[node] = each.entry_with(lesson)
    gradebook.save_if_possible()


def count(result: PlayoutResult) -> Tally:
    """A tree whose playouts and whose action are right, or one where not."""
    return tally([result.verdict is Verdict.CORRECT])


def _first(members: Results) -> str:
    """Of tests that failed the one that tells most: it is seen, and small."""
    failed = {n: e for n, e in members.items() if e.verdict is not Verdict.CORRECT}

    def tells_less(node: str) -> tuple[bool, bool, int]:
        result = failed[node].result
        size = len(result.test.tree.nodes)
        return result.test.visibility != VISIBLE, result.wrong is None, size

    return min(failed, key=tells_less, default="")


def replay_of(result: PlayoutResult, bench: Bench) -> Replay | None:
    """What is to be drawn of a test; of one that broke off only on a page."""
    from autograder.kinds.playouts import replays  # noqa: PLC0415 - few are drawn

    return replays.replay_of(result, unfinished=bench.records)


class PlayoutKind(Kind):
    """Playouts and actions of a search on each of some trees."""

    name = PlayoutQuestion.kind
    advice = ("Playouts",)
    desk = Searches
    form: Form = playouts

    def answers(self, assignment: Assignment) -> Mapping[str, PlayoutAnswers]:
        """The playouts on all trees, by question."""
        return {
            name: replace(
                playoutfiles.load(assignment, tests),
                unseen=playoutfiles.load_unseen(assignment, name),
            )
            for name, tests in searches_of(assignment).items()
        }

    def files(self, assignment: Assignment) -> Files:
        """Trees, which are written out, and the answers on them."""
        from autograder.kinds.treefiles import written  # noqa: PLC0415 - likewise

        found: Files = {}
        for name, tests in searches_of(assignment).items():
            paths = {test.about: test.place(assignment) for test in tests}
            trees = {test.about: test.tree for test in tests}
            found |= written(assignment.folder, paths, trees)
            path = playoutfiles.path_of(assignment, name).relative_to(assignment.folder)
            part = playoutfiles.load(assignment, tests).of(tests)
            found[f"{TREES}/{path.as_posix()}"] = playoutfiles.dump(part).encode()
        return found


KIND = PlayoutKind()
