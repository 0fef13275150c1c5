"use strict";

// Each test is a <details>. Where it has a replay, it holds a picture of its tree and
// the two searches as JSON; from these the replay is built when the test first opens.
// A position is the number of steps that have been made: 0 is before the first.

const STATES = ["visited", "pruned", "wrongly-visited", "wrongly-skipped"];
const SMALLEST = 0.8; // of a picture's own size
const REPLAYS = new Map(); // by <details>
let lastUsed = null; // the replay that the arrow keys move where nothing has the focus

/** One search on a clone of the picture: how each node looks after so many steps. */
class Pane {
  constructor(figure, picture, tree, steps, isSubmission) {
    this.box = figure.querySelector(".scroll");
    this.steps = steps;
    this.box.append(picture);
    this.nodes = partsOf(picture, ".gt-node", "node");
    this.edges = partsOf(picture, ".gt-edge", "child");
    const wronglyVisited = isSubmission ? tree.wronglyVisited : [];
    const wronglySkipped = isSubmission ? tree.wronglySkipped : [];
    this.visited = statesOf(tree, "visited", "wrongly-visited", wronglyVisited);
    this.skipped = statesOf(tree, "pruned", "wrongly-skipped", wronglySkipped);
    this.wrongAt = tree.wrong === null ? Infinity : tree.wrong + 1;
    this.parents = parentsOf(tree);
    Object.assign(this, schedule(tree, steps));
  }

  /** Draws the tree as it is after `position` steps. */
  show(position) {
    const current = this.steps[position - 1]?.[0];
    this.nodes.forEach((node, index) => {
      const state = this.stateOf(index, position);
      setState(node, state);
      node.classList.toggle("is-ahead", state === null);
      node.classList.toggle("is-current", index === current);
    });
    this.edges.forEach((edge, index) => {
      const state = this.stateOf(index, position);
      setState(edge, state);
      edge.classList.toggle("is-ahead", state === null);
      const above = this.stateOf(this.parents[index], position);
      edge.classList.toggle("gt-below", above === "pruned"); // one cut is enough
    });
    this.box.classList.toggle("past-wrong", position >= this.wrongAt);
    if (current !== undefined) reveal(this.box, this.nodes[current]);
  }

  stateOf(index, position) {
    if (position >= this.visitedAt[index]) return this.visited[index];
    if (position >= this.cutAt[index]) return this.skipped[index];
    return null;
  }
}

/**
 * For each node the position from which it has been visited, and that from which it is
 * known that it never will be: the search has left the nearest visited node above it.
 */
function schedule(tree, steps) {
  const visitedAt = tree.nodes.map(() => Infinity);
  steps.forEach(([index], i) => { visitedAt[index] = Math.min(visitedAt[index], i + 1); });
  const lastWithin = visitedAt.map((at) => (at === Infinity ? 0 : at));
  const cutAt = tree.nodes.map(() => Infinity);
  if (visitedAt[0] === Infinity) cutAt[0] = steps.length;
  for (let index = tree.nodes.length - 1; index >= 0; index--) { // children first
    for (const child of childrenOf(tree, index)) {
      lastWithin[index] = Math.max(lastWithin[index], lastWithin[child]);
    }
  }
  tree.nodes.forEach((_, index) => { // parents first
    const left = Math.min(lastWithin[index] + 1, steps.length);
    for (const child of childrenOf(tree, index)) {
      if (visitedAt[child] < Infinity) continue;
      cutAt[child] = visitedAt[index] < Infinity ? left : cutAt[index];
    }
  });
  return { visitedAt, cutAt };
}

function childrenOf(tree, index) {
  return tree.nodes[index][2];
}

/** For each node one state, or another for those that are listed. */
function statesOf(tree, usual, other, listed) {
  const states = tree.nodes.map(() => usual);
  for (const index of listed) states[index] = other;
  return states;
}

function parentsOf(tree) {
  const parents = [];
  tree.nodes.forEach((_, index) => {
    for (const child of childrenOf(tree, index)) parents[child] = index;
  });
  return parents;
}

