"""The form of each message that a worker may send, and its texts made safe to show.

Whatever runs in a worker can write there what it likes. So a message is held against
its form once, where it is read: which fields it has, of which types, how many and how
long. Behind this nobody checks it again, and no text of it acts on who reads it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from autograder.game import LARGEST
from autograder.text import NAME, SOURCE, clean
from autograder.worker import protocol, values, watching
from autograder.worker.protocol import LACKS, OF_COURSE, UNUSABLE, ProtocolError

# The functions that students write for a game of their own.
INITIAL, MOVER, ACTIONS = "initial_state", "to_move", "actions"
RESULT, TERMINAL, UTILITY = "result", "is_terminal", "utility"
FUNCTIONS = (INITIAL, MOVER, ACTIONS, RESULT, TERMINAL, UTILITY)

Form = Callable[[Any], Any]  # takes what came as JSON; ProtocolError if it is another

WRONG_FORM = "it sent a result of the wrong form"
MESSAGE = 300  # characters kept of a student's texts
BLANK = re.compile(r"[^\S ]")
MOST_NEAR, MOST_FRAMES = 3, 12
MOST_NODES = 2_000  # of a game that goes on behind a line
HANDLE = 2**32 - 1  # the largest
TOLD = {  # the kinds of fault that a worker may tell; others are the grader's to find
    "crash",
    "exit",
    "import",
    "input",
    LACKS,
    "memory",
    "no_function",
    "not_callable",
    OF_COURSE,
    "recursion",
    "signature",
    "stub",
    "syntax",
    "timeout",
    UNUSABLE,
}
STAGES = ("import", "call")
CONTAINERS = (  # of which more is told than their text
    *("list", "set", "tuple", "like_tuple"),
    *("callable", "object"),  # a deque, a view of a dictionary, a class of a student's
)


def refuse() -> NoReturn:
    """Say that a message is of no form that an honest worker sends."""
    raise ProtocolError(WRONG_FORM)


def text(most: int) -> Form:
    """A text, of which so many characters are kept, as they can be shown."""
    return lambda sent: clean(sent, most) if type(sent) is str else refuse()


def exact_text(most: int) -> Form:
    """Such a text, of which no blank but a space is shown as one."""
    shown = text(most)
    return lambda sent: shown(
        BLANK.sub(lambda blank: ascii(blank[0])[1:-1], sent)
        if type(sent) is str
        else sent
    )


def whole(most: int = LARGEST) -> Form:
    """A whole number from 0."""
    return lambda sent: sent if type(sent) is int and 0 <= sent <= most else refuse()


def number(sent: Any) -> Any:
    """A number that `values.encode` calls one: no infinity, no huge integer."""
    if type(sent) is int and abs(sent) <= LARGEST:
        return sent
    return sent if type(sent) is float and math.isfinite(sent) else refuse()


def shown_number(sent: Any) -> Any:
    """A number that is shown alone: infinities, and somewhat larger integers too."""
    if type(sent) is int and abs(sent) <= watching.LARGEST:
        return sent
    return sent if type(sent) is float and not math.isnan(sent) else refuse()


def unchecked(sent: Any) -> Any:
    """What needs no look behind its type."""
    return sent


def one_of(*texts: str) -> Form:
    """One of these texts."""
    return lambda sent: sent if type(sent) is str and sent in texts else refuse()


def many(each: Form, most: int, least: int = 0) -> Form:
    """A list whose items have one form."""

    def form(sent: Any) -> Any:
        if type(sent) is not list or not least <= len(sent) <= most:
            refuse()
        return [each(item) for item in sent]

    return form


def row(*each: Form) -> Form:
    """A list with an item of each of these forms."""

    def form(sent: Any) -> Any:
        if type(sent) is not list or len(sent) != len(each):
            refuse()
        return [part(item) for part, item in zip(each, sent, strict=True)]

    return form


def record(needed: Mapping[str, Form], more: Mapping[str, Form] | None = None) -> Form:
    """An object with these fields, and perhaps some of `more`; there are no others."""
    known = {**needed, **(more or {})}

    least, most = needed.keys(), known.keys()

    def form(sent: Any) -> Any:
        if type(sent) is not dict or not least <= sent.keys() <= most:
            refuse()
        return {name: known[name](field) for name, field in sent.items()}

    return form


def either(pick: Callable[[Any], object], forms: Mapping[Any, Form]) -> Form:
    """One of several forms, which is told from what was sent."""

    def form(sent: Any) -> Any:
        found = forms.get(pick(sent))
        return refuse() if found is None else found(sent)

    return form


def which_field(*names: str) -> Callable[[Any], object]:
    """Which of several fields an object has; "" where it has none."""

    def pick(sent: Any) -> object:
        if type(sent) is dict:
            for name in names:
                if name in sent:
                    return name
        return ""

    return pick


def _frame(sent: Any) -> Any:
    """A line of a traceback; its columns are those of the line as it is shown."""
    if type(sent) is not list or len(sent) not in (4, 6) or type(sent[3]) is not str:
        refuse()
    file, line, function, source, *columns = sent
    first, behind = map(whole(), columns or (0, 0))
    place = [text(NAME)(file), whole()(line), text(NAME)(function)]
    return [*place, clean(source, SOURCE), *_columns(source, first, behind)]


def _columns(source: str, first: int, behind: int) -> tuple[int, int]:
    """The columns of a line as it is shown; none where they are all of it."""
    if not first < behind:
        return 0, 0
    whole_line = len(clean(source, SOURCE))
    before = (source[: min(at, SOURCE + 1)] for at in (first, behind))
    start, end = (len(clean(part, LARGEST)) for part in before)
    end = max(min(end, whole_line), start + 1)
    is_part = start <= whole_line and end - start != whole_line
    return (start, end) if is_part else (0, 0)


VALUE = exact_text(MESSAGE)


def _items(depth: int) -> Form:
    """What a container held, down to a depth."""
    of_lists = {list: _items(depth - 1)} if depth > 1 else {}
    plain = {type(None): unchecked, bool: unchecked, str: VALUE}
    numbers = {int: number, float: number}
    return many(either(type, {**plain, **numbers, **of_lists}), values.MOST_ITEMS)


PAYOFFS = many(number, values.MOST_PAYOFFS, least=1)
FAULT = record(
    {
        "kind": one_of(*TOLD),
        "stage": one_of(*STAGES),
        "type": text(NAME),
        "message": text(MESSAGE),
        "near": many(text(NAME), MOST_NEAR),
        "frames": many(_frame, MOST_FRAMES),
    }
)
OF_CONTAINER = {
    "numbers": PAYOFFS,
    "texts": many(VALUE, values.MOST_ACTIONS),
    "kinds": many(one_of("number", *values.KINDS), len(values.KINDS) + 1),
    "items": _items(values.DEEPEST),
}
RETURNED = either(
    lambda sent: (
        sent["kind"] if type(sent) is dict and type(sent.get("kind")) is str else ""
    ),
    {
        **dict.fromkeys(values.KINDS, record({"kind": unchecked, "text": VALUE})),
        **dict.fromkeys(
            CONTAINERS, record({"kind": unchecked, "text": VALUE}, OF_CONTAINER)
        ),
        "number": record({"kind": unchecked, "number": number}),
        "inf": record({"kind": unchecked, "text": one_of("inf", "-inf")}),
    },
)

# What a run tells beside its result, if it was asked to.

READABLE = either(
    type,
    {
        type(None): unchecked,
        str: text(watching.LETTERS),
        **dict.fromkeys((int, float), shown_number),
    },
)
PLACE = either(
    type, {type(None): unchecked, int: whole()}
)  # a file's number, or a line
STACK = either(
    type, {type(None): unchecked, list: many(whole(HANDLE), watching.DEEPEST)}
)
CAME_BACK = either(lambda sent: type(sent) is list, {True: PAYOFFS, False: READABLE})
TRUTH = either(type, {bool: unchecked})
SEEN = record(
    {
        "files": many(text(watching.LETTERS**2), 2 * watching.MOST),
        "calls": many(
            row(TRUTH, whole(HANDLE), *[READABLE] * 3, PLACE, PLACE, CAME_BACK),
            watching.MOST,
        ),
        "asked": many(row(whole(HANDLE), PLACE, PLACE, STACK), watching.MOST),
    }
)
DEPTHS = record(
    {
        "depths": many(whole(), watching.MOST_COUNTED),
        "names": many(text(NAME), watching.NAMED),
    }
)
LETTERS = 40  # of what was returned in the place of an action
ACTIONS_TOLD = many(text(LETTERS), watching.MOST_TOLD)
ORDER = record(
    {"state": whole(HANDLE)},
    {
        **dict.fromkeys(("missing", "twice", "others"), ACTIONS_TOLD),
        "returned": text(LETTERS),
    },
)
BESIDE = {
    "changed": TRUTH,
    "seen": SEEN,
    "frames": DEPTHS,
    "misordered": ORDER,
    "printed": whole(),
}
OF_CALL = either(
    which_field("error", "returned"),
    {
        "error": record({"error": FAULT}, BESIDE),
        "returned": record({"returned": RETURNED}, BESIDE),
    },
)

# What comes of the calls of a walk, by their names.

FAILED = record({"error": FAULT}, {"refused": TRUTH})
SAID = either(
    type,
    {
        bool: unchecked,
        str: text(NAME),
        dict: either(which_field("error", "kind"), {"error": FAILED, "kind": RETURNED}),
    },
)
NOTHING = record({})
OPENING = NOTHING  # that the walk can begin
NONE = record({"kind": one_of("none"), "text": text(NAME)})
MADE = either(
    which_field("error", "kind"), {"error": FAILED, "kind": NONE, "": NOTHING}
)
STOPPED = record({"error": FAULT, "function": one_of(*FUNCTIONS)})
NODE = either(
    lambda sent: type(sent) is list and sent[:1] == [None],
    {
        True: row(unchecked, RETURNED),
        False: row(RETURNED, many(text(MESSAGE), MOST_NODES, least=1)),
    },
)


def _marked(form: Form) -> Form:
    """What came of a call, with a mark where that has changed the state."""

    def marked(sent: Any) -> Any:
        if type(sent) is dict and [*sent] == ["changed"]:
            return {"changed": form(sent["changed"])}
        return form(sent)

    return marked


OF_WALK: Mapping[str, Form] = {
    **dict.fromkeys((INITIAL, RESULT), _marked(MADE)),
    **dict.fromkeys((TERMINAL, MOVER, ACTIONS, UTILITY), _marked(SAID)),
    "class": either(type, {int: whole(), dict: record({"error": FAULT})}),
    "listed": either(type, {list: row(whole(), TRUTH), dict: record({"error": FAULT})}),
    "show": RETURNED,
    "forget": NOTHING,
    "count": either(
        which_field("error", "counts"),
        {
            "error": STOPPED,
            "counts": record(
                {"counts": many(row(text(MESSAGE), whole()), protocol.MAX_RESULT)}
            ),
        },
    ),
    "unroll": either(
        which_field("error", "more", "nodes"),
        {
            "error": STOPPED,
            "more": record({"more": one_of(*protocol.TOO_MANY)}),
            "nodes": record({"nodes": many(NODE, MOST_NODES, least=1)}),
        },
    ),
}


def of_order(calls: Sequence[Sequence[Any]]) -> Form:
    """The form of what comes of a few calls."""
    return row(*[OF_WALK[call[0]] for call in calls])


def source(sent: Any) -> Any:
    """The text of a module, exactly as it is."""
    return sent if type(sent) is str and len(sent) <= protocol.MAX_RESULT else refuse()


ASKED = many(row(whole(255), whole(HANDLE)), 1 << 16)  # of a tree in the worker
PLAYOUT = row(whole(), whole(), whole())  # the tree, the node, which of its own


def sources(sent: Any) -> Any:
    """The modules of a program, by name."""
    if type(sent) is not dict or len(sent) > MOST_MODULES:
        refuse()
    return {text(NAME)(name): source(module) for name, module in sent.items()}


MOST_MODULES = 100  # of a submission that is repaired
MOST_TRIALS = 10_000
CHANGE = row(text(NAME), whole(), source, source)  # module, line, before, after
REPAIR = record(
    {
        "sources": sources,
        "places": many(CHANGE, 100),
        "edits": whole(),
        "rewrites": TRUTH,
        "size": number,
    }
)
OF_FUNCTION = record(
    {
        "function": text(NAME),
        "repair": REPAIR,
        "parts": many(text(NAME), 10),
        "calls": whole(),
    }
)
REPAIRS = record(
    {
        "right": many(TRUTH, MOST_TRIALS),
        "repairs": many(REPAIR, 10),
        "functions": many(OF_FUNCTION, 10),
        "partly": many(REPAIR, 1),
        "steps": whole(),
    }
)
