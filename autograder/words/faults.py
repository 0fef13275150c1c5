"""The words on a call that did not return, or not a value or an action."""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from autograder.game import Game
from autograder.judging.verdicts import Verdict, ends_the_import
from autograder.observing import sources
from autograder.observing.observation import Observation
from autograder.observing.outcome import (
    ASKS_ITSELF,
    BEFORE,
    CUT,
    FILES,
    HURRIED,
    LATE_ALONE,
    NOT_RUN,
    NOT_THERE,
    OUT_OF_TIME,
    OVERRUN,
    UNJUDGED,
    UNPLAYABLE,
    Fault,
    Frame,
    Outcome,
    Returned,
)
from autograder.project import command_line
from autograder.text import clean, clean_lines, column_count, count_text, listed
from autograder.trees.visitrecord import GOES_ON, NEVER_ASKS, NEVER_ENDS, PLAYS_ON
from autograder.words.blocks import Hint, Passage, Quotation
from autograder.worker.protocol import LACKS, OF_COURSE, UNUSABLE

Version = tuple[int, int]
GRADES_WITH: Version = sys.version_info[:2]
AGAIN = "save it again as UTF-8"
ENCODINGS = {
    "unknown encoding": "remove the line with `coding`, and save the file as UTF-8",
    "encoding problem": "remove the line with `coding`, and save the file as UTF-8",
}
MIXED = "indent every line with spaces alone"

# What the line has, and the first Python that reads it.
NEWER: tuple[tuple[str, str, Version], ...] = (
    (r"^except\s*\*", "`except*`", (3, 11)),
    (r"^type \w+(\[.*\])? *=", "`type X = …`", (3, 12)),
    (r"^(class|(async )?def) \w+\[[^\]]*=", "a type parameter's default", (3, 13)),
    (r"^(class \w+\[|(async )?def \w+\[[^\]]*\]\()", "a type parameter", (3, 12)),
    (r"\w\[\*|\*\w+: *\*", "a star in brackets or in a type", (3, 11)),
)
IN_A_TEXT: Version = (3, 12)  # where an f-string holds more than before
OF_A_TEXT = "f-string"  # with which Python begins what it says of one
BACKSLASH = "f-string expression part cannot include a backslash"
NESTED = re.compile(r"""\bf(["'])(?:(?!\1).)*\{(?:(?!\1|\}).)*\1.*\}""", re.IGNORECASE)
PLAIN = ("invalid syntax", "expected '('")  # what Python says where it knows no more

# What the line is where it is none of Python, and what to do about it.
FOREIGN = (
    (r"^(%{1,2}|!)[a-z]", "a command of a notebook, not of Python", "take it out"),
    (r"^\?{1,2}[\w.]+$|^[\w.]+\?{1,2}$", "a question to a notebook, not Python",
     "take it out"),
    (r"^(>>>|\.\.\.) ", "copied with the prompt", "take the prompt out"),
    (r"^(<{7}|>{7})( |$)|^={7}$", "a mark that a merge has left",
     "choose one of the two versions and take the marks out"),
    (r"^```", "a mark of Markdown, not of Python", "take it out"),
    (r"^<(!DOCTYPE|html|\?xml)", "the beginning of a web page, not of a program",
     "download the file itself"),
    (r"^\{\\rtf", "the beginning of a document, not of a program",
     "save the program as plain text"),
    (r"^except [\w.]+, [a-z]\w*:", "Python 2", "write `except … as …:`"),
    (r"^raise \w+, ", "Python 2", "write `raise …(…)`"),
    (r"[\w)] *<> *[\w(-]", "Python 2", "write `!=`"),
)  # fmt: skip


def python_clause() -> str:
    """With which Python a submission is run, as a main clause."""
    return "this is graded with Python {}.{}".format(*GRADES_WITH)


