// The hands of a campaign's map: buttons, mouse, drag and keyboard. It sends only what the player chose, and keeps the
// mouse from chattering to the kernel.

function initialize({ model }) {
  keepUnits(model);
  const open = () => PICTURES.set(model.get("map_id"), unpack(model));
  open();
  // In another language it is another picture.
  model.on("change:picture", open);
}
async function unpack(model) {
  // The picture comes compressed; the names of places are taken out of it.
  const packed = model.get("picture");
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const [before, towns, after] = (await new Response(stream).text()).split(/<!--\/?towns-->/);
  return { picture: await pictureOf(before + after), towns };
}

class Campaign extends CampaignView {
  // Controls
  tools() {
    const bar = this.bar = tag("div", "nw-tools", this.root);
    this.toggles = {};
    const button = (text, title, f, where = bar) => {
      const b = tag("button", "", where, text);
      b.type = "button";
      b.title = title;
      // Words name themselves.
      text[1] || b.setAttribute("aria-label", title);
      b.onclick = () => f(b);
      return b;
    };
    for (const [kind, [text, title]] of Object.entries(this.overs)) this.toggles[kind] = button(text, title, () => this.overlay(kind));
    this.keyButton = button("Key", "What the signs mean (K)", () => this.legend());
    // These stay in one row where the others wrap.
    const zoom = tag("span", "nw-zoom", bar);
    button("−", "Zoom out (-)", () => this.map?.zoomOut(0.5), zoom);
    button("+", "Zoom in (+)", () => this.map?.zoomIn(0.5), zoom);
    button("All", "The whole map (0)", () => this.home(true), zoom);
    this.key = tag("div", "nw-key", this.root);
    this.key.hidden = true;
    this.fillKey();
  }
  legend() {
    this.key.hidden = !this.key.hidden;
    this.keyButton.setAttribute("aria-expanded", String(!this.key.hidden));
    if (this.map) this.shun();
  }
  overlay(name) { this.say({ kind: "overlay", name, hex: this.picked >= 0 ? this.picked : -1 }); }

