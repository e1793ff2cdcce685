// Keeps the page for when there is no network. Its build puts the list of files here: those with a hash of their
// content in their names never change; the others are asked for first, and taken from here only if that fails.
const FILES = "FILES";
const CACHE = "wayline VERSION";

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll(FILES);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(
        names.filter((name) => name.startsWith("wayline ") && name !== CACHE).map((name) => caches.delete(name)),
      );
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const inScope = url.href.startsWith(self.registration.scope);
  if (request.method !== "GET" || !inScope) return;
  event.respondWith(answer(request, url));
});

async function answer(request, url) {
  const cache = await caches.open(CACHE);
  // What comes after ? chooses how the page looks, not which file it is.
  const kept = () => cache.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true });
  if (url.pathname.includes("/assets/")) return (await kept()) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept();
    if (found) return found;
    throw error;
  }
}
