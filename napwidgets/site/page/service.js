// Keeps the whole site in the browser: what was fetched once is there without a network. VERSION is what was built.
const VERSION = "napwidgets-@VERSION@";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (e) => e.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("napwidgets-") && name !== VERSION) await caches.delete(name);
  await self.clients.claim();
})()));

async function kept(request) {
  const store = await caches.open(VERSION), found = await store.match(request, { ignoreSearch: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await store.put(request, answer.clone());
  return answer;
}

self.addEventListener("fetch", (e) => {
  const own = new URL(e.request.url).origin === self.location.origin;
  if (own && e.request.method === "GET") e.respondWith(kept(e.request));
});
