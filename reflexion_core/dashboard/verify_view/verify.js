// A text box with marks under it, beside the source. Texts are untrusted: they become text nodes, or the value of the
// text box, and nothing else. Marks move with the typing at once; what they say comes from the server at each pause.

const SIGNS = { r: "✓", w: "✕", u: "?", c: "☰", p: "…" };
const WORDS = { r: "right", w: "wrong", u: "cannot tell", c: "critic's", p: "being checked" };
const WEIGHT = { w: 4, c: 3, u: 2, p: 1, r: 0 };
const PAUSE = 300; // milliseconds without a key after which the checks run
const LOOK = 500; // milliseconds between two questions whether the examples have ended
const MOST_ROWS = 200;

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".verify");
  const view = (root.verifyView ??= new View(root));
  view.send = setTriggerValue;
  view.take(data);
  return () => view.rest();
}

class View {
  constructor(root) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    this.box = this.find("textarea");
    this.text = "";
    this.marks = [];
    this.edit = 0; // counts what was typed, so that an answer to an older text is told from one to this
    this.version = null;
    this.chosen = [];
    this.drawn = { document: [], source: [] };
    this.file = 0;
    this.listen();
  }

  listen() {
    // What is chosen next on the page is about the text as it stands, so it must not wait for the pause.
    this.box.addEventListener("blur", () => this.waiting && this.sendNow("edit"));
    this.box.addEventListener("input", () => this.isPutting || this.changed(PAUSE));
    const ask = () => requestAnimationFrame(() => this.chooseAtCursor());
    this.box.addEventListener("click", ask);
    this.box.addEventListener("keyup", (event) => {
      if (/^(Arrow|Home|End|Page)/.test(event.key)) ask();
    });
    // Keys typed here are the writer's, and no short cuts of the page.
    for (const kind of ["keydown", "keyup", "keypress"]) this.box.addEventListener(kind, (event) => event.stopPropagation());
    this.find(".document .lines").onclick = (event) => this.chooseLine(event);
    this.find(".source .lines").onclick = (event) => this.chooseSourceLine(event);
    for (const chip of this.root.querySelectorAll(".chip")) chip.onclick = () => this.travel(chip.dataset.kind);
    this.find(".copy").onclick = () => this.copy();
    this.find(".download").onclick = () => this.download();
    this.find(".repair-all").onclick = () => this.repairAll();
  }

  rest() {
    clearInterval(this.looking);
  }

  // --- what comes from the server ---

  take(data) {
    const isNew = this.version === null;
    if (isNew) this.edit = data.edit;
    if (data.edit !== this.edit) return; // the writer has gone on; the answer to that is on its way
    this.data = data;
    this.box.readOnly = Boolean(data.readonly);
    this.find(".document .hint").hidden = this.box.readOnly;
    if (data.version !== this.version) {
      this.version = data.version;
      if (isNew || data.readonly) this.box.value = data.text;
      else this.putText(data.text);
      if (isNew) this.box.setSelectionRange(0, 0);
      if (data.readonly) this.find(".document .scroll").scrollTop = 0;
      this.text = this.box.value;
    }
    const before = this.chosen.map((mark) => [mark.check, mark.subject, mark.s]);
    this.marks = this.text === data.text ? data.marks : [];
    this.chosen = this.again(before);
    this.drawSource(isNew);
    this.draw();
    this.drawAround();
    this.rest();
    // Again and again: an answer that says the same as the last one does not come here.
    if (data.running) this.looking = setInterval(() => this.send("look", Date.now()), LOOK);
  }

  // Finds the claims again that were chosen: by what they are about, the nearest of several.
  again(before) {
    return before.flatMap(([check, subject, start]) => {
      const same = this.marks.filter((mark) => mark.check === check && mark.subject === subject);
      return same.sort((a, b) => Math.abs(a.s - start) - Math.abs(b.s - start)).slice(0, 1);
    });
  }

  // --- what goes there ---

  changed(pause) {
    const text = this.box.value;
    if (text === this.text) return;
    this.move(this.text, text);
    this.text = text;
    this.edit += 1;
    this.draw();
    this.drawBar(); // the rest waits for the answer, so that typing in a long document stays quick
    this.rest();
    clearTimeout(this.waiting);
    const slow = 1500 * (this.data?.seconds ?? 0); // a large document is checked less often
    this.waiting = setTimeout(() => this.sendNow("edit"), pause && Math.max(pause, Math.min(slow, 3000)));
  }

  sendNow(trigger) {
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.send(trigger, { text: this.text, edit: this.edit });
  }

  repairAll() {
    this.edit += 1;
    this.sendNow("repair");
  }

  // --- the text ---

  // Moves the marks with an edit; those that it touches are open until the server has spoken.
  move(before, after) {
    const [start, stop, inserted] = difference(before, after);
    const shift = inserted - (stop - start);
    const moved = (place) => (place >= stop ? place + shift : place);
    for (const mark of this.marks) {
      const isTouched = mark.s <= stop && mark.e >= start && mark.e > mark.s;
      const fix = mark.fix;
      if (fix && fix.s <= stop && fix.e >= start) mark.fix = undefined;
      else if (fix) mark.fix = { ...fix, s: moved(fix.s), e: moved(fix.e) };
      if (isTouched) mark.o = "p";
      mark.e = mark.e >= stop ? mark.e + shift : Math.min(mark.e, start + inserted);
      mark.s = mark.s >= stop && !(isTouched && mark.s === stop) ? mark.s + shift : Math.min(mark.s, start);
      mark.e = Math.max(mark.s, mark.e);
    }
  }

  putText(text) {
    const [start, stop, inserted] = difference(this.box.value, text);
    this.replace(start, stop, text.slice(start, start + inserted));
  }

  // Replaces words as if they were typed, so that the browser can take it back.
  replace(start, stop, text) {
    const scroll = this.find(".document .scroll").scrollTop;
    this.isPutting = true;
    this.box.focus({ preventScroll: true });
    this.box.setSelectionRange(start, stop);
    const command = text ? "insertText" : "delete";
    if ((start !== stop || text) && !document.execCommand(command, false, text)) this.box.setRangeText(text, start, stop, "end");
    this.isPutting = false;
    this.find(".document .scroll").scrollTop = scroll;
  }

  repair(mark) {
    if (!mark.fix) return; // its words were changed since
    const { s, e, text } = mark.fix;
    this.replace(s, e, text);
    this.changed(0);
  }

  // --- choosing ---

  chooseAtCursor() {
    const { selectionStart: place, selectionEnd: end } = this.box;
    if (place !== end) return;
    const here = this.marks.filter((mark) => !mark.missing && mark.s <= place && place <= mark.e && mark.e > mark.s);
    this.choose(here.sort(byRank), false);
  }

  chooseLine(event) {
    const line = this.drawn.document.findIndex((item) => item.node === event.target.closest(".line"));
    if (line < 0) return;
    const { start, stop } = this.drawn.document[line];
    const here = this.marks.filter((mark) => !mark.missing && mark.s <= stop && mark.e >= start);
    this.choose(here.sort(byRank), false);
  }

  chooseSourceLine(event) {
    const line = this.drawn.source.findIndex((item) => item.node === event.target.closest(".line")) + 1;
    const here = this.marks.filter((mark) => mark.source === this.file && mark.sl <= line && line <= mark.el);
    const near = here.sort((a, b) => a.el - a.sl - (b.el - b.sl) || byRank(a, b));
    this.choose(near, near.length > 0, `No claim of the document rests on line ${line}.`);
  }

  travel(kind) {
    const all = this.marks.filter((mark) => mark.o === kind).sort((a, b) => a.s - b.s);
    if (!all.length) return;
    const next = all[(all.indexOf(this.chosen[0]) + 1) % all.length];
    this.choose([next], true);
  }

  choose(marks, isShown, words = "") {
    this.chosen = marks;
    const first = marks[0];
    if (first?.source !== undefined && first.source !== this.file) {
      this.file = first.source;
      this.drawSource(true);
    }
    this.markSource();
    this.draw();
    this.drawCard(words);
    if (!first) return;
    if (isShown && !first.missing) this.reveal(this.find(".document .scroll"), this.nodeAt(first.s));
    if (first.source === this.file) this.reveal(this.find(".source .scroll"), this.drawn.source[first.sl - 1]?.node);
  }

  nodeAt(place) {
    return this.drawn.document.find((item) => place <= item.stop)?.node;
  }

  // Moves one pane alone, and only where the line is not in it: `scrollIntoView` would move the page too.
  reveal(pane, node) {
    if (!node) return;
    const line = node.getBoundingClientRect();
    const frame = pane.getBoundingClientRect();
    if (line.top >= frame.top + 8 && line.bottom <= frame.bottom - 24) return;
    pane.scrollTop += line.top - frame.top - pane.clientHeight / 3;
  }

  // --- drawing ---

  draw() {
    const lines = [];
    let start = 0;
    for (const text of this.text.split("\n")) {
      lines.push({ text, start, stop: start + text.length, marks: [] });
      start += text.length + 1;
    }
    this.spread(lines);
    const box = this.find(".document .lines");
    for (const line of lines) line.key = lineKey(line);
    this.drawn.document = replaceLines(box, this.drawn.document, lines);
    this.scrollToCursor();
  }

  // Gives each line the marks on it.
  spread(lines) {
    const chosen = new Set(this.chosen);
    const inner = this.marks.filter((mark) => !mark.missing && mark.e > mark.s).sort((a, b) => a.s - b.s);
    let first = 0;
    inner.forEach((mark, index) => {
      while (first < lines.length - 1 && lines[first].stop < mark.s) first += 1;
      const isList = mark.o === "r" && lines[first].stop < mark.e && holdsOthers(inner, index);
      for (let at = first; at < lines.length && lines[at].start < mark.e; at++) {
        lines[at].marks.push({ ...mark, isList, isChosen: chosen.has(mark) });
      }
    });
  }

  scrollToCursor() {
    const pane = this.find(".document .scroll");
    if (pane.scrollLeft) pane.scrollLeft = 0;
  }

  drawSource(isAnew) {
    const { sources } = this.data;
    const source = sources[this.file] ?? sources[0];
    const files = sources.map((item, index) => {
      if (sources.length === 1) return element("span", "", item.name);
      const button = element("button", "", item.name);
      button.type = "button";
      button.setAttribute("aria-pressed", String(index === this.file));
      button.onclick = () => {
        this.file = index;
        this.drawSource(true);
      };
      return button;
    });
    this.find(".files").replaceChildren(...files);
    if (isAnew) {
      const lines = source.text.replace(/\n$/, "").split("\n").map((text) => ({ text, key: text, marks: [], start: 0 }));
      this.drawn.source = replaceLines(this.find(".source .lines"), [], lines);
      this.find(".source .scroll").scrollTop = 0;
    }
    this.markSource();
  }

  markSource() {
    const signs = new Map();
    for (const mark of this.marks) {
      if (mark.source !== this.file) continue;
      if (!(WEIGHT[signs.get(mark.sl)] >= WEIGHT[mark.o])) signs.set(mark.sl, mark.o);
    }
    const first = this.chosen[0];
    this.drawn.source.forEach(({ node }, index) => {
      const isDeciding = first?.source === this.file && first.sl <= index + 1 && index + 1 <= first.el;
      node.className = isDeciding ? `line decides ${first.o}` : "line";
      const sign = signs.get(index + 1);
      if (sign) node.dataset.sign = sign;
      else delete node.dataset.sign;
    });
  }

  drawAround() {
    this.drawBar();
    this.drawCard();
    this.drawLeftOut();
    this.drawFaults();
  }

  drawBar() {
    const counts = { r: 0, w: 0, u: 0, c: 0 };
    for (const mark of this.marks) if (mark.o in counts) counts[mark.o] += 1;
    for (const chip of this.root.querySelectorAll(".chip")) {
      const kind = chip.dataset.kind;
      const isClean = kind === "w" && counts.w === 0;
      chip.className = `chip ${isClean ? "r" : kind}`;
      chip.textContent = `${SIGNS[isClean ? "r" : kind]} ${counts[kind].toLocaleString("en")} ${WORDS[kind]}`;
      chip.disabled = counts[kind] === 0;
      chip.title = counts[kind] ? `Go to the next one` : "";
      chip.hidden = counts[kind] === 0 && (kind === "c" || kind === "u");
    }
    const fixes = this.marks.filter((mark) => mark.fix).length;
    const all = this.find(".repair-all");
    all.hidden = this.box.readOnly;
    all.disabled = fixes === 0;
    all.textContent = fixes ? `Repair all (${fixes})` : "Repair all";
    this.find(".status").textContent = this.statusWords();
  }

  statusWords() {
    const { running, examples, seconds, done, edit } = this.data;
    if (edit !== this.edit) return "checking…";
    const [run, failed, unsure] = examples;
    const words = [];
    if (done) words.push(done);
    if (running) words.push("examples running…");
    else if (run) words.push(`${count(run, "example")} run` + (failed ? `, ${failed} failed` : "") + (unsure ? `, ${unsure} cannot tell` : ""));
    if (!this.text.trim()) words.push("the document is empty");
    else words.push(`checked in ${seconds.toFixed(2)} s`);
    return words.join(" · ");
  }

  drawCard(words = "") {
    const card = this.find(".card");
    const [mark, ...others] = this.chosen;
    card.className = `card ${mark?.o ?? ""}`;
    if (!mark) {
      const hint = "Click a marked place, or go there with the arrow keys, to see the source lines that decide it.";
      card.replaceChildren(element("p", "hint", words || hint));
      return;
    }
    const head = element("p", "head");
    const about = [mark.check, mark.severity].filter(Boolean).join(" · ");
    head.append(element("span", `tag ${mark.o}`, `${SIGNS[mark.o]} ${about}`));
    head.append(["w", "c"].includes(mark.o) ? worded("b", this.shown(mark)) : element("b", "", `${mark.subject}: ${WORDS[mark.o]}`));
    const parts = [head];
    if (mark.o === "u" && mark.words) parts.push(worded("p", mark.words));
    parts.push(this.sayings(mark));
    if (mark.fix && !this.box.readOnly) parts.push(row(button("Repair this", () => this.repair(mark), "primary")));
    if (others.length) parts.push(this.otherClaims(others));
    card.replaceChildren(...parts);
    card.scrollTop = 0;
  }

  shown(mark) {
    return mark.words ?? mark.subject;
  }

  sayings(mark) {
    const list = element("dl", "says");
    const said = this.text.slice(mark.s, mark.e);
    const add = (term, node) => list.append(element("dt", "", term), wrap("dd", node));
    if (!mark.missing && said.trim() && said.length <= 400) add("says", element("code", "", said));
    if (mark.true && mark.o === "c") add("asks for", element("span", "", mark.true));
    else if (mark.true) add("true is", element("code", "", mark.true));
    if (mark.source !== undefined) {
      const end = mark.el > mark.sl ? `–${mark.el}` : "";
      add("decided by", element("span", "", `${this.data.sources[mark.source].name}, line ${mark.sl}${end}`));
    } else if (mark.check === "examples") add("decided by", element("span", "", "running the example"));
    const before = mark.fix ? this.text.slice(mark.fix.s, mark.fix.e) : "";
    if (mark.fix && !(before === said && mark.fix.text === mark.true)) {
      const change = element("span");
      change.append(element("del", "", before || "nothing"), " → ", element("ins", "", mark.fix.text || "nothing"));
      add("repair", change);
    }
    return list;
  }

  otherClaims(others) {
    const line = element("p", "others row");
    line.append(element("span", "hint", "also here"));
    for (const mark of others.slice(0, 8)) {
      line.append(button(`${SIGNS[mark.o]} ${mark.subject}`, () => this.choose([mark, ...this.chosen.filter((it) => it !== mark)], true)));
    }
    if (others.length > 8) line.append(element("span", "hint", `and ${others.length - 8} more`));
    return line;
  }

  drawLeftOut() {
    const left = this.marks.filter((mark) => mark.missing);
    const names = left.map((mark) => [mark.missing, mark]);
    for (const item of this.data.missing) names.push([item.name, { ...item, o: "w", check: "coverage", subject: item.name, missing: item.name, sl: item.line, el: item.line, s: 0, e: 0, words: `The document does not mention ${item.name}` }]);
    const part = this.find(".left-out");
    part.hidden = names.length === 0;
    part.querySelector(".tag").textContent = `✕ not in the document: ${names.length}`;
    part.querySelector(".names").replaceChildren(...names.slice(0, MOST_ROWS).map(([name, mark]) => button(name, () => this.choose([mark], false))));
  }

  drawFaults() {
    const wrong = this.marks.filter((mark) => mark.o === "w" && !mark.missing).sort((a, b) => a.s - b.s);
    const part = this.find(".faults");
    if (!wrong.length) {
      part.replaceChildren();
      return;
    }
    const table = element("table");
    const head = element("tr");
    for (const [words, classes] of [["Line", "number"], ["What is wrong", ""], ["Repair", "change"], ["", ""]]) head.append(element("th", classes, words));
    table.append(wrap("thead", head));
    const body = element("tbody");
    for (const mark of wrong.slice(0, MOST_ROWS)) body.append(this.faultRow(mark));
    table.append(body);
    part.replaceChildren(table);
    if (wrong.length > MOST_ROWS) part.append(element("p", "hint", `and ${wrong.length - MOST_ROWS} more`));
  }

  faultRow(mark) {
    const line = element("tr");
    const change = element("td", "change");
    if (mark.fix) {
      const [before, after] = shortChange(this.text.slice(mark.fix.s, mark.fix.e), mark.fix.text);
      change.append(element("del", "", before || "nothing"), " → ", element("ins", "", after || "nothing"));
    } else change.append(element("span", "hint", "needs your judgement"));
    const buttons = element("td", "buttons");
    buttons.append(button("Show", () => this.choose([mark], true)));
    if (mark.fix && !this.box.readOnly) buttons.append(button("Repair", () => this.repair(mark)));
    line.append(element("td", "number", String(this.lineOf(mark.s))), worded("td", this.shown(mark)), change, buttons);
    return line;
  }

  lineOf(place) {
    let line = 1;
    for (let at = this.text.indexOf("\n"); at >= 0 && at < place; at = this.text.indexOf("\n", at + 1)) line += 1;
    return line;
  }

  // --- taking it home ---

  async copy() {
    const button = this.find(".copy");
    try {
      await navigator.clipboard.writeText(this.text);
      button.textContent = "Copied";
    } catch {
      this.box.focus();
      this.box.select();
      button.textContent = document.execCommand("copy") ? "Copied" : "Press Ctrl+C";
    }
    setTimeout(() => (button.textContent = "Copy"), 1500);
  }

  download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.text], { type: "text/markdown" }));
    link.download = this.data.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
}

