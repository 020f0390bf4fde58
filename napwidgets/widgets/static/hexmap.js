// The battle board: one SVG, drawn from traits; it only ever sends what the player chose, never where the mouse is.

// How much of the top the buttons cover, in pixels.
const BAR = 46;
// Rows come as arrays to stay small: this is their order.
const unit = (r) => ({ id: r[0], hex: r[1], name: r[2], symbol: r[3], values: r[4], nation: r[5], seat: r[6],
  title: r[7], lost: r[8], marks: r[9], active: r[10], spent: r[11], order: r[12], berth: r[13], said: r[14] || r[7] });

class Board extends HexPlane {
  constructor(model, root) {
    super();
    this.model = model;
    this.root = root;
    this.cursor = -1;
    this.view = null;
    this.fan = -1;
    this.nodes = new Map();
    this.off = [];
  }

  start() {
    const { model, root } = this;
    root.className = "nw-map";
    root.setAttribute("data-lm-suppress-shortcuts", "true");
    this.frame = tag("div", "nw-map-frame", root);
    this.svg = el("svg", { tabindex: "0", role: "application", class: "nw-board",
      "aria-label": "Map board. Arrow keys move the cursor; Enter picks; Escape lets go; N goes to the next piece that can act; "
        + "Z shows zones of control; C shows command; L shows lines of sight; P opens the paragraph; plus, minus and 0 zoom." }, this.frame);
    this.layers = {};
    for (const name of ["land", "grid", "sky", "over", "light", "names", "units", "top"])
      this.layers[name] = el("g", { class: `nw-l-${name}` }, this.svg);
    this.tools();
    this.hint = tag("div", "nw-hint", this.frame);
    this.echo = tag("div", "nw-hint nw-echo", this.frame);
    for (const n of [this.hint, this.echo]) n.setAttribute("role", "status");
    this.tip = tag("div", "nw-tip", this.frame);
    this.strip = tag("div", "nw-strip", root);
    this.strip.setAttribute("aria-label", "What the signs mean");
    this.drawStrip();
    this.live = tag("div", "nw-sr", root);
    this.live.setAttribute("aria-live", "polite");
    this.mini = new MiniMap(this.frame, this.board.view, ([x, y]) => this.centreOn(x, y));
    this.drawBoard();
    this.drawUnits();
    this.drawLight();
    this.watch({ board: ["drawBoard", "drawUnits", "drawLight", "home"], margin: ["drawLand"], units: ["drawUnits", "drawStrip"], light: ["drawLight"], overlays: ["drawOverlays"] });
    this.drawOverlays();
    this.listen();
    // Before the page is laid out there is no size to fit the map into; until somebody presses something the first view
    // follows what the panels around it leave.
    const press = () => { this.pressed = true; };
    for (const name of ["pointerdown", "keydown", "wheel"]) {
      document.addEventListener(name, press, true);
      this.off.push(() => document.removeEventListener(name, press, true));
    }
    this.sizes = new ResizeObserver(() => {
      if (!this.frame.clientWidth) return;
      if (this.pressed && this.laid) this.fit(); else this.home();
      this.laid = true;
    });
    this.sizes.observe(this.frame);
    this.home();
    root.dataset.ready = "1";
  }

  drawStrip() { fillStrip(this.strip, this.units()); }
  on(event, f) { this.model.on(event, f); this.off.push(() => this.model.off(event, f)); }
  stop() { clearTimeout(this.later); this.off.forEach((f) => f()); this.sizes.disconnect(); this.land.close(); this.root.replaceChildren(); }
  say(message) { deliver(this.model, message); }

  // Geometry
  centre(h) { return this.hexCentre(h); }
  point(event) {
    const box = this.svg.getBoundingClientRect(), v = this.view;
    return [v.x + ((event.clientX - box.left) / box.width) * v.w, v.y + ((event.clientY - box.top) / box.height) * v.h];
  }
  outline(hexes) {
    return hexes.map((h) => {
      const [x, y] = this.centre(h);
      return "M" + CORNERS.map(([a, b]) => `${(x + a * 0.97).toFixed(1)} ${(y + b * 0.97).toFixed(1)}`).join("L") + "z";
    }).join("");
  }

