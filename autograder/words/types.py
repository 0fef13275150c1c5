"""The words on a call that returned what is neither a number nor an action."""

from __future__ import annotations

from autograder.judging.outcome import Returned
from autograder.text import clean

RETURNED = 80  # characters of what was returned in a sentence


def wrong_type(function: str, outcome: Returned, *, action: bool) -> str:
    """One sentence on what was returned where a number or an action should be."""
    hints = ACTION_HINTS if action else VALUE_HINTS
    expected = "an action" if action else "an int or a float"
    hint = hints.get(outcome.kind, f"expected {expected}")
    shown = SHOWN.get(outcome.kind, "{}").format(brief(outcome))
    return f"{function} returned {shown}: {hint}"


def brief(outcome: Returned) -> str:
    """What was returned, for a sentence; a text cannot end the quotes it stands in."""
    text = outcome.text.replace("'", "\\'") if outcome.kind == "str" else str(outcome)
    return clean(text, RETURNED)


SHOWN = {
    "str": "the text '{}'",
    "tuple": "the tuple {}",
    "list": "the list {}",
    "state": "the state {}",
    "dict": "the dict {}",
    "set": "the set {}",
    "object": "an object of class {}",
    "complex": "the complex number {}",
    "callable": "a {}",
    "iterator": "an iterator ({})",
    "coroutine": "a {}",
    "like_int": "a {}, a subclass of int",
    "like_float": "a {}, a subclass of float",
    "like_str": "a {}, a subclass of str",
    "like_tuple": "a {}, a subclass of tuple",
}
VALUE_HINTS = {
    "none": "is a `return` missing?",
    "bool": "a truth value is not a number here",
    "nan": "not a number; was inf subtracted from inf?",
    "inf": "has the initial bound leaked out?",
    "huge": "beyond ±2**53, larger than any utility",
    "complex": "expected a real number",
    "tuple": "return the value alone",
    "list": "return the value alone",
    "state": "return its value, not the state",
    "like_int": "return int(…) of it",
    "like_float": "return float(…) of it",
    "like_tuple": "return the value alone",
    "iterator": "has `yield` taken the place of `return`?",
    "coroutine": "write `def` for `async def`",
    "callable": "are the parentheses of a call missing?",
}
ACTION_HINTS = {
    "none": "is a `return` missing, or was no action better than the first bound?",
    "number": "return the action itself, not its value or its index",
    "inf": "return the action itself, not its value",
    "nan": "return the action itself, not its value",
    "state": "return the action that leads to it",
    "tuple": "return the action alone",
    "list": "return the action alone",
    "like_int": "return the action itself, not its value or its index",
    "like_float": "return the action itself, not its value",
    "like_str": "return str(…) of it",
    "like_tuple": "return the action alone",
    "huge": "return the action itself, not its value",
    "iterator": "has `yield` taken the place of `return`?",
    "coroutine": "write `def` for `async def`",
    "callable": "are the parentheses of a call missing?",
}
