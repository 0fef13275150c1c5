"""Odd names and forged messages of each kind, through all that a report is made of.

Each example is a worker's talk: a program whose names are odd, played by the worker's
own code, which tells a lie here and there. Whatever it is, the grader judges it, and
nothing in any output acts on who reads it. A longer run, for so many seconds and from
another seed, prints what it meets:

    python -m tests.report.test_fuzz_messages 3600 2
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from types import ModuleType
from typing import Any
from unittest.mock import patch

from autograder.assignment.questions import Limits, Points
from autograder.kinds import all as assignments
from autograder.kinds import entries
from autograder.kinds.game import judging as plays
from autograder.kinds.game import words as lines
from autograder.kinds.game import words as of_games
from autograder.kinds.game.judging import Count
from autograder.kinds.game.lines import Division
from autograder.kinds.game.lines import _CountingOracle as _Counting
from autograder.kinds.game.observing import (
    Guide,
    PlayObserved,
    let_player_search,
    of_reference,
)
from autograder.kinds.game.question import PlayAnswers, Walk
from autograder.kinds.playouts import judging as played
from autograder.kinds.playouts import judging as playouts
from autograder.kinds.playouts import words as of_playouts
from autograder.kinds.playouts.computing import right_playouts
from autograder.kinds.playouts.question import FACETS, PlayoutQuestion, PlayoutTest
from autograder.kinds.search import judging as compare
from autograder.kinds.search import observing
from autograder.kinds.search.signatures import Sheet, load_answers
from autograder.kinds.table import judging as tables
from autograder.kinds.table import kind
from autograder.kinds.table.judging import RowSeen, TableObserved
from autograder.kinds.table.question import Row, Table, TableAnswers
from autograder.observing.observation import (
    Observation,
    Observed,
    value_and_action_requests,
)
from autograder.observing.outcome import Outcome, outcomes_of
from autograder.project import REFERENCE
from autograder.report import page, platforms, terminal
from autograder.report.entries import Entry, Report, for_student
from autograder.sandbox.jobs import NO_TREE, Conversation, Ended, converse
from autograder.sandbox.oracle import Oracle, first_misorder
from autograder.trees.file import parse
from autograder.worker import protocol
from autograder.worker.protocol import MAX_RESULT, READY, REQUEST, RESULT, STEP
from autograder.worker.submission import Submission
from autograder.worker.values import encode, encode_whole
from autograder.worker.walking import Talk, obey_orders
from tests.asking import row_test
from tests.fuzzing import random_of, within
from tests.playgrading import GAME, RIGHT, WHOLE, computed
from tests.searched import entry_of
from tests.small import ROOT, THOROUGH

TALKS = 5_000 if THOROUGH else 600
BATCH = 25  # tests of one report
LONGEST = 10.0  # seconds of one talk, and the report of a batch
ACTING = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
QUICK = ROOT / "tests" / "assignments" / "quick"
TUPLE = (ROOT / "reference" / "seven_tuple.py").read_text(encoding="utf-8")
PLAYED = f"""questions:
- {{name: p, kind: game, module: {GAME}, game: {GAME},
   options: {{pile: 4, take: [1, 2]}}, plays: minimax,
   points: {{value: 1, action: 1}}, lines: {{a: {{to: 1}}}}}}
"""
FOUR = RIGHT.replace("return 3,", "return 4,")
SEVEN = """questions:
- {name: seven_tuple, kind: game, game: nim, shape: tuple,
   options: {piles: [2, 2], canonical: true},
   points: {to_move: 1, actions: 1, result: 1, canonical: 3},
   lines: {all: {to: 3}}}
