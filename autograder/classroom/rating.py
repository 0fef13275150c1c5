"""How strong players are, by the games between them: the model of Bradley and Terry.

Who is as strong as p wins against q in a share p / (p + q) of the games (Rank Analysis
of Incomplete Block Designs, Biometrika, 1952). A draw is half a win. The strengths are
those under which the results are likeliest, found by minorisation and maximisation
(Hunter, MM Algorithms for Generalized Bradley-Terry Models, The Annals of Statistics,
2004, equation 3). So that who wins all games is not endlessly strong, everybody has
drawn some games with a player of strength 1: that is the prior.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum, log10

PRIOR = 2.0  # games that everybody has drawn with a player of strength 1
MEAN, SCALE = 1500, 400  # the rating of that one; and of whom it is for ten times that
EXACT, MOST = 1e-12, 100_000  # the last change, relatively; rounds

Points = Mapping[tuple[str, str], float]  # of the first against the second


def strengths(points: Points, prior: float = PRIOR) -> dict[str, float]:
    """How strong each player is, all found from all that was before.

    Sums are rounded once, so that neither the order of players nor of games matters.
    """
    names = dict.fromkeys(name for pair in points for name in pair)
    rivals: dict[str, list[tuple[str, float]]] = {name: [] for name in names}
    for one, other in {tuple(sorted(pair)) for pair in points}:
        games = points.get((one, other), 0.0) + points.get((other, one), 0.0)
        rivals[one].append((other, games))
        rivals[other].append((one, games))
    won = {
        name: fsum(
            (prior / 2, *(each for (one, _), each in points.items() if one == name))
        )
        for name in names
    }
    strength = dict.fromkeys(names, 1.0)
    for _ in range(MOST):
        before = strength
        strength = {}
        for name, own in before.items():
            shares = [games / (own + before[rival]) for rival, games in rivals[name]]
            strength[name] = won[name] / fsum((prior / (own + 1), *shares))
        if all(abs(strength[n] - old) <= EXACT * old for n, old in before.items()):
            break
    return strength


def ratings(points: Points) -> dict[str, int]:
    """The ratings of Elo's scale, in whole points: 400 more for ten times as strong."""
    return {
        name: round(MEAN + SCALE * log10(strength))
        for name, strength in strengths(points).items()
    }
