// The page of the site: Python runs in its worker.
import { at, laid } from "./desk.js";
import { WORDS } from "./words.js";

// Before Python is there the page speaks for itself: in the language that was chosen here last, else in the first that the
// browser prefers and that is known.
function tongue() {
  let kept = null;
  try { kept = localStorage.getItem("nw-language"); } catch { /* Nothing is kept here. */ }
  return [kept, ...navigator.languages, "en"].map((tag) => (tag || "").slice(0, 2).toLowerCase()).find((code) => code in WORDS);
}
const language = tongue(), said = (text) => WORDS[language][text] || text;
function speak() {
  document.documentElement.lang = language;
  document.title = said(document.title);
  for (const node of at("opening").querySelectorAll("h1, p")) node.textContent = said(node.textContent);
}

function doing(text, part) {
  at("doing").textContent = said(text);
  at("bar").value = part;
}
function failed(text, why = "") {
  at("opening").hidden = false;
  at("bar").hidden = true;
  at("doing").hidden = true;
  at("trouble").hidden = false;
  at("trouble").textContent = [said(text), why && `(${why})`].filter(Boolean).join(" ");
}

// One tab plays: two would write over each other's games.
function alone() {
  if (!navigator.locks) return Promise.resolve();
  return new Promise((go) => {
    const held = () => new Promise(() => go());
    navigator.locks.request("napwidgets", { signal: AbortSignal.timeout(1500) }, held).catch(() => {
      failed("This site is open in another tab, which keeps the games.");
      const here = Object.assign(document.createElement("button"), { textContent: said("Play in this tab instead"), className: "nw-here" });
      here.onclick = () => navigator.locks.request("napwidgets", { steal: true }, () => { location.reload(); });
      at("trouble").append(" ", here);
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

async function main() {
  const locked = alone();
  if (/[?&]lesson/.test(location.search)) document.body.classList.add("nw-lesson");
  await offline();
  await locked;
  const worker = new Worker("worker.js", { type: "module" });
  const desk = laid(worker);
  desk.catch(() => failed("The widgets' scripts could not be fetched. Please check the network and reload this page."));
  // The first table asks for it, and may be opened without a network.
  desk.then(() => fetch("vendor/jupyter-leaflet.js", { priority: "low" })).catch(() => {});
  worker.onerror = (e) => failed("The page's worker could not start. Please reload this page; an up-to-date browser is needed.", e.message);
  worker.onmessage = ({ data }) => {
    if (data.kind === "doing") doing(data.text, data.part);
    else if (data.kind === "failed") failed(data.text, data.why);
    else desk.take(data);
  };
  worker.postMessage({ kind: "start", query: location.search, language });
}
speak();
main();