def sentence(fault: Fault) -> str:
    """Python's own words, or better ones where it is known what the line is."""
    frame = fault.frames[-1] if fault.frames else None
    place = f"{frame.file}:{frame.line}" if frame else ""
    if "null bytes" in fault.message:
        # Python names the file that imports it, if there is one.
        imported = f" imported in {place}" if place else ""
        return f"the file{imported} is not plain text (NUL bytes); {AGAIN}"
    if "codec can't decode" in fault.message:
        return f"{place or 'the file'} is not UTF-8; {AGAIN}"
    for part, advice in ENCODINGS.items():
        if part in fault.message:
            return f"{place}: {clean(fault.message, MESSAGE)}; {advice}"
    if frame and (told := _told_of_line(fault.message, frame)):
        return f"{place} {told}"
    advice = f"; {MIXED}" if fault.type == "TabError" else ""
    return f"{fault.type}: {fault.message} ({place}){advice}"


def _told_of_line(message: str, frame: Frame) -> str:
    """What it has that a newer Python reads, or what it is; "" if nobody knows."""
    if message == BACKSLASH:
        known = [("a backslash in the braces of an f-string", IN_A_TEXT)]
    elif message.startswith(OF_A_TEXT) and NESTED.search(frame.source):
        known = [("the quotes of an f-string in its braces", IN_A_TEXT)]
    elif message in PLAIN:
        known = [(w, first) for p, w, first in NEWER if re.search(p, frame.source)]
    else:
        known = []
    for what, first in known:
        if first > GRADES_WITH:
            return NEEDS.format(what, *first, python_clause())
    for pattern, what, advice in FOREIGN:
        if re.search(pattern, frame.source):
            return f"is {what}; {advice}"
    return ""


NEEDS = "has {}, which needs Python {}.{}; {}: write it in another way"


ARGUMENTS = {
    "result": "state, action",
    "is_cutoff": "state, d",
    "players": "",
    "bounds": "",
    "time_is_up": "",
    "visits_left": "",
}
VARIABLES = ("depth", "data")  # of a student's own, if they are not defined
CALLS = {  # as they are written
    name: f"game.{name}({ARGUMENTS.get(name, 'state')})"
    for name in vars(Game)
    if name[:1] != "_" and name not in VARIABLES
}
OF_TWO = ("to_move", "actions", "result", "successors", "is_terminal", "utility")
LACKING = re.compile(r"'(?:Game|State)' object has no attribute '(\w+)'")
UNDEFINED = re.compile(rf"name '({'|'.join(CALLS)})' is not defined")
ELSEWHERE = {  # what other courses and projects call it, in small letters
    "actions": "legalactions legalmoves moves possibleactions possiblemoves "
    "availableactions availablemoves validactions validmoves options",
    "successors": "children childnodes childstates neighbors neighbours nextstates "
    "nodes expand subtrees",
    "result": "successor generatesuccessor nextstate nextnode child makemove move play "
    "apply applyaction domove step transition",
    "is_terminal": "terminal terminaltest leaf isleaf over isover gameover isgameover "
    "end isend ended done isdone finished isfinished win iswin lose islose goaltest",
    "utility": "value score eval evaluate evaluation evaluationfunction payoff reward "
    "utilities",
    "outcomes": "probabilities probability chances distribution chanceoutcomes",
    "is_cutoff": "cutoff cutofftest depthreached",
    "is_quiet": "quiet isquiescent quiescent quiescence isstable stable isnoisy noisy",
    "evaluate": "estimate estimates estimation heuristic",
    "playout": "rollout simulate simulation playrandomly randomplay sample",
    "players": "playernames names numplayers agents numagents",
    "bounds": "utilitybounds limits range minutility maxutility",
    "time_is_up": "timeup timeover timeout istimeup outoftime",
    "visits_left": "visitsleft budget bank remaining",
    "to_move": "player turn currentplayer whoseturn whosemove playertomove agent "
    "isplayer ismax ismaxplayer nextplayer",
}
MEANT = {other: name for name, others in ELSEWHERE.items() for other in others.split()}
LIKE = 0.6  # of the letters, for a slip of the fingers
LONGEST = 60  # characters of a name that are looked at


def call_meant(message: str) -> str:
    """The call that a message of Python's calls for; "" if it is not known."""
    found = UNDEFINED.fullmatch(message)
    if found:
        return CALLS[found[1]]
    found = LACKING.fullmatch(message)
    return CALLS.get(nearest(found[1][:LONGEST]), "") if found else ""


