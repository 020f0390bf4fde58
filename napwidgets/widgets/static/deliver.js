// What was pressed arrives, and counts once, whatever becomes of the connection: a message has a number; until the kernel has
// dealt with it, it is sent again when the connection is back; Python passes over a number that it has had.
const WAITING = new Map(), SENDER = Math.random().toString(36).slice(2, 10);
function deliver(model, message) {
  const id = `${SENDER}.${WAITING.count = (WAITING.count || 0) + 1}`;
  const done = (m) => { if (m.content.execution_state === "idle") WAITING.delete(id); };
  // Jupyter tells when the kernel is idle again; marimo calls what it is given, once the message is on its way.
  const told = Object.assign(() => WAITING.delete(id), { iopub: { status: done } });
  const post = () => model.send({ ...message, id }, told);
  WAITING.set(id, post);
  post();
}
window.addEventListener("nw-back", () => WAITING.forEach((post) => post()));
