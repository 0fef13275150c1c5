"""A program that plays: what it does, held against what is right, and put in words."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from autograder.assignment.file import Form
from autograder.assignment.questions import Assignment, Limits
from autograder.errors import GraderError
from autograder.game import MAX, MIN
from autograder.judging.verdicts import Verdict, ends_the_import, first_wrong, of_fault
from autograder.kinds import entries
from autograder.kinds.kind import Files, Replays, Runner
from autograder.kinds.match import playing
from autograder.kinds.match import question as matches
from autograder.kinds.match.playing import CHOOSE, LOSS, TIME, WIN, Played, Sits, Table
from autograder.kinds.match.question import HOLDS, LEGAL, SHARE, WINS, MatchTest, Task
from autograder.kinds.onejob import OfFacets, OneFile, line_of_function
from autograder.observing.observation import LEAST_RECURSION
from autograder.observing.outcome import Fault, Outcome, Returned, RunOfTest
from autograder.project import GAMES, TRUSTED
from autograder.report.entries import TESTS
from autograder.report.gradebook import Gradebook
from autograder.sandbox.jobs import Job
from autograder.text import clean
from autograder.words.blocks import LineOfPlay, Passage, Sentence

CENTS = 2  # decimals of points
NO_PLAYER = "the player {} is on the platform alone: this is graded there"
FAILED = "the player {} lost by {}: {}"
LABEL, MOST_TOLD = 80, 5
FACET_NAMES = {
    LEGAL: "legal moves",
    WINS: "wins that are there",
    HOLDS: "games held",
    SHARE: "points of games",
}
SORTS = {WINS: "wins", HOLDS: "does not lose"}
BY_LUCK = "but no more than half of the moves are right, which luck does, too"
BRIEF = {
    Verdict.WRONG_ACTION: "a move is wrong, or a game was lost",
    Verdict.TIMED_OUT: "the time or the bank was used up",
}
RESULTS = {WIN: "won", playing.DRAW: "drawn"}


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


@dataclass(frozen=True, slots=True)
class MatchObserved(RunOfTest):
    """What came of all tasks, and what was printed; where nothing was run, why.

    The staff's own search gets so many points of the games.
    """

    episodes: tuple[Episode, ...] = ()
    staff: float = 0.0
    ended: Outcome | None = None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What came of each task."""
        seen = tuple([each.outcome for each in self.episodes])
        return seen if self.ended is None else (self.ended,)


def observed(test: MatchTest, answer: matches.Answer, sits: Sits) -> MatchObserved:
    """What a program does in a test, each time at a new table.

    Behind what used up the time, or came of the import, nothing more is run.
    """
    board = matches.board_of(test.game, test.options, test.question.places)
    hides, bank = test.question.data == matches.NONE, test.question.bank
    episodes, printed, cpu = list[Episode](), "", 0.0
    for task in answer.tasks:
        last = episodes[-1] if episodes else None
        if last and (last.played.reason == TIME or ends_the_import(last.outcome)):
            played = replace(last.played, plies=(), end="")
            episodes.append(Episode(task, played, LOSS))
            continue
        seat = sits(Table(board, bank, hides=hides))
        episodes.append(_episode(test.question, task, seat))
        printed, cpu = printed + seat.printed, cpu + seat.cpu_seconds
    seen = tuple(episodes)
    return MatchObserved(seen, answer.staff, printed=printed, cpu_seconds=cpu)


def _episode(question: matches.Playing, task: Task, seat: playing.Seat) -> Episode:
    """What comes of a task; GraderError where a player of ours fails."""
    board, seats = seat.table.board, {task.player: seat}
    if task.against:
        other = MIN if task.player == MAX else MAX
        seats[other] = staff(question, task.against)(Table(board, question.bank))
    most = playing.MOST_MOVES if task.against else 1
    played = playing.play(board, seats, task.line, most)
    points = played.points_of(task.player)
    if played.lost is not None and points == WIN:
        raise GraderError(FAILED.format(task.against, played.reason, played.sentence))
    if not task.against and played.lost is None:
        names = [*board.along(task.line).below]
        points = float(names.index(played.plies[-1].action) in task.right)
    return Episode(task, played, points)


def staff(question: matches.Playing, name: str) -> Sits:
    """A player of ours by its name; GraderError where it is not here."""
    path = question.players().get(name)
    if path is None:
        raise GraderError(NO_PLAYER.format(name))
    return playing.trusted(path)


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

    def earned(self, finding: MatchFinding) -> float:
        """What one facet earned, which may be a part of it."""
        return round(self.test.points.earned([finding.facet]) * finding.credit, CENTS)

    @property
    def main_outcome(self) -> Outcome:
        """What came of the first task that went wrong, or else of the first."""
        wrong = next((f.wrong[0] for f in self.findings if f.wrong), None)
        return self.observed.outcomes[0] if wrong is None else wrong.outcome


