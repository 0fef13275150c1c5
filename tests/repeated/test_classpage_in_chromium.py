"""The page on a class as its reader meets it: at each width, by day and by night."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.classroom.course import Course
from autograder.classroom.page import classpage, slides
from tests import chromium
from tests.chromium import Browser
from tests.classroom.class_at_random import course as at_random
from tests.classroom.test_roll import everything

OPEN_ALL = "for (const row of document.querySelectorAll('details')) row.open = true"
WIDTH = "return document.documentElement.scrollWidth"
LARGEST = 2_000_000  # bytes of the page on 300 students
ROLL = everything()  # with changes, requests and code that is shared
LONG, TURNED = "N" * 300, "שלום \u202e evil \u2066 אבג"


def with_long_names() -> Course:
    """Names that could widen or turn the page, and a title as long."""
    made = at_random(60)
    rows = [
        replace(row, student=replace(row.student, name=(LONG, TURNED)[place % 2]))
        for place, row in enumerate(made.rows)
    ]
    return replace(made, title=LONG, rows=tuple(rows))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files of three classes."""
    made = {
        "class": at_random(),
        "hidden": slides.course_under_pseudonyms(at_random(60)),
        "long": with_long_names(),
    }
    folder = tmp_path_factory.mktemp("pages")
    for name, course in made.items():
        roll = None if name == "hidden" else ROLL
        text = classpage.class_page_html(course, "", roll)
        folder.joinpath(f"{name}.html").write_text(text, encoding="utf-8")
    return {name: folder / f"{name}.html" for name in made}


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("name", ["class", "hidden", "long"])
def test_nothing_is_wider_than_the_screen(
    reader: Browser, pages: dict[str, Path], name: str, width: int
) -> None:
    """With every row open: drawings scroll in boxes of their own."""
    reader.size(width, 844)
    reader.open(pages[name])
    reader.run(OPEN_ALL)
    assert reader.run(WIDTH) == width
    outside = (
        "return [...document.querySelectorAll('body *')].filter((part) =>"
        " part.getBoundingClientRect().right > innerWidth + 1"
        " && !part.closest('.drawn, .roll, svg'))"
        ".map((part) => part.outerHTML.slice(0, 99))"
    )
    assert reader.run(outside) == []


def test_300_students_are_no_large_page(pages: dict[str, Path]) -> None:
    """In bytes."""
    assert pages["class"].stat().st_size < LARGEST


def test_rows_open_without_a_script(reader: Browser, pages: dict[str, Path]) -> None:
    """By a click; the students of a mistake are then seen."""
    reader.open(pages["class"])
    seen = "return document.querySelector('.of-mistake .students').checkVisibility()"
    assert not reader.run(seen)
    reader.click(".of-mistake > summary")
    assert reader.run(seen)


NAMES = (
    "return [...document.querySelectorAll('.search ~ .roll tbody tr')]"
    ".filter((row) => !row.hidden).map((row) => row.cells[arguments[0]].innerText)"
)


