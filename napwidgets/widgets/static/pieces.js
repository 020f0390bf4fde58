// What the board is made of: colours, symbols, counters and the key to them. It stands before hexmap.js in one module.

const NATIONS = {
  french: ["#2f4d7e", "French"], british: ["#9c3035", "British"], kgl: ["#7d2b3f", "King's German Legion"],
  hanoverian: ["#a8453a", "Hanoverian"], dutch: ["#c46a2b", "Netherlands"], nassau: ["#9a7a1e", "Nassau"],
  brunswick: ["#2a2a2c", "Brunswick"], prussian: ["#3b4a57", "Prussian"], russian: ["#3f5d46", "Russian"],
  austrian: ["#d8d2c0", "Austrian"],
};
// Light plates carry dark ink.
const INKS = { austrian: " nw-dark" };
const TERRAIN = { c: "clear", w: "woods", t: "town", h: "chateau", m: "marsh", a: "water", i: "hills", j: "wooded hills", k: "mountains" };
const BOX = "M-15-20h30v19h-30z";
const SYMBOLS = {
  infantry: [BOX + "M-15-20l30 19m0-19l-30 19", ""],
  cavalry: [BOX + "M-15-1l30-19", ""],
  artillery: [BOX, "M0-10.5h.01"],
  horse_artillery: [BOX + "M-15-1l30-19", "M0-10.5h.01"],
  leader: ["", "★"], hq: [BOX + "M-15-14h30", ""], aide: [BOX + "M-8-10h16m-6-5l6 5-6 5", ""],
  unknown: [BOX, "?"],
};

function counter(u) {
  const [colour] = NATIONS[u.nation] || ["#555", u.nation], covered = u.berth === "covered";
  const words = [u.name, u.said, u.values, u.lost ? "step lost" : "", covered ? "under cover" : "", ...u.marks.map((m) => m[1])];
  const g = el("g", { class: `nw-unit${u.active ? " nw-active" : ""}${u.spent ? " nw-spent" : ""}${INKS[u.nation] || ""}${covered ? " nw-covered" : ""}`,
    role: "button", tabindex: "-1", "aria-label": words.filter(Boolean).join(", ") });
  g.dataset.unit = u.id;
  el("rect", { x: -29, y: -29, width: 60, height: 60, rx: 5, class: "nw-shadow" }, g);
  el("rect", { x: -30, y: -31, width: 60, height: 60, rx: 5, fill: colour, class: "nw-plate" }, g);
  el("path", { d: "M-30-26a5 5 0 0 1 5-5h50a5 5 0 0 1 5 5v3h-60z", class: "nw-sheen" }, g);
  if (covered) ALOFT.cover(g);
  const [lines, sign] = SYMBOLS[u.symbol] || SYMBOLS.unknown;
  // Where no figures stand there is room for a larger sign.
  const at = u.values ? g : el("g", { transform: "translate(0 13) scale(1.3)" }, g);
  if (u.symbol === "leader") el("circle", { cx: 0, cy: -10, r: 14, class: "nw-sym" }, at);
  if (lines) el("path", { d: lines, class: "nw-sym" }, at);
  if (sign.startsWith("M")) el("path", { d: sign, class: "nw-dot" }, at);
  else if (sign) el("text", { y: -3.5, class: "nw-sign" }, at, sign);
  if (u.values) el("text", { y: 22, class: "nw-values" }, g, u.values);
  if (u.lost) el("path", { d: "M-29 28L29-30M-29 22v7h7", class: "nw-slash" }, g);
  u.marks.slice(0, 3).forEach(([sign], i) => {
    const m = el("g", { class: "nw-mark", transform: `translate(${28 - i * 20} -29)` }, g);
    el("circle", { r: 10 }, m);
    el("text", { y: 5 }, m, sign);
  });
  el("text", { y: 42, class: "nw-name", "data-name": u.name }, g, shortened(u.name, 13));
  return g;
}
const shortened = (name, most) => (name.length > most ? name.slice(0, most - 1).trimEnd() + "…" : name);
// A caption cut to a width, which it keeps when the map is zoomed.
function fitted(text, wide) {
  text.style.fontSize = getComputedStyle(text).fontSize;
  for (let most = 12; most > 2 && text.getComputedTextLength() > wide; most--) text.textContent = shortened(text.dataset.name, most);
}

// The key: a line of [drawing, words] for every sign, and one for every nation that is on the map.
const SIGNS = [["infantry", "infantry"], ["cavalry", "cavalry"], ["artillery", "foot guns"], ["horse_artillery", "horse guns"],
  ["leader", "leader [rating]"], ["hq", "headquarters"]];
const PIECE = { id: "", name: "", values: "5-4", nation: "french", title: "", lost: 0, marks: [] };
// What boards under a sky have beside (sky.js).
const ALOFT = { signs: (all) => all, rows: () => [], words: "", cover: () => {}, draw: {}, sky: () => "" };
const FIGURES = { leader: "[3]", hq: "HQ" };

function keyRows(units) {
  const signs = ALOFT.signs(SIGNS);
  const rows = signs.map(([symbol, words]) => [(s) => s.appendChild(counter({ ...PIECE, symbol, values: FIGURES[symbol] ?? "5-4" })), words]);
  rows.push([(s) => s.appendChild(counter({ ...PIECE, symbol: "infantry", lost: 1 })), "step lost"]);
  rows.push([(s) => s.appendChild(counter({ ...PIECE, symbol: "infantry", marks: [["!", ""]] })), "disrupted"]);
  rows.push(...ALOFT.rows(units));
  for (const n of [...new Set(units.map((u) => u.nation))].sort())
    rows.push([(s) => el("rect", { x: -20, y: -20, width: 40, height: 40, rx: 4, fill: (NATIONS[n] || ["#555"])[0] }, s), (NATIONS[n] || ["", n])[1]]);
  return rows;
}
function keyRow(parent, [draw, words]) {
  const line = tag("div", "", parent), s = el("svg", { viewBox: "-34 -41 70 76", "aria-hidden": "true" }, line);
  draw(s);
  for (const g of line.querySelectorAll("[role=button]")) { g.removeAttribute("role"); g.removeAttribute("tabindex"); g.removeAttribute("data-unit"); }
  tag("span", "", line, words);
}
function fillKey(box, units) {
  keyRows(units).forEach((row) => keyRow(box, row));
  tag("p", "", box, "Figures: strength-movement. Hachures fall to the lower side of a crest or slope. Dashed brown: trail. Cased: road. "
    + "Blue number: movement points. Red dashes: enemy zone of control, or attack. Gold outline: can act now. Gold dots: decides the battle." + ALOFT.words);
}
function fillStrip(box, units) {
  // Redrawn only when another nation comes: a move must not cost the key.
  const nations = [...new Set(units.map((u) => u.nation + (u.symbol === "unknown" ? "?" : "")))].sort().join();
  if (box.dataset.nations === nations) return;
  box.dataset.nations = nations;
  box.replaceChildren();
  const figures = tag("div", "", box);
  tag("b", "", figures, "5-4");
  tag("span", "", figures, "strength-movement");
  const rows = keyRows(units).filter(([, words]) => words !== "headquarters");
  rows.forEach((row) => keyRow(box, row));
}

