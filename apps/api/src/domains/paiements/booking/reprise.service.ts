/** Payments made before Octroi, which an import brings along (ADR 0081): booked like others, without paper of ours. */
import { mayActInBulk } from '@octroi/contract';
import type { PaiementAReprendre, PaiementsRepris } from '#src/domains/contribuables/index.ts';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import { AppError } from '#src/platform/http/problem.ts';
import { undoPayments } from '../undoing/reversal.service.ts';
import { type BookingRequest, lockPayers } from './booking.repository.ts';
import { bookRequests } from './booking.service.ts';
import { countRepris, moyenDeReprise, readInstants, readRepris } from './reprise.repository.ts';
import { noTill } from './till.ts';

const SEUL_RESPONSABLE =
  'un paiement repris s’annule depuis sa page, par qui peut extourner ; il reste tel quel';
const SECONDE_PERSONNE =
  'votre collectivité demande une seconde personne pour annuler un paiement : annulez-le depuis sa page ; il reste tel quel';

/** The next payment of each taxpayer, until none is left: a booking takes one payment of each. */
function* rounds(paiements: readonly PaiementAReprendre[]): Generator<PaiementAReprendre[]> {
  // earlier years first: what exceeds the dues of a year pays older ones
  const sorted = paiements.toSorted((a, b) => a.annee - b.annee);
  const queues = [...Map.groupBy(sorted, ({ contribuable }) => contribuable).values()];
  for (let round = 0; ; round += 1) {
    const next = queues.flatMap((queue) => queue[round] ?? []);
    if (next.length === 0) return;
    yield next;
  }
}

/** @returns the part of payments that an import needs */
export const paiementsRepris = (approbations: Pick<Approbations, 'asks'>): PaiementsRepris => ({
  demand(person: Person) {
    demand(person, 'transactions', 'Créer');
    // no till answers for this money: it counts at once, as a confirmation does
    demand(person, 'transactions', 'Valider');
  },

  async obstacleToUndo(queries, person, entiteId) {
    try {
      demand(person, 'transactions', 'Supprimer');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return SEUL_RESPONSABLE;
    }
    if (!mayActInBulk(person)) return SEUL_RESPONSABLE;
    return (await approbations.asks(queries, 'extourne', [entiteId])) ? SECONDE_PERSONNE : undefined;
  },

  read: readRepris,

  lock: (trx, entiteId, contribuables) =>
    lockPayers(
      trx,
      contribuables.map((contribuable) => ({ entiteId, contribuable })),
    ),

  async book(trx, { entiteId, person, requestId }, paiements) {
    if (paiements.length === 0) return;
    const moyenPaiement = await moyenDeReprise(trx);
    const payers = paiements.map(({ contribuable }) => contribuable);
    const before = await countRepris(trx, entiteId, payers);
    let round = 0;
    for (const next of rounds(paiements)) {
      round += 1;
      const outcomes = await bookRequests(
        trx,
        noTill,
        next.map(({ contribuable, annee, taxe, montant, jour, quittance }): BookingRequest => ({
          entiteId,
          contribuable,
          montant,
          moyenPaiement,
          noTransaction: null,
          annee,
          taxe,
          motif: null,
          cle: `reprise:${contribuable}:${(before.get(contribuable) ?? 0) + round}`,
          refuseExcess: false,
          agentId: null,
          auteurId: person.id,
          requestId,
          reprise: true,
          prise: true,
          le: `${jour}T12:00:00Z`,
          ...(quittance === null ? {} : { numeroImprime: quittance }),
        })),
      );
      for (const outcome of outcomes) if (outcome instanceof AppError) throw outcome;
    }
  },

  async takeBack(trx, { entiteId, person, requestId }, { contribuable, transactions, motif }) {
    // each at its own day: the sums of that year become what the register says
    for (const { id, le } of await readInstants(trx, entiteId, transactions))
      await undoPayments(trx, entiteId, [{ id, contribuable }], {
        reason: { nature: 'annulation' },
        motif,
        le,
        author: { utilisateurId: person.id, requestId },
      });
  },
});
