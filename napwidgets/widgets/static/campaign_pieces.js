// What a campaign's map is made of: counters, ships, leaders, flags and the key to them. Stands before campaign.js.

const TERRAIN = { c: "open country", f: "forest", m: "mountains", s: "marsh", l: "lake", w: "sea" };
const SIDES = { french: "#27406b", english: "#8e2a30", neutral: "#8a7a58" };
const SIDE_WORDS = { french: "French side", english: "English side", neutral: "neutral" };
const BOX = "M-15-22h30v19h-30z";
const SYMBOLS = { infantry: BOX + "M-15-22l30 19m0-19l-30 19", cavalry: BOX + "M-15-3l30-19", artillery: BOX + "M-5-12.5a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
  unknown: "M-11-26v26M-11-25q7-5 13 0t11 0v13q-6 4-11 1t-13 1", vedette: BOX + "M-15-3l30-19M-7-27l7-7 7 7", hq: BOX + "M-15-16h30",
  force: "M-21-3h18v-11h-18zM3-3h18v-11h-18zM-9-15h18v-11h-18z" };
const SHIP = "M-21-4h42l-7 11h-29zM-9-7v-19l13 16h-10M7-8v-14l9 11M-12-8l-5-9";

// Rows come as arrays to stay small: this is their order.
const unit = (r) => ({ id: r[0], hex: r[1], name: r[2], symbol: r[3], values: r[4], nation: r[5], seat: r[6], title: r[7],
  lost: r[8], marks: r[9], active: r[10], spent: r[11], order: r[12], berth: r[13], said: r[14] || r[7] });
const words = (u) => [u.name, u.symbol === "leader" ? u.values : "", u.said, ...u.marks.map((m) => m[1]), SIDE_WORDS[u.seat],
  u.active ? "can act" : u.spent ? "has moved" : ""].filter(Boolean).join(", ");

function counter(u, states) {
  const [plate, ink] = states[u.nation] || ["#555", "#fff"], ship = u.symbol === "ship", leader = u.symbol === "leader";
  const g = el("g", { class: `nw-unit nw-${ship ? "ship" : leader ? "chief" : "army"}${u.active ? " nw-active" : ""}${u.spent ? " nw-spent" : ""}`,
    role: "button", tabindex: "-1", "aria-label": words(u) });
  g.dataset.unit = u.id;
  const shape = ship ? { x: -34, y: -29, width: 68, height: 58, rx: 22 } : { x: -31, y: -31, width: 62, height: 62, rx: leader ? 31 : 5 };
  el("rect", { ...shape, x: shape.x + 2, y: shape.y + 3, class: "nw-shadow" }, g);
  el("rect", { ...shape, fill: plate, class: "nw-plate" }, g);
  el("rect", { ...shape, x: shape.x + 2.5, y: shape.y + 2.5, width: shape.width - 5, height: shape.height - 5, rx: Math.max(3, shape.rx - 3), stroke: ink, class: "nw-rim" }, g);
  if (ship) el("path", { d: SHIP, fill: ink, stroke: ink, class: "nw-hull" }, g);
  else if (leader) el("path", { d: "M0-27l3.6 7.6 8.3 1-6.1 5.7 1.6 8.2-7.4-4-7.4 4 1.6-8.2-6.1-5.7 8.3-1z", fill: ink }, g);
  else el("path", { d: SYMBOLS[u.symbol] || BOX, stroke: ink, class: "nw-sym" }, g);
  const figure = leader ? u.values.replace(/[[\]]/g, "") : u.values;
  el("text", { y: ship ? 24 : 22, fill: ink, class: `nw-values${figure.length > 3 ? " nw-long" : ""}` }, g, figure);
  if (!leader) el("path", { d: ship ? "M-24 29h48" : "M-26 31h52", stroke: SIDES[u.seat] || "#555", class: "nw-side" }, g);
  u.marks.filter((m) => m[0] !== "★").slice(0, 2).forEach(([sign], i) => {
    const m = el("g", { class: "nw-mark", transform: `translate(${-27 + i * 20} -30)` }, g);
    el("circle", { r: 11 }, m);
    el("text", { y: 5 }, m, sign);
  });
  return g;
}

// A pile: shadows of what lies beneath, the strongest on top, its side's leader as a badge (at sea a pile may be of several
// sides), the whole strength if several lie there, or how many lie there face down.
function pileNode(pile, states) {
  const troops = pile.filter((u) => u.symbol !== "leader"), chiefs = pile.filter((u) => u.symbol === "leader");
  const g = el("g", { class: "nw-pile" }), shown = troops.length ? troops : chiefs, top = shown[shown.length - 1];
  for (let i = Math.min(3, shown.length - 1); i > 0; i--) {
    const [plate] = states[shown[shown.length - 1 - i].nation] || ["#555"], ship = top.symbol === "ship";
    el("rect", { x: (ship ? -34 : -31) + i * 5, y: (ship ? -29 : -31) - i * 5, width: ship ? 68 : 62, height: ship ? 58 : 62, rx: ship ? 22 : 5, fill: plate, class: "nw-plate" }, g);
  }
  g.appendChild(counter(top, states));
  const best = chiefs.filter((u) => u.seat === top.seat).pop();
  if (troops.length && best) {
    const [plate, ink] = states[best.nation] || ["#555", "#fff"], badge = el("g", { class: "nw-badge", transform: "translate(27 -27)" }, g);
    el("circle", { r: 17, fill: plate }, badge);
    el("text", { y: 7, fill: ink }, badge, `★${best.values.replace(/[[\]]/g, "")}`);
  }
  const mine = troops.filter((u) => u.seat === top.seat && /^\d+(-\d+)?$/.test(u.values)), sum = mine.reduce((n, u) => n + parseInt(u.values, 10), 0);
  const covered = troops.filter((u) => u.symbol === "unknown").length;
  const figure = mine.length > 1 && sum ? String(sum) : covered > 1 && top.symbol === "unknown" ? `×${covered}` : "";
  if (figure) {
    const all = el("g", { class: "nw-sum", transform: "translate(-27 27)" }, g);
    el("rect", { x: -17, y: -13, width: 34, height: 25, rx: 12 }, all);
    el("text", { y: 7 }, all, figure);
  }
  if (best) el("text", { y: 49, class: "nw-name" }, g, best.name.length > 15 ? best.name.slice(0, 14) + "…" : best.name);
  return g;
}

const PIECE = { id: "", name: "", values: "17", nation: "france", seat: "french", title: "", marks: [], symbol: "infantry" };
// A line of the key for each piece and its words; `usual` is what a piece is if nothing else is said.
const keyRow = (box, states, usual = {}) => (u, text) => {
  const line = tag("div", "", box), s = el("svg", { viewBox: "-40 -44 80 86", "aria-hidden": "true" }, line);
  const g = s.appendChild(u.plate ? el("rect", { x: -24, y: -24, width: 48, height: 48, rx: 5, fill: u.plate }) : counter({ ...PIECE, ...usual, ...u }, states));
  for (const n of ["role", "tabindex", "data-unit"]) g.removeAttribute(n);
  tag("span", "", line, text);
};
