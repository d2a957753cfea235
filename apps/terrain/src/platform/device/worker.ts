/** Registers the service worker; a new version is announced, not activated during work. */
let waiting: ServiceWorker | null = null;

/** @param onNew called when a new version is downloaded and ready */
export async function registerWorker(onNew: () => void): Promise<void> {
  const registration = await navigator.serviceWorker.register('/terrain/sw.js', { scope: '/terrain/' });
  const look = (worker: ServiceWorker | null): void => {
    // the first version replaces nothing
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

/** Activates the new version in every tab. */
export function takeNewVersion(): void {
  waiting?.postMessage('prendre');
}

/** A page of the old version would request files that are no longer cached. */
export function reloadOnNewVersion(): void {
  const { serviceWorker } = navigator;
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) location.reload();
    controlled = true;
  });
}
