// Draws what was compared in Python. Texts are untrusted: they become text nodes and nothing else; of a rendered
// document only the elements and attributes that are named here are made.

const ELEMENTS = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong s del a span table thead tbody tr th td br hr".split(" "),
);
const LINK = /^(https?:|mailto:)/i;
const FIRST_ENTRIES = 4; // how many facts a card shows before it is opened
const TYPED_INTO = "input, textarea, select, canvas, [contenteditable], [role=listbox], [role=option], [role=grid]";
const SIGNS = { right: "✓", wrong: "✕" };
const LONE = { removed: "left", added: "right" };

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".diff");
  const view = (root.comparisonView ??= new ComparisonView(root));
  view.send = setTriggerValue;
  view.take(data);
  return () => view.rest();
}

class ComparisonView {
  constructor(root) {
    this.root = root;
    this.find = (selector) => root.querySelector(selector);
    this.region = this.find(".region");
    this.show = "around";
    this.current = -1;
    this.drawn = []; // the node of each data row; empty where it is folded
    this.onKey = (event) => this.key(event);
    this.listen();
  }

  listen() {
    this.find(".previous").onclick = () => this.travel(-1);
    this.find(".next").onclick = () => this.travel(1);
    this.find(".earlier").onclick = () => this.step(-1);
    this.find(".later").onclick = () => this.step(1);
    for (const button of this.root.querySelectorAll(".views button")) {
      button.onclick = () => button.dataset.view !== this.data.view && this.send("view", button.dataset.view);
    }
    this.find(".shown select").onchange = (event) => {
      this.show = event.target.value;
      this.draw();
      this.region.scrollTop = 0;
    };
  }

  rest() {
    document.removeEventListener("keydown", this.onKey);
  }

  // --- what comes from the server ---

  take(data) {
    const isNew = this.data?.version !== data.version; // else a rerun must not move what the reader looks at
    this.data = data;
    document.addEventListener("keydown", this.onKey);
    this.drawFacts();
    this.drawBar();
    if (!isNew) return;
    this.current = -1;
    this.drawTitles();
    this.draw();
    this.region.scrollTop = 0;
  }

  drawBar() {
    const { view, changes, note, steps } = this.data;
    this.find(".views").hidden = !this.data.has_views;
    for (const button of this.root.querySelectorAll(".views button")) {
      button.setAttribute("aria-pressed", String(button.dataset.view === view));
    }
    this.find(".note").textContent = note || (changes.length ? "" : "Nothing differs in what is shown.");
    this.find(".changes").hidden = this.find(".shown").hidden = changes.length === 0;
    this.find(".rounds").hidden = !steps[0] && !steps[1];
    this.drawStep(".earlier", steps[0]);
    this.drawStep(".later", steps[1]);
  }

  drawStep(selector, words) {
    const button = this.find(selector);
    button.title = words ? `${button.ariaLabel}: ${words}` : "";
    if (!words && this.root.getRootNode().activeElement === button) this.region.focus({ preventScroll: true });
    button.disabled = !words;
  }

  drawTitles() {
    for (const [number, side] of ["left", "right"].entries()) {
      const [title, about] = this.data.titles[number];
      for (const head of this.root.querySelectorAll(`.title.${side}`)) {
        head.querySelector("b").textContent = title;
        head.querySelector("span").textContent = about;
      }
    }
  }

  // --- facts ---

  drawFacts() {
    const note = this.find(".facts-note");
    note.textContent = this.data.facts_note;
    note.hidden = !this.data.facts_note;
    const drawn = JSON.stringify(this.data.cards);
    if (this.drawnFacts === drawn) return; // a card that was opened stays open
    this.drawnFacts = drawn;
    this.find(".cards").replaceChildren(...this.data.cards.map((card) => this.card(card)));
  }

  card({ title, kind, none, entries }) {
    const box = element("section", "card");
    const head = element("h2", "", title);
    const tag = element("span", `tag ${entries.length ? kind : "zero"}`, `${SIGNS[kind]} ${entries.length}`);
    head.append(" ", tag);
    box.append(head);
    if (!entries.length) box.append(element("p", "none", none));
    else box.append(this.entries(entries));
    return box;
  }

