"""Hold what a student's game says along lines of play against what is right."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

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
    PlayAnswers,
    Position,
    Reached,
    Walk,
)
from autograder.kinds.onejob import OfFacets
from autograder.observing.outcome import Fault, Outcome, Returned
from autograder.worker.values import brief
from autograder.worker.written import ACTIONS, INITIAL, MOVER, RESULT, TERMINAL, UTILITY

if TYPE_CHECKING:  # most tests are right
    from autograder.observing.sources import Clue

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


def counts(
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
    found: dict[str, Pair] = {}
    for seen in level:
        for name, (said, right) in _longer(test, answers, seen):
            before = found.get(name, (0, 0))
            found[name] = before[0] + said, before[1] + right
    return Count(length + 1, tuple(found.items()))


def _longer(
    test: Walk, answers: PlayAnswers, seen: SeenLine
) -> Iterator[tuple[str, Pair]]:
    """How many actions there are behind a line, by what it is counted under."""
    at, line = answers.positions[seen.line.position], seen.line
    said = _said(seen)
    if line.actions:
        yield _begins(test, line), (len(said), len(at.actions))
        return
    named = dict(zip(map(repr, at.actions), at.names, strict=True))
    right = dict.fromkeys(named, 1)
    for action in dict.fromkeys((*right, *said)):
        pair = said.count(action), right.get(action, 0)
        yield named.get(action, action), pair


def _begins(test: Walk, line: Reached) -> str:
    """How a line begins: with its first action, or with an opening."""
    most = max(1, *map(len, ((), *test.openings)))
    return ", ".join(line.said[:most])


def _said(seen: SeenLine) -> list[str]:
    """The actions that a student's game has behind a line, as Python writes them."""
    if seen.made is not None or seen.says[TERMINAL] == Returned("bool", text="True"):
        return []
    items = items_of(seen.says[ACTIONS])
    return [] if items is None else [*map(repr, items)]


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
    """All that is known of one test; `second` is what a second run did.

    `way` has the positions along the first line that differs, each behind its action;
    `counts` how many lines there are, where their number differs.
    """

    test: Walk
    verdict: Verdict
    findings: tuple[PlayFinding, ...]
    observed: PlayObserved
    way: tuple[tuple[str, str], ...] = ()
    counts: tuple[Count, ...] = ()
    second: PlayObserved | None = None
    clues: tuple[Clue, ...] = ()

    @property
    def first(self) -> Wrong | None:
        """The difference behind the shortest line; None where there is none.

        Of several it is whether the game is over, and what hangs on that behind it.
        """
        every = [f.wrong[0] for f in self.findings if f.wrong]
        return min(every, key=_rank, default=None)

    @property
    def came(self) -> Outcome:
        """What came of the first call that is wrong, or else of the walk."""
        first, ended = self.first, self.observed.ended
        if isinstance(ended, Fault) or first is None:
            return ended
        return first.outcome or ended

    @property
    def differs_at(self) -> Reached | None:
        """The first line behind which both runs said something else."""
        if self.second is None:
            return None
        pairs = zip(self.observed.lines, self.second.lines, strict=False)
        return next((one.line for one, other in pairs if not _alike(one, other)), None)


def _rank(wrong: Wrong) -> tuple[int, int]:
    """The shortest line first, and what a function says before what follows of it."""
    is_said = wrong.facet in ANSWERING
    place = ANSWERING.index(wrong.facet) if is_said else len(ANSWERING)
    return len(wrong.line.actions), place


def _alike(one: SeenLine, other: SeenLine) -> bool:
    said = one.says, one.worth, one.found
    return said == (other.says, other.worth, other.found)


