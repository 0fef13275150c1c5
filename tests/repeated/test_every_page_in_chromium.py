"""Every page that the project makes can be read by everybody, and without a mouse.

One page of each kind: of a stub, of what is right and what is wrong in each unit, for a
student and for an instructor, of a class and for one of its students, and what
results.json holds as HTML.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests import chromium
from tests.cases import for_each
from tests.chromium import SCREENS, Browser
from tests.repeated.test_page_in_chromium import BUILT, OPEN_ALL
from tests.small import ROOT, run

TESTS = ROOT / "tests"
QUICK = TESTS / "assignments" / "quick"
UNITS = (  # a submission that is wrong, and one tree or row on which it is
    ("chance", "plain_mean", "aima_order"),
    ("depth_limited", "min_never_stops", "min_first_of_three_3"),
    ("estimates", "slides_to_the_letter", "neither side has anything"),
    ("iterative_deepening", "games_order", "three_rounds"),
    ("killers", "all_plies", "first_action"),
    ("matrix_games", "no_mixing", "no saddle point"),
    ("modelling", "turn_kept", "the first move"),
    ("monte_carlo", "sign_never_turned", "two_actions"),
    ("ordering", "peeks_at_leaves", "two_moves_four_plies"),
    ("players", "last_of_equals", "equal_payoffs"),
    ("quiescence", "plain_depth", "losing_capture"),
    ("shapes", "player_kept", "deep_cutoff"),
    ("stacks", "tested_when_pushed", "example_2"),
    ("transpositions", "bound_as_exact", "lower_bound"),
)
OTHERS = ("results", "class", "feedback")
CANNOT_RUN = ("syntax_error", "module_missing_all")
GRADED = {  # by page: the submission, and what is asked for
    "stub": (ROOT / "student_template", "--assignment", QUICK, "--page"),
    "right": (ROOT / "reference", "--assignment", QUICK, "--page"),
    "wrong": (
        TESTS / "submissions" / "alpha_beta_no_pruning",
        *("--assignment", QUICK, "--page"),
    ),
    "instructor": (
        TESTS / "submissions" / "stub_half_filled",
        *("--assignment", QUICK, "--instructor-page"),
    ),
    **{
        name: (TESTS / "submissions" / name, "--assignment", QUICK, "--page")
        for name in CANNOT_RUN
    },
    **{
        unit: (
            TESTS / "units" / unit / name,
            *("--assignment", ROOT / "test_trees" / unit),
            *("--tree", about, "--page"),
        )
        for unit, name, about in UNITS
    },
}
AXE = (
    "axe.run(document, {resultTypes: ['violations']})"
    ".then((all) => arguments[0](all.violations))"
)
REACHED = """
const wanted = 'a[href], button, summary, input, select, [tabindex="0"]';
const seen = (node) => node.checkVisibility() && !node.disabled;
return [...document.querySelectorAll(wanted)].filter(seen).length;
"""
FOCUSED = """
const node = document.activeElement;
if (node === document.body) return null;
node.dataset.reached = 'yes';
const style = getComputedStyle(node);
const ring = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
return [node.outerHTML.slice(0, 80), ring];
"""

CODE = ".first .line code"
LINELESS = (
    "module_missing_all",
    "iterative_deepening",
    "ordering",
)  # no one line does it
OPENED = """
const seen = (node) => node.checkVisibility();
const all = [...document.querySelectorAll("summary")].filter(seen);
all[arguments[0]].focus();
return [all.length, all[arguments[0]].parentElement.open];
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files of all pages."""
    folder = tmp_path_factory.mktemp("pages")
    made = {name: folder / f"{name}.html" for name in (*GRADED, *OTHERS)}
    for name, command in GRADED.items():
        done = run(*command, made[name])
        assert done.returncode == 0, done.stderr
    made["last"] = of_the_last_question(folder)
    made["results"].write_text(in_results(folder), encoding="utf-8")
    return made | of_a_class(folder)


def of_a_class(folder: Path) -> dict[str, Path]:
    """The page on a class of two, and that of one of them."""
    shutil.copytree(
        ROOT / "tests/submissions/alpha_beta_no_pruning", folder / "class/a"
    )
    shutil.copytree(ROOT / "tests/submissions/stub_half_filled", folder / "class/b")
    out = folder / "grades"
    asked = ("--assignment", QUICK, "--feedback", "html")
    done = run("class", folder / "class", "--out", out, *asked)
    assert done.returncode == 0, done.stderr
    first, *_ = sorted((out / "feedback").glob("*.html"))
    return {"class": out / "class.html", "feedback": first}


def of_the_last_question(folder: Path) -> Path:
    """The page of one who has all right but the last question."""
    shutil.copytree(ROOT / "reference", folder / "last")
    wrong = TESTS / "submissions" / "alpha_beta_no_pruning" / "alpha_beta.py"
    shutil.copy(wrong, folder / "last")
    page = folder / "last.html"
    done = run(folder / "last", "--assignment", QUICK, "--page", page)
    assert done.returncode == 0, done.stderr
    return page


def in_results(folder: Path) -> str:
    """What `pictures: svg` puts into results.json, in a page as a platform has it."""
    copy = folder / "quick"
    shutil.copytree(QUICK, copy)
    asked = copy / "assignment.yaml"
    asked.write_text(f"pictures: svg\n{asked.read_text(encoding='utf-8')}")
    results = folder / "results.json"
    wrong = TESTS / "submissions" / "alpha_beta_no_pruning"
    done = run(wrong, "--assignment", copy, "--results", results)
    assert done.returncode == 0, done.stderr
    tests: list[dict[str, Any]] = json.loads(results.read_text("utf-8"))["tests"]
    shown = [test["output"] for test in tests if test["output_format"] == "html"]
    assert shown
    head = '<!doctype html><html lang="en"><title>results</title>'
    return f"{head}<main><h1>results</h1>{''.join(shown)}</main></html>"


@for_each("name", (*GRADED, *OTHERS))
def test_axe_finds_nothing(reader: Browser, pages: dict[str, Path], name: str) -> None:
    """With every row open, by day and by night."""
    for scheme in ("light", "dark"):
        reader.size(1280, 900)
        reader.media(prefers_color_scheme=scheme)
        reader.open(pages[name])
        reader.run(OPEN_ALL)
        reader.wait(BUILT)
        reader.run(f"{chromium.axe()}; window.axe = axe")
        found = reader.wait(AXE)
        told = [(v["id"], [n["html"] for n in v["nodes"]][:2]) for v in found]
        assert told == [], scheme


@for_each("name", (*GRADED, "feedback", "last"))
def test_what_is_wrong_first_is_in_sight(
    reader: Browser, pages: dict[str, Path], name: str
) -> None:
    """With the line of code, where there is one; without scripts, too."""
    lines = [] if name in LINELESS else [True]
    expected = [[], []] if name == "right" else [[True], lines]
    for screen in SCREENS:
        reader.size(*screen)
        for open_page in (reader.open, reader.open_without_scripts):
            open_page(pages[name])
            assert reader.in_sight(".first .headline", CODE) == expected, screen


def test_a_row_of_the_class_leads_to_what_is_wrong_first(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """Its link opens the page of that student, with nothing to be scrolled."""
    for screen in SCREENS:
        reader.size(*screen)
        reader.open(pages["class"])
        reader.click(".roll a[href='feedback/a.html']")
        assert (
            reader.run("return document.querySelector('.first a').hash") == "#test-2.1"
        )
        assert reader.in_sight(".first .headline", CODE) == [[True], [True]]


@for_each("name", (*GRADED, "class", "feedback"))
def test_the_keyboard_reaches_all(
    reader: Browser, pages: dict[str, Path], name: str
) -> None:
    """Tab comes to whatever can be pressed, and shows where it is."""
    reader.size(1280, 900)
    reader.open(pages[name])
    reader.run(OPEN_ALL)
    reader.wait(BUILT)
    count = reader.run(REACHED)
    assert count > 0
    for _ in range(2 * count):
        reader.type("Tab")
        focused = reader.run(FOCUSED)
        if focused is not None:  # between the last and the first nothing has it
            assert focused[1], focused[0]
    missed = reader.run(
        f"{REACHED.replace('.length', '').replace('return', 'const all =')};"
        "return all.filter((n) => n.type !== 'radio' && !n.dataset.reached)"
        ".map((n) => n.outerHTML.slice(0, 80));"
    )
    assert missed == []


@for_each(
    "name", ("wrong", "estimates", "modelling", "monte_carlo", "class", "feedback")
)
def test_enter_and_space_open_a_row_and_close_it(
    reader: Browser, pages: dict[str, Path], name: str
) -> None:
    """As a click does."""
    reader.size(1280, 900)
    reader.open(pages[name])
    count, _ = reader.run(OPENED, 0)
    for place in range(count):  # what it opens comes behind it, and is closed again
        _, before = reader.run(OPENED, place)
        reader.type("Enter")
        assert reader.run(OPENED, place)[1] != before
        reader.type(" ")
        assert reader.run(OPENED, place)[1] == before
