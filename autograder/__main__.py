"""`python -m autograder`."""

from autograder.commands.main import run

run()
