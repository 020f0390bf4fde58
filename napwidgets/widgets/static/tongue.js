// Maps write their words themselves, in English: what Python sends of the page's language is put in their place.

const SAID = new WeakMap();
function speak(words) {
  const known = new Map(Object.entries(words));
  // The greatest names on a map are written in capitals.
  const tall = new Map([...known].map(([k, v]) => [k.toUpperCase(), v.toUpperCase()]));
  const piece = (t) => {
    const bare = t.trim(), count = /^([−+]?\d+) (.+)$/.exec(bare), sum = /^(.+) ([−+]?\d+(?:\s%)?)$/.exec(bare);
    if (known.has(bare)) return known.get(bare);
    if (count && known.has(count[2])) return `${count[1]} ${known.get(count[2])}`;
    if (sum && known.has(sum[1])) return `${known.get(sum[1])} ${sum[2]}`;
    return t;
  };
  // A text is known whole, or sentence by sentence, or part by part of a sentence.
  const ranks = [/(\. )/, /(; )/, /( · |, )/, /(: )/];
  const whole = (bare) => {
    const key = /^(.+?)(\.| \([A-Z0-9+-]\))$/.exec(bare);
    return known.get(bare) || (key && known.has(key[1]) && known.get(key[1]) + key[2]);
  };
  const say = (t, rank = 0) => whole(t.trim())
    || (rank < ranks.length ? t.split(ranks[rank]).map((p, i) => (i % 2 ? p : say(p, rank + 1))).join("") : piece(t));
  // Panels and names on counters come from Python as they should be; names on the map are drawn for the room they have.
  const written = (n) => n && !n.closest(".nw-sheet, .jp-RenderedMarkdown, script, style"), ours = (n) => written(n) && (!n.closest("svg") || n.closest(".nw-l-names"));
  const text = (n) => {
    if (!/[A-Za-z]{2}/.test(n.data) || SAID.get(n) === n.data || !ours(n.parentElement)) return;
    const said = (n.parentElement.closest(".nw-l-names") && tall.get(n.data.trim())) || say(n.data);
    SAID.set(n, said);
    if (said !== n.data) n.data = said;
  };
  const named = (n) => {
    // What is read out has room everywhere.
    if (!written(n)) return;
    for (const name of ["title", "aria-label"]) {
      const old = n.getAttribute(name), said = old && say(old);
      if (said && said !== old) n.setAttribute(name, said);
    }
  };
  const walk = (n) => {
    if (n.nodeType === Node.TEXT_NODE) { text(n); return; }
    if (n.nodeType !== Node.ELEMENT_NODE || n.matches(".nw-sheet")) return;
    named(n);
    n.childNodes.forEach(walk);
  };
  window.nwSpeaks?.disconnect();
  if (!known.size) return;
  walk(document.body);
  window.nwSpeaks = new MutationObserver((all) => {
    for (const m of all) {
      if (m.type === "characterData") text(m.target);
      else if (m.type === "attributes") named(m.target);
      else m.addedNodes.forEach(walk);
    }
  });
  const wanted = { childList: true, subtree: true, characterData: true, attributeFilter: ["title", "aria-label"] };
  window.nwSpeaks.observe(document.body, wanted);
}
