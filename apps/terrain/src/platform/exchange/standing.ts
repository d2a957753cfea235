/**
 * The server's last word on this device and its agent. It is valid until the next contact: a blocked phone stays
 * blocked offline, after a restart, a sign-out or an update.
 */
import type { StatutAppareil } from '@octroi/contract/terrain/rules';
import type { Standing, Store } from '../vault/store.ts';
import type { Vault } from '../vault/vault.ts';

/** Why a phone is blocked. */
export type Interdit = Exclude<StatutAppareil, 'actif'> | 'agent';

const NAME = 'etat-appareil';
const DEFAULT_STANDING: Standing = { statut: 'actif', agentActif: true, dernierSequence: 0 };

export function interditOf({ statut, agentActif }: Standing): Interdit | null {
  if (statut !== 'actif') return statut;
  return agentActif ? null : 'agent';
}

/** An update received while the vault was locked is newer than the encrypted one. */
export async function readStanding(store: Store, vault: Vault): Promise<Standing> {
  const update = await store.setting('dit');
  if (update) return update.standing;
  const row = await store.secrets.get(NAME);
  return row ? vault.unseal<Standing>(row.scelle, NAME) : DEFAULT_STANDING;
}

/** @param vault undefined while locked: the update is then stored in clear, and encrypted after the unlock */
export async function keepStanding(
  store: Store,
  vault: Vault | undefined,
  { statut, agentActif, dernierSequence }: Standing,
): Promise<void> {
  const standing = { statut, agentActif, dernierSequence };
  if (!vault) {
    await store.reglages.put({ nom: 'dit', standing });
    return;
  }
  const scelle = await vault.seal(standing, NAME);
  await store.transaction('rw', store.secrets, store.reglages, async () => {
    await store.secrets.put({ nom: NAME, scelle });
    await store.reglages.delete('dit');
  });
}

/** The server does not know this phone's key: it would never receive any command. */
export const keepUnknown = async (store: Store, vault: Vault | undefined): Promise<void> =>
  keepStanding(store, vault, {
    ...(vault ? await readStanding(store, vault) : DEFAULT_STANDING),
    statut: 'attendu',
  });
