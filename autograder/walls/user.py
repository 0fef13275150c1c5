"""The user that a submission runs as: becoming it.

A module of its own, since the grader sweeps up after that user and puts up no walls:
what these need takes long to import, and starts processes to be found.
"""

from __future__ import annotations

import os
import sys

if sys.platform != "win32":

    def drop_user(user: int) -> None:
        """Become that user and the group of the same number, with no other groups."""
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
        if os.getuid() != user or os.getgid() != user or os.getgroups():
            raise PermissionError("the worker still has the rights of root")
