// The battle board under a hand: what the mouse, fingers and keys choose on it.

Object.assign(Board.prototype, {
  listen() {
    const { svg } = this;
    const stop = (e) => e.stopPropagation();
    for (const name of ["mousedown", "dblclick", "contextmenu"]) svg.addEventListener(name, stop);
    svg.addEventListener("wheel", (e) => { e.preventDefault(); stop(e); this.zoom(e.deltaY > 0 ? 1.12 : 0.89, this.point(e)); }, { passive: false });
    svg.addEventListener("pointerdown", (e) => this.down(e));
    svg.addEventListener("pointermove", (e) => this.move(e));
    svg.addEventListener("pointerup", (e) => this.up(e));
    svg.addEventListener("pointercancel", () => this.release());
    svg.addEventListener("pointerleave", () => { this.over = null; this.tip.hidden = true; this.showWay(-1); });
    svg.addEventListener("keydown", (e) => this.press(e));
    // In JupyterLab a plain letter is a command (d d deletes the cell): none may leave the board.
    this.root.addEventListener("keydown", (e) => { if (!e.ctrlKey && !e.metaKey) e.stopPropagation(); });
    svg.addEventListener("focusin", () => { if (this.cursor < 0) this.cursor = this.firstHex(); this.drawCursor(); });
    svg.addEventListener("focusout", () => setTimeout(() => this.drawCursor(), 0));
    this.tip.hidden = true;
    this.off.push(onEscape(this.root, () => this.letGo()));
  },
  letGo() {
    if (!this.key.hidden) { this.legend(); return; }
    this.tip.hidden = true;
    this.fan = -1;
    this.drawFan();
    if (this.svg.contains(document.activeElement)) this.svg.focus();
    this.say({ kind: "let_go" });
  },
  firstHex() {
    const light = this.model.get("light") || {};
    return light.hex >= 0 ? light.hex : (light.able || [])[0] ?? (this.units()[0] || { hex: 0 }).hex;
  },
  unitOf(target) { const g = target.closest && target.closest("[data-unit]"); return g ? g.dataset.unit : null; },
  down(e) {
    if (e.button !== 0) return;
    this.quiet = this.unitOf(e.target);
    this.tip.hidden = true;
    this.grip = { x: e.clientX, y: e.clientY, id: this.unitOf(e.target), fan: !!e.target.closest(".nw-fan"), view: { ...this.view }, far: false, pointer: e.pointerId };
  },
  move(e) {
    if (!this.grip) return this.hover(e);
    const g = this.grip, dx = e.clientX - g.x, dy = e.clientY - g.y;
    if (!g.far && Math.hypot(dx, dy) < 6) return;
    if (!g.far) { g.far = true; try { this.svg.setPointerCapture(g.pointer); } catch { /* gone */ } }
    this.tip.hidden = true;
    if (g.id) {
      if (!g.ghost) { const n = this.nodes.get(g.id); g.ghost = n && n.g.cloneNode(true); if (g.ghost) { g.ghost.classList.add("nw-ghost"); this.layers.top.appendChild(g.ghost); } }
      const [x, y] = this.point(e);
      if (g.ghost) g.ghost.setAttribute("transform", `translate(${x} ${y})`);
    } else {
      const k = this.view.w / this.svg.clientWidth;
      this.touched = true;
      this.view.x = g.view.x - dx * k; this.view.y = g.view.y - dy * k;
      this.fit();
    }
  },
  release() { if (this.grip && this.grip.ghost) this.grip.ghost.remove(); this.grip = null; },
  up(e) {
    const g = this.grip, hex = this.hexAt(...this.point(e));
    this.release();
    if (!g) return;
    if (g.far) { if (g.id && hex >= 0) this.say({ kind: "drop", unit: g.id, hex }); return; }
    if (g.fan && g.id) { this.say({ kind: "unit", unit: g.id }); return; }
    if (hex >= 0) { this.cursor = hex; this.choose(hex); this.drawCursor(); }
  },
  choose(hex) {
    const light = this.model.get("light") || {};
    const isTarget = (light.targets || []).some((t) => t[0] === hex);
    this.fan = !isTarget && (this.stacks().get(hex) || []).length > 1 ? hex : -1;
    this.drawFan();
    this.say({ kind: "pick", hex });
  },
  hover(e) {
    this.showWay(this.hexAt(...this.point(e)));
    const unit = this.unitOf(e.target), node = unit && this.nodes.get(unit), tip = this.tip, hex = this.hexAt(...this.point(e));
    const id = node ? unit : hex;
    if (id !== this.over) { this.over = id; this.since = Date.now(); clearTimeout(this.later); }
    if (id === -1 || this.quiet === id) { tip.hidden = true; return; }
    this.quiet = null;
    const wait = (node ? 350 : 700) - (Date.now() - this.since);
    if (wait > 0) { tip.hidden = true; clearTimeout(this.later); this.later = setTimeout(() => { if (this.over === id) this.hover(e); }, wait); return; }
    tip.hidden = false;
    const box = this.frame.getBoundingClientRect(), key = node ? node.key : `hex ${hex}`;
    if (!node) {
      tip.dataset.key = key;
      fillTip(tip, this.describe(hex).split("; "));
    } else if (tip.dataset.key !== key) {
      tip.dataset.key = key;
      const u = JSON.parse(key);
      const lost = u.lost > 1 ? `${u.lost} steps lost` : u.lost ? "one step lost" : "";
      fillTip(tip, [u.name || "Hidden", [u.said, u.values].filter(Boolean).join(" · "), lost, u.berth === "covered" ? "under cover: the enemy does not see it" : "", ...u.marks.map((m) => m.join(" "))].filter(Boolean));
    }
    const taken = this.onScreen(this.boxes());
    const at = freeCorner([tip.offsetWidth, tip.offsetHeight], [e.clientX - box.left + 14, e.clientY - box.top + 16], [4, 4, box.width - 4, box.height - 4], taken);
    tip.hidden = !at;
    if (at) Object.assign(tip.style, { left: `${at[0]}px`, top: `${at[1]}px` });
  },
  press(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const key = e.key, inFan = e.target.closest(".nw-fan");
    const acts = {
      Enter: () => inFan ? this.say({ kind: "unit", unit: e.target.dataset.unit }) : this.choose(this.cursor),
      " ": () => acts.Enter(),
      z: () => this.overlay("zoc"), c: () => this.overlay("command"), l: () => this.overlay("sight"), k: () => this.legend(),
      "+": () => this.zoom(0.8), "=": () => this.zoom(0.8), "-": () => this.zoom(1.25), 0: () => this.home(true), n: () => this.next(),
    };
    const more = this.keys[key.toLowerCase()], act = acts[key] || acts[key.toLowerCase()] || (more && (() => this.overlay(more)));
    if (STEPS[key]) this.step(key);
    else if (act) act();
    else return;
    e.preventDefault();
    e.stopPropagation();
  },
  step(key) {
    const rows = this.board.rows, c = Math.floor(this.cursor / rows), r = this.cursor % rows;
    const [dc, dr] = STEPS[key], to = this.number(c + dc, r + dr);
    if (to >= 0) this.go(to);
  },
  go(h) {
    this.cursor = h;
    this.reveal(h);
    this.drawCursor();
    this.showWay(h);
    this.live.textContent = this.describe(h);
  },
  next() {
    const able = [...((this.model.get("light") || {}).able || [])].sort((a, b) => a - b);
    if (able.length) this.go(able.find((h) => h > this.cursor) ?? able[0]);
  },
  describe(h) {
    const b = this.board, pile = (this.stacks().get(h) || []).slice().reverse();
    const target = ((this.model.get("light") || {}).targets || []).find((t) => t[0] === h);
    const words = [`${this.label(h)}${b.places[h] ? " " + b.places[h] : ""}, ${TERRAIN[b.terrain[h]]}, level ${b.levels.charCodeAt(h) - 48}`];
    if (target) words.push(`can be reached${target[1] ? ", " + target[1] : ""}${target[2] ? ", " + target[2] : ""}`);
    for (const o of this.model.get("overlays") || []) {
      const note = o.notes.find((n) => n[0] === h);
      if (["flag", "entry", "objective", "battle", "source", "hungry", "broken", "pontoon"].includes(o.kind) && o.hexes.includes(h)) words.push(o.title + (note && note[1] ? ": " + note[1] : ""));
    }
    words.push(...pile.map((u) => [(NATIONS[u.nation] || ["", u.nation])[1], u.name, u.said, u.values, u.lost ? "step lost" : "",
      u.berth === "covered" ? "under cover" : "", ...u.marks.map((m) => m[1])].filter(Boolean).join(" ")));
    return words.join("; ");
  },
});

function initialize({ model }) {
  keepUnits(model);
}

function render({ model, el: root }) {
  const board = new Board(model, root.appendChild(document.createElement("div")));
  board.start();
  return () => board.stop();
}

export default { initialize, render };
