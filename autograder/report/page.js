"use strict";

// Each test is a <details>. Where it has a replay, it holds a picture of its tree and
// the two searches as JSON; from these the replay is built when the test first opens.
// A position is the number of steps that have been made: 0 is before the first.

const STATES = ["visited", "pruned", "wrongly-visited", "wrongly-skipped", "beyond"];
const SMALLEST = 0.8; // of a picture's own size
const NONE = "–";
const SVG = "http://www.w3.org/2000/svg";
const FITS = 3; // characters of a value in a triangle
const INSIDE = { "gt-max": 30, "gt-min": 13, "gt-chance": 21.5 }; // the line on which it is written
const PADDING = 16; // pixels that a note keeps from the edge of a box
const ROW = 13; // pixels from line to line in a note
const [ALPHA, BETA, V, WORTH, OWN, LINE] = [1, 2, 3, 4, 5, 6]; // in a step, behind its node
const MOVE = 3; // in a node, behind its label, role and children, where it has a name
const [OWN_V, RETURNED, DEPARTS] = [2, 3, 4]; // in what is the submission's own
const REPLAYS = new Map(); // by <details>
let lastUsed = null; // the replay that the arrow keys move where nothing has the focus

/** A board may go on below behind each of its rows. */
function breakable(cell) {
  const [first, ...others] = cell.textContent.split("/");
  const parts = others.flatMap((row) => ["/", document.createElement("wbr"), row]);
  cell.replaceChildren(first, ...parts);
}

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
    this.visited = statesOf(tree, "visited", "wrongly-visited", [...wronglyVisited, ...tree.beyond]);
    this.skipped = statesOf(tree, "pruned", "wrongly-skipped", wronglySkipped);
    for (const index of tree.beyond) this.skipped[index] = "beyond";
    this.wrongAt = tree.wrong === null ? Infinity : tree.wrong + 1;
    this.parents = parentsOf(tree);
    Object.assign(this, schedule(tree, steps, isSubmission && tree.unfinished));
    this.isBroken = isSubmission && tree.unfinished;
    this.saysOwn = isSubmission && steps.some((step) => step[OWN]);
    this.tree = tree;
    this.departure = this.firstDeparture();
    this.values = this.nodes.map((node, index) => valueOf(node, tree, index));
    this.notes = add(picture, "g", { class: "gt-notes" });
  }

  /** Draws the tree as it is after `position` steps. */
  show(position) {
    const current = this.drawn(this.currentAt(position));
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
    this.box.classList.toggle("is-before", position === 0);
    this.box.classList.toggle("past-wrong", position >= this.wrongAt);
    this.box.classList.toggle("is-over", position > this.steps.length && !this.isBroken);
    this.values.forEach((text, index) => this.showValue(text, index, position));
    this.notes.replaceChildren();
    for (const [index, rows] of this.said(position)) this.note(index, rows);
    reveal(this.box, this.nodes[current ?? 0]);
  }

  /** The node itself, or the nearest above it that is not left out of the drawing. */
  drawn(index) {
    return index === undefined || this.nodes[index] ? index : this.drawn(this.parents[index]);
  }

  /** The step in which a node was visited; undefined if it never was. */
  stepOf(index) {
    return this.steps[this.visitedAt[index] - 1];
  }

  hasReturned(index, position) {
    const isOpen = this.isBroken && this.lastWithin[index] === this.steps.length;
    return this.visitedAt[index] < Infinity && position > this.lastWithin[index] && !isOpen;
  }

  /** The node at which the search is: where it broke off, it stays. */
  currentAt(position) {
    return this.steps[this.isBroken ? Math.min(position, this.steps.length) - 1 : position - 1]?.[0];
  }

  /** The position from which the first value is seen that is not what was known. */
  firstDeparture() {
    const at = this.steps.map(([index]) => index).filter((index) => this.departs(index, RETURNED))
      .map((index) => [this.lastWithin[index] + 1, -this.visitedAt[index], index]);
    at.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    return at[0] ?? null;
  }

  departs(index, what) {
    return this.stepOf(index)?.[OWN]?.[DEPARTS].includes(what) ?? false;
  }

  /** Writes into an inner node what its call returned, once it has. */
  showValue(text, index, position) {
    if (!text) return;
    const step = this.stepOf(index);
    const own = step?.[OWN]?.[RETURNED] ?? NONE;
    const value = brief(own === NONE ? step?.[WORTH] : own);
    const returned = this.hasReturned(index, position) && value !== NONE;
    text.textContent = !returned ? "" : text.dataset.wide ? `= ${value}` : value;
    text.classList.toggle("departs", returned && this.departs(index, RETURNED));
  }

  /** What stands beside nodes: the windows on the path, and values that went wrong. */
  said(position) {
    const found = new Map();
    const current = this.currentAt(position);
    for (let index = current, below; index !== undefined; below = index, index = this.parents[index]) {
      found.set(index, this.onThePath(index, below));
    }
    const [at, , index] = this.departure ?? [Infinity];
    if (position >= at) {
      const step = this.stepOf(index);
      found.set(index, [["yours", step[OWN][RETURNED], true], ["known", step[WORTH], false]]);
    }
    return [...found].filter(([at, rows]) => rows.length && this.nodes[at]);
  }

  /** A row for what is the submission's own, and one for what was known: who, what, departs. */
  onThePath(index, below) {
    const [step, next] = [this.stepOf(index), this.stepOf(below)];
    const rows = [];
    const [own, then] = [step[OWN], next?.[OWN]];
    const yours = windowAndV(own?.[0] ?? NONE, own?.[1] ?? NONE, then?.[OWN_V] ?? NONE);
    const known = windowAndV(step[ALPHA], step[BETA], next?.[V] ?? NONE);
    const departs = [0, 1].some((what) => this.departs(index, what)) || this.departs(below, OWN_V);
    if (yours) rows.push(["yours", yours, departs]);
    if (known) rows.push([this.saysOwn ? "known" : "", known, false]);
    return rows;
  }

  /** A small box with rows of text, to the right of an inner node and below a leaf. */
  note(index, rows) {
    const node = this.nodes[index];
    const [left, top, right] = placeOf(node);
    const isLeaf = node.classList.contains("gt-leaf");
    const group = add(this.notes, "g", { class: "gt-note" });
    const frame = add(group, "rect", { rx: 3 });
    const x = isLeaf ? left : right + 6;
    const isWritten = node.querySelector("[data-wide]")?.textContent; // its value, beside it
    const board = bottomOf(node);
    const y = board ? board + (isWritten ? 26 : 13) : top + (isLeaf ? 52 : isWritten ? 50 : 37);
    rows.forEach(([who, what, departs], row) => {
      const line = add(group, "text", { x, y: y + row * ROW });
      if (who) add(line, "tspan", { class: "who" }).textContent = `${who} `;
      add(line, "tspan", departs ? { class: "departs" } : {}).textContent = what;
    });
    const width = Math.max(...[...group.querySelectorAll("text")].map((line) => line.getComputedTextLength()));
    const box = { x: x - 4, y: y - 11, width: width + 8, height: rows.length * ROW + 4 };
    for (const [name, value] of Object.entries(box)) frame.setAttribute(name, value);
    const svg = this.box.querySelector("svg");
    const { x: edge, width: whole } = svg.viewBox.baseVal;
    const beside = Math.max(0, (this.box.clientWidth - svg.clientWidth) / 2 - PADDING);
    const over = box.x + box.width + 2 - edge - whole - beside;
    if (over > 0) group.setAttribute("transform", `translate(${-over})`);
  }

  stateOf(index, position) {
    if (position >= this.visitedAt[index]) return this.visited[index];
    if (position >= this.cutAt[index] || this.skipped[index] === "beyond") return this.skipped[index];
    return null;
  }
}

