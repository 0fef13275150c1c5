"""A search for repairs that goes by parts: the whole, each function, the whole again.

Faults mask each other. Where no single edit makes all tests right, each part of the
trials is tried by itself: one function, on trees so small that little else runs. What
is repaired there is kept, and the whole is repaired on top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain

from autograder.repair.difference import (
    Place,
    changed_places,
    number_of_mistakes,
    with_places,
)
from autograder.repair.edits import Edit
from autograder.repair.search import Part, Repair, Search, Trials
from autograder.repair.written import Program

WHOLE_AT_FIRST, BY_PARTS = 0.2, 0.8  # of all steps, after which the next way begins
ON_TOP = 0.2  # of all steps, for the whole with parts repaired
SHARES = 2  # that one part may use up of those of all that are left
MOST = 30  # repairs of a part, of which the likeliest is kept
NEARLY_ALL = 3 / 4  # of the tests
BEAM = 2  # programs that are edited further for a part
WON_FOR_LOST = 4  # trials of a part that become right, for each that is so no more
SAME_SIZE = 0.5  # in tokens, within which two repairs are as small as each other
NEARLY_AS_SMALL = 1.0  # likewise, for one of which more parts are right


@dataclass(frozen=True, slots=True)
class OfFunction:
    """Edits that make all trials of some `parts` of a function right."""

    function: str
    repair: Repair
    parts: tuple[str, ...]
    calls: int


@dataclass
class ByParts:
    """Looks for repairs of a program: of all `tests`, and of each of the parts.

    The first trials are the tests; `parts` has the numbers of others by what they try,
    which begins with a function's name; they may come first, where faults mostly mask
    each other. The `late` one is repaired only in lines that its trials give. What a
    part tries `begins` with a function of the program, if it is there. A search may
    make `budget` steps.
    """

    program: Program
    trials: Trials
    tests: int
    parts: Mapping[str, Sequence[int]]
    entries: tuple[str, ...]
    chooser: str
    of_value: int
    budget: int
    parts_first: bool = False
    late: str = ""
    begins: Mapping[str, str] = field(default_factory=dict)
    whole: tuple[Repair, ...] = ()
    functions: tuple[OfFunction, ...] = ()
    partly: Repair | None = None
    doubtful: set[Place] = field(default_factory=set)

    @cached_property
    def trials_right(self) -> list[bool]:
        """Whether each trial is right as the program stands."""
        return [
            all(self.trials.facets(self.program, trial) or (False,))
            for trial in range(len(self.trials.sizes))
        ]

    def find_repairs(self) -> None:
        """Find the smallest whole repairs, and where there is none, those of parts."""
        if all(self.trials_right[: self.tests]) or not self.budget:
            return
        until = WHOLE_AT_FIRST if self.parts and not self.parts_first else 1.0
        plain = first = self._of_tests(until)
        if self.parts_first or not first.try_first_edits():
            now, edits = self._repaired()
            if edits:
                self.functions = self._of_functions(now)
                used = self.trials.spent() / self.budget
                until = 1.0 if self.parts_first else min(1.0, used + ON_TOP)
                plain = self._of_tests(until, now, edits)
            first.trials = Part(self.trials, range(self.tests), self.budget)
            is_near = not plain.is_right and self._may_be_near(now)
            if is_near and not plain.try_first_edits():
                plain.try_further_edits()
            if plain.is_right:
                plain.whole = [plain.unedited_repair]
                if self.parts_first and len(edits) == 1 and first.try_first_edits():
                    plain.whole += first.whole
                elif self.parts_first and self.doubtful & {*self._places(now)}:
                    plain.whole = []
        self.whole = plain.smallest()
        if not self.whole and any(map(self._makes_most_right, first.partly)):
            until = self.trials.spent() + ON_TOP * self.budget
            first.trials = Part(self.trials, range(self.tests), until)
            first.try_further_edits()
            self.whole = first.smallest()
        if not self.whole:
            self.partly = self._gains(first)

    def _makes_most_right(self, repair: Repair) -> bool:
        """Whether few of the tests are wrong with a repair of the whole."""
        return repair.trials_right >= NEARLY_ALL * self.tests

    def _of_tests(
        self,
        until: float,
        program: Program | None = None,
        before: tuple[Edit, ...] = (),
    ) -> Search:
        """A search of all tests, which asks the smallest wrong trials first."""
        search = self._search(range(self.tests), until, program, before)
        search.smaller = self._smallest_wrong(program or self.program)
        search.deepens = program is None and not search.smaller.numbers
        return search

    def _may_be_near(self, now: Program) -> bool:
        """Whether no part is wrong, but for functions that nobody can call alone."""
        if self._all_parts_right(now):
            return True
        return not self.parts_first and not self._smallest_wrong(now).numbers

    def _search(
        self,
        trials: Sequence[int],
        until: float,
        program: Program | None = None,
        before: tuple[Edit, ...] = (),
    ) -> Search:
        return Search(
            program or self.program,
            Part(self.trials, trials, until * self.budget),
            self.entries,
            chooser=self.chooser,
            of_value=self.of_value if trials == range(self.tests) else 0,
            origin=self.program,
            before=before,
        )

    def _smallest_wrong(self, program: Program) -> Part:
        """Of each part the smallest trial that is wrong; none where parts come first.

        A program that is right is so on these, too, and they cost less than a test.
        But where all are wrong, the function may be one that nobody can call alone.
        """
        numbers = []
        for part in () if self.parts_first else self.parts.values():
            wrong = [trial for trial in part if not self._is_right(program, trial)]
            if 0 < len(wrong) < len(part):
                numbers.append(min(wrong, key=lambda trial: self.trials.sizes[trial]))
        return Part(self.trials, numbers, self.budget)

    def _repaired(self) -> tuple[Program, tuple[Edit, ...]]:
        """The program in which as many parts as possible are right, by what edits.

        A function that is wrong on low stumps is not tried on higher ones; and while
        another is, no further edits are.
        """
        now = self.program
        edits: tuple[Edit, ...] = ()
        names = [*self.parts, *filter(self.parts.get, [self.late])]
        for left, name in zip(range(len(names), 0, -1), names, strict=True):
            part = self.parts[name]
            lower = [each for each in self.parts if _height(each) < _height(name)]
            wrong = [each for each in lower if not self._is_part_right(now, each)]
            if any(_function(each) == _function(name) for each in wrong):
                continue
            trials = [*part, *self._right_elsewhere(now, part)]
            used = self.trials.spent() / self.budget
            until = min(BY_PARTS, used + SHARES * (BY_PARTS - used) / left)
            if name == self.late and left == 1:
                until = 1.0
            search = self._search(trials, until, now, edits)
            search.free = len(part)
            search.alone = self.parts_first
            search.only_run = name == self.late
            search.first = self.begins.get(_function(name), "")
            if search.is_right or not (
                search.try_first_edits()
                or (not wrong and search.try_further_edits(BEAM))
            ):
                continue
            chosen = self._chosen_repair(search.smallest(MOST), now, name)
            if chosen is not None:
                now, edits = chosen.program, chosen.edits
        return now, edits

    def _chosen_repair(
        self, repairs: Sequence[Repair], now: Program, name: str
    ) -> Repair | None:
        """The likeliest repair of a part; a doubtful one is noted as such."""
        if name == self.late:
            repairs = [r for r in repairs if self._keeps_others(now, r)]
        if not repairs:
            return None
        chosen, is_sure = self._likeliest(repairs, _function(name))
        if chosen.edits[-1].role == "ties":  # which may hang on the others' order
            is_sure &= self._are_others_right(now, name)
        if not is_sure:
            new = {*self._places(chosen.program)} - {*self._places(now)}
            self.doubtful |= new
        return chosen

    def _right_elsewhere(self, now: Program, part: Sequence[int]) -> list[int]:
        """The trials of the other parts that are right, and are to stay so.

        The late one may be right by luck, and is tried once more in the end.
        """
        return [
            trial
            for name, other in self.parts.items()
            if other is not part and name != self.late
            if self._is_part_right(now, name)
            for trial in other
        ]

    def _keeps_others(self, now: Program, repair: Repair) -> bool:
        """Whether all other parts do with it what they did, right or wrong."""
        return all(
            self.trials.facets(repair.program, n) == self.trials.facets(now, n)
            for name, trials in self.parts.items()
            if name != self.late
            for n in trials
        )

    def _likeliest(
        self, repairs: Sequence[Repair], function: str
    ) -> tuple[Repair, bool]:
        """Of those that mend most parts of a function the smallest, and if it is sure.

        Of those nearly as small it is what is best for all parts. It is not sure where
        others as small stand in other lines.
        """
        places = len(repairs[0].edits)
        few = [each for each in repairs if len(each.edits) == places]
        mended = [self._parts_right(each.program, function) for each in few]
        best = _where_most(few, mended)
        size = best[0].sort_key[1] + NEARLY_AS_SMALL
        equal = [each for each in best if each.sort_key[1] <= size]
        right = [self._won_and_not_lost(each.program) for each in equal]
        first, *others = _where_most(equal, right)
        size = first.sort_key[1] + SAME_SIZE
        others = [each for each in others if each.sort_key[1] <= size]
        lines = [self._lines_changed(each.program) for each in (first, *others)]
        return first, all(are_near(lines[0], other) for other in lines)

    def _won_and_not_lost(self, program: Program) -> int:
        """How many trials of all parts are right, less those that were and are not."""
        numbers = chain.from_iterable(self.parts.values())
        return sum(
            1 if self._is_right(program, n) else -self.trials_right[n] for n in numbers
        )

    def _parts_right(self, program: Program, function: str) -> int:
        """How many parts of a function are wholly right."""
        return sum(
            self._is_part_right(program, name)
            for name in self.parts
            if _function(name) == function
        )

    def _are_others_right(self, program: Program, name: str) -> bool:
        """Whether all parts are right but for this, and the late one."""
        others = [part for part in self.parts if part not in (name, self.late)]
        return all(self._is_part_right(program, part) for part in others)

    def _all_parts_right(self, program: Program) -> bool:
        return all(self._is_part_right(program, part) for part in self.parts)

    def _is_part_right(self, program: Program, part: str) -> bool:
        return all(self._is_right(program, trial) for trial in self.parts[part])

    def _is_right(self, program: Program, trial: int) -> bool:
        return all(self.trials.facets(program, trial) or (False,))

    def _places(self, program: Program) -> list[Place]:
        return [
            place
            for module, old in self.program.sources.items()
            for place in changed_places(old, program.sources[module])
        ]

    def _lines_changed(self, program: Program) -> list[int]:
        return [place.first for place in self._places(program)]

    def _of_functions(self, now: Program) -> tuple[OfFunction, ...]:
        """The functions that were wrong and are right now, each with what it takes.

        Of each the lowest stumps on which it was wrong count, and those below; no
        part may lose more than a little. Where some other part is still wrong, those
        that take one change alone.
        """
        made = []
        is_sure = self._all_parts_right(now)
        for function in dict.fromkeys(map(_function, self.parts)):
            mine = [name for name in self.parts if _function(name) == function]
            wrong = [
                name
                for name in mine
                if not all(self.trials_right[trial] for trial in self.parts[name])
            ]
            if wrong:
                top = min(map(_height, wrong))
                names = [name for name in mine if _height(name) <= top]
                one = self._of_function(function, (*names,), now)
                if one and not any(map(partial(self._loses, one), self.parts)):
                    made.append(one)
        return tuple(
            [
                each
                for each in made
                if is_sure or number_of_mistakes(self._places(each.repair.program)) == 1
            ]
        )

    def _loses(self, one: OfFunction, part: str) -> bool:
        """Whether a part loses more with these changes alone than a little.

        What follows on a mistake may be right by luck, and then be lost.
        Where parts come first, all of a part may be that was not wholly right.
        """
        trials = self.parts[part]
        before = [self.trials_right[trial] for trial in trials]
        if self.parts_first and not all(before):
            return False
        after = [self._is_right(one.repair.program, trial) for trial in trials]
        changed = Counter(zip(before, after, strict=True))
        return WON_FOR_LOST * changed[True, False] > changed[False, True]

    def _gains(self, first: Search) -> Repair | None:
        """The one change that makes most tests right where none makes all so."""
        alone = [
            each
            for each in first.partly
            if each.trials_right > first.unedited_repair.trials_right
        ]
        alone.sort(key=lambda repair: repair.order_of_trying)
        if not alone:
            return None
        best = alone[0]
        size = best.size + SAME_SIZE
        equal = [
            r for r in alone if r.trials_right == best.trials_right and r.size <= size
        ]
        lines = [self._lines_changed(each.program) for each in equal]
        return best if all(are_near(lines[0], other) for other in lines) else None

    def _of_function(
        self, function: str, parts: tuple[str, ...], now: Program
    ) -> OfFunction | None:
        """The changes that these parts need; None where others would do as well."""
        trials = [trial for name in parts for trial in self.parts[name]]
        if not all(self._is_right(now, trial) for trial in trials):
            return None
        program = now
        for module, old in self.program.sources.items():
            kept = [*changed_places(old, program.sources[module])]
            for place in [*kept]:
                rest = [each for each in kept if each is not place]
                without = Program({**program.sources, module: with_places(old, rest)})
                if all(self._is_right(without, trial) for trial in trials):
                    kept, program = rest, without
        if self.doubtful & {*self._places(program)}:
            return None
        facets = tuple((True,) for _ in trials)
        repair = Repair((), program, facets)
        return OfFunction(function, repair, parts, len(trials))


def _function(part: str) -> str:
    """The function that a part tries, and the player for whom it does."""
    return part.rpartition("/")[0]


def _where_most(repairs: Sequence[Repair], counts: Sequence[int]) -> list[Repair]:
    """Those of which a count is as high as that of any."""
    pairs = zip(repairs, counts, strict=True)
    return [each for each, count in pairs if count == max(counts)]


def _height(part: str) -> str:
    """How many plies high the stumps of a part are."""
    return part.rpartition("/")[2]


def are_near(lines: Sequence[int], others: Sequence[int]) -> bool:
    """Whether these are the same lines, or each is beside one: a test and its body."""
    pairs = zip(lines, others, strict=False)
    return len(lines) == len(others) and all(abs(a - b) <= 1 for a, b in pairs)
