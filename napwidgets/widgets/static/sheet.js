// A panel: the HTML comes from Python; presses and changes go back with the serial of what was shown.

// What one may begin with where something is decided: whoever has no choices is none.
const CHOICES = ".nw-subject:not(.nw-idle), .nw-option, .nw-alone [data-do]";

function keep(root, draw) {
  // A redraw must not steal the keyboard: the same control gets the focus back, or the first one of the panel.
  const active = root.contains(document.activeElement) ? document.activeElement : null;
  const about = () => root.querySelector("[data-about]")?.dataset.about, before = about();
  const kept = active && active.dataset.keep, caret = kept && active.selectionStart;
  const key = active && active.dataset.key, index = active ? [...root.querySelectorAll("[data-do]")].indexOf(active) : -1;
  const open = new Map([...root.querySelectorAll("details[data-key]")].map((d) => [d.dataset.key, d.open]));
  const typed = new Map([...root.querySelectorAll("[data-keep]")].map((i) => [i.dataset.keep, [i.value, i.checked]]));
  // Where a list stood is known from its scrolling: asking now would lay the page out once for each panel that changes.
  const scroll = [...root.querySelectorAll("[data-scroll]")].map((n) => n.nwTop);
  draw();
  for (const d of root.querySelectorAll("details[data-key]")) if (open.has(d.dataset.key)) d.open = open.get(d.dataset.key);
  for (const i of root.querySelectorAll("[data-keep]")) {
    if (typed.has(i.dataset.keep)) [i.value, i.checked] = typed.get(i.dataset.keep);
  }
  root.querySelectorAll("[data-scroll]").forEach((n, i) => { if (scroll[i] && n.nwTop !== scroll[i]) n.scrollTop = n.nwTop = scroll[i]; });
  // Who is writing goes on writing.
  const field = kept && [...root.querySelectorAll("[data-keep]")].find((i) => i.dataset.keep.split("-")[0] === kept.split("-")[0]);
  if (field) { if (field !== document.activeElement) field.focus({ preventScroll: true }); if (caret !== null) field.setSelectionRange?.(caret, caret); return; }
  // Where nothing could be pressed for a while, it comes back with the next choice.
  const waited = root.nwWaits && idle();
  if (!active && !waited) return;
  // What stands before the table has it.
  const veil = document.querySelector(".nw-veil[aria-modal]");
  if (veil && !root.contains(veil)) { if (!veil.contains(document.activeElement)) veil.querySelector("input,button")?.focus(); return; }
  const all = [...root.querySelectorAll("[data-do]:not([disabled])")];
  const fresh = waited || before !== about(), lasts = active && root.contains(active) && !active.disabled;
  // The button of a form says nothing itself, and keeps the keyboard all the same.
  if (!fresh && lasts && active === document.activeElement) return;
  const same = !fresh && key && all.find((n) => n.dataset.key === key);
  // What was found stands in the place of the question; and who comes back to the present wants to decide.
  const told = !lasts && !same && root.querySelector("[data-told]");
  if (told) { told.focus(); return; }
  const done = active?.matches("[data-onward]") || (active?.closest("[role=dialog]") && !root.querySelector("[role=dialog]"));
  if (!lasts && !same && done) { giveBack(); return; }
  const first = fresh && root.querySelector(CHOICES);
  const next = same || first || all[fresh ? 0 : Math.min(Math.max(index, 0), all.length - 1)];
  root.nwWaits = !next;
  if (next && next !== document.activeElement) next.focus({ preventScroll: false });
}

// Whether nothing on the page has the keyboard; Voila gives it to the notebook around us.
const idle = (now = document.activeElement) => !now || now === document.body || now.classList.contains("jp-Notebook");

// What was pressed last outside of everything that lies over the page gets the keyboard back when that is put away; but where
// something else is decided by then, the same key may mean another thing (Done, and done again): then the first choice has it.
const decided = () => document.querySelector(".nw-actions [data-about]")?.dataset.about;
function giveBack() {
  setTimeout(() => {
    const last = window.nwPressed, now = document.activeElement;
    if (!last || (!idle(now) && now.checkVisibility())) return;
    const again = last.about === decided() && [...document.querySelectorAll(`${last.where} [data-key]`)].find((n) => n.dataset.key === last.key && n.checkVisibility());
    // Where the choices are folded away the button that unfolds them has it.
    const open = [`.nw-actions :is(${CHOICES})`, ".nw-actions [data-do]", "[data-fold=nw-hide-right]"];
    (again || open.map((s) => document.querySelector(s)).find((n) => n?.checkVisibility()))?.focus();
  }, 250);
}

