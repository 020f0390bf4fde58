// The names of places on a campaign's map: taken out of its picture, so that they step aside from counters and from each
// other, stay legible from far, and are written in the type of the pages. Where there is no room the lesser give way.

// Pictures and names, by the map that they are of.
const PICTURES = new Map();
// How small a name may be on the screen, by rank: villages, towns, fortresses, great cities; and how far lines reach
//: above and below their base.
const LEAST = [12, 13, 14, 15], RISE = 0.76, FALL = 0.22;

// What is taken, by cells of the plane.
class Taken {
  constructor() { this.cells = new Map(); }
  *keys([a, b, c, d]) {
    for (let i = Math.floor(a / 160); i <= Math.floor(c / 160); i++) for (let k = Math.floor(b / 160); k <= Math.floor(d / 160); k++) yield i * 4096 + k;
  }
  add(box, of = null) {
    for (const key of this.keys(box)) (this.cells.get(key) || this.cells.set(key, []).get(key)).push([box, of]);
  }
  hidden(box, of) {
    let sum = 0;
    for (const key of this.keys(box)) for (const [t, whose] of this.cells.get(key) || []) {
      if (whose === of && of !== null) continue;
      sum += Math.max(0, Math.min(box[2], t[2]) - Math.max(box[0], t[0])) * Math.max(0, Math.min(box[3], t[3]) - Math.max(box[1], t[1]));
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
    if (size === n.size) yield [n.own[0] - w / 2, n.own[1] - h / 2, n.own[0] + w / 2, n.own[1] + h / 2];
    for (const [left, top, right, low] of [[-n.r, -n.r, n.r, n.r], ...(pile ? [pile] : [])]) {
      for (const up of [-h / 2, top - h * 0.6, low - h * 0.4]) found.push([right + 2, up], [left - w - 2, up]);
      for (const at of [-w / 2, -w * 0.2, -w * 0.8]) found.push([at, top - h - 1], [at, low + 1]);
    }
    yield* found.map(([x, y]) => [x, y, x + w, y + h]).sort((a, b) => far([a[0] + w / 2, a[1] + h / 2]) - far([b[0] + w / 2, b[1] + h / 2]));
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
    const taken = new Taken(), piles = [], s = this.scale, lit = this.lit().map((h) => this.centre(h)).filter(Boolean);
    for (const { pile } of this.nodes.values()) {
      const [x, y] = this.spot(pile[0].hex, pile[0].berth), chief = pile.some((u) => u.symbol === "leader"), up = 5 * Math.min(3, pile.length - 1);
      const box = [-38, -33 - Math.max(up, chief ? 13 : 0), 34 + Math.max(up, chief ? 10 : 0), chief ? 55 : 41].map((v) => v * this.k);
      piles.push([x, y, box]);
      taken.add([x + box[0], y + box[1], x + box[2], y + box[3]]);
    }
    for (const n of this.names) taken.add([n.x - n.r * 0.7, n.y - n.r * 0.7, n.x + n.r * 0.7, n.y + n.r * 0.7], n);
    const near = (list, n, far) => list.find(([x, y]) => Math.abs(x - n.x) < far && Math.abs(y - n.y) < far);
    // Whoever is asked about a place must be able to find it.
    const first = this.names.map((n) => [n, n.rank + (near(lit, n, 62) ? 10 : 0)]).sort((a, b) => b[1] - a[1]);
    for (const [n, worth] of first) {
      const size = Math.max(n.size, LEAST[n.rank] / s), pile = near(piles, n, 45);
      const around = pile?.[2].map((v, i) => v + (i % 2 ? pile[1] - n.y : pile[0] - n.x));
      let best = [Infinity, null];
      for (const box of this.spots(n, size, around)) {
        const cost = taken.hidden([n.x + box[0], n.y + box[1], n.x + box[2], n.y + box[3]], n);
        if (cost < best[0]) best = [cost, box];
        if (!cost) break;
      }
      const [cost, box] = best, shown = cost < (worth > 2 ? 1e9 : 0.06 * n.wide * size * size);
      if (n.shown !== shown) n.text.style.display = (n.shown = shown) ? "" : "none";
      if (!shown) continue;
      taken.add([n.x + box[0] - 4 / s, n.y + box[1], n.x + box[2] + 4 / s, n.y + box[3]]);
      dress(n.text, { x: (n.x + box[0]).toFixed(1), y: (n.y + box[1] + size * RISE).toFixed(1), "font-size": size.toFixed(1), "stroke-width": (size * 0.2).toFixed(1) });
    }
  },
});
