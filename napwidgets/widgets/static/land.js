// The land under a map. Its picture is made of lines, too many to draw anew at each step of the wheel: so it is drawn small
// once, in strips while nothing else is to be done, and sharp wherever the map has come to rest.

// Points of the small one; and for how long a strip may hold up the page, in milliseconds.
const SMALL = 4e6, STRIP = 30;
// How long a map must have stood still, and nobody asked for anything, before it is drawn sharp, in milliseconds.
const REST = 250;
const idle = () => new Promise((done) => (window.requestIdleCallback ? requestIdleCallback(done, { timeout: 100 }) : setTimeout(done, 20)));

async function quiet() {
  for (;;) {
    await idle();
    const left = PAGE.drawn + REST - performance.now();
    if (left <= 0 && !PAGE.asked.size) return;
    await new Promise((done) => setTimeout(done, Math.max(left, 20)));
  }
}

// A picture of lines with the type of the pages, which it must carry itself.
async function pictureOf(svg) {
  window.nwSerif ||= new Promise((done) => { window.nwSerifDone = done; });
  const type = await Promise.race([window.nwSerif, new Promise((f) => setTimeout(f, 800))]), picture = new Image();
  picture.src = URL.createObjectURL(new Blob([svg.replace("<defs>", `<defs>${type || ""}`)], { type: "image/svg+xml" }));
  await picture.decode();
  return picture;
}

class Land {
  constructor(pane, [left, top, width, height]) {
    Object.assign(this, { left, top, width, height, turn: 0 });
    this.node = tag("div", "nw-land leaflet-zoom-animated", pane);
  }
  // Takes its picture; `small` hears of a likeness for a corner of the page.
  async open(picture, small) {
    this.stir();
    [this.picture, this.sharp] = [picture, null];
    // On paper it is the lines themselves.
    this.node.replaceChildren(Object.assign(picture.cloneNode(), { alt: "" }));
    await this.sharpen();
    const most = Math.sqrt(SMALL / (this.width * this.height)), size = [this.width, this.height].map((v) => Math.round(v * most));
    const base = this.canvas(size);
    if (!await this.draw(base, [[0, 0, ...size]], [0, 0], most, () => this.node)) return;
    this.node.prepend(base);
    const likeness = document.createElement("canvas");
    [likeness.width, likeness.height] = size.map((v) => Math.round((v * 340) / size[0]));
    likeness.getContext("2d").drawImage(base, 0, 0, likeness.width, likeness.height);
    small(likeness.toDataURL());
  }
  close() {
    this.stir();
    this.node.remove();
    this.node = null;
  }
  canvas([width, height]) { return Object.assign(document.createElement("canvas"), { width, height }); }
  lay(x, y, scale) {
    const s = this.node.style;
    this.scale = scale;
    s.transform = `translate3d(${x}px,${y}px,0)`;
    s.width = `${this.width * scale}px`;
    s.height = `${this.height * scale}px`;
  }
  // The map rests: `seen` is what is in sight, in pixels from the corner of the land.
  rest(seen) {
    this.seen = seen;
    this.stir();
    // Who clicks on and on, or turns the wheel, is not kept waiting for what he leaves at once.
    if (this.sharp) this.later = setTimeout(() => this.sharpen(), REST); else if (this.picture) this.sharpen();
  }
  // It moves: what was begun is not wanted any more.
  stir() {
    clearTimeout(this.later);
    this.turn += 1;
  }
  async sharpen() {
    if (!this.seen) return;
    const turn = (this.turn += 1), { scale } = this, [right, low] = [this.width, this.height].map((v) => Math.ceil(v * scale));
    const x = Math.max(0, this.seen[0]), y = Math.max(0, this.seen[1]), w = Math.min(right, this.seen[2]) - x, h = Math.min(low, this.seen[3]) - y;
    if (w <= 0 || h <= 0) return;
    const dots = Math.min(2, Math.ceil(window.devicePixelRatio || 1)), at = [x, y, w, h].map((v) => v * dots), next = this.canvas(at.slice(2));
    const last = this.sharp?.scale === scale && this.sharp.dots === dots ? this.sharp : null;
    if (!await this.draw(next, last ? bands(at, last.at) : [[0, 0, ...at.slice(2)]], at, scale * dots, () => turn === this.turn)) return;
    if (last) next.getContext("2d").drawImage(last.canvas, last.at[0] - at[0], last.at[1] - at[1]);
    const part = (v, whole) => `${(100 * v) / (whole * scale)}%`;
    Object.assign(next.style, { left: part(x, this.width), top: part(y, this.height), width: part(w, this.width), height: part(h, this.height) });
    this.sharp?.canvas.remove();
    this.node.append(next);
    this.sharp = { canvas: next, at, scale, dots };
    this.node.dataset.drawn = "1";
  }
  // Draws boxes of a canvas, which lies `from` the corner of the land in its own points; false where it was overtaken.
  async draw(canvas, boxes, from, scale, wanted) {
    const pen = canvas.getContext("2d", { willReadFrequently: true }), { picture } = this;
    const [fx, fy] = [picture.naturalWidth / this.width / scale, picture.naturalHeight / this.height / scale];
    // Where there is nothing to see yet, it hurries.
    const strip = this.sharp ? STRIP : 2 * STRIP;
    let rows = 64;
    for (const [x, y, w, h] of boxes) for (let at = y, n; at < y + h; at += n) {
      await (this.sharp ? quiet() : new Promise((done) => setTimeout(done)));
      if (!wanted()) return false;
      const begun = performance.now();
      n = Math.min(rows, y + h - at);
      pen.drawImage(picture, (from[0] + x) * fx, (from[1] + at) * fy, w * fx, n * fy, x, at, w, n);
      // Asking for a point has it drawn now and not, all strips at once, when it is shown.
      pen.getImageData(x, at, 1, 1);
      rows = Math.max(64, Math.min(256, Math.round((n * strip) / Math.max(1, performance.now() - begun))));
    }
    return true;
  }
}
// What of a box is not in an older one of the same scale, as boxes from its corner.
function bands([x, y, w, h], [u, v, a, b]) {
  const left = Math.max(x, u) - x, top = Math.max(y, v) - y, right = Math.min(x + w, u + a) - x, low = Math.min(y + h, v + b) - y;
  if (left >= right || top >= low) return [[0, 0, w, h]];
  return [[0, 0, w, top], [0, low, w, h - low], [0, top, left, low - top], [right, top, w - right, low - top]].filter((box) => box[2] > 0 && box[3] > 0);
}
