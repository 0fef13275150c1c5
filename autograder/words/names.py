"""What `game` is asked by name, and which of it was meant by a name that it lacks."""

from __future__ import annotations

import re

from autograder.game import Game
from autograder.text import listed

ARGUMENTS = {
    "result": "state, action",
    "is_cutoff": "state, d",
    "players": "",
    "bounds": "",
    "time_is_up": "",
}
CALLS = {  # as they are written
    name: f"game.{name}({ARGUMENTS.get(name, 'state')})"
    for name in vars(Game)
    if name[:1] != "_"
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
