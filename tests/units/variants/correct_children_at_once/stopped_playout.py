def stopped_playout(estimates, utility, plies):
    for move, estimate in enumerate(estimates):
        if move == plies:
            return estimate
    return utility
