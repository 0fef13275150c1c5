class GameOver(BaseException):
    pass


def max_value(game, state):
    if game.is_terminal(state):
        raise GameOver("reached " + str(state))
    for _, s in game.successors(state):
        min_value(game, s)


min_value = max_value
minimax_search = max_value
