/**
 * Removal of payments from their list: a confirmed one is reversed, any other is deleted. Where payments were confirmed, the
 * removal may wait for a second person. Many are removed by a job (specification 2 section 2.13).
 */
import { randomUUID } from 'node:crypto';
import {
  type ActeReport,
  formatFrancs,
  formatNumber,
  type Laisse,
  mayActInBulk,
  PAIEMENT_MESSAGES,
  type PaiementVise,
  sumActes,
  sumBy,
  type SuppressionTransactions,
  type TransactionRow,
} from '@octroi/contract';
import { authorOf } from '#src/platform/access/made-with.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Approbations, Approved, Commande } from '#src/platform/approbation/approbation.service.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound, refused, toAppError } from '#src/platform/http/problem.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { readRows } from '#src/platform/listing/listing.ts';
import { removeEach } from '#src/platform/resource/removal.ts';
import type { Author } from '../booking/booking.service.ts';
import { transactionSource } from '../lists/transactions.repository.ts';
import { findTransaction } from '../lists/transactions.service.ts';
import {
  entitesOf,
  listPlaces,
  readCibles,
  readParts,
  readTargets,
  type Target,
  writeTargets,
} from './extournes.repository.ts';
import { type Undoing, type Undone, undoPayments } from './reversal.service.ts';
import { readSolde } from './vises.repository.ts';
import { nameMany, sortChanged, sourceOf } from './vises.service.ts';

const NATURE = 'suppression-transactions';
const DEJA_ANNULEES = 'Déjà annulées';
const CHANGEES = 'Confirmées ou modifiées depuis la demande';
const PLUSIEURS_COLLECTIVITES =
  'La sélection est de plusieurs collectivités, et l’une demande une seconde personne : supprimez collectivité par collectivité.';
const RIEN_NE_RESTE = 'Rien de ce qui était demandé ne reste à extourner.';

type Params = { lot: string; motif: string };

const REMOVED: ActeReport = { total: 1, faits: 1, laisses: [] };
const leftOut = (motif: string): ActeReport => ({ total: 1, faits: 0, laisses: [{ motif, nombre: 1 }] });

/** Removes a listed payment. @throws AppError 403, 400 without a reason, 409 if it was undone or refunded before */
async function removeOne(
  trx: OpenTransaction,
  row: TransactionRow,
  {
    motif,
    mayReverse,
    ...undoing
  }: { motif: string | undefined; mayReverse: boolean } & Pick<Undoing, 'author' | 'source'>,
): Promise<Undone> {
  const payment = { id: row.id, contribuable: row.contrib.id };
  const [undone] = await undoPayments(trx, row.ramification.entite.id, [payment], {
    ...undoing,
    reason: { nature: 'suppression', row },
    motif,
    async rule() {
      if (!mayReverse) throw refused();
      if (!motif) throw invalid('motif', PAIEMENT_MESSAGES.motif);
      return null;
    },
  });
  return undone as Undone;
}

/** What is stored of a removal that waits for a second person. */
interface Suppression {
  id: number;
  motif: string | null;
}

/** @throws AppError 403, 404, 409 if it was undone or refunded before, 400 without a reason if it was confirmed */
const extourne: Commande<Suppression, Undone['outcome']> = {
  nom: 'paiements.extourne',
  nature: 'extourne',
  domaine: 'paiements',
  async execute(trx, person, { id, motif }, requestId, approved) {
    const row = await findTransaction(trx, person, id);
    demand(person, 'transactions', 'Supprimer');
    const entiteId = row.ramification.entite.id;
    const before = await readSolde(trx, entiteId, row.contrib.id);
    const { outcome, vise } = await removeOne(trx, row, {
      motif: motif ?? undefined,
      author: { utilisateurId: person.id, requestId },
      mayReverse: mayActInBulk(person),
      source: sourceOf(approved),
    });
    if (outcome === 'supprimée') return { result: outcome, effet: null };
    const montant = Math.abs(row.montant);
    return {
      result: outcome,
      effet: {
        entiteId,
        objet: `Extourner ${row.noTransaction}, ${formatFrancs(row.montant)} de ${row.contrib.fullName}`,
        montant,
        parts: [{ contribuable: row.contrib.id, montant }],
        motif,
        ressource: 'transactions',
        enregistrement: id,
        avant: { noTransaction: row.noTransaction, montant: row.montant, statut: 'Confirmé' },
        apres: { noTransaction: row.noTransaction, montant: 0, statut: 'Extourné' },
        vise,
        contexte: { avant: before, apres: await readSolde(trx, entiteId, row.contrib.id) },
      },
    };
  },
};

