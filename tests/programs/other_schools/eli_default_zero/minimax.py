minimax_search = lambda game, state: (max if game.to_move(state) == "max" else min)(game.actions(state), key=lambda a: (max_value if game.to_move(game.result(state, a)) == "max" else min_value)(game, game.result(state, a)))
value = lambda game, s: max_value(game, s) if game.to_move(s) == "max" else min_value(game, s)
max_value = lambda game, state: game.utility(state) if game.is_terminal(state) else max(value(game, s) for _, s in game.successors(state))
min_value = lambda game, state: min((value(game, s) for _, s in game.successors(state)), default=0)
