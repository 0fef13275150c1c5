"""The words on a line that Python cannot read, and on a name that is not there."""

from __future__ import annotations

import re
import sys

from autograder.game import Game
from autograder.observing.outcome import Fault, Frame
from autograder.text import clean, listed

MESSAGE = 80  # characters of Python's own words in a sentence

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


def grades() -> str:
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
            return NEEDS.format(what, *first, grades())
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
    "to_move": "player turn currentplayer whoseturn whosemove playertomove agent "
    "isplayer ismax ismaxplayer nextplayer",
}
MEANT = {other: name for name, others in ELSEWHERE.items() for other in others.split()}
LIKE = 0.6  # of the letters, for a slip of the fingers
LONGEST = 60  # characters of a name that are looked at


def meant(message: str) -> str:
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


def all_names(message: str) -> str:
    """What every `game` can be asked, where a message tells of a name that it lacks."""
    if not LACKING.fullmatch(message):
        return ""
    return f"ask the game; it has {listed(tuple(CALLS[name] for name in OF_TWO))}"
