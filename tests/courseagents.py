"""A course with an interface of its own: agents, whose methods a module of it calls.

Right by hand on the tree of AIMA's Figure 5.2, which is worth 3 to MAX, who plays a1.
"""

from __future__ import annotations

from pathlib import Path

from tests.small import ASSIGNMENT, make_assignment

OWN = """\
provided: ["course/*.py"]
hands_in: [agents.py]
"""
ADAPTER = '''\
"""Calls the student's agent."""

from agents import Agent
from support import WORST


def minimax_search(game, state):
    return Agent(game).choose(state)


def max_value(game, state):
    return Agent(game).largest(state)


def min_value(game, state):
    agent = Agent(game)
    return agent.smallest(state)
'''
SUPPORT = "WORST = float('inf')\n"
AGENTS = """\
from support import WORST


class Agent:
    def __init__(self, game):
        self.game = game

    def choose(self, state):
        values = {a: self.value(self.game.result(state, a)) for a in self.moves(state)}
        pick = max if self.game.to_move(state) == "max" else min
        return pick(values, key=values.get)

    def moves(self, state):
        return self.game.actions(state)

    def value(self, state):
        if self.game.to_move(state) == "max":
            return self.largest(state)
        return self.smallest(state)

    def largest(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        best = -WORST
        for action in self.moves(state):
            best = max(best, self.value(self.game.result(state, action)))
        return best

    def smallest(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state)
        worst = WORST
        for action in self.moves(state):
            worst = min(worst, self.value(self.game.result(state, action)))
        return worst
"""
STUB = """\
class Agent:
    def __init__(self, game):
        self.game = game

    def choose(self, state):
        raise NotImplementedError

    def largest(self, state):
        raise NotImplementedError

    def smallest(self, state):
        raise NotImplementedError
"""


def course(folder: Path, adapter: str = ADAPTER, keys: str = OWN) -> Path:
    """The course's folder, with its answers."""
    own = ASSIGNMENT.replace("questions:", f"{keys}questions:")
    own = own.replace("points:", "limits: {seconds: 0.5}\n    points:")
    files = {
        "assignment.yaml": own,
        "course/minimax.py": adapter,
        "course/support.py": SUPPORT,
        "start/agents.py": STUB,
    }
    return make_assignment(folder, files)


def handed_in(folder: Path, **modules: str) -> Path:
    """A submission of these modules."""
    home = folder / "hand_in"
    home.mkdir()
    for name, text in modules.items():
        (home / f"{name}.py").write_text(text, encoding="utf-8")
    return home