def judge(test: Walk, answers: PlayAnswers, observed: PlayObserved) -> PlayResult:
    """Hold a walk against what is right."""
    judging = _Judging(test, answers, observed)
    findings = tuple(judging.finding(facet) for facet in test.points.facets)
    verdict = first_wrong(finding.verdict for finding in findings)
    result = PlayResult(
        test=test, verdict=verdict, findings=findings, observed=observed
    )
    if result.first is not None:
        way = _way(answers, answers.walked(test), result.first.line)
        counted = counts(test, answers, observed.lines)
        result = replace(result, way=way, counts=counted)
    if isinstance(observed.ended, Fault):
        return replace(result, verdict=of_fault(observed.ended.kind))
    return (
        result
        if result.first is None
        else replace(result, verdict=result.first.verdict)
    )


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
        walked = answers.walked(test)
        self._all = len(walked)
        self._is_whole_game = not test.openings and all(
            self._position[line.position].is_over or len(line.actions) < test.longest
            for line in walked
        )
        self._differs = {
            seen.line.actions: tuple(dict.fromkeys(w.facet for w in self._said(seen)))
            for seen in self._lines
        }
        self._stumbling = {f for facets in self._differs.values() for f in facets}
        self._judge()

    def finding(self, facet: str) -> PlayFinding:
        """The verdict on one facet."""
        wrong, lines = tuple(self._wrong[facet]), self._judged[facet]
        if not wrong and not any(self._judged.values()):
            wrong = self._unmade()
        if wrong:
            return PlayFinding(facet, wrong[0].verdict, wrong, lines)
        return PlayFinding(facet, self._unmet(facet), (), lines)

    def _unmade(self) -> tuple[Wrong, ...]:
        """Why the walk did not come to any line that is judged, if that is known."""
        without = (seen for seen in self._lines if seen.made is not None)
        return tuple([self._called(_unmade(seen)) for seen in without][:1])

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
        if len(self._stumbling) < 2:
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
        differs = self._differs
        below = self._below(differs)
        for seen in self._lines:
            if self._test.judges(seen.line.actions):
                found = self._said(seen), self._beside(seen), self._played(seen)
                for wrong in chain.from_iterable(found):
                    self._add(wrong)
                self._add_giver(seen, differs, below)
                self._count(seen)
        if CANONICAL in self._wrong:
            for wrong in (*self._unlisted(), *self._unsorted()):
                self._add(wrong)

    def _add(self, wrong: Wrong) -> None:
        if wrong.facet in self._wrong:
            self._wrong[wrong.facet].append(self._called(wrong))

    def _called(self, wrong: Wrong) -> Wrong:
        """With what students know functions by."""
        called = self._test.question.called
        says = tuple(map(called, wrong.says))
        return replace(wrong, called=called(wrong.facet), says=says)

    def _below(
        self, differs: dict[tuple[Content, ...], tuple[str, ...]]
    ) -> dict[tuple[Content, ...], tuple[str, ...]]:
        """The functions that say something wrong of a state, or of what follows."""
        found = {actions: {*facets} for actions, facets in differs.items()}
        for seen in reversed(self._lines):
            actions = seen.line.actions
            if actions:
                found[actions[:-1]] |= found[actions]
        return {k: tuple([f for f in ANSWERING if f in v]) for k, v in found.items()}

    def _add_giver(
        self,
        seen: SeenLine,
        differs: dict[tuple[Content, ...], tuple[str, ...]],
        below: dict[tuple[Content, ...], tuple[str, ...]],
    ) -> None:
        """Blame who made a state: there is none, or it is that of another position."""
        actions = seen.line.actions
        if seen.made is not None:
            self._add(_unmade(seen))
            return
        is_first = not actions or not differs[actions[:-1]]
        if is_first and self._is_another(seen, differs[actions], below[actions]):
            facet, action = _made_by(seen.line)
            verdict, says = Verdict.WRONG_VALUE, below[actions]
            self._add(Wrong(facet, seen.line, verdict, action=action, says=says))

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
            if at.is_over:
                self._answers[UTILITY].add(at.utility)
            else:
                self._answers[MOVER].add(at.mover)

    def _at(self, seen: SeenLine) -> Position:
        return self._position[seen.line.position]

    def _said(self, seen: SeenLine) -> Iterator[Wrong]:
        """What functions say wrongly of the state behind a line."""
        if seen.made is not None:
            return
        at, line = self._at(seen), seen.line
        said = seen.says[TERMINAL]
        if not _is(said, "bool", str(at.is_over)):
            verdict = _verdict(said, ("bool",))
            yield Wrong(TERMINAL, line, verdict, said, at.is_over)
        said = seen.says[MOVER]
        if not at.is_over and not _is(said, "str", at.mover):
            yield Wrong(MOVER, line, _verdict(said, ("str",)), said, at.mover)
        said = seen.says[ACTIONS]
        if not _are(said, at.actions):
            yield Wrong(ACTIONS, line, _verdict(said, LISTS), said, at.actions)
        for player, said in seen.worth.items():
            worth = utility_of(at, player)
            if not _is_number(said, worth):
                verdict = _verdict(said, ("number",))
                wrong = Wrong(UTILITY, line, verdict, said, worth)
                yield replace(wrong, player=player)

    def _played(self, seen: SeenLine) -> Iterator[Wrong]:
        """What a search says wrongly that plays behind a line."""
        at, line = self._at(seen), seen.line
        for facet, said in seen.found.items():
            if isinstance(said, Fault):
                yield Wrong(facet, line, of_fault(said.kind), said)
            elif facet == VALUE and not _is_number(said, at.value or 0):
                verdict = _verdict(said, ("number",))
                yield Wrong(VALUE, line, verdict, said, at.value)
            elif facet == ACTION and str(said) not in map(brief, at.best):
                verdict = Verdict.WRONG_TYPE
                if said.kind == "str":
                    verdict = Verdict.WRONG_ACTION
                yield Wrong(ACTION, line, verdict, said, at.best)

    def _beside(self, seen: SeenLine) -> Iterator[Wrong]:
        """What else is wrong behind a line."""
        if seen.taken is not None:
            action, outcome = seen.taken
            wrong = Verdict.WRONG_VALUE
            yield Wrong(ILLEGAL, seen.line, wrong, outcome, action=action)
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
                yield Wrong(CANONICAL, line, _verdict(listed, ()), listed)
                return
            if listed is None:
                continue
            count, is_there = listed
            if not is_there:
                yield Wrong(CANONICAL, line, Verdict.WRONG_VALUE, expected=UNLISTED)
                return
        reached = len({seen.line.position for seen in self._lines})
        if count and self._is_whole_game and count != reached:
            first, wrong = self._lines[0].line, Verdict.WRONG_VALUE
            yield Wrong(CANONICAL, first, wrong, expected=(count, reached))

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
                yield Wrong(CANONICAL, line, _verdict(sort, ()), sort)
                continue
            equal = position_of.setdefault(sort, seen).line
            same = sort_of.setdefault(line.position, seen)
            if equal.position != line.position:
                wrong = Wrong(CANONICAL, line, Verdict.WRONG_VALUE, other=equal)
                yield replace(wrong, expected=False)
            elif same.sort != sort:
                wrong = Wrong(CANONICAL, line, Verdict.WRONG_VALUE, other=same.line)
                yield replace(wrong, expected=True)


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


