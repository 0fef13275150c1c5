"""The page as a reader meets it, in Chromium: at each width, by day and by night."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from autograder.text import clean
from tests import chromium, page_reports
from tests.cases import for_each
from tests.chromium import SCREENS, Browser
from tests.page_reports import (
    HOSTILE,
    REPORTS,
    text_of,
)

TEST = '[id="test-2.1"]'
STATE = f"""
const replay = document.querySelector('{TEST} .replay');
const cells = (row) => [...replay.querySelectorAll(`[data-row=${{row}}] td`)]
  .map((cell) => cell.textContent);
const labels = (search, state) => [...replay
  .querySelectorAll(`[data-search=${{search}}] .gt-node${{state}}`)]
  .map((node) => Number(node.dataset.node));
return {{
  position: Number(replay.querySelector('input').value),
  rows: ['step', 'node', 'role', 'alpha', 'beta', 'v'].map(cells),
  current: [labels('submission', '.is-current'), labels('accepted', '.is-current')],
  visited: labels('submission', '.gt-visited').length,
  wrong: labels('submission', '.gt-wrongly-visited'),
  cut: labels('accepted', '.gt-pruned'),
  status: replay.querySelector('.status').textContent,
  playing: replay.classList.contains('playing'),
}};
"""
OPEN = "return [...document.querySelectorAll('.test[open]')].map((test) => test.id)"
SHOWN = OPEN.replace(".map", ".filter((test) => test.checkVisibility()).map")
OPEN_ALL = "for (const test of document.querySelectorAll('details')) test.open = true"
BUILT = """
const done = arguments[0];
const look = () => document.querySelectorAll('.test[open] figure.tree').length
  === document.querySelectorAll('.replay').length ? done(true) : setTimeout(look, 10);
look();
"""
STOPPED = """
const done = arguments[0];
const look = () => document.querySelector('.playing')
  ? setTimeout(look, 20) : done(true);
look();
"""
ENDED = (
    "Step 6 of 13: your search has ended; an accepted search visits C (MIN to move). "
    "This is the first wrong step."
)
BROKE_OFF = (
    "Step 4 of 13: your search has broken off; an accepted search visits B2 "
    "(leaf, utility 12). Here it broke off."
)
WIDTH = "return document.documentElement.scrollWidth"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files of all reports."""
    folder = tmp_path_factory.mktemp("pages")
    for name in REPORTS:
        folder.joinpath(f"{name}.html").write_text(text_of(name), encoding="utf-8")
    return {name: folder / f"{name}.html" for name in REPORTS}


def open_replay(reader: Browser, pages: dict[str, Path]) -> dict[str, Any]:
    """Open the test without pruning; what it then shows."""
    reader.open(pages["small"], "#test-2.1")
    return look(reader)


def look(reader: Browser) -> dict[str, Any]:
    """What the replay shows, once it is there."""
    reader.wait(BUILT)
    state: dict[str, Any] = reader.run(STATE)
    return state


def test_the_first_failed_test_is_open(reader: Browser, pages: dict[str, Path]) -> None:
    """And nothing else."""
    reader.open(pages["small"])
    assert reader.run(OPEN) == ["test-1.2"]


FIRST = ".first .headline", ".first .line code"


@for_each("screen", SCREENS)
def test_however_much_there_is_what_is_wrong_first_is_in_sight(
    reader: Browser, pages: dict[str, Path], screen: tuple[int, int]
) -> None:
    """With its line of code: sixty questions and long names do not push it down."""
    reader.size(*screen)
    for open_page in (reader.open, reader.open_without_scripts):
        open_page(pages["crowded"])
        assert reader.in_sight(*FIRST) == [[True], [True]]
        assert reader.run(WIDTH) == screen[0]
    assert reader.in_sight(".test.failed") == [[False]]  # a positive control


