class Mover:
    """A player is an object that can be called with a position."""

    def __init__(self, name, choose):
        self.name, self.choose, self.opponent = name, choose, None

    def __call__(self, game, state):
        if game.is_terminal(state):
            return game.utility(state)
        return self.choose([self.opponent(game, s) for _, s in game.successors(state)])

    def best(self, game, state):
        return self.choose(game.successors(state), key=lambda pair: self.opponent(game, pair[1]))[0]


max_value, min_value = Mover("max", max), Mover("min", min)
max_value.opponent, min_value.opponent = min_value, max_value


def minimax_search(game, state):
    return next(p for p in (max_value, min_value) if p.name == game.to_move(state)).best(
        game, state
    )
