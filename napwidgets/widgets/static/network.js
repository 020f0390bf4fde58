// A map of places and roads: what differs from the hexes of Europe. The hands and the drawing are the same.

class NetworkCampaign extends Campaign {
  async start() {
    for (const [seat, [name, colour]] of Object.entries(this.board.sides)) { SIDES[seat] = colour; SIDE_WORDS[seat] = name; }
    this.links = this.board.places.map(() => []);
    for (const [a, b] of this.board.links) { this.links[a].push(b); this.links[b].push(a); }
    await super.start();
    this.strip.hidden = true;
  }
  get based() { return true; }
  get overs() {
    return { supply: ["Supply", "The roads that supply your armies (S)"], command: ["Command", "Where your generals' lines of communication reach (E)"], reach: ["Reach", "How far the troops in the chosen place come (R)"] };
  }

  // Geometry
  get size() { return this.board.places.length; }
  hexCentre(h) { const p = this.board.places[h]; return [p[1], p[2]]; }
  centre(h) { return h >= 0 && h < this.size ? this.hexCentre(h) : null; }
  spot(hex, berth, k = this.k) {
    // Two sides in one place stand side by side.
    const at = this.centre(hex);
    return at && berth ? [at[0] + (berth === "west" ? -36 : 36) * k, at[1]] : at;
  }
  zone() { return 0; }
  place(h) { return h; }
  hexAt(x, y) {
    let best = -1, near = this.board.near ** 2;
    this.board.places.forEach((p, h) => {
      const d = (p[1] - x) ** 2 + (p[2] - y) ** 2;
      if (d < near) { near = d; best = h; }
    });
    return best;
  }
  outline(places) {
    return places.filter((h) => h >= 0 && h < this.size).map((h) => {
      const [x, y] = this.hexCentre(h);
      return `M${x - 34} ${y}a34 34 0 1 0 68 0a34 34 0 1 0-68 0z`;
    }).join("");
  }
  area(places) { const d = this.outline(places); return [d, d]; }
  get how() {
    return "Map of places and roads. Arrow keys follow the roads; C goes to the next fortified city; N goes to the next force that can act; "
      + "T goes to the next lit place; Enter picks; Escape lets go; S shows supply; E shows command; R shows reach; K explains the signs; P opens the paragraph; plus, minus and 0 zoom.";
  }
  get closeness() { return [-1, 0]; }

  // Keyboard
  step(key) {
    // The road that runs most nearly in that direction; from a place without one, the nearest place there.
    const [dx, dy] = STEPS[key], [x, y] = this.hexCentre(this.cursor);
    const aim = (h) => {
      const [u, v] = this.hexCentre(h), far = Math.hypot(u - x, v - y) || 1;
      return [((u - x) * dx + (v - y) * dy) / far, far];
    };
    const roads = this.links[this.cursor].map((h) => [h, ...aim(h)]).filter((r) => r[1] > 0.35).sort((a, b) => b[1] - a[1]);
    const rest = () => this.board.places.map((_, h) => [h, ...aim(h)]).filter((r) => r[1] > 0.6 && r[2] > 1).sort((a, b) => a[2] - b[2]);
    const to = (roads.length ? roads : rest())[0];
    if (to) this.go(to[0]);
  }
  towns() { return [...this.board.places.keys()].filter((h) => this.board.places[h][4]); }

  // Words
  describe(h) {
    const { places, terrains, countries } = this.board, [name, , , terrain, fort, country] = places[h], out = [];
    out.push([name, fort ? "fortified city" : "", terrains[terrain], countries[country]].filter(Boolean).join(", "));
    const target = ((this.model.get("light") || {}).targets || []).find((t) => t[0] === h);
    if (target) out.push(`can be reached${target[1] ? `: ${target[1]} movement points` : ""}${target[2] ? `, ${target[2]}` : ""}`);
    for (const o of this.model.get("overlays") || []) {
      const note = o.notes.find((n) => n[0] === h);
      if (["flag", "goal", "siege", "battle", "works", "here"].includes(o.kind) && o.hexes.includes(h)) out.push(o.title + (note && note[1] ? `, ${note[1]}` : ""));
    }
    const here = this.units().filter((u) => u.hex === h).sort((a, c) => c.order - a.order), hidden = here.filter((u) => u.symbol === "unknown");
    out.push(...here.filter((u) => u.symbol !== "unknown").map(words));
    for (const seat of new Set(hidden.map((u) => u.seat))) {
      const n = hidden.filter((u) => u.seat === seat).length;
      out.push(`${n} ${n > 1 ? "counters face down" : "counter face down"}: ${SIDE_WORDS[seat]}`);
    }
    return out.join("; ");
  }

  // Marks
  drawStrip() {}
  tint(g, o) {
    if (o.kind === "supply") this.lines(g, o.hexes);
    else if (o.kind === "cut" || o.kind === "pontoon") this.bridge(g, o);
    else if (o.kind === "works") for (const h of o.hexes) { const [x, y] = this.hexCentre(h); el("path", { class: "nw-works", d: `M${x - 44} ${y + 26}l12-12 12 12 12-12 12 12 12-12 12 12 12-12` }, g); }
    else if (o.kind !== "goal") super.tint(g, o);
  }
  lines(g, boxes) {
    let d = "", pen = "M";
    for (const h of boxes) {
      if (h < 0) { pen = "M"; continue; }
      const [x, y] = this.hexCentre(h);
      d += `${pen}${x} ${y}`;
      pen = "L";
    }
    el("path", { class: "nw-supplyline", d }, g);
  }
  bridge(g, o) {
    const [[x, y], [u, v]] = o.hexes.slice(0, 2).map((h) => this.hexCentre(h)), turn = Math.atan2(v - y, u - x) * 180 / Math.PI;
    const s = el("g", { class: `nw-${o.kind}`, transform: `translate(${(x + u) / 2} ${(y + v) / 2}) rotate(${turn.toFixed(0)})` }, g);
    el("path", { d: o.kind === "cut" ? "M-13-13l26 26m0-26l-26 26" : "M-20-7h40M-20 7h40M-13-12v24M0-12v24M13-12v24" }, s);
  }
  plant(flag) {
    const [x, y] = this.hexCentre(flag.dataset.flag);
    dress(flag, { transform: `translate(${x - 34} ${y - 8}) scale(.62)` });
  }
  get low() { return 9; }
  fillKey() {
    const row = keyRow(this.key, this.board.states, { seat: Object.keys(this.board.sides)[0] });
    row({ values: "9-3" }, "infantry: strength-cohesion");
    row({ symbol: "cavalry", values: "2-4" }, "cavalry");
    row({ symbol: "artillery", values: "+4" }, "reserve artillery: its bonus");
    row({ symbol: "leader", values: "3" }, "leader: command value");
    row({ symbol: "unknown", values: "?" }, "face down: anything");
    row({ symbol: "force", values: "×12" }, "a Force of twelve counters");
    row({ marks: [["○", ""]] }, "cut off from command");
    row({ spent: true }, "lies askew: has moved");
    tag("p", "", this.key, "Gold outline: can act now. Figures at a place: movement points. Red dashes: enemies stand there. "
      + "A flag: a place worth points, in the hands of that side. Teeth: entrenched. Violet: besieged. A cross on a road: the bridge is destroyed; two bars: a pontoon bridge.");
  }
}

export default { initialize, render: view(NetworkCampaign) };
