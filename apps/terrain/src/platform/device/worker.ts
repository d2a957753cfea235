/** The service worker: registered once, and a new version is told of instead of being taken in the middle of something. */
let waiting: ServiceWorker | null = null;

/** @param onNew a new version is kept whole and waits */
export async function registerWorker(onNew: () => void): Promise<void> {
  const registration = await navigator.serviceWorker.register('/terrain/sw.js', { scope: '/terrain/' });
  const look = (worker: ServiceWorker | null): void => {
    // the first one of all replaces nothing
    if (!worker || worker.state !== 'installed' || !navigator.serviceWorker.controller) return;
    waiting = worker;
    onNew();
  };
  look(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => look(worker));
  });
  addEventListener('online', () => void registration.update().catch(() => undefined));
}

/** Takes the new version: every tab is on it afterwards. */
export function takeNewVersion(): void {
  waiting?.postMessage('prendre');
}

/** Pages of the old version would ask for files that are no longer kept. */
export function reloadOnNewVersion(): void {
  const { serviceWorker } = navigator;
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) location.reload();
    controlled = true;
  });
}