  // View
  size() { return [this.frame.clientWidth || 800, this.frame.clientHeight || 600]; }
  home(all = false) {
    if (all) this.touched = true;
    const b = this.board.view, [w, h] = this.size();
    const whole = Math.max(b[2] / w, b[3] / h);
    const spots = this.units().map((u) => this.centre(u.hex));
    const span = (i) => spots.length ? Math.max(...spots.map((p) => p[i])) - Math.min(...spots.map((p) => p[i])) + 2.6 * H : 0;
    // Everybody in sight if hexes stay large enough to read; else as near as that.
    const near = Math.min(Math.max(span(0) / w, span(1) / (h - BAR), H / 54), H / 36);
    // A little farther off where fewer counters are cut off there.
    const views = (all ? [whole] : [1, 1.04, 1.08].map((far) => Math.min(whole, near * far))).map((scale) => this.viewed(all, spots, scale));
    Object.assign(this, views.reduce((best, next) => (next.cut < best.cut ? next : best)));
    this.fit();
  }
  // A view of all, or of as many counters as it holds, and how many it cuts off.
  viewed(all, spots, scale) {
    const b = this.board.view, [w, h] = this.size().map((n) => n * scale), bar = BAR * scale, crowd = this.crowd(spots, w, h - bar);
    const mid = (i, def) => crowd.length ? (Math.min(...crowd.map((p) => p[i])) + Math.max(...crowd.map((p) => p[i]))) / 2 : def;
    const x = all ? b[0] + b[2] / 2 : mid(0, b[0] + b[2] / 2), y = all ? b[1] + b[3] / 2 : this.below(mid(1, b[1] + b[3] / 2) - bar / 2, x, crowd, w, h, scale);
    const big = this.growth(scale), [wide, high] = [w / 2, h / 2], held = (at) => this.held(at, scale);
    // A counter has its name beneath; who lies across the edge above the buttons is cut, too, and who lies behind them half.
    const bodies = spots.map(([u, v]) => [u, v + 7 * big]), a = 31 * big, c = 38 * big, side = wide - (this.bar.offsetWidth + 10) * scale;
    const lid = ([x, y]) => bodies.reduce((sum, [u, v]) => sum + (Math.abs(u - x) > wide + a || v + c < y - high || v + c > y - high + bar ? 0 : v - c < y - high ? 1 : (u + a > x + side) / 2), 0);
    const [[u, v], cut] = all ? [[x, y], 0] : leastCut([x, y], [-wide, bar - high, wide, high], bodies, [a, c], held, lid);
    return { scale, cut, view: { x: u - wide, y: v - high, w, h } };
  }
  // From far away counters and letters grow on the map, so that they can be read on the screen.
  growth(scale) { return Math.min(1.3, Math.max(1, scale / 1.8)); }
  // What is looked at, as far as the board goes.
  held([x, y], scale) {
    const [w, h] = this.size().map((n) => n * scale), b = this.board.view;
    const hold = (c, low, size, span) => size >= span ? low + span / 2 : Math.min(Math.max(c, low + size / 2), low + span - size / 2);
    // The buttons lie over the top: what is up there can be pulled down below them.
    const bar = h < b[3] ? BAR * scale : 0;
    return [hold(x, b[0], w, b[2]), hold(y, b[1] - bar, h, b[3] + bar)];
  }
  // As few names as can be lie under the buttons, as far as the counters leave room to move the map.
  below(y, x, crowd, wide, high, scale) {
    // On a telephone the buttons stand in two rows.
    const bar = scale * Math.max(BAR, this.bar.offsetTop + this.bar.offsetHeight + 4);
    const top = y - high / 2, room = crowd.length ? Math.min(H, y + high / 2 - Math.max(...crowd.map((p) => p[1])) - 0.75 * H) : 0;
    const left = x + wide / 2 - this.bar.offsetWidth * scale;
    const names = [...this.layers.names.querySelectorAll("text")].map((t) => {
      const b = t.getBBox(), [dx, dy] = (t.getAttribute("transform")?.match(/-?\d+/g) || [0, 0]).map(Number);
      return [b.x + dx + b.width, b.y + dy, b.y + dy + b.height];
    }).filter(([right, head, foot]) => right > left && foot > top - room && head < top + bar);
    const under = (up) => names.filter(([, head, foot]) => foot > top - up && head < top + bar - up).length;
    const ways = names.map(([, head]) => top + bar - head + 1).filter((up) => up > 0 && up <= room).sort((a, b) => a - b);
    return y - [0, ...ways].reduce((best, up) => (under(up) < under(best) ? up : best));
  }
  // Where all are too far apart to be seen at once: as many of those who can act as one view holds, then of those who look,
  // then of all.
  crowd(spots, wide, high) {
    const { eyes, able = [] } = this.model.get("light") || {};
    const kinds = [able.map((h) => this.centre(h)), spots.filter((_, i) => this.units()[i].seat === eyes), spots];
    const beside = ([x, y], all) => all.filter((p) => Math.abs(p[0] - x) < wide / 2 - W && Math.abs(p[1] - y) < high / 2 - H);
    const worth = (p) => kinds.reduce((sum, all) => sum * 1000 + beside(p, all).length, 0);
    const best = spots.reduce((q, p) => (worth(p) > worth(q) ? p : q), spots[0]);
    return best ? beside(best, spots) : [];
  }
  fit() {
    if (!this.view) return;
    const [w, h] = this.size(), v = this.view, b = this.board.view;
    const scale = this.scale = Math.min(Math.max(this.scale, H / 150), Math.max(b[2] / w, b[3] / h) * 1.02);
    const cx = v.x + v.w / 2, cy = v.y + v.h / 2;
    v.w = w * scale; v.h = h * scale;
    const [u, o] = this.held([cx, cy], scale);
    v.x = u - v.w / 2;
    v.y = o - v.h / 2;
    const [x, y] = [(b[0] - v.x) / scale, (b[1] - v.y) / scale].map(Math.round);
    this.land?.lay(x, y, 1 / scale);
    this.land?.rest([-x, -y, w - x, h - y]);
    this.mini.view([v.x, v.y, v.w, v.h]);
    this.shun();
    this.svg.setAttribute("viewBox", `${v.x.toFixed(1)} ${v.y.toFixed(1)} ${v.w.toFixed(1)} ${v.h.toFixed(1)}`);
    this.svg.classList.toggle("nw-far", H / scale < 31);
    this.svg.classList.toggle("nw-near", H / scale > 84);
    const big = this.growth(scale).toFixed(2);
    this.svg.style.setProperty("--k", scale.toFixed(3));
    this.svg.style.setProperty("--big", big);
    if (big !== this.big) { this.big = big; this.place(); this.clearNames(this.stacks()); }
  }
  zoom(by, at = null) {
    const v = this.view, [x, y] = at || [v.x + v.w / 2, v.y + v.h / 2];
    this.scale *= by;
    this.touched = true;
    v.x = x - (x - v.x) * by; v.y = y - (y - v.y) * by; v.w *= by; v.h *= by;
    this.fit();
  }
  shun() { this.soon("shun", () => this.shunned()); }
  shunned() {
    const v = this.view, box = this.frame.getBoundingClientRect();
    if (!v) return;
    this.putNews(this.frame);
    this.mini.shun(this.lit().map((h) => { const [x, y] = this.centre(h); return [box.left + (x - v.x) / this.scale, box.top + (y - v.y) / this.scale]; }), H / 2 / this.scale);
  }
  centreOn(x, y) {
    this.touched = true;
    this.view.x = x - this.view.w / 2;
    this.view.y = y - this.view.h / 2;
    this.fit();
  }
  reveal(h) {
    const [x, y] = this.centre(h), v = this.view;
    if (x < v.x + W || x > v.x + v.w - W) v.x = x - v.w / 2;
    if (y < v.y + H || y > v.y + v.h - H) v.y = y - v.h / 2;
    this.fit();
  }

