// What every board of hexes shares: nodes, the plane of hexes, the units that a move changes. It stands first in a module.

const NS = "http://www.w3.org/2000/svg";
const H = 100, W = 200 / Math.sqrt(3), COL = W * 0.75;
const CORNERS = [[-W / 4, -H / 2], [W / 4, -H / 2], [W / 2, 0], [W / 4, H / 2], [-W / 4, H / 2], [-W / 2, 0]];
// Sideways steps keep the row, so a walk along a row zigzags by half a hex and arrows alone reach every hex.
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const el = (name, attrs = {}, parent = null, text = null) => {
  const node = document.createElementNS(NS, name);
  for (const k in attrs) node.setAttribute(k, attrs[k]);
  if (text !== null) node.textContent = text;
  if (parent) parent.appendChild(node);
  return node;
};
// Set anew, even what stays as it is has the page laid out again.
const dress = (node, attrs) => { for (const k in attrs) if (node.getAttribute(k) !== attrs[k]) node.setAttribute(k, attrs[k]); };
const tag = (name, cls, parent, text = "") => {
  const node = Object.assign(document.createElement(name), { className: cls, textContent: text });
  parent.appendChild(node);
  return node;
};

// A counter goes its way instead of jumping; who wants no motion sees it arrive.
function glide(g, way, scale) {
  if (way.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const at = ([x, y]) => ({ transform: `translate(${x}px, ${y}px) scale(${scale})` });
  g.animate(way.map(at), { duration: Math.min(260 + 70 * way.length, 700), easing: "ease-in-out" });
}

// A move sends only what changed; the whole is kept here so that a second view starts right.
function changedRow(row, changes) {
  const next = [...row];
  for (let i = 0; i < changes.length; i += 2) next[changes[i]] = changes[i + 1];
  return next;
}
function changedRows(rows, d) {
  const next = [...rows], gone = new Set(d.gone);
  for (const [changes, places] of d.turn) for (const at of places) next[at] = changedRow(next[at], changes);
  for (let i = 0; i < d.name.length; i += 2) next[d.name[i]] = changedRow(next[d.name[i]], [0, d.name[i + 1]]);
  const here = next.filter((_, at) => !gone.has(at));
  d.add.forEach((row, at) => here.push(at ? changedRow(here[here.length - 1], row) : row));
  return here;
}
function keepUnits(model) {
  let last = (model.get("delta") || {}).n || 0;
  model.on("change:delta", () => {
    const d = model.get("delta"), news = {};
    if (!d || !d.n) return;
    // A change is one of what was there before: who has missed one asks for all.
    if (!d.all && d.n !== last + 1) { model.send({ kind: "whole" }); return; }
    last = d.n;
    if (d.all) news.units = d.all;
    else if (d.turn) news.units = changedRows(model.get("units"), d);
    const over = model.get("overlays") || [];
    if (d.over) news.overlays = d.over.map((o) => (typeof o === "number" ? over[o] : o));
    if (d.light) news.light = { ...model.get("light"), ...d.light };
    // All at once where that can be done, so that the board is drawn once: Jupyter can, marimo can't.
    if (model.widget_manager?.create_view) model.set(news);
    else for (const [name, value] of Object.entries(news)) model.set(name, value);
  });
}

// What lies over a map hides nothing that can be chosen: the corner nearest to the wished one where a box of that size covers
// none of the taken boxes, [left, top, right, bottom] each, within the room; null where there is none.
function freeCorner([w, h], [x, y], [left, top, right, bottom], taken) {
  const clear = ([a, b]) => !taken.some((t) => t[0] < a + w && t[2] > a && t[1] < b + h && t[3] > b);
  const within = (v, low, high) => Math.min(Math.max(v, low), Math.max(low, high));
  const wish = [within(x, left, right - w), within(y, top, bottom - h)], spots = [wish], step = (right - left) / 48;
  if (w > right - left || h > bottom - top) return null;
  for (let a = left; a <= right - w; a += step) for (let b = top; b <= bottom - h; b += step) spots.push([a, b]);
  const far = (p) => (p[0] - x) ** 2 + (p[1] - y) ** 2;
  return spots.sort((p, q) => far(p) - far(q)).find(clear) || null;
}
// A view of a map steps aside, by no more than it must, where its edge would cut counters: whole ones stay whole, and as few as
// can be are cut. The view looks at a place and shows [left, top, right, bottom] around it; a counter is [x, y], its half
// breadth and height are given; ``held`` keeps a view to the board; ``more`` may be cut. The place, and how many are cut there.
function leastCut(place, [left, top, right, bottom], counters, [a, b], held, more = () => 0) {
  const far = (p) => (p[0] - place[0]) ** 2 + (p[1] - place[1]) ** 2, steps = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6];
  const spots = steps.flatMap((i) => steps.map((j) => held([place[0] + (i * a) / 2, place[1] + (j * b) / 2]))).sort((p, q) => far(p) - far(q));
  const inside = ([x, y], [u, v], d) => u - d * a >= x + left && u + d * a <= x + right && v - d * b >= y + top && v + d * b <= y + bottom;
  const whole = counters.filter((at) => inside(held(place), at, 1));
  const cut = (p) => (whole.every((at) => inside(p, at, 1)) ? counters.filter((at) => inside(p, at, -1) && !inside(p, at, 1)).length + more(p) : Infinity);
  return spots.map((p) => [p, cut(p)]).reduce((best, next) => (next[1] < best[1] ? next : best));
}
const uncut = (...all) => leastCut(...all)[0];
// Escape closes what lies on top, wherever the keyboard is: panels first (sheet.js), then what the map has open.
function onEscape(root, let_go) {
  const hear = (e) => {
    const home = root.closest(".nw-table") || root, shut = [...home.querySelectorAll("[data-escape]")];
    const mine = home.contains(e.target) || (e.target === document.body && document.body.dataset.voila);
    if (e.key !== "Escape" || document.querySelector(":popover-open") || !mine || shut.some((n) => n.offsetParent)) return;
    e.stopPropagation();
    let_go();
  };
  document.addEventListener("keydown", hear, true);
  return () => document.removeEventListener("keydown", hear, true);
}
// A few lines are read, a wall of them is not.
const LINES = 6;
function fillTip(tip, [first, ...rest]) {
  tip.replaceChildren();
  tag("b", "", tip, first);
  const most = rest.length > LINES ? LINES - 1 : rest.length;
  rest.slice(0, most).forEach((line) => tag("span", "", tip, line));
  if (rest.length > most) tag("span", "", tip, `and ${rest.length - most} more: click to see them`);
  tip.hidden = false;
}

