/**
 * What whoever took money may still take back at the counter, the same day and before the till is counted. Receipts stay;
 * extournes tell that they count no more.
 */
import {
  type AnnulationBody,
  type Encaissement,
  ENCAISSEMENT_MESSAGES,
  type LigneEncaissement,
} from '@octroi/contract';
import { demand, type Person } from '#src/platform/access/person.ts';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { type Cash, isOfToday, readCash } from '../booking/encaissements.repository.ts';
import { findEncaissement } from '../booking/encaissements.service.ts';
import { lockPayers } from '../booking/booking.repository.ts';
import type { TillPort } from '../booking/till.ts';
import { holdTransaction } from './transaction-changes.repository.ts';
import { type Author, reverse, settle } from './transaction-changes.service.ts';

export const refuse = (message: string): AppError => new AppError('conflit.regle', message);

/** The payments of it that still stand; those that are asked for, or all. @throws AppError 400, 409 */
export function standing(
  { lignes }: Encaissement,
  asked: readonly number[] | undefined,
): LigneEncaissement[] {
  const isOver = ({ annulee, remplacePar }: LigneEncaissement): boolean => annulee || remplacePar !== null;
  const chosen = asked?.map((id) => {
    const found = lignes.find((ligne) => ligne.id === id);
    if (!found) throw invalid('lignes', ENCAISSEMENT_MESSAGES.ligneInconnue);
    return found;
  });
  if (chosen?.some(isOver)) throw refuse(ENCAISSEMENT_MESSAGES.dejaAnnule);
  const rows = chosen ?? lignes.filter((ligne) => !isOver(ligne));
  if (rows.length === 0) throw refuse(ENCAISSEMENT_MESSAGES.dejaAnnule);
  return rows;
}

/** One's own of any day. @throws AppError 404, 409 for another's */
export async function ofOwn(db: Queries, person: Person, id: number): Promise<Encaissement> {
  demand(person, 'guichet', 'Annuler');
  const row = await findEncaissement(db, person, id);
  if (row.createdBy.id !== person.id) throw refuse(ENCAISSEMENT_MESSAGES.dUnAutre);
  return row;
}

/** @throws AppError 409 for one of another day */
export async function demandToday(db: Queries, { createdAt }: Encaissement): Promise<void> {
  if (!(await isOfToday(db, createdAt))) throw refuse(ENCAISSEMENT_MESSAGES.dUnAutreJour);
}

/** The till session that the cash of a payment is given back by. @throws AppError 409 where it was counted since */
export async function sessionOf(
  trx: OpenTransaction,
  till: TillPort,
  person: Person,
  { entite, nature, session }: Cash & { entite: number },
): Promise<number | null> {
  if (nature !== 'espèces') return null;
  const open = await till.sessionFor(trx, { entite, person: person.id, nature, at: new Date() });
  if (session !== open) throw refuse(ENCAISSEMENT_MESSAGES.dUneAutreCaisse);
  return session;
}

export interface Means {
  till: TillPort;
  approbations: Pick<Approbations, 'asks'>;
}

/** Beyond one's own open till, a collectivité may ask for a second person: that is asked for at the transaction. */
export async function demandAlone(
  trx: OpenTransaction,
  { approbations }: Means,
  entiteId: number,
): Promise<void> {
  if (await approbations.asks(trx, 'extourne', [entiteId]))
    throw refuse(ENCAISSEMENT_MESSAGES.secondePersonne);
}

/** Takes one payment back, its taxpayer held. @returns whether its money was there @throws AppError 409 where somebody did meanwhile */
export async function takeBackOne(
  trx: OpenTransaction,
  means: Means,
  person: Person,
  {
    entiteId,
    id,
    motif,
    author,
  }: { entiteId: number; id: number; motif: string; author: Author & { le?: string } },
): Promise<boolean> {
  const held = await holdTransaction(trx, entiteId, id);
  if (!held || held.statut === 'Failed') throw refuse(ENCAISSEMENT_MESSAGES.dejaAnnule);
  if (held.statut === 'Confirmé') {
    const sessionCaisse = await sessionOf(trx, means.till, person, {
      entite: entiteId,
      ...(await readCash(trx, entiteId, id)),
    });
    if (sessionCaisse === null) await demandAlone(trx, means, entiteId);
    await reverse(trx, held, motif, { ...author, sessionCaisse });
    return true;
  }
  await settle(trx, held, 'Failed', author, { motif });
  return false;
}

export function annulationService(db: Database, means: Means) {
  return {
    /**
     * Takes back what a person took that day, whole or some of its payments.
     * @throws AppError 409 for another's, of another day, of a till that was counted, or where it was taken back before
     */
    async cancel(person: Person, id: number, body: AnnulationBody, requestId: string): Promise<Encaissement> {
      const own = await ofOwn(db, person, id);
      await demandToday(db, own);
      const { motif, lignes } = body;
      const rows = standing(own, lignes ?? undefined);
      const entiteId = own.entite.id;
      const author = { utilisateurId: person.id, requestId };
      await db.transaction().execute(async (trx) => {
        await lockPayers(
          trx,
          rows.map(({ contribuable }) => ({ entiteId, contribuable: contribuable.id })),
        );
        for (const ligne of rows.toSorted((a, b) => a.id - b.id))
          await takeBackOne(trx, means, person, { entiteId, id: ligne.id, motif, author });
      });
      return findEncaissement(db, person, id);
    },
  };
}
