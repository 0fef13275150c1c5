"""`python -m autograder`."""

from autograder.commands.start import begin

begin()
