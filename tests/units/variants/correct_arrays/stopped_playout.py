def stopped_playout(estimates, utility, plies):
    return [*estimates, utility][min(plies, len(estimates))]
