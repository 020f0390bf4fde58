// What boards under a sky have beside: weather over the land, supply, trains, covers, and more nations. It stands before
// hexmap.js in one module.

Object.assign(NATIONS, { bavarian: ["#9cc0e2", "Bavarian"], wurttemberg: ["#232f5e", "Württemberg"] });
// One nation is known by its yellow facings.
Object.assign(INKS, { bavarian: " nw-dark", wurttemberg: " nw-yellow" });
Object.assign(SYMBOLS, {
  // A lookout: a rider's box with an open angle of sight.
  vedette: [BOX + "M-15-1l30-19M-7-27l7-7 7 7", ""],
  // A covered wagon: the tilt with its hoops, the box, two wheels.
  train: ["M-17-10q-2-17 17-17t17 17zM-6-26q-5 7-3 16M6-26q5 7 3 16M-19-10h38v7h-38zM-11-5a6 6 0 1 1-.1 0zM11-5a6 6 0 1 1-.1 0z"
    + "M-11-2.5v7M-14.5 1h7M11-2.5v7M7.5 1h7", ""],
});
Object.assign(FIGURES, { train: "", vedette: "8" });
// What a unit under cover looks like to its own side.
const COVER = "M-30 29L-12 29-30 11zM30-31L12-31 30-13z";

// Commanders are told apart by their brackets.
ALOFT.signs = (all) => [...all.filter(([s]) => s !== "leader"), ["leader", "leader: [overall] (corps)"],
  ["train", "baggage train"], ["vedette", "vedette"]];
ALOFT.rows = (units) => {
  const rows = [];
  if (units.some((u) => u.berth === "covered" || u.symbol === "unknown")) {
    rows.push([(s) => s.appendChild(counter({ ...PIECE, symbol: "infantry", berth: "covered" })), "under cover"]);
    rows.push([(s) => s.appendChild(counter({ ...PIECE, symbol: "unknown", values: "" })), "hidden force?"]);
  }
  return [...rows, [(s) => depot(s, "french"), "supply source"]];
};
ALOFT.words = " Supply, in green: hexes where troops are fed, and the roads that supply comes by; red dashes: out of supply. "
  + "✂: out of supply, or a train that is cut off. Red cross: a bridge or trestle that is gone; "
  + "boats under two beams: a pontoon bridge; brown: an improved position.";
ALOFT.cover = (g) => el("path", { d: COVER, class: "nw-cover" }, g);

