// VERSION and FILES stand above, put there when the app was built.
// Files of the app: from this build, whole. What the server was asked for last: from the server, or, while it is away, as it was.
/* global VERSION, FILES */
const APP = `niten-app-${VERSION}`;
const SEEN = "niten-seen";
const ROOT = new URL("./", self.location).pathname;
const READ = /\/api\/v1\/(tables\/[\w-]+(\/entries)?|profile(\/tables)?|games)$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(APP).then((cache) => cache.addAll([ROOT, ...FILES.map((file) => ROOT + file)])));
});

// The build before stays: another window may still show it, and ask for parts of it.
self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("niten-app-") && name !== APP).slice(0, -1);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// Only when somebody asks for it: never in the middle of a game.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || !pathname.startsWith(ROOT)) return;
  if (request.mode === "navigate") {
    event.respondWith(caches.match(ROOT, { cacheName: APP }).then((page) => page ?? fetch(request)));
  } else if (pathname.includes("/api/")) {
    if (READ.test(pathname)) event.respondWith(asked(request));
  } else {
    event.respondWith(file(request));
  }
});

async function file(request) {
  return (await caches.match(request, { cacheName: APP })) ?? (await caches.match(request)) ?? fetch(request);
}

async function asked(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await (await caches.open(SEEN)).put(request, response.clone());
    return response;
  } catch (error) {
    const seen = await caches.match(request, { cacheName: SEEN });
    if (seen) return seen;
    throw error;
  }
}
