// What moves on the map of Europe, drawn. The map itself is ipyleaflet's; this layer draws into a pane of it.

const sleep = (ms) => new Promise((f) => setTimeout(f, ms));

class CampaignView extends HexPlane {
  constructor(model, root) {
    super();
    Object.assign(this, { model, root, cursor: -1, fan: -1, nodes: new Map(), off: [], k: 1 });
  }

  async start() {
    const { root } = this;
    root.className = "nw-campaign-ui";
    root.setAttribute("data-lm-suppress-shortcuts", "true");
    this.hint = tag("div", "nw-hint", root);
    // A telephone keeps a line for it below the map.
    this.hint.title = "Click a counter or a place to look at it";
    this.echo = tag("div", "nw-hint nw-echo", root);
    this.echo.setAttribute("role", "status");
    this.tray = tag("div", "nw-tray", root);
    this.tray.setAttribute("role", "group");
    this.tray.setAttribute("aria-label", "What stands in the chosen place");
    this.tray.hidden = true;
    this.tip = tag("div", "nw-tip", root);
    this.tip.hidden = true;
    this.tools();
    this.strip = tag("div", "nw-offmap", root);
    this.strip.setAttribute("role", "group");
    this.strip.setAttribute("aria-label", "Seas beyond Europe");
    this.live = tag("div", "nw-sr", root);
    this.live.setAttribute("aria-live", "polite");
    const view = await this.find();
    if (!view) return;
    this.map = view.obj;
    // Where somebody looks is no business of the kernel's: ipyleaflet would tell it of every step of the wheel.
    view.touch = () => {};
    this.box = this.map.getContainer();
    this.pane();
    this.drawUnits();
    this.drawLight();
    this.drawOverlays();
    this.readNames();
    this.showLand();
    this.on("change:picture", () => this.showLand());
    this.watch({ units: ["drawUnits", "drawLight"], light: ["drawLight"], overlays: ["drawOverlays"] });
    this.listen();
    this.sizes = new ResizeObserver(() => {
      this.foot = this.strip.offsetHeight;
      this.root.style.setProperty("--strip", `${this.foot}px`);
      this.map.invalidateSize({ animate: false });
      // Farther off than the whole of it there is nothing to see.
      this.map.setMinZoom(this.map.getBoundsZoom(this.board.bounds));
      if (this.laid || this.box.clientWidth < 50 || !this.based) return;
      this.laid = true;
      this.home(false, false);
      this.inView();
      this.here = undefined;
      this.drawOverlays();
      root.dataset.ready = (root.closest(".nw-campaign") || root).dataset.ready = "1";
    });
    this.sizes.observe(this.box);
    this.sizes.observe(this.strip);
  }
  async find() {
    // The view of the map that stands in the same box as this layer.
    const map = await this.model.widget_manager.get_model(this.model.get("map_id"));
    while (!this.dead) {
      const box = this.root.closest(".nw-campaign");
      for (const promise of Object.values(map.views || {})) {
        const view = await promise;
        if (box && box.contains(view.el) && view.obj && view.obj._loaded) return view;
      }
      await sleep(25);
    }
    return null;
  }
  on(event, f) { this.model.on(event, f); this.off.push(() => this.model.off(event, f)); }
  stop() {
    this.dead = true;
    this.off.forEach((f) => f());
    this.sizes?.disconnect();
    clearTimeout(this.later);
    this.svg?.remove();
    this.land?.close();
    this.root.replaceChildren();
  }
  say(message) { deliver(this.model, message); }
  // Whether everything that lies on the map has its size.
  get based() { return this.strip.offsetHeight > 0; }

