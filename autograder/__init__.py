"""An autograder for game-tree search: it compares observations."""

__version__ = "0.1.0"