class HexPlane {
  get board() { return this.model.get("board"); }
  hexCentre(h) {
    const rows = this.board.rows, c = Math.floor(h / rows), r = h % rows;
    return [c * COL, r * H + (c & 1 ? H / 2 : 0)];
  }
  number(c, r) { return c >= 0 && r >= 0 && c < this.board.cols && r < this.board.rows ? c * this.board.rows + r : -1; }
  label(h) {
    const two = (n) => String(n + 1).padStart(2, "0"), column = two(Math.floor(h / this.board.rows));
    let row = h % this.board.rows;
    // A map of several sheets counts the rows of each anew, and a letter says which it is.
    for (const [letter, rows] of this.board.sheets || []) {
      if (row < rows) return column + two(row) + letter;
      row -= rows;
    }
    return column + two(row);
  }
  // What of the board changes, and what is drawn for it, with the frame that shows the rest of an answer.
  watch(parts) {
    const wanted = new Set(), order = [...new Set(Object.values(parts).flat())], draw = () => {
      const now = order.filter((name) => wanted.has(name));
      wanted.clear();
      if (this.root.isConnected) now.forEach((name) => this[name]());
    };
    for (const [part, names] of Object.entries(parts)) this.on(`change:${part}`, () => { names.forEach((name) => wanted.add(name)); drawSoon(draw); });
  }
  // With the next frame, when all panels have changed: measuring at once would lay the page out again and again.
  soon(name, f) {
    this.frames ||= {};
    cancelAnimationFrame(this.frames[name]);
    this.frames[name] = requestAnimationFrame(() => { if (this.root.isConnected) f(); });
  }
  // Where the chosen can go.
  reach(g, hexes) {
    const [wash, edge] = this.area(hexes);
    el("path", { class: "nw-reach", d: wash }, g);
    el("path", { class: "nw-reachline", d: edge }, g);
  }
  // The way to what is lit under the pointer or the cursor.
  showWay(h) {
    if (h === this.wayTo || !this.wayNode) return;
    this.wayTo = h;
    const flat = (this.model.get("light") || {}).before || [], before = new Map(), way = [h];
    for (let i = 0; i < flat.length; i += 2) before.set(flat[i], flat[i + 1]);
    while (before.has(way[0]) && way.length <= before.size) way.unshift(before.get(way[0]));
    const points = way.map((at) => this.centre(at)).filter(Boolean);
    this.wayNode.setAttribute("d", points.length > 1 ? `M${points.map((p) => p.map((v) => v.toFixed(0)).join(" ")).join("L")}` : "");
  }
  // What is lit and must stay in sight: where the chosen can go, or, before anything is chosen, who can act.
  lit() {
    const light = this.model.get("light") || {}, targets = (light.targets || []).map((t) => t[0]);
    return [...(targets.length ? targets : light.able || []), ...(light.hex >= 0 ? [light.hex] : [])];
  }
  // The card that tells what happened lies in that upper corner of the map where it covers less of what is lit or was fought
  // for, and below the buttons; where it stands in the flow (on a telephone) the style sheet takes no notice.
  putNews(frame) {
    const told = this.told ||= this.root.closest(".nw-table")?.querySelector(".nw-aftermath");
    if (!told) return;
    this.newsSeen ||= this.seeNews(told);
    const card = told.firstElementChild;
    if (!card) return;
    const map = frame.getBoundingClientRect(), bar = this.bar.getBoundingClientRect(), above = told.parentNode.getBoundingClientRect().top;
    const wide = card.offsetWidth, fought = (card.querySelector("[data-at]")?.dataset.at || "").split(" ").filter(Boolean).map(Number);
    const taken = this.onScreen(this.boxes([...new Set([...this.lit(), ...fought])].filter((h) => this.centre(h))));
    const corner = (left) => {
      const under = Math.max(12, left + wide > bar.left - map.left - 8 ? bar.bottom - above + 8 : 0), top = above - map.top + under;
      const low = Math.min(top + card.scrollHeight, map.height);
      return { under, hides: taken.filter((t) => t[0] < left + wide && t[2] > left && t[1] < low && t[3] > top).length };
    };
    const left = corner(12), right = corner(map.width - 12 - wide), aside = this.key.hidden && right.hides < left.hides;
    const news = told.closest(".nw-at-news");
    dress(news, { "data-side": aside ? "right" : "left" });
    news.style.setProperty("--under", `${(aside ? right : left).under}px`);
  }
  // It finds its place before it is seen.
  seeNews(told) {
    const seen = new MutationObserver(() => this.shunned());
    seen.observe(told, { childList: true, subtree: true });
    this.off.push(() => seen.disconnect());
    return seen;
  }
  onScreen(boxes) { return boxes; }
  hexAt(x, y) {
    let best = -1, near = H * H * 0.34, g = Math.round(x / COL);
    for (const c of [g - 1, g, g + 1]) {
      const h = this.number(c, Math.round((y - (c & 1 ? H / 2 : 0)) / H));
      if (h < 0) continue;
      const [u, v] = this.hexCentre(h), d = (u - x) ** 2 + (v - y) ** 2;
      if (d < near) { near = d; best = h; }
    }
    return best;
  }
}
