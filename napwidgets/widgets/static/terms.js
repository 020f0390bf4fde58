// Words of the games are explained where they first stand in a panel: on hover, by keyboard, by a tap; Escape shuts it.

const CLOSED_TO_TERMS = "button, a, summary, label, select, h1, h2, h3, svg, details > summary, [role=dialog], [data-title], .nw-term, .nw-cite";
function learnTerms(terms) {
  window.nwTerms = terms.map(([forms, means, systems]) => [new RegExp(`(?<![\\p{L}])(${forms.join("|")})(?![\\p{L}])`, "iu"), means, systems]);
  document.querySelectorAll(".nw-sheet").forEach((root) => explain(root));
  if (window.nwTip) return;
  const tip = window.nwTip = document.createElement("div");
  tip.id = "nw-term-tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  Object.assign(tip.style, { position: "fixed", zIndex: 90, maxWidth: "min(300px, 90vw)", padding: "8px 12px", background: "#2b2a26", color: "#f3ecd9", borderRadius: "4px", font: "14px/1.4 'Source Sans 3', Verdana, sans-serif", boxShadow: "0 2px 8px #0006" });
  document.body.appendChild(tip);
  let now = null;
  const hide = () => { tip.hidden = true; };
  const show = (node) => {
    now = node;
    tip.textContent = node.dataset.means;
    tip.hidden = false;
    const at = node.getBoundingClientRect(), w = tip.offsetWidth, h = tip.offsetHeight;
    tip.style.left = `${Math.max(6, Math.min(at.left, innerWidth - w - 6))}px`;
    tip.style.top = `${at.bottom + h + 8 < innerHeight ? at.bottom + 5 : Math.max(4, at.top - h - 5)}px`;
  };
  const of = (e) => e.target.closest?.(".nw-term");
  document.addEventListener("pointerover", (e) => { const n = of(e); if (n) show(n); else if (!document.activeElement?.matches(".nw-term")) hide(); });
  document.addEventListener("focusin", (e) => { const n = of(e); if (n) show(n); else hide(); });
  document.addEventListener("click", (e) => { const n = of(e); if (n) show(n); else hide(); });
  document.addEventListener("scroll", () => { if (!tip.hidden && now.isConnected) show(now); else hide(); }, true);
  // The first listener of all: what lies under the words stays open.
  window.addEventListener("keydown", (e) => { if (e.key === "Escape" && !tip.hidden) { hide(); e.stopImmediatePropagation(); } }, true);
}
function explain(root, content = root) {
  if (!window.nwTerms || !document.body.dataset.voila || root.matches(".nw-lobby, .nw-header, .nw-news")) return;
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) if (/\p{L}{2}/u.test(walker.currentNode.data) && !walker.currentNode.parentElement.closest(CLOSED_TO_TERMS)) texts.push(walker.currentNode);
  // A word may mean another thing in another game.
  const system = root.closest(".nw-table")?.querySelector("[data-system]")?.dataset.system;
  let left = 4;
  for (const [pattern, means, systems] of window.nwTerms) {
    if (!left) return;
    if (system && !systems.includes(system)) continue;
    const i = texts.findIndex((t) => pattern.test(t.data));
    if (i < 0) continue;
    const found = pattern.exec(texts[i].data), word = texts[i].splitText(found.index), rest = word.splitText(found[0].length);
    const mark = document.createElement("dfn");
    Object.assign(mark, { className: "nw-term", tabIndex: 0 });
    mark.dataset.means = means;
    mark.setAttribute("aria-describedby", "nw-term-tip");
    Object.assign(mark.style, { fontStyle: "inherit", borderBottom: "1px dotted #8a774a", cursor: "help" });
    word.replaceWith(mark);
    mark.appendChild(word);
    texts.splice(i + 1, 0, rest);
    left -= 1;
  }
}