def _verdict(said: Outcome, kinds: Sequence[str]) -> Verdict:
    """What a wrong answer is, which would be one of these kinds if it were right."""
    if isinstance(said, Fault):
        return of_fault(said.kind)
    return Verdict.WRONG_VALUE if said.kind in kinds else Verdict.WRONG_TYPE


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


def shows(result: PlayResult) -> tuple[str, ...]:
    """What is seen of a game in a test, by which mistakes are known.

    Of each facet that is wrong the shortest line, what came there, on how many lines it
    is so, and a sum of all that came; nothing that hangs on what the states are.
    """
    return tuple([_shown(f) for f in result.findings if f.wrong])


def _shown(finding: PlayFinding) -> str:
    facet, first = finding.facet, finding.wrong[0]
    if facet == CANONICAL:  # which of equal states come first is the student's
        is_sorted = not any(wrong.other for wrong in finding.wrong)
        return f"{facet} {first.expected} {is_sorted}" if first.other is None else facet
    came = [f"{_line(w)}{w.player}: {_came(facet, w.outcome)}" for w in finding.wrong]
    checksum = zlib.crc32("\n".join(came).encode())
    told = f"{_line(first)} {_came(facet, first.outcome)}".strip()
    return f"{facet} x{len(came)} {checksum:08x}: {told}"


def _line(wrong: Wrong) -> str:
    return " ".join(map(repr, wrong.line.actions))


def _came(facet: str, outcome: Outcome | None) -> str:
    """What came, as far as it is no state."""
    if outcome is None:
        return ""
    if isinstance(outcome, Fault) or outcome.kind == "none":
        return outcome.kind
    if facet not in ANSWERING:
        return "a state"
    items = items_of(outcome)
    if items is not None:
        return repr(sorted(map(repr, items)))
    return f"{outcome.kind} {outcome}"
