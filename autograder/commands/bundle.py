"""The command `bundle`: two zips, one for Gradescope, one for the students.

Both hold the trees unrolled, so that neither needs `reference/`, but for the rules of
games that are too large to be written out. What students get is rebuilt from what they
may see, never copied and then thinned out.
"""

from __future__ import annotations

import argparse
import shlex
import zipfile
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from autograder.answers.file import FOLDER, grouped_tests, secret_path
from autograder.assignment.file import title_file
from autograder.assignment.questions import (
    PYTHON,
    VISIBLE,
    AnyQuestion,
    AnyTest,
    Assignment,
    Case,
)
from autograder.assignment.reading import FILE
from autograder.commands.answers import (
    cautions,
    check_adapters,
    graded_stubs,
    points_sentence,
    progress_line,
    stubs_of,
)
from autograder.commands.options import Parser, add_assignment, add_flag, show
from autograder.errors import AssignmentError
from autograder.files import replacement_file, visible
from autograder.game import position_of
from autograder.kinds.all import (
    KINDS,
    assignment_with_answers,
    dump,
    load,
    require_fresh,
)
from autograder.kinds.game.question import Position, Rules, Walk, load_answers
from autograder.kinds.kind import TREES, Files, Onlooker
from autograder.kinds.search.signatures import place_of
from autograder.kinds.table.question import TableTest
from autograder.project import (
    GAMES,
    PACKAGE,
    PROJECT,
    STARTER,
    TRUSTED,
    command_line,
    files_of_package,
    is_for_authors,
)
from autograder.project import STUBS as TEMPLATE
from autograder.project import TREES as UNITS
from autograder.report.entries import rounded_points
from autograder.text import clean, few_names, listed, path_shown
from autograder.trees.tree import GameTree
from autograder.uploads.adapters import functions_called_by_adapter

SCRIPTS = ("setup.sh", "run_autograder")
RUNNER = (*SCRIPTS, "requirements.txt", "constraints.txt", "LICENSE")
SECTION = "\n## "
HOME = "## Try it at home"  # what stands above is made for each assignment
ONE_AT_A_TIME = "one tree at a time:"  # ends the line above the example
TABLE = (
    "To fill in, in `student_template`:",
    "",
    "| question | file | functions |",
    "|---|---|---|",
)
DOCSTRINGS = "Each function says in its docstring what it returns, and the idea of how."
LONGEST_TITLE = 200
LONGEST_FOLDER = 60
NOT_FOR_STUDENTS = (  # a class, what makes an assignment: they have no reference
    "autograder/classroom/*",
    "autograder/authoring/*",
    *(
        f"autograder/commands/{name}.py"
        for name in (
            *("adequacy", "answers", "bundle", "classroom", "misconceptions", "new"),
            *("perft", "renew", "tournament", "try_zip", "convert"),
        )
    ),
    *(f"autograder/kinds/*/{name}.py" for name in ("authors", "lines", "matrix")),
    *(f"autograder/kinds/{name}.py" for name in ("caught", "prices")),
    "autograder/kinds/search/computing.py",
)
RULES_INSIDE = (
    "{}: a tree needs {}, the rules that {} asks students to write; a shorter tree "
    "is written out, and needs none"
)
GIVES_AWAY = "--play-gives-away"
RULES_PLAYED = (
    "{}: a match needs {}, the rules that {} asks students to write; hide the games of "
    f"the match, or say {GIVES_AWAY}"
)
ASKED_BY = "student.zip has the rules of {}, which {} asks students to write"
# The end of each stub at home:
RUN_ALONE = """


if __name__ == "__main__":  # where you run this file, it is graded
    import subprocess
    import sys
    from pathlib import Path

    here = Path(__file__).resolve()
    above = [str(p / "grade.py") for p in here.parents if (p / "grade.py").is_file()]
    if not above:
        sys.exit(
            f"{here.name}: no folder above it has grade.py, which grades it; put it "
            "into the folder that student.zip unpacks, or into one in there"
        )
    sys.exit(subprocess.call([sys.executable, above[0], str(here)]))
"""
NAMES = 120  # characters of the tests that are listed
ANYWAY = "--anyway"
REFUSED = f"nothing was packed; {ANYWAY} packs it as it is"
SOLVED = "{}: the stub earns points in {} ({}): was a solution left in it?"
SHOWN_ELSEWHERE = "{}: {} hides it, but {} shows it: tree and answers are public"
EQUAL = "{}: {} hides it, but it is {}, which students see, under other labels"
SHOWN_POSITION = (
    "{}: hidden lines of {} come to {}, which students see in {}: shorten that, or "
    "show lines as long"
)
SAME_ROW = "{}: {} hides {}, but a visible row asks for it: its result is public"
MEANT = (
    "{0}: it holds an assignment: `{1}` packs that one, and `{2}` writes the zips of "
    "another into it"
)
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same bytes whenever it is built