// Returns where two texts differ: start and stop in the first, and how much stands there in the second.
function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < most - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return [start, before.length - tail, after.length - tail - start];
}

function byRank(a, b) {
  return WEIGHT[b.o] - WEIGHT[a.o] || a.e - a.s - (b.e - b.s);
}

// Says whether a mark only holds others together, as that of a table does; such a one is not drawn in the text.
function holdsOthers(marks, index) {
  const { s, e } = marks[index];
  let held = 0;
  for (let at = index + 1; at < marks.length && marks[at].s < e; at++) if (marks[at].e <= e && marks[at].s >= s) held += 1;
  return held > 1;
}

function lineKey(line) {
  const parts = line.marks.map((mark) => `${mark.s - line.start},${mark.e - line.start},${mark.o}${mark.isList ? "l" : ""}${mark.isChosen ? "s" : ""}`);
  return `${line.text}\u0000${parts.join(" ")}`;
}

// Draws the lines that are not there yet, and leaves the others alone: thousands may stay where one is typed in.
function replaceLines(box, old, lines) {
  let head = 0;
  while (head < old.length && head < lines.length && old[head].key === lines[head].key) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < lines.length - head && old[old.length - 1 - tail].key === lines[lines.length - 1 - tail].key) tail += 1;
  lines.forEach((line, index) => {
    if (index < head) line.node = old[index].node;
    else if (index >= lines.length - tail) line.node = old[index - lines.length + old.length].node;
  });
  const fresh = document.createDocumentFragment();
  for (let index = head; index < lines.length - tail; index++) {
    const same = old.length === lines.length && old[index].key === lines[index].key;
    lines[index].node = same ? old[index].node : lineNode(lines[index]);
    fresh.append(lines[index].node);
  }
  for (let index = head; index < old.length - tail; index++) if (old[index].node.parentNode === box) old[index].node.remove();
  box.insertBefore(fresh, lines.length - tail < lines.length ? lines[lines.length - tail].node : null);
  return lines;
}

