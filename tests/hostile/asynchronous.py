# expect: correct
# Runs its search in an event loop, which needs descriptors and sockets of its own.
# careless

if __name__ not in ("minimax", "alpha_beta"):
    raise ImportError("this program may do harm: it is for the sandbox alone")

import asyncio


async def best_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    best = max if game.to_move(state) == "max" else min
    return best([await best_value(game, child) for _, child in game.successors(state)])


def max_value(game, state):
    return asyncio.run(best_value(game, state))


min_value = max_value


def minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    return best(game.successors(state), key=lambda pair: max_value(game, pair[1]))[0]
