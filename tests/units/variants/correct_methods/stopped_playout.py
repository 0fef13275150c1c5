def stopped_playout(estimates, utility, plies):
    is_over = len(estimates) <= plies
    return utility if is_over else estimates[plies]
