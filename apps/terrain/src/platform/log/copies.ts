/** Copies of waiting commands that only the server can open (ADR 0052). */
import type { Commande } from '@octroi/contract/terrain/commandes';
import type { CleRemise } from '@octroi/contract/terrain/remises';
import { lieuDuSceau } from '@octroi/contract/terrain/scelle';
import { importServerKey, sealTo } from '../vault/server-seal.ts';
import type { CopyRow, HandoverRow, Store } from '../vault/store.ts';

/** Stores the key that commands are sealed to. */
export async function keepServerKey(store: Store, appareil: number, received: CleRemise): Promise<void> {
  const stored = await store.setting('remise');
  if (stored?.cle === received.nom && stored.appareil === appareil) return;
  const publique = await importServerKey(received);
  await store.reglages.put({
    nom: 'remise',
    appareil,
    cle: received.nom,
    publique,
    jusqua: stored?.jusqua ?? 0,
  });
}

export async function copyOf({ appareil, cle, publique }: HandoverRow, command: Commande): Promise<CopyRow> {
  const place = lieuDuSceau(appareil, command.sequence);
  const scelle = await sealTo({ nom: cle, publique }, JSON.stringify(command), place);
  return { sequence: command.sequence, cle, scelle };
}