  entries(entries) {
    const list = element("ul");
    list.append(...entries.slice(0, FIRST_ENTRIES).map((entry) => this.entry(entry)));
    const rest = entries.slice(FIRST_ENTRIES);
    if (rest.length) {
      const item = element("li");
      const more = button(`and ${rest.length.toLocaleString("en")} more`, "more", () => {
        const others = rest.map((entry) => this.entry(entry));
        item.replaceWith(...others);
        others[0].querySelector("button").focus();
      });
      item.append(more);
      list.append(item);
    }
    return list;
  }

  entry([side, line, words, how]) {
    const item = element("li");
    const go = button(`line ${line}`, "line", () => this.goTo(side, line));
    go.title = `Show line ${line} of the ${side} text`;
    item.append(go, " ");
    for (const [text, isCode] of words) item.append(isCode ? element("code", "", text) : text);
    if (how) item.append(element("span", "how", ` · ${how}`));
    return item;
  }

  // --- the texts ---

  get isText() {
    return this.data.view === "text";
  }

  draw() {
    this.find(".region > table").hidden = !this.isText;
    this.find(".pages").hidden = this.isText;
    const folds = new Map(this.data.folds[this.show].map((fold) => [fold[0], fold]));
    const body = document.createDocumentFragment();
    this.drawn = [];
    this.folded = [];
    for (let index = 0; index < this.data.rows.length; ) {
      const fold = folds.get(index);
      body.append(fold ? this.foldRow(fold) : this.row(index));
      index = fold ? fold[1] : index + 1;
    }
    const [lines, blocks] = [this.find(".region > table > tbody"), this.find(".blocks")];
    (this.isText ? lines : blocks).replaceChildren(body);
    (this.isText ? blocks : lines).replaceChildren();
    this.mark();
  }

  foldRow([start, stop]) {
    const what = this.isText ? "unchanged line" : "unchanged part";
    const show = button(`⋯ ${count(stop - start, what)}`, "", () => {
      open();
      this.region.focus({ preventScroll: true });
    });
    show.title = "Show them";
    const row = this.isText ? cells("tr", "fold", [show]) : element("div", "fold");
    if (!this.isText) row.append(show);
    const open = () => {
      const rows = [];
      for (let index = start; index < stop; index++) rows.push(this.row(index));
      row.replaceWith(...rows);
    };
    this.folded.push({ start, stop, open });
    return row;
  }

  row(index) {
    return (this.drawn[index] = this.isText ? textRow(this.data.rows[index]) : blockRow(this.data.rows[index]));
  }

  mark() {
    for (const row of this.root.querySelectorAll(".current")) row.classList.remove("current");
    const { changes } = this.data;
    const total = changes.length;
    this.find(".status").textContent =
      total === 0 ? "" : this.current < 0 ? count(total, "change") : `change ${this.current + 1} of ${total}`;
    if (this.current < 0) return;
    const [start, stop] = changes[this.current];
    for (let index = start; index < stop; index++) this.drawn[index]?.classList.add("current");
  }

  // --- going about ---

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.root.checkVisibility()) return;
    if (event.composedPath()[0].matches(TYPED_INTO)) return; // anywhere else on the page the keys are meant for this
    const act = { n: () => this.travel(1), p: () => this.travel(-1), j: () => this.step(1), k: () => this.step(-1) };
    if (!Object.hasOwn(act, event.key)) return;
    event.preventDefault();
    act[event.key]();
  }

  travel(step) {
    const total = this.data.changes.length;
    if (total === 0) return;
    this.current = this.current < 0 ? (step > 0 ? 0 : total - 1) : (this.current + step + total) % total;
    this.mark();
    this.scrollTo(this.data.changes[this.current][0]);
  }

  step(by) {
    if (this.data.steps[by > 0 ? 1 : 0]) this.send("step", by);
  }

  goTo(side, line) {
    const index = this.data.rows.findIndex((row) => holds(row, side, line, this.isText));
    if (index < 0) return;
    this.folded.find(({ start, stop }) => start <= index && index < stop && !this.drawn[index])?.open();
    for (const row of this.root.querySelectorAll(".here")) row.classList.remove("here");
    this.drawn[index].classList.add("here");
    this.scrollTo(index);
    this.region.focus({ preventScroll: true });
    this.region.scrollIntoView({ block: "nearest" });
  }

  scrollTo(index) {
    // Moves the region alone: `scrollIntoView` would move the page too.
    const row = this.drawn[index].getBoundingClientRect();
    const head = this.find(this.isText ? ".region > table > thead" : ".heads").getBoundingClientRect().height;
    const room = (this.region.clientHeight - head) / 4;
    this.region.scrollTop += row.top - this.region.getBoundingClientRect().top - head - room;
  }
}