  // Drawing
  drawBoard() {
    const b = this.board;
    this.layers.names.innerHTML = b.names;
    this.layers.sky.innerHTML = ALOFT.sky(b.view);
    const sides = [], g = this.layers.grid;
    g.replaceChildren();
    const numbers = el("g", { class: "nw-numbers" });
    for (let h = 0; h < b.cols * b.rows; h++) {
      const [x, y] = this.centre(h);
      sides.push("M" + CORNERS.map(([u, v]) => `${(x + u).toFixed(0)} ${(y + v).toFixed(0)}`).join("L") + "z");
      el("text", { x: x.toFixed(0), y: (y - 38).toFixed(0) }, numbers, this.label(h));
    }
    el("path", { d: sides.join(""), class: "nw-hexes", fill: "none", stroke: "#8a774a", "stroke-opacity": 0.5, "stroke-width": 1.1 }, g);
    g.appendChild(numbers);
    this.drawLand();
  }
  // The land and its hexes are drawn ahead (land.js); until that is done, and on paper, it is they themselves.
  async drawLand() {
    const [x, y, w, h] = this.board.view, type = 'xmlns="http://www.w3.org/2000/svg" font-family="Arial,sans-serif"';
    // What stands in its margin is in the language of the page.
    const land = Object.entries(this.model.get("margin")).reduce((all, [words, said]) => all.replace(`>${words}<`, `>${said}<`), this.board.land);
    this.layers.land.innerHTML = land;
    const svg = `<svg ${type} viewBox="${x} ${y} ${w} ${h}" width="${w}" height="${h}">${land}${this.layers.grid.firstChild.outerHTML}</svg>`;
    this.land?.close();
    this.svg.classList.remove("nw-drawn");
    const drawn = this.land = new Land(this.frame, [x, y, w, h]), picture = await pictureOf(svg);
    if (!drawn.node) return;
    this.frame.prepend(drawn.node);
    this.fit();
    await drawn.open(picture, (small) => {
      this.mini.paint(small, [x, y, w, h]);
      this.svg.classList.add("nw-drawn");
    });
  }
  units() { return this.model.get("units").map(unit); }
  stacks() {
    const found = new Map();
    for (const u of this.units()) (found.get(u.hex) || found.set(u.hex, []).get(u.hex)).push(u);
    for (const pile of found.values()) pile.sort((a, b) => a.order - b.order);
    return found;
  }
  drawUnits() {
    const piles = this.stacks(), old = this.nodes, fresh = new Map();
    let at = this.layers.units.firstChild;
    for (const [hex, pile] of piles) {
      const [x, y] = this.centre(hex);
      pile.forEach((u, i) => {
        const up = Math.min(pile.length - 1 - i, 3) * 5, key = JSON.stringify(u);
        let node = old.get(u.id);
        if (!node || node.key !== key) {
          if (node?.g === at && at) at = at.nextSibling;
          node?.g.remove();
          node = { key, g: counter(u), hex: node?.hex };
        }
        const from = old.get(u.id)?.at;
        node.at = [(x + up).toFixed(1), (y + 3 - up).toFixed(1)];
        node.g.classList.toggle("nw-under", i < pile.length - 1);
        if (node.g === at) at = at.nextSibling; else this.layers.units.insertBefore(node.g, at);
        fresh.set(u.id, node);
        if (from && u.hex !== node.hex) node.ways = this.wayOf(node.hex, u.hex, from, node.at);
        node.hex = u.hex;
        old.delete(u.id);
      });
    }
    for (const node of old.values()) node.g.remove();
    this.nodes = fresh;
    this.place();
    for (const node of fresh.values()) {
      if (node.ways) glide(node.g, node.ways, this.big || 1);
      node.ways = null;
    }
    this.mini.place([...piles].map(([h, pile]) => [...this.centre(h), (NATIONS[pile[pile.length - 1].nation] || ["#555"])[0]]));
    this.drawFan();
    this.clearNames(piles);
    this.follow();
  }
  // Names step aside from the counters, and from each other, where there is room beside them.
  clearNames(piles) {
    const texts = [...this.layers.names.querySelectorAll("text")], big = this.big || 1, taken = [];
    for (const [h, pile] of piles) {
      const [x, y] = this.centre(h), up = Math.min(pile.length - 1, 3) * 5;
      taken.push([x - 27 * big, y - (24 + up) * big, x + (27 + up) * big, y + 43 * big]);
    }
    for (const text of texts) {
      const b = text.getBBox(), at = ([dx, dy]) => [b.x + dx, b.y + dy, b.x + b.width + dx, b.y + b.height + dy];
      const over = (box) => taken.reduce((sum, t) => sum + Math.max(0, Math.min(box[2], t[2]) - Math.max(box[0], t[0])) * Math.max(0, Math.min(box[3], t[3]) - Math.max(box[1], t[1])), 0);
      const ways = [0, -26, 26, -44, 44, -62, 62, -84, 84], aside = b.width / 2 + 32 * big;
      const spots = [0, -aside, aside, -aside / 2, aside / 2, aside + 88 * big, -aside - 88 * big].flatMap((dx) => ways.map((dy) => [dx, dx && Math.abs(dy) < 30 ? dy + 20 : dy]));
      const best = spots.reduce((m, p) => { const cost = over(at(p)) + 6 * Math.hypot(...p); return cost < m[0] ? [cost, p] : m; }, [Infinity, [0, 0]])[1];
      text.setAttribute("transform", `translate(${best.map((n) => n.toFixed(0)).join(" ")})`);
      taken.push(at(best));
    }
  }
  wayOf(from, to, start, end) {
    // Along the hexes that it marched through, where they are known.
    const known = (this.model.get("light").trails || []).find(([way]) => way[0] === from && way[way.length - 1] === to);
    return [start, ...(known ? known[0].slice(1, -1).map((h) => this.centre(h)) : []), end];
  }
  place() {
    const big = this.big || 1;
    for (const node of this.nodes.values()) node.g.setAttribute("transform", `translate(${node.at.join(" ")}) scale(${big})`);
    // A caption is no wider than leaves the counters beside it alone.
    const letter = big * 0.56 * Math.min(21, Math.max(15, (9.4 * (this.scale || 1)) / big)), most = Math.max(5, Math.floor((2 * (COL - 30 * big) - 4) / letter));
    const rows = this.board.rows, held = new Set([...this.nodes.values()].map((n) => n.hex)), beside = (h) => [-1, 0, 1].some((d) => held.has(h - rows + d) || held.has(h + rows + d));
    for (const { g, hex } of this.nodes.values()) {
      const text = g.querySelector(".nw-name"), name = shortened(text.dataset.name, beside(hex) ? most : 13);
      if (text.textContent !== name) text.textContent = name;
    }
    // Flags look out over counters.
    this.drawOverlays();
  }
  follow() {
    // Troops that march out of the picture are followed, until the player has chosen a view of his own.
    const v = this.view;
    if (!v || this.touched || this.grip) return;
    const out = this.units().some((u) => { const [x, y] = this.centre(u.hex); return x < v.x || y < v.y || x > v.x + v.w || y > v.y + v.h; });
    if (out) this.home();
  }
  drawFan() {
    const top = this.layers.top, pile = this.stacks().get(this.fan) || [];
    top.replaceChildren();
    if (pile.length < 2) return;
    const [x, y] = this.centre(this.fan), wide = pile.length * 66, v = this.view;
    const grow = Math.max(1, this.scale * 0.62), size = [(wide + 16) * grow, 96 * grow], edge = 6 * this.scale;
    const at = freeCorner(size, [x - size[0] / 2, y - 54 - size[1]], [v.x + edge, v.y + BAR * this.scale, v.x + v.w - edge, v.y + v.h - edge], this.boxes());
    // Where every place is lit there is no room for it: the pad lists the same pieces.
    if (!at) return;
    const shelf = el("g", { transform: `translate(${(at[0] + size[0] / 2).toFixed(0)} ${(at[1] + 44 * grow).toFixed(0)}) scale(${grow.toFixed(2)})`, class: "nw-fan" });
    const ends = [at[0] + size[0] / 2, at[1] + (at[1] > y ? 0 : size[1])];
    el("path", { d: `M${x} ${y}L${ends.map((n) => n.toFixed(0)).join(" ")}`, class: "nw-fanline" }, top);
    top.appendChild(shelf);
    el("rect", { x: -wide / 2 - 8, y: -44, width: wide + 16, height: 96, rx: 5 }, shelf);
    pile.forEach((u, i) => {
      const g = counter(u);
      g.setAttribute("transform", `translate(${-wide / 2 + 33 + i * 66} 0)`);
      g.setAttribute("tabindex", "0");
      shelf.appendChild(g);
      fitted(g.querySelector(".nw-name"), 62);
    });
  }
  boxes(hexes = this.lit()) {
    return hexes.map((h) => { const [x, y] = this.centre(h); return [x - W / 2, y - H / 2, x + W / 2, y + H / 2]; });
  }
  // Boxes of the board in pixels of its frame.
  onScreen(boxes) {
    const v = this.view, k = this.scale;
    return boxes.map(([a, b, c, d]) => [(a - v.x) / k, (b - v.y) / k, (c - v.x) / k, (d - v.y) / k]);
  }
  drawLight() {
    const light = this.model.get("light") || {}, g = this.layers.light;
    g.replaceChildren();
    const targets = light.targets || [];
    const go = targets.filter((t) => !t[2]).map((t) => t[0]), hot = targets.filter((t) => t[2]).map((t) => t[0]);
    this.reach(g, go);
    el("path", { class: "nw-hot", d: this.outline(hot) }, g);
    if (light.aim >= 0) el("path", { class: "nw-aimed", d: this.outline([light.aim]) }, g);
    el("path", { class: "nw-able", d: this.outline(light.able || []) }, g);
    for (const [h, note] of targets) {
      if (!note) continue;
      const [x, y] = this.centre(h);
      el("text", { x: x + 33, y: y + 41, class: "nw-note" }, g, note);
    }
    if (!targets.length) for (const [hexes, fight] of light.trails || []) this.trail(g, hexes, fight);
    const way = (light.sketch || []).map((h) => this.centre(h).map((v) => v.toFixed(0)).join(" "));
    if (way.length > 1) el("path", { class: "nw-sketch", d: `M${way.join("L")}` }, g);
    if (light.hex >= 0) el("path", { class: "nw-picked", d: this.outline([light.hex]) }, g);
    this.wayNode = el("path", { class: "nw-way" }, g);
    this.wayTo = -1;
    this.cursorNode = el("path", { class: "nw-cursor" }, g);
    this.drawCursor();
    const chosen = new Set(light.units || []);
    for (const [id, node] of this.nodes) node.g.classList.toggle("nw-chosen", chosen.has(id));
    this.hint.textContent = light.hint || "";
    this.hint.hidden = !light.hint;
    // A board that stands alone says itself why something was refused.
    this.echo.textContent = light.notice || "";
    this.echo.hidden = !light.notice;
    this.root.dataset.targets = targets.length;
    this.shun();
    if (light.sky) this.root.dataset.sky = light.sky;
    // What was spread out for another choice is put together again.
    if (light.hex !== this.fan) this.fan = -1;
    this.drawFan();
  }
  trail(g, hexes, fight) {
    const points = hexes.map((h) => this.centre(h)), [a, b] = points.slice(-2);
    const turn = Math.atan2(b[1] - a[1], b[0] - a[0]), at = (r, t) => `${(b[0] + r * Math.cos(turn + t)).toFixed(0)} ${(b[1] + r * Math.sin(turn + t)).toFixed(0)}`;
    const d = points.map((p) => p.map((v) => v.toFixed(0)).join(" ")).join("L");
    // The head of the arrow lies before the counter, for counters are drawn above it.
    el("path", { class: `nw-trail${fight ? " nw-trail-hot" : ""}`, d: `M${d}` }, g);
    el("path", { class: `nw-head${fight ? " nw-trail-hot" : ""}`, d: `M${at(-34, 0)}L${at(-56, 0.22)}L${at(-56, -0.22)}z` }, g);
  }
  drawOverlays() {
    const g = this.layers.over, list = this.model.get("overlays") || [], piles = this.stacks(), k = this.big || 1;
    g.replaceChildren();
    for (const o of list) {
      if (ALOFT.draw[o.kind]) ALOFT.draw[o.kind](this, g, o);
      else if (o.kind !== "flag") el("path", { class: `nw-over nw-over-${o.kind}`, d: this.outline(o.hexes) }, g);
      else for (const h of o.hexes) {
        const [x, y] = this.centre(h), n = piles.get(h)?.length, up = y - 22 * k - 5 * Math.min(n - 1, 3);
        const flag = el("g", { class: "nw-flag", transform: n ? `translate(${x - 26 * k} ${up}) scale(.7)` : `translate(${x - 38} ${y + 34})` }, g);
        el("path", { d: "M0 4v-58" }, flag);
        el("path", { d: "M0-54q9-6 18 0t18 0v21q-9 6-18 0t-18 0z", fill: (NATIONS[o.nation] || ["#555"])[0] }, flag);
      }
      for (const [h, note] of o.notes) {
        const [x, y] = this.centre(h), low = ["flag", "entry", "horizon"].includes(o.kind);
        el("text", { x: low ? x : x - 40, y: y + (o.kind === "entry" || o.kind === "horizon" ? -20 : low ? (piles.has(h) ? 45 * k + 17 : 47) : 4), class: `nw-onote${low ? " nw-onote-mid" : ""}` }, g, note);
      }
    }
    const fight = list.find((o) => o.kind === "battle"), where = fight ? fight.hexes[0] : -1;
    if (where >= 0 && where !== this.fought && this.view) this.reveal(where);
    this.fought = where;
    const on = new Set(list.map((o) => o.kind));
    for (const [kind, b] of Object.entries(this.toggles)) b.setAttribute("aria-pressed", on.has(kind));
  }
  drawCursor() {
    const show = this.cursor >= 0 && this.svg.contains(document.activeElement) | document.activeElement === this.svg;
    this.cursorNode.setAttribute("d", show ? this.outline([this.cursor]) : "");
  }