// A supply source: a depot under a roof, in the colours of its side.
function depot(parent, nation) {
  el("path", { d: "M-17 15v-21L0-18 17-6v21z", class: "nw-depot", fill: (NATIONS[nation] || ["#555"])[0] }, parent);
  el("path", { d: "M-8 15v-14h16v14M-8 8h16", class: "nw-depot-door" }, parent);
}
// The sides of hexes behind which none of the others lies; corners run clockwise from the upper left, sides with them.
function rim(board, hexes) {
  const all = new Set(hexes), rows = board.board.rows, out = [];
  for (const h of hexes) {
    const c = Math.floor(h / rows), r = h % rows, odd = c & 1, [x, y] = board.centre(h);
    const near = [[c, r - 1], [c + 1, r - 1 + odd], [c + 1, r + odd], [c, r + 1], [c - 1, r + odd], [c - 1, r - 1 + odd]];
    near.forEach(([nc, nr], d) => {
      const n = board.number(nc, nr), [a, b] = [CORNERS[d], CORNERS[(d + 1) % 6]];
      if (n < 0 || !all.has(n)) out.push(`M${(x + a[0]).toFixed(1)} ${(y + a[1]).toFixed(1)}L${(x + b[0]).toFixed(1)} ${(y + b[1]).toFixed(1)}`);
    });
  }
  return out.join("");
}
ALOFT.draw = {
  horizon: (board, g, o) => el("path", { class: "nw-over-horizon", d: rim(board, o.hexes) }, g),
  source: (board, g, o) => o.hexes.forEach((h) => {
    const [x, y] = board.centre(h);
    depot(el("g", { transform: `translate(${x} ${y - 6})` }, g), o.nation);
  }),
  works: (board, g, o) => o.hexes.forEach((h) => {
    const [x, y] = board.centre(h);
    el("path", { class: "nw-works", d: "M-40 34l14-16h52l14 16M-26 18l-6-10m18 10l-3-10m17 10v-10m14 10l3-10m9 10l6-10", transform: `translate(${x} ${y})` }, g);
  }),
  // Flames over the roofs.
  blaze: (board, g, o) => o.hexes.forEach((h) => {
    const [x, y] = board.centre(h), s = el("g", { class: "nw-blaze", transform: `translate(${x} ${y + 30})` }, g);
    el("path", { d: "M-30 8c-10-16 4-22 0-38 12 6 12 16 14 22 4-12 2-26 14-40 0 16 16 24 14 40 6-4 8-12 6-20 14 12 14 24 4 36z" }, s);
    el("path", { class: "nw-ember", d: "M-10 8c-6-10 4-14 4-24 10 6 14 16 10 24z" }, s);
  }),
  broken: (board, g, o) => o.ways.forEach((way) => {
    const [[a, b], [c, d]] = way.map((h) => board.centre(h));
    el("path", { class: "nw-broken", d: "M-11-11l22 22m0-22l-22 22", transform: `translate(${(a + c) / 2} ${(b + d) / 2})` }, g);
  }),
  // Boats side by side under two beams.
  pontoon: (board, g, o) => o.ways.forEach((way) => {
    const [[a, b], [c, d]] = way.map((h) => board.centre(h)), turn = Math.atan2(d - b, c - a) * 180 / Math.PI;
    const s = el("g", { class: "nw-pontoon", transform: `translate(${(a + c) / 2} ${(b + d) / 2}) rotate(${turn.toFixed(0)})` }, g);
    el("path", { class: "nw-deck", d: "M-24-5h48v10h-48z" }, s);
    el("path", { d: "M-26-5h52M-26 5h52M-15-12v24M0-12v24M15-12v24" }, s);
  }),
  supply: (board, g, o) => {
    el("path", { class: "nw-over nw-over-supply", d: board.outline(o.hexes) }, g);
    const line = (way) => "M" + way.map((h) => board.centre(h).map((v) => v.toFixed(0)).join(" ")).join("L");
    el("path", { class: "nw-way", d: (o.ways || []).map(line).join("") }, g);
  },
};

// What lies in the air over the land: everything stands there from the start, and the kind of sky says what is seen.
ALOFT.sky = ([x, y, w, h]) => {
  const flakes = [[9, 14, 2.2], [47, 5, 1.5], [78, 31, 2.6], [24, 52, 1.6], [62, 68, 2.1], [8, 86, 1.5], [90, 92, 1.8], [40, 98, 2.4]];
  const box = (cls, fill = "") => `<rect x="${x}" y="${y}" width="${w}" height="${h}" class="${cls}"${fill && ` fill="url(#${fill})"`}/>`;
  return `<defs><pattern id="nw-flakes" width="104" height="108" patternUnits="userSpaceOnUse">${flakes.map(([a, b, r]) => `<circle cx="${a}" cy="${b}" r="${r}" fill="#fff"/>`).join("")}</pattern>`
    + `<pattern id="nw-streaks" width="60" height="74" patternUnits="userSpaceOnUse"><path d="M14 4l-6 20M44 30l-6 20M26 52l-5 17" stroke="#33424f" stroke-width="1.3" fill="none"/></pattern>`
    + `<pattern id="nw-drift" width="150" height="60" patternUnits="userSpaceOnUse"><path d="M4 12l38-7M80 32l46-8M30 52l30-6" stroke="#fff" stroke-width="2" stroke-linecap="round" fill="none"/></pattern></defs>`
    + `${box("nw-haze")}${box("nw-fall nw-fall-rain", "nw-streaks")}${box("nw-fall nw-fall-snow", "nw-flakes")}${box("nw-fall nw-fall-storm", "nw-drift")}${box("nw-dark-air")}`;
};
