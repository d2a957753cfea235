/** Sounds that a collectivité has added on its server; each is kept on the phone once it was received. */
import type { Langue } from './consignes.ts';

/** The service worker answers from it too. */
const CACHE = 'octroi-voix';

/** Its address; undefined if there is none, or if it was never received and the phone is offline: it asks for nothing then. */
export async function soundOf(langue: Langue, cle: string, offline: boolean): Promise<string | undefined> {
  const address = `/terrain/voix/${langue}/${cle}.mp3`;
  const cache = await caches.open(CACHE);
  if (await cache.match(address)) return address;
  if (offline) return undefined;
  const reply = await fetch(address).catch(() => undefined);
  if (!reply?.ok) return undefined;
  // a full phone still plays it while there is a network
  await cache.put(address, reply).catch(() => undefined);
  return address;
}
