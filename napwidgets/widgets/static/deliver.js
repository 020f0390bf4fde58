// All scripts of a page share what it waits for and what it has to draw.
const PAGE = window.nwPage ||= { asked: new Set(), draws: new Set(), timer: 0, drawn: 0 };

// What was pressed arrives, and counts once, whatever becomes of the connection: a message has a number; until the kernel has
// dealt with it, it is sent again when the connection is back; Python passes over a number that it has had.
const WAITING = new Map(), SENDER = Math.random().toString(36).slice(2, 10);
function deliver(model, message) {
  const id = `${SENDER}.${WAITING.count = (WAITING.count || 0) + 1}`;
  const answered = () => { WAITING.delete(id); PAGE.asked.delete(id); if (!PAGE.asked.size && PAGE.draws.size) drawAll(); };
  const done = (m) => { if (m.content.execution_state === "idle") answered(); };
  // Jupyter tells when the kernel is idle again; marimo calls what it is given, once the message is on its way.
  const told = Object.assign(answered, { iopub: { status: done } });
  const post = () => model.send({ ...message, id }, told);
  WAITING.set(id, post);
  PAGE.asked.add(id);
  post();
}
window.addEventListener("nw-back", () => WAITING.forEach((post) => post()));
// What an answer changes is drawn with one frame, once all of it has come; if that takes long, what there is. A page that nobody
// looks at has no frames, and is drawn all the same.
const LONG = 100;
function drawSoon(draw) {
  PAGE.draws.add(draw);
  PAGE.timer ||= setTimeout(drawNext, PAGE.asked.size ? LONG : 0);
}
function drawNext() {
  clearTimeout(PAGE.timer);
  PAGE.timer = setTimeout(drawAll, 200);
  requestAnimationFrame(drawAll);
}
function drawAll() {
  const draws = [...PAGE.draws];
  clearTimeout(PAGE.timer);
  PAGE.draws.clear();
  PAGE.timer = 0;
  PAGE.drawn = performance.now();
  for (const draw of draws) try { draw(); } catch (trouble) { reportError(trouble); }
}
