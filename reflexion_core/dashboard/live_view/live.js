// Shows the text that a model writes, as it comes. The text is untrusted: it becomes text nodes and nothing else.
//
// It comes as server-sent events. While none comes, the page sends the end of the text with each of its pictures, and what
// is new in it is added. Either way the box stays the same, and moves only for a reader who is at its end.

const SILENCE = 5000; // milliseconds without an event after which the line counts as dead
const AGAIN = 5000; // milliseconds until the next try, where the browser does not try by itself
const CHUNK = 4000; // characters after which the next line gets an element of its own, so that adding stays quick
const NEAR = 24; // pixels from the end at which a reader counts as being there

export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector(".live");
  const view = (root.liveView ??= new LiveView(root));
  view.report = (isStreaming) => setStateValue("streaming", isStreaming);
  view.take(data);
  return () => view.leave();
}

class LiveView {
  constructor(root) {
    const find = (selector) => root.querySelector(selector);
    this.box = find(".rx-text");
    this.title = find(".title");
    this.note = find(".note");
    this.newest = find(".newest");
    this.call = null;
    this.start = 0; // where in the text of the call the box begins and ends, in UTF-16 units
    this.end = 0;
    this.place = ""; // what the server calls the end
    this.isAtEnd = true;
    this.isStreaming = null; // not known yet
    this.hasEnded = false;
    this.box.onscroll = () => this.look();
    this.newest.onclick = () => this.goToEnd();
    this.onVisibility = () => (document.hidden ? this.close() : this.open());
    document.addEventListener("visibilitychange", this.onVisibility);
  }

  take(data) {
    if (data.url !== this.url) {
      this.url = data.url;
      this.open();
    }
    if (!this.isStreaming && data.piece) this.put(data.piece);
  }

  leave() {
    document.removeEventListener("visibilitychange", this.onVisibility);
    this.hasEnded = true;
    this.close();
  }

  // --- the line to the server ---

  open() {
    this.close();
    if (this.hasEnded || document.hidden) return; // a browser has few lines to one server, and all tabs share them
    this.heardAt = performance.now();
    this.watch = setInterval(() => this.listen(), 500);
    const address = new URL(this.url, location.href);
    if (this.place) address.searchParams.set("after", this.place);
    const source = new EventSource(address);
    this.source = source;
    source.addEventListener("text", (event) => {
      this.place = event.lastEventId;
      this.hear();
      this.put(JSON.parse(event.data));
    });
    source.addEventListener("beat", () => this.hear());
    source.addEventListener("end", () => {
      this.hear();
      this.hasEnded = true;
      this.close();
    });
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) this.again = setTimeout(() => this.open(), AGAIN);
    };
  }

  close() {
    clearInterval(this.watch);
    clearTimeout(this.again);
    this.source?.close();
  }

  hear() {
    this.heardAt = performance.now();
    this.tell(true);
  }

  listen() {
    if (performance.now() - this.heardAt > SILENCE) this.tell(false);
  }

  tell(isStreaming) {
    if (isStreaming === this.isStreaming) return;
    this.isStreaming = isStreaming;
    this.note.hidden = isStreaming;
    this.report(isStreaming);
  }

  // --- the text ---

  put(piece) {
    if (this.title.textContent !== piece.title) this.title.textContent = piece.title;
    this.box.dataset.empty = piece.is_writing ? "" : "Nothing is written yet.";
    const fresh = this.whatIsNew(piece);
    if (fresh === null) this.begin(piece);
    else this.append(fresh);
    this.end = Math.max(this.end, piece.at + piece.text.length);
    this.box.classList.toggle("writing", piece.is_writing);
    if (this.isAtEnd) this.goToEnd();
  }

  // What a piece adds to the box, or null where the box must begin anew.
  whatIsNew(piece) {
    if (piece.call !== this.call || piece.at > this.end) return null;
    if (!piece.is_whole) return piece.text.slice(Math.max(0, this.end - piece.at));
    if (this.start > 0 || !piece.text.startsWith(this.box.textContent)) return null;
    return piece.text.slice(this.end);
  }

  begin(piece) {
    this.box.replaceChildren();
    this.chunk = null;
    this.call = piece.call;
    this.start = piece.at;
    this.end = piece.at;
    this.isAtEnd = true;
    this.append(piece.at > 0 ? `…${piece.text}` : piece.text);
  }

  append(text) {
    if (!text) return;
    const cut = this.chunk && this.chunk.length > CHUNK ? text.indexOf("\n") + 1 : 0;
    if (cut > 0) {
      this.chunk.appendData(text.slice(0, cut));
      this.chunk = null;
    }
    const rest = text.slice(cut);
    if (this.chunk) this.chunk.appendData(rest);
    else if (rest) {
      this.chunk = document.createTextNode(rest);
      const block = document.createElement("div");
      block.append(this.chunk);
      this.box.append(block);
    }
  }

  // --- where the reader is ---

  look() {
    const { scrollHeight, scrollTop, clientHeight } = this.box;
    this.isAtEnd = scrollHeight - scrollTop - clientHeight <= NEAR;
    this.newest.hidden = this.isAtEnd;
  }

  goToEnd() {
    this.isAtEnd = true;
    this.newest.hidden = true;
    this.box.scrollTop = this.box.scrollHeight;
  }
}