def add_options(command: Parser) -> None:
    """The options of `bundle`."""
    command.add_argument("folder", type=Path, metavar="DIR", help="where to write them")
    add_assignment(command)
    add_flag(
        command,
        "--with-reference",
        "put the reference into autograder.zip, for smaller counterexamples there",
    )
    add_flag(
        command,
        ANYWAY,
        "pack also where a stub passes tests, or students see what is hidden",
    )
    add_flag(
        command,
        GIVES_AWAY,
        "give students the rules of a match, though a question asks for them",
    )


def run(options: argparse.Namespace) -> int:
    """Write the two zips, of answers that are the reference's."""
    if options.assignment is UNITS and (options.folder / FILE).is_file():
        raise AssignmentError(_meant(options.folder))
    loaded = load(options.assignment)
    assignment = assignment_with_answers(loaded)
    with progress_line() as watch:
        require_fresh(loaded, Onlooker(watch.show))
    check_adapters(assignment)
    found = [*leak_sentences(assignment, stubs_of(assignment, PROJECT))]
    if found and not options.anyway:
        raise AssignmentError("\n".join((*found, REFUSED)))
    for sentence in found:
        show(sentence)
    paths = write(
        assignment,
        PROJECT,
        options.folder,
        with_reference=options.with_reference,
        gives_away=options.play_gives_away,
    )
    told = *cautions(assignment), *_asked_elsewhere(assignment)
    packed = f"packed {points_sentence(assignment)}"
    show("\n".join((*told, *(f"wrote {path}" for path in paths), packed)))
    return 0


def _meant(folder: Path) -> str:
    """Which two commands somebody may have meant who named an assignment's folder."""
    mine = command_line("bundle", "build", "--assignment", folder)
    others = command_line("bundle", folder, "--assignment", "DIR")
    return MEANT.format(path_shown(folder), mine, others)


def write(
    assignment: Assignment,
    root: Path,
    folder: Path,
    *,
    with_reference: bool = False,
    gives_away: bool = False,
) -> tuple[Path, Path]:
    """Write both zips into the folder; their paths.

    With the reference, Gradescope looks for the smallest trees among all. What a match
    `gives_away` may be rules that students are asked for.
    """
    folder.mkdir(parents=True, exist_ok=True)
    games = [q for q in assignment.all_questions() if isinstance(q, Rules)]
    asked = {f"{TRUSTED}/{question.module}.py": question for question in games}
    reference = {}  # without solutions of games that students write
    for top in (root, assignment.folder) if with_reference else ():  # its own last
        mine = top / TRUSTED
        for path in (*visible(mine, "*.py"), *visible(mine, "conventions/*.py")):
            name = path.relative_to(top).as_posix()
            if name not in asked:
                reference[name] = path.read_bytes()
    zips = {
        folder / "autograder.zip": {**grading_files(assignment, root), **reference},
        folder / "student.zip": {
            f"{student_folder_name(assignment.title)}/{name}": content
            for name, content in student_files(assignment, root).items()
        },
    }
    _require_no_rules(assignment, asked.values(), zips, gives_away=gives_away)
    for path, files in zips.items():
        _write_zip(path, files)
    first, second = zips
    return first, second