  listen() {
    const box = this.box;
    const hear = (node, kind, f, how) => { node.addEventListener(kind, f, how); this.off.push(() => node.removeEventListener(kind, f, how)); };
    // A press on a counter: a click picks it, a drag carries it; Leaflet must not take it for its own.
    const press = (e) => {
      const g = e.target.closest(".nw-unit");
      this.grip = null;
      this.tip.hidden = true;
      if (!g || e.button) return;
      this.grip = { x: e.clientX, y: e.clientY, id: g.dataset.unit, active: g.classList.contains("nw-active"), pile: g.closest("[data-place]") };
      if (this.grip.active) e.stopPropagation();
    };
    hear(this.svg, "mousedown", press);
    hear(this.svg, "touchstart", (e) => { if (e.target.closest(".nw-unit.nw-active")) e.stopPropagation(); }, { passive: true });
    hear(window, "mousemove", (e) => this.carry(e));
    hear(window, "mouseup", (e) => this.drop(e));
    hear(this.svg, "click", (e) => {
      const g = e.target.closest(".nw-unit"), grip = this.grip;
      if (!g) return;
      e.stopPropagation();
      if (this.ended || (grip && Math.hypot(e.clientX - grip.x, e.clientY - grip.y) > 5)) { this.ended = false; return; }
      this.box.focus({ preventScroll: true });
      this.pick(Number(g.closest("[data-place]").dataset.place));
    });
    hear(box, "mousemove", (e) => this.hover(e));
    hear(box, "mouseleave", () => { clearTimeout(this.later); this.tip.hidden = true; });
    hear(box, "keydown", (e) => this.keys(e));
    hear(box, "focus", () => { if (this.cursor < 0) this.next(true); this.drawCursor(); });
    hear(box, "blur", () => this.drawCursor());
    hear(this.root, "keydown", (e) => { if (!e.ctrlKey && !e.metaKey) e.stopPropagation(); });
    this.off.push(onEscape(this.root.closest(".nw-campaign") || this.root, () => this.letGo()));
  }
  letGo() {
    if (!this.key.hidden) { this.legend(); return; }
    this.tip.hidden = true;
    this.say({ kind: "let_go" });
  }
  carry(e) {
    const grip = this.grip;
    if (!grip || !grip.active || !(e.buttons & 1)) return;
    if (!grip.ghost && Math.hypot(e.clientX - grip.x, e.clientY - grip.y) < 6) return;
    if (!grip.ghost) {
      const u = this.units().find((v) => v.id === grip.id);
      if (!u) return;
      grip.ghost = counter(u, this.board.states);
      grip.ghost.classList.add("nw-ghost");
      this.layers.top.appendChild(grip.ghost);
      this.say({ kind: "unit", unit: grip.id });
    }
    const [x, y] = this.point(e);
    grip.ghost.setAttribute("transform", `translate(${x.toFixed(0)} ${y.toFixed(0)}) scale(${this.k.toFixed(3)})`);
    if (!grip.ghost.parentNode) this.layers.top.appendChild(grip.ghost);
  }
  drop(e) {
    const grip = this.grip;
    if (!grip?.ghost) return;
    grip.ghost.remove();
    this.grip = null;
    // The click that follows a drag belongs to it.
    this.ended = true;
    setTimeout(() => { this.ended = false; }, 60);
    const box = document.elementFromPoint(e.clientX, e.clientY)?.closest("[data-zone]");
    const hex = box && this.strip.contains(box) ? this.size + Number(box.dataset.zone) : this.hexAt(...this.point(e));
    if (hex >= 0) this.say({ kind: "drop", unit: grip.id, hex });
  }
  pick(h) { this.cursor = h; this.drawCursor(); this.say({ kind: "pick", hex: h }); }
  hover(e) {
    clearTimeout(this.later);
    this.tip.hidden = true;
    if (e.buttons) return;
    this.showWay(this.place(this.hexAt(...this.point(e))));
    this.later = setTimeout(() => {
      const pile = e.target.closest?.("[data-place]");
      const h = pile ? Number(pile.dataset.place) : this.hexAt(...this.point(e));
      if (h < 0 || this.dead) return;
      fillTip(this.tip, this.describe(this.place(h)).split("; "));
      const r = this.box.getBoundingClientRect();
      this.putAt(this.tip, [e.clientX - r.left + 16, e.clientY - r.top + 16], 4);
    }, 320);
  }
  keys(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const acts = {
      Enter: () => { if (this.cursor >= 0) this.pick(this.cursor); }, " ": () => { if (this.cursor >= 0) this.pick(this.cursor); },
      n: () => this.next(), t: () => this.next(false, "targets"), c: () => this.city(),
      s: () => this.overlay("supply"), e: () => this.overlay(Object.keys(this.overs)[1]), r: () => this.overlay("reach"), k: () => this.legend(),
      "+": () => this.map.zoomIn(0.5), "=": () => this.map.zoomIn(0.5), "-": () => this.map.zoomOut(0.5), 0: () => this.home(true),
    };
    const act = acts[e.key] || acts[e.key.toLowerCase()];
    if (STEPS[e.key]) this.step(e.key);
    else if (act) act();
    else return;
    e.preventDefault();
    e.stopPropagation();
  }
  step(key) {
    const from = this.cursor >= this.size ? this.nearest(this.cursor) : this.cursor, rows = this.board.rows;
    const [dc, dr] = STEPS[key], to = this.number(Math.floor(from / rows) + dc, (from % rows) + dr);
    if (to >= 0) this.go(to);
  }
  nearest(place) { const at = this.centre(place); return at ? this.hexAt(...at) : Math.floor(this.size / 2); }
  go(h) {
    this.cursor = h;
    if (h >= this.size && !this.centre(h)) this.strip.querySelector(`[data-zone="${h - this.size}"]`)?.focus();
    else this.reveal(h);
    this.drawCursor();
    this.showWay(h);
    this.live.textContent = this.describe(this.place(h));
  }
  next(quiet = false, what = "able") {
    const light = this.model.get("light") || {};
    const list = what === "able" ? [...(light.able || [])] : (light.targets || []).map((t) => t[0]);
    list.sort((a, b) => a - b);
    const to = list.find((h) => h > this.cursor) ?? list[0];
    if (to === undefined) { if (quiet) this.cursor = this.hexAt(...this.mid()); return; }
    if (quiet) this.cursor = to; else this.go(to);
  }
  mid() { const c = this.map.getCenter(); return [c.lng, -c.lat]; }
  // The next town, in sight or not.
  city() {
    const list = this.towns(), to = list.find((h) => h > this.cursor) ?? list[0];
    if (to !== undefined) this.go(to);
  }
  towns() { return Object.keys(this.board.places).map(Number); }
  describe(h) {
    const b = this.board, zone = this.zone(h), out = [];
    const target = ((this.model.get("light") || {}).targets || []).find((t) => t[0] === h);
    if (zone) {
      const row = b.zones.find((z) => z[0] === zone);
      out.push([row[1], row[2]].filter(Boolean).join(", "), ["next to it", ...row[4]].join(", "));
    } else {
      const owner = b.owner[h] === " " ? "" : `, ${b.owners[b.owner.charCodeAt(h) - 65]}`;
      out.push(`${b.places[h] ? `${b.places[h]} ` : ""}${this.label(h)}, ${TERRAIN[b.terrain[h]]}${b.out[h] === "x" ? ", out of play" : owner}`);
    }
    if (target) out.push(`can be reached${target[1] ? `: ${target[1].replace(" · ", " movement points, met with ")}` : ""}${target[2] ? `, ${target[2]}` : ""}`);
    for (const o of this.model.get("overlays") || []) {
      const note = o.notes.find((n) => n[0] === h);
      if (["flag", "siege", "battle", "here"].includes(o.kind) && o.hexes.includes(h)) out.push(o.title + (note && note[1] ? ` for ${note[1]}` : ""));
    }
    const here = this.units().filter((u) => u.hex === h).sort((a, c) => c.order - a.order);
    out.push(...here.map(words));
    return out.join("; ");
  }
}

// The view of a map; which class it is depends on the board.
const view = (kind) => ({ model, el: root }) => {
  const campaign = new kind(model, root.appendChild(document.createElement("div")));
  campaign.start();
  return () => campaign.stop();
};
