// The page of the site: it shows what the worker's Python makes, and sends it what is pressed.
// Widgets are those of ipywidgets' own manager for pages without a kernel; only the comms are ours.

const at = (id) => document.getElementById(id);

function doing(text, part) {
  at("doing").textContent = text;
  at("bar").value = part;
}
function failed(text) {
  at("opening").hidden = false;
  at("bar").hidden = true;
  at("doing").hidden = true;
  at("trouble").hidden = false;
  at("trouble").textContent = text;
}

// One tab plays: two would write over each other's games.
function alone() {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((go) => {
    const held = () => new Promise(() => go());
    navigator.locks.request("napwidgets", { signal: AbortSignal.timeout(1500) }, held).catch(() => {
      failed("This site is open in another tab, which keeps the games. ");
      const here = Object.assign(document.createElement("button"), { textContent: "Play in this tab instead", className: "nw-here" });
      here.onclick = () => navigator.locks.request("napwidgets", { steal: true }, () => { location.reload(); });
      at("trouble").append(here);
      here.focus();
    });
  });
}

// The second time everything comes out of the browser's own store.
async function offline() {
  if (!navigator.serviceWorker) return;
  try {
    await navigator.serviceWorker.register("service.js");
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((done) => { navigator.serviceWorker.addEventListener("controllerchange", done); setTimeout(done, 1000); });
    }
  } catch { /* A page that may not keep anything still plays. */ }
}

const modules = (...names) => new Promise((done, no) => window.require(names, (...found) => done(found), no));

// A comm whose other end is Python in the worker.
class Comm {
  constructor(worker, id, target) { Object.assign(this, { worker, comm_id: id, target_name: target, heard: [] }); }
  send(data, callbacks, metadata, buffers) { return this.post("comm_msg", data, callbacks, buffers); }
  close(data, callbacks) { return this.post("comm_close", data || {}, callbacks); }
  open() { throw new Error("Widgets are made in Python."); }
  on_msg(f) { this.hear = f; }
  on_close(f) { this.shut = f; }
  post(type, data, callbacks, buffers) {
    const id = String(Comm.count = (Comm.count || 0) + 1);
    if (callbacks) Comm.waiting.set(id, callbacks);
    const message = JSON.stringify({ type, id, content: { comm_id: this.comm_id, data } });
    this.worker.postMessage({ kind: "comm", id, message, buffers: (buffers || []).map((b) => new Uint8Array(b.buffer ? b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength) : b.slice(0))) });
    return id;
  }
  static waiting = new Map();
  static idle(id) {
    const parent_header = { msg_id: id };
    Comm.waiting.get(id)?.iopub?.status?.({ parent_header, content: { execution_state: "idle" } });
    Comm.waiting.delete(id);
  }
}

class Desk {
  constructor(worker, Manager) {
    this.worker = worker;
    this.manager = new Manager({ loader: (name) => modules(name).then(([found]) => found) });
    this.comms = new Map();
    this.cells = at("rendered_cells").firstElementChild;
    this.done = Promise.resolve();
  }
  // Messages to one widget keep their order; they wait until it is there.
  comm({ type, content, metadata, buffers }) {
    const id = content.comm_id, message = { content, metadata, buffers: buffers.map((b) => new DataView(b.buffer, b.byteOffset, b.byteLength)) };
    if (type === "comm_open") {
      const comm = new Comm(this.worker, id, content.target_name);
      comm.ready = this.manager.handle_comm_open(comm, message);
      this.comms.set(id, comm);
      comm.ready.catch((why) => console.error(why));
      return;
    }
    const comm = this.comms.get(id);
    if (!comm) return;
    comm.ready = comm.ready.then(() => (type === "comm_msg" ? comm.hear?.(message) : comm.shut?.(message))).catch((why) => console.error(why));
    if (type === "comm_close") this.comms.delete(id);
  }
  cell({ cell, parts }) {
    const box = document.createElement("div");
    box.className = `jp-Cell ${cell === "markdown" ? "jp-MarkdownCell" : "jp-CodeCell"}`;
    this.cells.append(box);
    for (const part of parts) {
      const place = document.createElement("div");
      box.append(place);
      if (part.model) { this.done = Promise.all([this.done, this.view(part.model, place)]); continue; }
      place.className = `jp-RenderedHTMLCommon ${cell === "markdown" ? "jp-RenderedMarkdown" : ""}`;
      place.innerHTML = part.html;
    }
  }
  async view(id, place) {
    const model = await this.manager.get_model(id);
    await this.manager.display_view(await this.manager.create_view(model), place);
  }
  async shown() {
    await this.done;
    at("opening").hidden = true;
    at("rendered_cells").hidden = false;
    document.body.dataset.ready = "1";
    window.dispatchEvent(new Event("resize"));
  }
}

async function main() {
  const locked = alone();
  if (/[?&]lesson/.test(location.search)) document.body.classList.add("nw-lesson");
  await offline();
  await locked;
  const worker = new Worker("worker.js", { type: "module" });
  window.require.config({ paths: {
    "nw-manager": "vendor/manager", anywidget: "vendor/anywidget", "jupyter-leaflet": "vendor/jupyter-leaflet",
  } });
  const desk = modules("nw-manager").then(() => modules("@jupyter-widgets/html-manager")).then(([found]) => new Desk(worker, found.HTMLManager));
  desk.catch(() => failed("The widgets' scripts could not be fetched. Please check the network and reload this page."));
  worker.onerror = (e) => failed(`The page's worker could not start (${e.message || "it was refused"}). Please reload this page; an up-to-date browser is needed.`);
  worker.onmessage = async ({ data }) => {
    if (data.kind === "doing") { doing(data.text, data.part); return; }
    if (data.kind === "failed") { failed(data.text); return; }
    const here = await desk;
    if (data.kind === "idle") Comm.idle(data.id);
    else {
      const message = JSON.parse(data.message);
      if (message.kind === "comm") here.comm({ ...message, buffers: data.buffers });
      else here[message.kind](message);
    }
  };
  worker.postMessage({ kind: "start", query: location.search });
}
main();