def _require_no_rules(
    assignment: Assignment,
    games: Iterable[Rules],
    zips: Mapping[Path, Files],
    *,
    gives_away: bool,
) -> None:
    """AssignmentError where a zip has the rules of a game that is asked for."""
    played = {f"{GAMES}/{game}.py" for game in _played(assignment)}
    for path, files in zips.items():
        held = {name.partition(f"{TRUSTED}/")[2] for name in files if TRUSTED in name}
        if gives_away or path.stem == "autograder":  # there they stay in the grader
            held -= played
        for question in games:
            rules = f"{GAMES}/{question.game}.py"
            if rules in held:
                why = RULES_PLAYED if rules in played else RULES_INSIDE
                raise AssignmentError(why.format(path, rules, question.name))


def _played(assignment: Assignment) -> set[str]:
    """The games that students' programs play."""
    return {
        game
        for kind in KINDS.values()
        for game in kind.names_of_games_played(assignment)
    }


def _asked_elsewhere(assignment: Assignment) -> Iterator[str]:
    """Which games that students get to play another unit asks them to write."""
    played = _played(public_part(assignment))
    for path in visible(UNITS, f"*/{FILE}") if played else ():
        is_other = path.parent != assignment.folder.resolve()
        if is_other and f"kind: {Rules.kind}" in path.read_text("utf-8"):
            questions = load(path.parent).all_questions()
            games = {q.game for q in questions if isinstance(q, Rules)}
            if both := tuple(sorted(played & games)):
                yield ASKED_BY.format(listed(both), path_shown(path.parent))


def grading_files(assignment: Assignment, root: Path) -> Files:
    """What grading needs: the runner, trees, answers and the instructor's checks.

    The assignment names each tree: a pattern may leave out some that are not packed.
    """
    own = {
        f"{TREES}/{path.relative_to(assignment.folder).as_posix()}": path.read_bytes()
        for path in _checks(assignment)
    }
    own[f"{TREES}/{FILE}"] = dump(assignment).encode()
    unseen = {
        name: content
        for kind in KINDS.values()
        for name, content in kind.unseen_files(assignment).items()
    }
    secret = secret_path(assignment)
    if secret.is_file():
        own[f"{TREES}/{FOLDER}/{secret.name}"] = secret.read_bytes()
    return {**_runner(root), **own, **_needed_by_kinds(assignment), **unseen}


def student_files(assignment: Assignment, root: Path) -> Files:
    """All stubs, what grades them, and the trees whose tests are visible."""
    public = public_part(assignment)
    template = (root / TEMPLATE / "README.md").read_text(encoding="utf-8")
    readme = _readme(template, assignment, public).encode()
    handed = {f"{module}{PYTHON}" for module in assignment.handed_in()}
    stubs = {
        f"{TEMPLATE}/{name}": path.read_bytes().rstrip() + RUN_ALONE.encode()
        if name in handed
        else path.read_bytes()
        for name, path in stubs_of(assignment, root).items()
    }
    provided = {
        f"{TREES}/{path.relative_to(assignment.folder).as_posix()}": path.read_bytes()
        for path in assignment.interface.provided.values()
    }
    own = {
        "README.md": readme,
        f"{TREES}/{FILE}": dump(public).encode(),
        STARTER: (root / STARTER).read_bytes(),
        f"{TREES}/{title_file(assignment.title)}": assignment.title.encode(),
    }
    runner = {
        name: content
        for name, content in _runner(root).items()
        if not any(fnmatch(name, pattern) for pattern in NOT_FOR_STUDENTS)
    }
    return {**runner, **own, **stubs, **provided, **_needed_by_kinds(public)}


def student_folder_name(title: str) -> str:
    """What students unpack: a folder by which they know the assignment."""
    words = "".join(c if c.isalnum() else " " for c in title.lower()).split()
    return "-".join(words)[:LONGEST_FOLDER] or "assignment"


