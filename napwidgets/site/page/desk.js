// What a page without a notebook has of one: it shows the widgets that Python makes, wherever Python is, and sends it what
// is pressed. `line` takes messages by `postMessage`, as a worker does.
//
// Widgets' own manager is the one that ipywidgets has for the classic notebook; what that asks of a notebook stands here.

const at = (id) => document.getElementById(id);
const modules = (...names) => new Promise((done, no) => window.require(names, (...found) => done(found), no));

// Scripts below `vendor`, and the manager of the widgets.
async function manager() {
  const nothing = () => {}, deaf = { on: nothing, trigger: nothing };
  const kernel = { is_connected: () => true, comm_info: (_, answer) => answer({ content: { comms: {} } }) };
  const unheard = (target, data, callbacks, metadata, id, buffers) => Promise.reject(new Error(`Widgets are made in Python, ${target} is not (${[data, callbacks, metadata, id, buffers].length}).`));
  kernel.comm_manager = { kernel, register_target: nothing, new_comm: unheard };
  window.Jupyter = {
    version: "6.5.0",
    notebook: { kernel, metadata: {}, container: deaf, events: deaf, get_cells: () => [], keyboard_manager: { disable: nothing, enable: nothing, register_events: nothing, actions: { register: nothing } } },
    notification_area: { widget: nothing },
    menubar: { actions: { register: nothing, get: nothing } },
  };
  const menu = Object.assign(document.createElement("ul"), { hidden: true, innerHTML: '<li><a id="help_menu"></a></li>' });
  document.body.append(menu);
  const OutputArea = class { register_mime_type() {} };
  window.define("base/js/namespace", () => window.Jupyter);
  window.define("base/js/events", () => deaf);
  window.define("notebook/js/outputarea", () => ({ OutputArea }));
  window.require.config({ paths: {
    "nbextensions/jupyter-js-widgets/extension": "vendor/widgets", anywidget: "vendor/anywidget", "jupyter-leaflet": "vendor/jupyter-leaflet",
    bqplot: "vendor/bqplot", bqscales: "vendor/bqscales",
  } });
  const [widgets] = await modules("nbextensions/jupyter-js-widgets/extension");
  await widgets.load_ipython_extension();
  await modules("anywidget");
  menu.remove();
  // A frame that was put away hears no more; messages that were under way to it are dropped.
  for (const { prototype: frame } of [widgets.JupyterLuminoWidget, widgets.JupyterLuminoPanelWidget]) {
    const heard = frame.processMessage;
    frame.processMessage = function (message) { if (this._view) heard.call(this, message); };
  }
  return { manager: kernel.widget_manager, Frame: widgets.JupyterLuminoWidget };
}

// A comm whose other end is Python.
class Comm {
  constructor(line, id, target) { Object.assign(this, { line, comm_id: id, target_name: target, heard: [] }); }
  send(data, callbacks, metadata, buffers) { return this.post("comm_msg", data, callbacks, buffers); }
  close(data, callbacks) { return this.post("comm_close", data || {}, callbacks); }
  open() { throw new Error("Widgets are made in Python."); }
  on_msg(f) { this.hear = f; }
  on_close(f) { this.shut = f; }
  post(type, data, callbacks, buffers) {
    const id = String(Comm.count = (Comm.count || 0) + 1);
    Comm.waiting.set(id, callbacks);
    document.body.dataset.waiting = Comm.waiting.size;
    const message = JSON.stringify({ type, id, content: { comm_id: this.comm_id, data } });
    this.line.postMessage({ kind: "comm", id, message, buffers: (buffers || []).map((b) => new Uint8Array(b.buffer ? b.buffer.slice(b.byteOffset, b.byteOffset + b.byteLength) : b.slice(0))) });
    return id;
  }
  static waiting = new Map();
  static idle(id) {
    const parent_header = { msg_id: id };
    Comm.waiting.get(id)?.iopub?.status?.({ parent_header, content: { execution_state: "idle" } });
    Comm.waiting.delete(id);
    document.body.dataset.waiting = Comm.waiting.size;
  }
}

class Desk {
  constructor(line, { manager, Frame }) {
    Object.assign(this, { line, manager, Frame, views: [] });
    this.comms = new Map();
    this.cells = at("rendered_cells").firstElementChild;
    this.done = Promise.resolve();
  }
  // Messages to one widget keep their order; they wait until it is there.
  comm({ type, content, metadata, buffers }) {
    const id = content.comm_id, message = { content, metadata, buffers: buffers.map((b) => new DataView(b.buffer, b.byteOffset, b.byteLength)) };
    if (type === "comm_open") {
      const comm = new Comm(this.line, id, content.target_name);
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
    const view = await this.manager.create_view(model);
    this.Frame.attach(view.luminoWidget, place);
    this.views.push(view);
  }
  async shown() {
    await this.done;
    at("opening").hidden = true;
    at("rendered_cells").hidden = false;
    document.body.dataset.ready = "1";
    window.addEventListener("resize", () => this.resized());
    window.dispatchEvent(new Event("resize"));
  }
  resized() {
    for (const view of this.views) view.luminoWidget.processMessage({ type: "resize", width: -1, height: -1 });
  }
}

// The desk of a page whose line leads to Python. What comes while the scripts are fetched waits for them.
function laid(line) {
  const desk = manager().then((found) => new Desk(line, found));
  desk.take = async (data) => {
    const here = await desk;
    if (data.kind === "idle") { Comm.idle(data.id); return; }
    const message = JSON.parse(data.message);
    if (message.kind === "comm") here.comm({ ...message, buffers: data.buffers });
    else here[message.kind](message);
  };
  return desk;
}

export { at, laid };
