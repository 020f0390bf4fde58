// A theatre on hexes of an hour's march: what differs from the hexes of Europe. The hands and the drawing are the same.

const GROUND = { c: "clear", w: "woods", h: "hills", o: "wooded hills", m: "mountains", s: "marsh", l: "water" };
const reached = (note) => (!note ? "" : note.endsWith("%") ? `, with a chance of ${note}` : /^[\d.]+$/.test(note) ? `: ${note} movement points` : `: ${note}`);
const KINDS = { fortress: "fortified town", town: "town" };

class TheatreCampaign extends Campaign {
  async start() {
    for (const [seat, [name, colour]] of Object.entries(this.board.sides)) { SIDES[seat] = colour; SIDE_WORDS[seat] = name; }
    await super.start();
    this.strip.hidden = true;
  }
  get based() { return true; }
  get overs() {
    return { supply: ["Supply", "The lines of communication of your armies (S)"], zoc: ["Enemy zones", "Hexes beside enemy stacks: a force stops there (E)"],
      command: ["Dispatch", "The dispatch distance, where a command costs least (O)"], reach: ["Reach", "How far the troops in the chosen hex come (R)"] };
  }

  // Geometry: no sea, no boxes beyond the map
  centre(h) { return h >= 0 && h < this.size ? this.hexCentre(h) : null; }
  spot(hex) { return this.centre(hex); }
  zone() { return 0; }
  place(h) { return h; }
  drawStrip() {}
  // In the very town: names stand beside it.
  get mast() { return [0, 0]; }
  get closeness() { return [-1.5, -0.75]; }
  pane() {
    super.pane();
    this.air = el("rect", { class: "nw-air", x: -W / 2, y: -H / 2, width: (this.board.cols - 1) * COL + W, height: (this.board.rows + 0.5) * H });
    this.svg.prepend(this.air);
  }
  get how() {
    return "Map of hexes. Arrow keys move the cursor; C goes to the next town; N goes to the next force that can act; "
      + "T goes to the next lit place; Enter picks; Escape lets go; S shows supply; E shows enemy zones; O shows the dispatch distance; R shows reach; K explains the signs; P opens the paragraph; plus, minus and 0 zoom.";
  }
  keys(e) {
    if (e.key.toLowerCase() !== "o" || e.ctrlKey || e.metaKey || e.altKey) { super.keys(e); return; }
    this.overlay("command");
    e.preventDefault();
    e.stopPropagation();
  }
  towns() { return super.towns().filter((h) => this.board.places[h][1] in KINDS); }

  // Words
  describe(h) {
    const b = this.board, [name, kind] = b.places[h] || [], out = [], ways = b.ways.charCodeAt(h) - 48;
    out.push(`${name ? `${name} ` : ""}${this.label(h)}${KINDS[kind] ? `, ${KINDS[kind]}` : ""}, ${GROUND[b.terrain[h]]}`);
    const road = ways & 1 ? "primary road" : ways & 2 ? "secondary road" : "", water = ways & 4 ? "primary river" : ways & 8 ? "secondary river" : "";
    if (road || water) out.push([road, water && `${water}${ways & 16 ? ", bridge" : ""}`].filter(Boolean).join(", "));
    const target = ((this.model.get("light") || {}).targets || []).find((t) => t[0] === h);
    if (target) out.push(`can be reached${reached(target[1])}${target[2] ? ", the enemy is near" : ""}`);
    for (const o of this.model.get("overlays") || []) {
      const note = o.notes.find((n) => n[0] === h);
      if (["flag", "objective", "target", "here"].includes(o.kind) && o.hexes.includes(h)) out.push([o.title, note && note[1]].filter(Boolean).join(", "));
    }
    const here = this.units().filter((u) => u.hex === h).sort((a, c) => c.order - a.order);
    out.push(...here.map(words));
    return out.join("; ");
  }

  // Lights
  drawLight() {
    const light = this.model.get("light") || {}, plain = new Set((light.targets || []).filter((t) => t[1] && !t[2]).map((t) => t[1]));
    this.alike = plain.size === 1 ? [...plain][0] : "";
    super.drawLight();
    this.air.dataset.sky = light.sky || "";
  }
  note(g, h, text, tone) {
    // A chance that is the same everywhere stands once, in the hint.
    if (tone || text !== this.alike || !text.endsWith("%")) super.note(g, h, text, tone);
  }

  // Marks
  tint(g, o) {
    if (o.kind === "supply") for (const way of o.ways || []) this.line(g, way, "nw-supplyline");
    else if (o.kind === "broken") for (const way of o.ways || []) this.cut(g, way);
    else if (o.kind === "objective") for (const h of o.hexes) this.aim(g, h);
    else if (o.kind === "target") super.tint(g, o);
    else {
      const [wash, edge] = this.area(o.hexes);
      el("path", { class: `nw-wash nw-over-${o.kind}`, d: wash }, g);
      el("path", { class: `nw-edge nw-edge-${o.kind}`, d: edge }, g);
    }
  }
  line(g, hexes, name) { el("path", { class: name, d: `M${hexes.map((h) => this.hexCentre(h).map((v) => v.toFixed(0)).join(" ")).join("L")}` }, g); }
  cut(g, [a, b]) {
    const [[x, y], [u, v]] = [this.hexCentre(a), this.hexCentre(b)], s = el("g", { class: "nw-cut", transform: `translate(${(x + u) / 2} ${(y + v) / 2})` }, g);
    el("path", { d: "M-15-15l30 30m0-30l-30 30" }, s);
  }
  aim(g, h) {
    const [x, y] = this.hexCentre(h);
    el("path", { class: "nw-aim", d: "M0-15l4.3 9.6 10.4 1.1-7.8 7 2.2 10.3L0 7.7l-9.1 5.3 2.2-10.3-7.8-7 10.4-1.1z", transform: `translate(${x - 30} ${y - 22})` }, g);
  }
  fillKey() {
    const row = keyRow(this.key, this.board.states, { seat: Object.keys(this.board.sides)[0] });
    row({ values: "12" }, "infantry: strength points");
    row({ symbol: "cavalry", values: "4" }, "cavalry");
    row({ symbol: "artillery", values: "3" }, "artillery");
    row({ symbol: "leader", values: "4" }, "leader: initiative");
    row({ symbol: "vedette", values: "1" }, "vedettes");
    row({ symbol: "hq", values: "" }, "centre of operations");
    row({ symbol: "unknown", values: "?" }, "a stack face down");
    row({ marks: [["!", ""]] }, "demoralized");
    row({ spent: true }, "lies askew: has moved");
    tag("p", "", this.key, "On a stack: below, the strength of all of it; in the disc, the initiative of its highest leader, "
      + "* with a tactical bonus. Gold outline: can act now. Figures in a hex: movement points, or per cent: the chance to come there. Red dashes: the enemy is near, there or on the way. "
      + "A flag: a place worth points, in the hands of that side; a star: in nobody's. A cross on a river: the bridge is down. A veil over the land: the weather.");
  }
}

export default { initialize, render: view(TheatreCampaign) };