// The type comes once a page, whatever panels it has; until then the system's stands in.
function askForType(model) {
  if (window.nwType) return;
  window.nwType = true;
  model.send({ do: "fonts", arg: "", serial: 0 });
}
// The language that was chosen here last, else those that the browser prefers, are told once a page.
const TONGUE = "nw-language";
function kept() { try { return localStorage.getItem(TONGUE); } catch { return null; } }
// The server is told as well, so that the next page begins in it.
function speakOn(tongue) {
  if (document.body.dataset.voila) document.cookie = `${TONGUE}=${tongue}; path=/; max-age=31536000; SameSite=Strict`;
  try { localStorage.setItem(TONGUE, tongue); } catch { /* It holds for this page. */ }
}
function tellLanguage(model) {
  if (window.nwTongue || !document.body.dataset.voila) return;
  window.nwTongue = true;
  if (kept()) speakOn(kept());
  model.send({ do: "language", arg: kept() || `?${(navigator.languages || []).join(",")}`.slice(0, 200), serial: 0 });
}
function setType(faces, files) {
  faces.forEach(([family, style], i) => {
    const face = new FontFace(family, files[i], { style, weight: "200 900" });
    face.load().then((ready) => document.fonts.add(ready)).catch(() => {});
  });
  // A picture can't use a page's type: it carries its own.
  const packed = (file) => new Promise((done) => { const r = new FileReader(); r.onload = () => done(r.result); r.readAsDataURL(new Blob([file], { type: "font/woff2" })); });
  const rule = async ([family, style], i) => `@font-face{font-family:"${family}";font-style:${style};font-weight:200 900;src:url(${await packed(files[i])})}`;
  const serif = Promise.all(faces.map(rule).slice(0, 2)).then((rules) => `<style>${rules.join("")}</style>`);
  if (window.nwSerifDone) serif.then(window.nwSerifDone); else window.nwSerif = serif;
}

// A part of a table on paper, or as a file by the browser's own means: the map, or what lies over it.
function printed(node) {
  const table = node.closest(".nw-table") || node.closest(".nw-sheet"), done = () => { delete document.body.dataset.print; table.classList.remove("nw-printed"); };
  document.body.dataset.print = node.dataset.print;
  table.classList.add("nw-printed");
  addEventListener("afterprint", done, { once: true });
  window.print();
}

// What stands before a button goes to the clipboard. Away from https and one's own machine there is none: then it stands chosen.
async function copied(node) {
  const [ask, done] = node.children, text = node.previousElementSibling;
  getSelection().selectAllChildren(text);
  const copy = () => navigator.clipboard.writeText(text.textContent).then(() => true, () => false);
  if (!(navigator.clipboard ? await copy() : document.execCommand("copy"))) return;
  [ask.hidden, done.hidden] = [true, false];
  setTimeout(() => { [ask.hidden, done.hidden] = [false, true]; }, 2000);
}

// Whether a panel beside the map is in sight. Where a table is narrow, the left one is a drawer that its fold opens; where it
// is slim, the right one always stands below the map.
function inSight({ classList: c }, fold) {
  const drawer = fold === "nw-hide-left" && c.contains("nw-narrow"), below = fold === "nw-hide-right" && c.contains("nw-slim");
  return below || c.contains(fold) === drawer;
}
function tellFolds(table) {
  for (const b of table.querySelectorAll("[data-fold]")) b.setAttribute("aria-pressed", String(inSight(table, b.dataset.fold)));
}
function pressFold(table, fold) {
  const slim = table.classList.contains("nw-slim"), calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (slim && fold === "nw-hide-right") {
    shutDrawer(table);
    table.querySelector(".nw-at-right").scrollIntoView({ behavior: calm ? "auto" : "smooth" });
  } else table.classList.toggle(fold);
  tellFolds(table);
}
function shutDrawer(table) {
  const open = table.classList.contains("nw-slim") && table.classList.contains("nw-hide-left");
  if (open) table.classList.remove("nw-hide-left");
  return open;
}

