"""The search for the smallest edits after which the trials of a program are right.

Single edits come first, in the lines that failing trials run, the most suspicious ones
before the others; then the same edit in two places or in all; then further ones on top
of what made more right. What is tried is asked on one failing trial that it changes
before it is asked on all. All is counted in steps, so that the same program gives the
same words on every machine.
"""

from __future__ import annotations

import ast
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations, islice, pairwise
from typing import Any, Protocol

from autograder.repair.difference import Place, changed_places, with_places
from autograder.repair.edits import ORDER, PART, Edit, Pen, without_sides
from autograder.repair.expressions import swaps
from autograder.repair.scope import LOOPS, Scope, names_in
from autograder.repair.statements import statements
from autograder.repair.written import Program

Facets = tuple[bool, ...]  # of one trial; it is right if all are
Line = tuple[str, int]  # a module, and a line of its written text

SMALLER = 2  # wrong trials on less than a test that are asked first
BEAM = 6  # programs that are edited further, in the first round
ROUNDS = 2  # of further edits
DEEPENED = 2  # equal programs that have one edit more before two are tried at once
EDIT = 50  # steps, to make an edit
MOST_ALIKE = 6  # places in which the same edit is tried at once
MOST_PAIRS = 600  # of edits that belong together
PAIRS = (  # families of which two edits often belong together
    ("mean", "mean"),
    ("start value", "accumulate"),
    ("start value", "mean"),
    ("delete", "depth"),
    ("sign", "sign"),
)
OF_A_LOOP = {"cut"}, {"bound"}  # families of what may stand anywhere in a loop
MOST_TOLD = 8  # repairs, of which those that are as small may stand in other lines
LARGER = 1.5  # tokens, than a whole repair: what need not be tried any more
MISPLACED = 0.6  # how much an edit costs outside of the one function that fails


class Trials(Protocol):
    """The tests on which a program is tried; `sizes` has one for each."""

    @property
    def sizes(self) -> Sequence[int]:
        """How large each is."""
        ...

    def facets(self, program: Program, trial: int) -> Facets | None:
        """What is right; None where the program cannot be compiled."""
        ...

    def lines(self, program: Program, trial: int) -> set[Line]:
        """The lines that it runs in a trial."""
        ...

    def spend(self, steps: int) -> None:
        """Count steps that no trial has made."""
        ...

    def spent(self) -> int:
        """The steps that were made so far."""
        ...

    def is_over(self) -> bool:
        """Whether the steps of the whole search are used up."""
        ...


@dataclass(frozen=True)
class Part:
    """Some of the trials, on which steps are made `until` so many are spent."""

    trials: Trials
    numbers: Sequence[int]
    until: float

    @cached_property
    def sizes(self) -> Sequence[int]:
        """One for each of these trials."""
        return [self.trials.sizes[number] for number in self.numbers]

    def facets(self, program: Program, trial: int) -> Facets | None:
        """As of all trials."""
        return self.trials.facets(program, self.numbers[trial])

    def lines(self, program: Program, trial: int) -> set[Line]:
        """As of all trials."""
        return self.trials.lines(program, self.numbers[trial])

    def spend(self, steps: int) -> None:
        """As of all trials."""
        self.trials.spend(steps)

    def spent(self) -> int:
        """As of all trials."""
        return self.trials.spent()

    def is_over(self) -> bool:
        """Whether the steps of this part are used up."""
        return self.trials.is_over() or self.trials.spent() > self.until


@dataclass(frozen=True, slots=True)
class First:
    """A trial that is asked before all others; it may be one of the smaller."""

    trial: int
    is_smaller: bool