/** The parts of a picture that carry an index, by it. */
function partsOf(picture, selector, key) {
  const parts = [];
  for (const part of picture.querySelectorAll(selector)) parts[part.dataset[key]] = part;
  return parts;
}

function setState(part, state) {
  for (const name of STATES) part.classList.toggle(`gt-${name}`, name === state);
}

/** Scrolls the box, and nothing around it, until the part is well inside. */
function reveal(box, part) {
  const outer = box.getBoundingClientRect();
  const inner = part.getBoundingClientRect();
  if (inner.left < outer.left || inner.right > outer.right) {
    box.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2;
  }
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    box.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2;
  }
}

/** The controls of one test, and the two panes that they move together. */
class Replay {
  constructor(test) {
    this.tree = JSON.parse(test.querySelector("script").textContent);
    const figure = test.querySelector("figure.tree");
    this.root = document.getElementById("replay").content.cloneNode(true).firstElementChild;
    figure.before(this.root);
    this.slider = this.root.querySelector("input");
    this.status = this.root.querySelector(".status");
    this.playButton = this.button("play");
    const { submission, accepted, wrong } = this.tree;
    this.wrongAt = wrong === null ? null : wrong + 1;
    this.last = Math.max(submission.length, accepted.length, this.wrongAt ?? 0);
    this.panes = ["submission", "accepted"].map((name) => new Pane(
      this.root.querySelector(`[data-search=${name}]`),
      copyOf(figure.querySelector("svg")), this.tree, this.tree[name], name === "submission"));
    this.prepare();
    this.listen();
    this.go(this.wrongAt ?? this.last);
  }

  button(action) {
    return this.root.querySelector(`[data-action=${action}]`);
  }

  /** Shows the parts of the template that this replay has a use for. */
  prepare() {
    this.slider.max = this.last;
    if (this.wrongAt !== null) {
      const tick = this.root.querySelector(".wrong-tick");
      tick.style.setProperty("--at", this.wrongAt / this.last);
      tick.hidden = false;
      this.button("wrong").hidden = false;
    }
    const steps = [...this.tree.submission, ...this.tree.accepted];
    ["alpha", "beta", "v"].forEach((row, i) => {
      this.row(row).hidden = steps.every((step) => step[i + 1] === "–");
    });
  }

  row(name) {
    return this.root.querySelector(`[data-row=${name}]`);
  }

  listen() {
    const actions = {
      first: () => this.jump(0),
      back: () => this.jump(this.position - 1),
      play: () => this.toggle(),
      step: () => this.jump(this.position + 1),
      last: () => this.jump(this.last),
      wrong: () => this.jump(this.wrongAt),
    };
    for (const [name, action] of Object.entries(actions)) {
      this.button(name).addEventListener("click", action);
    }
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    this.root.querySelector("select").addEventListener("change", () => this.restart());
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("focusin", () => { lastUsed = this; });
  }

