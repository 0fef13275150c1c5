"""Libraries of the system, by the names under which the loader finds them at once."""

from __future__ import annotations

import ctypes.util
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

USUAL = {"c": "libc.so.6", "seccomp": "libseccomp.so.2"}


@contextmanager
def known_by(names: Mapping[str, str]) -> Iterator[None]:
    """Let who looks for one of these libraries find it by such a name.

    Else processes are asked, `ldconfig` and others, where it is.
    """
    find = ctypes.util.find_library
    ctypes.util.find_library = lambda name: names.get(name) or find(name)
    try:
        yield
    finally:
        ctypes.util.find_library = find
