"""Which function of a student's does the work of an adapter's, told from its text."""

from __future__ import annotations

from autograder.uploads.adapters import functions_called_by_adapter
from tests.cases import for_each

HEAD = "\ndef f(game, state):\n    "
ADAPTERS = {  # by what is called, what is imported and what stands in the function
    "a method of a new agent": (
        "from play import Agent",
        "return Agent(game).best(state)",
        ("Agent", "best"),
    ),
    "a method of one that was made before": (
        "import play",
        "a = play.Agent(game)\n    return a.best(state)",
        ("Agent", "best"),
    ),
    "a function": (
        "from play import minimax as m",
        "return m(Board(game, state))",
        ("minimax",),
    ),
    "what was returned before": (
        "import play as p",
        "move = p.minimax(state)\n    return move",
        ("minimax",),
    ),
    "a part of what was returned": (
        "from play import search",
        "return search(state)[1]",
        ("search",),
    ),
    "nothing of the student's": ("import play", "return max(state)", ()),
    "a module that is not handed in": ("from other import g", "return g(state)", ()),
    "no Python": ("import play", "return (", ()),
}


@for_each("name", ADAPTERS)
def test_the_function_that_is_called(name: str) -> None:
    """Its class, if it has one, and its name."""
    imports, body, path = ADAPTERS[name]
    found = functions_called_by_adapter(f"{imports}{HEAD}{body}\n".encode(), ["play"])
    assert found == ({"f": path} if path else {})
