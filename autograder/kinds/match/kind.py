"""A program that plays, asked in positions and set down to games, and words on both."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from autograder.answers.file import grouped_tests
from autograder.assignment.file import Form
from autograder.assignment.questions import Assignment, Limits
from autograder.game import MAX, MIN
from autograder.judging.verdicts import Verdict
from autograder.kinds import entries
from autograder.kinds.kind import Files, Replays, Runner, with_fields
from autograder.kinds.match import judging
from autograder.kinds.match import question as matches
from autograder.kinds.match.judging import Episode, MatchFinding, MatchResult
from autograder.kinds.match.playing import CHOOSE, DRAW, WIN, Played, Submitted, loss
from autograder.kinds.match.question import HOLDS, LEGAL, SEARCH, SHARE, WINS, MatchTest
from autograder.kinds.onejob import OneFile, job_of, line_of_function
from autograder.observing.outcome import Fault, Outcome
from autograder.project import GAMES, TRUSTED
from autograder.report.entries import TESTS
from autograder.report.gradebook import Gradebook
from autograder.text import clean
from autograder.words.blocks import LineOfPlay, Passage, Sentence

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
RESULTS = {WIN: "won", DRAW: "drawn"}


def headline(result: MatchResult) -> str:
    """One sentence on the whole test: the first facet that is wrong."""
    if result.verdict is Verdict.CORRECT:
        return "correct"
    wrong = next(f for f in result.findings if f.verdict is result.verdict)
    return sentence(wrong, result)


def sentence(finding: MatchFinding, result: MatchResult) -> str:
    """One sentence on one facet."""
    if isinstance(result.observed.ended, Fault):
        return loss(result.observed.ended)[1]
    count, wrong = f"{finding.right:g} of {finding.of}", finding.wrong
    if finding.facet == SHARE:
        told = f"{count} points; the staff's search gets {result.staff:g}"
        wrong = tuple(each for each in wrong if each.played.lost is not None)
    elif finding.facet == LEGAL:
        told = f"{count} moves are legal"
        told += "" if finding.credit or wrong else f", {BY_LUCK}"
    else:
        told = f"{count} moves are right"
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
    if played.points == DRAW:
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


class Matches(Runner[MatchTest, judging.MatchObserved, MatchResult]):
    """The tests of programs that play of the submission on a bench."""

    wording = WORDING
    answers: Mapping[str, matches.MatchAnswers]

    def observe(self, test: MatchTest, limits: Limits) -> judging.MatchObserved:
        """What the submission does in positions or games; each has its own worker."""
        question = with_fields(test.question, limits=limits)
        job = job_of(self.bench.staged.folder, question, ())
        sits = partial(Submitted, sandbox=self.bench.sandbox, job=job)
        return judging.observed(test, self.answers[question.name][test.about], sits)

    def _graded(self, test: MatchTest) -> MatchResult:
        """The result of one test, which is run once: its games are many."""
        return self.judged(test, self._observed(test))

    def stand_in_observation(
        self, test: MatchTest, *outcomes: Outcome
    ) -> judging.MatchObserved:
        """What stands for that where nothing is run."""
        return judging.MatchObserved(ended=outcomes[0])

    def judged(self, test: MatchTest, observed: judging.MatchObserved) -> MatchResult:
        """The result, held against what is right."""
        answer = self.answers[test.question.name][test.about]
        return judging.judge(test, answer, observed)

    def add_lessons(
        self, gradebook: Gradebook, judged: Any, *, replays: Replays, searches: bool
    ) -> None:
        """Add the lines of the submission to look at."""
        line_of = partial(line_of_function, sources=self.bench.sources, function=CHOOSE)
        entries.add_lines(gradebook, judged, line_of)


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
        places, module = tests[0].question.places, tests[0].question.module
        names = {name for test in tests for name in test.against} - {SEARCH}
        return {
            f"{TRUSTED}/{folder}/{name}.py": paths[name].read_bytes()
            for folder, wanted, paths in (
                (GAMES, {test.game for test in tests}, matches.games_of(places)),
                (matches.PLAYERS, names, matches.players_near(places, module)),
            )
            for name in sorted(wanted & {*paths})
        }

    def names_of_games_played(self, assignment: Assignment) -> tuple[str, ...]:
        """The games of all tests."""
        groups = grouped_tests(assignment, MatchTest).values()
        return tuple([test.game for tests in groups for test in tests])

    def unseen_files(self, assignment: Assignment) -> Files:
        """The reference's search as a player, where one plays: students have none."""
        files = super().unseen_files(assignment)
        for tests in grouped_tests(assignment, MatchTest).values():
            places, module = tests[0].question.places, tests[0].question.module
            path = matches.players_near(places, module).get(SEARCH)
            if path and any(SEARCH in test.against for test in tests):
                name = f"{TRUSTED}/{matches.PLAYERS}/{SEARCH}.py"
                files[name] = path.read_bytes()
        return files


KIND = MatchKind()
