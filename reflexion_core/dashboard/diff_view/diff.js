// Draws rows that were compared in Python. Texts are untrusted: they become text nodes and nothing else.

export default function ({ data, parentElement }) {
  const root = parentElement.querySelector(".diff");
  if (root.dataset.version === data.version) return; // a rerun must not move what the reader looks at
  root.dataset.version = data.version;

  const find = (selector) => root.querySelector(selector);
  const region = find(".region");
  const onlyChanged = find(".only input");
  let current = -1;
  let drawn = []; // the table row of each data row; empty where it is folded

  find(".left.title").textContent = data.titles[0];
  find(".right.title").textContent = data.titles[1];
  find(".note").textContent = data.note;
  find(".travel").hidden = data.changes.length === 0;
  find(".only").hidden = data.changes.length === 0;

  function draw() {
    const folds = new Map((onlyChanged.checked ? data.tight_folds : data.folds).map((fold) => [fold[0], fold]));
    const body = document.createDocumentFragment();
    drawn = [];
    for (let index = 0; index < data.rows.length; ) {
      const fold = folds.get(index);
      body.append(fold ? foldRow(fold) : textRow(index));
      index = fold ? fold[1] : index + 1;
    }
    find("tbody").replaceChildren(body);
    mark();
  }

  function foldRow([start, stop]) {
    const button = element("button", "", `⋯ ${count(stop - start, "unchanged line")}`);
    button.type = "button";
    button.title = "Show them";
    const cell = element("td");
    cell.colSpan = 4;
    cell.setAttribute("role", "cell");
    cell.append(button);
    const row = element("tr", "fold");
    row.setAttribute("role", "row");
    row.append(cell);
    button.onclick = () => {
      const rows = [];
      for (let index = start; index < stop; index++) rows.push(textRow(index));
      row.replaceWith(...rows);
      region.focus({ preventScroll: true });
    };
    return row;
  }

  function textRow(index) {
    const [operation, leftNumber, rightNumber, left, right = left] = data.rows[index];
    const row = element("tr", operation);
    row.setAttribute("role", "row");
    row.append(
      numberCell(leftNumber, "left"),
      textCell(left, leftNumber === null ? "left none" : "left", "del", operation),
      numberCell(rightNumber, "right"),
      textCell(right, rightNumber === null ? "right none" : "right", "ins", operation),
    );
    drawn[index] = row;
    return row;
  }

  function numberCell(number, side) {
    const cell = element("td", `no ${side}${number === null ? " none" : ""}`, number === null ? "" : String(number));
    cell.setAttribute("role", "cell");
    return cell;
  }

  function textCell(segments, classes, tag, operation) {
    const cell = element("td", `text ${classes}`);
    cell.setAttribute("role", "cell");
    if (operation !== "equal" && !classes.includes("none")) {
      const sign = element("span", "sign", tag === "del" ? "−" : "+");
      sign.setAttribute("aria-hidden", "true");
      cell.append(sign);
    }
    for (const [text, isChanged] of segments) cell.append(element(isChanged ? tag : "span", "", text));
    return cell;
  }

  function mark() {
    for (const row of root.querySelectorAll("tr.current")) row.classList.remove("current");
    const total = data.changes.length;
    find(".status").textContent =
      total === 0 ? "" : current < 0 ? count(total, "change") : `change ${current + 1} of ${total}`;
    if (current < 0) return;
    const [start, stop] = data.changes[current];
    for (let index = start; index < stop; index++) drawn[index]?.classList.add("current");
  }

  function travel(step) {
    const total = data.changes.length;
    if (total === 0) return;
    current = current < 0 ? (step > 0 ? 0 : total - 1) : (current + step + total) % total;
    mark();
    // Moves the region alone: `scrollIntoView` would move the page too.
    const row = drawn[data.changes[current][0]].getBoundingClientRect();
    const head = find("thead").getBoundingClientRect().height;
    const room = (region.clientHeight - head) / 4;
    region.scrollTop += row.top - region.getBoundingClientRect().top - head - room;
  }

  find(".previous").onclick = () => travel(-1);
  find(".next").onclick = () => travel(1);
  onlyChanged.onchange = () => {
    draw();
    region.scrollTop = 0;
  };
  region.onkeydown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") travel(1);
    else if (event.key === "p") travel(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  draw();
  region.scrollTop = 0;
}

function element(tag, classes = "", text = "") {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  if (text) node.textContent = text;
  return node;
}

function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