class Covered:
    """The lines of a program that each trial runs, and each smaller one.

    `made_better` has of an edit that was tried alone whether it made a trial better.
    """

    def __init__(
        self, program: Program, trials: Trials, smaller: Trials | None
    ) -> None:
        self.lines = _lines_run(program, trials)
        self._of_smaller = _lines_run(program, smaller) if smaller else []
        self.made_better: dict[tuple[Edit, First], bool] = {}

    def that_run(self, lines: set[Line]) -> Sequence[int]:
        """The trials that run one of these lines; all where none is known to."""
        return _that_run(self.lines, lines) or range(len(self.lines))

    def smaller_that_run(self, lines: set[Line]) -> list[First]:
        """Of the smaller trials that run one of these lines those that run least."""
        mine = _that_run(self._of_smaller, lines)
        least = sorted(mine, key=lambda n: len(self._of_smaller[n]))[:SMALLER]
        return [First(trial, is_smaller=True) for trial in least]

    def runs_only_elsewhere(self, lines: set[Line]) -> bool:
        """Whether no smaller trial runs these lines, though others do.

        What is changed there makes none of the smaller right, and so not the whole.
        """
        smaller, others = self._of_smaller, self.lines
        return bool(
            smaller and _that_run(others, lines) and not _that_run(smaller, lines)
        )

    def is_no_better(self, lines: Mapping[Edit, set[Line]], first: First) -> bool:
        """Whether it runs one alone of these edits, which alone made it no better."""
        of_trials = self._of_smaller if first.is_smaller else self.lines
        running = [
            edit
            for edit, mine in lines.items()
            if not of_trials[first.trial].isdisjoint(mine)
            or not _that_run(self.lines, mine)
        ]
        if len(running) != 1:
            return False
        return not self.made_better.get((running[0], first), True)


def _lines_run(program: Program, trials: Trials) -> list[set[Line]]:
    return [trials.lines(program, trial) for trial in range(len(trials.sizes))]


def _that_run(lines_run: Sequence[set[Line]], lines: set[Line]) -> list[int]:
    return [n for n, each in enumerate(lines_run) if not each.isdisjoint(lines)]


@dataclass(frozen=True)
class Repair:
    """Edits that belong together, the program with them, and what is right of it."""

    edits: tuple[Edit, ...]
    program: Program
    facets: tuple[Facets, ...]

    @cached_property
    def trials_right(self) -> int:
        """How many trials are wholly right."""
        return sum(map(all, self.facets))

    @cached_property
    def rank(self) -> tuple[int, int]:
        """How many trials are right, and how many facets."""
        return self.trials_right, sum(map(sum, self.facets))

    @cached_property
    def sort_key(self) -> tuple[int, float, int, str]:
        """What makes one smaller than another: fewer places, smaller, likelier."""
        last = self.edits[-1]
        return len(self.edits), self.size, ORDER[last.family], last.after

    def has_one_edit_more_than(self, other: Repair) -> bool:
        """Whether it has one edit more than another."""
        return self.edits[:-1] == other.edits

    @property
    def size(self) -> float:
        """How much the edits change, in tokens."""
        return _cost(self.edits)

    @property
    def order_of_trying(self) -> tuple[Any, ...]:
        """What is tried further first: what makes most right, then the smallest."""
        right, facets = self.rank
        return -right, -facets, self.sort_key


