// Python, in a worker of its own, so that the page never waits for it.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const say = (text, part) => self.postMessage({ kind: "doing", text, part });
const bytes = async (file) => {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file} could not be fetched (${answer.status})`);
  return answer.arrayBuffer();
};
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

// Games lie in the browser's own store; whatever is written there is kept at once.
function keepGames(py) {
  py.FS.mkdirTree(HOME);
  py.FS.mount(py.FS.filesystems.IDBFS, { autoPersist: true }, HOME);
  return new Promise((done) => py.FS.syncfs(true, (why) => { if (why) console.warn("games can't be kept here", why); done(); }));
}

async function start(query) {
  say("Fetching Python, the rules and the maps", 10);
  const parts = [bytes("app/packages.zip"), bytes("app/msgspec.whl")];
  const py = await loadPyodide({ indexURL: new URL("pyodide/", self.location).href });
  say("Unpacking the rules and the maps", 50);
  const [packages, msgspec] = await Promise.all(parts);
  py.unpackArchive(packages, "zip", { extractDir: "/app" });
  py.unpackArchive(msgspec, "zip", { extractDir: "/app" });
  const kept = keepGames(py);
  say("Reading the rules", 65);
  py.runPython(`
import os, sys
sys.path.insert(0, "/app")
os.environ["NAPWIDGETS_HOME"] = "${HOME}"
from napwidgets.site import shell
shell.stand_in()
from napwidgets.site import worker`);
  await kept;
  say(/[?&]game=/.test(query) ? "Laying out your game" : /[?&]lesson/.test(query) ? "Opening the lesson" : "Laying out the lobby", 85);
  const site = py.pyimport("napwidgets.site.worker");
  receive = site.receive;
  site.start(post, query);
}

// Messages wait until Python is there.
let turn = Promise.resolve();
self.onmessage = ({ data }) => {
  turn = turn.then(async () => {
    if (data.kind === "start") await start(data.query);
    else {
      receive(data.message, data.buffers);
      self.postMessage({ kind: "idle", id: data.id });
    }
  }).catch((why) => {
    console.error(why);
    if (data.kind === "start") self.postMessage({ kind: "failed", text: `Something went wrong while the page was being made ready: ${String(why.message || why).trim().split("\n").pop()}. Please reload it; your games are kept.` });
    else self.postMessage({ kind: "idle", id: data.id });
  });
};