  /** Keys that a control inside has a use for itself are left to it. */
  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const control = event.target;
    if (control.matches("select") || (control.matches("button") && event.key === " ")) return;
    const action = {
      ArrowLeft: () => this.jump(this.position - 1),
      ArrowRight: () => this.jump(this.position + 1),
      Home: () => this.jump(0),
      End: () => this.jump(this.last),
      " ": () => this.toggle(),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  /** Goes where the reader asks, who then no longer wants it to go by itself. */
  jump(position) {
    this.stop();
    this.go(position);
  }

  go(position) {
    this.position = Math.min(Math.max(position, 0), this.last);
    this.slider.value = this.position;
    for (const pane of this.panes) pane.show(this.position);
    this.fillTable();
    const text = this.sentence();
    this.root.classList.toggle("at-wrong", this.position === this.wrongAt);
    this.slider.setAttribute("aria-valuetext", text);
    this.status.textContent = text;
  }

  fillTable() {
    this.panes.forEach((pane, column) => {
      for (const [name, text] of Object.entries(this.numbers(pane))) {
        this.row(name).querySelectorAll("td")[column].textContent = text;
      }
    });
  }

  /** What the table says of one search, by row. */
  numbers({ steps }) {
    const made = Math.min(this.position, steps.length);
    const [index, alpha, beta, v] = steps[this.position - 1] ?? [];
    const [label, role] = this.tree.nodes[index] ?? ["–", "–"];
    const none = "–";
    return {
      step: `${made} of ${steps.length}`,
      node: label,
      role,
      alpha: alpha ?? none,
      beta: beta ?? none,
      v: v ?? none,
    };
  }

  sentence() {
    if (this.position === 0) return `Before the first of ${this.last} steps.`;
    const [own, accepted] = this.panes.map((pane) => this.doing(pane));
    const wrong = this.position === this.wrongAt ? " This is the first wrong step." : "";
    return `Step ${this.position} of ${this.last}: your search ${own}; `
      + `an accepted search ${accepted}.${wrong}`;
  }

  doing({ steps }) {
    if (this.position > steps.length) return "has ended";
    const [label, role] = this.tree.nodes[steps[this.position - 1][0]];
    return `visits ${label} (${role})`;
  }

  toggle() {
    if (this.timer) this.stop();
    else this.play();
  }

  play() {
    if (this.position === this.last) this.go(0);
    const pause = Number(this.root.querySelector("select").value);
    this.timer = setInterval(() => this.tick(), pause);
    this.showPlaying(true);
  }

  tick() {
    this.go(this.position + 1);
    if (this.position === this.last) this.stop();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.showPlaying(false);
  }

  /** Takes on a new speed. */
  restart() {
    if (!this.timer) return;
    this.stop();
    this.play();
  }

  showPlaying(playing) {
    this.root.classList.toggle("playing", playing);
    this.playButton.setAttribute("aria-label", playing ? "Pause" : "Play");
  }
}

/**
 * A copy of a picture, to be drawn on: without the words that tell how the search ended.
 * It shrinks to fit, but not until it is illegible.
 */
function copyOf(picture) {
  const copy = picture.cloneNode(true);
  copy.style.minWidth = `${SMALLEST * copy.viewBox.baseVal.width}px`;
  for (const words of copy.querySelectorAll("desc, .gt-node > title")) words.remove();
  return copy;
}

function onToggle(test) {
  const replay = REPLAYS.get(test);
  if (!test.open) {
    replay?.stop();
  } else if (replay) {
    lastUsed = replay;
  } else if (test.querySelector("figure.tree")) {
    REPLAYS.set(test, (lastUsed = new Replay(test)));
  }
}

/** The arrows move the replay used last, while the focus is on nothing. */
function onPageKey(event) {
  const test = lastUsed?.root.closest("details");
  const arrow = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (event.target === document.body && arrow && test.open) lastUsed.onKey(event);
}

/** Opens the test that the address names. */
function openNamed() {
  const test = document.getElementById(location.hash.slice(1));
  if (!test?.matches("details.test")) return false;
  const filter = document.getElementById("only-failed");
  if (filter && test.matches(".passed")) filter.checked = false;
  test.open = true;
  test.scrollIntoView();
  return true;
}

/** Paper cannot be clicked: what failed is printed open, whatever was open before. */
function printOpen(tests) {
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = tests.filter((test) => !test.open && !test.matches(".passed"));
    for (const test of closed) test.open = true;
  });
  addEventListener("afterprint", () => {
    for (const test of closed) test.open = false;
  });
}

function start() {
  const tests = [...document.querySelectorAll("details.test")];
  document.documentElement.classList.add("scripted");
  for (const test of tests) {
    test.open = false;
    test.addEventListener("toggle", () => onToggle(test));
  }
  if (!openNamed()) {
    const failed = tests.filter((test) => !test.matches(".passed"));
    const first = failed.find((test) => test.querySelector("figure.tree")) ?? failed[0];
    if (first) first.open = true;
  }
  printOpen(tests);
  addEventListener("hashchange", openNamed);
  addEventListener("keydown", onPageKey);
}

start();