@dataclass
class Search:
    """A search for repairs of one program.

    `entries` are the functions that are called from outside; `chooser` is the one of
    them that chooses an action, and `of_value` the number of facets of a trial that do
    not hang on it. The program may come from an `origin` by the edits `before`. Of the
    first `free` trials one that is right may be lost, if more are won. Before all, an
    edit is to make one of the `smaller` trials right, if there are any. `alone` it is
    tried in no other place besides; where it `deepens`, the best edit has another one
    on top before two are tried at once. Where `only_run` is set, what runs once is
    edited only if trials give its lines. Edits of what the function `first` reaches
    come first.
    """

    program: Program
    trials: Trials
    entries: tuple[str, ...]
    chooser: str = ""
    of_value: int = 0
    origin: Program | None = None
    before: tuple[Edit, ...] = ()
    free: int = 0
    smaller: Part | None = None
    alone: bool = False
    deepens: bool = False
    only_run: bool = False
    first: str = ""
    tried: set[tuple[str, ...]] = field(default_factory=set)
    whole: list[Repair] = field(default_factory=list)
    partly: list[Repair] = field(default_factory=list)

    @cached_property
    def unedited_repair(self) -> Repair:
        """The program as it is, with what is right of it."""
        trials = range(len(self.trials.sizes))
        facets = [self.trials.facets(self.program, trial) for trial in trials]
        right = tuple(each or (False,) for each in facets)
        return Repair(self.before, self.program, right)

    @property
    def is_right(self) -> bool:
        """Whether there is nothing to repair."""
        return self.unedited_repair.trials_right == len(self.unedited_repair.facets)

    def try_first_edits(self) -> bool:
        """Try one edit more, or one in several places; whether all is right then."""
        if not self.is_right:
            whole, partly = self.repairs_on_top_of(self.unedited_repair)
            self.whole += whole
            self.partly += partly
        return bool(self.whole)

    def try_further_edits(self, beam: int = BEAM) -> bool:
        """Try further edits on what made more right; whether all is right then."""
        frontier = sorted(self.partly, key=lambda r: r.order_of_trying)[:beam]
        for _ in range(ROUNDS):
            further: list[Repair] = []
            for each in () if self.whole else frontier:
                done, more = self.repairs_on_top_of(each)
                self.whole += done
                further += more
            self.partly += further
            frontier = sorted(further, key=lambda r: r.order_of_trying)[: beam // 2]
        return bool(self.whole)

    def smallest(self, most: int = MOST_TOLD) -> tuple[Repair, ...]:
        """The whole repairs, the smallest first, without what is not needed."""
        whole = sorted(
            self.whole, key=lambda repair: self._size(repair, self.unedited_repair)
        )
        different = self._once_a_loop(distinct_repairs(whole))
        return tuple([self._needed(each) for each in different[:most]])

    def _once_a_loop(self, repairs: Sequence[Repair]) -> Sequence[Repair]:
        """One of those of a size that put a statement into one loop: where that ends.

        Wherever a cut stands in a loop, or a bound is raised, it is the same mistake.
        """
        base, groups = self.origin or self.program, dict[object, list[Repair]]()
        for number, each in enumerate(repairs):
            loops = [
                enclosing_loop(base.sources[module], place)
                for module, text in each.program.sources.items()
                for place in changed_places(base.sources[module], text)
            ]
            families = {edit.family for edit in each.edits}
            alike = families in OF_A_LOOP and None not in loops
            key = (*loops, round(each.size)) if alike else number
            groups.setdefault(key, []).append(each)
        return [max(each, key=lambda r: r.edits[-1].line) for each in groups.values()]

    def _needed(self, repair: Repair) -> Repair:
        """The repair without what all is right without."""
        for module, new in repair.program.sources.items():
            old = (self.origin or self.program).sources[module]
            kept = [*changed_places(old, new)]
            for place in kept if len(kept) > 1 else ():
                rest = [each for each in kept if each is not place]
                text = with_places(old, rest)
                sources = {**repair.program.sources, module: text}
                if rest and self._is_whole(Program(sources)):
                    kept = rest
                    repair = replace(repair, program=Program(sources))
        return repair

    def _is_whole(self, program: Program) -> bool:
        trials = range(len(self.trials.sizes))
        return all(all(self.trials.facets(program, n) or (False,)) for n in trials)

    def _size(self, repair: Repair, base: Repair) -> tuple[Any, ...]:
        """By what whole repairs are told one before another."""
        places, size, *_ = repair.sort_key
        return places, size + MISPLACED * self._misplaced(repair, base), repair.sort_key

    def _misplaced(self, repair: Repair, base: Repair) -> int:
        """How many edits stand elsewhere than in the chooser, if that alone fails."""
        if not self.chooser or not all(all(f[: self.of_value]) for f in base.facets):
            return 0
        return sum(edit.function != self.chooser for edit in repair.edits)

    def repairs_on_top_of(self, start: Repair) -> tuple[list[Repair], list[Repair]]:
        """One edit more, or one in several places: what is right, what is better."""
        whole: list[Repair] = []
        partly: list[Repair] = []
        covered = Covered(start.program, self.trials, self.smaller)
        edits = self._edits(start, covered)
        single = [(edit,) for edit in edits]
        ways: Sequence[Iterable[tuple[Edit, ...]]] = single, self._groups(edits)
        if self.alone:
            ways = (sorted([*single, *_credited(edits)], key=_cost),)
        most = math.inf
        for number, groups in enumerate(ways):
            if number and self.deepens:
                whole += self._whole_on_top_of_best(start, partly)
                costs = [_cost(each.edits[len(start.edits) :]) for each in whole]
                most = min(costs, default=most) + LARGER
            for group in groups:
                if self.trials.is_over():
                    break
                if _cost(group) > most:  # it would not be told
                    continue
                repair = self._try(start, group, covered)
                if repair is not None:
                    is_whole = repair.trials_right == len(repair.facets)
                    (whole if is_whole else partly).append(repair)
                    if is_whole:
                        most = min(most, _cost(group) + LARGER)
            if whole:
                break
        return whole, partly

    def _whole_on_top_of_best(
        self, start: Repair, partly: list[Repair]
    ) -> list[Repair]:
        """What makes all right with one edit more, where one made half of it right.

        What makes more right than before is added to what is partly so.
        """
        wrong = len(start.facets) - start.trials_right
        after = [
            each
            for each in (*self.partly, *partly)
            if each.has_one_edit_more_than(start)
        ]
        after.sort(key=lambda r: r.order_of_trying)
        whole: list[Repair] = []
        for each in after[:DEEPENED]:
            is_best = each.rank == after[0].rank
            if is_best and 2 * (each.trials_right - start.trials_right) >= wrong:
                search = replace(self, alone=True, whole=[], partly=[])
                done, more = search.repairs_on_top_of(each)
                whole += done
                partly += more
        return whole

    def _edits(self, start: Repair, covered: Covered) -> list[Edit]:
        """Edits of the lines that failing trials run, the most suspicious first."""
        wrong, right = Counter[Line](), Counter[Line]()
        for lines_run, facets in zip(covered.lines, start.facets, strict=True):
            (right if all(facets) else wrong).update(lines_run)
        suspicious: list[tuple[bool, float, Edit]] = []
        for module, text in start.program.sources.items():
            scope = Scope(module, text)
            lines = {line for name, line in wrong if name == module}
            lines |= set() if wrong else reachable_lines(scope, self.entries)
            lines |= set() if self.only_run else lines_run_once(scope)
            reached = reachable_lines(scope, [self.first])
            for edit in edits_of(scope, frozenset(lines), self.entries):
                self.trials.spend(EDIT + len(text) // 20)
                if self.trials.is_over():
                    break
                first = text.count("\n", 0, edit.replacement.start) + 1
                at = module, first + edit.is_of_function
                runs = wrong[at] + right[at]
                beyond = bool(reached) and at[1] not in reached
                suspicious.append((beyond, -wrong[at] / (runs or 1), edit))
        suspicious.sort(key=lambda row: (*row[:2], row[2].cost))
        return [edit for *_, edit in suspicious]

    def _groups(self, edits: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
        """The same edit in two places, or in all of a few; and pairs that belong so."""
        groups: dict[Any, list[Edit]] = defaultdict(list)
        for edit in edits:
            like = edit.family, without_sides(edit.before), without_sides(edit.after)
            groups[like].append(edit)
        alike = [g for g in groups.values() if 2 <= len(g) <= 4 * MOST_ALIKE]
        for group in sorted(alike, key=lambda group: group[0].cost):
            for one, other in combinations(group, 2):
                few = one.function != other.function or len(group) <= MOST_ALIKE
                if (
                    few
                    and one.line != other.line
                    and touch_different_text((one, other))
                ):
                    yield one, other
            if 2 < len(group) <= MOST_ALIKE and touch_different_text(group):
                yield tuple(group)
        yield from _as_pairs(edits)
        yield from islice(_belonging(edits), MOST_PAIRS)

    def _try(
        self, start: Repair, new: Sequence[Edit], covered: Covered
    ) -> Repair | None:
        """The program with these edits, if more of it is right and nothing is lost."""
        lines = {edit: {*lines_touched(edit, start.program)} for edit in new}
        touched = {*chain.from_iterable(lines.values())}
        smaller = covered.smaller_that_run(touched)
        probe = self._probe(start.facets, covered.that_run(touched))
        firsts = [trials for trials in (smaller, probe) if trials]
        if covered.runs_only_elsewhere(touched) or not probe:
            return None
        if any(all(covered.is_no_better(lines, n) for n in ns) for ns in firsts):
            return None
        program = start.program.edited([edit.replacement for edit in new])
        text = tuple(program.sources.values())
        if text in self.tried:
            return None
        self.tried.add(text)
        for trials in firsts:
            for first in trials:
                is_better = self._makes_better(start, program, first)
                if len(new) == 1:
                    covered.made_better[new[0], first] = is_better
                if is_better:
                    break
            else:
                return None
        return self._repair(start, new, program)

    def _makes_better(self, start: Repair, program: Program, first: First) -> bool:
        """Whether it makes a smaller trial right, or more of another one."""
        if first.is_smaller and self.smaller is not None:
            return all(self.smaller.facets(program, first.trial) or (False,))
        facets = self.trials.facets(program, first.trial)
        return facets is not None and sum(facets) > sum(start.facets[first.trial])

    def _repair(
        self, start: Repair, new: Sequence[Edit], program: Program
    ) -> Repair | None:
        """What is right with these edits, if it is more and nothing is lost."""
        facets: list[Facets] = []
        for trial, before in enumerate(start.facets):
            facets.append(self.trials.facets(program, trial) or (False,))
            if trial >= self.free and all(before) and not all(facets[trial]):
                return None
        repair = Repair((*start.edits, *new), program, tuple(facets))
        return repair if repair.rank > start.rank else None

    def _probe(self, facets: Sequence[Facets], trials: Sequence[int]) -> list[First]:
        """Of these trials the failing one of which most is right.

        Where no smaller trials tell faults apart, a small one with others besides.
        """
        failing = [trial for trial in trials if not all(facets[trial])]

        def nearest(trial: int) -> tuple[int, int]:
            return facets[trial].count(False), self.trials.sizes[trial]

        first = sorted(failing, key=nearest)[:1]
        if self.deepens:
            others = [n for n in failing if facets[n] != facets[first[0]]]
            first += sorted(others, key=lambda n: self.trials.sizes[n])[:1]
        return [First(n, is_smaller=False) for n in first]


def edits_of(
    scope: Scope, lines: frozenset[int], entries: tuple[str, ...]
) -> Iterator[Edit]:
    """Every single edit of a module in these lines, each once."""
    pen = Pen(scope, lines)
    seen: set[tuple[tuple[str, int, int], str]] = set()
    for node in scope.nodes:
        edits: list[Edit | None] = [pen.swap(*each) for each in swaps(scope, node)]
        if isinstance(node, ast.stmt):
            edits += statements(pen, node, entries)
        for edit in edits:
            if edit is None or (edit.place, edit.replacement.text) in seen:
                continue
            seen.add((edit.place, edit.replacement.text))
            yield edit


def lines_touched(edit: Edit, program: Program) -> Iterator[Line]:
    """The lines of a program on which the text lies that an edit replaces."""
    text, (module, start, end) = program.sources[edit.module], edit.place
    first = text.count("\n", 0, start) + 1
    for line in range(first, first + text.count("\n", start, max(start, end - 1)) + 1):
        yield module, line


def _belonging(edits: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """Two edits of families that often belong together, in one function.

    Or a sign, and elsewhere whose payoff is meant.
    """
    groups: dict[tuple[str, str], list[Edit]] = defaultdict(list)
    for edit in edits:
        groups[edit.function, edit.family].append(edit)
    payoffs = [edit for edit in edits if edit.role == "whose payoff"]
    for one in edits:
        families = (b for a, b in PAIRS if a == one.family)
        others = [*chain.from_iterable(groups[one.function, b] for b in families)]
        if (one.family, one.role) == ("sign", ""):
            others += [each for each in payoffs if each.function != one.function]
        for other in others:
            if one.line != other.line and touch_different_text((one, other)):
                yield one, other


def _as_pairs(edits: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """All by which a function returns pairs and reads one part of each: one a line."""
    groups: dict[tuple[str, str], dict[object, Edit]] = defaultdict(dict)
    for edit in edits:
        if edit.role.startswith(f"{PART} "):
            groups[edit.function, edit.role].setdefault(edit.line, edit)
    for group in groups.values():
        together = (*group.values(),)
        if 2 <= len(together) <= MOST_ALIKE and touch_different_text(together):
            yield together


def _cost(edits: Sequence[Edit]) -> float:
    """How much they change, in tokens."""
    return sum(edit.cost for edit in edits)


def _credited(edits: Sequence[Edit]) -> Iterator[tuple[Edit, ...]]:
    """A payoff that is credited by whose move it was, and is no more turned before."""
    by_mover = [edit for edit in edits if edit.role == "credited"]
    signs = (edit for edit in edits if (edit.family, edit.role) == ("sign", ""))
    turned = [edit for edit in signs if len(edit.after) < len(edit.before)]
    for one in by_mover:
        for other in turned:
            if one.function != other.function:
                yield one, other


def touch_different_text(edits: Sequence[Edit]) -> bool:
    """Whether no two edits touch the same text."""
    rows = sorted(edit.place for edit in edits)
    return all(a[0] != b[0] or a[2] < b[1] for a, b in pairwise(rows))


def distinct_repairs(repairs: Sequence[Repair]) -> tuple[Repair, ...]:
    """The first of those that change the same lines in one way."""
    ways: set[object] = set()
    kept = []
    for each in repairs:
        way = tuple(sorted((e.module, e.line, e.family, e.role) for e in each.edits))
        if way not in ways:
            kept.append(each)
        ways.add(way)
    return tuple(kept)


def enclosing_loop(text: str, place: Place) -> int | None:
    """The line of the innermost loop into which statements come; None if into none."""
    if place.before:
        return None
    column = len(place.after[0]) - len(place.after[0].lstrip())
    loops = (node for node in ast.walk(ast.parse(text)) if isinstance(node, LOOPS))
    around = [
        node.lineno
        for node in loops
        if node.lineno <= place.first <= (node.end_lineno or 0)
        and node.col_offset < column
    ]
    return max(around, default=None)


def lines_run_once(scope: Scope) -> set[int]:
    """The lines of what is assigned before any call, and of defaults."""
    classes = (node for node in scope.tree.body if isinstance(node, ast.ClassDef))
    blocks = [scope.tree.body, *(each.body for each in classes)]
    kinds = (ast.Assign, ast.AnnAssign)
    lines = {n.lineno for body in blocks for n in body if isinstance(n, kinds)}
    functions = scope.functions.values()
    return lines | {each.lineno for each in functions if each.args.defaults}


def lines_of_shared_functions(module: str, text: str) -> set[Line]:
    """The lines of functions that a module mentions at two places, or at more."""
    nodes = [*ast.walk(ast.parse(text))]
    mentioned = Counter(
        node.id if isinstance(node, ast.Name) else node.attr
        for node in nodes
        if isinstance(node, (ast.Name, ast.Attribute))
    )
    shared = [
        node
        for node in nodes
        if isinstance(node, ast.FunctionDef) and mentioned[node.name] > 1
    ]
    return {
        (module, line)
        for node in shared
        for line in range(node.lineno, (node.end_lineno or 0) + 1)
    }


def reachable_lines(scope: Scope, entries: Sequence[str]) -> set[int]:
    """The lines of the entry functions, and of those whose names they mention."""
    holders = {
        node.name: node
        for node in scope.nodes
        if isinstance(node, (ast.FunctionDef, ast.ClassDef))
    }
    wanted = [name for name in entries if name in holders]
    met: set[str] = set()
    while wanted:
        name = wanted.pop()
        met.add(name)
        mentioned = {*names_in(ast.unparse(holders[name]))}
        wanted += [each for each in holders if each in mentioned - met]
    return {
        line
        for name in met
        for line in range(holders[name].lineno, (holders[name].end_lineno or 0) + 1)
    }
