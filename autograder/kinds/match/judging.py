"""What a program did in positions and games, held against what is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from autograder.errors import GraderError
from autograder.game import MAX, MIN
from autograder.judging.verdicts import Verdict, ends_the_import, first_wrong, of_fault
from autograder.kinds.match import playing
from autograder.kinds.match import question as matches
from autograder.kinds.match.playing import LOSS, WIN, Played, Seat, Sits, Table
from autograder.kinds.match.question import Answer, MatchTest, Task, board_of
from autograder.kinds.onejob import OfFacets
from autograder.observing import outcome as outcomes
from autograder.observing.outcome import Fault, Outcome, Returned, RunOfTest

CENTS = 2  # decimals of points
NO_PLAYER = "the player {} is on the platform alone: this is graded there"
FAILED = "the player {} lost by {}: {}"


@dataclass(frozen=True, slots=True)
class Episode:
    """What came of a task: what was played, and how many of a point it is worth."""

    task: Task
    played: Played
    points: float

    @property
    def outcome(self) -> Outcome:
        """What came instead of a move, or the last action, or position."""
        if self.played.lost is not None:
            return self.played.lost
        text = self.played.end if self.task.against else self.played.plies[-1].action
        return Returned("str", text=text)


def staff(question: matches.Playing, name: str) -> Sits:
    """A player of ours by its name; GraderError where it is not here."""
    path = matches.players_near(question.places, question.module).get(name)
    if path is None:
        raise GraderError(NO_PLAYER.format(name))
    return playing.trusted(path)


@dataclass(frozen=True, slots=True)
class MatchObserved(RunOfTest):
    """What came of all tasks, and what was printed; where nothing was run, why."""

    episodes: tuple[Episode, ...] = ()
    ended: Outcome | None = None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What came of each task."""
        seen = tuple([each.outcome for each in self.episodes])
        return seen if self.ended is None else (self.ended,)


def observed(test: MatchTest, answer: Answer, sits: Sits) -> MatchObserved:
    """What a program does in a test, each time at a new table.

    Behind what used up the time, or came of the import, nothing more is run.
    """
    episodes, printed, seconds = list[Episode](), "", 0.0
    fault: Outcome | None = None
    for task in answer.tasks:
        if fault is not None:
            played = Played((), "", LOSS, fault, *playing.loss(fault))
            episodes.append(Episode(task, played, LOSS))
            continue
        hides, bank = test.question.data == matches.NONE, test.question.bank
        seat = sits(Table(board_of(test), bank, hides=hides))
        episodes.append(_episode(test, task, seat))
        printed, seconds = printed + seat.printed, seconds + seat.cpu_seconds
        came = episodes[-1].outcome
        if came.kind in outcomes.OUT_OF_TIME or ends_the_import(came):
            fault = came
    return MatchObserved(tuple(episodes), printed=printed, cpu_seconds=seconds)


def _episode(test: MatchTest, task: Task, seat: Seat) -> Episode:
    """What comes of a task; GraderError where a player of ours fails."""
    question, board, seats = test.question, board_of(test), {task.player: seat}
    if task.against:
        other = MIN if task.player == MAX else MAX
        seats[other] = staff(question, task.against)(Table(board, question.bank))
    most = playing.MOST_MOVES if task.against else 1
    played = playing.play(board, seats, task.line, most)
    points = played.points_of(task.player)
    if played.lost is not None and points == WIN:
        told = task.against, played.reason, played.sentence
        raise GraderError(FAILED.format(*told))
    if not task.against and played.lost is None:
        names = [*board.along(task.line).below]
        points = float(names.index(played.plies[-1].action) in task.right)
    return Episode(task, played, points)


@dataclass(frozen=True, slots=True)
class MatchFinding:
    """The verdict on one facet: what all its tasks got, and the share it earns."""

    facet: str
    verdict: Verdict
    right: float = 0
    of: int = 0
    credit: float = 0.0
    wrong: tuple[Episode, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchResult(OfFacets):
    """All that is known of one test, which is run but once."""

    test: MatchTest
    findings: tuple[MatchFinding, ...]
    observed: MatchObserved
    staff: float = 0.0  # points of all games that the staff's own search gets

    def earned(self, finding: MatchFinding) -> float:
        """What one facet earned, which may be a part of it."""
        return round(self.test.points.earned([finding.facet]) * finding.credit, CENTS)

    @property
    def main_outcome(self) -> Outcome:
        """What came of the first task that went wrong, or else of the first."""
        wrong = next((f.wrong[0] for f in self.findings if f.wrong), None)
        return self.observed.outcomes[0] if wrong is None else wrong.outcome


def judge(test: MatchTest, answer: Answer, seen: MatchObserved) -> MatchResult:
    """The result of a test.

    Half of all positions may be right by luck, and earn nothing; legal moves count
    where more are. Games earn their share of the points that the staff's search gets.
    """
    facets = test.points.facets
    if isinstance(seen.ended, Fault):
        verdict = of_fault(seen.ended.kind)
        findings = [MatchFinding(facet, verdict) for facet in facets]
    else:
        findings = [_finding(facet, answer, seen.episodes) for facet in facets]
        verdict = first_wrong(each.verdict for each in findings)
    return MatchResult(test, verdict, tuple(findings), seen, answer.staff)


def _finding(facet: str, answer: Answer, episodes: Sequence[Episode]) -> MatchFinding:
    own = [e for e in episodes if e.task.facet == facet]
    if facet == matches.LEGAL:
        own = [replace(e, points=float(e.played.lost is None)) for e in episodes]
    right = sum(e.points for e in own)
    share = right / len(own)
    if facet == matches.LEGAL:
        credit = float(share == 1 and 2 * sum(e.points for e in episodes) > len(own))
    elif facet == matches.SHARE:
        credit = min(1.0, right / answer.staff) if answer.staff else 1.0
    else:
        credit = max(0.0, 2 * share - 1)
    wrong = [e for e in own if e.points < WIN]
    wrong.sort(key=lambda e: e.played.lost is None)  # what is no move comes first
    came = wrong[0].outcome if wrong else None
    verdict = Verdict.CORRECT if credit == 1 else Verdict.WRONG_ACTION
    if credit < 1 and isinstance(came, Fault):
        is_spent = came.kind == playing.BANK
        verdict = Verdict.TIMED_OUT if is_spent else of_fault(came.kind)
    return MatchFinding(facet, verdict, right, len(own), credit, wrong=tuple(wrong))
