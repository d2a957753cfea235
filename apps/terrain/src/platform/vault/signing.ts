/** The phone's signing key: created here, stored by the browser, not extractable even by this app. */
import type { ClePublique } from '@octroi/contract/terrain/appareils';
import type { Store } from './store.ts';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };

/** Creates the key pair if there is none. @returns its public key in the server's format */
export async function signingKey(store: Store): Promise<ClePublique> {
  const stored = await store.setting('signature');
  const paire = stored?.paire ?? (await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']));
  if (!stored) await store.reglages.put({ nom: 'signature', paire });
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', paire.publicKey);
  return { kty: 'EC', crv: 'P-256', x, y };
}

/** base64url of the ECDSA-P256-SHA256 signature of these bytes. */
export async function sign(store: Store, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const stored = await store.setting('signature');
  if (!stored) throw new Error('the phone has no key');
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    stored.paire.privateKey,
    content,
  );
  return btoa(String.fromCharCode(...new Uint8Array(signature)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
