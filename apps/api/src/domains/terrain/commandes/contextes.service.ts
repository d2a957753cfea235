/** What is read and locked for all commands of a transaction before the first is carried out. */
import { type Commande, COMMANDE_GRANTS, contribuableTerrain } from '@octroi/contract';
import { isClosed } from '#src/domains/fiscalite/index.ts';
import { lockPayers } from '#src/domains/paiements/index.ts';
import type { Person } from '#src/platform/access/person.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { findAbsent } from '#src/platform/session/session.repository.ts';
import { daysOf, type Sender, findContribuables } from './commandes.repository.ts';
import type { Contexte, Services } from './contexte.ts';
import { compteLe } from './horloge.ts';

export interface LotMode {
  requestId: string;
  /** See `Contexte.panne`. */
  panne: boolean;
}

/** The contexts of commands that were just received. */
export const contextesOf = (
  trx: OpenTransaction,
  services: Services,
  appareil: Sender,
  commandes: readonly Commande[],
  mode: LotMode,
): Promise<Contexte[]> => {
  const { depuis, maintenant: recu } = appareil;
  const dated = commandes.map((commande) => ({
    sequence: commande.sequence,
    compteLe: new Date(compteLe(commande, { depuis, recu })).toISOString(),
  }));
  return contextesAt(trx, services, appareil, dated, mode);
};

/** The contexts of commands. @param dated with the instant for which each counts; in a closed year the present one replaces it */
export async function contextesAt(
  trx: OpenTransaction,
  services: Services,
  appareil: Sender,
  dated: readonly { sequence: number; compteLe: string }[],
  mode: LotMode,
): Promise<Contexte[]> {
  const absent = await findAbsent(trx, appareil.agentId);
  // a device's rights are those of commands, not those of the agent's session
  const person = absent && ({ ...absent, grants: COMMANDE_GRANTS } as Person);
  const recu = new Date(appareil.maintenant).toISOString();
  const instants = dated.map((commande) => commande.compteLe);
  const [today = '', ...jours] = await daysOf(trx, [recu, ...instants]);
  const closed = new Map<number, boolean>();
  for (const annee of new Set(jours.map((jour) => Number(jour.slice(0, 4)))))
    closed.set(annee, await isClosed(trx, appareil.entiteId, annee));
  return dated.map(({ sequence }, index) => {
    const jour = jours[index] as string;
    const isClosedYear = closed.get(Number(jour.slice(0, 4)));
    return {
      ...services,
      trx,
      appareil,
      sequence,
      person,
      compteLe: isClosedYear ? recu : (instants[index] as string),
      jour: isClosedYear ? today : jour,
      ...mode,
    };
  });
}

/** Locks the taxpayers of all commands first, in the order of their ids, so that two devices cannot deadlock. */
export async function lockPayersOf(
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
