"""The JSON Schemas for editors, and the documents: they say what the code says."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from autograder.assignment import file as assignmentfile
from autograder.assignment.questions import (
    FACETS,
    FEEDBACK,
    OF_ANY_TREE,
    ORDERS,
    TIES,
    VISIBILITIES,
    Limits,
)
from autograder.assignment.signature import STARTS
from autograder.errors import FileProblems
from autograder.judging.verdicts import Verdict
from autograder.kinds.all import KINDS, load
from autograder.kinds.game import question as plays
from autograder.kinds.match import question as matches
from autograder.kinds.table import question as tables
from autograder.trees import file as treefile
from autograder.trees import openspiel, rules
from autograder.trees.explicit import EXPECT_KEYS
from tests import plainyaml
from tests.cases import for_each
from tests.small import ROOT, run

DOCS = ROOT / "docs"
FILES = sorted((ROOT / "test_trees").rglob("*.yaml"))
ASSIGNMENTS = [path for path in FILES if path.name == "assignment.yaml"]
TREES = [path for path in FILES if path not in ASSIGNMENTS]
EVERY_RULE_KEY = sorted(
    {
        key
        for path in rules.known_games().values()
        for key in rules.options_of(rules.rules_of(path))
    }
)


def schema(name: str) -> dict[str, Any]:
    """A schema in docs/."""
    text = (DOCS / f"{name}.schema.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def fits(name: str, text: str) -> bool:
    """Whether an editor with this schema would accept the file."""
    valid: bool = validator(name).is_valid(plainyaml.content_of(text))
    return valid


@cache
def validator(name: str) -> Draft202012Validator:
    """What holds a file against a schema."""
    return Draft202012Validator(schema(name))


@pytest.mark.parametrize("name", ["tree", "assignment"])
def test_the_schemas_are_schemas(name: str) -> None:
    """By the schema of schemas."""
    Draft202012Validator.check_schema(schema(name))


@for_each("path", TREES)
def test_every_tree_file_fits_the_schema(path: Path) -> None:
    """Those of the default assignment, and those beside it."""
    assert fits("tree", path.read_text(encoding="utf-8"))


@for_each(
    "text",
    [
        "tree: [[1, 2.5], 3]\nplayers: [max, min, min]\nwindow: [-.inf, 3]",
        "tree: {A: {B: [1, {C: 2}], B#2: 3}}\ndata: {A: [1, [x, null]]}",
        "tree: {A: [3]}\nexpect: {value: 3, pruned: []}",
        "tree: [[1, 2], 3]\nplayers: [max, chance]\nchance: {B: [1/3, 2/3]}",
        "tree: [[1, 2], 3]\nplayers: [chance, min]\nchance: {A: [0.25, 0.75]}",
        "tree: [[1, 2], 3]\ndepth: 1\nevaluate: {B: 0.5}\nbounds: [0, 3]",
        "tree: [[1, 2], 3]\nrounds: 1\nplayers: [min, max, max]",
        "tree: [1 2.5 -6, 4 2 .5]\nplayers: [A, chance, B, C]",
        "tree: [1 2]\nplayers: [A, B]\nexpect: {value: 1 2, action: B}",
        "tree: [[1 2]]\nplayers: [A, B]\nevaluate: {B: [0, 1]}",
        "tree: [1]\nplayers: [A]\nexpect: {value: [1]}",
        "game: tic_tac_toe\nsymmetry: true\ndepth: 1",
        "game: nim\npiles: [0, 2]\nmisere: true\ncanonical: true\nfirst: min",
        "game: coin_split",
        "game: subtraction\npile: 9\ntake: [1, 3]\nmisere: true\nfirst: min",
        "game: connect_k\nrows: 3\ncolumns: 5\nk: 3\ngravity: false\ndepth: 1",
        "game: connect_k\nboard: ..............X.\ndepth: 2",
        "game: openspiel\nname: y\noptions: {board_size: 2, ansi_color_output: false}",
        "game: openspiel\nname: nim\noptions: {pile_sizes: 1;2}",
        "game: openspiel\nname: mancala\ndepth: 1\nevaluate: returns",
        "game: of_my_own\nsize: 3",
    ],
)
def test_trees_that_fit(text: str) -> None:
    """Right files are right in editors."""
    assert fits("tree", text)


WRONG_TREES = [
    "x",
    "{}",
    "title: x",
    "tree: 3",
    "tree: []",
    "tree: {}",
    "tree: [[]]",
    "tree: {A: }",
    "tree: {A: 3}",
    "tree: [x]",
    "tree: [no]",
    "tree: [1e3]",
    "tree: ['3']",
    "tree: [9007199254740993]",
    "tree: {A: 1, B: 2}",
    "tree: {B#1: [1]}",
    "tree: [1]\ngame: nim",
    "tree: [1]\ntitel: x",
    "tree: [1]\nplayers: []",
    "tree: [1]\nplayers: [mni, max]",
    "tree: [1]\nplayers: [Max]",
    "tree: [1]\nplayers: [chance]",
    "tree: [1 1e3]\nplayers: [A, B]",
    "tree: [1 x]\nplayers: [A, B]",
    "tree: [1]\nplayers: [chance, max]\nchance: {A: [1.5]}",
    "tree: [1]\nplayers: [chance, max]\nchance: {A: [0/2]}",
    "tree: [1]\nplayers: [chance, max]\nchance: {A: [1/0]}",
    "tree: [1]\nplayers: [chance, max]\nchance: {A: 1}",
    "tree: [1]\nevaluate: {A: x}",
    "tree: [1]\nevaluate: [1]",
    "tree: [1]\ndepth: 0",
    "tree: [1]\nrounds: 1.5",
    "tree: [1]\ndepth: 1\nrounds: 1",
    "tree: [1]\nbounds: [1]",
    "game: nim\npiles: [1]\nevaluate: {A: 1}",
    "game: nim\npiles: [1]\nchance: {A: [1]}",
    "game: nim\npiles: [1]\ndepth: 1",
    "tree: [1]\nwindow: [1]",
    "tree: [1]\ndata: [1]",
    "tree: [1]\ndata: {A: {x: 1}}",
    "tree: [1]\nexpect: {valeu: 1}",
    "tree: [1]\nexpect: {value: x}",
    "tree: [1]\nexpect: {pruned: [B, B]}",
    "tree: [1]\npiles: [1]",
    "game: nim",
    "game: nim\npiles: 3",
    "game: nim\npiles: [0]",
    "game: nim\npiles: [1]\nmisre: true",
    "game: nim\npiles: [1]\nplayers: [max]",
    "game: coin_split\npiles: [2]",
    "game: subtraction",
    "game: subtraction\npile: 9\ntake: [0]",
    "game: subtraction\npile: 9\ndepth: 1",
    "game: connect_k\nrows: 9\ndepth: 1",
    "game: connect_k\nk: 1\ndepth: 1",
    "game: openspiel",
    "game: openspiel\nname: nim\npiles: [1]",
    "game: openspiel\nname: nim\noptions: [1]",
    "game: openspiel\nname: nim\nevaluate: zero",
    "game: openspiel\nname: mancala\ndepth: 1",
    "game: openspiel\nname: mancala\nrounds: 1\nevaluate: zero",
]


@for_each("text", WRONG_TREES)
def test_wrong_trees_are_wrong_in_editors_and_to_us(text: str) -> None:
    """The schema refuses nothing that is right."""
    assert not fits("tree", text)
    with pytest.raises(FileProblems):
        treefile.parse(text)


QUESTION = "{name: q, points: {value: 1}, trees: [one.yaml]}"


def test_assignments_fit_the_schema() -> None:
    """The default one, those beside it, and a small one."""
    assert len(ASSIGNMENTS) >= 3
    for path in ASSIGNMENTS:
        assert fits("assignment", path.read_text(encoding="utf-8"))
    assert fits("assignment", f"questions: [{QUESTION}]")


@pytest.mark.parametrize(
    "keys",
    [
        "entry: value",
        "entry: {max: largest}",
        "entry: {max: largest, min: least, chance: mean}",
        "arguments: [depth]",
        "arguments: [alpha, beta, rounds]",
        "repeats: true",
    ],
)
def test_questions_that_fit(keys: str, tmp_path: Path) -> None:
    """What a search may take, and who moves, are right in editors and to us."""
    (tmp_path / "one.yaml").write_text("tree: [1]")
    text = f"questions: [{QUESTION.replace('name: q', f'name: q, {keys}')}]"
    assert fits("assignment", text)
    (tmp_path / "assignment.yaml").write_text(text)
    assert load(tmp_path).cases


def test_players_with_names_have_functions(tmp_path: Path) -> None:
    """One for all, or one for each; without a word on them nothing can be called."""
    (tmp_path / "one.yaml").write_text("players: [A, B]\ntree: [[1 2]]")
    path = tmp_path / "assignment.yaml"
    for entry in ("entry: f, ", "entry: {A: f, B: g}, "):
        text = f"questions: [{QUESTION.replace('name: q, ', f'name: q, {entry}')}]"
        assert fits("assignment", text)
        path.write_text(text)
        assert load(tmp_path).cases
    path.write_text(f"questions: [{QUESTION}]")
    with pytest.raises(FileProblems, match="A and B move in its trees"):
        load(tmp_path)


@pytest.mark.parametrize(
    "old, new",
    [
        ("name: q, ", ""),
        ("name: q", "nmae: q"),
        ("q", "3q"),
        ("{value: 1}", "{}"),
        ("{value: 1}", "{va-lue: 1}"),
        ("1}", "-1}"),
        ("[one.yaml]", "[]"),
        ("one.yaml", "../one.yaml"),
        ("one.yaml", "/one.yaml"),
        ("name: q", "name: q, ties: last"),
        ("name: q", "name: q, order: left"),
        ("name: q", "name: q, feedback: some"),
        ("name: q", "name: q, visibility: no"),
        ("name: q", "name: q, conventions: [a, a]"),
        ("name: q", "name: q, arguments: [gamma]"),
        ("name: q", "name: q, entry: 3q"),
        ("name: q", "name: q, entry: {}"),
        ("name: q", "name: q, entry: {Max: largest}"),
        ("name: q", "name: q, entry: {max: largest, min: 3q}"),
        ("name: q", "name: q, repeats: often"),
        ("name: q", "name: q, limits: {seconds: 0}"),
        ("name: q", "name: q, limits: {memory_mb: 1.5}"),
        ("name: q", "name: q, limits: {second: 1}"),
    ],
)
def test_wrong_assignments_are_wrong_in_editors_and_to_us(
    old: str, new: str, tmp_path: Path
) -> None:
    """Each differs from a right one in one thing."""
    (tmp_path / "one.yaml").write_text("tree: [1]")
    text = f"questions: [{QUESTION.replace(old, new, 1)}]"
    assert not fits("assignment", text)
    (tmp_path / "assignment.yaml").write_text(text)
    with pytest.raises(FileProblems):
        load(tmp_path)


@pytest.mark.parametrize(
    "keys, right",
    [
        ("counterexample: 0.5", True),
        ("counterexample: 60", True),
        ("pictures: svg", True),
        ("pictures: none", True),
        ("counterexample: 0", False),
        ("counterexample: 60.5", False),
        ("counterexample: long", False),
        ("pictures: png", False),
        ("pictures: true", False),
    ],
)
def test_keys_of_the_whole_are_right_in_editors_and_to_us(
    keys: str, tmp_path: Path, *, right: bool
) -> None:
    """The schema takes what we take."""
    (tmp_path / "one.yaml").write_text("tree: [1]")
    text = f"{keys}\nquestions: [{QUESTION}]"
    (tmp_path / "assignment.yaml").write_text(text)
    assert right == fits("assignment", text)
    if right:
        assert load(tmp_path).cases
        return
    with pytest.raises(FileProblems):
        load(tmp_path)


def test_the_schemas_have_the_keys_of_the_code() -> None:
    """No key more, and none less."""
    tree, assignment = schema("tree"), schema("assignment")
    question = assignment["$defs"]["question"]["properties"]
    explicit = tree["$defs"]["explicit"]["properties"]
    assert set(assignment["properties"]) == set(assignmentfile.KEYS)
    kinds = {
        key for kind in KINDS.values() for key in (*kind.form.KEYS, kind.form.ASKED)
    }
    assert set(question) == {*assignmentfile.QUESTION_KEYS, *kinds}
    part = assignment["$defs"]["part"]["properties"]
    asked = {kind.form.ASKED for kind in KINDS.values()}
    assert set(part) == {*assignmentfile.PART_KEYS, *asked}
    assert question["kind"]["enum"] == list(KINDS)
    assert set(question["points"]["properties"]) == set(OF_ANY_TREE)
    (saved,) = question["points"]["patternProperties"]
    assert all(re.search(saved, facet) for facet in set(FACETS) - {*OF_ANY_TREE})
    assert not any(re.search(saved, facet) for facet in OF_ANY_TREE)
    assert question["arguments"]["items"]["enum"] == list(STARTS)
    assert set(question["limits"]["properties"]) == {f.name for f in fields(Limits)}
    assert question["visibility"]["enum"] == list(VISIBILITIES)
    assert question["ties"]["enum"] == list(TIES)
    assert question["order"]["enum"] == list(ORDERS)
    assert question["feedback"]["enum"] == list(FEEDBACK)
    assert assignment["properties"]["pictures"]["enum"] == list(assignmentfile.PICTURES)
    assert set(explicit) == set(treefile.EXPLICIT_KEYS)
    expect = tree["properties"]["expect"]["properties"]
    assert set(expect) == set(EXPECT_KEYS)
    for game in tree["$defs"]["rules"]["allOf"]:
        name = game["if"]["properties"]["game"]["const"]
        there = set(game["then"]["properties"])
        if name == rules.OPENSPIEL:
            assert there == {*treefile.OPENSPIEL_KEYS} - {"rounds"}
            continue
        options = rules.options_of(rules.rules_of(rules.known_games()[name]))
        assert there == {*treefile.RULE_KEYS, *options}


@for_each(
    "document, keys",
    [
        ("keys", treefile.EXPLICIT_KEYS),
        ("keys", EXPECT_KEYS),
        ("keys", ("game",)),
        ("rule_games", tuple(EVERY_RULE_KEY)),
        ("openspiel", treefile.OF_OPENSPIEL),
        ("keys", assignmentfile.KEYS),
        ("keys", assignmentfile.QUESTION_KEYS),
        ("keys", (*KINDS["search"].form.KEYS, KINDS["search"].form.ASKED)),
        ("keys", (*KINDS["playouts"].form.KEYS, KINDS["playouts"].form.ASKED)),
        ("units/monte_carlo", KINDS["playouts"].form.FACETS),
        (
            "tables",
            (*KINDS["table"].form.KEYS, tables.ASKED, *tables.FACETS, *tables.COMPARE),
        ),
        (
            "games",
            (
                *KINDS["game"].form.KEYS,
                KINDS["game"].form.ASKED,
                *KINDS["game"].form.FACETS,
            ),
        ),
        ("games", plays.LINE_KEYS),
        ("units/play", matches.TEST_KEYS),
        (
            "units/play",
            (
                *KINDS["match"].form.KEYS,
                KINDS["match"].form.ASKED,
                *KINDS["match"].form.FACETS,
            ),
        ),
        ("keys", (*OF_ANY_TREE, "saved_50")),
        ("assignment", (*TIES, *ORDERS, *FEEDBACK, *VISIBILITIES)),
        ("keys", tuple(f.name for f in fields(Limits))),
    ],
)
def test_every_key_is_documented(document: str, keys: tuple[str, ...]) -> None:
    """Each stands in the first column of a table."""
    text = (DOCS / f"{document}.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| \[?`(\w+)`", text, re.MULTILINE))
    assert set(keys) <= told


def test_the_results_are_documented_as_the_code_has_them() -> None:
    """The verdicts with the most serious first, and what stands in `extra_data`."""
    text = (DOCS / "results.md").read_text(encoding="utf-8")

    def keys(section: str) -> list[str]:
        _, _, below = text.partition(f"\n## {section}\n")
        return re.findall(r"^\| `(\w+)` \|", below.partition("\n## ")[0], re.MULTILINE)

    assert keys("Verdicts") == [verdict.value for verdict in Verdict]
    extra = schema("results")["$defs"]["tree_test"]["properties"]
    assert set(keys("A test's `extra_data`")) == set(extra)


def test_every_shape_of_a_search_is_a_question(tmp_path: Path) -> None:
    """The examples of docs/searches.md can be loaded, with trees of their players."""
    text = (DOCS / "searches.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    movers = {"two": "max, min", "dice": "min, chance", "alone": "max"}
    for folder, players in movers.items():
        (tmp_path / folder).mkdir()
        tree = f"players: [{players}]\ntree: [[1, 2], 3]"
        (tmp_path / folder / "small.yaml").write_text(tree)
    (tmp_path / "three").mkdir()
    tree = "players: [A, B, C]\ntree: [1 2 3, 3 2 1]"
    (tmp_path / "three" / "small.yaml").write_text(tree)
    (tmp_path / "assignment.yaml").write_text(example, encoding="utf-8")
    assert fits("assignment", example)
    assert len(load(tmp_path).tests) == len(yaml.safe_load(example)["questions"])


def examples(key: str) -> list[str]:
    """What the documents show in YAML that has this key at its top."""
    pages = (page.read_text(encoding="utf-8") for page in sorted(DOCS.rglob("*.md")))
    shown = re.findall(r"```yaml\n(.*?)```", "".join(pages), re.DOTALL)
    return [text for text in shown if re.search(rf"^({key}):", text, re.MULTILINE)]


def test_the_assignments_in_the_documents_fit() -> None:
    """Every example that has questions is one."""
    shown = examples("questions")
    assert len(shown) >= 8
    for example in shown:
        assert fits("assignment", example), example


def test_the_trees_in_the_documents_can_be_read() -> None:
    """Every example that is a whole tree file is one."""
    own = "game: sticks"  # the tutorial's, whose rules `new` writes
    whole = [text for text in examples("tree|game") if own not in text]
    assert len(whole) >= 20
    for example in whole:
        assert fits("tree", example)
        if openspiel.can_import_openspiel() or "game: openspiel" not in example:
            assert treefile.parse(example).nodes


@pytest.mark.skipif(not openspiel.can_import_openspiel(), reason="it needs Python 3.11")
def test_the_game_of_openspiel_is_drawn_as_it_stands_there(tmp_path: Path) -> None:
    """The file of the example, and what the command below it prints."""
    section = (DOCS / "openspiel.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```yaml\n(.*?)```", section, re.DOTALL)
    console = r"```console\n\$ ./run_autograder ([^\n]+)\n(.*?)```"
    ((command, shown),) = re.findall(console, section, re.DOTALL)
    what, name = command.split()
    (tmp_path / name).write_text(example, encoding="utf-8")
    assert run(what, tmp_path / name).stdout == shown


def test_the_workflow_for_other_systems_is_one() -> None:
    """It is run elsewhere: here it is read, and what it starts is there."""
    text = (ROOT / ".github" / "workflows" / "systems.yml").read_text(encoding="utf-8")
    suite = yaml.safe_load(text)["jobs"]["suite"]
    assert suite["runs-on"] == "${{ matrix.os }}"
    systems = [name.partition("-")[0] for name in suite["strategy"]["matrix"]["os"]]
    assert {"windows", "macos"} <= {*systems}
    assert all(("run" in step) != ("uses" in step) for step in suite["steps"])
    commands = " ".join(step.get("run", "") for step in suite["steps"])
    for name in ("constraints.txt", "grade.py", "student_template", "tests/endtoend"):
        assert name in commands
        assert (ROOT / name).exists()
