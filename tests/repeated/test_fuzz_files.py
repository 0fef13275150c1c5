"""Trees, assignments and answers, damaged in every way: a sentence, or a right tree.

The files are the real ones, with bytes, lines and words changed at random. What
still loads is searched, and its values are those of the definition.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.answers import file as answers
from autograder.answers.file import Answers
from autograder.assignment.questions import Assignment, Question
from autograder.assignment.reading import FILE
from autograder.errors import AssignmentError, FileProblems
from autograder.kinds.all import dump, load
from autograder.kinds.search import trusted
from autograder.trees import explicit, marked, rules
from autograder.trees import file as treefile
from autograder.trees.tree import INFINITY, PLAYERS, GameTree
from autograder.trees.values import equal, exact_values
from tests.definition import by_definition
from tests.fuzzing import random_of, within
from tests.small import ROOT

TREES = ROOT / "test_trees"
SEEDS = st.integers(0, 2**64 - 1)
LONGEST_MESSAGE = 600  # characters, without the file's path
LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")  # those of YAML 1.1
WORD = re.compile(rb"[\w.#()-]+|\s+|[^\w\s]")
LOADERS = (
    (yaml.CSafeLoader, yaml.SafeLoader) if yaml.__with_libyaml__ else (yaml.SafeLoader,)
)
MINIMAX = Question("minimax", "minimax", "minimax_search")
ALPHA_BETA = Question(
    "alpha_beta", "alpha_beta", "alpha_beta_search", ("alpha", "beta"), ("equality",)
)
NASTY = (
    *(b"\t", b"\xef\xbb\xbf", b"\0", b"\xff", b"\xc3", b"\r", b"\r\n", b"\xc2\x85"),
    *(
        b"\xe2\x80\xa8",
        b"\x1b[2J",
        b"\xe2\x80\xae",
        b"\xed\xa0\x80",
        b"\xf0\x9f\x8c\xb3",
    ),
    *(b"&a ", b"*a", b"!!python/object/apply:os.abort []", b"!!binary x", b"<<: "),
    *(b"? ", b"---\n", b"...\n", b"%YAML 1.9999999999\n---\n", b"%TAG ! x\n", b"|\n"),
    *(b'"\\0"', b'"\\e[0m"', b'"\\ud800"', b'"\\U00110000"', b'"', b"'", b"#2", b"#1"),
    *(b"[" * 300, b"{" * 300, b"[" * 40 + b"1" + b"]" * 40, b"- " * 300, b"x" * 5000),
    *(b"9" * 5000, b"-1e999", b"9007199254740993", b".inf", b".nan", b"1:30", b"0x10"),
    *(b"null", b"~", b"yes", b"[]", b"{}", b"piles: [3, 9]", b"piles: [100]", b"true"),
    *(
        b"game: nim",
        b"game: coin_split",
        b"players: [max]",
        b"players: []",
        b"first: x",
    ),
    *(b"players: [max, chance]", b"players: [A, B]", b"1 2", b"1/3", b"depth: 1"),
    *(b"rounds: 1", b"evaluate: {A: 0, B: 1, C: 2, D: 3}", b"chance: {A: [1/2, 0.5]}"),
    *(b"bounds: [0, 9]", b"depth: 0"),
    *(b"window: [1, -1]", b"data: {A: [[1]]}", b"expect: {action: Q}", b"B#2: 3"),
    *(b"**/**/**/*.yaml", b"../*", b"a/" * 3000, b"?" * 300, b"[", b"\\", b"//", b"."),
    *(
        b"pruned: [" + b"A, " * 40 + b"A]",
        b'"' + b"y" * 4000 + b'\\e": 1',
        b"seconds: 1",
    ),
)


@cache
def corpus(*patterns: str) -> tuple[bytes, ...]:
    """The real files."""
    paths = [path for pattern in patterns for path in sorted(TREES.glob(pattern))]
    assert paths
    return tuple(path.read_bytes() for path in paths)


ALL_KEYS = (
    b"""\
title: All keys
players: [max, chance, min]
window: [-1, 5.5]
bounds: [-2, 6]
depth: 1
chance: {B: [1/4, 0.75]}
evaluate: {B: 1.5, C: 2}
data: {A: [1, x]}
tree: {A: {B: {D: {F: 1}, E: 3}, C: {G: 4}}}
""",
    b"""\