/** A tree of playouts as it grows: at each node stands what had come of it by then. */
class GrowingPane extends Pane {
  constructor(figure, picture, tree, steps, isSubmission) {
    super(figure, picture, tree, steps, isSubmission);
    this.payoffs = tree.payoffs[isSubmission ? 0 : 1];
    this.cutAt.fill(Infinity); // nothing is cut: what is not there may come
    this.visitedAt[0] = 0;
    this.rows = this.nodes.map((node) => node.querySelector(".gt-window") ?? this.newRow(node));
  }

  /** A row for a node that was not in the tree when the picture was drawn. */
  newRow(node) {
    const last = [...node.querySelectorAll(".gt-row")].at(-1);
    const board = node.querySelector(".gt-grid")?.getBBox();
    if (!last && !board) return null;
    const middle = node.classList.contains("gt-leaf") ? (board?.width ?? 0) / 2 : 0;
    const [x, y] = last ? ["x", "y"].map((name) => Number(last.getAttribute(name)))
      : [board.x + middle, board.y + board.height - 3];
    return add(node, "text", { class: "gt-row gt-window", x, y: y + 15 });
  }

  show(position) {
    super.show(position);
    const [counts, sums] = this.counted(position);
    this.rows.forEach((row, index) => {
      if (!row) return;
      const utility = index ? `, U ${brief(minus(sums[index]))}` : "";
      row.textContent = this.visitedAt[index] > position ? "" : `N ${counts[index]}${utility}`;
    });
  }

