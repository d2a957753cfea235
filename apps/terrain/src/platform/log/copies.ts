/** Copies of commands that wait, which the server alone opens (ADR 0052). */
import type { Commande } from '@octroi/contract/terrain/commandes';
import type { CleRemise } from '@octroi/contract/terrain/remises';
import { lieuDuSceau } from '@octroi/contract/terrain/scelle';
import { importServerKey, sealTo } from '../vault/server-seal.ts';
import type { CopyRow, HandoverRow, Store } from '../vault/store.ts';

/** Keeps what commands are sealed to from now on. */
export async function keepServerKey(store: Store, appareil: number, told: CleRemise): Promise<void> {
  const held = await store.setting('remise');
  if (held?.cle === told.nom && held.appareil === appareil) return;
  const publique = await importServerKey(told);
  await store.reglages.put({ nom: 'remise', appareil, cle: told.nom, publique, jusqua: held?.jusqua ?? 0 });
}

export async function copyOf({ appareil, cle, publique }: HandoverRow, command: Commande): Promise<CopyRow> {
  const place = lieuDuSceau(appareil, command.sequence);
  const scelle = await sealTo({ nom: cle, publique }, JSON.stringify(command), place);
  return { sequence: command.sequence, cle, scelle };
}