/** What is stored of a bulk removal that waits for a second person. */
interface Lot {
  ids: number[];
  motif: string;
}

/** @throws AppError 403 for all but Super Admin and Admin NTA */
function demandBulk(person: Person): void {
  if (!mayActInBulk(person)) throw refused();
  demand(person, 'transactions', 'Supprimer');
}

/** Removes a few payments, one after the other, while the caller waits. */
async function removeFew(
  ids: readonly number[],
  remove: (id: number) => Promise<Undone['outcome']>,
): Promise<SuppressionTransactions> {
  let extournes = 0;
  const refuses = await removeEach(ids, async (id) => {
    if ((await remove(id)) === 'extournée') extournes += 1;
  });
  return { total: ids.length, supprimes: ids.length - refuses.length, extournes, refuses, travail: null };
}

/** Stores the payments to remove. @throws AppError 404 if the person does not see one of them, 409 */
async function storeLot(
  trx: OpenTransaction,
  approbations: Approbations,
  person: Person,
  ids: readonly number[],
): Promise<{ lot: string; entites: number[] }> {
  const lot = randomUUID();
  const { nombre, entites } = await writeTargets(trx, scopeOf(person), lot, ids);
  if (nombre < ids.length) throw notFound();
  if (entites.length > 1 && (await approbations.asks(trx, 'extourne', entites)))
    throw new AppError('conflit.regle', PLUSIEURS_COLLECTIVITES);
  return { lot, entites };
}

/**
 * The payments of an approved removal that have not changed since: those cancelled, refunded or confirmed meanwhile are left
 * out. @throws AppError 409 if none is left
 */
async function unchangedOf(
  trx: OpenTransaction,
  ids: readonly number[],
  approved: Approved | undefined,
): Promise<{ ids: readonly number[]; laisses: Laisse[] }> {
  if (!approved) return { ids, laisses: [] };
  const vise = (approved.vise as PaiementVise[] | null) ?? [];
  const { kept, laisses } = await sortChanged(trx, approved.entiteId, vise);
  if (!kept.some(({ repris }) => repris > 0))
    throw new AppError('conflit.regle', `${RIEN_NE_RESTE} ${laisses[0]?.motif ?? ''}`.trim());
  return { ids: kept.map(({ id }) => id), laisses };
}

/** Stores the payments to remove, and the job that removes them: one request for approval, however many they are. */
const extournes = (jobs: Jobs, approbations: Approbations): Commande<Lot, string> => ({
  nom: 'paiements.extournes',
  nature: 'extourne',
  domaine: 'paiements',
  plafond: true,
  async execute(trx, person, corps, requestId, approved) {
    demandBulk(person);
    const { motif } = corps;
    const { ids, laisses } = await unchangedOf(trx, corps.ids, approved);
    const { lot, entites } = await storeLot(trx, approbations, person, ids);
    const { id, enqueue: begin } = await jobs.create(trx, {
      nature: NATURE,
      entiteId: entites.length === 1 ? (entites[0] ?? null) : null,
      ...authorOf(person),
      parametres: { lot, motif } satisfies Params,
    });
    const parts = await readParts(trx, lot);
    const montant = sumBy(parts, (part) => part.montant);
    const done = { result: id, after: begin };
    const [entiteId] = entites;
    if (montant === 0 || entiteId === undefined) return { ...done, effet: null };
    const waits = !approved && (await approbations.asks(trx, 'extourne', [entiteId]));
    return {
      ...done,
      effet: {
        entiteId,
        objet: `Extourner ou supprimer ${formatNumber(ids.length)} transactions, ${formatFrancs(montant)}`,
        montant,
        parts,
        motif,
        avant: { transactions: ids.length, montant },
        apres: { transactions: 0, montant: 0 },
        vise: waits ? await nameMany(trx, entiteId, await readCibles(trx, lot)) : [],
        laisses,
      },
    };
  },
});

