"""The words on moves and games, and a page on which games are stepped through."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from autograder.game import MAX, MIN
from autograder.judging.verdicts import Verdict
from autograder.kinds.entries import Shown, Wording, below_the_headline, facet_blocks
from autograder.kinds.match.judging import Episode, MatchFinding, MatchResult
from autograder.kinds.match.playing import DRAW, WIN, Played, Ply, loss
from autograder.kinds.match.question import HOLDS, LEGAL, SHARE, WINS
from autograder.observing.outcome import Fault
from autograder.report.entries import TESTS
from autograder.text import clean, count_text
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
    facets = facet_blocks(result, FACET_NAMES.__getitem__, sentence)
    wrong = [episode for f in result.findings for episode in f.wrong]
    told = [*dict.fromkeys(map(of_episode, wrong))][:MOST_TOLD]
    games = [e.played for e in wrong if e.task.against and e.played.plies][:1]
    passages = facets, tuple([Sentence(f"- {each}") for each in told])
    lines = tuple(map(line_of_play, games))
    return below_the_headline(result, (*passages, lines), result.main_outcome)


def line_of_play(played: Played) -> LineOfPlay:
    """The positions of a game, each behind the action that led to it."""
    labels = [*(ply.label for ply in played.plies), played.end]
    actions = ["", *(f"{ply.mover}: {ply.action}" for ply in played.plies)]
    return LineOfPlay(tuple(zip(actions, labels, strict=True)))


def _shown(result: MatchResult) -> Shown:
    """The share of what is right, and what was chosen where it first is not."""
    right = sum(f.right for f in result.findings)
    most = sum(f.of for f in result.findings)
    action = (
        None if isinstance(result.main_outcome, Fault) else str(result.main_outcome)
    )
    return Shown(right / most if most else 0, action)


WORDING = Wording(headline, BRIEF, details, _shown, TESTS)


def heading(game: str, names: Mapping[str, str], bank: int) -> str:
    """What stands above a game: who plays, and the bank of each."""
    pair = f"{names[MAX]} (MAX) against {names[MIN]} (MIN)"
    return f"{game}: {pair}, {count_text(bank, 'visit')} each"


def row(number: int, name: str, ply: Ply, label: str) -> str:
    """A move: its number, who made it, the position behind it, and its visits."""
    who = "(opening)" if ply.visits is None else name
    visits = "" if ply.visits is None else count_text(ply.visits, "visit")
    return f"{number:3}  {who:12}  {ply.action:20}  {label:20}  {visits}".rstrip()


def ending(played: Played, names: Mapping[str, str]) -> str:
    """Who has won, and by what the other has lost before the end."""
    if played.points == DRAW:
        return f"{names[MAX]} and {names[MIN]} draw"
    winner, loser = (MAX, MIN) if played.points == WIN else (MIN, MAX)
    told = f"{names[winner]} wins"
    return f"{told}: {names[loser]} {of_loss(played)}" if played.reason else told


Names = Mapping[str, str]  # of who played, by side


def page_of_games(
    title: str, games: Sequence[tuple[Names, Played]], above: str = ""
) -> str:
    """The page, which needs nothing but itself; `above` the games stands more HTML."""
    page = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
    results = [ending(played, names) for names, played in games]
    pairs = (" – ".join(names.values()) for names, _ in games)
    rows = (
        f"<li>{escape(f'{pair}: {result}')}</li>"
        for pair, result in zip(pairs, results, strict=True)
    )
    steps = [
        [(label.replace("/", "\n"), move) for move, label in line_of_play(played).way]
        for _, played in games
    ]
    for game, result in zip(steps, results, strict=True):
        board, move = game[-1]
        game[-1] = board, f"{move} – {result}"
    filled = {
        "title": escape(title),
        "above": above,
        "games": "".join(rows),
        "steps": json.dumps(steps).replace("<", "\\u003c"),
    }
    return re.sub(r"\$(title|above|games|steps)\b", lambda key: filled[key[1]], page)