def judge(test: MatchTest, seen: MatchObserved) -> MatchResult:
    """The result of a test.

    Half of all positions may be right by luck, and earn nothing; legal moves count
    where more are. Games earn their share of the points that the staff's search gets.
    """
    facets = test.points.facets
    if isinstance(seen.ended, Fault):
        verdict = of_fault(seen.ended.kind)
        findings = [MatchFinding(facet, verdict) for facet in facets]
    else:
        findings = [_finding(facet, seen) for facet in facets]
        verdict = first_wrong(each.verdict for each in findings)
    return MatchResult(test, verdict, tuple(findings), seen)


def _finding(facet: str, seen: MatchObserved) -> MatchFinding:
    own = [e for e in seen.episodes if e.task.facet == facet]
    if facet == LEGAL:
        own = [replace(e, points=float(e.played.lost is None)) for e in seen.episodes]
    right = sum(e.points for e in own)
    share = right / len(own)
    credit = max(0.0, 2 * share - 1)
    if facet == LEGAL:
        well = sum(e.points for e in seen.episodes)
        credit = float(share == 1 and 2 * well > len(own))
    elif facet == SHARE:
        credit = min(1.0, right / seen.staff) if seen.staff else 1.0
    wrong = [e for e in own if e.points < WIN]
    wrong.sort(key=lambda e: e.played.lost is None)  # what is no move comes first
    came = wrong[0].outcome if wrong else None
    verdict = Verdict.CORRECT if credit == 1 else Verdict.WRONG_ACTION
    if credit < 1 and isinstance(came, Fault):
        is_spent = came.kind == playing.BANK
        verdict = Verdict.TIMED_OUT if is_spent else of_fault(came.kind)
    return MatchFinding(facet, verdict, right, len(own), credit, wrong=tuple(wrong))


def headline(result: MatchResult) -> str:
    """One sentence on the whole test: the first facet that is wrong."""
    if result.verdict is Verdict.CORRECT:
        return "correct"
    wrong = next(f for f in result.findings if f.verdict is result.verdict)
    return sentence(wrong, result)


def sentence(finding: MatchFinding, result: MatchResult) -> str:
    """One sentence on one facet."""
    if isinstance(result.observed.ended, Fault):
        return playing.loss(result.observed.ended)[1]
    count, wrong = f"{finding.right:g} of {finding.of}", finding.wrong
    told = f"{count} moves are right"
    if finding.facet == SHARE:
        told = f"{count} points; the staff's search gets {result.observed.staff:g}"
        wrong = tuple(each for each in wrong if each.played.lost is not None)
    elif finding.facet == LEGAL:
        told = f"{count} moves are legal"
        told += "" if finding.credit or wrong else f", {BY_LUCK}"
    return f"{told}: {of_episode(wrong[0])}" if wrong else told


def of_episode(episode: Episode) -> str:
    """What was chosen, and would be right, or how a game ended."""
    task, played = episode.task, episode.played
    order = "first" if task.player == MAX else "second"
    told = f"against {task.against}, moving {order}: " if task.against else ""
    if played.lost is not None:
        return f"{told}{of_loss(played)}"
    if told:
        return f"{told}{RESULTS.get(episode.points, 'lost')}"
    ply = played.plies[-1]
    chosen = f"at {clean(ply.label, LABEL)} it chose {ply.action}"
    return f"{chosen}; {task.better} {SORTS[task.facet]}"


def of_loss(played: Played) -> str:
    """By what a game was lost before its end, and where."""
    where = f" at {clean(played.end, LABEL)}" if played.end else ""
    return f"lost by {played.reason}{where}: {played.sentence}"


def details(result: MatchResult) -> tuple[Passage, ...]:
    """What stands below the headline: facets, what is wrong, a game not won."""
    facets = entries.facet_blocks(result, FACET_NAMES.__getitem__, sentence)
    wrong = [episode for f in result.findings for episode in f.wrong]
    told = [*dict.fromkeys(map(of_episode, wrong))][:MOST_TOLD]
    games = [e.played for e in wrong if e.task.against and e.played.plies][:1]
    passages = facets, tuple([Sentence(f"- {each}") for each in told])
    lines = tuple(map(line_of_play, games))
    return entries.below_the_headline(result, (*passages, lines), result.main_outcome)


def line_of_play(played: Played) -> LineOfPlay:
    """The positions of a game, each behind the action that led to it."""
    labels = [*(ply.label for ply in played.plies), played.end]
    actions = ["", *(f"{ply.mover}: {ply.action}" for ply in played.plies)]
    return LineOfPlay(tuple(zip(actions, labels, strict=True)))


