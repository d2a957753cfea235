/** Cancellation at the counter: by the person who took the money, the same day, before the till is counted. Receipts stay. */
import {
  type AnnulationBody,
  type Encaissement,
  ENCAISSEMENT_MESSAGES,
  type LigneEncaissement,
} from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import type { LockedPayment } from '../booking/booking.repository.ts';
import { isOfToday } from '../booking/encaissements.repository.ts';
import { findEncaissement } from '../booking/encaissements.service.ts';
import type { TillPort } from '../booking/till.ts';
import { conflict, undoPayments, type Undoing } from './reversal.service.ts';

/**
 * The lines of an encaissement that may still be undone.
 * @param ids those that are wanted; all of them if absent
 * @throws AppError 400 for an unknown line, 409 for one that was undone before
 */
export function undoableLines(
  { lignes }: Encaissement,
  ids: readonly number[] | undefined,
): LigneEncaissement[] {
  const isOver = ({ annulee, remplacePar }: LigneEncaissement): boolean => annulee || remplacePar !== null;
  const chosen = ids?.map((id) => {
    const found = lignes.find((ligne) => ligne.id === id);
    if (!found) throw invalid('lignes', ENCAISSEMENT_MESSAGES.ligneInconnue);
    return found;
  });
  if (chosen?.some(isOver)) throw conflict(ENCAISSEMENT_MESSAGES.dejaAnnule);
  const rows = chosen ?? lignes.filter((ligne) => !isOver(ligne));
  if (rows.length === 0) throw conflict(ENCAISSEMENT_MESSAGES.dejaAnnule);
  return rows;
}

/** An encaissement that the person took, whatever its day. @throws AppError 404, 409 if another person took it */
export async function findOwn(queries: Queries, person: Person, id: number): Promise<Encaissement> {
  demand(person, 'guichet', 'Annuler');
  const row = await findEncaissement(queries, person, id);
  if (row.createdBy.id !== person.id) throw conflict(ENCAISSEMENT_MESSAGES.dUnAutre);
  return row;
}

/** @throws AppError 409 if it is of another day */
export async function demandToday(queries: Queries, { createdAt }: Encaissement): Promise<void> {
  if (!(await isOfToday(queries, createdAt))) throw conflict(ENCAISSEMENT_MESSAGES.dUnAutreJour);
}

/** The till session that gives the cash of a payment back; null for no cash. @throws AppError 409 if it was counted since */
export async function demandSession(
  trx: OpenTransaction,
  till: TillPort,
  person: Person,
  { entiteId, nature, sessionCaisse }: LockedPayment,
): Promise<number | null> {
  if (nature !== 'espèces') return null;
  const open = await till.sessionFor(trx, { entite: entiteId, person: person.id, nature, at: new Date() });
  if (sessionCaisse !== open) throw conflict(ENCAISSEMENT_MESSAGES.dUneAutreCaisse);
  return sessionCaisse;
}

export interface Ports {
  till: TillPort;
  approbations: Pick<Approbations, 'asks'>;
}

/**
 * Cancels payments of one collectivité that a person took.
 * @throws AppError 409 if one was undone before, if its till was counted, or if the collectivité asks for a second person
 */
export async function cancelPayments(
  trx: OpenTransaction,
  { till, approbations }: Ports,
  person: Person,
  {
    entiteId,
    payments,
    ...undoing
  }: { entiteId: number; payments: Parameters<typeof undoPayments>[2] } & Omit<Undoing, 'reason' | 'rule'>,
): Promise<void> {
  await undoPayments(trx, entiteId, payments, {
    ...undoing,
    reason: { nature: 'annulation' },
    async rule(payment) {
      const session = await demandSession(trx, till, person, payment);
      // without an own open till, a second person may be needed: the payment's page asks for one
      if (session === null && (await approbations.asks(trx, 'extourne', [entiteId])))
        throw conflict(ENCAISSEMENT_MESSAGES.secondePersonne);
      return session;
    },
  });
}

export function annulationService(db: Database, ports: Ports) {
  return {
    /**
     * Cancels what a person took that day, whole or some of its lines.
     * @param body not read before the person's right is known
     * @throws AppError 404; 409 if another person took it, on another day, or as `cancelPayments`
     */
    async cancel(person: Person, id: number, body: AnnulationBody, requestId: string): Promise<Encaissement> {
      const own = await findOwn(db, person, id);
      await demandToday(db, own);
      const { motif, lignes } = body;
      const rows = undoableLines(own, lignes ?? undefined);
      const payments = rows.map((ligne) => ({ id: ligne.id, contribuable: ligne.contribuable.id }));
      const author = { utilisateurId: person.id, requestId };
      await db
        .transaction()
        .execute((trx) =>
          cancelPayments(trx, ports, person, { entiteId: own.entite.id, payments, motif, author }),
        );
      return findEncaissement(db, person, id);
    },
  };
}
