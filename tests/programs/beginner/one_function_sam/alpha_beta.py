# Sam, project 3
# I put everything in one function because max and min are almost the same

import math


def alpha_beta_search(game, state):
    answer = search(game, state, -math.inf, math.inf)
    return answer[1]


def max_value(game, state, alpha, beta):
    answer = search(game, state, alpha, beta)
    return answer[0]


def min_value(game, state, alpha, beta):
    answer = search(game, state, alpha, beta)
    return answer[0]


def search(game, state, alpha, beta):
    # this returns a list with two things: the value and the action
    possible_actions = game.actions(state)
    number_of_actions = len(possible_actions)

    # no actions means the game is over
    if number_of_actions == 0:
        return [game.utility(state), None]

    turn = game.to_move(state)
    value_so_far = math.inf
    if turn == "max":
        value_so_far = -math.inf
    action_so_far = None

    for k in range(number_of_actions):
        one_action = possible_actions[k]
        answer = search(game, game.result(state, one_action), alpha, beta)
        number = answer[0]
        if turn == "max":
            if number > value_so_far:
                value_so_far = number
                action_so_far = one_action
            if value_so_far > alpha:
                alpha = value_so_far
        elif turn == "min":
            if number < value_so_far:
                value_so_far = number
                action_so_far = one_action
            if value_so_far < beta:
                beta = value_so_far
        if beta <= alpha:
            break

    return [value_so_far, action_so_far]
