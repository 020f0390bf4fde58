// The page of a host: Python runs there, and a WebSocket leads to it. What could not be sent waits for the next line.
import { at, laid } from "./desk.js";

const base64 = (bytes) => btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join(""));
const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

// What was chosen here last; else the page begins in what the browser asks for.
function chosen() {
  try { return localStorage.getItem("nw-language") || ""; } catch { return ""; }
}

class Line {
  constructor() { Object.assign(this, { out: [], n: 0, had: 0, page: "", wait: 250 }); }
  postMessage({ id, message, buffers }) {
    this.out.push({ n: ++this.n, id, message, buffers: buffers.map(base64) });
    this.send(this.out.at(-1));
  }
  send(message) {
    if (this.open) this.socket.send(JSON.stringify({ ...message, had: this.had }));
    clearTimeout(this.later);
    this.later = undefined;
  }
  start() {
    this.socket = new WebSocket(new URL("line", location.href).href.replace(/^http/, "ws"));
    this.socket.onopen = () => this.socket.send(JSON.stringify({ page: this.page, had: this.had, query: location.search, language: chosen() }));
    this.socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    this.socket.onclose = () => {
      this.open = false;
      if (this.ended) return;
      at("away").hidden = !this.page;
      setTimeout(() => this.start(), this.wait = Math.min(5000, this.wait * 1.6));
    };
  }
  take(data) {
    if (data.kind === "gone" || data.kind === "failed") {
      this.ended = true;
      if (data.kind === "failed") failed(data.text);
      else location.reload();
      return;
    }
    if (data.kind === "here") {
      Object.assign(this, { page: data.page, open: true, wait: 250 });
      at("away").hidden = true;
      this.out.forEach((message) => this.send(message));
      return;
    }
    if (data.n <= this.had) return;
    this.had = data.n;
    if (data.kind === "idle") this.out = this.out.filter((message) => message.n > data.had);
    // What was taken is acknowledged with the next message, or soon.
    this.later ??= setTimeout(() => this.send({}), 2000);
    this.onmessage({ ...data, buffers: (data.buffers || []).map(bytes) });
  }
}

function failed(text) {
  at("rendered_cells").hidden = true;
  at("opening").hidden = at("trouble").hidden = false;
  at("doing").hidden = true;
  at("trouble").textContent = text;
}

if (/[?&]lesson/.test(location.search)) document.body.classList.add("nw-lesson");
const line = new Line(), desk = laid(line);
desk.catch(() => failed("The widgets' scripts could not be fetched. Please check the network and reload this page."));
line.onmessage = desk.take;
line.start();
