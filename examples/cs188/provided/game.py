"""What the projects' own `game.py` has for agents; put that file in this place."""


class Directions:
    """The names of Pac-Man's moves."""

    NORTH, SOUTH, EAST, WEST, STOP = "North", "South", "East", "West", "Stop"


class Agent:
    """Whoever moves: Pac-Man is agent 0."""

    def __init__(self, index=0):
        self.index = index
