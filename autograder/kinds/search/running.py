"""Run the tests of searches, each on its tree, within the time that all may take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256

from autograder.assignment.questions import (
    NO_RECURSION,
    RECORDED,
    Case,
    Limits,
    OnTheWall,
)
from autograder.errors import GraderError
from autograder.judging import verdicts
from autograder.kinds.kind import Runner
from autograder.kinds.search import observing
from autograder.kinds.search.alone import requests_alone
from autograder.kinds.search.judging import CaseResult, is_right, judge
from autograder.kinds.search.signatures import AnswerBook, Sheet
from autograder.observing.bench import Bench, Extra
from autograder.observing.observation import (
    INSIDE,
    CallRequest,
    Observation,
    Observed,
    observe,
    observe_in_one_game,
    observe_in_turn,
    observe_inside,
    observe_with,
    stand_in_observation,
    value_and_action_requests,
)
from autograder.observing.outcome import (
    LATE_ALONE,
    NOT_RUN,
    TIMEOUT,
    UNJUDGED,
    Fault,
    Outcome,
    is_out_of_time,
)

FEWEST = 4  # tests that are worth it, besides those that are asked again
MOST_NODES = 1_000  # of a tree that shares a worker
SECONDS = 1.0  # of CPU that all may take together, and no more than one of them may
AGAIN_ALONE, LEAST_ALONE = 0.1, 6  # of the tests, so many are asked again

Key = tuple[str, str]  # question and tree
Group = tuple[str, str]  # visibility, feedback


def _key(case: Case) -> Key:
    return case.question.name, case.tree_name


def _group(case: Case) -> Group:
    return case.visibility, case.feedback


def _how_much_it_may_visit(case: Case) -> tuple[bool, bool]:
    """A test that may visit less comes first: another would show it the rest."""
    question = case.question
    skips_some = question.prunes_by_window or question.visits == RECORDED
    return not question.deepens, not skips_some


class Ahead:
    """What a submission was seen to do on tests that are not graded yet.

    What it does in a worker that tests share counts only while each test that is asked
    again alone shows the same.
    """

    def __init__(self, desk: Searches) -> None:
        self._desk, self._bench, self._sheets = desk, desk.bench, desk.sheets
        self._seen: dict[Key, Observed] = {}
        self._begun: set[Group] = set()
        self.known: set[Key] = set()  # tests of which nothing else is to be expected

    def observation(self, case: Case, limits: Limits) -> Observed:
        """What it does on a test, in a worker that others share or in its own."""
        group = _group(case)
        if group not in self._begun and not self._bench.apart:
            self._begun.add(group)
            self._look(group)
        together = self._seen.pop(_key(case), None)
        if together is None or self._bench.apart:
            return self._desk.observed_alone(case, limits)
        if _key(case) in self.known:
            return together
        alone = self._desk.observed_alone(case, limits)
        self._compare(case, together, alone)
        return alone

    def _look(self, group: Group) -> None:
        """Ask all tests of a group in one worker, and some of them again alone."""
        every = self._desk.book.assignment.cases
        mine = (c for c in every if _group(c) == group and self._may_share(c))
        cases = sorted(mine, key=_how_much_it_may_visit)
        if len(cases) < FEWEST + len(self._drawn(cases)):
            return
        try:
            seen = self._asked(cases)
        except (GraderError, OSError):  # each test by itself shows what it is
            return
        for case in self._asked_again(cases, seen):
            alone = self._desk.observed_alone(case, case.question.limits)
            self._compare(case, seen[_key(case)], alone)
            seen[_key(case)] = alone
            if self._bench.apart:
                return
        self._seen |= seen

    def _may_share(self, case: Case) -> bool:
        question = case.question
        if len(case.tree.nodes) > MOST_NODES or self._bench.haste.is_endless(question):
            return False
        return not self._bench.faults_before_run(question.module)

    def _compare(self, case: Case, together: Observed, alone: Observed) -> None:
        """Have all tests asked alone if one does not the same there."""
        if _may_be_others_fault(together):
            return
        if verdicts.does_the_same(together, alone):
            self.known.add(_key(case))
        else:
            self._bench.run_tests_apart()

    def _asked(self, cases: Sequence[Case]) -> dict[Key, Observed]:
        """Ask them in one worker; where one ended it, the rest in another.

        That is the rest of other modules alone, where it ended early.
        If nothing was left outside of the submission's modules, which each test finds
        anew, what it does is known. Else what is wrong may come from what others left.
        """
        found: dict[Key, Observed] = {}
        while len(cases) >= FEWEST:
            made = asked_together(self._bench, cases, self._desk.calls_inside)
            for case, seen in zip(cases, made.seen, strict=True):
                if seen is None:
                    continue
                found[_key(case)] = seen
                if _may_be_others_fault(seen):
                    continue
                sheet = self._sheets.sheet_of(case)
                if not made.leaves_traces or is_right(judge(sheet, seen)):
                    self.known.add(_key(case))
            module, cases = cases[made.begun - 1].question.module, cases[made.begun :]
            if made.begun < FEWEST:
                cases = [case for case in cases if case.question.module != module]
        return found

    def _asked_again(
        self, cases: Sequence[Case], seen: Mapping[Key, Observed]
    ) -> list[Case]:
        """As many as are drawn, those first that were right: only these can gain.

        And one that was wrong of each module, which may be right alone.
        """
        cases = [case for case in cases if _key(case) in seen]
        count = len(self._drawn(cases))

        def is_wrong(case: Case) -> bool:
            return not is_right(judge(self._sheets.sheet_of(case), seen[_key(case)]))

        cases = sorted(cases, key=lambda c: (is_wrong(c), self._lots[_key(c)]))
        firsts = {(c.question.module, is_wrong(c)): _key(c) for c in reversed(cases)}
        others = [case for case in cases[count:] if _key(case) in firsts.values()]
        return [*cases[:count], *others]

    def _drawn(self, cases: Sequence[Case]) -> list[Case]:
        """Which are asked again: of all tests so many, of each module here one."""
        most = max(LEAST_ALONE, int(AGAIN_ALONE * len(self._lots)))
        by_lot = sorted(cases, key=lambda case: self._lots[_key(case)])
        firsts = {c.question.module: _key(c) for c in reversed(by_lot)}.values()
        return [c for c in by_lot if self._lots[_key(c)] < most or _key(c) in firsts]

    @cached_property
    def _lots(self) -> dict[Key, int]:
        """The place of each test in an order that hangs on the code and on a secret.

        The first of each group's modules comes before all others.
        """
        code = repr(sorted(self._bench.staged.picked.content.items()))
        seed = sha256(f"{self._desk.book.secret} {code}".encode()).digest()
        cases = sorted(
            self._desk.book.assignment.cases,
            key=lambda case: sha256(seed + repr(_key(case)).encode()).digest(),
        )
        keys = [_key(case) for case in cases]
        of_each = {(c.question.module, *_group(c)): _key(c) for c in reversed(cases)}
        firsts = of_each.values()
        order = sorted(keys, key=lambda key: key not in firsts)
        return {key: place for place, key in enumerate(order)}


def _may_be_others_fault(together: Observed) -> bool:
    """Whether a call ended by limits that others had shared."""
    ends = {outcome.kind for outcome in together.outcomes}
    return not ends.isdisjoint({*observing.TELLS_NOTHING, TIMEOUT})


def asked_together(
    bench: Bench, cases: Sequence[Case], inside: observing.Choose | None = None
) -> observing.Together:
    """What comes of tests in one worker; GraderError, OSError."""
    limits = [case.question.limits for case in cases]
    shared = replace(
        limits[0],
        seconds=min(SECONDS, *(each.seconds for each in limits)),
        memory_mb=min(each.memory_mb for each in limits),
        output_kb=min(each.output_kb for each in limits),
    )
    return observing.observe_many(
        bench.sandbox, bench.staged.folder, cases, shared, inside
    )


MOST_LATE = 2  # trees on which a function alone may use up its time
AGAIN = "(again)"  # beside the names of functions alone: calls that were made already
FORGETFUL = 2  # wrong tests on which nothing is kept, behind which none is looked for
RUNS_AGAIN = 4  # so much longer than a test's calls those take that look for memory


@dataclass(frozen=True, slots=True)
class Alone:
    """The seconds that a function has alone, and on how many trees it may."""

    seconds: float
    most: int
    wall: float | None = None

    def share_of_limits(self, limits: Limits) -> Limits:
        """What it has of the limits of a whole test."""
        seconds = min(limits.seconds, self.seconds)
        if self.wall is None:
            return replace(limits, seconds=seconds)
        return OnTheWall(seconds, limits.memory_mb, limits.output_kb, self.wall)


IF_ENDED, IF_NOT = Alone(INSIDE, MOST_LATE), Alone(INSIDE / 2, 1)  # the whole search
IF_WAITED = Alone(INSIDE / 10, 1, wall=0.3 * INSIDE)


class Searches(Runner[Case, Observed, CaseResult]):
    """The tests of searches of the submission on a bench."""

    def __init__(self, bench: Bench, book: AnswerBook) -> None:
        super().__init__(bench, book)
        self.book, self.sheets = book, book.sheets
        self.ahead = Ahead(self)

    def recorded(self, result: CaseResult) -> CaseResult:
        """The result with what the submission says of its calls, if that is wanted."""
        return self.with_recording(result) if self.bench.records else result

    def with_recording(self, result: CaseResult) -> CaseResult:
        """The result with what the submission says of its calls, if that is cheap."""
        case, observed, budget = result.case, result.observed, self.bench.budget
        if not verdicts.is_worth_a_second_run(observed, case.question.limits):
            return result
        if not budget.affords(Extra.RECORDINGS, observed.cpu_seconds):
            return result
        which = -1 if result.has_no_value else 0
        request = value_and_action_requests(case.question, case.tree)[which]
        call = next(c for c in observed.calls if c.function == request.function)
        within = self.bench.sandbox, self.bench.staged.folder
        try:
            with budget.spent_on(Extra.RECORDINGS):
                recording = observing.recording_of_call(*within, case, request)
        except (GraderError, OSError):
            return result
        again = recording.visited == call.visited
        return replace(result, recording=recording) if again else result

    def stand_in_observation(self, test: Case, *outcomes: Outcome) -> Observed:
        """What stands for the calls where none is made."""
        return stand_in_observation(test.question, test.tree, *outcomes)

    def with_reason(self, result: CaseResult, seconds: float) -> CaseResult:
        """The result with what shows that the submission keeps something, if so."""
        return self.with_evidence_of_memory(
            result, self.sheets.sheet_of(result.case), seconds
        )

    def with_evidence_of_memory(
        self, result: CaseResult, sheet: Sheet, seconds: float
    ) -> CaseResult:
        """The result with what the submission keeps, looked for while there is time."""
        budget, late = self.bench.budget, self.bench.experience.late
        if not budget.affords(Extra.REPEATED_CALLS, RUNS_AGAIN * seconds):
            return result
        if late[result.case.question.name, AGAIN] >= MOST_LATE:
            return result
        try:
            with budget.spent_on(Extra.REPEATED_CALLS):
                return replace(result, kept=self._kept(sheet, result.observed))
        except (GraderError, OSError):
            return result

    def _kept(self, sheet: Sheet, observed: Observed) -> observing.Kept | None:
        case = sheet.case
        where = (self.bench.sandbox, self.bench.staged.folder)
        found = None
        unkept, name = self.bench.experience.unkept, case.question.name
        if unkept[name] < FORGETFUL:
            asked = observing.calls_made_twice(case, sheet.answers)
            made = observe_in_one_game(*where, case, asked)
            self.bench.experience.late[case.question.name, AGAIN] += any(
                map(verdicts.is_late_call, made)
            )
            found = observing.kept_by_calls(
                case, observed, tuple(zip(asked, made, strict=True))
            )
            unkept[name] += 1 if found is None else -len(self.book.assignment.cases)
        unique = None
        if not case.question.may_keep_positions:
            unique = observing.with_unique_positions(case.tree)
        if found is None and unique is not None:
            told_apart = observe(*where, case.question, unique)
            return observing.kept_positions(case, observed, told_apart)
        if found is None or not found.is_by_position:
            return found
        in_turn = observe_in_turn(*where, case.question, unique or case.tree)
        harmless = observing.is_harmless_memory(case, observed, in_turn)
        return replace(found, harmless=harmless)

    def is_known(self, test: Case) -> bool:
        """Whether what it did in a worker that tests share holds."""
        return not self.bench.apart and _key(test) in self.ahead.known

    def observe_again(self, test: Case) -> Observed:
        """What a second run does, without calls at inner nodes."""
        where = self.bench.sandbox, self.bench.staged.folder
        return observe(*where, test.question, test.tree)

    def observe(self, test: Case, limits: Limits) -> Observed:
        """What a run does, and, once a question, whether the search calls itself."""
        observed = self.ahead.observation(test, limits)
        if test.question.recursion != NO_RECURSION or not verdicts.is_worth_calling(
            observed
        ):
            return observed
        name, by_question = test.question.name, self.bench.experience.recursion
        if name not in by_question:
            where = self.bench.sandbox, self.bench.staged.folder
            by_question[name] = observing.recursive_functions(*where, test)
        return replace(observed, recursion=by_question[name])

    def observed_alone(self, test: Case, limits: Limits) -> Observed:
        """What a run does; one that was killed, perhaps from outside, is repeated."""
        where = self.bench.sandbox, self.bench.staged.folder
        asked = (*where, replace(test.question, limits=limits), test.tree)
        together = observe_with(*asked, lambda seen: self.calls_inside(test, seen)[1])
        if together is None:  # a second run will do, and has no third
            return observe(*asked)
        first = together
        if not verdicts.was_killed(first) or self.bench.budget.is_over():
            return first
        second = observe(*asked)
        return second if verdicts.continues_run(first, second) else first

    def calls_inside(
        self, case: Case, seen: Observed
    ) -> tuple[bool, tuple[CallRequest, ...]]:
        """Whether a search was right, and what can be called in its worker, too."""
        sheet = self.sheets.sheet_of(case)
        right = is_right(judge(sheet, seen))
        if not right and (self.bench.apart or not verdicts.ended_without_harm(seen)):
            return right, ()
        calls, name = requests_alone(sheet, alone=not right), case.question.name
        late = any(self._unasked(name, c.function, MOST_LATE) for c in calls)
        return right, () if late else calls

    def judged(self, test: Case, observed: Observed) -> CaseResult:
        """The result with that of each function, in calls that can spoil no other."""
        module, sheet = test.question.module, self.sheets.sheet_of(test)
        result = judge(sheet, observed)
        if observed.inside:
            if result.verdict in verdicts.DOES_RIGHT:
                return result
            observed = replace(observed, inside=())
            searched = judge(sheet, observed)
            if not (self.bench.apart or is_right(searched)):
                return result  # each function has found the module anew
            result = searched
        if not self.bench.can_import(module):
            return result
        calls = requests_alone(sheet, alone=not is_right(result))
        if not calls or not verdicts.is_worth_calling(observed):
            return result
        inside = self._observe_inside(test, calls, self._time_alone(observed))
        return judge(sheet, replace(observed, inside=inside))

    def _time_alone(self, observed: Observed) -> Alone:
        """What a function has alone, as the whole search has ended or not."""
        late = [*filter(is_out_of_time, observed.outcomes)]
        if not late:
            return IF_ENDED
        reckoned = any(outcome.kind == TIMEOUT for outcome in late)
        if reckoned or not self.bench.haste.has_waited(late):
            return IF_NOT
        return IF_WAITED

    def _observe_inside(
        self, case: Case, calls: tuple[CallRequest, ...], time: Alone
    ) -> tuple[tuple[CallRequest, Observation], ...]:
        """What came of calls at inner nodes; those that are not made have a fault."""
        name = case.question.name
        functions = {call.function for call in calls}
        why = {each: self._unasked(name, each, time.most) for each in functions}
        wanted = tuple(call for call in calls if why[call.function] is None)
        asked = () if self.bench.budget.is_over() else wanted
        try:
            limits = time.share_of_limits(case.question.limits)
            within = replace(case, question=replace(case.question, limits=limits))
            where = (self.bench.sandbox, self.bench.staged.folder, within)
            made = observe_inside(*where, asked, self.bench.budget.is_over)
        except (GraderError, OSError) as error:
            fault = self.bench.fault_of(error)
            return tuple((call, call.stand_in_observation(fault)) for call in calls)
        late = {
            call.function for call, seen in made.items() if verdicts.is_late_call(seen)
        }
        self.bench.experience.late.update((name, function) for function in late)
        over = self.bench.fault_of_unreached(UNJUDGED)
        return tuple(
            (
                call,
                made.get(call) or call.stand_in_observation(why[call.function] or over),
            )
            for call in calls
        )

    def _unasked(self, question: str, function: str, most: int) -> Fault | None:
        """Why a function is not judged alone; None if it is, or if no time is left."""
        late = self.bench.experience.late[question, function]
        if late >= most:
            return Fault(NOT_RUN, function, stage=LATE_ALONE, near=(str(late),))
        return None
