/**
 * Enrols a phone again whose key the office has replaced by a new code while acts waited here: the same device, the same
 * agent and the same key, so that the log goes on (ADR 0087).
 */
import type { Clock } from '#src/platform/device/clock.ts';
import { type Credentials, identify } from '#src/platform/exchange/session.ts';
import { keepStanding } from '#src/platform/exchange/standing.ts';
import { JOURNAL } from '#src/platform/log/log.ts';
import type { Store } from '#src/platform/vault/store.ts';
import type { Vault } from '#src/platform/vault/vault.ts';
import { isOwner } from './deverrouillage.ts';
import { lastRanks, requestInscription } from './inscription.ts';

interface Phone {
  store: Store;
  clock: Clock;
  /** Undefined while the phone is locked. */
  vault: Vault | undefined;
  /** The device of the acts on this phone. */
  appareil: number;
}

/**
 * @throws {CodeRefused}
 * @throws {Error} with a message for the person
 */
export async function reenrolPhone(
  { store, clock, vault, appareil }: Phone,
  code: string,
  credentials: Credentials,
): Promise<void> {
  const coffre = await store.setting('coffre');
  if (!coffre) return;
  const { session, identity } = await identify(credentials);
  if (!isOwner(coffre, identity))
    throw new Error(`Seul « ${coffre.pseudo} » peut remettre ce téléphone en service avec ce qu’il garde.`);
  const inscription = await requestInscription(store, session, code, appareil);
  const secrets = vault && [
    { nom: 'session', scelle: await vault.seal(session, 'session') },
    { nom: 'appareil', scelle: await vault.seal(inscription, 'appareil') },
  ];
  await clock.recordContact(store, inscription.heure, Date.now());
  await navigator.locks.request(JOURNAL, () =>
    store.transaction('rw', store.reglages, store.secrets, async () => {
      const counters = await store.setting('compteurs');
      // acts and receipts that the office has not received keep their numbers
      const sequence = Math.max(counters?.sequence ?? 0, inscription.dernierSequence);
      const rangs = lastRanks(inscription, counters?.rangs ?? {});
      await store.reglages.put({ nom: 'compteurs', sequence, rangs });
      if (secrets) await store.secrets.bulkPut(secrets);
    }),
  );
  const { dernierSequence, statut } = inscription;
  await keepStanding(store, vault, { statut, agentActif: true, dernierSequence });
}