"""
CLASS = 'type("\\x1b[2J\\u202e", (Exception,), {})'
ODD = (  # as Python writes them: what a program returns, raises, or names a move
    *("'\\ud800'", "'\\n'", "'\\x1b[2J'", "'\\u202e'", "'\\0'", "'\\1'", "''", "'\\r'"),
    *("'x' * 100_000", "'\\x1b' * 100_000", "'\\U0001f600' * 100_000", "'\\u3164'"),
    *("'a' + '\\u0301' * 99", "'<script>'", "'{0}'", "'take 1\\ntake 2'", "b'\\xff'"),
    *("['\\n']", "('\\ud800',) * 3000", "{'\\n': 1}", "{'\\ud800'}", "[[[[[['x']]]]]]"),
    *("['\\U0001f600' * 200] * 2000", "None", "True", "10**400", "float('nan')", "3"),
    *(f"{CLASS}('\\n')", CLASS, "iter('\\x1b')", "[float('inf')]", "['x'] * 3000"),
)
PLACES = (  # of a game of one's own, where something odd may stand
    ("return [f", "return [ODD + f"),
    ("return [f", "return ODD or [f"),
    ("return state[1]", "return ODD"),
    ("return state[0] == 0", "return ODD"),
    ("return -1 if", "return ODD if"),
    ('return 3, "max"', 'return 3, "max", ODD'),
    ('return 3, "max"', "return ODD"),
    ("return state[0] - int", "return ODD or state[0] - int"),
    ("raise ValueError(action)", "raise ValueError(ODD)"),
    ("raise ValueError(action)", "return ODD"),
    ("    return state[1]", f"    raise {CLASS}(ODD)"),
    ("def result(", "def result_("),
    ("def is_terminal(", "class odd:\n  def is_terminal("),
)
JSONS: tuple[Any, ...] = (  # what is no part of an honest message
    *(None, True, False, 0, -1, 2**31, 2**64, 10**400, 0.5, math.nan, math.inf),
    *("", "x", "\ud800", "\x1b[2J\n", "\u202e", "x" * 9999, "max", "\u0663"),
    *([], [None], [[]], {}, {"kind": "str"}, {"error": 1}, [0] * 3000),
)
Messages = Iterator[tuple[int, Any]]


def forged(random: Random, message: Any) -> Any:
    """A message with one part of it changed, taken away or put in besides."""
    if isinstance(message, dict) and message and random.random() < 0.85:
        name = random.choice([*message])
        if random.random() < 0.15:
            return {k: v for k, v in message.items() if k != name}
        if random.random() < 0.1:
            return {**message, random.choice(("", "error", "made")): message[name]}
        return {**message, name: forged(random, message[name])}
    if isinstance(message, list) and message and random.random() < 0.85:
        at = random.randrange(len(message))
        put = [] if random.random() < 0.2 else [forged(random, message[at])]
        again = random.choice((0, 1, 1, 1, 2, 50))
        return [*message[:at], *put * again, *message[at + 1 :]]
    return random.choice(JSONS)


def broken(random: Random, opcode: int, message: Any) -> bytes:
    """Bytes in the place of a frame, behind which a worker ends."""
    text = json.dumps(message).encode()
    size = random.choice((0, len(text) + 1, MAX_RESULT + 1, 2**32 - 1))
    other = random.randrange(256)
    return random.choice(
        (
            REQUEST.pack(opcode, size) + text,
            REQUEST.pack(other, len(text)) + text,
            REQUEST.pack(READY, 0) + REQUEST.pack(opcode, len(text)) + text,
            REQUEST.pack(opcode, len(text) - 1) + text[:-1],
            REQUEST.pack(opcode, 4) + b"\xff\xfe{}",
            REQUEST.pack(opcode, 99_999) + b"[" * 99_999,
            REQUEST.pack(opcode, 99_999) + b"1" * 99_999,
            REQUEST.pack(opcode, 2 * len(text)) + text[:-1] + b"," + text[1:],
            REQUEST.pack(opcode, len(text)) + text[: len(text) // 2],
            random.randbytes(random.randrange(40)),
            (REQUEST.pack(opcode, len(text)) + text) * 200,
        )
    )


class Liar(Talk):
    """The worker's side of a talk, whose frames are forged now and then."""

    def __init__(self, random: Random, requests: int, replies: int) -> None:
        super().__init__(requests, replies)
        self._random = random
        self._often = random.choice((0, 0, 0.01, 0.05, 0.3))

    def answer(self, answer: Any) -> None:
        """Tell what came of an order."""
        self.say(STEP, answer)

    def say(self, opcode: int, message: Any) -> None:
        """Send a message, or what is none."""
        if self._random.random() < self._often / 5:
            protocol.write_all(self.pipes[0], broken(self._random, opcode, message))
            raise BrokenPipeError
        if self._random.random() < self._often:
            message = forged(self._random, message)
        protocol.write_all(self.pipes[0], protocol.frame_of(opcode, message))


