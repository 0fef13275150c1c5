"""The frames between the grader and a worker: fixed-size requests, sized replies.

A worker writes requests of five bytes, an opcode and one unsigned number. Some
carry JSON behind them, of the length that the number tells, and ASK which function
was called and its window. The
grader sends one job when the worker starts, and one reply to each VISIT and each ASK.
The commands to the fork server, on a socket of their own, stand here too.
"""

from __future__ import annotations

import json
import os
import struct
from typing import Any

from autograder.game import MAX, MIN

READY, SETUP_FAILED, VISIT, RESULT, ASK = 1, 2, 3, 4, 5

REQUEST = struct.Struct("<BI")  # opcode; handle, or the length of the JSON behind
SIZE = struct.Struct("<I")  # length of a job
ASKED = struct.Struct("<Bdd")  # behind an ASK: place of the function; α, β or NaN
HEAD = struct.Struct("<IBB")  # length behind the head, index into PLAYERS, shape
LEAF = struct.Struct("<IBBd")  # the same, with the utility
COUNT = struct.Struct("<I")  # children of an inner node; handles and text follow

INNER, INTEGER, FLOAT = 0, 1, 2  # shapes of a node

SPAWN, REAP, FINISH = 1, 2, 3  # commands to the fork server
COMMAND = struct.Struct("<Bi")  # command, process id
SPAWNED = struct.Struct("<i")  # process id
ENDED = struct.Struct("<id")  # exit code; CPU seconds, user and system
HELLO = struct.Struct("<???B")  # it is up, with these layers in force
PLAYERS = (MAX, MIN)
CHUNK = 65536
MAX_RESULT = 1 << 18  # bytes of JSON in one result
CONTENT_MARK = "\0"  # between the labels and the JSON of the contents


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
    text = json.dumps(content).encode()
    return REQUEST.pack(opcode, len(text)) + text


def job_frame(job: object) -> bytes:
    """The job, as the grader sends it to a worker."""
    text = json.dumps(job).encode()
    return SIZE.pack(len(text)) + text


def read_job(descriptor: int) -> dict[str, Any]:
    """The job, as the worker receives it."""
    (size,) = SIZE.unpack(read_exactly(descriptor, SIZE.size))
    job: dict[str, Any] = json.loads(read_exactly(descriptor, size))
    return job
