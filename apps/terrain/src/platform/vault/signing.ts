/** The phone's own key pair: made here, kept by the browser, and never readable, not even by this application. */
import type { ClePublique } from '@octroi/contract/terrain/appareils';
import type { Store } from './store.ts';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };

/** Makes the key pair where there is none. @returns its public half, as the server takes it */
export async function signingKey(store: Store): Promise<ClePublique> {
  const kept = await store.setting('signature');
  const paire = kept?.paire ?? (await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']));
  if (!kept) await store.reglages.put({ nom: 'signature', paire });
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', paire.publicKey);
  return { kty: 'EC', crv: 'P-256', x, y };
}

/** base64url of ECDSA-P256-SHA256 over these bytes. */
export async function sign(store: Store, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const kept = await store.setting('signature');
  if (!kept) throw new Error('the phone has no key');
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    kept.paire.privateKey,
    content,
  );
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