def heard(oracles: list[Oracle], play: Callable[[int, int], None]) -> Conversation:
    """What the grader makes of a worker that plays its part on these pipes."""
    requests, theirs = os.pipe()
    their_replies, replies = os.pipe()

    def act() -> None:
        with suppress(BrokenPipeError, EOFError):  # the grader has heard enough
            protocol.read_job(their_replies)
            protocol.write_all(theirs, REQUEST.pack(READY, 0))
            play(theirs, their_replies)
        os.close(theirs)
        os.close(their_replies)

    worker = Thread(target=act)
    worker.start()
    try:
        said = converse((requests, replies), {}, oracles)
    finally:
        os.close(requests)
        os.close(replies)
        worker.join()
    assert not said.setup_fault
    assert "\n" not in said.violation
    return said


def outcomes(said: Conversation, calls: int) -> tuple[Outcome, ...]:
    """What came of the calls."""
    ended = Ended(said, "", 0, 0.01, late=False)
    return outcomes_of(ended, Path("submission"), Limits(), calls)


@dataclass
class World:
    """Questions of each kind, made once."""

    folder: Path
    games: list[tuple[tuple[Walk, ...], PlayAnswers, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        made = ((WHOLE, RIGHT), (PLAYED, FOUR), (SEVEN, TUPLE))
        for number, (text, code) in enumerate(made):
            tests, answers = computed(self.folder / str(number), text)
            self.games.append((tests, answers, code))
        self.described = Submission("", "", 1, 1)._described
        quick = assignments.load(QUICK)
        self.case = quick.cases[0]
        self.answers = load_answers(quick)[self.case.tree_name]
        self.search = (REFERENCE / "minimax.py").read_text(encoding="utf-8")

    def talk(self, random: Random) -> Entry:
        """What is told of one test, of any kind."""
        kinds = (self.walk, self.walk, self.search_on_a_tree, self.table, self.playouts)
        return random.choice((*kinds, self.count))(random)

    def returned(self, random: Random, *beside: str) -> dict[str, Any]:
        """The result of a call that returned something odd, or raised it."""
        odd = eval(random.choice(ODD))  # noqa: S307 - our own
        result = {"returned": random.choice((encode, encode_whole))(odd)}
        if random.random() < 0.3:
            kind = eval(CLASS) if random.random() < 0.5 else ValueError  # noqa: S307
            result = {"error": self.described(kind(odd))}
        text = odd[:200] if isinstance(odd, str) else "x"
        row = [True, 7, 1, text[:16], None, 0, 2, text[:16]]
        more = {
            "changed": True,
            "seen": {"files": [text], "calls": [row], "asked": [[7, 0, 1, [7]]]},
            "frames": {"depths": [*range(13)], "names": [text] * 2},
            "misordered": {"state": 7, "others": [text], "returned": ""},
        }
        return result | {n: more[n] for n in beside if random.random() < 0.5}

    def results(
        self, random: Random, oracles: list[Oracle], *beside: str
    ) -> Conversation:
        """What is said of calls of which each returned something odd."""

        def play(requests: int, replies: int) -> None:
            liar = Liar(random, requests, replies)
            for _ in oracles:
                liar.say(RESULT, self.returned(random, *beside))

        return heard(oracles, play)

    def search_on_a_tree(self, random: Random) -> Entry:
        """Two results, and what is told beside them."""
        oracles = [Oracle(self.case.tree) for _ in range(2)]
        for oracle in oracles:
            oracle._index_of[7] = 0
        said = self.results(random, oracles, "seen", "frames", "misordered")
        for result, oracle in zip(said.results, oracles, strict=False):
            known = observing.decode_record(
                result.get("seen", NOTHING_SEEN), oracle, self.folder
            )
            observing.recursive_functions_from(result)
            assert_quiet([repr(known)])
        requests = value_and_action_requests(self.case.question, self.case.tree)
        calls = tuple(
            Observation(
                *(request.function, request.call_text, outcome),
                misordered=first_misorder(oracle.misordered, oracle.node_of),
            )
            for request, outcome, oracle in zip(
                requests, outcomes(said, 2), oracles, strict=True
            )
        )
        assert_quiet([c.misordered.sentence("order") for c in calls if c.misordered])
        return entry_of(
            compare.judge(Sheet(self.case, self.answers), Observed(calls)), "1"
        )

    def table(self, random: Random) -> Entry:
        """Results of rows, however they are compared."""
        how = random.choice(("number", "sequence", "set"))
        question = Table("f", "f", "f", how, 1e-9, facets=("result",))
        right_one = 1 if how == "number" else (1, 2)
        test = row_test(question, "all", (Row((1,)), Row((2,))), [("result", 4)])
        said = self.results(random, [Oracle(NO_TREE) for _ in test.rows], "changed")
        seen = tuple(
            RowSeen(row, Observation("f", "f(x)", outcome), changed=True)
            for row, outcome in zip(test.rows, outcomes(said, 2), strict=True)
        )
        answers = TableAnswers(("x",), {"all": (right_one,) * 2})
        result = tables.judge(test, answers, TableObserved(seen))
        return entries.entry_of(result, "1", kind.WORDING)

    def playouts(self, random: Random) -> Entry:
        """The action of a search by playouts."""
        question = PlayoutQuestion("mcts", "monte_carlo", "mcts_search", facets=FACETS)
        points = Points(tuple((facet, 1.0) for facet in FACETS))
        test = PlayoutTest(question, "one", WITH_PLAYOUTS, points=points)
        (came,) = outcomes(self.results(random, [Oracle(WITH_PLAYOUTS)]), 1)
        made = played.seen(test, came)
        result = playouts.judge(test, right_playouts(WITH_PLAYOUTS), made)
        return entries.entry_of(result, "1", of_playouts.WORDING)

    def _module(self, random: Random, code: str) -> ModuleType:
        """A right game, in which something odd stands in a place or two."""
        for before, after in random.sample(PLACES, random.choice((0, 1, 1, 2))):
            code = code.replace(before, after, 1)
        module = ModuleType(GAME)
        vars(module)["ODD"] = eval(random.choice(ODD))  # noqa: S307 - our own
        exec(code, vars(module))  # noqa: S102 - likewise
        return module

    def walk(self, random: Random) -> Entry:
        """A game of one's own, walked and played on."""
        tests, answers, code = random.choice(self.games)
        test, guide = tests[0], Guide(tests[0], answers)
        seven = test.question.is_tuple
        said = heard([guide], self._walker(random, code, seven=seven))
        seen = tuple(guide.seen[number] for number in sorted(guide.seen))
        if test.question.plays:
            let_player_search(seen, of_reference(self.search))
        (ended,) = outcomes(said, 1)
        result = plays.judge(test, answers, PlayObserved(seen, ended, guide.doing))
        return entries.entry_of(result, "1", of_games.WORDING)

    def _walker(
        self, random: Random, code: str, *, seven: bool = False
    ) -> Callable[[int, int], None]:
        module = self._module(random, code)

        def play(requests: int, replies: int) -> None:
            liar = Liar(random, requests, replies)
            ended = obey_orders(liar, module, self.described, seven=seven)
            liar.say(RESULT, {"returned": ended})

        return play

    def count(self, random: Random) -> Entry:
        """The lines of a game by length, as `perft` shows them."""
        told: list[Division] = []

        def take(division: Division) -> bool:
            told.append(division)
            return True

        counting = _Counting(2, take)
        (ended,) = outcomes(heard([counting], self._walker(random, RIGHT)), 1)
        for division in told:
            assert_quiet([lines.by_action(1, division)])
            rows = tuple((name, (count, 0)) for name, count in division)
            assert_quiet([*lines.count_comparison((Count(1, rows),))])
        return Entry("count", "games", str(ended), 0.0, 1.0)


NOTHING_SEEN: dict[str, Any] = {"files": [], "calls": [], "asked": []}
WITH_PLAYOUTS = parse(
    "iterations: 12\ntree: {A: {B: {D: 1, E: 0}, C: {F: -1, G: {H: 1, I: -1}}}}\n"
)


def assert_quiet(texts: list[str]) -> None:
    """No character of these texts acts on who reads it, but for line ends."""
    for text in texts:
        acting = {c for c in text if c != "\n" and unicodedata.category(c) in ACTING}
        assert not acting, (acting, text[:1000])


def texts_in(content: Any) -> list[str]:
    """All the texts in a JSON value, names of fields included."""
    if isinstance(content, dict):
        return [t for pair in content.items() for item in pair for t in texts_in(item)]
    if isinstance(content, list):
        return [text for item in content for text in texts_in(item)]
    return [content] if isinstance(content, str) else []


def assert_shown(told: list[Entry]) -> None:
    """All outputs can be made of these entries, and nothing in them acts."""
    report = Report("Title", {str(i): entry for i, entry in enumerate(told)})
    with patch.dict(os.environ, dict.fromkeys(platforms.FROM_RUNNER.values(), "x")):
        for text in (
            platforms.gradescope_text,
            platforms.prairielearn_text,
            platforms.classroom50_text,
        ):
            assert_quiet(texts_in(json.loads(text(report, 0))))
    assert_quiet(
        [
            terminal.table(report, verbose=True),
            terminal.screen(report, command="c"),
            page.html(for_student(report)),
            platforms.junit_text(report, 0),
        ]
    )


def batches(seed: int) -> Iterator[Callable[[], None]]:
    """Reports of a batch of talks, one after the other and without end."""
    with TemporaryDirectory() as folder:
        world = World(Path(folder))
        while True:
            seeds = range(seed, seed + BATCH)
            yield partial(report_on, world, seeds)
            seed += BATCH


def report_on(world: World, seeds: range) -> None:
    """Hold these talks, and make all outputs of them."""
    told = []
    for seed in seeds:
        with within(LONGEST), saying(seed):
            told.append(world.talk(random_of(seed)))
    with within(LONGEST), saying(seeds[0]):
        assert_shown(told)


@dataclass
class saying:  # noqa: N801 - a context
    """Tells in an error which seed repeats it."""

    seed: int

    def __enter__(self) -> None:
        pass

    def __exit__(self, _type: object, error: BaseException | None, _: object) -> None:
        if error is not None:
            raise AssertionError(f"seed {self.seed}") from error


def test_whatever_a_worker_says_is_judged_and_shown() -> None:
    """No error of the grader's, no wait, and no character that acts in any output."""
    for _, report in zip(range(TALKS // BATCH), batches(1), strict=False):
        report()


def main() -> None:
    """Go on for so many seconds, and print how many talks there were."""
    seconds, *seed = map(float, sys.argv[1:])
    end, count = time.monotonic() + seconds, 0
    for report in batches(int(*seed or (1,)) * 10**9):
        report()
        count += BATCH
        if time.monotonic() > end:
            break
    print(f"{count} talks")  # noqa: T201


if __name__ == "__main__":
    main()