  /** N and U of each node, after so many playouts. */
  counted(position) {
    const counts = this.tree.nodes.map(() => 0);
    const sums = this.tree.nodes.map(() => 0);
    this.steps.slice(0, position).forEach(([at], step) => {
      for (let index = at; index !== undefined; index = this.parents[index]) {
        counts[index] += 1;
        sums[index] += this.tree.signs[index] * this.payoffs[step];
      }
    });
    return [counts, sums];
  }

  said() {
    return [];
  }
}

/**
 * For each node the position from which it has been visited, and that from which it is
 * known that it never will be: the search has left the nearest visited node above it.
 */
function schedule(tree, steps, isUnfinished) {
  const visitedAt = tree.nodes.map(() => Infinity);
  steps.forEach(([index], i) => { visitedAt[index] = Math.min(visitedAt[index], i + 1); });
  const lastWithin = visitedAt.map((at) => (at === Infinity ? 0 : at));
  const cutAt = tree.nodes.map(() => Infinity);
  if (visitedAt[0] === Infinity) cutAt[0] = steps.length + 1;
  for (let index = tree.nodes.length - 1; index >= 0; index--) { // children first
    for (const child of childrenOf(tree, index)) {
      lastWithin[index] = Math.max(lastWithin[index], lastWithin[child]);
    }
  }
  tree.nodes.forEach((_, index) => { // parents first
    const isOpen = isUnfinished && lastWithin[index] === steps.length;
    const left = isOpen ? Infinity : lastWithin[index] + 1;
    for (const child of childrenOf(tree, index)) {
      if (visitedAt[child] < Infinity) continue;
      cutAt[child] = visitedAt[index] < Infinity ? left : cutAt[index];
    }
  });
  return { visitedAt, cutAt, lastWithin };
}

/** A value beside a node: three digits behind the point, the rest stands in the table. */
function brief(value) {
  return value?.replace(/(\.\d{3})\d+/g, "$1…");
}

/** A number as it is written in pictures. */
function minus(number) {
  return String(number).replace("-", "−");
}

/** `(3, ∞) v = 5`, as far as both are there. */
function windowAndV(alpha, beta, v) {
  const known = alpha === NONE && beta === NONE ? "" : `(${alpha}, ${beta})`;
  return [known, v === NONE ? "" : `v = ${v}`].filter(Boolean).join(" ");
}

/** A new last child of a part of a picture. */
function add(parent, tag, attributes) {
  const child = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) child.setAttribute(name, value);
  parent.append(child);
  return child;
}

/** Left, top and right of a node's outline. */
function placeOf(node) {
  const outline = node.querySelector(".gt-shape").getAttribute("d");
  const points = [...outline.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)];
  const [xs, ys] = [1, 2].map((i) => points.map((point) => Number(point[i])));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs)];
}

/** Where the board of a node ends, and what is written below it; 0 without one. */
function bottomOf(node) {
  const box = node.querySelector(".gt-grid")?.getBBox();
  return box ? box.y + box.height + (node.querySelector(".gt-row") ? 13 : 0) : 0;
}

