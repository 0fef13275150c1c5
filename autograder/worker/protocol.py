"""The frames between the grader and a worker: fixed-size requests, sized replies.

A worker writes requests of five bytes, an opcode and one unsigned number. Some
carry JSON behind them, of the length that the number tells, and ASK which function
was called, its window and its player. The grader sends one job when the worker starts,
and one reply to each VISIT, ASK, ESTIMATE, PEEK, TIME and PLAY.
The commands to the fork server, on a socket of their own, stand here too.
"""

from __future__ import annotations

import json
import os
import struct
from typing import Any

from autograder.game import CHANCE, Facts, Payoffs, Value

READY, SETUP_FAILED, VISIT, RESULT, ASK, ESTIMATE, PEEK, TIME = 1, 2, 3, 4, 5, 6, 7, 8
PLAY = 9  # a playout
TRIAL = 11  # of a program that was edited: its number; the calls come, then a verdict
STEP = 10  # of a walk: what came of an order, as JSON; new orders come behind the last
MOST_PLIES = 200  # of a game that a walk unrolls
TOO_MANY = STATES, LETTERS = "states", "letters"  # why one is not told

# What is wrong where a course's module calls: a name is not there, the module itself,
# or what came back.
LACKS, OF_COURSE, UNUSABLE = "lacks", "course", "unusable"
COURSE = "/.course"  # in a submission's folder, with what the course provides

REQUEST = struct.Struct("<BI")  # opcode; handle, or the length of the JSON behind
SIZE = struct.Struct("<I")  # length of a job
ASKED = struct.Struct("<BddB")  # behind an ASK: place of the function; α, β; player
NOBODY = 255  # in place of a player, where none was told; NaN stands for α and β
HEAD = struct.Struct("<IBB")  # length behind the head, index of who moves, shape
LEAF = struct.Struct("<IBBd")  # the same, with the utility
PAYOFF = struct.Struct("<Bd")  # of one player: INTEGER or FLOAT, and the number
COUNT = struct.Struct("<I")  # children of an inner node; their handles follow
HANDLES = HEAD.size + COUNT.size  # where those begin

# Shapes of a node: with children, with a number, with a number a player; one that was
# not laid out further, nothing where a value was asked for; not quiet.
INNER, INTEGER, FLOAT, VECTOR, EDGE, NOTHING, NOISY, REFUSED = range(8)

SPAWN, REAP, FINISH, LOOK = 1, 2, 3, 4  # commands to the fork server
COMMAND = struct.Struct("<Bi")  # command, process id
SPAWNED = struct.Struct("<i")  # process id
ENDED = struct.Struct("<id")  # exit code; CPU seconds, user and system
MARKED = struct.Struct("<?")  # whether a worker has left a mark on what all share
HELLO = struct.Struct("<i???B")  # its process id; the layers that are in force
CHUNK = 65536
MAX_RESULT = 1 << 18  # bytes of JSON in one result
SHORT = 4096  # likewise, of what is most often one node


def is_own(file: str, folder: str) -> bool:
    """Whether a file is one of the submission in a folder, and not the course's."""
    return file.startswith(folder) and not file.startswith(folder + COURSE)


class ProtocolError(Exception):
    """The worker sent what no honest one sends."""


def read_exactly(descriptor: int, size: int, begun: bytes = b"") -> bytes:
    """`size` bytes from the pipe, of which `begun` are here; EOFError if it ends."""
    parts, missing = [begun], size - len(begun)
    while missing > 0:
        part = os.read(descriptor, min(missing, CHUNK))
        if not part:
            raise EOFError("the pipe was closed")
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)


def write_all(descriptor: int, frame: bytes) -> None:
    """The whole frame to the pipe, in as many writes as it takes."""
    view = memoryview(frame)
    while view:
        view = view[os.write(descriptor, view) :]


def frame_of(opcode: int, content: object) -> bytes:
    """A request that carries JSON."""
    return frame_of_text(opcode, json.dumps(content))


def frame_of_text(opcode: int, text: str) -> bytes:
    """A request that carries JSON which is written out."""
    return REQUEST.pack(opcode, len(text.encode())) + text.encode()


def job_frame(job: object) -> bytes:
    """The job, as the grader sends it to a worker."""
    text = json.dumps(job).encode()
    return SIZE.pack(len(text)) + text


def movers(facts: Facts) -> tuple[str, ...]:
    """Who may move in a game, in the order in which a frame counts them."""
    return (*facts.players, CHANCE)


def place_of(player: object, players: tuple[str, ...]) -> int:
    """The place of one of them; NOBODY for whatever is none."""
    known = type(player) is str and player in players
    return players.index(player) if known else NOBODY


def asking(handle: int, place: int, window: tuple[float, float], player: int) -> bytes:
    """The request for the value of a state."""
    return REQUEST.pack(ASK, handle) + ASKED.pack(place, *window, player)


def value_frame(player: int, value: Value | None) -> bytes:
    """A number, the payoffs of all players, or nothing, where `player` moves."""
    if value is None:
        return HEAD.pack(0, player, NOTHING)
    if isinstance(value, tuple):
        body = b"".join([PAYOFF.pack(_shape(number), number) for number in value])
        return HEAD.pack(len(body), player, VECTOR) + body
    return LEAF.pack(LEAF.size - HEAD.size, player, _shape(value), value)


def _shape(number: float) -> int:
    return INTEGER if type(number) is int else FLOAT


def value_of(frame: bytes) -> Value | None:
    """What `value_frame` was made of."""
    shape = frame[HEAD.size - 1]
    if shape == NOTHING:
        return None
    if shape == VECTOR:
        return payoffs_of(frame)
    _, _, _, number = LEAF.unpack(frame)
    return int(number) if shape == INTEGER else float(number)


def payoffs_of(frame: bytes) -> Payoffs:
    """The payoffs in a frame of the shape VECTOR."""
    return tuple(
        [
            int(number) if shape == INTEGER else number
            for shape, number in PAYOFF.iter_unpack(frame[HEAD.size :])
        ]
    )


class Refused(BaseException):
    """The grader does not answer; an edited program's trial is over, and no more."""


def read_frame(descriptor: int, begun: bytes = b"") -> bytes:
    """A whole reply, whose head tells its length; Refused where there is none."""
    frame = (
        begun if len(begun) >= HEAD.size else read_exactly(descriptor, HEAD.size, begun)
    )
    size, _, shape = HEAD.unpack_from(frame)
    if shape == REFUSED:
        raise Refused
    size += HEAD.size
    return frame if len(frame) == size else read_exactly(descriptor, size, frame)


def read_job(descriptor: int) -> dict[str, Any]:
    """The job, as the worker receives it."""
    (size,) = SIZE.unpack(read_exactly(descriptor, SIZE.size))
    job: dict[str, Any] = json.loads(read_exactly(descriptor, size))
    return job