  // Controls
  tools() {
    const bar = this.bar = tag("div", "nw-tools", this.frame);
    this.toggles = {};
    this.keys = {};
    const button = (text, title, f, where = bar) => {
      const b = tag("button", "", where, text);
      b.type = "button";
      b.title = title;
      // Words name themselves.
      text[1] || b.setAttribute("aria-label", title);
      b.onclick = (e) => { e.stopPropagation(); f(b); };
      return b;
    };
    const over = { zoc: ["Zones", "Enemy zones of control (Z)"], command: ["Command", "Command range (C)"], sight: ["Sight", "Line of sight from the chosen hex (L)"] };
    for (const [kind, text, title, key] of this.board.surveys || []) { over[kind] = [text, `${title} (${key.toUpperCase()})`]; this.keys[key] = kind; }
    for (const [kind, [text, title]] of Object.entries(over)) this.toggles[kind] = button(text, title, () => this.overlay(kind));
    // These stay in one row where the others wrap.
    const zoom = tag("span", "nw-zoom", bar);
    button("−", "Zoom out (-)", () => this.zoom(1.25), zoom);
    button("+", "Zoom in (+)", () => this.zoom(0.8), zoom);
    button("Fit", "Whole map (0)", () => this.home(true), zoom);
    this.keyButton = button("Key", "What the signs mean (K)", () => this.legend());
    this.keyButton.setAttribute("aria-expanded", "false");
    this.key = tag("div", "nw-key", this.frame);
    this.key.hidden = true;
  }
  legend() {
    this.key.hidden = !this.key.hidden;
    this.keyButton.setAttribute("aria-expanded", String(!this.key.hidden));
    if (!this.key.childElementCount) fillKey(this.key, this.units());
    this.shun();
  }
  overlay(kind) {
    const light = this.model.get("light") || {};
    this.say({ kind: "overlay", name: kind, hex: this.cursor >= 0 ? this.cursor : light.hex ?? -1 });
  }
}
