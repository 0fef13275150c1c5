from dataclasses import dataclass, replace
from math import inf


@dataclass(frozen=True)
class Window:
    alpha: float = -inf
    beta: float = inf

    def raised(self, v):
        return replace(self, alpha=max(self.alpha, v))

    def lowered(self, v):
        return replace(self, beta=min(self.beta, v))

    @property
    def closed(self):
        return self.beta <= self.alpha


def search(game, state, player, window):
    if game.is_terminal(state):
        return game.utility(state)
    for _, child in game.successors(state):
        if player == "max":
            window = window.raised(search(game, child, "min", window))
        else:
            window = window.lowered(search(game, child, "max", window))
        if window.closed:
            break
    return window.alpha if player == "max" else window.beta


def alpha_beta(game, state, player, alpha, beta):
    return search(game, state, player, Window(alpha, beta))


def df_alpha_beta_search(game, state):
    window, best = Window(), None
    for action, child in game.successors(state):
        before = window
        if game.to_move(state) == "max":
            window = window.raised(search(game, child, "min", window))
        else:
            window = window.lowered(search(game, child, "max", window))
        if window != before:
            best = action
    return best
