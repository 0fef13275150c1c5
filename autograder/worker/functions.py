"""Find the function that a test calls in the module of a submission."""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable
from types import ModuleType


class Missing(Exception):  # noqa: N818 - a finding, not a fault of ours
    """The module has not what the test calls."""

    def __init__(self, kind: str, message: str, near: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.kind = kind
        self.near = near


def find(module: ModuleType, name: str) -> Callable[..., object]:
    """The function of that name; Missing tells what there is in its place."""
    found = vars(module).get(name)
    if callable(found):
        return found  # type: ignore[no-any-return]
    if found is not None:
        raise Missing("not_callable", name)
    known = [n for n, v in vars(module).items() if callable(v) and n[:1] != "_"]
    for holder in [v for v in vars(module).values() if isinstance(v, type)]:
        if name in vars(holder):
            raise Missing("no_function", name, (f"{holder.__name__}.{name}",))
    lower = {n.lower().replace("_", ""): n for n in known}
    close = difflib.get_close_matches(name.lower().replace("_", ""), lower, n=1)
    raise Missing("no_function", name, tuple(lower[n] for n in close))


def check_signature(
    function: Callable[..., object], arguments: tuple[object, ...]
) -> None:
    """Raise Missing where the function cannot be called with the arguments."""
    try:
        signature = inspect.signature(function)
    except ValueError:  # some callables have none to be read
        return
    try:
        signature.bind(*arguments)
    except TypeError:
        raise Missing("signature", f"({', '.join(signature.parameters)})") from None