def _needed_by_kinds(assignment: Assignment) -> Files:
    return {
        name: content
        for kind in KINDS.values()
        for name, content in kind.files(assignment).items()
    }


def _readme(template: str, assignment: Assignment, public: Assignment) -> str:
    """What students read first: the template's advice, the assignment's questions."""
    rows = [_row(assignment, question) for question in assignment.all_questions()]
    example = [
        f"    ./run_autograder my_folder --question {test.question.name}"
        f" --tree {shlex.quote(test.about)}"
        for test in public.tests[:1]
    ]
    advice = _advice(template[template.index(HOME) :], assignment).splitlines()
    kept = [line for line in advice if "my_folder --question" not in line]
    place = 2 + next(i for i, row in enumerate(kept) if row.endswith(ONE_AT_A_TIME))
    title = clean(assignment.title, LONGEST_TITLE)
    notes = [n for kind in KINDS.values() for n in kind.readme_sentences(assignment)]
    below = "\n\n".join([DOCSTRINGS, *notes])
    opening = [f"# {title}", "", *TABLE, *rows, "", below, ""]
    return "\n".join([*opening, *kept[:place], *example, *kept[place:], ""])


def _row(assignment: Assignment, question: AnyQuestion) -> str:
    """The row of a question: of one with an adapter the files of the course."""
    names, written = [question.module], question.functions_to_write()
    if file := assignment.interface.provided.get(PurePosixPath(f"{names[0]}{PYTHON}")):
        names = [*assignment.handed_in()]
        called = functions_called_by_adapter(file.read_bytes(), names)
        written = tuple(dict.fromkeys(".".join(path) for path in called.values()))
    files = ", ".join(f"`{name}{PYTHON}`" for name in names)
    functions = " ".join(f"`{function}`" for function in written)
    return f"| {question.name} | {files} | {functions} |"


def _advice(template: str, assignment: Assignment) -> str:
    """The sections of the template, but for those of kinds that are not asked for."""
    asked = {question.kind for question in assignment.all_questions()}
    left_out = [
        heading
        for name, kind in KINDS.items()
        if name not in asked
        for heading in kind.advice
    ]
    first, *sections = template.split(SECTION)
    kept = [each for each in sections if each.partition("\n")[0] not in left_out]
    return SECTION.join((first, *kept))


def public_part(assignment: Assignment) -> Assignment:
    """The visible tests, as students get them, and how much others are worth."""
    tests = tuple(
        KINDS[test.question.kind].public(test)
        for test in assignment.tests
        if test.visibility == VISIBLE
    )
    public = replace(assignment, tests=tests)
    later = assignment.max_points() - public.max_points()
    return replace(public, later=rounded_points(later))


def _checks(assignment: Assignment) -> Iterator[Path]:
    """The instructor's own Python files: not those of an assignment further down."""
    for path in visible(assignment.folder, "**/*.py"):
        stubs = assignment.interface.stubs
        if is_for_authors(path, assignment.folder) or stubs in path.parents:
            continue
        below = [each for each in path.parents if assignment.folder in each.parents]
        if not any(p.name.startswith("__") or (p / FILE).is_file() for p in below):
            yield path


def _runner(root: Path) -> Files:
    package = {f"{PACKAGE.name}/{n}": p for n, p in files_of_package().items()}
    files = {**{name: root / name for name in RUNNER}, **package}
    return {name: path.read_bytes() for name, path in files.items()}


def _write_zip(path: Path, files: Files) -> None:
    with (
        replacement_file(path) as temporary,
        zipfile.ZipFile(temporary, "w") as archive,
    ):
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, whatever builds it: modes count
            is_script = name.rpartition("/")[2] in SCRIPTS
            entry.external_attr = (0o755 if is_script else 0o644) << 16
            archive.writestr(entry, content)