def nearest(name: str) -> str:
    """The nearest of the names that there are; "" if none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    plain = _plain(name)
    if plain in MEANT:
        return MEANT[plain]
    known = {_plain(call): call for call in CALLS}
    close = get_close_matches(plain, [*known, *MEANT], n=1, cutoff=LIKE)
    return (known | MEANT)[close[0]] if close else ""


def _plain(name: str) -> str:
    """A name in small letters, without underscores and what says that it is asked."""
    return name.replace("_", "").lower().removeprefix("get")


def game_names_sentence(message: str) -> str:
    """What every `game` can be asked, where a message tells of a name that it lacks."""
    if not LACKING.fullmatch(message):
        return ""
    return f"ask the game; it has {listed(tuple(CALLS[name] for name in OF_TWO))}"


ASK = "ask game.time_is_up() before each state is visited"
MESSAGE = 80  # characters of a student's own words in a sentence


def fault_sentence(fault: Fault, call: Observation) -> str:
    """One sentence on a call that did not return."""
    if fault.stage == "unreached":
        why = UNREACHED.get(fault.kind, "ended the process")
        return f"{call.function} was not called: the call before it {why}"
    say = FAULTS.get(fault.kind, _crash)
    if not isinstance(say, str):
        return say(fault, call)
    moved = f"; {MOVE_BELOW}" if _imports(fault) else ""  # time that an import used up
    return say.format(
        function=call.function,
        message=fault.message,
        place=_place(fault),
        place_or_guess=_place(fault) or "; is there an infinite recursion?",
        moved=moved,
        advice=OUT_OR_BELOW if moved else OUT_OF_IT,
    )


OF_A_LINE = ("crash", "import", "syntax")  # faults that a line of the student's raises


def cause(verdict: Verdict, came: Outcome) -> str:
    """What is wrong with a test, in words that the same mistake has on every tree."""
    if isinstance(came, Fault) and came.kind in OF_A_LINE and came.frames:
        return f"{came.type} at {came.frames[-1].file}:{came.frames[-1].line}"
    if verdict is Verdict.WRONG_TYPE and came.kind in ("inf", "huge"):
        verdict = Verdict.WRONG_VALUE  # it is a number, if none that can be right
    return verdict.value.replace("_", " ")


UNREACHED = {
    "timeout": "used up the time",
    "late": "used up the time",
    HURRIED: "used up the time",
    "violation": "broke the grader's protocol",
    OVERRUN: "did not stop",
}


def _place(fault: Fault) -> str:
    """Where it happened, as far as is known: `, in max_value (minimax.py:12)`."""
    if not fault.frames:
        return " while importing" if fault.stage == "import" else ""
    line = _line(fault)
    if _imports(fault):
        return f" while importing {line}"
    syntax = [f.function for f in fault.frames if f.function.isidentifier()]
    return f", in {syntax[-1]} {line}" if syntax else f" {line}"


def _line(fault: Fault) -> str:
    frame = fault.frames[-1]
    return f"({frame.file}:{frame.line})"


def _imports(fault: Fault) -> bool:
    """Whether the module was under way, not a function that was called."""
    return fault.stage == "import" or ends_the_import(fault)


BELOW_MAIN = 'below `if __name__ == "__main__":`'
OUT_OF_IT = "take it out"
MOVE_BELOW = f"move what plays or tests {BELOW_MAIN}"
OUT_OR_BELOW = f"{OUT_OF_IT}, or {MOVE_BELOW}"


def _crash(fault: Fault, _call: Observation) -> str:
    if (
        fault.type == "UnicodeDecodeError"
        and fault.stage == "import"
        and not fault.frames
    ):
        return sentence(fault)  # Python met it in the file, not a line of that
    if fault.type == OF_A_DEBUGGER:
        return f"stopped at a breakpoint{_place(fault)}{AT_A_BREAKPOINT}"
    message = f": {clean(fault.message, MESSAGE)}" if fault.message else ""
    meant = call_meant(fault.message)
    near = meant or ", ".join(fault.near)
    asked = f"; is it {near}?" if near else ""
    return f"raised {_type(fault)}{message}{_place(fault)}{asked}"


AT_A_BREAKPOINT = ": remove it there or just above, or run `debug`"


def _type(fault: Fault) -> str:
    if fault.type.isidentifier():
        return fault.type
    named = fault.type.replace("'", "\\'")
    return f"'{named}'"


def _stub(fault: Fault, call: Observation) -> str:
    function = fault.frames[-1].function if fault.frames else call.function
    is_said = fault.message and fault.type != "SystemExit"
    what = f": {clean(fault.message, MESSAGE)}" if is_said else ""
    return f"write {function}{what}"


def _exit(fault: Fault, _call: Observation) -> str:
    """What ended the program: exit(), quit() and sys.exit(), or what calls one."""
    source = fault.frames[-1].source if fault.frames else ""
    named = EXITS.search(source)
    what = f"called {named[0]}()" if named else "ended the program (SystemExit)"
    advice = OUT_OR_BELOW if _imports(fault) else "return the result instead"
    return f"{what}{_place(fault)}: {advice}"


EXITS = re.compile(r"(?:\bsys\.|\b)exit\b|\bquit\b")


def _ended(fault: Fault, call: Observation) -> str:
    ended = ENDED.format(call.function)
    return f"{ended} {_line(fault)}: {OUT_OF_IT}" if fault.frames else ended


OUT = "move it out of the class"


def _lacks(fault: Fault, _call: Observation) -> str:
    """What the course's module has looked for in the student's, and the nearest."""
    is_ours = NOT_THERE.fullmatch(fault.message)
    lacking = fault.message if is_ours else f"there is no {fault.message}"
    name, line = (*fault.near, "", "")[:2]
    return f"{lacking}; found {name}, line {line}" if line else lacking


def _no_function(fault: Fault, call: Observation) -> str:
    near = fault.near[0] if fault.near else ""
    holder, _, method = near.rpartition(".")
    if holder and method == call.function:
        return f"{call.function} is a method of {holder}; {OUT}"
    if holder:
        found = f"found a class {holder} with {method}"
        return f"there is no function {call.function}; {found}; {OUT}"
    return f"there is no function {call.function}{f'; is it {near}?' if near else ''}"


KILLED = {
    "SIGSEGV": "Python itself crashed; is there an infinite recursion?",
    "SIGKILL": "the process was killed; was there too much memory in use?",
}
STOPPED = {
    NEVER_ASKS: f"{{}} was stopped at twice the visits that it may make: {ASK}",
    GOES_ON: f"{{}} went on when time was up, to twice the visits it may make: {ASK}",
    NEVER_ENDS: "{} has no end: when a round meets no horizon, is it the last one?",
    PLAYS_ON: "{} was stopped at twice the playouts: one an iteration are enough",
}


def _import(fault: Fault, _call: Observation) -> str:
    named = QUOTED.search(fault.message)
    module = clean(named[1] if named else fault.message, MESSAGE)
    place = f" {_line(fault)}" if fault.frames else ""
    there = BESIDE_COURSES if OF_COURSE in fault.near else ALONE
    return f"cannot import {module}{place}: {_why_not(module, there)}"


def _why_not(module: str, there: str) -> str:
    top, *parts = module.split(".")
    if top in sys.stdlib_module_names:
        if parts:
            return f"{top} has no such part; {OUT_OF_IT}"
        return f"it is not where this is graded; {OUT_OF_IT}, or import it {BELOW_MAIN}"
    from difflib import get_close_matches  # noqa: PLC0415 - for a mistake alone

    near = get_close_matches(top.lower(), sys.stdlib_module_names, n=1, cutoff=NEAR)
    if near:
        return f"is it {near[0]}?"
    sent = "" if top in OF_OTHERS else f"send {top}.py too, or "
    return f"{there}; {sent}{OUT_OF_IT}"


QUOTED = re.compile(r"'([\w.]+)'")
NEAR = 0.85  # how like a name of Python's own is a slip
ALONE = "there are only Python's own modules and your files"
BESIDE_COURSES = "the course does not provide it, and you have not sent it"
OF_OTHERS = (  # modules that nobody has written for a course
    *("cv2", "distutils", "google", "imp", "IPython", "ipywidgets", "matplotlib"),
    *("networkx", "numba", "numpy", "pandas", "plotly", "pygame", "pytest", "requests"),
    *("scipy", "seaborn", "sklearn", "sympy", "tensorflow", "torch", "tqdm"),
)


def outcome_phrase(call: Observation) -> str:
    """What came of a call, as the verb of a sentence."""
    outcome = call.outcome
    if isinstance(outcome, Fault):
        return f"did not return ({fault_sentence(outcome, call)})"
    text = brief(outcome)
    return f"returned '{text}'" if outcome.kind == "str" else f"returned {text}"


def not_run_sentence(fault: Fault) -> str:
    """Why something was not done for want of time."""
    trees = [count_text(int(number), "tree") for number in fault.near]
    return WANTS_TIME[fault.stage].format(fault.message, *trees)


WANTS_TIME = {
    BEFORE: "not run: the tests before used up the {} s for all",
    UNJUDGED: "not judged: the tests before used up the {} s for all",
    CUT: "broken off: with the tests before it used up the {} s for all",
    LATE_ALONE: "not judged: alone, {} used up its time on {}",
}
ENDED = "{} ended the process (os._exit?)"
WAITS = "waits for input"
UNUSED = "the course cannot use your code: "
AS_OTHERS = "timed out, as others that had longer; this test had {message}{place}"
FAULTS: dict[str, str | Callable[[Fault, Observation], str]] = {
    "grader": "a fault of the grader, not yours: {message}",
    OF_COURSE: "a fault of the course's file, not yours: {message}",
    LACKS: _lacks,
    UNUSABLE: lambda fault, _: UNUSED + fault.message,
    NOT_RUN: lambda fault, _: not_run_sentence(fault),
    OVERRUN: lambda fault, call: STOPPED.get(fault.message, STOPPED[GOES_ON]).format(
        call.function
    ),
    "module": "{message}",
    "stub": _stub,
    "timeout": "timed out after {message}{place_or_guess}{moved}",
    "late": "timed out after {message} of waiting (sleep?){place}{moved}",
    HURRIED: AS_OTHERS,
    "no_function": _no_function,
    "not_callable": "{function} is not a function",
    "signature": lambda fault, call: (
        f"expected {call.signature}, "
        f"found {call.function}{clean(fault.message, MESSAGE)}"
    ),
    "killed": lambda fault, _: (
        f"{KILLED.get(fault.message, 'the process died')} [{fault.message}]"
        f"{_place(fault)}"
    ),
    "flood": lambda fault, _: (
        f"wrote more than {fault.message} into its folder; keep fewer"
        if fault.type == FILES
        else f"printed more than {fault.message}; remove the prints"
    ),
    "violation": "broke the grader's protocol: {message}",
    "ended": _ended,
    "exit": _exit,
    "recursion": "recursion without end{place}",
    ASKS_ITSELF: lambda fault, call: (
        f"{call.function} alone, at {fault.message}, asked {fault.near[0]} what "
        f"{fault.message} itself is worth: that is for it to find"
    ),
    "memory": "out of memory{place}",
    UNPLAYABLE: "{message}",
    "input": WAITS + "{place}, but there is none: {advice}",
    "import": _import,
    "syntax": lambda fault, _: sentence(fault),
}


def traceback(fault: Fault) -> Quotation:
    """The student's own frames, as Python shows them."""
    lines = []
    for frame in fault.frames:
        inside = f", in {frame.function}" if frame.function else ""
        lines.append(f"{frame.file}, line {frame.line}{inside}")
        if frame.source:
            lines.append(f"  {frame.source}")
            part = frame.source[frame.start : frame.end]
            if frame.start < frame.end and column_count(frame.source) <= UNWRAPPED:
                before = " " * column_count(frame.source[: frame.start])
                lines.append(f"  {before}{'^' * max(column_count(part), 1)}")
    if fault.kind not in OUT_OF_TIME and fault.type:
        message = f": {fault.message}" if fault.message else ""
        lines.append(f"{_type(fault)}{message}")
    return Quotation(TRACEBACK, tuple(lines))


