"""The page: safe whatever it tells of, small, and alone."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from autograder.drawing import svgparts
from autograder.drawing.replay import Own
from autograder.game import Value
from autograder.report import page
from autograder.report import page as pagedata
from autograder.report.entries import Entry, Report, for_instructor, for_student
from autograder.text import clean
from autograder.words.blocks import NO_FEEDBACK, Answer, LineOfPlay, Note, Quotation
from autograder.words.faults import PRINTED
from tests import page_reports
from tests.cases import for_each
from tests.page_reports import (
    EVERY_REPORT,
    HOSTILE,
    SENTENCE,
    Reader,
    only,
    read,
    text_of,
)

HEADINGS = [page.LOOK, "In the trees", "minimax ", "alpha_beta ", "checks "]

# -- What is written -------------------------------------------------------------------


def test_the_reader_sees_what_a_browser_would_run() -> None:
    """A positive control: none of this would pass the tests below."""
    found = Reader(f"<p>{HOSTILE}</p>")
    assert {"script", "img"} <= {tag for tag, _ in found.elements}
    assert found.attributes("onerror") == ["alert(2)"]
    assert found.unbalanced


@EVERY_REPORT
def test_every_element_ends_where_it_should(report: str) -> None:
    """No text opens or closes an element."""
    assert read(report).unbalanced == []


@EVERY_REPORT
def test_the_only_code_is_the_pages_own(report: str) -> None:
    """One script that runs, the rest is data; no handler, frame or image.

    A link leads to a test of the same page.
    """
    found = read(report)
    scripts = [given for tag, given in found.elements if tag == "script"]
    assert [given for given in scripts if given != {"type": "application/json"}] == [{}]
    names = {name for _, given in found.elements for name in given}
    assert not {name for name in names if name.startswith("on")}
    assert not names & {"src", "srcset", "action", "style"}
    assert {*found.attributes("href")} <= {f"#{at}" for at in found.attributes("id")}
    tags = {tag for tag, _ in found.elements}
    assert not tags & {"img", "iframe", "object", "embed", "link", "base", "form"}


def test_hostile_text_is_shown_as_it_is() -> None:
    """Nothing is left out but what would act on the reader; that is escaped visibly."""
    found = read("hostile")
    told = clean(HOSTILE, 1000)
    assert found.texts["title"][0] == told
    assert found.texts["h1"] == [told]
    ours = ("h1", "h2", "p", "span", "pre", "th", "td")
    shown = "".join("".join(found.texts[tag]) for tag in ours)
    assert not set(shown) & set("\u2028\u202e\ud800")
    assert [told in text for text in found.texts["pre"]] == [True] * 8


def test_how_much_is_drawn_of_a_large_tree_is_said() -> None:
    """Above its replay, which goes through all of it."""
    assert (
        "22 of 121 nodes are drawn; +5 at a node: 5 more are below it."
        in (read("large").texts["p"])
    )
    (entry,) = page_reports.large().all()
    assert entry.replay
    data = json.loads(pagedata.script_json(entry.replay))
    assert len(data["nodes"]) == 121
    assert not any("nodes are drawn" in text for text in read("small").texts["p"])


def test_addresses_of_tests_are_unique_and_plain() -> None:
    """A number that another test has, or that is no number, gives way to the place."""
    names = [given["id"] for given in rows_of(read("hostile"))]
    assert names == ["test-at-1", "test-1.1", "test-at-3", "test-at-4"]


@EVERY_REPORT
def test_the_data_of_a_replay_cannot_end_its_script(report: str) -> None:
    """It is ASCII without <, > and &, and means the labels that were meant."""
    found = read(report)
    texts = [text for text in found.texts["script"] if text.startswith("{")]
    assert texts
    for text in texts:
        assert text.isascii()
        assert not set(text) & set("<>&")
        assert json.loads(text)["nodes"]


def test_the_data_of_a_replay() -> None:
    """Nodes are label, role and children; steps are node, α, β, v and worth, as shown.

    Behind them stand what the submission says of the same, where that departs, and its
    line of code; the line to look at is parted before and behind what matters.
    """
    data = json.loads(pagedata.script_json(page_reports.without_pruning()))
    assert data["nodes"][:2] == [
        ["A", "MAX to move", [1, 2, 3]],
        ["B", "MIN to move", [4, 5, 6]],
    ]
    assert data["nodes"][4] == ["B1", "leaf, utility 3", []]
    assert data["accepted"][0] == [0, "−∞", "∞", "–", "3"]
    step = [8, "3", "2", "2", "–", ["3", "∞", "2", "4", [1]], 0]
    assert data["submission"][7] == step
    assert data["lines"] == [
        ["alpha_beta.py, line 34", "", "", page_reports.AT.source],
        ["alpha_beta.py, line 35", "if ", "v <= beta", ":"],
    ]
    assert (data["chosen"], data["best"], data["line"]) == (2, [1], 1)
    assert data["wrong"] == 7
    assert data["wronglyVisited"] == [8, 9]
    assert (len(data["submission"]), len(data["accepted"])) == (13, 11)
    assert data["stacks"] == []


def test_a_stack_stands_with_its_top_first() -> None:
    """By the places of its nodes; what is folded away is left out."""
    without = page_reports.without_pruning()
    first, *rest = without.submission
    lying = replace(first, stack=("A", "D", "C", "gone", "B"))
    data = json.loads(pagedata.script_json(replace(without, submission=(lying, *rest))))
    assert data["stacks"][0][:2] == [[1, 2, 3, 0], []]


@for_each(
    "value,shown",
    [
        (3, "3"),
        (-0.25, "−0.25"),
        (inf, "∞"),
        (-inf, "−∞"),
        (12345678, "12345678"),
        (0.1 + 0.2, "0.3"),
        (2**53, "9007199254740992"),
        ((1, -2.5, inf), "(1, −2.5, ∞)"),
        (None, "–"),
    ],
)
def test_numbers_are_written_as_people_write_them(
    value: Value | None, shown: str
) -> None:
    """With a real minus sign, and without the noise of floats."""
    assert pagedata.number(value) == shown


def test_a_move_with_a_name_has_it_behind_the_children() -> None:
    """Of the node that it leads to, which is marked as the best or the chosen one."""
    (entry,) = page_reports.not_begun().entries.values()
    assert entry.replay is not None
    data = json.loads(pagedata.script_json(entry.replay))
    assert data["nodes"][0] == ["A", "MAX to move", [1, 2, 3]]
    assert data["nodes"][1] == ["B", "MIN to move", [4, 5, 6], "a1"]
    assert data["best"] == [1]


def test_the_data_of_other_trees() -> None:
    """Who moves, by name; the horizon with its estimate; vectors; what lies beyond."""
    chance, deep, players = (
        json.loads(pagedata.script_json(replay))
        for replay in (
            page_reports.plain_mean(),
            page_reports.too_deep(),
            page_reports.selfless(),
        )
    )
    assert chance["nodes"][1][:2] == ["B", "chance"]
    assert chance["accepted"][5][-1] == "1.7"
    assert chance["beyond"] == []
    roles = {label: role for label, role, _ in deep["nodes"]}
    assert roles["D"] == "MAX to move, at the horizon, estimate 4"
    assert roles["H"] == "chance, at the horizon, estimate 5"
    assert roles["G"] == "MIN to move"
    beyond = {deep["nodes"][index][0] for index in deep["beyond"]}
    assert beyond == {"D1", "D2", "E1", "E2", "G", "H1", "H2"}
    assert players["nodes"][1][:2] == ["Y1", "B to move"]
    assert players["nodes"][7][1] == "leaf, utility (1, 2, 6)"
    returned = [step[5][3] for step in players["submission"][:3]]
    assert returned == ["(1, 2, 6)", "(4, 2, 3)", "(4, 2, 3)"]
    assert players["submission"][2][5][-1] == [3]  # departs from (1, 2, 6)


def test_a_vector_of_a_submission_is_bounded() -> None:
    """However many numbers it has."""
    replay = page_reports.selfless()
    first = replace(replay.submission[0], own=Own(returned=(7,) * 5000))
    longer = replace(replay, submission=(first,))
    told = json.loads(pagedata.script_json(longer))["submission"][0][5][3]
    assert len(told) <= 200
    assert told.startswith("(7, 7, 7, ")


def test_the_legend_has_what_is_not_in_every_tree_where_it_is() -> None:
    """Chance, players, horizon and noise, once each."""
    told = read("others").texts["li"]
    assert {told.count(words) for words in svgparts.MORE.values()} == {1}
    plain = read("default").texts["li"]
    assert not {*plain} & {*svgparts.MORE.values()}


def test_a_window_is_explained_where_a_search_has_one() -> None:
    """In minimax there is neither α nor β."""
    assert "α" in text_of("small").partition("<main>")[0]
    minimax = only(1).partition("<main>")[0]
    assert "wrongly skipped" in minimax
    assert not set("αβ") & set(minimax)


def test_the_page_opens_at_the_test_of_which_the_screen_tells() -> None:
    """The one that tells most; where none does, the first that was not passed.

    Where nothing leads from that, it is one of a question whose mistake has a name.
    """
    report = page_reports.small()
    assert opened_first(report) == ["test-1.2"]
    named = Note("alpha_beta: nothing is cut", explains="alpha_beta")
    assert opened_first(replace(report, notes=[named])) == ["test-2.1"]
    entries = list(report.entries.items())
    (at, second) = entries[1]
    report.entries = {
        **dict(entries[:2]),
        "more": replace(second, number="1.3", tells_most=True),
        **dict(entries[2:]),
    }
    assert opened_first(report) == ["test-1.3"]
    report.entries = {at: replace(second, passed=True)}
    assert opened_first(report) == []


def opened_first(report: Report) -> list[str]:
    """The rows at which the page of a report opens."""
    rows = Reader(page.html(for_student(report))).elements
    return [given["id"] for tag, given in rows if "data-first" in given]


def test_the_policy_allows_this_script_alone() -> None:
    """Its digest is that of the script as the browser reads it."""
    found = read("small")
    policy = found.attributes("content")[0]
    digest = hashlib.sha256(found.texts["script"][-1].encode()).digest()
    assert "default-src 'none'" in policy
    assert f"script-src 'sha256-{base64.b64encode(digest).decode()}';" in policy


@EVERY_REPORT
def test_nothing_is_fetched(report: str) -> None:
    """The one address in the page is the name of SVG's namespace."""
    text = text_of(report)
    addresses = set(re.findall(r"\w+://[^\"' ]*", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert "url(" not in text
    assert "@import" not in text


def test_the_page_of_the_default_assignment_is_small() -> None:
    """Under 1.4 MB, even if no search of its 55 tests cuts."""
    assert len(page_reports.default_assignment().entries) == 55
    assert len(text_of("default").encode()) < 1_400_000


def test_the_same_report_makes_the_same_bytes(tmp_path: Path) -> None:
    """And the file holds what `html` returns."""
    path = tmp_path / "reports" / "page.html"
    page.write(path, for_student(page_reports.small()))
    assert path.read_text(encoding="utf-8") == page.html(
        for_student(page_reports.small())
    )


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """As a folder of its name."""
    with pytest.raises(OSError, match=re.escape(str(tmp_path))):
        page.write(tmp_path, for_student(page_reports.small()))


def test_the_whole_is_summed_up() -> None:
    """Points, tests and the notes; not what was around the submission."""
    found = read("small")
    assert found.texts["strong"][0] == "3/9"
    assert "2 of 6 tests passed" in found.texts["span"]
    assert (
        "random.py has the name of one of Python's own; rename yours."
        in (found.texts["p"])
    )
    assert found.texts["h2"] == HEADINGS
    assert "Sandbox: own process" not in text_of("small")


def test_an_instructors_page_says_so_and_has_all() -> None:
    """In its title, its heading and above all else; and what was around the code."""
    report = page_reports.small()
    hidden = {n: replace(e, visibility="hidden") for n, e in report.entries.items()}
    found = Reader(page.html(for_instructor(replace(report, entries=hidden))))
    title = "For instructors: Minimax and alpha-beta"
    assert (found.texts["title"][0], found.texts["h1"]) == (title, [title])
    assert found.texts["strong"][0].startswith("Not for students: ")
    assert "Sandbox: own process" in found.texts["p"]
    assert found.texts["h2"] == HEADINGS
    assert "Not for students" not in text_of("small")


def test_marks_have_words() -> None:
    """For those who do not see ✓, ✗ and ?: of a question, and of its tests."""
    marks = [
        given for _, given in read("small").elements if given.get("class") == "mark"
    ]
    assert {given["role"] for given in marks} == {"img"}
    assert [given["aria-label"] for given in marks] == [
        *("failed", "passed", "failed"),
        *("failed", "failed", "passed"),
        *("failed", "failed", "not judged"),
    ]


def test_without_its_script_what_failed_is_open() -> None:
    """With the tree as the search left it; a test that was not judged is open too."""
    rows = rows_of(read("small"))
    assert ["open" in given for given in rows] == [
        "passed" not in given["class"] for given in rows
    ]
    assert "gt-wrongly-visited" in only(2)


def rows_of(found: Reader) -> list[dict[str, str]]:
    """The attributes of the tests' rows."""
    return [
        given for tag, given in found.elements if tag == "details" and "id" in given
    ]


def test_a_question_is_closed_where_all_its_tests_passed() -> None:
    """Its mark and its points are seen; what failed or was not judged stays open."""
    states: tuple[dict[str, bool], ...] = (
        {},
        {"passed": False},
        {"passed": False, "judged": False},
    )
    pages = [Reader(only(0, **changes)) for changes in states]
    every = [given for found in pages for _, given in found.elements]
    groups = [g for g in every if g.get("class", "").startswith("group ")]
    assert [(g["class"], "open" in g) for g in groups] == [
        ("group passed", False),
        ("group failed", True),
        ("group unjudged", True),
    ]


def test_what_is_wrong_first_stands_above_all_with_its_line() -> None:
    """The test of which the screen tells, by its name, which leads to it."""
    head = only(2, line=page_reports.TEST).partition("In the trees")[0]
    found = Reader(head.partition("<header>")[2])
    assert found.attributes("href") == ["#test-2.1"]
    assert found.texts["a"] == ["alpha_beta: 2.1 fig_5_2"]
    assert found.texts["p"][1:4] == ["visited C2 and C3, though cut", " ", SENTENCE]
    assert found.texts["span"][1] == "alpha_beta.py, line 35"
    assert (found.texts["code"], found.texts["mark"]) == (["if :"], ["v <= beta"])
    assert page.LOOK not in only(0)


def test_a_line_of_code_stands_in_its_row_too() -> None:
    """Where there is no script, and where there is no replay that would show it."""
    row = below(only(4, line=page_reports.AT))
    assert Reader(row).texts["code"][0] == page_reports.AT.source


def test_details_are_told_by_kind() -> None:
    """Facets as a table, the student's own lines in a box, hints apart."""
    found = Reader(only(2))
    assert found.texts["th"][:3] == ["value", "action", "visits"]
    assert found.texts["pre"] == ["searching C2\n    v = 2"]
    assert "Hint: where does the loop over the children end early?" in found.texts["p"]


def test_the_first_wrong_step_is_told_once() -> None:
    """In its row above the replay, though the details have it too."""
    assert Reader(below(only(2))).texts["p"].count(SENTENCE) == 1


def below(text: str) -> str:
    """What stands below the head of a page."""
    return text.partition("<main>")[2]


def test_a_step_is_told_beside_what_broke_a_search_off() -> None:
    """There the sentence above the replay is on the fault."""
    replay = page_reports.without_pruning()
    marks = replace(replay.marks, unfinished=True)
    broken = replace(replay, sentence="raised KeyError: 3", marks=marks)
    told = Reader(below(only(2, replay=broken))).texts["p"]
    assert told.count("raised KeyError: 3") == 1
    assert told.count(SENTENCE) == 1


def test_what_a_student_prints_is_not_taken_for_a_facet() -> None:
    """It is a quotation, whatever stands in it."""
    forged = "✓ value               9/9  everything is right"
    own = Quotation(PRINTED, (forged,))
    found = Reader(only(4, details=((own,),)))
    assert found.texts["pre"] == [forged]
    assert "facets" not in found.attributes("class")


def test_a_test_that_gives_no_feedback_gives_none_here() -> None:
    """Neither details nor the replay, in which the tree would be seen."""
    text = only(2, feedback="none", brief="visits are wrong")
    assert NO_FEEDBACK in text
    assert not re.search(r"C2|<figure class=\"tree\"|application/json", text)


def test_the_filter_is_there_where_it_would_hide_something() -> None:
    """And not where all tests passed, or none did."""
    assert 'id="only-failed"' in page.html(for_student(page_reports.small()))
    assert 'id="only-failed"' not in only(0)
    assert 'id="only-failed"' not in only(1)


def test_a_test_without_details_says_so() -> None:
    """A row that opens on nothing would look broken."""
    assert "Nothing more to tell." in only(0)


def test_the_legend_is_complete_and_stands_there_once() -> None:
    """Each mark that a picture can have, and none of it again at the trees."""
    found = read("default")
    classes = found.attributes("class")
    assert classes.count("legend") == 1
    assert "gt-legend" not in classes
    told = found.texts["li"]
    assert [words for words in svgparts.WORDS.values() if told.count(words) != 1] == []
    drawn = Counter(name for each in classes for name in each.split())
    assert {f"gt-{key}" for key in svgparts.WORDS} <= set(drawn)
    assert "In the trees" not in only(4)  # a page without a tree


def test_folders_are_named_once_in_a_group() -> None:
    """Above the rows, which then have the names of the trees alone."""
    found = read("default")
    folders = ["lectures", "mistakes", "hidden", "nim"]
    assert found.texts["h3"] == [*folders, "lectures", "orders", *folders[1:]]
    rows = [text for text in found.texts["span"] if "aima_fig_5_2" in text]
    assert rows == ["1.1 aima_fig_5_2", "2.23 aima_fig_5_2"]


def test_a_long_name_may_break_where_a_word_ends() -> None:
    """Behind _ and /, and nowhere else."""
    text = only(0, name="lectures/toronto_ii_nim")
    assert "<h3>lectures</h3>" in text
    assert "toronto_<wbr>ii_<wbr>nim</span>" in text


def test_an_instructors_own_test_keeps_its_name() -> None:
    """What stands before a slash there is no folder."""
    assert "<h3>" not in only(4, name="Win/draw/loss")


def test_the_source_of_a_student_is_text() -> None:
    """The line at which a search broke off, with all that it holds."""
    data = json.loads(pagedata.script_json(page_reports.broken_off()))
    assert data["lines"] == [["minimax.py, line 12", "", "", "return known[state] <b>"]]
    assert (data["line"], data["unfinished"]) == (0, True)
    assert "<b>" not in text_of("other")


def test_linked_pages_have_style_and_script_beside_them() -> None:
    """Once for all; nothing else is other than in the page that stands alone."""
    whole = page.html(for_student(page_reports.small()))
    brief = page.linked_page(whole)
    beside = page.shared_files()
    assert set(beside) == {"page.css", "page.js"}
    for text in beside.values():
        assert text in whole
        assert text not in brief
    assert brief.count(page.LINK) == brief.count(page.SCRIPT) == 1
    assert "script-src 'self' file:" in brief
    assert "sha256-" not in brief
    assert len(whole) - len(brief) > 35_000
    assert (
        brief.partition("<body>")[2].partition("<script src")[0]
        == (whole.partition("<body>")[2].partition("<script>")[0])
    )


def test_boards_along_a_line_are_drawn_and_answers_stand_beside_each_other() -> None:
    """Squares that an answer names are marked; a position without a board is a text."""
    way = (("", ".../.../..."), ("square 1", "X../.../..."), ("<b>", "(2,2)-A"))
    yours, right = Answer("yours", "<i>", ((0, 1),)), Answer("right", "none")
    line = LineOfPlay(way[:2], (yours, right))
    details = "".join(page.block_parts(line))
    assert details.count("<svg") == 3
    assert details.count("gt-marked") == 1
    assert details.index("yours: &lt;i&gt;") < details.index("right: none")
    text = "".join(page.block_parts(LineOfPlay(way[2:])))
    assert "<svg" not in text
    assert "&lt;b&gt;</figcaption>(2,2)-A" in text


def test_what_points_are_for_has_a_line_a_group() -> None:
    """With what was earned of it; the lines add up to the question."""
    report = Report("")
    for place, (purpose, score) in enumerate(
        (("ties", 1), ("depth", 2), ("ties", 0.5))
    ):
        report.entries[str(place)] = Entry(
            str(place), "minimax", "told", score, 2, purpose=purpose
        )
    text = page.html(for_student(report))
    assert (
        '<li>ties <span class="points">1.5/4</span></li>'
        '<li>depth <span class="points">2/2</span></li>'
    ) in text
    assert '<h2>minimax <span class="points">3.5/6</span>' in text
    plain = replace(report.entries["0"], purpose="")
    assert "purposes" not in page.html(for_student(Report("", {"0": plain})))