def test_the_table_is_sorted_by_a_click(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """Numbers by their size, the largest first; who has none comes last."""
    reader.open(pages["class"])
    reader.click(".roll thead th:nth-child(2) button")
    points = [float(each) for each in reader.run(NAMES, 1) if each]
    assert points == sorted(points, reverse=True)
    assert len(reader.run(NAMES, 1)) == 300
    assert reader.run(NAMES, 1)[-1] == ""
    reader.click(".roll thead th:nth-child(2) button")
    assert [float(each) for each in reader.run(NAMES, 1) if each] == points[::-1]
    assert reader.run(NAMES, 1)[-1] == ""
    reader.click(".roll thead th:nth-child(1) button")
    names = reader.run(NAMES, 0)
    assert names[0].startswith("Ada ")
    assert names[-1].startswith("Zoë ")


def test_the_table_is_sorted_by_a_key(reader: Browser, pages: dict[str, Path]) -> None:
    """Enter sorts, and Space turns the order around."""
    reader.open(pages["class"])
    reader.run("document.querySelector('.roll thead th:nth-child(2) button').focus()")
    reader.type("Enter")
    points = [float(each) for each in reader.run(NAMES, 1) if each]
    assert points == sorted(points, reverse=True)
    reader.type(" ")
    assert [float(each) for each in reader.run(NAMES, 1) if each] == points[::-1]


def test_the_table_is_searched_as_one_types(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """All words, in any place, with or without accents; how many there are is said."""
    reader.open(pages["class"])
    search = (
        "const field = document.querySelector('.search input');"
        "field.value = arguments[0]; field.dispatchEvent(new Event('input'));"
        "return document.querySelector('.search [role=status]').textContent"
    )
    said = reader.run(search, "JOSE muno")
    found = reader.run(NAMES, 0)
    assert found
    assert all("José" in name and "Muñoz" in name for name in found)
    assert said == f"{len(found)} of 300"
    assert reader.run(search, "") == ""
    assert len(reader.run(NAMES, 0)) == 300


def test_a_name_does_not_turn_what_stands_beside_it(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """A name that is written from right to left is not right of its number."""
    reader.open(pages["long"])
    reader.run(OPEN_ALL)
    places = (
        "const row = [...document.querySelectorAll('.students li')]"
        ".find((row) => row.textContent.includes('u202e'));"
        "return [...row.querySelectorAll('bdi')]"
        ".map((part) => part.getBoundingClientRect().left)"
    )
    name, sid = reader.run(places)
    assert name <= sid  # as far left where there is no room beside it


@pytest.mark.skipif(
    not classpage.can_draw_charts(), reason="the extra class is not installed"
)
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_charts_fit_and_have_the_colours_of_the_page(
    reader: Browser, pages: dict[str, Path], scheme: str, width: int
) -> None:
    """One chart of all points at each width; its letters can be read, by night too."""
    reader.size(width, 844)
    reader.media(prefers_color_scheme=scheme)
    reader.open(pages["class"])
    found = reader.run(
        "const style = (part, name) => getComputedStyle(part)[name];"
        "const seen = [...document.querySelectorAll('svg[role=img]')]"
        ".filter((chart) => chart.checkVisibility());"
        "const letters = seen.flatMap((chart) => [...chart.querySelectorAll('text')]);"
        "const probe = document.querySelector('.count');"
        "return [seen.length, letters.length > 20,"
        " letters.every((text) => style(text, 'fill') === style(probe, 'color')),"
        " letters.every((text) =>"
        " style(text, 'fontFamily') === style(document.body, 'fontFamily')),"
        " letters.every((text) => text.getBoundingClientRect().height >= 11)]"
    )
    assert found == [3, True, True, True, True]


def test_a_page_asks_nobody(session: Browser, pages: dict[str, Path]) -> None:
    """The one request is that for the file itself."""
    session.log("performance")
    for path in pages.values():
        session.open(path)
        session.run(OPEN_ALL)
    messages = [json.loads(e["message"])["message"] for e in session.log("performance")]
    asked = {
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    }
    assert asked - {"about:blank"} == {path.as_uri() for path in pages.values()}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", ["hidden", "long"])
def test_axe_finds_nothing(
    reader: Browser, pages: dict[str, Path], name: str, width: int, scheme: str
) -> None:
    """With every row open, on each screen, by day and by night."""
    reader.size(width, 900)
    reader.media(prefers_color_scheme=scheme)
    reader.open(pages[name])
    reader.run(OPEN_ALL)
    reader.run(f"{chromium.axe()}; window.axe = axe")
    found = reader.wait(
        "axe.run(document, {resultTypes: ['violations']})"
        ".then((all) => arguments[0](all.violations))"
    )
    assert [(v["id"], [n["html"] for n in v["nodes"]][:2]) for v in found] == []