def _shown(result: MatchResult) -> entries.Shown:
    """The share of what is right, and what was chosen where it first is not."""
    right = sum(f.right for f in result.findings)
    most = sum(f.of for f in result.findings)
    came = result.main_outcome
    action = None if isinstance(came, Fault) else str(came)
    return entries.Shown(right / most if most else 0, action)


WORDING = entries.Wording(headline, BRIEF, details, _shown, TESTS)


def ending(played: Played, names: Mapping[str, str]) -> str:
    """Who has won, and by what the other has lost before the end."""
    if played.points == playing.DRAW:
        return f"{names[MAX]} and {names[MIN]} draw"
    winner, loser = (MAX, MIN) if played.points == WIN else (MIN, MAX)
    told = f"{names[winner]} wins"
    return f"{told}: {names[loser]} {of_loss(played)}" if played.reason else told


def page_of_games(
    title: str, games: Sequence[tuple[Mapping[str, str], Played]], above: str = ""
) -> str:
    """The page, which needs nothing but itself; `above` the games stands more HTML.

    Each game comes with the names of who played it, by side.
    """
    page = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    rows, steps = [], []
    for names, played in games:
        pair, result = " – ".join(names.values()), ending(played, names)
        rows.append(f"<li>{escape(f'{pair}: {result}')}</li>")
        way = line_of_play(played).way
        steps.append([[label.replace("/", "\n"), move] for move, label in way])
        steps[-1][-1][1] += f" – {result}"
    return Template(page).safe_substitute(
        title=escape(title),
        above=above,
        games="".join(rows),
        steps=json.dumps(steps).replace("<", "\\u003c"),
    )


class Matches(Runner[MatchTest, MatchObserved, MatchResult]):
    """The tests of programs that play of the submission on a bench."""

    wording = WORDING
    answers: Mapping[str, matches.MatchAnswers]

    def observe(self, test: MatchTest, limits: Limits) -> MatchObserved:
        """What the submission does in positions or games; each has its own worker."""
        staged, module = self.bench.staged.folder, test.question.module
        job = Job(staged, module, (), limits, LEAST_RECURSION)
        sits = partial(playing.Submitted, sandbox=self.bench.sandbox, job=job)
        return observed(test, self.answers[test.question.name][test.about], sits)

    def _graded(self, test: MatchTest) -> MatchResult:
        """The result of one test, which is run once: its games are many."""
        return self.judged(test, self._observed(test))

    def stand_in_observation(self, test: MatchTest, *came: Outcome) -> MatchObserved:
        """What stands for that where nothing is run."""
        return MatchObserved(ended=came[0])

    def judged(self, test: MatchTest, observed: MatchObserved) -> MatchResult:
        """The result, held against what is right."""
        return judge(test, observed)

    def add_lessons(
        self, gradebook: Gradebook, judged: Any, *, replays: Replays, searches: bool
    ) -> None:
        """Add the lines of the submission to look at."""
        line_of = partial(line_of_function, sources=self.bench.sources, function=CHOOSE)
        entries.add_lines(gradebook, judged, line_of)


def _modules(folder: str, names: set[str], paths: Mapping[str, Path]) -> Files:
    """Those of the modules in a folder of `reference/` that have these names."""
    there = sorted(names & {*paths})
    return {f"{TRUSTED}/{folder}/{name}.py": paths[name].read_bytes() for name in there}


class MatchKind(OneFile):
    """Positions in which a move is right or wrong, and games against our players."""

    name = matches.Playing.kind
    advice = ("Programs that play",)
    desk = Matches
    form: Form = matches
    Test = MatchTest

    def other_zip_files(
        self, assignment: Assignment, tests: Sequence[MatchTest]
    ) -> Files:
        """The rules of the games, and the players, but for the reference's search."""
        question, games = tests[0].question, {test.game for test in tests}
        rules = _modules(GAMES, games, question.places.files_by_name(GAMES))
        ours = {name for test in tests for name in test.against} - {matches.SEARCH}
        return rules | _modules(matches.PLAYERS, ours, question.players())

    def names_of_games_played(self, assignment: Assignment) -> tuple[str, ...]:
        """The games of all tests."""
        return tuple([t.game for t in assignment.tests if isinstance(t, MatchTest)])

    def unseen_files(self, assignment: Assignment) -> Files:
        """The reference's search as a player, where one plays: students have none."""
        files: Files = {}
        for test in assignment.tests:
            if isinstance(test, MatchTest):
                search = {matches.SEARCH} & {*test.against}
                files |= _modules(matches.PLAYERS, search, test.question.players())
        return files


KIND = MatchKind()
