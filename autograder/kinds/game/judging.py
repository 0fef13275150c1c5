"""Hold what a student's game says along lines of play against what is right."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from autograder.game import MAX, Content, Number
from autograder.judging.verdicts import Verdict, first_wrong, of_fault
from autograder.kinds.game.observing import LISTS, PlayObserved, SeenLine, items_of
from autograder.kinds.game.question import (
    ACTION,
    ANSWERING,
    CANONICAL,
    ILLEGAL,
    PLAYED,
    UNCHANGED,
    VALUE,
    Line,
    PlayAnswers,
    Position,
    Reached,
    Walk,
)
from autograder.kinds.onejob import OfFacets
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.sandbox.forms import ACTIONS, INITIAL, MOVER, RESULT, TERMINAL, UTILITY
from autograder.worker.values import brief

Pair = tuple[int, int]  # lines of the student's game, and of the right one


@dataclass(frozen=True, slots=True)
class Count:
    """How many lines of one length there are behind each first action, by its name.

    Of a test with openings it is behind each of these.
    """

    plies: int
    by_action: tuple[tuple[str, Pair], ...]

    @property
    def lines(self) -> Pair:
        """How many there are in all."""
        pairs = [pair for _, pair in self.by_action]
        return sum(said for said, _ in pairs), sum(right for _, right in pairs)

    @property
    def differs(self) -> bool:
        """Whether there are more than there should be, or fewer."""
        said, right = self.lines
        return said != right


def counts_by_length(
    test: Walk, answers: PlayAnswers, lines: Sequence[SeenLine]
) -> tuple[Count, ...]:
    """The counts of a walk by length, up to the first that differs; () where none does.

    Beyond that length the walk has not followed the student's own actions. A state of
    which `is_terminal` says True has no actions, whatever `actions` says. Without a
    first state nothing is counted.
    """
    if not lines or lines[0].made is not None:
        return ()
    found = []
    for length in range(max(map(len, test.openings), default=0), test.longest + 1):
        level = [seen for seen in lines if len(seen.line.actions) == length]
        found.append(_count(test, answers, level, length))
        if found[-1].differs:
            return tuple(found)
    return ()


def _count(
    test: Walk, answers: PlayAnswers, level: Sequence[SeenLine], length: int
) -> Count:
    """The lines that go on from those of a length by one action."""
    pairs: dict[str, Pair] = {}
    for seen in level:
        for name, (said, right) in _longer(test, answers, seen):
            before = pairs.get(name, (0, 0))
            pairs[name] = before[0] + said, before[1] + right
    return Count(length + 1, tuple(pairs.items()))


def _longer(
    test: Walk, answers: PlayAnswers, seen: SeenLine
) -> Iterator[tuple[str, Pair]]:
    """How many actions there are behind a line, by what it is counted under.

    That is its first action, or its opening.
    """
    at, line = answers.positions[seen.line.position], seen.line
    is_over = seen.made is not None or seen.says[TERMINAL] == TRUE
    said = [] if is_over else [*map(repr, items_of(seen.says[ACTIONS]) or ())]
    if line.actions:
        most = max(1, *map(len, ((), *test.openings)))
        yield ", ".join(line.said[:most]), (len(said), len(at.actions))
        return
    named = dict(zip(map(repr, at.actions), at.names, strict=True))
    right = dict.fromkeys(named, 1)
    for action in dict.fromkeys((*right, *said)):
        pair = said.count(action), right.get(action, 0)
        yield named.get(action, action), pair


TRUE = Returned("bool", text="True")
NEAR = 1e-9
UNLISTED = "unlisted"  # a state that a 7-tuple does not have


@dataclass(frozen=True, slots=True)
class Wrong:
    """What one function said wrongly behind a line of play, or the test of it.

    `expected` is what should have come, of the `player` whose utility it is. `other` is
    a line whose state should be equal, or should not. Where a state itself is wrong
    `says` are the functions that answer wrongly of it or of what follows. `called` is
    what students know the facet by.
    """

    facet: str
    line: Reached
    verdict: Verdict
    outcome: Outcome | None = None
    expected: Content = None
    player: str = ""
    action: Content = None
    other: Reached | None = None
    says: tuple[str, ...] = ()
    called: str = ""


@dataclass(frozen=True, slots=True)
class PlayFinding:
    """The verdict on one facet, and each line that is wrong, the shortest first.

    Where none is, and the verdict is not CORRECT, the walk did not come far enough.
    `lines` are those on which it was judged.
    """

    facet: str
    verdict: Verdict
    wrong: tuple[Wrong, ...] = ()
    lines: int = 0


@dataclass(frozen=True, slots=True)
class PlayResult(OfFacets):
    """All that is known of one test.

    `way` has the positions along the first line that differs, each behind its action;
    `counts` how many lines there are, where their number differs.
    """

    test: Walk
    findings: tuple[PlayFinding, ...]
    observed: PlayObserved
    way: tuple[tuple[str, str], ...] = ()
    counts: tuple[Count, ...] = ()

    @property
    def first_difference(self) -> Wrong | None:
        """The difference behind the shortest line; None where there is none.

        Of several it is whether the game is over, and what hangs on that behind it.
        """
        every = [f.wrong[0] for f in self.findings if f.wrong]
        places = {facet: place for place, facet in enumerate(ANSWERING)}
        last = len(places)  # what a function says comes before what follows of it
        return min(
            every,
            key=lambda w: (len(w.line.actions), places.get(w.facet, last)),
            default=None,
        )

    @property
    def main_outcome(self) -> Outcome:
        """What came of the first call that is wrong, or else of the walk."""
        first, ended = self.first_difference, self.observed.ended
        if isinstance(ended, Fault) or first is None:
            return ended
        return first.outcome or ended

    @property
    def differs_at(self) -> Reached | None:
        """The first line behind which both runs said something else."""
        if self.second is None:
            return None
        pairs = zip(self.observed.lines, self.second.lines, strict=False)
        alike = ((one.line, one.answers == other.answers) for one, other in pairs)
        return next((line for line, is_alike in alike if not is_alike), None)


def judge(test: Walk, answers: PlayAnswers, observed: PlayObserved) -> PlayResult:
    """Hold a walk against what is right."""
    judging = _Judging(test, answers, observed)
    findings = tuple(judging.finding(facet) for facet in test.points.facets)
    verdict = first_wrong(finding.verdict for finding in findings)
    result = PlayResult(test, verdict, findings, observed)
    first = result.first_difference
    if first is not None:
        way = _way(answers, answers.lines_of_test(test), first.line)
        counted = counts_by_length(test, answers, observed.lines)
        result = replace(result, verdict=first.verdict, way=way, counts=counted)
    if isinstance(observed.ended, Fault):
        return replace(result, verdict=of_fault(observed.ended.kind))
    return result


def _way(
    answers: PlayAnswers, lines: Sequence[Reached], line: Reached
) -> tuple[tuple[str, str], ...]:
    """The positions along a line, each behind the name of its action."""
    way = [line]
    while way[-1].parent >= 0:
        way.append(lines[way[-1].parent])
    labels = [(each, answers.positions[each.position].label) for each in reversed(way)]
    return tuple([("".join(each.said[-1:]), label) for each, label in labels])


class _Judging:
    """One walk, function by function."""

    def __init__(
        self, test: Walk, answers: PlayAnswers, observed: PlayObserved
    ) -> None:
        self._test, self._observed = test, observed
        self._lines = observed.lines
        self._position = answers.positions
        self._wrong: dict[str, list[Wrong]] = {each: [] for each in test.points.facets}
        self._judged = dict.fromkeys(test.points.facets, 0)
        self._answers: dict[str, set[Content]] = {each: set() for each in ANSWERING}
        walked = answers.lines_of_test(test)
        self._all = len(walked)
        self._is_whole_game = not test.openings and all(
            self._position[line.position].is_over or len(line.actions) < test.longest
            for line in walked
        )
        self._differs = {
            seen.line.actions: tuple(dict.fromkeys(w.facet for w in self._said(seen)))
            for seen in self._lines
        }
        self._judge()

    def finding(self, facet: str) -> PlayFinding:
        """The verdict on one facet."""
        wrong, lines = tuple(self._wrong[facet]), self._judged[facet]
        if not wrong and not any(self._judged.values()):  # why, if that is known
            without = (seen for seen in self._lines if seen.made is not None)
            wrong = tuple([self._called(_unmade(seen)) for seen in without][:1])
        if wrong:
            return PlayFinding(facet, wrong[0].verdict, wrong, lines)
        return PlayFinding(facet, self._unmet(facet), (), lines)

    def _unmet(self, facet: str) -> Verdict:
        """CORRECT, unless the walk has not come to what would tell."""
        ended = self._observed.ended
        if isinstance(ended, Fault):
            return of_fault(ended.kind)
        is_whole = len(self._lines) == self._all
        if facet in PLAYED:
            has_shown = is_whole
        elif facet in ANSWERING:
            has_shown = is_whole or len(self._answers[facet]) > 1
        else:
            has_shown = facet == INITIAL or self._is_told_by_states()
        is_right = self._judged[facet] and has_shown
        return Verdict.CORRECT if is_right else Verdict.NOT_RUN

    def _is_told_by_states(self) -> bool:
        """Whether what is said of states tells that `result` makes the right ones.

        It does where no more than one function says anything wrong; else where all is
        right of some, of which not all have the same actions.
        """
        if len({f for facets in self._differs.values() for f in facets}) < 2:
            return True
        right = {
            self._at(seen).actions
            for seen in self._lines
            if seen.made is None
            and self._test.judges(seen.line.actions)
            and not self._differs[seen.line.actions]
        }
        return len(right) > 1

    def _judge(self) -> None:
        below = self._below()
        for seen in self._lines:
            if self._test.judges(seen.line.actions):
                wrong = self._said(seen), self._beside(seen), self._played(seen)
                self._add(chain(*wrong, self._of_giver(seen, below)))
                self._count(seen)
        self._add(chain(self._unlisted(), self._unsorted()))

    def _add(self, wrong: Iterable[Wrong]) -> None:
        for each in wrong:
            if each.facet in self._wrong:
                self._wrong[each.facet].append(self._called(each))

    def _called(self, wrong: Wrong) -> Wrong:
        """With what students know functions by."""
        called = self._test.question.facet_title
        says = tuple(map(called, wrong.says))
        return replace(wrong, called=called(wrong.facet), says=says)

    def _below(self) -> dict[Line, tuple[str, ...]]:
        """The functions that say something wrong of a state, or of what follows."""
        facets = {actions: {*each} for actions, each in self._differs.items()}
        for seen in reversed(self._lines):
            actions = seen.line.actions
            if actions:
                facets[actions[:-1]] |= facets[actions]
        return {k: tuple([f for f in ANSWERING if f in v]) for k, v in facets.items()}

    def _of_giver(
        self, seen: SeenLine, below: Mapping[Line, tuple[str, ...]]
    ) -> Iterator[Wrong]:
        """Blame who made a state: there is none, or it is that of another position."""
        actions, differs = seen.line.actions, self._differs
        if seen.made is not None:
            yield _unmade(seen)
            return
        is_first = not actions or not differs[actions[:-1]]
        if is_first and self._is_another(seen, differs[actions], below[actions]):
            facet, action = _made_by(seen.line)
            verdict, says = Verdict.WRONG_VALUE, below[actions]
            yield Wrong(facet, seen.line, verdict, action=action, says=says)

    def _is_another(
        self, seen: SeenLine, own: Sequence[str], below: Sequence[str]
    ) -> bool:
        """Whether a state of which functions of their `own` say wrong things is wrong.

        Those that do so of what is `below` count as well. One function may be wrong and
        others ask it: `actions` whether the game is over, `utility` whose turn it is,
        and all but `to_move` who has won. So the turn has to be wrong together with
        what may be done, or what may be done is that of another position, and the end
        is wrong below though not of the state itself.
        """
        if not own:
            return False
        if MOVER in below and (ACTIONS in below or TERMINAL in below):
            return True
        goes_on = ACTIONS in own and TERMINAL not in own and TERMINAL in below
        return goes_on and any(
            _are(seen.says[ACTIONS], each.actions) for each in self._position
        )

    def _count(self, seen: SeenLine) -> None:
        """Count the line for each facet that is judged on it."""
        at = self._at(seen)
        due = {
            INITIAL: not seen.line.actions,
            RESULT: bool(seen.line.actions),
            MOVER: seen.made is None and not at.is_over,
            UTILITY: seen.made is None and at.is_over,
            **dict.fromkeys(PLAYED, bool(seen.found)),
        }
        for facet in self._judged:
            self._judged[facet] += due.get(facet, seen.made is None)
        if seen.made is None:
            self._answers[TERMINAL].add(at.is_over)
            self._answers[ACTIONS].add(at.actions)
            value = (UTILITY, at.utility) if at.is_over else (MOVER, at.mover)
            self._answers[value[0]].add(value[1])

    def _at(self, seen: SeenLine) -> Position:
        return self._position[seen.line.position]

    def _said(self, seen: SeenLine) -> Iterator[Wrong]:
        """What functions say wrongly of the state behind a line."""
        if seen.made is not None:
            return
        at, line = self._at(seen), seen.line
        said = seen.says[TERMINAL]
        if not _is(said, "bool", str(at.is_over)):
            yield _wrong(TERMINAL, line, said, at.is_over, "bool")
        said = seen.says[MOVER]
        if not at.is_over and not _is(said, "str", at.mover):
            yield _wrong(MOVER, line, said, at.mover, "str")
        said = seen.says[ACTIONS]
        if not _are(said, at.actions):
            yield _wrong(ACTIONS, line, said, at.actions, *LISTS)
        for player, said in seen.worth.items():
            worth = utility_of(at, player)
            if not _is_number(said, worth):
                wrong = _wrong(UTILITY, line, said, worth, "number")
                yield replace(wrong, player=player)

    def _played(self, seen: SeenLine) -> Iterator[Wrong]:
        """What a search says wrongly that plays behind a line."""
        at, line = self._at(seen), seen.line
        for facet, said in seen.found.items():
            if isinstance(said, Fault):
                yield _wrong(facet, line, said, None)
            elif facet == VALUE and not _is_number(said, at.value or 0):
                yield _wrong(VALUE, line, said, at.value, "number")
            elif facet == ACTION and str(said) not in map(brief, at.best):
                is_action = said.kind == "str"
                verdict = Verdict.WRONG_ACTION if is_action else Verdict.WRONG_TYPE
                yield Wrong(ACTION, line, verdict, said, at.best)

    def _beside(self, seen: SeenLine) -> Iterator[Wrong]:
        """What else is wrong behind a line."""
        if seen.taken is not None:
            action, came = seen.taken
            yield Wrong(ILLEGAL, seen.line, Verdict.WRONG_VALUE, came, action=action)
        if seen.changed:
            says = (seen.changed,)
            yield Wrong(UNCHANGED, seen.line, Verdict.WRONG_VALUE, says=says)

    def _unlisted(self) -> Iterator[Wrong]:
        """The first line whose state a 7-tuple does not list, or that it lists others.

        Others can be told where all positions of the game are walked to.
        """
        count = 0
        for seen in self._lines:
            listed, line = seen.listed, seen.line
            if isinstance(listed, (Returned, Fault)):
                yield _wrong(CANONICAL, line, listed, None)
                return
            if listed is None:
                continue
            count, is_there = listed
            if not is_there:
                yield Wrong(CANONICAL, line, Verdict.WRONG_VALUE, expected=UNLISTED)
                return
        reached = len({seen.line.position for seen in self._lines})
        if count and self._is_whole_game and count != reached:
            line, verdict = self._lines[0].line, Verdict.WRONG_VALUE
            yield Wrong(CANONICAL, line, verdict, expected=(count, reached))

    def _unsorted(self) -> Iterator[Wrong]:
        """Lines whose states are not equal though their positions are, or the reverse.

        One is told of each line, with the first that shows it.
        """
        position_of: dict[int, SeenLine] = {}  # by what equal states have
        sort_of: dict[int, SeenLine] = {}  # by position
        for seen in self._lines:
            sort, line = seen.sort, seen.line
            if seen.made is not None or sort is None:
                continue
            if not isinstance(sort, int):
                yield _wrong(CANONICAL, line, sort, None)
                continue
            equal = position_of.setdefault(sort, seen).line
            same = sort_of.setdefault(line.position, seen)
            wrong = Verdict.WRONG_VALUE
            if equal.position != line.position:
                yield Wrong(CANONICAL, line, wrong, expected=False, other=equal)
            elif same.sort != sort:
                yield Wrong(CANONICAL, line, wrong, expected=True, other=same.line)


def _made_by(line: Reached) -> tuple[str, Content]:
    """Which function makes the state behind a line, and of which action."""
    return (RESULT, line.actions[-1]) if line.actions else (INITIAL, None)


def _unmade(seen: SeenLine) -> Wrong:
    """That there is no state."""
    made, (facet, action) = seen.made, _made_by(seen.line)
    verdict = of_fault(made.kind) if isinstance(made, Fault) else Verdict.WRONG_TYPE
    return Wrong(facet, seen.line, verdict, made, action=action)


def utility_of(position: Position, player: str) -> Number:
    """What an end is worth to a player: MIN's is MAX's with the other sign."""
    assert position.utility is not None
    return position.utility if player == MAX else -position.utility


def _wrong(
    facet: str, line: Reached, said: Outcome, expected: Content, *kinds: str
) -> Wrong:
    """A wrong answer, which would be one of these kinds if it were right."""
    if isinstance(said, Fault):
        verdict = of_fault(said.kind)
    else:
        is_kind = said.kind in kinds
        verdict = Verdict.WRONG_VALUE if is_kind else Verdict.WRONG_TYPE
    return Wrong(facet, line, verdict, said, expected)


def _is(said: Outcome, kind: str, text: str) -> bool:
    return isinstance(said, Returned) and (said.kind, said.text) == (kind, text)


def _is_number(said: Outcome, worth: Number) -> bool:
    number = said.number if isinstance(said, Returned) else None
    return number is not None and math.isclose(number, worth, abs_tol=NEAR)


def _are(said: Outcome, actions: tuple[Content, ...]) -> bool:
    """Whether these actions were said, each once, in any order."""
    items = items_of(said)
    if items is None or len(items) != len(actions):
        return False
    return {*map(repr, items)} == {*map(repr, actions)}
