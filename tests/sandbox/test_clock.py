"""The clock of a sandbox stands still while others run, and never goes back."""

from __future__ import annotations

from autograder.sandbox.sandbox import Sandbox


def test_the_clock_never_goes_back() -> None:
    """Though two waited at once, and both waits were given back."""
    with Sandbox() as sandbox:
        before = sandbox.clock_seconds()
        sandbox._waited += 3600
        assert sandbox.clock_seconds() == before
