def max_value(game, state):
    v = float("-inf")
	for _, s in game.successors(state):
		v = max(v, min_value(game, s))
    return v