export async function removalService(
  db: Database,
  { jobs, approbations }: { jobs: Jobs; approbations: Approbations },
) {
  const remove = approbations.define(extourne);
  const removeLot = approbations.define(extournes(jobs, approbations));

  /** Each in its own transaction: a taxpayer who pays meanwhile waits for one removal at most. */
  async function removeTarget(target: Target, { motif }: Params, author: Author) {
    if (target.annulee) return leftOut(DEJA_ANNULEES);
    if (target.faite) return REMOVED;
    const [row] = await readRows(db, transactionSource, [target.id]);
    if (!row) return REMOVED;
    // only what had come in when the removal was requested was approved, or weighed against the threshold
    if (row.montant !== target.montant || (row.statut === 'Confirmé') !== target.confirmee)
      return leftOut(CHANGEES);
    try {
      const undoing = { motif, author, mayReverse: target.confirmee };
      await db.transaction().execute((trx) => removeOne(trx, row, undoing));
      return REMOVED;
    } catch (error) {
      const known = toAppError(error);
      if (!known) throw error;
      return leftOut(known.message);
    }
  }

  await jobs.define<Params, ActeReport>({
    nature: NATURE,
    demand: demandBulk,
    steps: ({ lot }) => listPlaces(db, lot),
    async step(trx, params, ramification, { id, utilisateurId }, tell) {
      const targets = await readTargets(trx, params.lot, ramification);
      let report = sumActes([]);
      let montant = 0;
      for (const target of targets) {
        const one = await removeTarget(target, params, { utilisateurId, requestId: id });
        report = sumActes([report, one]);
        montant += one.faits * target.montant;
        await tell(report);
      }
      if (report.faits > 0)
        await writeJournal(trx, {
          entiteId: targets[0]?.entite ?? null,
          utilisateurId,
          acte: 'supprimer',
          domaine: 'paiements',
          ressource: 'ramifications',
          id: ramification,
          apres: { transactions: report.faits, montant, motif: params.motif },
          requestId: id,
        });
      return report;
    },
    summarize: (_params, reports) => sumActes(reports),
  });

  return {
    /** @throws EnAttente if a second person decides */
    remove,
    /**
     * @param read gives the request, once the person's right is known
     * @throws AppError 403 for all but Super Admin and Admin NTA, 400 without a reason, 404 if one is not seen; EnAttente
     */
    async removeMany(
      person: Person,
      read: () => Promise<{ ids: readonly number[]; motif: string | undefined }>,
      requestId: string,
    ): Promise<SuppressionTransactions> {
      demandBulk(person);
      const { ids, motif } = await read();
      const few = ids.length <= jobs.thresholds.acte;
      // those that may wait for a second person are one request for approval, not many
      if (few && !(await approbations.asks(db, 'extourne', await entitesOf(db, ids))))
        return removeFew(ids, (id) => remove(person, { id, motif: motif ?? null }, requestId));
      if (!motif) throw invalid('motif', PAIEMENT_MESSAGES.motif);
      const travail = await jobs.find(person, await removeLot(person, { ids: [...ids], motif }, requestId));
      return { total: ids.length, supprimes: 0, extournes: 0, refuses: [], travail };
    },
  };
}
