"""`python -m autograder`."""

from autograder.cli import run

run()
