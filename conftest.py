"""`pytest --submission` where pytest is there and this project's plugin is not."""

from __future__ import annotations

import sys

import pytest

GROUP = "autograder"  # of the plugin's options; it comes before any conftest.py
OPTIONS = ("--submission", "--assignment", "--results", "--trust-submissions")
LACKING = "option_of_a_plugin_that_is_not_there"
INSTALL = (
    f"the pytest of {sys.executable} lacks this project's plugin, which is what grades "
    "a submission: run ./setup.sh --dev, and then .venv/bin/pytest in place of pytest"
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin, unless it has added them itself."""
    group = parser.getgroup(GROUP)
    for option in () if group.options else OPTIONS:
        group.addoption(option, nargs="?", const="", dest=LACKING, help=INSTALL)


def pytest_configure(config: pytest.Config) -> None:
    """One sentence that says what to install, in place of a usage error."""
    if config.getoption(LACKING, None) is not None:
        raise pytest.UsageError(INSTALL)