def leak_sentences(assignment: Assignment, stubs: Mapping[str, Path]) -> Iterator[str]:
    """What students would get that they should not; `stubs` are files by path."""
    yield from _solved(assignment, stubs)
    shown = {case.tree_name: case for case in _cases(assignment, visible=True)}
    alike = {_unlabelled(case.tree): name for name, case in reversed(shown.items())}
    for case in _cases(assignment, visible=False):
        name, question = case.tree_name, case.question.name
        place = "{}:{}:{}: {}".format(
            *place_of(assignment, case.question, "trees", case.part), name
        )
        if other := shown.get(name):
            yield SHOWN_ELSEWHERE.format(place, question, other.question.name)
        elif twin := alike.get(_unlabelled(case.tree)):
            yield EQUAL.format(place, question, twin)
    yield from _shown_rows(assignment)
    yield from _shown_positions(assignment)


def _shown_positions(assignment: Assignment) -> Iterator[str]:
    """Positions that hidden lines of a game come to, though students see them."""
    games = grouped_tests(assignment, Walk)
    answers = {name: load_answers(assignment, tests) for name, tests in games.items()}
    public = {
        name: _going_on(answers[name].for_tests([*filter(_is_public, tests)]).positions)
        for name, tests in games.items()
    }
    trees = {
        test.about: {position_of(node.label) for node in tree.nodes if node.children}
        for test in filter(_is_public, assignment.tests)
        if isinstance(tree := getattr(test, "tree", None), GameTree)
    }
    for name, tests in games.items():
        question = tests[0].question
        hidden = _going_on(answers[name].positions) - public[name]
        others = {
            other: public[other]
            for other, (first, *_) in games.items()
            if other != name and first.question.game == question.game
        }
        for other, labels in {**trees, **others}.items():
            if given := [label for label in hidden if label in labels]:
                mark = question.marks.get("name", (1, 1))
                place = "{}:{}:{}".format(assignment.folder / FILE, *mark)
                label = clean(min(given), NAMES)
                yield SHOWN_POSITION.format(place, name, label, other)


def _going_on(positions: Iterable[Position]) -> set[str]:
    return {position.label for position in positions if not position.is_over}


def _is_public(test: AnyTest) -> bool:
    return test.visibility == VISIBLE


def _shown_rows(assignment: Assignment) -> Iterator[str]:
    """Rows that are hidden, though students see the same call."""
    rows = [
        (test, row, (test.question.module, test.call_text(row)))
        for tests in grouped_tests(assignment, TableTest).values()
        for test in tests
        for row in test.rows
    ]
    shown = {call for test, _, call in rows if test.visibility == VISIBLE}
    for test, row, call in rows:
        if test.visibility != VISIBLE and call in shown:
            place = "{}:{}:{}".format(assignment.folder / FILE, *row.mark)
            asked = clean(call[1], NAMES)
            yield SAME_ROW.format(place, test.question.name, asked)


def _solved(assignment: Assignment, stubs: Mapping[str, Path]) -> Iterator[str]:
    """Stubs that earn points as they are, which a function that raises never does."""
    judged = graded_stubs(assignment, stubs)
    first, *_ = assignment.handed_in()
    for question in assignment.all_questions():
        own = [each for each in judged if each.test.question.name == question.name]
        names = tuple([each.test.about for each in own if each.result.points > 0])
        if names:
            told = clean(few_names(names, NAMES), 2 * NAMES)
            stub = stubs.get(f"{question.module}.py", stubs[f"{first}.py"])
            yield SOLVED.format(stub, question.name, told)


def _cases(assignment: Assignment, *, visible: bool) -> list[Case]:
    """The tests of searches that students see at once, or those that they do not."""
    return [c for c in assignment.cases if (c.visibility == VISIBLE) == visible]


def _unlabelled(tree: GameTree) -> Hashable:
    """All of a tree that a search can turn on, whatever its nodes are called."""
    nodes = tuple(
        (
            node.to_move if node.children else "",
            node.children,
            node.utility,
            node.probabilities,
            node.estimate,
            node.quiet,
        )
        for node in tree.nodes
    )
    return nodes, tree.window, tree.limit, tree.bounds
