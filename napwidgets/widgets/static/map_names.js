// The names of places on a campaign's map: taken out of its picture, so that they step aside from counters and from each
// other, stay legible from far, and are written in the type of the pages. Where there is no room the lesser give way.

// Pictures and names, by the map that they are of.
const PICTURES = new Map();
// How small a name may be on the screen, by rank: villages, towns, fortresses, great cities; and how far lines reach
//: above and below their base.
const LEAST = [12, 13, 14, 15], RISE = 0.76, FALL = 0.22;
// Two names in one another are read by nobody: how much worse that is than one beneath a counter.
const ON_NAME = 4;
// What a name hides for each unit that it stands farther off, and for each that it is high, rather than go there.
const ASTRAY = 0.18;

// The area that two boxes share.
const common = ([a, b, c, d], [e, f, g, h]) => Math.max(0, Math.min(c, g) - Math.max(a, e)) * Math.max(0, Math.min(d, h) - Math.max(b, f));

// What is taken, by cells of the plane, on a sheet.
class Taken {
  constructor(sheet) { Object.assign(this, { cells: new Map(), sheet }); }
  *keys([a, b, c, d]) {
    for (let i = Math.floor(a / 160); i <= Math.floor(c / 160); i++) for (let k = Math.floor(b / 160); k <= Math.floor(d / 160); k++) yield i * 4096 + k;
  }
  add(box, weight = 1, of = null) {
    for (const key of this.keys(box)) (this.cells.get(key) || this.cells.set(key, []).get(key)).push([box, weight, of]);
  }
  // What of a box would be hidden, by others or beyond the sheet.
  hidden(box, of) {
    const [a, b, c, d] = box, [west, north, east, south] = this.sheet, on = a >= west && b >= north && c <= east && d <= south;
    let sum = on ? 0 : (c - a) * (d - b) - common(box, this.sheet);
    for (const key of this.keys(box)) for (const [t, weight, whose] of this.cells.get(key) || []) {
      if (whose === of && of !== null) continue;
      sum += weight * common(box, t);
    }
    return sum;
  }
}

