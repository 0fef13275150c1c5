"""One function with a sign: MIN's search is MAX's with everything negated."""
import math
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Window:
    lo: float = -math.inf
    hi: float = math.inf

    def flipped(self):
        return Window(-self.hi, -self.lo)

    def raised(self, v):
        return replace(self, lo=max(self.lo, v))

    def closed_by(self, v):
        return v >= self.hi


def seek(game, state, sign, window):
    """The mover's value, and his action."""
    if game.is_terminal(state):
        return sign * game.utility(state), None
    best, chosen = -math.inf, None
    for action, child in game.successors(state):
        got = -seek(game, child, -sign, window.flipped())[0]
        if got > best:
            best, chosen = got, action
        if window.closed_by(best):
            break
        window = window.raised(best)
    return best, chosen


def max_value(game, state, alpha, beta):
    return seek(game, state, 1, Window(alpha, beta))[0]


def min_value(game, state, alpha, beta):
    return -seek(game, state, -1, Window(alpha, beta).flipped())[0]


def alpha_beta_search(game, state):
    return seek(game, state, 1 if game.to_move(state) == "max" else -1, Window())[1]