  // Geometry
  get size() { return this.board.cols * this.board.rows; }
  centre(h) { return h >= this.size ? this.board.anchors[h - this.size] || null : this.hexCentre(h); }
  spot(hex, berth, k = this.k) {
    // Where a pile lies: ships in port beside the city, blockaders before it.
    const at = this.centre(hex), way = berth && this.board.ports[hex];
    if (!at || !way) return at;
    const far = (berth === "off" ? 112 : 44) * Math.max(1, k * 0.85);
    return [at[0] + way[0] * far, at[1] + way[1] * far];
  }
  zone(h) { return h >= this.size ? h - this.size : h >= 0 && this.board.sea[h] !== " " ? this.board.sea.charCodeAt(h) - 48 : 0; }
  place(h) { const z = this.zone(h); return z ? this.size + z : h; }
  point(event) { const p = this.map.mouseEventToLatLng(event); return [p.lng, -p.lat]; }
  latlng([x, y]) { return [-y, x]; }
  outline(hexes) {
    return hexes.filter((h) => h < this.size).map((h) => {
      const [x, y] = this.hexCentre(h);
      return "M" + CORNERS.map(([a, b]) => `${(x + a * 0.96).toFixed(0)} ${(y + b * 0.96).toFixed(0)}`).join("L") + "z";
    }).join("");
  }
  seaHexes(zone) {
    const found = [], sea = this.board.sea, mark = String.fromCharCode(48 + zone);
    for (let h = 0; h < sea.length; h++) if (sea[h] === mark) found.push(h);
    return found;
  }

