"""What all tests share: hypothesis without deadlines, since machines are shared."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("shared_machine", deadline=None)
settings.load_profile("shared_machine")
