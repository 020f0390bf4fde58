// Python, in a worker of its own, so that the page never waits for it.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const say = (text, part) => self.postMessage({ kind: "doing", text, part });
// A file, and how much of it is there: the largest one tells how far everything is.
const bytes = async (file, come = () => {}) => {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file} could not be fetched (${answer.status})`);
  const whole = Number(answer.headers.get("content-length")) || Infinity;
  let had = 0;
  const counted = new TransformStream({ transform(piece, on) { had += piece.length; come(Math.min(1, had / whole)); on.enqueue(piece); } });
  return new Response(answer.body.pipeThrough(counted)).arrayBuffer();
};
const STORE = "napwidgets-@VERSION@", STARTED = "python-started";
const HOME = "/home/pyodide/games";
let receive = null;

function post(message, buffers) {
  const held = [];
  for (const buffer of buffers) {
    const view = buffer.getBuffer("u8");
    held.push(view.data.slice());
    view.release();
    buffer.destroy?.();
  }
  self.postMessage({ kind: "python", message, buffers: held }, held.map((b) => b.buffer));
}

// Starting Python and reading in what comes from others takes seconds, so its memory is kept as it is then, and taken up
// again the next time; its files are not part of it. Only chance must not be: every visit would draw the same.
async function python(parts) {
  const indexURL = new URL("pyodide/", self.location).href, store = await self.caches?.open(STORE).catch(() => null);
  try {
    const kept = await store?.match(STARTED);
    if (kept) {
      const memory = new Uint8Array(await kept.arrayBuffer());
      makeRoom(memory.length);
      const py = await loadPyodide({ indexURL, _loadSnapshot: memory });
      await unpacked(py, parts);
      py.runPython("import random; random.seed()");
      return py;
    }
  } catch (why) {
    console.warn("Python starts anew", why);
    await store.delete(STARTED);
  }
  const py = await loadPyodide({ indexURL, _makeSnapshot: Boolean(store) });
  await unpacked(py, parts);
  say("Reading the rules", 60);
  // Our own package needs compiled parts, which can't be kept so.
  py.runPython(`
import ast, asyncio, decimal, email.parser, fractions, html.parser, inspect, json, logging, runpy, sys, zipfile
sys.path.insert(0, "/app")
runpy.run_path("/app/napwidgets/site/shell.pyc")["stand_in"]()
import anywidget, babel, comm, ipyleaflet, ipywidgets, jinja2, traitlets, yaml`);
  if (store) await store.put(STARTED, new Response(py.makeMemorySnapshot())).catch(() => {});
  return py;
}

// Memory that has grown before it was kept needs as much room when it is taken up again; Python begins with less.
function makeRoom(size) {
  const made = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...asked) => {
    WebAssembly.instantiateStreaming = made;
    const found = await made.apply(WebAssembly, asked), { memory } = found.instance.exports;
    memory.grow(Math.max(0, Math.ceil((size - memory.buffer.byteLength) / 65536)));
    return found;
  };
}

async function unpacked(py, parts) {
  say("Unpacking the rules and the maps", 50);
  for (const part of await Promise.all(parts)) py.unpackArchive(part, "zip", { extractDir: "/app" });
}

// Games lie in the browser's own store; whatever is written there is kept at once.
function keepGames(py) {
  py.FS.mkdirTree(HOME);
  py.FS.mount(py.FS.filesystems.IDBFS, { autoPersist: true }, HOME);
  return new Promise((done) => py.FS.syncfs(true, (why) => { if (why) console.warn("games can't be kept here", why); done(); }));
}

async function start(query, language) {
  const fetching = (part = 0) => say("Fetching Python, the rules and the maps", 5 + Math.round(40 * part));
  fetching();
  const parts = [bytes("app/packages.zip", fetching), bytes("app/msgspec.whl")];
  const py = await python(parts);
  say("Reading the rules", 70);
  const kept = keepGames(py);
  py.runPython(`
import os
os.environ["NAPWIDGETS_HOME"] = "${HOME}"
from napwidgets.site import worker`);
  await kept;
  say(/[?&]game=/.test(query) ? "Laying out your game" : /[?&]lesson/.test(query) ? "Opening the lesson" : "Laying out the lobby", 85);
  const site = py.pyimport("napwidgets.site.worker");
  receive = site.receive;
  site.start(post, query, language);
}

// Messages wait until Python is there.
let turn = Promise.resolve();
self.onmessage = ({ data }) => {
  turn = turn.then(async () => {
    if (data.kind === "start") await start(data.query, data.language);
    else {
      receive(data.message, data.buffers);
      self.postMessage({ kind: "idle", id: data.id });
    }
  }).catch((why) => {
    console.error(why);
    if (data.kind === "start") self.postMessage({ kind: "failed", text: "Something went wrong while the page was being made ready. Please reload it; your games are kept.", why: String(why.message || why).trim().split("\n").pop() });
    else self.postMessage({ kind: "idle", id: data.id });
  });
};