UNWRAPPED = 70  # columns of a terminal's that a line in a quotation may take
PRINTED_LINES, PRINTED_WIDTH = 20, 100
TRACEBACK, PRINTED = "Traceback (your code only):", "Your program printed:"


def prints(printed: str) -> Passage:
    """What a program printed; nothing if that is nothing."""
    if not printed.strip():
        return ()
    lines = clean_lines(printed, PRINTED_LINES, PRINTED_WIDTH)
    return (Quotation(PRINTED, tuple(lines)),)


BUILTINS = "|".join(f"{name}'" for name in filter(sources.is_builtin, dir(builtins)))
MODULES = "math|random|copy|functools|itertools|collections|operator|heapq|time|sys"
OWN = "|".join(sys.stdlib_module_names)
HAS_NOT = f"{python_clause()}: its {{module}} has no {{name}}"
HINTS = (
    (r"expected a state of the game, got \(",
     "that is a pair: `for action, child in game.successors(state)`"),
    (r"^result\(\S+, \('",
     "that is a pair: `for action, child in game.successors(state)`"),
    (r"cannot unpack non-iterable (?:int|float) object",
     "a number came back where two names wait for a pair: does each return give one?"),
    (r"expected a state of the game, got '",
     "that is an action; game.result(state, action) is the state"),
    (rf"local variable '(?!{BUILTINS})(\w+)' (?:referenced before|where it is not)",
     ("give {0} a value before the line that reads it; did nothing beat the start, or "
     "does it stand outside of the function (nonlocal, global)?")),
    (r"attempted relative import",
     "write `from utils import x` for `from .utils import x`"),
    (r"No such file or directory: '",
     "only the Python files of a submission are there to be read"),
    (r"invalid character '[“”‘’]'",
     "this quotation mark was made by a word processor; type it anew"),
    (r"invalid non-printable character U\+(00A0|200B|FEFF)",
     "this space was copied from a web page or a PDF; type it anew"),
    (r"name 'null' is not defined", "Python's word for it is None"),
    (r"name '(get_ipython|display|help|copyright|credits|license)' is not defined",
     "{0} is there in a notebook or at a prompt alone: take it out"),
    (rf"name '({MODULES})' is not defined",
     "is `import {0}` missing?"),
    (r"\n.*sys\.argv",
     "a test starts the program without arguments: take sys.argv out"),
    (r"no display name|could not find terminal|Inappropriate ioctl",
     "there is neither a screen nor a terminal: take this out"),
    (r"urlopen error|name resolution|Network is unreachable",
     "there is no network: take this out"),
    (r"not permitted\n.*(?:subprocess|Popen)|denied\n.*multiprocessing",
     "a test starts no other program and no process: take this out"),
    (rf"cannot import name '(?P<name>\w+)' from '(?P<module>{OWN})'", HAS_NOT),
    (rf"module '(?P<module>{OWN})' has no attribute '(?P<name>\w+)'", HAS_NOT),
    (r"name '(?:inf|infinity|Infinity)' is not defined",
     "write math.inf, below `import math`"),
)  # fmt: skip


