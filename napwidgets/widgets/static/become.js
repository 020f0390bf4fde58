// A panel's new content takes the place of the old: what can be pressed, written in or scrolled stays the same node, so that
// the keyboard is not lost, and what stays as it is needs no drawing.

const HELD = "[data-key], [data-keep], [data-scroll]";
const held = (n) => n.nodeType === Node.ELEMENT_NODE && (n.matches(HELD) || n.querySelector(HELD) !== null);
const called = (n) => `${n.nodeName} ${n.dataset.key || n.dataset.keep || n.className}`;

function become(old, fresh) {
  const was = [...old.childNodes], want = [...fresh.childNodes], known = new Map();
  let end = null;
  while (was.length && want.length && was[0].isEqualNode(want[0])) { was.shift(); want.shift(); }
  while (was.length && want.length && was.at(-1).isEqualNode(want.at(-1))) { end = was.pop(); want.pop(); }
  for (const n of was.filter(held)) (known.get(called(n)) || known.set(called(n), []).get(called(n))).push(n);
  const now = want.map((n) => {
    const same = held(n) && known.get(called(n))?.shift();
    if (same) takeOn(same, n);
    return same || n;
  });
  const stays = new Set(now);
  was.filter((n) => !stays.has(n)).forEach((n) => n.remove());
  let at = was.find((n) => stays.has(n)) || end;
  for (const n of now) if (n === at) at = at.nextSibling; else old.insertBefore(n, at);
}
function takeOn(node, want) {
  for (const { name, value } of want.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  for (const { name } of [...node.attributes]) if (!want.hasAttribute(name)) node.removeAttribute(name);
  become(node, want);
}
// Fields say what Python says; what somebody is writing is put back by who called.
function asWritten(root) {
  for (const i of root.querySelectorAll("input:not([type=file]), textarea")) {
    if (i.value !== i.defaultValue) i.value = i.defaultValue;
    i.checked = i.defaultChecked;
  }
  for (const o of root.querySelectorAll("option")) if (o.selected !== o.defaultSelected) o.selected = o.defaultSelected;
}