  // The pane on the map
  pane() {
    const map = this.map, [[south, west], [north, east]] = this.board.bounds;
    // ipyleaflet tells the kernel of every movement of the mouse; the kernel only wants the clicks.
    map.off("mousemove mousedown mouseup mouseover mouseout preclick contextmenu");
    const pane = map.getPane("nw-pieces") || map.createPane("nw-pieces");
    pane.style.zIndex = 450;
    this.corner = [north, west];
    this.far = [south, east];
    this.svg = el("svg", { class: "nw-pieces leaflet-zoom-animated", viewBox: `${west} ${-north} ${east - west} ${north - south}`, preserveAspectRatio: "none" });
    pane.replaceChildren(this.svg);
    this.layers = {};
    for (const name of ["over", "light", "names", "units", "notes", "here", "cursor", "top"]) this.layers[name] = el("g", { class: `nw-l-${name}` }, this.svg);
    const ground = map.getPane("nw-ground") || map.createPane("nw-ground");
    ground.style.zIndex = 200;
    ground.replaceChildren();
    this.land = new Land(ground, [west, -north, east - west, north - south]);
    this.mini?.svg.remove();
    this.mini = new MiniMap(this.root, [west, -north, east - west, north - south], (at) => this.map.setView(this.latlng(at), this.map.getZoom(), { animate: false }));
    const move = (event, f) => { map.on(event, f); this.off.push(() => map.off(event, f)); };
    move("zoom viewreset zoomend moveend", () => this.lay());
    move("moveend zoomend", () => this.putTray());
    move("movestart", () => this.land.stir());
    move("moveend", () => this.rest());
    move("move zoomend", () => this.inView());
    move("zoomanim", (e) => this.animate(e));
    this.lay();
    const box = this.box;
    box.tabIndex = 0;
    box.setAttribute("role", "application");
    box.setAttribute("aria-label", this.how);
  }
  lay() {
    const a = this.map.latLngToLayerPoint(this.corner), b = this.map.latLngToLayerPoint(this.far), s = this.svg.style;
    s.transform = `translate3d(${a.x}px,${a.y}px,0)`;
    s.width = `${b.x - a.x}px`;
    s.height = `${b.y - a.y}px`;
    this.scale = 2 ** this.map.getZoom();
    this.land.lay(a.x, a.y, this.scale);
    const k = this.growth(this.scale);
    this.box.classList.toggle("nw-far", this.scale < 0.2);
    this.svg.style.setProperty("--k", k.toFixed(3));
    this.svg.style.setProperty("--s", (1 / this.scale).toFixed(3));
    if (Math.abs(k - this.k) > 0.01) { this.k = k; this.put(); }
  }
  // Counters fill a hex from near, and stay legible from far.
  growth(scale) { return Math.min(Math.max(scale * 60, 27), 66) / (scale * 62); }
  inView() {
    const seen = this.map.getBounds(), [west, north] = [seen.getWest(), -seen.getNorth()];
    this.mini.view([west, north, seen.getEast() - west, -seen.getSouth() - north]);
    this.shun();
  }
  shun() { this.soon("shun", () => this.shunned()); }
  shunned() {
    this.putNews(this.box);
    const box = this.box.getBoundingClientRect(), at = (h) => this.map.latLngToContainerPoint(this.latlng(this.centre(h)));
    this.mini.shun(this.lit().filter((h) => this.centre(h)).map(at).map((p) => [box.left + p.x, box.top + p.y]), Math.max(20, 60 * this.scale));
    const [t, m] = [this.tray, this.mini.svg].map((e) => e.getBoundingClientRect());
    if (this.tray.style.visibility !== "hidden" && t.left < m.right && m.left < t.right && t.top < m.bottom && m.top < t.bottom) this.mini.svg.style.visibility = "hidden";
  }
  animate(e) {
    const scale = this.map.getZoomScale(e.zoom), at = this.map._latLngToNewLayerPoint(this.corner, e.zoom, e.center);
    for (const node of [this.svg, this.land.node]) node.style.transform = `translate3d(${at.x}px,${at.y}px,0) scale(${scale})`;
  }
  rest() {
    const a = this.map.latLngToLayerPoint(this.corner), at = this.map.containerPointToLayerPoint([0, 0]), size = this.map.getSize();
    this.land.rest([at.x - a.x, at.y - a.y, at.x - a.x + size.x, at.y - a.y + size.y]);
  }
  async showLand() {
    const { picture } = await PICTURES.get(this.model.get("map_id")), [[south, west], [north, east]] = this.board.bounds;
    if (this.dead) return;
    this.rest();
    this.land.open(picture, (href) => this.mini.paint(href, [west, -north, east - west, north - south]));
  }
  home(all = false, animate = true) {
    // The armies, or as many as there is room for around those that can act; never what lies beyond the edge. Each map
    // says how far off and how near it opens at most (`closeness`).
    const [[south, west], [north, east]] = this.board.bounds;
    const piles = [...this.piles().values()].map((pile) => this.centre(pile[0].hex)).filter(Boolean);
    if (all || !piles.length) { this.map.fitBounds([[south, west], [north, east]], { animate }); return; }
    const span = (list, i) => [Math.min(...list.map((p) => p[i])), Math.max(...list.map((p) => p[i]))];
    const [[left, right], [top, low]] = [span(piles, 0), span(piles, 1)], [far, near] = this.closeness;
    const fits = this.map.getBoundsZoom([[-low - 110, left - 110], [-top + 110, right + 110]]), zoom = Math.max(far, Math.min(near, fits));
    const list = fits < zoom ? this.crowd(piles, 2 ** zoom) : piles, middle = [0, 1].map((i) => span(list, i).reduce((a, b) => a + b, 0) / 2);
    this.map.setView(this.latlng(this.apart(this.within(middle, 2 ** zoom), 2 ** zoom)), zoom, { animate });
  }
  apart(middle, scale) {
    // No counter lies across an edge, as far as that can be; where the buttons fill the upper edge they are one.
    const k = this.growth(scale), size = this.map.getSize(), [w, h] = [size.x / scale / 2, size.y / scale / 2];
    const top = this.bar.offsetWidth > size.x / 2 ? this.bar.offsetTop + this.bar.offsetHeight : 0;
    const frame = [-w, top / scale - h, w, h], piles = [...this.piles().values()];
    return uncut(middle, frame, piles.map(([u]) => this.spot(u.hex, u.berth, k)).filter(Boolean), [44 * k, 46 * k], (at) => this.within(at, scale));
  }
  actors() { return ((this.model.get("light") || {}).able || []).map((place) => this.centre(place)).filter(Boolean); }
  crowd(piles, scale) {
    // As many of those who can act as a picture of that scale holds, then as many of all.
    const size = this.map.getSize(), [w, h] = [size.x / scale / 2.4, size.y / scale / 2.4], able = this.actors();
    const around = (at, list) => list.filter(([x, y]) => Math.abs(x - at[0]) < w && Math.abs(y - at[1]) < h);
    const frames = (able.length ? able : piles).map((at) => [around(at, able), around(at, piles)]);
    return frames.reduce((a, b) => (b[0].length - a[0].length || b[1].length - a[1].length) > 0 ? b : a).flat();
  }
  reveal(h) {
    const at = this.centre(h);
    if (at && !this.map.getBounds().pad(-0.08).contains(this.latlng(at))) this.pan(at);
  }
  pan(at) { this.map.panTo(this.latlng(this.apart(this.within(at, this.scale), this.scale))); }
  within(at, scale) {
    // A place comes to the middle as far as the board goes: beyond its edge there is nothing to see.
    const [[south, west], [north, east]] = this.board.bounds, size = this.map.getSize(), foot = this.foot || 0;
    const between = (v, low, high) => (low > high ? (low + high) / 2 : Math.min(Math.max(v, low), high));
    const [w, h] = [size.x / scale / 2, size.y / scale / 2];
    return [between(at[0], west + w, east - w), between(at[1], -north + h, -south - h + foot / scale)];
  }

