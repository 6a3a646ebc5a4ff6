// Draws runs that were put into words in Python. Names and reasons are untrusted: they become text nodes and nothing else.

const SIGNS = { live: "●", right: "✓", wrong: "✕", unsure: "?" };
const ACTIONS = { stop: "Stop", again: "Start again" };

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".batch");
  const body = root.querySelector("tbody");
  write(root.querySelector(".summary"), data.summary);
  const share = root.querySelector("progress");
  if (share.value !== data.share) share.value = data.share;

  const drawn = new Map([...body.rows].map((row) => [row.dataset.id, row]));
  data.rows.forEach((run, index) => {
    const row = drawn.get(run.id) ?? newRow(run.id);
    drawn.delete(run.id);
    fill(row, run);
    // A row that is where it belongs is not touched: moving it would take the focus away.
    if (body.rows[index] !== row) body.insertBefore(row, body.rows[index] ?? null);
  });
  for (const row of drawn.values()) row.remove();

  function fill(row, run) {
    const [link, tag, doing, button] = row.parts;
    const isOpen = run.id === data.open;
    row.classList.toggle("open", isOpen);
    write(link, run.name);
    if (link.getAttribute("href") !== run.link) link.setAttribute("href", run.link);
    if (isOpen) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    link.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // another tab or window
      event.preventDefault();
      if (!isOpen) setTriggerValue("open", run.id);
    };
    tag.className = `tag ${run.kind}`;
    write(tag, `${SIGNS[run.kind]} ${run.state}`);
    write(doing, run.doing === run.state ? "" : run.doing);
    write(row.cells[2], run.score);
    write(row.cells[3], run.rounds);
    write(row.cells[4], run.best);
    write(row.cells[5], run.end);
    offer(button, run, link);
  }

  function offer(button, run, link) {
    const hadFocus = button.getRootNode().activeElement === button;
    button.hidden = !run.action;
    if (button.hidden && hadFocus) link.focus({ preventScroll: true });
    if (!run.action) return;
    write(button, ACTIONS[run.action]);
    button.setAttribute("aria-label", `${ACTIONS[run.action]}: ${run.name}`);
    button.onclick = () => setTriggerValue(run.action, run.id);
  }
}

function newRow(id) {
  const row = document.createElement("tr");
  row.dataset.id = id;
  for (const classes of ["", "", "n", "n", "n", "", "act"]) {
    const cell = row.insertCell();
    if (classes) cell.className = classes;
  }
  const link = document.createElement("a");
  const tag = document.createElement("span");
  const doing = document.createElement("span");
  doing.className = "doing";
  const button = document.createElement("button");
  button.type = "button";
  row.cells[0].append(link);
  row.cells[1].append(tag, doing);
  row.cells[6].append(button);
  row.parts = [link, tag, doing, button];
  return row;
}

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
