"""A playout that stops is worth the estimate of where it begins."""


def stopped_playout(estimates, utility, plies):
    return estimates[0] if plies < len(estimates) else utility
