"""docs/searches.md: searches that no unit has are asked as its example says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from tests.small import ROOT, run, total

PVS = '''\
"""Principal variation search, in negamax form."""

from math import inf


def pvs(game, state, alpha, beta):
    """What the state is worth to whoever moves there, as far as the window asks."""
    if game.is_terminal(state):
        value = game.utility(state)
        return value if game.to_move(state) == "max" else -value
    best = -inf
    for place, (_, child) in enumerate(game.successors(state)):
        value = -pvs(game, child, -beta if place == 0 else -alpha - 1, -alpha)
        if place and alpha < value < beta:
            value = -pvs(game, child, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best
'''
EXPECTIMIN = '''\
"""MIN against chance."""


def expectimin_search(game, state):
    """The first best action."""
    found = min(game.successors(state), key=lambda pair: exp_value(game, pair[1]))
    return found[0]


def min_value(game, state):
    """The smallest mean that MIN can choose."""
    if game.is_terminal(state):
        return game.utility(state)
    return min(exp_value(game, child) for _, child in game.successors(state))


def exp_value(game, state):
    """The mean of what may come."""
    if game.is_terminal(state):
        return game.utility(state)
    return sum(p * min_value(game, child) for p, child in game.outcomes(state))
'''
ONE_PLAYER = '''\
"""Nobody plays against."""


def one_player_search(game, state):
    """The first best action."""
    return max(game.successors(state), key=lambda pair: max_value(game, pair[1]))[0]


def max_value(game, state):
    """The largest utility that can be had."""
    if game.is_terminal(state):
        return game.utility(state)
    return max(max_value(game, child) for _, child in game.successors(state))
'''
MODULES = {  # with the players of its tree
    "pvs": (PVS, "max, min"),
    "expectimin": (EXPECTIMIN, "min, chance"),
    "one_player": (ONE_PLAYER, "max"),
}


@pytest.mark.parametrize("name", MODULES)
def test_a_search_of_that_shape_can_be_asked(name: str, tmp_path: Path) -> None:
    """Its answers are computed, and it earns what its question pays."""
    text = (ROOT / "docs" / "searches.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    (question,) = [
        each for each in yaml.safe_load(example)["questions"] if each["name"] == name
    ]
    module, players = MODULES[name]
    tree = tmp_path / question["trees"][0].replace("*", "small")
    for path in (tree, tmp_path / "reference" / f"{name}.py"):
        path.parent.mkdir()
    (tmp_path / "reference" / f"{name}.py").write_text(module, encoding="utf-8")
    tree.write_text(f"players: [{players}]\ntree: [[3, 12, 8], [2, 4, 6], [14, 5]]")
    asked = {"title": "One shape", "questions": [question]}
    (tmp_path / "assignment.yaml").write_text(yaml.safe_dump(asked), encoding="utf-8")
    assert run("answers", tmp_path).returncode == 0
    done = run(tmp_path / "reference", "--assignment", tmp_path, "--trust-submissions")
    most = f"{sum(question['points'].values()):g}"
    assert (done.returncode, total(done.stdout)) == (0, f"{most}/{most}")