  // Counters
  units() { return this.model.get("units").map(unit); }
  piles() {
    const found = new Map();
    for (const u of this.units()) {
      const key = `${u.hex}/${u.berth}`;
      (found.get(key) || found.set(key, []).get(key)).push(u);
    }
    for (const pile of found.values()) pile.sort((a, b) => (a.symbol !== "leader") - (b.symbol !== "leader") || a.order - b.order);
    return found;
  }
  drawUnits() {
    const old = this.nodes, fresh = new Map(), came = new Map();
    const were = new Map([...old.values()].flatMap(({ pile }) => pile.map((u) => [u.id, u])));
    for (const [key, pile] of this.piles()) {
      const look = JSON.stringify(pile);
      let node = old.get(key);
      if (!node || node.look !== look) {
        node?.g.remove();
        node = { look, g: pileNode(pile, this.board.states), pile };
        const was = were.get(pile[0].id);
        if (was && was.hex !== pile[0].hex && this.centre(was.hex)) came.set(node, this.spot(was.hex, was.berth));
        node.g.dataset.place = pile[0].hex;
      }
      old.delete(key);
      if (this.centre(pile[0].hex)) { if (!node.g.parentNode) this.layers.units.appendChild(node.g); fresh.set(key, node); }
    }
    for (const node of old.values()) node.g.remove();
    this.nodes = fresh;
    // What lies farther south overlaps what lies farther north.
    let at = this.layers.units.firstChild;
    for (const { g } of [...fresh.values()].sort((a, b) => (this.spot(a.pile[0].hex, a.pile[0].berth)[1]) - this.spot(b.pile[0].hex, b.pile[0].berth)[1])) {
      if (g === at) at = at.nextSibling; else this.layers.units.insertBefore(g, at);
    }
    this.put();
    for (const [node, from] of came) if (fresh.has(`${node.pile[0].hex}/${node.pile[0].berth}`)) glide(node.g, [from, this.spot(node.pile[0].hex, node.pile[0].berth)], this.k);
    this.mini.place([...fresh.values()].map(({ pile: [u] }) => [...this.centre(u.hex), (this.board.states[u.nation] || ["#555"])[0]]));
    this.drawStrip();
    this.drawFan();
  }
  put() {
    for (const { g, pile } of this.nodes.values()) {
      const [x, y] = this.spot(pile[0].hex, pile[0].berth);
      dress(g, { transform: `translate(${x.toFixed(0)} ${y.toFixed(0)}) scale(${this.k.toFixed(3)})` });
    }
    for (const flag of this.layers.over.querySelectorAll("[data-flag]")) this.plant(flag);
    this.soonNames();
  }
  drawFan() {
    // The stack of the chosen place is spread out in a tray at the foot of the map, where it hides no neighbour.
    const here = this.fan < 0 ? [] : this.units().filter((u) => u.hex === this.fan), focus = document.activeElement?.dataset?.tray;
    this.tray.replaceChildren();
    this.tray.hidden = here.length < 2;
    if (here.length < 2) return;
    here.sort((a, b) => b.order - a.order);
    this.fillTray(here, focus);
    this.putTray();
  }
  fillTray(here, focus) {
    for (const u of here) {
      const b = tag("button", this.chosen?.has(u.id) ? "nw-traylit" : "", this.tray), s = el("svg", { viewBox: "-37 -44 74 80" }, b);
      b.type = "button";
      b.dataset.tray = u.id;
      b.title = words(u);
      b.setAttribute("aria-label", words(u));
      const g = s.appendChild(counter(u, this.board.states));
      for (const a of ["role", "tabindex", "data-unit"]) g.removeAttribute(a);
      tag("span", "", b, this.caption(u));
      b.addEventListener("click", () => this.say({ kind: "unit", unit: u.id }));
      if (focus === u.id) b.focus();
    }
  }
  boxes(hexes = [...this.lit(), this.cursor]) {
    // What is lit, and where the keyboard is, in pixels of the map's frame.
    const [wide, high] = [W / 2, H / 2].map((v) => Math.max(v, 46 * this.k) * this.scale + 4);
    return hexes.map((h) => this.centre(h)).filter(Boolean).map((at) => {
      const p = this.map.latLngToContainerPoint(this.latlng(at));
      return [p.x - wide, p.y - high, p.x + wide, p.y + high];
    });
  }
  putAt(node, wish, top = 46, foot = 8) {
    // Beside all that is lit, or not at all: the pad lists the same pieces; beside the small map, which else makes room.
    const size = this.map.getSize(), [{ left, top: up }, mini] = [this.box, this.mini.svg].map((e) => e.getBoundingClientRect()), lit = this.boxes();
    const free = (taken) => freeCorner([node.offsetWidth, node.offsetHeight], wish, [8, top, size.x - 8, size.y - foot], taken);
    const at = free([...lit, [mini.left - left, mini.top - up, mini.right - left, mini.bottom - up]]) || free(lit);
    node.style.visibility = at ? "" : "hidden";
    if (at) Object.assign(node.style, { left: `${at[0]}px`, top: `${at[1]}px`, bottom: "auto" });
  }
  putTray() {
    this.soon("tray", () => {
      const foot = Math.max(this.hint.offsetHeight, 35) + 17;
      if (this.tray.hidden) return;
      this.putAt(this.tray, [10, this.map.getSize().y - this.tray.offsetHeight - foot], 46, foot);
      this.shun();
    });
  }
  caption(u) { return u.name; }
  drawStrip() {
    const here = new Map(), light = this.model.get("light") || {}, targets = new Map((light.targets || []).map((t) => [t[0], t]));
    for (const u of this.units()) if (u.hex >= this.size) (here.get(u.hex) || here.set(u.hex, []).get(u.hex)).push(u);
    const able = new Set(light.able || []), focus = document.activeElement?.dataset?.zone;
    this.strip.replaceChildren();
    for (const [n, name, , onMap] of this.board.zones) {
      if (onMap) continue;
      const h = this.size + n, t = targets.get(h), pile = here.get(h) || [];
      const b = tag("button", `nw-osea${t ? (t[2] ? " nw-ohot" : " nw-olit") : ""}${light.hex === h ? " nw-opicked" : ""}${able.has(h) ? " nw-oable" : ""}`, this.strip);
      b.type = "button";
      b.dataset.zone = n;
      tag("b", "", b, name);
      const s = tag("span", "nw-oships", b);
      for (const u of pile.slice(0, 6)) {
        const svg = el("svg", { viewBox: "-37 -33 74 68" }, s), g = svg.appendChild(counter(u, this.board.states));
        for (const a of ["role", "tabindex"]) g.removeAttribute(a);
        if (this.chosen?.has(u.id)) g.classList.add("nw-chosen");
      }
      if (this.here === h) b.classList.add("nw-ohere");
      if (t && t[1]) tag("i", "", b, t[1]);
      b.setAttribute("aria-label", this.describe(h));
      b.addEventListener("click", () => this.say({ kind: "pick", hex: h }));
      if (focus === String(n)) b.focus();
    }
  }

