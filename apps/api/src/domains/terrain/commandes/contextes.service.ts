/** What commands that share a transaction need before any of them is done. */
import { type Commande, COMMANDE_GRANTS, contribuableTerrain } from '@octroi/contract';
import { isClosed } from '#src/domains/fiscalite/index.ts';
import { lockPayers } from '#src/domains/paiements/index.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import { daysOf, type Emetteur, findContribuables } from './commandes.repository.ts';
import type { Contexte, Moyens } from './contexte.ts';
import { compteLe } from './horloge.ts';

/** How a batch is gone through. */
export interface Lot {
  requestId: string;
  /** As `Contexte.panne` says it. */
  panne: boolean;
}

/** What commands are done with that came just now. */
export const contextesOf = (
  trx: OpenTransaction,
  moyens: Moyens,
  appareil: Emetteur,
  commandes: readonly Commande[],
  lot: Lot,
): Promise<Contexte[]> => {
  const { depuis, maintenant: recu } = appareil;
  const given = commandes.map((commande) => ({
    sequence: commande.sequence,
    compteLe: new Date(compteLe(commande, { depuis, recu })).toISOString(),
  }));
  return contextesAt(trx, moyens, appareil, given, lot);
};

/** What commands are done with: read once for all of them. @param given each with the instant that it counts for, save in a closed year */
export async function contextesAt(
  trx: OpenTransaction,
  moyens: Moyens,
  appareil: Emetteur,
  given: readonly { sequence: number; compteLe: string }[],
  lot: Lot,
): Promise<Contexte[]> {
  const absent = await findAbsent(trx, appareil.agentId);
  // its session says nothing of what it may do
  const person = absent && ({ ...absent, grants: COMMANDE_GRANTS } as Person);
  const recu = new Date(appareil.maintenant).toISOString();
  const instants = given.map((one) => one.compteLe);
  const [today = '', ...jours] = await daysOf(trx, [recu, ...instants]);
  const closed = new Map<number, boolean>();
  for (const annee of new Set(jours.map((jour) => Number(jour.slice(0, 4)))))
    closed.set(annee, await isClosed(trx, appareil.entiteId, annee));
  return given.map(({ sequence }, index) => {
    const jour = jours[index] as string;
    const late = closed.get(Number(jour.slice(0, 4)));
    return {
      ...moyens,
      trx,
      appareil,
      sequence,
      person,
      compteLe: late ? recu : (instants[index] as string),
      jour: late ? today : jour,
      ...lot,
    };
  });
}

/** Locks whom the commands name before any of them is done, in everybody's order: two devices do not wait in a circle. */
export async function lockNamed(
  trx: OpenTransaction,
  entiteId: number,
  commandes: readonly Pick<Commande, 'corps'>[],
): Promise<void> {
  const references = commandes.flatMap(({ corps }) => {
    const parsed = contribuableTerrain.safeParse(corps['contribuable']);
    return parsed.success ? [parsed.data] : [];
  });
  if (references.length === 0) return;
  const found = await findContribuables(trx, entiteId, references);
  await lockPayers(
    trx,
    found.flatMap((contribuable) => (contribuable === undefined ? [] : [{ entiteId, contribuable }])),
  );
}
