"""Homework 5: alpha-beta. Maria."""

import math


def alpha_beta_search(game, state):
    list_of_pairs = game.successors(state)
    player_to_move = game.to_move(state)
    alpha = -math.inf
    beta = math.inf
    best_action = None
    for index in range(len(list_of_pairs)):
        # get the action and the next state from the pair
        action = list_of_pairs[index][0]
        next_state = list_of_pairs[index][1]
        is_first = False
        if index == 0:
            is_first = True
        if player_to_move == "max":
            child_value = min_value(game, next_state, alpha, beta)
            if is_first == True:
                best_action = action
                alpha = child_value
            elif child_value > alpha:
                best_action = action
                alpha = child_value
        elif player_to_move == "min":
            child_value = max_value(game, next_state, alpha, beta)
            if is_first == True:
                best_action = action
                beta = child_value
            elif child_value < beta:
                best_action = action
                beta = child_value
    return best_action


def max_value(game, state, alpha, beta):
    game_is_over = game.is_terminal(state)
    if game_is_over == True:
        result = game.utility(state)
        return result
    else:
        best_value = -math.inf
        new_alpha = alpha
        list_of_pairs = game.successors(state)
        stop = False
        index = 0
        while index < len(list_of_pairs) and stop == False:
            child_state = list_of_pairs[index][1]
            child_value = min_value(game, child_state, alpha, beta)
            # take the bigger one
            if child_value > best_value:
                best_value = child_value
            # prune if bigger than beta
            if best_value >= beta:
                stop = True
            # update alpha
            if best_value > new_alpha:
                new_alpha = best_value
            index = index + 1
        return best_value


def min_value(game, state, alpha, beta):
    game_is_over = game.is_terminal(state)
    if game_is_over == True:
        result = game.utility(state)
        return result
    else:
        best_value = math.inf
        list_of_pairs = game.successors(state)
        stop = False
        index = 0
        while index < len(list_of_pairs) and stop == False:
            next_state = list_of_pairs[index][1]
            child_value = max_value(game, next_state, alpha, beta)
            # take the smaller one
            if child_value < best_value:
                best_value = child_value
            # prune if smaller than alpha
            if best_value <= alpha:
                stop = True
            # update beta
            if best_value < beta:
                beta = best_value
            index = index + 1
        return best_value