OF_A_DEBUGGER = "BdbQuit"  # what pdb raises where it has nobody to ask
IN_A_DEBUGGER = (
    "in a process of your own breakpoint() and pdb work: "
    f"{command_line('debug', 'FOLDER', 'TREE')}"
)


def hints(fault: Fault) -> list[Hint]:
    """What helps with a message that students meet often."""
    source = fault.frames[-1].source if fault.frames else ""
    text = f"{fault.message}\n{source}"
    found = ((re.search(pattern, text), hint) for pattern, hint in HINTS)
    told = [h.format(*m.groups(), **m.groupdict()) for m, h in found if m]
    stopped = IN_A_DEBUGGER if fault.type == OF_A_DEBUGGER else ""
    texts = (game_names_sentence(fault.message), *told, _whence_none(fault), stopped)
    return [Hint(text) for text in texts if text]


def _whence_none(fault: Fault) -> str:
    """What to ask where a None was compared, added, or taken for something else."""
    if "NoneType" not in fault.message:
        return ""
    syntax = sources.names_called_in(fault) if fault.frames else ()
    own = [name for name in syntax if not sources.is_builtin(name)]
    return NONE_OF.format(*own) if len(own) == 1 else NONE_OF_ANY


NONE_OF = "does {} end without `return`? Then it returns None"
NONE_OF_ANY = (
    "does a function end without `return`, or is None what something began as?"
)


