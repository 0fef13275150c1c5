"""The child's side of the pipes: one job, served in a process of its own.

Nothing here is trusted and nothing here knows an answer. What this process
knows of the tree, it has asked the grader for.
"""

from __future__ import annotations

import json
import marshal
import os
import struct
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import pairwise, repeat
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, NoReturn, TypeVar

import autograder.adapters  # noqa: F401 - courses import it where nobody can read it
from autograder import game as games
from autograder.game import (
    MAX,
    USUAL,
    Estimate,
    Facts,
    State,
    Value,
    View,
    hashable_content,
)
from autograder.walls.confine import Walls
from autograder.walls.layers import Layers, Session
from autograder.worker import protocol
from autograder.worker.submission import Submission, name_exits, note_names
from autograder.worker.values import brief, encode, encode_in_order
from autograder.worker.walking import Talk, obey_orders
from autograder.worker.watching import Frames, Ordering, Returning, StandIn, Witness

Window = tuple[float, float]
Reply = TypeVar("Reply")
# The results of a job, from the job and the descriptors of requests and replies.
Performs = Callable[[dict[str, Any], int, int], Iterator[dict[str, Any]]]

STDOUT = 1
MOST_DESCRIPTORS = 1024  # the fork server has a handful


class Game(games.Game):
    """The game under its own name, whose text is no address but the same each time."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "game"


def main(
    requests: int, replies: int, walls: Walls, does: Performs | None = None
) -> NoReturn:
    """Serve one job over the two descriptors, then end the process."""
    try:
        serve(requests, replies, walls, does or perform)
    finally:
        os._exit(0)


def serve(requests: int, replies: int, walls: Walls, does: Performs) -> None:
    """Read the job, enter the sandbox, and send the result of each call."""
    fault = _fault_of(walls.prepare)
    close_all_but(0, 1, 2, requests, replies)
    job = protocol.read_job(replies)
    fault = fault or _fault_of(lambda: walls.enter(job))
    if fault:
        frame = protocol.frame_of(protocol.SETUP_FAILED, fault)
        protocol.write_all(requests, frame)
        return
    protocol.write_all(requests, protocol.REQUEST.pack(protocol.READY, 0))
    for result in does(job, requests, replies):
        protocol.write_all(requests, protocol.frame_of(protocol.RESULT, result))


def close_all_but(*kept: int) -> None:
    """Close what the fork server shares with the grader: no door is inherited."""
    for below, above in pairwise([*sorted(kept), MOST_DESCRIPTORS]):
        os.closerange(below + 1, above)


def _fault_of(put_up: Callable[[], None]) -> str:
    """Why the walls could not be put up, in a few words; "" if they were."""
    try:
        put_up()
    except Exception as error:  # noqa: BLE001 - whatever failed, it is ours to report
        return brief(f"{type(error).__name__}: {error}")
    return ""


def perform(
    job: dict[str, Any], requests: int, replies: int
) -> Iterator[dict[str, Any]]:
    """The result of each call, in order; none after the time has run out.

    With how many bytes have been printed by then, if that can be told.
    """
    stdout = sys.stdout
    seconds = job["wall_seconds"], job["cpu_seconds"]
    submission = Submission(job["folder"], job["module"], *seconds)
    talk = Talk(requests, replies)
    for result in results(job, submission, _calls(job, replies), talk):
        with suppress(Exception):  # the student may have closed it
            stdout.flush()
            result["printed"] = os.fstat(STDOUT).st_size
        yield result
        if result.get("error", {}).get("kind") == "timeout":
            return


def results(
    job: dict[str, Any],
    submission: Submission,
    calls: Iterable[dict[str, Any]],
    talk: Talk,
    opened: Opens | None = None,
) -> Iterator[dict[str, Any]]:
    """The result of each call, in order, whatever has come of those before.

    Each is made in the game that `opened` tells, by itself one that asks the grader.
    """
    opened = opened or remote_game
    game: Game | None = None
    bank: _Bank | None = None
    for call in calls:
        if "plain" in call:
            result = submission.call_plainly(call["function"], call["plain"])
        elif "walk" in call:
            result = submission.walk(partial(obey_orders, talk, **call["walk"]))
        elif "traces" in call:
            result = {"returned": encode(None), "changed": submission.leaves_traces()}
        else:
            if call.get("renews"):
                submission.renew(call["renews"])
            known = game if call["continues"] else None
            remote = opened(call, *talk.pipes, known)
            game = remote.game
            if call.get("left") is not None:
                bank = bank or _Bank(game)
                bank.begin(call["left"], call["root"])
            elif known is not None:
                submission.reset_random_state()
            result = _searched(job, submission, call, remote)
        yield result


def _searched(
    job: dict[str, Any], submission: Submission, call: dict[str, Any], remote: Remote
) -> dict[str, Any]:
    """The result of a call in a game, with who watches it, and what stands in."""
    game, folder = remote.game, job["folder"]
    if most := call.get("most_frames"):
        sys.setrecursionlimit(most)
    entries = {name: tuple(names) for name, *names in call.get("witnessed", ())}
    witness = Witness(folder, entries) if entries else None
    frames = Frames(folder) if call.get("counts_frames") else None
    returning = Returning(call["repeats"]) if call.get("repeats") else None
    for watcher in (witness, frames, returning):
        if watcher is not None:
            game._fetch = watcher.watching(game._fetch)
    guests = [each.within for each in (remote.stand_ins if not witness else [witness])]
    if returning is not None:
        guests.append(returning.within)
        if game._estimate is not None:
            game._estimate = returning.looking(game._fetch, game._estimate)
    ordering = None
    if call.get("orders"):
        ordering = Ordering(call["orders"], remote.peek if call.get("peeks") else None)
        guests.append(ordering.within)
        if game._estimate is not None:
            game._estimate = ordering.looking(game._estimate)
    arguments = (game, remote.root, *call["arguments"])
    told = encode_in_order if call.get("in_order") else encode
    result = submission.call(call["function"], arguments, tuple(guests), told)
    if ordering is not None and ordering.misordered is not None:
        result = {**result, "misordered": ordering.misordered}
    if frames is not None:
        return {**result, "frames": frames.as_json()}
    return result if witness is None else {**result, "seen": witness.as_json()}


def _calls(job: dict[str, Any], replies: int) -> Iterator[dict[str, Any]]:
    """The calls of the job, and where there may be more, what the grader then asks."""
    yield from job["calls"]
    for _ in range(job["then"]):
        yield from protocol.read_job(replies)["calls"]


class Remote(NamedTuple):
    """A game, its root, what stands in for functions, and a look without a visit."""

    game: Game
    root: State
    stand_ins: tuple[StandIn, ...]
    peek: Estimate


class _Line:
    """Asks the grader one thing at a time: a search may use threads."""

    def __init__(self, requests: int, replies: int) -> None:
        self.turn = Lock()
        self._requests, self._replies = requests, replies

    def value(self, request: bytes) -> Value | None:
        """What the answer is worth."""
        with self.turn:
            os.write(self._requests, request)
            return protocol.value_of(protocol.read_frame(self._replies))

    def estimate(self, state: State, opcode: int = protocol.ESTIMATE) -> Value | None:
        """The estimate of a state."""
        return self.value(protocol.REQUEST.pack(opcode, state._handle))

    def time_is_up(self) -> bool:
        """Whether a search is to stop."""
        return bool(self.value(protocol.REQUEST.pack(protocol.TIME, 0)))


class _Bank:
    """Counts the visits of a match as the grader does, who alone decides.

    So a program that asks all the time what is left does not wait for the answers.
    """

    def __init__(self, game: Game) -> None:
        self._left = 0
        self._paid: set[int] = set()
        game._fetch = self._counting(game._fetch)
        game._estimate = self._counting(game._estimate) if game._estimate else None
        game._left = lambda: self._left

    def begin(self, left: int, root: int) -> None:
        """A move begins at a state, which is free, with so many visits."""
        self._left = left
        self._paid.add(root)

    def _counting(self, ask: Callable[[State], Reply]) -> Callable[[State], Reply]:
        def counted(state: State) -> Reply:
            if state._handle not in self._paid:
                self._paid.add(state._handle)
                self._left = max(0, self._left - 1)
            return ask(state)

        return counted


def remote_game(
    call: dict[str, Any], requests: int, replies: int, continued: Game | None = None
) -> Remote:
    """A game whose nodes are fetched from the grader, its root, and its stand-ins.

    A game that is `continued` is that one, from a state on that is new.
    """
    line = _Line(requests, replies)
    facts = facts_of(call["facts"]) if "facts" in call else USUAL
    movers = protocol.movers(facts)

    turn, pack = line.turn, protocol.REQUEST.pack

    def fetch(state: State) -> View:
        with turn:
            os.write(requests, pack(protocol.VISIT, state._handle))
            reply = os.read(replies, protocol.SHORT)
            if len(reply) == protocol.LEAF.size and reply[5] != protocol.INNER:
                return leaf_view(movers, reply)
            if not reply:
                os._exit(1)  # the grader has gone
            return view_of(game, movers, protocol.read_frame(replies, reply))

    def ask(place: int, state: State, window: Window, player: object) -> Value | None:
        told = place, window, protocol.place_of(player, movers)
        return line.value(protocol.asking(state._handle, *told))

    play = partial(line.estimate, opcode=protocol.PLAY) if call.get("plays") else None
    game = continued or Game(fetch, line.estimate, facts, line.time_is_up, play)
    game._forgets = call.get("timed", False)
    about = call["root"], call["label"], hashable_content(call["content"])
    root = State(game, *about, apart=facts.apart)
    peek = partial(line.estimate, opcode=protocol.PEEK)
    stand_ins = []
    for place, (name, *names) in enumerate(call["replaced"]):
        asking, is_called = partial(ask, place), name == call["function"]
        one = StandIn(name, tuple(names), asking, root, is_called=is_called)
        stand_ins.append(one)
    return Remote(game, root, tuple(stand_ins), peek)


Opens = Callable[[dict[str, Any], int, int, Game | None], Remote]


def facts_of(facts: list[Any]) -> Facts:
    """What a job tells of a game."""
    players, bounds, depth, apart, data = facts
    least_and_greatest = None if bounds is None else (bounds[0], bounds[1])
    return Facts(
        tuple(players), least_and_greatest, depth, apart, hashable_content(data)
    )


def leaf_view(movers: tuple[str, ...], reply: bytes) -> View:
    """Decode a terminal node with one number."""
    _, player, shape, utility = protocol.LEAF.unpack(reply)
    payoff = int(utility) if shape == protocol.INTEGER else utility
    return View(movers[player], (), payoff)


def view_of(game: games.Game, movers: tuple[str, ...], frame: bytes) -> View:
    """Decode a node of any shape."""
    _, player, shape = protocol.HEAD.unpack_from(frame)
    if shape not in (protocol.INNER, protocol.NOISY):
        payoff = None if shape == protocol.EDGE else protocol.value_of(frame)
        return View(movers[player], (), payoff)
    (count,) = protocol.COUNT.unpack_from(frame, protocol.HEAD.size)
    handles = struct.unpack_from(f"<{count}I", frame, protocol.HANDLES)
    rest = frame[protocol.HANDLES + count * protocol.COUNT.size :]
    labels, actions, contents, probabilities = marshal.loads(rest)  # noqa: S302 - ours
    content = map(hashable_content, json.loads(contents)) if contents else repeat(None)
    apart, below = game._facts.apart, []
    rows = zip(actions or labels, handles, labels, content)  # noqa: B905 - quick
    for action, handle, label, data in rows:
        below.append((action, State(game, handle, label, data, apart=apart)))
    return View(movers[player], (*below,), None, probabilities, shape != protocol.NOISY)


def rehearse() -> None:
    """Do once what a job does, so that the pages it needs are there when it comes."""
    name_exits()

    def fetch(state: State) -> View:
        below = () if state._handle else (("leaf", State(game, 1, "leaf")),)
        return View(MAX, below, None if below else 0)

    game = Game(fetch)
    stage = str(Path(__file__).parent)
    part = Submission(stage, "rehearsal", wall_seconds=1.0, cpu_seconds=1.0)
    result = part.call("max_value", (game, State(game, 0, "root"), -1, 1))
    assert "returned" in result, result
    sys.path.remove(stage)
    del sys.modules["rehearsal"]
    note_names()


def end_input() -> None:
    """Standard input that ends at once, and that no other process has.

    What several have open, or could open, keeps locks and flags for the next of them.
    """
    reading, writing = os.pipe()
    os.close(writing)
    os.dup2(reading, 0)
    os.close(reading)


def main_on_standard_pipes() -> NoReturn:
    """Serve one job on standard input and output, which the student does not get."""
    requests, replies = os.dup(1), os.dup(0)
    name_exits()
    note_names()
    end_input()
    os.dup2(2, 1)
    session = Session(sys.argv[1], sys.argv[1])
    main(requests, replies, Walls(Layers(), session))