def test_code_stands_beside_the_sentence_or_below(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """Beside it at a desk, below it on a phone."""
    place = (
        "const [said, code] = [...arguments].map((each) =>"
        " document.querySelector(each).getBoundingClientRect());"
        "return [said.right < code.left, said.bottom < code.top];"
    )
    beside = []
    for screen in SCREENS:
        reader.size(*screen)
        reader.open(pages["crowded"])
        beside.append(reader.run(place, *FIRST))
    assert beside == [[True, False], [False, True]]


def test_its_name_leads_to_what_is_wrong_first(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """To its row, which stands then at the top, also where its question was closed."""
    reader.open(pages["crowded"])
    reader.run("document.querySelector('.group.failed').open = false")
    reader.click(".first a")
    reader.wait("requestAnimationFrame(arguments[0])")
    top = "return document.querySelector('.test[open]').getBoundingClientRect().top"
    assert reader.run(OPEN) == ["test-60.1"]
    assert 0 <= reader.run(top) < 40


def test_a_question_that_passed_is_closed_and_opens(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """By click, by key, and by an address in it; no script is needed."""
    shown = "return document.querySelectorAll('.group.passed[open]').length"
    reader.open_without_scripts(pages["crowded"])
    assert reader.run(shown) == 0
    reader.click(".group.passed > summary")
    assert reader.run(shown) == 1
    reader.type("Enter")
    assert reader.run(shown) == 0
    reader.open(pages["crowded"], "#test-7.1")
    assert reader.run(shown) == 1
    assert reader.run("return document.getElementById('test-7.1').checkVisibility()")


def test_an_address_opens_its_test(reader: Browser, pages: dict[str, Path]) -> None:
    """On loading, on a change of the fragment, and out of what the filter hides."""
    reader.open(pages["small"], "#test-2.1")
    assert reader.run(OPEN) == ["test-2.1"]
    reader.click("#only-failed")
    reader.run("location.hash = '#test-1.1'")
    reader.wait("requestAnimationFrame(arguments[0])")
    assert reader.run(OPEN) == ["test-1.1", "test-2.1"]
    assert reader.run("return document.getElementById('test-1.1').checkVisibility()")


def test_an_unknown_address_does_no_harm(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """As if there were none."""
    reader.open(pages["small"], "#%zz")
    assert reader.run(OPEN) == ["test-1.2"]


def test_a_row_opens_by_click_and_by_key(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """And closes in the same way."""
    reader.open(pages["small"])
    reader.click('[id="test-1.2"] summary')
    assert reader.run(OPEN) == []
    reader.click('[id="test-1.1"] summary')
    assert reader.run(OPEN) == ["test-1.1"]
    reader.type("Tab", "Enter")
    assert reader.run(OPEN) == ["test-1.1", "test-1.2"]
    reader.type("Enter")
    assert reader.run(OPEN) == ["test-1.1"]


def test_the_filter_hides_what_passed(reader: Browser, pages: dict[str, Path]) -> None:
    """What failed and what was not judged stays."""
    reader.open(pages["small"])
    shown = (
        "return [...document.querySelectorAll('.test')]"
        ".filter((test) => test.checkVisibility()).map((test) => test.id)"
    )
    assert len(reader.run(shown)) == 6
    reader.click("#only-failed")
    assert reader.run(shown) == ["test-1.2", "test-2.1", "test-at-5", "test-at-6"]


def test_a_replay_begins_at_the_first_wrong_step(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """Figure 5.2: the eighth step visits C2 where 3 at B and 2 at C1 decide."""
    state = open_replay(reader, pages)
    assert state["position"] == 8
    assert state["rows"] == [
        ["8 of 13", "8 of 11"],
        ["C2", "D"],
        ["leaf, utility 4", "MIN to move"],
        ["3", "3", "3"],
        ["∞", "2", "∞"],
        ["2", "2", "3"],
    ]
    assert state["current"] == [[8], [3]]
    assert state["wrong"] == [8]
    assert state["cut"] == [8, 9]
    assert state["status"] == (
        "Step 8 of 13: your search visits C2 (leaf, utility 4); "
        "an accepted search visits D (MIN to move). This is the first wrong step."
    )


def test_buttons_step_forth_and_back(reader: Browser, pages: dict[str, Path]) -> None:
    """A node looks visited from its step on, and cut once the search has left it."""
    open_replay(reader, pages)
    reader.click(f"{TEST} [data-action=back]")
    state = look(reader)
    assert (state["position"], state["wrong"], state["cut"]) == (7, [], [])
    assert state["rows"][1] == ["C1", "C1"]
    assert state["visited"] == 7
    reader.click(f"{TEST} [data-action=first]")
    state = look(reader)
    assert (state["position"], state["visited"]) == (0, 0)
    assert state["current"] == [[], []]
    assert state["rows"][1] == ["–", "–"]
    assert state["status"] == "Before the first of 13 steps."
    reader.click(f"{TEST} [data-action=step]")
    state = look(reader)
    assert (state["position"], state["current"]) == (1, [[0], [0]])
    assert state["rows"][3:] == [["−∞"] * 3, ["∞"] * 3, ["–"] * 3]
    reader.click(f"{TEST} [data-action=last]")
    state = look(reader)
    assert (state["position"], state["wrong"]) == (14, [8, 9])
    assert state["rows"][0] == ["13 of 13", "11 of 11"]
    assert state["status"] == (
        "After the last of 13 steps: your search came to 3 and chose C; "
        "an accepted search comes to 3 and chooses B."
    )
    reader.click(f"{TEST} [data-action=wrong]")
    assert look(reader)["position"] == 8


def test_keys_step_jump_and_play(reader: Browser, pages: dict[str, Path]) -> None:
    """The arrows do so from the start, the rest where the replay has the focus."""
    open_replay(reader, pages)
    reader.type("ArrowRight")
    assert look(reader)["position"] == 9
    reader.run(f"document.querySelector('{TEST} .replay').focus()")
    for key, position in (("Home", 0), ("ArrowRight", 1), ("End", 14)):
        reader.type(key)
        assert look(reader)["position"] == position
    reader.type("ArrowRight", "ArrowLeft")
    assert look(reader)["position"] == 13
    reader.type("Home", " ")
    assert look(reader)["playing"]
    reader.type(" ")
    assert not look(reader)["playing"]
    reader.type(" ", "ArrowRight")  # who steps wants to look
    assert not look(reader)["playing"]


def test_keys_that_a_control_needs_are_left_to_it(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """Space presses the button that has the focus; arrows choose among the speeds."""
    open_replay(reader, pages)
    reader.run(f"document.querySelector('{TEST} [data-action=step]').focus()")
    reader.type(" ")
    state = look(reader)
    assert (state["position"], state["playing"]) == (9, False)
    reader.run(f"document.querySelector('{TEST} select').focus()")
    reader.type("ArrowRight")
    assert look(reader)["position"] == 9


def test_the_slider_moves_the_replay(reader: Browser, pages: dict[str, Path]) -> None:
    """By its own keys too, and it says in words where it is."""
    open_replay(reader, pages)
    reader.run(f"document.querySelector('{TEST} input').focus()")
    reader.type("ArrowLeft", "ArrowLeft")
    state = look(reader)
    assert state["position"] == 6
    text = f"return document.querySelector('{TEST} input').ariaValueText"
    assert reader.run(text) == state["status"]


def test_playing_stops_at_the_end(reader: Browser, pages: dict[str, Path]) -> None:
    """And begins anew from there; the speed is the reader's choice."""
    open_replay(reader, pages)
    reader.run(
        f"const speed = document.querySelector('{TEST} select');"
        "speed.add(new Option('at once', 5)); speed.value = 5;"
    )
    reader.click(f"{TEST} [data-action=play]")
    reader.wait(STOPPED)
    state = look(reader)
    assert (state["position"], state["playing"]) == (14, False)
    reader.run(f"document.querySelector('{TEST} select').selectedIndex = 0;")
    reader.click(f"{TEST} [data-action=play]")
    state = look(reader)
    assert state["position"] < 14
    assert state["playing"]


def test_a_search_that_ended_too_early(reader: Browser, pages: dict[str, Path]) -> None:
    """Minimax has no α and β to show; what is skipped comes out at the end."""
    reader.open(pages["small"])
    reader.wait(BUILT)
    found = reader.run(
        "const replay = document.querySelector('.replay');"
        "return [replay.querySelector('input').value,"
        " replay.querySelector('.status').textContent,"
        " replay.querySelector('[data-row=alpha]').hidden,"
        " replay.querySelectorAll('.gt-node.gt-wrongly-skipped').length]"
    )
    assert found == [
        "6",
        ENDED,
        True,
        8,
    ]


def test_the_first_wrong_step_is_marked_by_more_than_colour(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """A cross at its place above the slider, an arrow with words at its node."""
    open_replay(reader, pages)
    marks = (
        f"const replay = document.querySelector('{TEST} .replay');"
        "const tick = replay.querySelector('.wrong-tick').getBoundingClientRect();"
        "const slider = replay.querySelector('input').getBoundingClientRect();"
        "const middle = (tick.left + tick.right) / 2 - slider.left;"
        "return [Math.abs(middle - 8 - 8 / 14 * (slider.width - 16)) < 2,"
        " [...replay.querySelectorAll('.gt-node .gt-here')]"
        ".map((arrow) => getComputedStyle(arrow).display !== 'none')]"
    )
    assert reader.run(marks) == [True, [True, False]]
    reader.type("ArrowLeft")
    assert reader.run(marks) == [True, [False, False]]


STATES = """
const replay = document.querySelector(`[id="${arguments[0]}"] .replay`);
const states = (search) => Object.fromEntries([...replay
  .querySelectorAll(`[data-search=${search}] .gt-node`)].map((node) => [
    node.querySelector('.gt-label').textContent.split(' ')[0],
    ['gt-visited', 'gt-pruned', 'gt-wrongly-visited', 'gt-beyond', 'is-ahead']
      .filter((name) => node.classList.contains(name)).join(' ')]));
return [states('submission'), states('accepted')];
"""
WRITTEN = """
return [...document.querySelectorAll(`[id="${arguments[0]}"] [data-search=submission]
  .gt-node`)].slice(0, 3).map((node) => [...node.querySelectorAll('text')]
  .map((text) => text.textContent).filter(Boolean))
"""


def test_a_search_that_goes_beyond_its_horizon(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """There each visit is wrong, and what was not visited is faint all the time."""
    reader.open(pages["others"], "#test-1.2")
    reader.wait(BUILT)
    own, accepted = reader.run(STATES, "test-1.2")
    assert (own["D"], own["D1"], own["B1"]) == (
        *("gt-visited", "gt-wrongly-visited", "is-ahead"),
    )
    assert (accepted["B1"], accepted["D1"]) == ("gt-visited", "gt-beyond")
    assert {own[label] for label in ("D2", "E1", "G", "H1")} == {"gt-beyond"}
    reader.click("[id='test-1.2'] [data-action=last]")
    own, accepted = reader.run(STATES, "test-1.2")
    assert (own["D2"], own["E1"]) == ("gt-wrongly-visited",) * 2
    assert {own["G"], own["H1"], accepted["D1"], accepted["H2"]} == {"gt-beyond"}


def test_values_are_written_at_chance_nodes_and_beside_players(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """As the submission had them: in a circle where they fit, and vectors as wholes."""
    written = []
    for test in ("test-1.1", "test-1.3"):
        reader.open(pages["others"], f"#{test}")
        reader.wait(BUILT)
        reader.click(f"[id='{test}'] [data-action=last]")
        written.append(reader.run(WRITTEN, test))
    assert written[0] == [["A", "8"], ["B", "8"], ["C", "0.500…"]]
    assert written[1] == [
        *(["A", "X", "(1, 2, 6)"], ["B", "Y1", "(4, 2, 3)"]),
        ["B", "Y2", "(1, 5, 2)"],
    ]


@pytest.mark.parametrize(
    "report", ["small", "default", "hostile", "other", "others", "stub", "large"]
)
def test_a_phone_need_not_scroll_sideways(
    reader: Browser, pages: dict[str, Path], report: str
) -> None:
    """At 360 pixels with every row open: wide trees scroll in boxes of their own."""
    reader.size(360, 740)
    reader.open(pages[report])
    reader.run(OPEN_ALL)
    reader.wait(BUILT)
    assert reader.run(WIDTH) == 360


def test_a_wide_tree_scrolls_to_the_current_node(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """In its own box, while the page stays where it is."""
    reader.size(360, 740)
    open_replay(reader, pages)
    reader.run(f"document.querySelector('{TEST} .replay').focus()")
    before = reader.run("return scrollY")
    reader.type("End", "ArrowLeft")
    inside = (
        f"const node = document.querySelector('{TEST} .is-current');"
        "const [inner, outer] = [node, node.closest('.scroll')]"
        ".map((part) => part.getBoundingClientRect());"
        "return inner.left >= outer.left && inner.right <= outer.right"
    )
    assert reader.run(inside)
    assert reader.run("return scrollY") == before


STANDING = """
const standing = (search) => [...document.querySelectorAll(
  `[data-search=${search}] .gt-node`)]
  .map((node) => ['.gt-label', '.gt-window'].map((row) => node.querySelector(row)))
  .filter(([, row]) => row?.textContent)
  .map((rows) => rows.map((row) => row.textContent).join(': '));
return [standing('submission'), standing('accepted')];
"""
LEGIBLE = 4.5  # WCAG 2.2, 1.4.3: text to what is behind it
CONTRAST = """
const light = (color) => {
  const parts = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255);
  const [r, g, b] = parts.map((c) =>
    c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
  return .2126 * r + .7152 * g + .0722 * b;
};
const row = document.querySelector('[data-search=submission] .gt-window');
let behind = row.closest('svg');
const clear = (node) => /, 0\\)$/.test(getComputedStyle(node).backgroundColor);
while (clear(behind)) behind = behind.parentElement;
const colors = [getComputedStyle(row).fill, getComputedStyle(behind).backgroundColor];
const [dark, bright] = colors.map(light).sort((a, b) => a - b);
return (bright + .05) / (dark + .05);
"""
NOTES = """
const notes = (search) => [...document.querySelectorAll(
  `.test[open] [data-search=${search}] .gt-note`)]
  .map((note) => [...note.querySelectorAll('text')].map((row) => row.textContent));
return [notes('submission'), notes('accepted')];
"""
INSIDE = """
return [...document.querySelectorAll(
  '.test[open] [data-search=submission] .gt-node > text:is(.gt-inside, .gt-row)')]
  .filter((text) => !text.matches('.gt-label, .gt-leaf > text'))
  .map((text) => [text.textContent, text.classList.contains('departs')]);
"""


def test_the_drawing_tells_what_is_the_students_own_from_what_was_known(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """Window and v stand at the nodes on the path; C2 was searched without a β."""
    open_replay(reader, pages)
    own, accepted = reader.run(NOTES)
    assert sorted(own) == [
        ["yours (3, ∞)", "known (3, 2)"],
        ["yours (3, ∞) v = 2", "known (3, ∞) v = 2"],
        ["yours (−∞, ∞) v = 3", "known (−∞, ∞) v = 3"],
    ]
    assert sorted(accepted) == [["(3, ∞)"], ["(−∞, ∞) v = 3"]]
    departing = (
        "return [...document.querySelectorAll('.replay .departs')]"
        ".map((part) => [part.tagName, part.textContent])"
    )
    assert sorted(reader.run(departing)) == [["TD", "∞"], ["tspan", "(3, ∞)"]]
    assert reader.run(INSIDE) == [["", False], ["3", False], ["", False], ["", False]]


def test_the_line_of_the_students_code_stands_at_its_step(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """At the first wrong step the test that is wrong; nothing where none is known."""
    open_replay(reader, pages)
    line = f"return document.querySelector('{TEST} .line').textContent"
    assert reader.run(line) == f"alpha_beta.py, line 35{page_reports.TEST.source}"
    marked = f"return document.querySelector('{TEST} .line mark').textContent"
    assert reader.run(marked) == "v <= beta"
    reader.type("ArrowRight")
    assert reader.run(line) == f"alpha_beta.py, line 34{page_reports.AT.source}"
    reader.type("ArrowLeft", "ArrowLeft")
    assert reader.run(line) == ""


CLICK = """
const node = document.querySelector(
  `.test[open] [data-search=accepted] [data-node="${arguments[0]}"] .gt-shape`);
node.dispatchEvent(new MouseEvent('click', {bubbles: true}));
return document.querySelector('.test[open] .verdict').textContent;
"""
VERDICT = "return document.querySelector('.test[open] .verdict').textContent"
CUT = "D is next. C2 and C3 are cut: at C v = 2, in the window (3, ∞)."


def test_without_the_switch_nothing_is_asked(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """It is off at first, and a click on a node does nothing."""
    state = open_replay(reader, pages)
    asks = f"return document.querySelector('{TEST} .guess').checkVisibility()"
    assert not reader.run(asks)
    assert reader.run(CLICK, 3) == ""
    assert look(reader)["position"] == state["position"]
    reader.click(f"{TEST} .guess-first")
    assert reader.run(asks)
    open_replay(reader, pages)
    assert not reader.run(asks)


def test_a_guess_is_told_right_or_not_and_why(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """It begins with the first wrong step, and each guess goes one step on."""
    open_replay(reader, pages)
    reader.click(f"{TEST} .guess-first")
    assert look(reader)["position"] == 7
    assert reader.run(CLICK, 3) == f"Right: {CUT}"
    assert look(reader)["position"] == 8
    assert reader.run(CLICK, 12) == "No: D1 is next, in order. D3 comes later."
    assert reader.run(CLICK, 1).endswith("B was visited in step 2.")
    assert reader.run(CLICK, 8).endswith("C2 is left out.")
    assert reader.run(CLICK, 0) == "The accepted search has ended."
    reader.click(f"{TEST} [data-action=back]")
    assert reader.run(VERDICT) == ""


def test_a_guess_is_typed(reader: Browser, pages: dict[str, Path]) -> None:
    """In whatever case; its keys move no replay, and no name is no guess."""
    open_replay(reader, pages)
    reader.click(f"{TEST} .guess-first")
    reader.run(f"document.querySelector('{TEST} .guess input').focus()")
    reader.type("c", "3", "ArrowLeft", "Enter")
    assert reader.run(VERDICT) == f"No: {CUT}"
    reader.type("x", "Enter")
    assert reader.run(VERDICT) == "No node is called x."
    assert look(reader)["position"] == 8


def test_of_a_large_tree_what_is_near_the_first_wrong_step_is_drawn(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """A step further away is seen at the node below which it lies, or is guessed."""
    reader.open(pages["large"])
    reader.wait(BUILT)
    count = "return document.querySelectorAll('[data-search=accepted] .gt-node').length"
    assert reader.run(count) < 30
    current = """
    return [...document.querySelectorAll('.pane .is-current')]
      .map((node) => node.querySelector('.gt-label').textContent);
    """
    assert reader.run(current) == ["ACB", "ACC"]
    for _ in range(3):
        reader.click("[data-action=back]")
    assert reader.run(current) == ["ACAC", "ACAC"]
    reader.click("[data-action=first]")
    for _ in range(4):
        reader.click("[data-action=step]")
    assert reader.run(current) == ["AAA", "AAA"]
    assert reader.run(NOTES) == [[], []]
    reader.run(
        "document.querySelector('.replay').classList.add('guessing');"
        "document.querySelector('.guess-first input').checked = true"
    )
    assert reader.run(CLICK, 4) == "Right: AAAAA is next, in order."


def test_of_a_stub_the_tree_is_there_and_an_accepted_search(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """The tree as it is before the first step, and no word on a search of yours."""
    reader.open(pages["stub"])
    reader.wait(BUILT)
    seen = """
    const shown = (part) => document.querySelector(part).checkVisibility();
    const faint = document.querySelector('[data-search=accepted] .gt-node');
    return [shown('[data-search=accepted] svg'), shown('[data-search=submission]'),
      getComputedStyle(faint).opacity, document.querySelector('.status').textContent,
      [...document.querySelectorAll('.numbers th')].filter((head) =>
        head.checkVisibility()).some((head) => head.textContent === 'Your search')];
    """
    before = "Before the first of 11 steps."
    assert reader.run(seen) == [True, False, "1", before, False]
    reader.click("[data-action=step]")
    status = "return document.querySelector('.status').textContent"
    told = "Step 1 of 11: an accepted search visits A (MAX to move)."
    assert reader.run(status) == told
    reader.click("[data-action=last]")
    told = "After the last of 11 steps: an accepted search comes to 3 and chooses a1."
    assert reader.run(status) == told


def test_a_window_that_differs_is_found_before_it_does_harm(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """No button where that is the first wrong step itself, nor where there is none."""
    buttons = (
        "return [...document.querySelectorAll('.replay [data-action=window]')]"
        ".map((button) => !button.hidden)"
    )
    reader.open(pages["other"])
    reader.run(OPEN_ALL)
    reader.wait(BUILT)
    assert reader.run(buttons) == [False, False, False, True]
    reader.click('[id="test-1.4"] [data-action=window]')
    place = """return document.querySelector('[id="test-1.4"] input').value"""
    assert reader.run(place) == "6"
    open_replay(reader, pages)
    assert not any(reader.run(buttons))


def test_a_tree_of_playouts_grows(reader: Browser, pages: dict[str, Path]) -> None:
    """At each step N and U of what is there by then, and nothing at the rest.

    U is of whoever moves into a node: B's is what MAX gets, D's what MIN gets.
    """
    reader.open(pages["playouts"])
    reader.wait(BUILT)
    reader.click("[data-action=first]")
    assert reader.run(STANDING) == [["A: N 0"], ["A: N 0"]]
    for _ in range(3):  # from B −1, from C −1, from D 1
        reader.click("[data-action=step]")
    grown = ["A: N 3", "B: N 2, U 0", "C: N 1, U −1", "D: N 1, U −1"]
    assert reader.run(STANDING) == [grown, grown]
    status = "return document.querySelector('.status').textContent"
    told = (
        "Step 3 of 8: your search plays from D (leaf, utility 1): 1 for MAX; "
        "an accepted search plays from D (leaf, utility 1): 1 for MAX."
    )
    assert reader.run(status) == told


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_both_trees_of_playouts_are_seen_side_by_side(
    reader: Browser, pages: dict[str, Path], width: int, scheme: str
) -> None:
    """Of the first wrong step each has its own numbers; on a phone one is below."""
    reader.size(width, 900)
    reader.media(prefers_color_scheme=scheme)
    reader.open(pages["playouts"])
    reader.wait(BUILT)
    own, accepted = reader.run(STANDING)
    leaves = ["D: N 1, U −1", "E: N 1, U 0", "F: N 1, U 1"]
    above = ["A: N 8", "B: N 4, U −1"]
    assert own == [
        *above,
        "C: N 4, U 0",
        *leaves,
        *("G: N 2, U −2", "H: N 1, U 1", "I: N 1, U 1"),
    ]
    assert accepted == [*above, "C: N 4, U −2", *leaves, "G: N 1, U −1", "H: N 2, U 2"]
    places = """
    return ['submission', 'accepted'].map((name) => {
      const pane = document.querySelector(`[data-search=${name}]`);
      const { x, y } = pane.getBoundingClientRect();
      return [Math.round(x), Math.round(y)];
    });
    """
    (left, top), (right, lower) = reader.run(places)
    assert (right > left, lower > top) == (
        (True, False) if width > 390 else (False, True)
    )
    assert reader.run(WIDTH) == width
    assert reader.run(CONTRAST) >= LEGIBLE


def test_below_a_board_stand_its_numbers_once(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """Those by then, in place of those that were drawn; at a new node, too."""
    reader.open(pages["playouts"], "#test-1.2")
    reader.wait(BUILT)
    rows = """
    const rows = (node) => [...node.querySelectorAll('.gt-row')]
      .map((row) => row.textContent).filter((text) => text);
    return ['submission', 'accepted'].map((name) => [...document.querySelectorAll(
      `[id="test-1.2"] [data-search=${name}] .gt-node`)].map(rows));
    """
    own, accepted = reader.run(rows)
    assert own == [["N 3"], ["N 1, U 0"], ["N 2, U −2"], [], ["N 1, U 1"]]
    assert accepted == [["N 3"], ["N 2, U 0"], ["N 1, U −1"], ["N 1, U 0"], []]
    lower = """
    const [node] = document.querySelectorAll('[id="test-1.2"] .pane .gt-node');
    const bottom = (part) => node.querySelector(part).getBoundingClientRect().bottom;
    return bottom('.gt-window') > bottom('.gt-grid');
    """
    assert reader.run(lower)


def test_the_key_says_what_stands_at_a_node(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """N and U of a search by playouts, and no windows and values, which it has not."""
    reader.open(pages["playouts"])
    samples = """
    return [...document.querySelectorAll('.legend .sample')]
      .map((sample) => sample.textContent);
    """
    assert reader.run(samples) == ["N", "U"]


def test_a_search_that_broke_off(reader: Browser, pages: dict[str, Path]) -> None:
    """It stays at its last node with the line; nothing that it left out was cut."""
    reader.open(pages["other"], "#test-1.1")
    reader.wait(BUILT)
    found = reader.run(
        "const replay = document.querySelector('.replay');"
        "const own = replay.querySelector('[data-search=submission]');"
        "return [replay.querySelector('.status').textContent,"
        " replay.querySelector('.line').textContent,"
        " own.querySelector('.is-current').dataset.node,"
        " own.querySelectorAll('.gt-node.gt-pruned').length,"
        " replay.querySelector('.numbers').classList.contains('no-own')]"
    )
    assert found == [
        BROKE_OFF,
        "minimax.py, line 12return known[state] <b>",
        "4",
        0,
        True,
    ]


def test_the_first_wrong_value_is_shown_where_it_came_back(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """C is worth 2; what comes of it at A is marked too, but not explained."""
    reader.open(pages["other"], "#test-1.2")
    reader.wait(BUILT)
    own, _ = reader.run(NOTES)
    assert ["yours 4", "known 2"] in own
    status = "return document.querySelector('.status').textContent"
    assert reader.run(status).endswith("C came back as 4; known is 2.")
    reader.click('[id="test-1.2"] [data-action=last]')
    values = [["4", True], ["3", False], ["4", True], ["2", False]]
    assert reader.run(INSIDE) == values
    assert reader.run(NOTES)[0] == [["yours 4", "known 2"]]


SIGNS = """
const signs = '.gt-edges > :is(.gt-best, .gt-chosen, .gt-amiss)';
const shown = (search) => [...document.querySelectorAll(
  `.test[open] [data-search=${search}] ${signs}`)]
  .filter((sign) => getComputedStyle(sign).display !== 'none')
  .map((sign) => sign.getAttribute('class'));
return [shown('submission'), shown('accepted')];
"""


def test_the_action_chosen_and_the_best_are_marked_at_the_end(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """By a ring and a star, in the order of the actions; and not before the end."""
    reader.open(pages["small"], "#test-2.1")
    reader.wait(BUILT)
    assert reader.run(SIGNS) == [[], []]
    reader.type("ArrowRight")
    reader.click(f"{TEST} [data-action=last]")
    assert reader.run(SIGNS) == [["gt-best", "gt-amiss"], ["gt-best"]]


REDDISH = r"""
const red = (colour) => {
  const [r, g, b] = colour.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0];
  return r > 140 && r > 1.8 * g && r > 1.8 * b || r > 200 && r > 1.4 * g && r > 1.4 * b;
};
const wrong = '.gt-wrongly-visited, .gt-wrongly-visited *, .gt-amiss';
return [...document.querySelectorAll('.test[open] svg *')].filter((part) => {
  const style = getComputedStyle(part);
  return !part.matches(wrong) && part.checkVisibility()
    && (red(style.stroke) || red(style.fill));
}).map((part) => part.outerHTML.slice(0, 200));
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_right_is_never_red(
    reader: Browser, pages: dict[str, Path], scheme: str
) -> None:
    """At each step: only what was wrongly visited is, and a choice that is not best."""
    reader.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    open_replay(reader, pages)
    reader.type("Home", *["ArrowLeft"] * 14)
    seen = 0
    for _ in range(15):
        assert reader.run(REDDISH) == []
        seen += reader.run(REDDISH.replace("!part.matches", "part.matches")) != []
        reader.type("ArrowRight")
    assert seen == 7  # a positive control: from C2 on


IN_VIEW = """
return [...document.querySelectorAll('.test[open] .is-current')].map((node) => {
  const [inner, outer] = [node, node.closest('.scroll')]
    .map((part) => part.getBoundingClientRect());
  return inner.left >= outer.left && inner.right <= outer.right
    && inner.top >= outer.top && inner.bottom <= outer.bottom;
});
"""


@pytest.mark.parametrize("width", [1280, 390])
def test_the_current_node_of_a_wide_tree_is_always_in_view(
    reader: Browser, pages: dict[str, Path], width: int
) -> None:
    """In the frame of each search, which scrolls, at every step from leaf to leaf."""
    reader.size(width, 844)
    reader.open(pages["other"], "#test-1.3")
    reader.wait(BUILT)
    box = "const box = document.querySelector('.test[open] .pane .scroll');"
    assert reader.run(f"{box} return box.scrollWidth > 2 * box.clientWidth")
    reader.run("document.querySelector('.test[open] .replay').focus()")
    reader.type("Home")
    for _ in range(11):
        reader.type(*["ArrowRight"] * 11)
        assert reader.run(IN_VIEW) == [True, True]
    assert reader.run(WIDTH) == width


BROKEN = r"""
const hidden = 'script, template, svg, code, pre';
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const broken = [];
while (walk.nextNode()) {
  const text = walk.currentNode;
  if (text.parentElement.closest(hidden)) continue;
  for (const word of text.data.matchAll(/[\p{L}\p{N}]+/gu)) {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const lines = [...range.getClientRects()].map((line) => Math.round(line.top));
    if (new Set(lines).size > 1) broken.push(word[0]);
  }
}
return broken;
"""


@pytest.mark.parametrize("report", ["small", "default", "other"])
@pytest.mark.parametrize("width", [360, 390, 1280])
def test_no_word_is_broken_inside(
    reader: Browser, pages: dict[str, Path], width: int, report: str
) -> None:
    """With every row open, on a phone as at a desk."""
    reader.size(width, 844)
    reader.open(pages[report])
    reader.run(OPEN_ALL)
    reader.wait(BUILT)
    assert reader.run(BROKEN) == []


def test_a_broken_word_would_be_found(reader: Browser, pages: dict[str, Path]) -> None:
    """A positive control: in a column of a few letters."""
    reader.open(pages["small"])
    style = "width: 3em; overflow-wrap: anywhere"
    reader.run(f"document.querySelector('h1').style = '{style}'")
    assert "Minimax" in reader.run(BROKEN)


def test_a_row_stands_on_one_line_where_there_is_room(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """All 55 of the default assignment at a desk."""
    reader.open(pages["default"])
    tall = (
        "const line = parseFloat(getComputedStyle(document.body).lineHeight);"
        "const rows = [...document.querySelectorAll('.test > summary')];"
        "return [rows.length,"
        " rows.filter((row) => row.clientHeight > 2 * line).length]"
    )
    assert reader.run(tall) == [55, 0]


def test_paper_shows_what_failed(reader: Browser, pages: dict[str, Path]) -> None:
    """Open, with the tree as it was left; no controls, and nothing wider than paper."""
    reader.open(pages["small"])
    reader.size(680, 900)
    reader.media("print")
    seen = (
        "return ['.tree', '.sentence', '.quoted', '.replay', '.filter'].map((part) =>"
        " [...document.querySelectorAll(`.failed ${part}, header ${part}`)]"
        ".filter((found) => found.checkVisibility()).length)"
    )
    assert reader.run(seen) == [2, 2, 2, 0, 0]
    assert reader.run(WIDTH) == 680


def test_printing_opens_what_failed_and_closes_it_again(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """Also where a browser knows no style for what a closed row hides."""
    reader.open(pages["small"], "#test-1.1")
    reader.run(
        "for (const each of document.querySelectorAll('.group')) each.open = false"
    )
    reader.run(
        f"addEventListener('beforeprint', () => {{ seen = (() => {{{SHOWN}}})() }})"
    )
    assert reader.printed().startswith(b"%PDF-")
    assert reader.run("return seen") == [
        "test-1.1",
        "test-1.2",
        "test-2.1",
        "test-at-5",
        "test-at-6",
    ]
    assert reader.run(OPEN) == ["test-1.1"]
    assert reader.run("return document.querySelector('.group[open]')") is None


def test_a_reader_who_wants_no_motion_gets_none(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """Nodes change at once; for others they fade."""
    open_replay(reader, pages)
    fades = f"return getComputedStyle(document.querySelector('{TEST} .gt-shape'))"
    for wish, seconds in (("no-preference", "0.15s"), ("reduce", "0s")):
        reader.media(prefers_reduced_motion=wish)
        duration = reader.run(f"{fades}.transitionDuration")
        assert duration.split(",")[0] == seconds


def test_night_is_dark(reader: Browser, pages: dict[str, Path]) -> None:
    """The page's ground is light by day, and dark where the reader's screen is."""
    reader.open(pages["small"])
    ground = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g)"
    assert min(map(int, reader.run(ground))) > 200
    reader.media(prefers_color_scheme="dark")
    assert max(map(int, reader.run(ground))) < 60


def test_a_page_asks_nobody(session: Browser, pages: dict[str, Path]) -> None:
    """The one request is that for the file itself."""
    session.log("performance")
    for path in pages.values():
        session.open(path)
        session.run(OPEN_ALL)
        session.wait(BUILT)
    messages = [json.loads(e["message"])["message"] for e in session.log("performance")]
    asked = {
        message["params"]["request"]["url"].partition("#")[0]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    }
    assert asked - {"about:blank"} == {path.as_uri() for path in pages.values()}


def test_nothing_hostile_runs(session: Browser, pages: dict[str, Path]) -> None:
    """Nothing tries to; and a script that came in nevertheless would be refused."""
    session.log("browser")
    session.open(pages["hostile"])
    session.run(OPEN_ALL)
    session.wait(BUILT)
    assert session.log("browser") == []
    session.run(
        "const script = document.createElement('script');"
        "script.textContent = 'document.title = \"taken\"';"
        "document.body.append(script);"
    )
    assert session.run("return document.title") == clean(HOSTILE, 1000)
    assert "Content Security Policy" in session.log("browser")[0]["message"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_nothing(
    reader: Browser, pages: dict[str, Path], scheme: str, width: int
) -> None:
    """With every row open, on each screen, by day and by night."""
    reader.size(width, 900)
    reader.media(prefers_color_scheme=scheme)
    reader.open(pages["small"])
    reader.run(OPEN_ALL)
    reader.wait(BUILT)
    reader.run(f"{chromium.axe()}; window.axe = axe")
    found = reader.wait(
        "axe.run(document, {resultTypes: ['violations']})"
        ".then((all) => arguments[0](all.violations))"
    )
    assert [(v["id"], [n["html"] for n in v["nodes"]]) for v in found] == []


def test_axe_finds_what_is_wrong(reader: Browser) -> None:
    """A positive control: a button without a name."""
    reader.open(Path("/dev/null"))
    reader.run(
        f"{chromium.axe()}; window.axe = axe; document.body.innerHTML = '<button>'"
    )
    found = reader.wait("axe.run().then((all) => arguments[0](all.violations))")
    assert "button-name" in {violation["id"] for violation in found}


def test_a_stack_is_drawn_its_top_first(
    reader: Browser, pages: dict[str, Path]
) -> None:
    """A box for each node; without any there is no such row."""
    reader.open(pages["stack"])
    reader.wait(BUILT)
    row = "document.querySelector('[data-row=stack]')"
    boxes = f"""
    const slider = document.querySelector('.replay input');
    slider.value = arguments[0];
    slider.dispatchEvent(new Event('input'));
    return [...{row}.querySelectorAll('td')].map((cell) =>
      [...cell.querySelectorAll('.entry')].map((box) => box.textContent).join(' '));
    """
    assert reader.run(f"return {row}.checkVisibility()")
    assert [reader.run(boxes, step) for step in (0, 1, 2, 6)] == [
        ["", ""],
        ["A", "A"],
        ["B C D A", "B C D A"],
        ["C D A", "C D A"],
    ]
    open_replay(reader, pages)
    assert not reader.run(f"return {row}.checkVisibility()")
