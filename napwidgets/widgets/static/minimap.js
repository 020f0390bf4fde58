// The whole board small in a corner, with where everybody stands and what of it is in view; a press goes there.
class MiniMap {
  constructor(parent, [x, y, w, h], go) {
    const wide = Math.min(170, (130 * w) / h);
    this.whole = [w, h];
    this.svg = el("svg", { class: "nw-mini", viewBox: `${x} ${y} ${w} ${h}`, width: wide, height: (wide * h) / w, "aria-hidden": "true" }, parent);
    el("rect", { x, y, width: w, height: h, class: "nw-mini-land" }, this.svg);
    this.land = el("g", {}, this.svg);
    this.dots = el("g", {}, this.svg);
    this.frame = el("rect", { class: "nw-mini-view" }, this.svg);
    const jump = (e) => {
      if (e.type === "pointermove" && !e.buttons) return;
      const box = this.svg.getBoundingClientRect();
      e.stopPropagation();
      e.preventDefault();
      go([x + ((e.clientX - box.left) / box.width) * w, y + ((e.clientY - box.top) / box.height) * h]);
    };
    for (const event of ["pointerdown", "pointermove"]) this.svg.addEventListener(event, jump);
    for (const event of ["mousedown", "click", "dblclick"]) this.svg.addEventListener(event, (e) => e.stopPropagation());
  }
  paint(href, [x, y, width, height]) { this.land.replaceChildren(); el("image", { href, x, y, width, height, preserveAspectRatio: "none" }, this.land); }
  place(spots) {
    const size = this.whole[0] / 42;
    this.dots.replaceChildren();
    for (const [x, y, fill] of spots) el("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, fill }, this.dots);
  }
  // It lies over nothing that can be chosen: points of the window, with how far each reaches.
  shun(points, reach) {
    const box = this.svg.getBoundingClientRect();
    this.svg.style.visibility = points.some(([x, y]) => x > box.left - reach && x < box.right + reach && y > box.top - reach && y < box.bottom + reach) ? "hidden" : "";
  }
  // Where most of the board is in view it tells nothing.
  view([x, y, width, height]) {
    this.svg.style.display = width * height < 0.4 * this.whole[0] * this.whole[1] ? "" : "none";
    for (const [k, v] of Object.entries({ x, y, width, height })) this.frame.setAttribute(k, v);
  }
}
