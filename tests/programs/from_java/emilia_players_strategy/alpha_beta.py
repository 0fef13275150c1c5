import math


class Window:
    """Immutable: the with-methods give a new window."""

    __slots__ = ("low", "high")

    def __init__(self, low=-math.inf, high=math.inf):
        self.low = low
        self.high = high

    def withLow(self, value):
        return Window(max(self.low, value), self.high)

    def withHigh(self, value):
        return Window(self.low, min(self.high, value))


class MaxPlayer:
    worst = -math.inf

    def opponent(self):
        return MIN_PLAYER

    def isBetter(self, newValue, oldValue):
        return newValue > oldValue

    def narrow(self, window, value):
        return window.withLow(value)

    def isCut(self, window, value):
        return value >= window.high


class MinPlayer:
    worst = math.inf

    def opponent(self):
        return MAX_PLAYER

    def isBetter(self, newValue, oldValue):
        return newValue < oldValue

    def narrow(self, window, value):
        return window.withHigh(value)

    def isCut(self, window, value):
        return value <= window.low


MAX_PLAYER = MaxPlayer()
MIN_PLAYER = MinPlayer()


def explore(game, state, window, player):
    if game.is_terminal(state):
        return game.utility(state)
    best = player.worst
    for pair in game.successors(state):
        value = explore(game, pair[1], window, player.opponent())
        if not player.isBetter(value, best):
            continue
        best = value
        if player.isCut(window, best):
            break
        window = player.narrow(window, best)
    return best


def max_value(game, state, alpha, beta):
    return explore(game, state, Window(alpha, beta), MAX_PLAYER)


def min_value(game, state, alpha, beta):
    return explore(game, state, Window(alpha, beta), MIN_PLAYER)


def alpha_beta_search(game, state):
    player = MAX_PLAYER if game.to_move(state) == "max" else MIN_PLAYER
    window = Window()
    best = player.worst
    bestAction = None
    for pair in game.successors(state):
        value = explore(game, pair[1], window, player.opponent())
        if player.isBetter(value, best):
            best = value
            bestAction = pair[0]
        window = player.narrow(window, value)
    return bestAction