players: [A, chance, B, C]
rounds: 1
evaluate: {L: 1 2.5 -3, M: [0, 0, 0], F: 1 1 1}
expect: {value: 0 1 2, action: B}
tree: [[[[[1 2 6, 4 2 3]], 6 1 2], [[[7 4 1]]]], [[[5 1 1]], 1 5 2]]
""",
    b"game: tic_tac_toe\nboard: XO..XO...\nsymmetry: true\ndepth: 2\n",
)


def tree_files() -> tuple[bytes, ...]:
    """Every tree file there is, and some with the keys that are rare there."""
    return (*corpus("*/[!a]*.yaml", "*/a[!s]*.yaml"), *ALL_KEYS)


# Damage: each takes a file, and a source of others, and returns another file.


def flip(random: Random, text: bytes, _other: bytes) -> bytes:
    """One byte becomes another."""
    at = random.randrange(len(text) + 1)
    return text[:at] + random.randbytes(1) + text[at + 1 :]


def cut(random: Random, text: bytes, _other: bytes) -> bytes:
    """Some bytes are lost."""
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at + random.choice((1, 2, 10, 10**6)) :]


def lines(random: Random, text: bytes, other: bytes) -> bytes:
    """A line is lost, is there twice, changes places, or comes from another file."""
    rows = text.splitlines(keepends=True) or [b""]
    row = random.choice((rows, rows, other.splitlines(keepends=True) or [b""]))
    taken = random.choice(row)
    at = random.randrange(len(rows))
    change = random.randrange(3)
    return b"".join((*rows[:at], *[taken] * change, *rows[at + 1 :]))


def words(random: Random, text: bytes, other: bytes) -> bytes:
    """A word is replaced by another one of this file or that."""
    tokens = WORD.findall(text) or [b""]
    taken = WORD.findall(random.choice((text, other))) or [b""]
    tokens[random.randrange(len(tokens))] = random.choice(taken)
    return b"".join(tokens)


def insert(random: Random, text: bytes, _other: bytes) -> bytes:
    """Something comes in between words that no author would write."""
    tokens = WORD.findall(text) or [b""]
    at = random.randrange(len(tokens))
    behind = random.randrange(2)
    return b"".join((*tokens[:at], random.choice(NASTY), *tokens[at + behind :]))


def breaks(_random: Random, text: bytes, _other: bytes) -> bytes:
    """Lines end as they did on a Mac long ago."""
    return text.replace(b"\n", b"\r")


def unicode(random: Random, text: bytes, _other: bytes) -> bytes:
    """A character from anywhere."""
    at = random.randrange(len(text) + 1)
    character = chr(random.randrange(0x110000)).encode("utf-8", "surrogatepass")
    return text[:at] + character + text[at:]


DAMAGE: tuple[Callable[[Random, bytes, bytes], bytes], ...] = (
    *(flip, cut, lines, lines, words, words, words, insert, insert, breaks, unicode),
)


def damaged(random: Random, files: tuple[bytes, ...]) -> bytes:
    """One of the files, after one to four accidents."""
    text = random.choice(files)
    for _ in range(random.choice((1, 1, 2, 4))):
        text = random.choice(DAMAGE)(random, text, random.choice(files))
    return text


# What must hold.


def assert_told(fault: FileProblems, path: Path) -> None:
    """Each problem has its file, a place in it, and one bounded, harmless line."""
    assert fault.problems
    text = path.read_bytes().decode(errors="replace")
    rows = LINE_BREAK.split(text.removeprefix("\ufeff"))
    for problem in fault.problems:
        assert 1 <= problem.line <= len(rows) + 1
        assert 1 <= problem.column <= max(map(len, rows)) + 1
        assert 1 <= len(problem.message) <= LONGEST_MESSAGE
        assert problem.message.isprintable()
        place = f"{problem.path}:{problem.line}:{problem.column}: "
        assert str(problem) == place + problem.message


def assert_unwritable(fault: AssignmentError) -> None:
    """A rule game may say what no file can: who moves by position, and no end."""
    reasons = ("more players than one move at depth", "go on beyond the horizon")
    assert any(reason in str(fault) for reason in reasons)


def assert_sound(tree: GameTree) -> None:
    """A tree that loads can be written, read back, and searched."""
    values = by_definition(tree)
    assert all(equal(values[label], v) for label, v in exact_values(tree).items())
    try:
        text = explicit.dump(tree)
    except AssignmentError as fault:
        assert_unwritable(fault)
    else:
        back = treefile.parse(text)
        assert back == tree
        assert back.fingerprint() == tree.fingerprint()
    movers = {node.to_move for node in tree.nodes}
    if len(tree.nodes) > 300 or tree.height() > 150:
        return
    if tree.limit or not movers <= set(PLAYERS):
        return  # that is not for minimax, nor for alpha-beta
    found = trusted.compute(tree, (MINIMAX, ALPHA_BETA))
    assert values == found.values
    best = values[tree.root.label]
    children = [tree.nodes[child].label for child in tree.root.children]
    names = zip(tree.root.moves or children, children, strict=True)
    assert found.best_actions == tuple(name for name, c in names if values[c] == best)
    assert found.questions["minimax"]["textbook"].value == best
    if tree.window == (-INFINITY, INFINITY):
        pruning = found.questions["alpha_beta"]["equality"]
        assert pruning.value == best
        assert pruning.action in (found.best_actions or (None,))
    assert answers.parse(answers.dump(found), tree) == found


@pytest.fixture
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule games are too large from ten thousand nodes on, to be quick."""
    monkeypatch.setattr(rules, "LARGEST_TREE", 10_000)