  // Lights
  drawLight() {
    const light = this.model.get("light") || {}, g = this.layers.light, targets = light.targets || [];
    g.replaceChildren();
    this.chosen = new Set(light.units || []);
    const go = targets.filter((t) => !t[2]).map((t) => t[0]), hot = targets.filter((t) => t[2]).map((t) => t[0]);
    for (const [h] of targets) if (h >= this.size && this.centre(h)) el("path", { class: "nw-reach nw-sealit", d: this.outline(this.seaHexes(h - this.size)) }, g);
    this.reach(g, go.filter((h) => h < this.size));
    el("path", { class: "nw-hot", d: this.outline(hot) }, g);
    if (light.aim >= 0 && light.aim < this.size) el("path", { class: "nw-aimed", d: this.outline([light.aim]) }, g);
    el("path", { class: "nw-able", d: this.outline(light.able || []) }, g);
    this.wayNode = el("path", { class: "nw-way" }, g);
    this.wayTo = -1;
    this.layers.notes.replaceChildren();
    for (const [h, note, tone] of targets) this.note(this.layers.notes, h, note, tone);
    if (!targets.length) for (const [hexes, fight] of light.trails || []) this.trail(g, hexes, fight);
    if (light.hex >= 0) el("path", { class: "nw-picked", d: this.outline(light.hex >= this.size ? [] : [light.hex]) }, g);
    for (const { g: node, pile } of this.nodes.values()) node.classList.toggle("nw-chosen", pile.some((u) => this.chosen.has(u.id)));
    this.hint.textContent = light.hint || "";
    this.hint.hidden = !light.hint;
    this.echo.textContent = light.notice || "";
    this.echo.hidden = !light.notice;
    (this.root.closest(".nw-campaign") || this.root).dataset.targets = targets.length;
    if (light.hex !== this.picked) { if (light.hex >= 0) this.reveal(light.hex); this.fan = light.hex; }
    this.picked = light.hex;
    this.attend(light.able || [], light.hex >= 0 ? [] : targets.map((t) => t[0]));
    this.soonNames();
    this.drawFan();
    this.drawStrip();
    this.drawCursor();
    this.shun();
  }
  attend(able, lit) {
    // Who can act now, or where one may go, is brought into the picture where none of it is there, once.
    const places = able.length ? able : lit, key = places.join(), seen = this.map.getBounds();
    const spots = places.map((h) => this.centre(h)).filter(Boolean);
    if (key === this.able) return;
    this.able = key;
    // A place that is being decided about comes first; seas beyond the map are always in sight.
    if ((this.model.get("overlays") || []).some((o) => o.kind === "here") || (!able.length && spots.length < places.length)) return;
    if (!this.laid || !spots.length || spots.some((at) => seen.contains(this.latlng(at)))) return;
    const size = this.map.getSize(), [w, h] = [size.x / this.scale / 2.4, size.y / this.scale / 2.4];
    const near = spots.map((a) => spots.filter((b) => Math.abs(b[0] - a[0]) < w && Math.abs(b[1] - a[1]) < h));
    const most = near.reduce((a, b) => (b.length > a.length ? b : a));
    this.pan([0, 1].map((i) => most.reduce((n, at) => n + at[i], 0) / most.length));
  }
  // How far below the middle of a place its figure stands.
  get low() { return 44; }
  note(g, h, text, tone) {
    const at = this.centre(h);
    if (!at || !text) return;
    if (h >= this.size) {
      const s = el("g", { class: `nw-seanote${tone ? " nw-hotnote" : ""}`, transform: `translate(${at[0]} ${at[1] - 150})` }, g);
      el("ellipse", { rx: 74, ry: 42 }, s);
      el("text", { y: 12 }, s, text);
    } else el("text", { x: at[0], y: at[1] + this.low, class: `nw-note${tone ? " nw-hotnote" : ""}`, "data-place": h }, g, text);
  }
  trail(g, hexes, fight) {
    const points = hexes.map((h) => this.centre(h)).filter(Boolean);
    if (points.length < 2) return;
    const [a, b] = points.slice(-2), turn = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const at = (r, t) => `${(b[0] + r * Math.cos(turn + t)).toFixed(0)} ${(b[1] + r * Math.sin(turn + t)).toFixed(0)}`;
    el("path", { class: `nw-trail${fight ? " nw-trail-hot" : ""}`, d: `M${points.map((p) => p.map((v) => v.toFixed(0)).join(" ")).join("L")}` }, g);
    el("path", { class: `nw-head${fight ? " nw-trail-hot" : ""}`, d: `M${at(-36, 0)}L${at(-62, 0.22)}L${at(-62, -0.22)}z` }, g);
  }
  drawOverlays() {
    const g = this.layers.over, list = this.model.get("overlays") || [];
    g.replaceChildren();
    this.layers.here.replaceChildren();
    for (const o of list) {
      if (o.kind === "flag") o.hexes.forEach((h) => this.flag(g, h, o.nation));
      else if (o.kind === "here") o.hexes.forEach((h) => this.mark(h));
      else this.tint(g, o);
      if (o.kind === "flag" || o.kind === "here") continue;
      for (const [h, note] of o.notes) {
        // Counters would cover it.
        const at = this.centre(h), pile = this.nodes.has(`${h}/`);
        if (at) el("text", { x: at[0], y: at[1] - (pile ? 12 + 34 * this.k : 30), class: "nw-onote" }, pile ? this.layers.here : g, note);
      }
    }
    const on = new Set(list.map((o) => o.kind));
    for (const [kind, b] of Object.entries(this.toggles)) b.setAttribute("aria-pressed", on.has(kind));
    this.show(list.find((o) => o.kind === "here")?.hexes[0] ?? -1);
    const seas = list.filter((o) => o.kind === "reach").flatMap((o) => o.hexes).filter((h) => h >= this.size);
    for (const b of this.strip.querySelectorAll(".nw-osea")) b.classList.toggle("nw-oreach", seas.includes(this.size + Number(b.dataset.zone)));
  }
  tint(g, o) { el("path", { class: `nw-over nw-over-${o.kind}`, d: this.outline(o.hexes) }, g); }
  mark(h) {
    // The place that is being decided about: a ring around its counters, over all others.
    const at = this.centre(h);
    if (at) el("circle", { class: "nw-here", cx: at[0], cy: at[1], r: Math.max(h >= this.size ? 95 : 78, 56 * this.k).toFixed(0) }, this.layers.here);
  }
  show(h) {
    // It comes into sight if it is not, or if it is under what lies on the map; else the map stays where it is.
    const far = h >= this.size && !this.centre(h);
    for (const b of this.strip.querySelectorAll(".nw-osea")) b.classList.toggle("nw-ohere", far && this.size + Number(b.dataset.zone) === h);
    const before = this.here;
    this.here = h;
    const at = h >= 0 && h !== before && this.laid ? this.centre(h) : null;
    if (!at) return;
    const p = this.map.latLngToContainerPoint(this.latlng(at)), size = this.map.getSize();
    if (p.x > 60 && p.x < size.x - 60 && p.y > 70 && p.y < size.y - 110) return;
    this.pan(at);
  }
  flag(g, h, nation) {
    const flag = el("g", { class: "nw-flag", "data-flag": h }, g);
    el("path", { d: "M0 4v-62" }, flag);
    el("path", { d: "M0-58q9-6 18 0t18 0v22q-9 6-18 0t-18 0z", fill: (this.board.states[nation] || ["#555"])[0] }, flag);
    this.plant(flag);
  }
  drawCursor() {
    const g = this.layers.cursor, show = this.cursor >= 0 && document.activeElement === this.box;
    this.putTray();
    g.replaceChildren();
    if (!show) return;
    if (this.cursor < this.size) el("path", { class: "nw-cursor", d: this.outline([this.cursor]) }, g);
  }
}