// Sounds are off until somebody asks for them: a drum for a fight, a bell for one's turn.
const sounds = () => { try { return Boolean(localStorage.nwSound); } catch { return false; } };
function play(kind) {
  if (!sounds()) return;
  const air = window.nwAir ||= new AudioContext(), now = air.currentTime;
  const tone = (at, hz, long, loud, type) => {
    const o = air.createOscillator(), g = air.createGain();
    o.type = type;
    o.frequency.setValueAtTime(hz, now + at);
    if (kind === "drum") o.frequency.exponentialRampToValueAtTime(hz / 2, now + at + long);
    g.gain.setValueAtTime(loud, now + at);
    g.gain.exponentialRampToValueAtTime(0.001, now + at + long);
    o.connect(g).connect(air.destination);
    o.start(now + at);
    o.stop(now + at + long);
  };
  if (kind === "drum") [0, 0.13, 0.26, 0.32, 0.38].forEach((at) => tone(at, 150, 0.14, 0.5, "triangle"));
  else [[0, 660], [0.14, 880]].forEach(([at, hz]) => tone(at, hz, 0.5, 0.12, "sine"));
}
function sounding() {
  for (const b of document.querySelectorAll("[data-sounds]")) b.setAttribute("aria-pressed", String(sounds()));
}

function initialize({ model }) {
  // What is on the page, by its serial: a patch is one of the contents just before it.
  let held = model.get("serial");
  // Elsewhere than on our own pages a panel may have changed before anybody looked, and the whole is older than the change.
  if (!document.body.dataset.voila && held && (model.get("patch") || {}).n === held) model.send({ do: "whole", arg: "", serial: 0 });
  model.on("change:html", () => { held = model.get("serial"); });
  model.on("change:patch", () => {
    const patch = model.get("patch");
    if (!patch || !patch.n) return;
    if (held !== patch.n - 1) { model.send({ do: "whole", arg: "", serial: 0 }); return; }
    // What a copy is cut from is put together only when a copy wants it: a growing text that is cut at every step is
    // copied whole at every step.
    const old = WORDS + model.get("html");
    let text = old, end = old.length, fresh = [];
    const add = (piece) => { fresh.push(piece); end += piece.length; };
    for (let i = 0; i < patch.steps.length; i++) {
      const step = patch.steps[i];
      if (typeof step === "string") { add(step); continue; }
      const start = end - step, stop = start + patch.steps[++i];
      if (stop > text.length) { text += fresh.join(""); fresh = []; }
      add(text.slice(start, stop));
    }
    model.set("html", (text + fresh.join("")).slice(old.length));
    held = patch.n;
  });
  model.on("msg:custom", (message, buffers) => {
    if (message && message.words) { speak(message.words); learnTerms(message.terms); window.nwForeign = Object.keys(message.words).length > 0; readProse(model); }
    if (message && message.prose) tellProse(message.prose);
    if (message && message.fonts) setType(message.fonts, buffers);
    if (!message || message.html === undefined) return;
    model.set("serial", message.serial);
    model.set("html", message.html);
    held = message.serial;
  });
}

