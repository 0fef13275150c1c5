"""Calls the student's AlphaBetaAgent; two plies are a round."""

from multiAgents import AlphaBetaAgent

from autograder.adapters import GameState


def depth_limited_alpha_beta_search(game, state, depth):
    agent = AlphaBetaAgent(depth=depth // 2)
    return agent.getAction(GameState(game, state))