function lineNode(line) {
  const node = element("div", "line");
  const sign = line.marks.reduce((worst, mark) => (worst === "" || WEIGHT[mark.o] > WEIGHT[worst] ? mark.o : worst), "");
  if (sign) node.dataset.sign = sign;
  for (const [text, classes] of segments(line)) node.append(classes ? element("mark", classes, text) : document.createTextNode(text));
  return node;
}

// Cuts a line where its marks begin and end; of several marks the worst is drawn, of equals the shortest.
function segments(line) {
  const drawn = line.marks.filter((mark) => !mark.isList);
  const length = line.text.length;
  const indent = length - line.text.trimStart().length; // of what goes on from the line before
  const inside = (place) => Math.min(place < line.start ? indent : place - line.start, length);
  const cuts = [...new Set([0, length, ...drawn.flatMap((mark) => [inside(mark.s), inside(mark.e)])])].sort((a, b) => a - b);
  const parts = [];
  for (let index = 0; index + 1 < cuts.length; index++) {
    const [start, stop] = [cuts[index], cuts[index + 1]];
    const here = drawn.filter((mark) => inside(mark.s) <= start && inside(mark.e) >= stop).sort(byRank);
    const classes = here.length ? here[0].o + (here.some((mark) => mark.isChosen) ? " sel" : "") : "";
    parts.push([line.text.slice(start, stop), classes]);
  }
  return parts;
}

