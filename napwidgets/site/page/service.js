// Keeps the whole site in the browser: what was fetched once is there without a network. VERSION is what was built.
const VERSION = "napwidgets-@VERSION@";

// What a page fetches before it is looked after; the rest is kept as it comes.
const FIRST = ["./", "page.css", "page.js", "words.js", "desk.js", "vendor/require.js"];

self.addEventListener("install", (e) => e.waitUntil((async () => {
  await (await caches.open(VERSION)).addAll(FIRST);
  await self.skipWaiting();
})()));
self.addEventListener("activate", (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("napwidgets-") && name !== VERSION) await caches.delete(name);
  await self.clients.claim();
})()));

// What is fetched goes to the page as it comes, and into the store beside that; where there is no room it is not kept.
async function kept(e) {
  const store = await caches.open(VERSION), found = await store.match(e.request, { ignoreSearch: true });
  if (found) return found;
  const answer = await fetch(e.request);
  if (answer.ok) e.waitUntil(store.put(e.request, answer.clone()).catch(() => {}));
  return answer;
}

self.addEventListener("fetch", (e) => {
  const own = new URL(e.request.url).origin === self.location.origin;
  if (own && e.request.method === "GET") e.respondWith(kept(e));
});
