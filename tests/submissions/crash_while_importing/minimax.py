import json

SETTINGS = json.load(open("settings.json"))


def max_value(game, state):
    return 0


def min_value(game, state):
    return 0


def minimax_search(game, state):
    return None
