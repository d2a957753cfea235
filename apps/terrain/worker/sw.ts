/**
 * Opens the app offline: all files of a build are cached, and a new build is cached completely and waits until the
 * agent activates it. The agent's data is not here but in IndexedDB.
 */
export {};
declare const self: ServiceWorkerGlobalScope;
/** Set by the build: addresses of its files, the page first, and a version name. */
declare const __FICHIERS__: string[];
declare const __VERSION__: string;

const FILES = __FICHIERS__;
const CACHES = 'terrain-';
const CACHE = CACHES + __VERSION__;
const PAGE = FILES[0] ?? '/terrain/';

/** Files named by content that an earlier build cached are copied, not downloaded again over an expensive network. */
async function keep(cache: Cache, file: string): Promise<void> {
  const before = file.includes('/assets/') ? await caches.match(file) : undefined;
  const reply = before ?? (await fetch(file, { cache: 'no-cache' }));
  if (!reply.ok || reply.redirected) throw new Error(`${file}: ${reply.status}`);
  await cache.put(file, reply);
}

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => Promise.all(FILES.map((file) => keep(cache, file)))));
});

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(CACHES) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

// the agent activated the new version
self.addEventListener('message', (event) => {
  if (event.data === 'prendre') event.waitUntil(self.skipWaiting());
});

async function serve(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.mode === 'navigate' ? PAGE : request, { ignoreSearch: true });
  // a sound that the collectivité added, which a page has kept
  const sound = request.url.includes('/voix/') ? await caches.match(request.url) : undefined;
  return kept ?? sound ?? fetch(request);
}
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const own = origin === self.location.origin && pathname.startsWith(PAGE) && event.request.method === 'GET';
  if (own) event.respondWith(serve(event.request));
});
