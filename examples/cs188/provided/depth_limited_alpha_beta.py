"""Calls the student's AlphaBetaAgent; in a round each agent has a ply."""

from multiAgents import AlphaBetaAgent

from autograder.adapters import GameState


def depth_limited_alpha_beta_search(game, state, depth):
    first = GameState(game, state)
    agent = AlphaBetaAgent(depth=depth // first.getNumAgents())
    return agent.getAction(first)