function render({ model, el }) {
  const root = document.createElement("div");
  el.appendChild(root);
  root.setAttribute("data-lm-suppress-shortcuts", "true");
  root.addEventListener("scroll", (e) => { if (e.target.matches("[data-scroll]")) e.target.nwTop = e.target.scrollTop; }, true);
  // What nobody may miss is read out when it comes; the region must be there before.
  if (model.get("look").includes("nw-news")) { root.setAttribute("role", "status"); root.setAttribute("aria-live", "assertive"); }
  const draw = () => {
    // Set anew, even a language that is the same has the whole page styled again.
    const put = (node, name, value) => { if (node[name] !== value) node[name] = value; };
    put(root, "className", `nw-sheet ${model.get("look")}`);
    put(root, "lang", model.get("language"));
    if (document.body.dataset.voila) put(document.documentElement, "lang", root.lang);
    keep(root, () => {
      const fresh = document.createElement("template");
      // A figure and its sign stay on one line; what stands in tags is nothing to be read.
      fresh.innerHTML = model.get("html").replace(/(\d) (?=%[^<>]*<)/g, "$1\u00a0");
      explain(root, fresh.content);
      become(root, fresh.content);
      asWritten(root);
    });
    root.dataset.ready = String(model.get("serial"));
    const top = root.querySelector("[data-top]")?.dataset.top, over = top ?? root.querySelector("[data-over]")?.dataset.over;
    if (top !== undefined) root.closest(".nw-debrief-box")?.scrollTo(0, 0);
    // What opens over the map has the keyboard at once.
    if (Number(over) >= 0 && over !== root.nwOver) setTimeout(() => root.querySelector("button")?.focus(), 120);
    root.nwOver = over;
    // A chart that is wider than the page begins at its chosen place.
    const chart = root.querySelector(".nw-worldbox"), lies = chart?.querySelector("[aria-pressed='true']");
    if (lies && !chart.nwBegun) setTimeout(() => { chart.scrollLeft = lies.offsetLeft - chart.clientWidth / 2; }, 150);
    if (chart) chart.nwBegun = true;
    // The tab says whose turn it is; in a notebook it is not ours.
    const page = root.querySelector("[data-page]");
    if (page && document.body.dataset.voila) document.title = page.dataset.page;
    drawHead();
    const heard = root.querySelector("[data-sound]")?.dataset.sound;
    if (heard && root.nwHeard !== undefined && heard !== root.nwHeard) play(heard.split(" ")[0]);
    root.nwHeard = heard || "";
    if (root.querySelector("[data-sounds]")) setTimeout(sounding);
    // A dialog takes the keyboard at once, and gives it back.
    const dialog = root.querySelector("[role=dialog]");
    if (root.nwDialog && !dialog) giveBack();
    if (dialog && !(root.nwDialog && dialog.contains(document.activeElement))) dialog.querySelector("input,button")?.focus();
    root.nwDialog = Boolean(dialog);
  };
  // What is folded away in every table on the page is not told of changes; the head of a table says so.
  let away = false;
  const folded = () => {
    const sides = root.closest(".nw-table") ? [...document.querySelectorAll(".nw-at-left")] : [];
    const now = sides.length > 0 && sides.every((side) => getComputedStyle(side).display === "none");
    if (now === away) return;
    away = now;
    model.send({ do: "folded", arg: String(Number(now)), serial: 0 });
  };
  // Who has made a move wants to see the map.
  const drawHead = () => {
    const table = root.querySelector("[data-fold]") && root.closest(".nw-table"), made = root.querySelector("[data-made]")?.dataset.made;
    if (!table) return;
    if (made !== root.nwMade && shutDrawer(table)) folded();
    root.nwMade = made;
    tellFolds(table);
  };
  const send = (node, arg) => {
    window.nwPlays = node.matches(".nw-go") ? Date.now() : 0;
    deliver(model, { do: node.dataset.do, arg: String(arg ?? ""), serial: Number(root.dataset.ready) });
  };
  // A citation is a quiet mark; it opens what the paragraph says.
  const paper = document.createElement("div");
  paper.className = "nw-sheet nw-paragraph";
  paper.popover = "auto";
  paper.tabIndex = -1;
  el.appendChild(paper);
  let asked = null;
  const ask = (mark) => { asked = mark; deliver(model, { do: "cite", arg: mark.textContent, serial: 0 }); };
  const tell = (message) => {
    if (!message || !message.paragraphs || !asked) return;
    const made = (tag, textContent, ...inside) => {
      const node = Object.assign(document.createElement(tag), { textContent });
      node.append(...inside);
      return node;
    };
    paper.replaceChildren(...message.paragraphs.flatMap(([cite, title, text, unclear]) => {
      const readings = unclear.map(([number, question, answer]) => made("p", "", made("b", `${number}. ${question}`), ` ${answer}`));
      const fold = readings.length ? [made("details", "", made("summary", `${message.unclear} (${readings.length})`), ...readings)] : [];
      return [made("h3", title ? `${title} · ${cite}` : cite), made("p", text), ...fold];
    }));
    const at = asked.getBoundingClientRect();
    paper.showPopover();
    paper.style.left = `${Math.max(6, Math.min(at.left, innerWidth - paper.offsetWidth - 6))}px`;
    paper.style.top = `${at.bottom + paper.offsetHeight + 8 > innerHeight ? Math.max(6, at.top - paper.offsetHeight - 6) : at.bottom + 6}px`;
    paper.focus();
  };
  // What is folded open stays in the window.
  const within = () => { paper.style.top = `${Math.max(6, Math.min(paper.offsetTop, innerHeight - paper.offsetHeight - 6))}px`; };
  paper.addEventListener("toggle", within, true);
  model.on("msg:custom", tell);
  const name = (e) => { const mark = e.target.closest?.(".nw-cite"); if (mark && !mark.title) mark.title = mark.textContent; };
  const click = (e) => {
    const mark = e.target.closest(".nw-cite");
    if (mark) { e.preventDefault(); e.stopPropagation(); ask(mark); return; }
    const fold = e.target.closest("[data-fold]");
    if (fold) {
      const table = fold.closest(".nw-table");
      if (table) pressFold(table, fold.dataset.fold);
      folded();
      return;
    }
    const print = e.target.closest("[data-print]");
    if (print) { printed(print); return; }
    const copy = e.target.closest("[data-copy]");
    if (copy) { copied(copy); return; }
    const switched = e.target.closest("[data-sounds]");
    if (switched) { localStorage.nwSound = sounds() ? "" : "1"; sounding(); play("drum"); return; }
    const skip = e.target.closest("[data-skip]");
    if (skip) {
      e.preventDefault();
      const to = document.querySelector(skip.dataset.skip);
      to?.focus();
      to?.scrollIntoView({ block: "nearest" });
      return;
    }
    const node = e.target.closest("[data-do]");
    if (!node || !root.contains(node) || node.disabled) return;
    if (node.matches("[data-escape]")) giveBack();
    else if (!node.closest(".nw-debrief-box, [role=dialog]") && node.dataset.key) window.nwPressed = { key: node.dataset.key, where: `.${root.classList[1] || "nw-sheet"}`, about: decided() };
    if (node.matches("select,input:not([type=button]),form")) return;
    // What such a fold holds is not on the page yet: Python sends it, open.
    if (node.matches("summary")) e.preventDefault();
    const form = node.dataset.form && root.querySelector(`form[name="${node.dataset.form}"]`);
    send(node, form ? JSON.stringify(Object.fromEntries(new FormData(form))) : node.dataset.arg);
  };
  const change = (e) => {
    const node = e.target.closest("[data-do]");
    if (!node || !node.matches("select,input")) return;
    if (node.type === "file") {
      const file = node.files[0];
      if (file && file.size > 4e6) send(node, "too large");
      else if (file) file.text().then((text) => send(node, text));
      node.value = "";
    } else {
      if (node.dataset.do === "language") speakOn(node.value);
      const value = node.type === "checkbox" ? Number(node.checked) : node.value;
      send(node, node.dataset.arg ? `${node.dataset.arg}=${value}` : value);
    }
  };
  const slide = (e) => {
    const out = e.target.dataset.echo && root.querySelector(`[data-echoes="${e.target.dataset.echo}"]`);
    if (out) out.textContent = e.target.value;
  };
  const submit = (e) => {
    e.preventDefault();
    const node = e.target.closest("form[data-do]");
    if (node) send(node, JSON.stringify(Object.fromEntries(new FormData(node))));
  };
  // Escape presses the way out of what lies on top: a dialog, else an open panel. The head of a table listens for all of it,
  // a page without a map for itself.
  const escape = (e) => {
    const table = root.closest(root.classList.contains("nw-header") ? ".nw-table" : ".nw-lobby");
    if (e.key !== "Escape" || document.querySelector(":popover-open") || !table || !(e.target === document.body || table.contains(e.target))) return;
    const ways = [...table.querySelectorAll("[data-escape]")].filter((n) => n.offsetParent);
    const out = ways.find((n) => n.closest("[role=dialog]")) || ways.pop();
    if (!out) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    out.click();
  };
  // Nothing behind a dialog is to be had till it is answered: Tab goes round in it.
  const round = (e, dialog) => {
    const stops = [...dialog.querySelectorAll("input, button")].filter((n) => !n.disabled), ends = e.shiftKey ? [0, -1] : [-1, 0];
    if (e.target !== stops.at(ends[0])) return;
    e.preventDefault();
    stops.at(ends[1]).focus();
  };
  const keys = (e) => {
    if (e.ctrlKey || e.metaKey) return;
    const dialog = e.key === "Tab" && e.target.closest("[role=dialog]");
    if (dialog) round(e, dialog);
    const list = e.target.closest(".nw-lines"), step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (list && step) {
      const rows = [...list.children], next = rows[rows.indexOf(e.target.closest(".nw-lines > li")) + step];
      next?.querySelector("button")?.focus();
      e.preventDefault();
    }
    e.stopPropagation();
    if (e.key.toLowerCase() !== "p" || e.altKey || e.target.matches("input, select, textarea")) return;
    // P opens the paragraph of what has the keyboard, or of what must be decided.
    const near = e.target.querySelector(".nw-cite") || e.target.closest("section, li, tr, p")?.querySelector(".nw-cite");
    (near || document.querySelector(".nw-status .nw-cite"))?.click();
  };
  const save = () => {
    const d = model.get("download");
    if (!d || !d.n || d.n === save.done) return;
    save.done = d.n;
    const link = document.createElement("a");
    const bytes = d.base64 && Uint8Array.from(atob(d.base64), (c) => c.charCodeAt(0));
    link.href = URL.createObjectURL(bytes ? new Blob([bytes], { type: "application/zip" }) : new Blob([d.text], { type: "application/json" }));
    link.download = d.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 5000);
  };
  save.done = (model.get("download") || {}).n;
  const address = () => {
    // Only our own page may carry the game's address; in a notebook the address bar is not ours.
    if (model.get("address") && document.body.dataset.voila) history.replaceState(null, "", model.get("address"));
  };
  root.addEventListener("click", click);
  root.addEventListener("mouseover", name);
  root.addEventListener("change", change);
  root.addEventListener("input", slide);
  root.addEventListener("submit", submit);
  root.addEventListener("keydown", keys);
  // Keys that go through a list scroll it; who has gone on finds the newest again.
  root.addEventListener("focusin", (e) => { const list = e.target.closest(".nw-lines"); if (list) list.nwTabbed = e.target.matches(":focus-visible"); });
  root.addEventListener("focusout", (e) => {
    const list = e.target.closest(".nw-lines");
    if (list?.nwTabbed && !list.contains(e.relatedTarget)) list.scrollTop = list.nwTop = 0;
  });
  document.addEventListener("keydown", escape, true);
  const soon = () => drawSoon(draw);
  const shown = ["change:html", "change:look"];
  shown.forEach((event) => model.on(event, soon));
  model.on("change:download", save);
  model.on("change:address", address);
  draw();
  address();
  askForType(model);
  tellLanguage(model);
  readProse(model);
  // A table that has just been opened begins with its first choice, and what takes the place of a page with its heading; before, the panel is
  // not on the page. A table far below on the page of a lesson waits until somebody comes.
  setTimeout(() => {
    if (!document.body.dataset.voila || !idle()) return;
    const table = root.closest(".nw-table") || root, seen = table.getBoundingClientRect().top < innerHeight / 2;
    const begin = root.classList.contains("nw-actions") ? seen && root.querySelector(CHOICES) : window.nwPressed && root.querySelector("[data-begin]");
    if (begin) begin.focus({ preventScroll: true });
  }, 150);
  // In a notebook the lobby is longer than the table that takes its place: whoever pressed Play would look at nothing.
  setTimeout(() => {
    const begun = !document.body.dataset.voila && root.classList.contains("nw-header") && window.nwPlays > Date.now() - 60000;
    if (begun) root.closest(".nw-table")?.scrollIntoView({ block: "nearest" });
  }, 600);
  // Whoever comes for something finds it in sight; later the page stays where it is.
  setTimeout(() => { if (document.body.dataset.voila) root.querySelector("[data-arrive]")?.scrollIntoView(); }, 150);
  // The head is as wide as its table: it says whether there is room for both panels. Enlarged to 200 %, a laptop has the
  // room of a telephone.
  const wide = new ResizeObserver(() => {
    const table = root.classList.contains("nw-header") && root.closest(".nw-table");
    if (!table || !root.clientWidth) return;
    const slim = root.clientWidth < 820 || Boolean(document.body.dataset.voila && innerHeight < 520), narrow = slim || root.clientWidth < 1150;
    if (table.classList.contains("nw-narrow") !== narrow) table.classList.remove("nw-hide-left");
    table.classList.toggle("nw-narrow", narrow);
    table.classList.toggle("nw-slim", slim);
    tellFolds(table);
    folded();
  });
  wide.observe(root);
  // A map keeps its keys to itself; P opens the paragraph of what must be decided from there, too.
  const lawful = (e) => {
    const map = e.key.toLowerCase() === "p" && !e.ctrlKey && !e.metaKey && !e.altKey && e.target.closest("[role=application]");
    const table = map && root.classList.contains("nw-status") && root.closest(".nw-table");
    if (table && table.contains(map)) root.querySelector(".nw-cite")?.click();
  };
  document.addEventListener("keydown", lawful, true);
  return () => {
    wide.disconnect();
    document.removeEventListener("keydown", lawful, true);
    document.removeEventListener("keydown", escape, true);
    model.off("msg:custom", tell);
    shown.forEach((event) => model.off(event, soon));
    PAGE.draws.delete(draw);
    model.off("change:download", save);
    model.off("change:address", address);
    root.remove();
  };
}

window.nwSheet = { initialize, render };
export default window.nwSheet;
