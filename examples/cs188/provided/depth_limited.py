"""Calls the student's MinimaxAgent; two plies are a round."""

from multiAgents import MinimaxAgent

from autograder.adapters import GameState


def depth_limited_search(game, state, depth):
    agent = MinimaxAgent(depth=depth // 2)
    return agent.getAction(GameState(game, state))