@pytest.mark.usefixtures("small_games")
@pytest.mark.parametrize("loader", LOADERS)
def test_a_damaged_tree_file_is_a_tree_or_a_list_of_problems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loader: Any
) -> None:
    """With libyaml and without, which not every machine has."""
    monkeypatch.setattr(marked, "_LOADER", loader)
    path = tmp_path / "x.yaml"
    loaded: list[GameTree] = []

    @given(SEEDS)
    @settings(max_examples=300 if loader is LOADERS[0] else 50)
    def fuzz(seed: int) -> None:
        path.write_bytes(damaged(random_of(seed), tree_files()))
        try:
            with within(60):
                tree = treefile.load(path)
        except FileProblems as fault:
            assert_told(fault, path)
        else:
            loaded.append(tree)
            assert_sound(tree)

    fuzz()
    assert loaded, "a positive control: some damage does no harm"


NAMES = (
    "lectures/aima_fig_5_2",
    "mistakes/one_child",
    "hidden/tie_at_max_cut",
    "nim/misere_1_2",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An assignment of a few trees, and what else may lie beside it."""
    for name in NAMES:
        (tmp_path / name).parent.mkdir()
        shutil.copy(TREES / f"{name}.yaml", tmp_path / f"{name}.yaml")
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "deep" / "loop").symlink_to(tmp_path)
    (tmp_path / "dangling.yaml").symlink_to("nowhere")
    return tmp_path


@pytest.mark.usefixtures("small_games")
def test_a_damaged_assignment_is_an_assignment_or_a_list_of_problems(
    folder: Path,
) -> None:
    """Neither patterns nor names lead to a traceback; what loads can be written."""
    path = folder / FILE
    loaded: list[Assignment] = []

    @given(SEEDS)
    @settings(max_examples=200)
    def fuzz(seed: int) -> None:
        random = random_of(seed)
        path.write_bytes(
            damaged(random, corpus("assignment.yaml", "*/assignment.yaml"))
        )
        try:
            with within(60):
                assignment = load(folder)
        except FileProblems as fault:
            own = tuple(p for p in fault.problems if p.path == path)
            assert_told(FileProblems(own or fault.problems[:1]), path)
            return
        loaded.append(assignment)
        path.write_text(dump(assignment), encoding="utf-8")
        assert load(folder) == assignment

    fuzz()
    assert loaded, "a positive control: some damage does no harm"


# Answers


@pytest.fixture
def answered(folder: Path) -> Assignment:
    """An assignment with its real answers."""
    content = yaml.safe_load((TREES / FILE).read_text(encoding="utf-8"))
    for question in content["questions"]:
        for part in question["parts"]:
            files = [Path(f"{name}.yaml") for name in NAMES]
            part["trees"] = [
                str(file) for file in files if any(map(file.match, part["trees"]))
            ]
        question["parts"] = [part for part in question["parts"] if part["trees"]]
    (folder / FILE).write_text(yaml.safe_dump(content), encoding="utf-8")
    shutil.copytree(TREES / "answers", folder / "answers")
    return load(folder)


def assert_well_formed(found: Answers, tree: GameTree, real: Answers) -> None:
    """Answers that are read can be compared with: each field is of its type."""
    labels = set(tree.labels())
    actions = {*tree.root.moves}  # those of AIMA's figure have names
    assert actions == {"a1", "a2", "a3"}
    assert found.fingerprint == real.fingerprint
    assert labels == set(found.values)
    assert set(found.best_actions) <= actions
    for question, conventions in real.questions.items():
        for name in conventions:
            answer = found.questions[question][name]
            assert type(answer.value) in (int, float)
            assert answer.value == answer.value  # no NaN
            assert answer.action is None or answer.action in actions
            assert {
                *answer.visited_labels(),
                *answer.labels_visited_by_search(),
            } <= labels


def assert_refused(fault: AssignmentError, path: Path) -> None:
    """One bounded, harmless line names the file, and what to do."""
    message = str(fault)
    assert message.startswith(f"{path}: ")
    assert message.endswith(f"run `./run_autograder answers {path.parents[2]}`")
    assert message.isprintable()
    assert len(message) <= len(str(path)) + LONGEST_MESSAGE


def test_damaged_answers_are_refused_or_usable(answered: Assignment) -> None:
    """What loads is of the right form; all else says how to make it anew."""
    name = "lectures/aima_fig_5_2"
    path = answers.path_of(answered, name)
    tree, real = answered.trees()[name], answers.load(answered, name)
    files = (path.read_bytes(),)
    read: list[bool] = []

    @given(SEEDS)
    @settings(max_examples=200)
    def fuzz(seed: int) -> None:
        path.write_bytes(damaged_answers(random_of(seed), files))
        try:
            with within(60):
                found = answers.load(answered, name)
        except AssignmentError as fault:
            assert_refused(fault, path)
        else:
            read.append(found == real)
            assert_well_formed(found, tree, real)

    fuzz()
    assert any(read), "a positive control: some damage does no harm"


VALUES: tuple[Any, ...] = (
    None,
    True,
    "",
    "A",
    "inf",
    "nan",
    "B2",
    3,
    2.5,
    float("nan"),
    [],
    ["A"],
    {},
)


def damaged_answers(random: Random, files: tuple[bytes, ...]) -> bytes:
    """A file with accidents, or one in which a value has become any other."""
    if random.random() < 0.4:
        return damaged(random, files)
    content = json.loads(random.choice(files))
    holder, key = content, random.choice(list(content))
    while isinstance(holder[key], dict | list) and random.random() < 0.85:
        holder = holder[key]
        key = random.choice(
            range(len(holder)) if isinstance(holder, list) else list(holder)
        )
    holder[key] = random.choice(VALUES)
    return json.dumps(content).encode()


# Files that are none


def fifo(path: Path) -> None:
    """A named pipe, at whose other end nobody ever writes."""
    os.mkfifo(path)


def unix_socket(path: Path) -> None:
    """A socket's name."""
    with socket.socket(socket.AF_UNIX) as bound:
        before = Path.cwd()
        os.chdir(path.parent)  # a socket's path is short
        try:
            bound.bind(path.name)
        finally:
            os.chdir(before)


def dangling_link(path: Path) -> None:
    """A link to nothing."""
    path.symlink_to("nowhere")


def looping_link(path: Path) -> None:
    """A link to itself."""
    path.symlink_to(path.name)


def endless_device(path: Path) -> None:
    """A link to what never ends."""
    path.symlink_to("/dev/zero")


NO_FILES = [
    (fifo, "not a regular file"),
    (unix_socket, ""),
    (dangling_link, "No such file or directory"),
    (looping_link, "Too many levels of symbolic links"),
    (endless_device, "not a regular file"),
    (Path.mkdir, "Is a directory"),
]


@pytest.mark.parametrize("make, reason", NO_FILES)
def test_a_tree_that_is_no_file(
    folder: Path, make: Callable[[Path], None], reason: str
) -> None:
    """It is named with the reason, and nothing waits for it."""
    make(folder / "x.yaml")
    (folder / FILE).write_text(
        "questions: [{name: minimax, points: {value: 1}, trees: ['x*.yaml']}]"
    )
    with pytest.raises(FileProblems) as caught, within(20):
        load(folder)
    expected = f"{folder / 'x.yaml'}:1:1: cannot be read: {reason}"
    assert str(caught.value).startswith(expected)


@pytest.mark.parametrize("make, reason", NO_FILES)
def test_answers_that_are_no_file(
    answered: Assignment, make: Callable[[Path], None], reason: str
) -> None:
    """The same for a file of answers; one that is not there has words of its own."""
    path = answers.path_of(answered, "lectures/aima_fig_5_2")
    path.unlink()
    make(path)
    with pytest.raises(AssignmentError) as caught, within(20):
        answers.load(answered, "lectures/aima_fig_5_2")
    missing = "there are no answers"
    assert reason in str(caught.value).replace(missing, "No such file or directory")
    remedy = f"run `./run_autograder answers {answered.folder}`"
    assert str(caught.value).endswith(remedy)


# Size


@pytest.mark.parametrize("text", ["tree: " + "[" * 200_000, "tree:\n" + "- " * 200_000])
def test_nesting_without_end_is_refused_at_once(tmp_path: Path, text: str) -> None:
    """Ten thousand plies are read; what goes deeper is not read to its end."""
    path = tmp_path / "x.yaml"
    path.write_text(text)
    with pytest.raises(FileProblems) as caught, within(60):
        treefile.load(path)
    assert "nest more than 10,000 deep" in str(caught.value)


def test_a_file_that_is_far_too_large(tmp_path: Path) -> None:
    """A file with holes is as large as it says, and is not read."""
    path = tmp_path / "x.yaml"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(FileProblems) as caught, within(20):
        treefile.load(path)
    assert str(caught.value) == f"{path}:1:1: cannot be read: larger than 128 MiB"
