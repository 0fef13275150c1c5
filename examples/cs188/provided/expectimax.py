"""Calls the student's ExpectimaxAgent, with more rounds than these games have."""

from multiAgents import ExpectimaxAgent

from autograder.adapters import GameState

ROUNDS = 100


def expectimax_search(game, state):
    agent = ExpectimaxAgent(depth=ROUNDS)
    return agent.getAction(GameState(game, state))