function element(tag, classes = "", text = "") {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  if (text) node.textContent = text;
  return node;
}

// Words in which what stands between backticks is code.
function worded(tag, words) {
  const node = element(tag);
  words.split("`").forEach((part, index, all) => {
    const isCode = index % 2 === 1 && index < all.length - 1;
    node.append(isCode ? element("code", "", part) : index % 2 === 1 ? `\`${part}` : part);
  });
  return node;
}

function wrap(tag, child) {
  const node = element(tag);
  node.append(child);
  return node;
}

function row(...children) {
  const node = element("div", "row");
  node.append(...children);
  return node;
}

function button(words, action, classes = "") {
  const node = element("button", classes, words);
  node.type = "button";
  node.onclick = action;
  return node;
}

// The words of a change that differ, so that what is long and the same need not be read.
function shortChange(before, after) {
  const [from, to, inserted] = difference(before, after);
  const isWord = (text, at) => /[\w=."'-]/.test(text[at] ?? " ");
  let start = from;
  while (start > 0 && isWord(before, start - 1)) start -= 1;
  let tail = before.length - to;
  while (tail > 0 && isWord(before, before.length - tail)) tail -= 1;
  const cut = (text) => `${start ? "…" : ""}${shorten(text.slice(start, text.length - tail))}${tail ? "…" : ""}`;
  return before && after && inserted ? [cut(before), cut(after)] : [shorten(before), shorten(after)];
}

function shorten(text) {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