/** The text for what an inner node's call returns: in the node where each such fits. */
function valueOf(node, tree, index) {
  const inside = Object.keys(INSIDE).find((name) => node.classList.contains(name));
  const isInner = ["gt-leaf", "gt-horizon"].every((name) => !node.classList.contains(name));
  if (!isInner || !childrenOf(tree, index).length) return null;
  const [left, top, right] = placeOf(node);
  const texts = [...tree.submission, ...tree.accepted].filter((step) => step[0] === index)
    .flatMap((step) => [step[WORTH], step[OWN]?.[RETURNED] ?? NONE]);
  const below = bottomOf(node);
  const isWide = !inside || texts.some((text) => text.length > FITS); // a player's name is in it
  const place = isWide ? { x: right + 3, y: below ? below + 11 : top + 33 } : { x: (left + right) / 2, y: top + INSIDE[inside] };
  const text = add(node, "text", { ...place, class: isWide ? "gt-row" : "gt-inside" });
  if (isWide) text.dataset.wide = "";
  return text;
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
    this.verdict = this.root.querySelector(".verdict");
    this.guessed = this.root.querySelector(".guess input");
    const { submission, accepted, wrong } = this.tree;
    this.wrongAt = wrong === null ? null : wrong + 1;
    this.hasBegun = submission.length > 0;
    this.root.classList.toggle("not-begun", !this.hasBegun);
    this.steps = Math.max(submission.length, accepted.length);
    this.last = this.steps + 1; // by then both have ended
    this.grows = this.tree.payoffs.length > 0;
    const OfSearch = this.grows ? GrowingPane : Pane;
    this.panes = ["submission", "accepted"].map((name) => new OfSearch(
      this.root.querySelector(`[data-search=${name}]`),
      copyOf(figure.querySelector("svg")), this.tree, this.tree[name], name === "submission"));
    this.departsAt = this.panes[0].departure?.[0] ?? null;
    this.prepare();
    this.listen();
    this.go(this.goal() ?? (this.hasBegun ? this.last : 0));
  }

  /** Where there is most to see; null where nothing stands out. */
  goal() {
    return this.wrongAt ?? this.departsAt;
  }

  button(action) {
    return this.root.querySelector(`[data-action=${action}]`);
  }

  /** Shows the parts of the template that this replay has a use for. */
  prepare() {
    this.slider.max = this.last;
    const goal = this.goal();
    if (goal !== null) {
      const tick = this.root.querySelector(".wrong-tick");
      tick.style.setProperty("--at", goal / this.last);
      tick.hidden = false;
      this.button("wrong").hidden = false;
    }
    const named = this.tree.unfinished ? "where it broke off"
      : this.wrongAt === null ? "the first wrong value" : "the first wrong step";
    this.button("wrong").textContent = `Go to ${named}`;
    const { submission, accepted, lines } = this.tree;
    this.windowAt = 1 + submission.findIndex((step) => step[OWN]?.[DEPARTS].some((i) => i < V - 1));
    this.button("window").hidden = this.windowAt === 0 || this.windowAt === goal;
    const steps = [...submission, ...accepted];
    ["alpha", "beta", "v"].forEach((row, i) => {
      this.row(row).hidden = steps.every(
        (step) => step[i + 1] === NONE && (step[OWN]?.[i] ?? NONE) === NONE);
    });
    this.row("stack").hidden = this.tree.stacks.length === 0;
    this.line = this.root.querySelector(".line");
    this.line.hidden = lines.length === 0;
    if (submission.some((step) => step[OWN])) return;
    this.root.querySelector(".numbers").classList.add("no-own");
    for (const cell of this.root.querySelectorAll("[colspan]")) cell.colSpan = 1;
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
      wrong: () => this.jump(this.goal()),
      window: () => this.jump(this.windowAt),
      guess: () => this.guessLabel(),
    };
    for (const [name, action] of Object.entries(actions)) {
      this.button(name).addEventListener("click", action);
    }
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    this.root.querySelector("select").addEventListener("change", () => this.restart());
    const first = this.root.querySelector(".guess-first input");
    first.addEventListener("change", () => {
      this.root.classList.toggle("guessing", first.checked);
      if (first.checked) this.jump((this.goal() ?? 1) - 1); // to ask for the most telling step
    });
    this.guessed.addEventListener("keydown", ({ key }) => { if (key === "Enter") this.guessLabel(); });
    this.panes[1].box.addEventListener("click", ({ target }) => {
      const node = first.checked && target.closest(".gt-node");
      if (!node) return;
      const [index, next] = [Number(node.dataset.node), this.tree.accepted[this.position]?.[0]];
      this.guess(this.panes[1].drawn(next) === index ? next : index);
    });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("focusin", () => { lastUsed = this; });
  }

  /** Keys that a control inside has a use for itself are left to it. */
  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const control = event.target;
    if (control.matches("select, [type=text]") || (control.matches("button") && event.key === " ")) return;
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
    this.verdict.textContent = "";
    for (const pane of this.panes) pane.show(this.position);
    this.fillTable();
    this.showLine();
    const text = this.sentence();
    this.root.classList.toggle("at-wrong", this.position === this.goal());
    this.slider.setAttribute("aria-valuetext", text);
    this.status.textContent = text;
  }

  fillTable() {
    this.panes.forEach((pane, column) => {
      for (const [name, text] of Object.entries(this.numbers(pane))) {
        const cell = this.row(name).querySelectorAll("td:not(.own)")[column];
        cell.textContent = text;
        if (name === "node") breakable(cell);
      }
    });
    this.tree.stacks.forEach((steps, column) => {
      const cell = this.row("stack").querySelectorAll("td")[column];
      cell.replaceChildren(...(steps[this.position - 1] ?? []).map((index) => this.entry(index)));
    });
    const own = this.tree.submission[this.position - 1]?.[OWN];
    ["alpha", "beta", "v"].forEach((name, i) => {
      const cell = this.row(name).querySelector(".own");
      cell.textContent = own?.[i] ?? NONE;
      cell.classList.toggle("departs", own?.[DEPARTS].includes(i) ?? false);
    });
  }

  /** One entry of a stack. */
  entry(index) {
    const entry = document.createElement("span");
    entry.className = "entry";
    entry.textContent = this.tree.nodes[index][0];
    return entry;
  }

  /** The line of the reader's own code: where the node was searched, or what went wrong. */
  showLine() {
    const { submission, lines, line } = this.tree;
    const usual = submission[this.position - 1]?.[LINE];
    const [where, before, part, after] = lines[this.position === this.goal() ? line ?? usual : usual] ?? [];
    const marked = document.createElement("mark");
    marked.textContent = part ?? "";
    this.line.querySelector(".where").textContent = where ?? "";
    this.line.querySelector("code").replaceChildren(before ?? "", marked, after ?? "");
  }

  /** What the table says of one search, by row. */
  numbers({ steps }) {
    const made = Math.min(this.position, steps.length);
    const [index, alpha, beta, v] = steps[this.position - 1] ?? [];
    const [label, role] = this.tree.nodes[index] ?? [NONE, NONE];
    return {
      step: `${made} of ${steps.length}`,
      node: label,
      role,
      alpha: alpha ?? NONE,
      beta: beta ?? NONE,
      v: v ?? NONE,
    };
  }

  sentence() {
    if (this.position === 0) return `Before the first of ${this.steps} steps.`;
    if (this.position === this.last && this.position !== this.wrongAt) return this.outcome();
    const [own, accepted] = this.panes.map((pane) => this.doing(pane));
    const here = this.tree.unfinished ? "Here it broke off." : "This is the first wrong step.";
    const wrong = this.position === this.wrongAt ? ` ${here}` : "";
    const place = this.position > this.steps ? "After the last" : `Step ${this.position}`;
    const yours = this.hasBegun ? `your search ${own}; ` : "";
    return `${place} of ${this.steps}${place.startsWith("A") ? " steps" : ""}: ${yours}`
      + `an accepted search ${accepted}.${wrong}${this.departed()}`;
  }

  /** Which value is not what was known, where it first is so. */
  departed() {
    if (this.position !== this.departsAt) return "";
    const [, , index] = this.panes[0].departure;
    const step = this.panes[0].stepOf(index);
    return ` ${this.tree.nodes[index][0]} came back as ${step[OWN][RETURNED]}; known is ${step[WORTH]}.`;
  }

  /** What came of both searches: the value and the action. */
  outcome() {
    if (this.grows) return `After the last of ${this.steps} playouts.`;
    const { nodes, submission, accepted, chosen, best, unfinished } = this.tree;
    const action = (index) => nodes[index][MOVE] ?? nodes[index][0];
    const [own, known] = [submission[0], accepted[0]];
    const returned = own?.[OWN] ? own[OWN][RETURNED] : own?.[WORTH];
    const came = unfinished ? "broke off" : `came to ${returned}`;
    const chose = chosen === null ? "" : ` and chose ${action(chosen)}`;
    const names = best.map(action).join(" or ");
    const yours = this.hasBegun ? `your search ${came}${chose}; ` : "";
    return `After the last of ${this.steps} steps: ${yours}`
      + `an accepted search comes to ${known[WORTH]}${names && ` and chooses ${names}`}.`
      + this.departed();
  }

  /** Takes what was typed for the label of a node, in whatever case. */
  guessLabel() {
    const typed = this.guessed.value.trim();
    const labels = this.tree.nodes.map(([label]) => label);
    const index = labels.includes(typed) ? labels.indexOf(typed)
      : labels.findIndex((label) => label.toLowerCase() === typed.toLowerCase());
    if (index < 0) {
      this.verdict.textContent = typed && `No node is called ${typed}.`;
    } else {
      this.guess(index);
      this.guessed.value = "";
    }
  }

  /** Makes the next step of the accepted search, and tells whether it was foreseen. */
  guess(index) {
    const next = this.tree.accepted[this.position]?.[0];
    const reason = next !== undefined && index !== next ? ` ${this.whyNot(index)}` : "";
    this.jump(this.position + 1);
    const cuts = next === undefined ? "" : this.cuts();
    const label = this.tree.nodes[next]?.[0];
    this.verdict.textContent = next === undefined ? "The accepted search has ended."
      : `${index === next ? "Right" : "No"}: ${label} is next${cuts ? "." : ", in order."}${cuts}${reason}`.trim();
  }

  /** Why a node is not the next. */
  whyNot(index) {
    const [, pane] = this.panes;
    const label = this.tree.nodes[index][0];
    const at = pane.visitedAt[index];
    if (at <= this.position) return `${label} was visited in step ${at}.`;
    if (at < Infinity) return `${label} comes later.`;
    if (this.tree.beyond.includes(index)) return `${label} lies beyond the horizon.`;
    let cut = index;
    while (pane.visitedAt[pane.parents[cut]] === Infinity) cut = pane.parents[cut];
    return pane.cutAt[index] === this.position + 1 && cut === index ? "" : `${label} is left out.`;
  }

  /** What the accepted search has cut by making this step, and why so. */
  cuts() {
    const [, pane] = this.panes;
    const { nodes, beyond } = this.tree;
    return nodes.map(([, , children], index) => {
      const left = children.filter((child) => pane.visitedAt[child] === Infinity
        && pane.cutAt[child] === this.position && !beyond.includes(child));
      if (!left.length || pane.visitedAt[index] === Infinity) return "";
      const { [WORTH]: v, [ALPHA]: alpha, [BETA]: beta } = pane.stepOf(index);
      const names = left.map((child) => nodes[child][0]).join(" and ");
      const why = alpha === NONE || v === NONE ? "" : `: at ${nodes[index][0]} v = ${v}, in the window (${alpha}, ${beta})`;
      return ` ${names} ${left.length > 1 ? "are" : "is"} cut${why}.`;
    }).join("");
  }

  doing({ steps }) {
    if (this.position > steps.length) {
      return steps === this.tree.submission && this.tree.unfinished ? "has broken off" : "has ended";
    }
    const [label, role] = this.tree.nodes[steps[this.position - 1][0]];
    if (!this.grows) return `visits ${label} (${role})`;
    const payoffs = this.tree.payoffs[steps === this.tree.submission ? 0 : 1];
    return `plays from ${label} (${role}): ${brief(minus(payoffs[this.position - 1]))} for MAX`;
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

/** Opens a test, and scrolls to it once its replay is there. */
function show(test) {
  const filter = document.getElementById("only-failed");
  if (filter && test.matches(".passed")) filter.checked = false;
  test.closest(".group").open = true;
  test.open = true;
  onToggle(test);
  test.scrollIntoView();
}

/** Opens the test that the address names. */
function openNamed() {
  const test = document.getElementById(location.hash.slice(1));
  if (!test?.matches("details.test")) return false;
  show(test);
  return true;
}

/** Paper cannot be clicked: what failed is printed open, whatever was open before. */
function printOpen() {
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll(":is(.test, .group):not([open], .passed)")];
    for (const row of closed) row.open = true;
  });
  addEventListener("afterprint", () => {
    for (const row of closed) row.open = false;
  });
}

function start() {
  const tests = [...document.querySelectorAll("details.test")];
  document.documentElement.classList.add("scripted");
  for (const test of tests) {
    test.open = false;
    test.addEventListener("toggle", () => onToggle(test));
  }
  const first = tests.find((test) => test.matches("[data-first]"));
  if (!openNamed() && first) first.open = true; // what is wrong with it stands above
  printOpen();
  addEventListener("hashchange", openNamed);
  addEventListener("keydown", onPageKey);
}

start();
