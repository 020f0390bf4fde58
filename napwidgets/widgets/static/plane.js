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
const tag = (name, cls, parent, text = "") => {
  const node = Object.assign(document.createElement(name), { className: cls, textContent: text });
  parent.appendChild(node);
  return node;
};

// A move sends only what changed; the whole is kept here so that a second view starts right.
function changedRows(rows, d) {
  const next = [...rows], gone = new Set(d.gone);
  for (const [changes, places] of d.turn) for (const at of places) {
    next[at] = [...next[at]];
    for (let i = 0; i < changes.length; i += 2) next[at][changes[i]] = changes[i + 1];
  }
  for (let i = 0; i < d.name.length; i += 2) next[d.name[i]] = [d.name[i + 1], ...next[d.name[i]].slice(1)];
  return [...next.filter((_, at) => !gone.has(at)), ...d.add];
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
    model.set(news);
  });
}

class HexPlane {
  get board() { return this.model.get("board"); }
  hexCentre(h) {
    const rows = this.board.rows, c = Math.floor(h / rows), r = h % rows;
    return [c * COL, r * H + (c & 1 ? H / 2 : 0)];
  }
  number(c, r) { return c >= 0 && r >= 0 && c < this.board.cols && r < this.board.rows ? c * this.board.rows + r : -1; }
  label(h) {
    const two = (n) => String(n + 1).padStart(2, "0");
    return two(Math.floor(h / this.board.rows)) + two(h % this.board.rows);
  }
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