function holds([operation, left, right], side, line, isText) {
  const place = side === "left" ? left : right;
  if (isText || place === null) return place === line;
  return place[0] <= line && line < place[1];
}

// --- lines ---

function textRow([operation, leftNumber, rightNumber, left, right = left]) {
  return cells("tr", operation, [
    numberCell(leftNumber, "left"),
    textCell(left, leftNumber === null ? "left none" : "left", "del", operation),
    numberCell(rightNumber, "right"),
    textCell(right, rightNumber === null ? "right none" : "right", "ins", operation),
  ]);
}

function cells(tag, classes, parts) {
  const row = element(tag, classes);
  row.setAttribute("role", "row");
  for (const part of parts) {
    const cell = part.localName === "td" ? part : element("td");
    if (cell !== part) {
      cell.colSpan = 4;
      cell.append(part);
    }
    cell.setAttribute("role", "cell");
    row.append(cell);
  }
  return row;
}

function numberCell(number, side) {
  return element("td", `no ${side}${number === null ? " none" : ""}`, number === null ? "" : String(number));
}

function textCell(segments, classes, tag, operation) {
  const cell = element("td", `text ${classes}`);
  if (operation !== "equal" && !classes.includes("none")) cell.append(sign(tag === "del"));
  for (const [text, isChanged] of segments) cell.append(element(isChanged ? tag : "span", "", text));
  return cell;
}

// --- rendered blocks ---

function blockRow([operation, left, right]) {
  const row = element("div", `blocks-row ${operation}`);
  row.append(blockCell(left, "left", operation), blockCell(right, "right", operation));
  return row;
}

function blockCell(block, side, operation) {
  if (block === null) return element("div", `block none ${side}`);
  const cell = element("div", `block ${side}`);
  if (operation === "changed" || LONE[operation] === side) {
    cell.append(sign(side === "left"), element("span", "unseen", side === "left" ? "changed from: " : "changed to: "));
  }
  const page = element("div", "reflexion-document");
  page.append(tree(block[2]));
  cell.append(page);
  return cell;
}

function tree([tag, attributes, isChanged, children]) {
  const node = document.createElement(ELEMENTS.has(tag) ? tag : "span");
  if (isChanged) node.classList.add("touched");
  if (LINK.test(attributes.href ?? "")) {
    node.href = attributes.href;
    node.target = "_blank";
    node.rel = "noopener noreferrer nofollow";
  }
  if (attributes.title) node.title = attributes.title;
  if (attributes.class) node.classList.add(attributes.class);
  if (attributes.start && tag === "ol") node.start = Number(attributes.start);
  if (attributes.align) node.style.textAlign = attributes.align;
  for (const child of children) node.append(typeof child === "string" ? child : tree(child));
  return node;
}

// --- pieces ---

function sign(isLeft) {
  const node = element("span", "sign", isLeft ? "−" : "+");
  node.setAttribute("aria-hidden", "true");
  return node;
}

function element(tag, classes = "", text = "") {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  if (text) node.textContent = text;
  return node;
}

function button(text, classes, onclick) {
  const node = element("button", classes, text);
  node.type = "button";
  node.onclick = onclick;
  return node;
}

function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