Object.assign(CampaignView.prototype, {
  async readNames() {
    const { towns } = await PICTURES.get(this.model.get("map_id"));
    if (!towns || this.dead) return;
    this.layers.names.innerHTML = towns;
    await document.fonts.load("600 20px 'Source Serif 4'").catch(() => {});
    const pen = document.createElement("canvas").getContext("2d");
    this.names = [...this.layers.names.querySelectorAll("text")].map((text) => {
      const [x, y, r, rank] = text.dataset.at.split(" ").map(Number), size = Number(text.getAttribute("font-size"));
      const [slant, weight] = ["font-style", "font-weight"].map((name) => text.getAttribute(name) || "");
      pen.font = `${slant} ${weight} 100px "Source Serif 4", Georgia, serif`;
      const wide = (pen.measureText(text.textContent).width / 100) * 1.02;
      const own = [Number(text.getAttribute("x")) + (wide * size) / 2 - x, Number(text.getAttribute("y")) - size * 0.27 - y];
      return { text, x, y, r, rank, size, wide, own };
    });
    this.names.sort((a, b) => b.rank - a.rank);
    this.layNames();
  },
  // Where a name may stand: as drawn, then around its sign or around the counters there, what is nearest to that first.
  *spots(n, size, pile) {
    const w = n.wide * size, h = size * (RISE + FALL), found = [], far = ([x, y]) => Math.hypot(x - n.own[0], (y - n.own[1]) * 1.6);
    if (size === n.size) yield [[n.own[0] - w / 2, n.own[1] - h / 2, n.own[0] + w / 2, n.own[1] + h / 2], 0];
    for (const [left, top, right, low] of [[-n.r, -n.r, n.r, n.r], ...(pile ? [pile] : [])]) {
      for (const up of [-h / 2, top - h * 0.6, low - h * 0.4]) found.push([right + 2, up], [left - w - 2, up]);
      for (const at of [-w / 2, -w * 0.2, -w * 0.8]) found.push([at, top - h - 1], [at, low + 1]);
    }
    yield* found.map(([x, y]) => [[x, y, x + w, y + h], far([x + w / 2, y + h / 2])]).sort((a, b) => a[1] - b[1]);
  },
  // Once the page has shown what it was asked for: an answer does not wait for names.
  async soonNames() {
    if (this.naming) return;
    this.naming = true;
    await idle();
    this.naming = false;
    if (!this.dead) this.layNames();
  },
  layNames() {
    if (!this.names) return;
    const [[south, west], [north, east]] = this.board.bounds, taken = new Taken([west, -north, east, -south]), written = new Taken([-1e9, -1e9, 1e9, 1e9]), piles = [], s = this.scale, lit = this.lit().map((h) => this.centre(h)).filter(Boolean);
    for (const { pile } of this.nodes.values()) {
      const [x, y] = this.spot(pile[0].hex, pile[0].berth), chief = pile.some((u) => u.symbol === "leader"), up = 5 * Math.min(3, pile.length - 1);
      const box = [-38, -33 - Math.max(up, chief ? 13 : 0), 34 + Math.max(up, chief ? 10 : 0), chief ? 55 : 41].map((v) => v * this.k);
      piles.push([x, y, box]);
      taken.add([x + box[0], y + box[1], x + box[2], y + box[3]]);
    }
    for (const n of this.names) taken.add([n.x - n.r * 0.7, n.y - n.r * 0.7, n.x + n.r * 0.7, n.y + n.r * 0.7], 1, n);
    const near = (list, n, far) => list.filter(([x, y]) => Math.abs(x - n.x) < far && Math.abs(y - n.y) < far);
    // Whoever is asked about a place must be able to find it.
    const first = this.names.map((n) => [n, n.rank + (near(lit, n, 62).length ? 10 : 0)]).sort((a, b) => b[1] - a[1]);
    for (const [n, worth] of first) {
      const size = Math.max(n.size, LEAST[n.rank] / s);
      const pile = near(piles, n, 45).sort((a, b) => Math.hypot(a[0] - n.x, a[1] - n.y) - Math.hypot(b[0] - n.x, b[1] - n.y))[0];
      const around = pile?.[2].map((v, i) => v + (i % 2 ? pile[1] - n.y : pile[0] - n.x));
      let best = [Infinity, null, 0];
      for (const [box, far] of this.spots(n, size, around)) {
        const hidden = taken.hidden([n.x + box[0], n.y + box[1], n.x + box[2], n.y + box[3]], n), cost = hidden + ASTRAY * far * size;
        if (cost < best[0]) best = [cost, box, hidden];
        if (!hidden) break;
      }
      const [, box, hidden] = best, shown = hidden < (worth > 2 ? 1e9 : 0.06 * n.wide * size * size);
      if (n.shown !== shown) n.text.style.display = (n.shown = shown) ? "" : "none";
      if (!shown) continue;
      const at = [n.x + box[0] - 4 / s, n.y + box[1], n.x + box[2] + 4 / s, n.y + box[3]];
      taken.add(at, ON_NAME);
      written.add(at);
      dress(n.text, { x: (n.x + box[0]).toFixed(1), y: (n.y + box[1] + size * RISE).toFixed(1), "font-size": size.toFixed(1), "stroke-width": (size * 0.2).toFixed(1) });
    }
    // A figure stands at the foot of its hex, or higher where a name is there (no counter), or is left to the list.
    for (const text of this.layers.notes.querySelectorAll("[data-place]")) {
      const { place } = text.dataset, [x, middle] = this.centre(+place), pile = this.nodes.get(`${place}/`)?.pile, size = Math.min(Math.max(20, 11 / s), 46), w = text.textContent.length * size * 0.27, h = size * 0.7;
      // Below counters, and below the name of who leads them: above them it would stand in another hex.
      const low = !pile ? this.low : s >= 0.2 && pile.some((u) => u.symbol === "leader") ? 56 * this.k + h : 16 + 44 * this.k, y = middle + low;
      const dy = (pile ? [0] : [0, 0.4, 0.7, 1]).map((n) => n * (h - 2 * low)).find((d) => !written.hidden([x - w, y + d - h, x + w, y + d]));
      dress(text, { y, dy: dy ?? 0, opacity: dy === undefined ? 0 : 1 });
    }
  },
});
