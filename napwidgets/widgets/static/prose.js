// The prose of a page between its panels, in the page's language: what it says goes to Python, and what comes back is put
// in its place. English is what was written.

const bareProse = (node) => [...node.childNodes].map((n) => (isAnchor(n) ? "" : n.textContent)).join("").replace(/\s+/g, " ").trim();
// The mark that links to a heading stays as it is.
const isAnchor = (node) => node.nodeName === "A" && node.matches(".anchor-link, .jp-anchor-link");
function proseBlocks() {
  const all = document.querySelectorAll(".jp-RenderedMarkdown :is(h1, h2, h3, h4, p, li, td, th)");
  return [...all].filter((n) => !n.querySelector("p, li") && (n.nwWritten || bareProse(n)));
}
// Cells come one after the other: with every panel that comes it is asked whether there is more.
function readProse(model) {
  if (!window.nwForeign && !window.nwProse) return;
  clearTimeout(window.nwReads);
  window.nwReads = setTimeout(() => {
    const blocks = proseBlocks();
    if (!blocks.length) return;
    for (const n of blocks) n.nwWritten ||= { text: bareProse(n), nodes: [...n.childNodes] };
    window.nwProse = blocks;
    model.send({ do: "prose", arg: JSON.stringify(blocks.map((n) => n.nwWritten.text)), serial: 0 });
  }, 60);
}
const MARKED = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\([^)]*\)/g;
// Signs of emphasis become elements; a link leads where the one that was written leads.
function drawn(said, links) {
  const nodes = [];
  let end = 0;
  for (const found of said.matchAll(MARKED)) {
    nodes.push(said.slice(end, found.index));
    const [, strong, em, code, link] = found, i = [strong, em, code, link].findIndex((t) => t !== undefined);
    const node = i === 3 && links.length ? links.shift().cloneNode() : document.createElement(["strong", "em", "code", "span"][i]);
    node.textContent = found[i + 1];
    nodes.push(node);
    end = found.index + found[0].length;
  }
  return [...nodes, said.slice(end)];
}
function tellProse(all) {
  if (!window.nwProse || window.nwProse.length !== all.length) return;
  window.nwProse.forEach((block, i) => {
    const { nodes } = block.nwWritten, links = nodes.filter((n) => n.nodeName === "A");
    const now = all[i] ? [...drawn(all[i], links.filter((n) => !isAnchor(n))), ...links.filter(isAnchor)] : nodes;
    block.replaceChildren(...now);
  });
}