def passages_with_faults(
    faults: Iterable[Fault], passages: list[Passage]
) -> list[Passage]:
    """Passages, and what is known of faults: where they are, and what helps."""
    told = [*passages]
    for fault in faults:
        place = (traceback(fault),) if fault.frames else told.pop() if told else ()
        told.append((*place, *hints(fault)))
    return [passage for passage in told if passage]


RETURNED = "{} returned {}, expected {}"
SHORT = 80  # characters of what was returned in a sentence


@dataclass(frozen=True, slots=True)
class ExpectedKind:
    """What should have been returned, and hints by the kind of what was."""

    name: str
    hints: Mapping[str, str]


def wrong_type(function: str, outcome: Returned, expected: ExpectedKind) -> str:
    """One sentence on what was returned where something else should be."""
    hint = expected.hints.get(outcome.kind, f"expected {expected.name}")
    shown = SHOWN.get(outcome.kind, "{}").format(brief(outcome))
    return f"{function} returned {shown}: {hint}"


def brief(outcome: Returned) -> str:
    """What was returned, for a sentence; a text cannot end the quotes it stands in."""
    text = outcome.text.replace("'", "\\'") if outcome.kind == "str" else str(outcome)
    return clean(text, SHORT)


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
OF_A_CALL = {  # whatever should have come back
    "iterator": "has `yield` taken the place of `return`?",
    "coroutine": "write `def` for `async def`",
    "callable": "are the parentheses of a call missing?",
}
VALUE_HINTS = OF_A_CALL | {
    "none": "is a `return` missing?",
    "bool": "a truth value is not a number here",
    "nan": "not a number; was inf subtracted from inf?",
    "inf": "has the initial bound leaked out?",
    "huge": "beyond ±2**53, larger than any utility",
    "complex": "expected a real number",
    **dict.fromkeys(("tuple", "list", "like_tuple"), "return the value alone"),
    "state": "return its value, not the state",
    "like_int": "return int(…) of it",
    "like_float": "return float(…) of it",
}
PAYOFF_HINTS = OF_A_CALL | {
    "none": VALUE_HINTS["none"],
    "number": "return the payoffs of all players, as a tuple",
    "state": VALUE_HINTS["state"],
    **dict.fromkeys(("tuple", "list"), "return the payoffs alone, finite numbers"),
}
ITSELF = "return the action itself, not its value"
ACTION_HINTS = OF_A_CALL | {
    "none": "is a `return` missing, or was no action better than the first bound?",
    **dict.fromkeys(("number", "like_int"), f"{ITSELF} or its index"),
    **dict.fromkeys(("inf", "nan", "huge", "like_float"), ITSELF),
    "state": "return the action that leads to it",
    **dict.fromkeys(("tuple", "list", "like_tuple"), "return the action alone"),
    "like_str": "return str(…) of it",
}
ALL_ALONE = "return the actions of the line, and nothing else"
LINE_HINTS = OF_A_CALL | {
    "none": VALUE_HINTS["none"],
    "str": "return all actions of the line, in a list",
    "number": "return the actions of the line, not their value",
    **dict.fromkeys(("tuple", "list"), ALL_ALONE),
    "state": "return the actions of the line, in a list",
    "iterator": "return a list; list(…) makes one of it",
}
A_NUMBER = ExpectedKind("an int or a float", VALUE_HINTS)
PAYOFFS = ExpectedKind("a tuple of payoffs", PAYOFF_HINTS)
AN_ACTION = ExpectedKind("an action", ACTION_HINTS)
A_LINE = ExpectedKind("a list of actions", LINE_HINTS)


CLUES = {
    sources.ASSIGNED: (
        "{place} assigns to `{name}`, which is then no longer Python's own; give yours "
        "another name"
    ),
    sources.UNCALLED: (
        "{place} does not call game.{name}: without (state) it is a method, and counts "
        "as true"
    ),
    sources.COMPARED: (
        "{place} does not call game.{name}: without (state) it is a method, and equals "
        "no player"
    ),
}


def clue_sentence(clue: sources.Clue) -> str:
    """What follows from a line of the text; "" where that hangs on a tree."""
    if clue.place is None:
        return ""
    place = f"{clue.place.file}:{clue.place.line}"
    return CLUES[clue.kind].format(name=clue.name, place=place)
