"""What all tests share: how hypothesis behaves.

It has no deadlines, since machines are shared, and no database, since a checkout may
be closed to writing.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("shared_machine", deadline=None, database=None)
settings.load_profile("shared_machine")
