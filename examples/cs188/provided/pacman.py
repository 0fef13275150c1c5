"""The type that students' annotations name."""

from autograder.adapters import GameState

__all__ = ["GameState"]
