"""Calls the student's MinimaxAgent; in a round each agent has a ply."""

from multiAgents import MinimaxAgent

from autograder.adapters import GameState


def depth_limited_search(game, state, depth):
    first = GameState(game, state)
    agent = MinimaxAgent(depth=depth // first.getNumAgents())
    return agent.getAction(first)
