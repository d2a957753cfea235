/**
 * What the server last said of this device and of its agent. It holds until the next contact: a phone that was blocked stays so
 * without a network, after a restart, a sign-out or an update.
 */
import type { StatutAppareil } from '@octroi/contract/terrain/rules';
import type { Standing, Store } from '../vault/store.ts';
import type { Vault } from '../vault/vault.ts';

/** Why a phone takes nothing more. */
export type Interdit = Exclude<StatutAppareil, 'actif'> | 'agent';

const NAME = 'etat-appareil';
const UNTOLD: Standing = { statut: 'actif', agentActif: true, dernierSequence: 0 };

export function interditOf({ statut, agentActif }: Standing): Interdit | null {
  if (statut !== 'actif') return statut;
  return agentActif ? null : 'agent';
}

/** What was told while the vault was closed is newer than what is sealed. */
export async function readStanding(store: Store, vault: Vault): Promise<Standing> {
  const told = await store.setting('dit');
  if (told) return told.standing;
  const row = await store.secrets.get(NAME);
  return row ? vault.unseal<Standing>(row.scelle, NAME) : UNTOLD;
}

/** @param vault undefined while it is closed: what is told then waits in clear, and is sealed once it is open */
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

/** The server does not know this phone's signature: nothing that is done here would ever be received. */
export const keepUnknown = async (store: Store, vault: Vault | undefined): Promise<void> =>
  keepStanding(store, vault, { ...(vault ? await readStanding(store, vault) : UNTOLD), statut: 'attendu' });
