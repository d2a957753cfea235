/** Removal of many transactions (specification 2 section 2.13): while it is asked for, or as a long work. */
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
  type SuppressionTransactions,
} from '@octroi/contract';
import { authorOf } from '#src/platform/access/made-with.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Part } from '#src/platform/approbation/approbation.repository.ts';
import type { Approbations, Approved, Commande } from '#src/platform/approbation/approbation.service.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound, refused, toAppError } from '#src/platform/http/problem.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { readRows } from '#src/platform/listing/listing.ts';
import { removeEach } from '#src/platform/resource/removal.ts';
import { extourne } from './extournes.service.ts';
import { nameMany, sortChanged } from './reprises.service.ts';
import { type Removed, removeTransaction } from './transaction-changes.service.ts';
import {
  entitesOf,
  listPlaces,
  readCibles,
  readParts,
  readTargets,
  type Target,
  writeTargets,
} from './transaction-removal.repository.ts';
import { transactionSource } from '../lists/transactions.repository.ts';

const NATURE = 'suppression-transactions';
const DEJA_ANNULEES = 'Déjà annulées';
const CHANGEES = 'Confirmées ou modifiées depuis la demande';
const PLUSIEURS_COLLECTIVITES =
  'La sélection est de plusieurs collectivités, et l’une demande une seconde personne : supprimez collectivité par collectivité.';

const RIEN_NE_RESTE = 'Rien de ce qui était demandé ne reste à extourner.';

interface Params {
  lot: string;
  motif: string;
}

const done: ActeReport = { total: 1, faits: 1, laisses: [] };
const left = (motif: string): ActeReport => ({ total: 1, faits: 0, laisses: [{ motif, nombre: 1 }] });

/** @throws AppError 403 for all but Super Admin and Admin NTA */
function demandBulk(person: Person): void {
  if (!mayActInBulk(person)) throw refused();
  demand(person, 'transactions', 'Supprimer');
}

/** Those that are few enough to be waited for, one after the other. */
async function removeFew(
  ids: readonly number[],
  remove: (id: number) => Promise<Removed>,
): Promise<SuppressionTransactions> {
  let extournes = 0;
  const refuses = await removeEach(ids, async (id) => {
    if ((await remove(id)) === 'extournée') extournes += 1;
  });
  return { total: ids.length, supprimes: ids.length - refuses.length, extournes, refuses, travail: null };
}

/** A removal of many as it is frozen. */
interface Lot {
  ids: number[];
  motif: string;
}

/** Francs that a removal moves, by taxpayer. */
const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { montant }) => sum + montant, 0);

/** Notes what is to be removed. @throws AppError 404 where one is not seen, 409 */
async function noteLot(
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
 * What of a removal that was approved is still as it was shown: payments that were cancelled, refunded or confirmed
 * meanwhile are left out. @throws AppError 409 where nothing is left
 */
async function stillMeant(
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

/** Notes what is to be removed, and the work that does it: one command, however many they are. */
const extournes = (jobs: Jobs, approbations: Approbations): Commande<Lot, string> => ({
  nom: 'paiements.extournes',
  nature: 'extourne',
  domaine: 'paiements',
  plafond: true,
  async execute(trx, person, corps, requestId, approved) {
    demandBulk(person);
    const { motif } = corps;
    const { ids, laisses } = await stillMeant(trx, corps.ids, approved);
    const { lot, entites } = await noteLot(trx, approbations, person, ids);
    const { id, begin } = await jobs.note(trx, {
      nature: NATURE,
      entiteId: entites.length === 1 ? (entites[0] ?? null) : null,
      ...authorOf(person),
      parametres: { lot, motif } satisfies Params,
    });
    const parts = await readParts(trx, lot);
    const montant = sumOf(parts);
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

  /** Each in a transaction of its own, as at the counter: nobody who pays meanwhile waits for more than one. */
  async function removeTarget(
    target: Target,
    { motif }: Params,
    author: Parameters<typeof removeTransaction>[3]['author'],
  ) {
    if (target.annulee) return left(DEJA_ANNULEES);
    if (target.faite) return done;
    const [row] = await readRows(db, transactionSource, [target.id]);
    if (!row) return done;
    // what was approved, or was below the threshold, is what had come in by then
    if (row.montant !== target.montant || (row.statut === 'Confirmé') !== target.confirmee)
      return left(CHANGEES);
    try {
      await removeTransaction(db, row, motif, { author, mayReverse: target.confirmee });
      return done;
    } catch (error) {
      const known = toAppError(error);
      if (!known) throw error;
      return left(known.message);
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
    sum: (_params, reports) => sumActes(reports),
  });

  return {
    /** @throws EnAttente where a second person decides */
    remove,
    /**
     * @param asked read once the person is known to have the right
     * @throws AppError 403 for all but Super Admin and Admin NTA, 400 without a reason, 404 where one is not seen; EnAttente
     */
    async removeMany(
      person: Person,
      asked: () => Promise<{ ids: readonly number[]; motif: string | undefined }>,
      requestId: string,
    ): Promise<SuppressionTransactions> {
      demandBulk(person);
      const { ids, motif } = await asked();
      const few = ids.length <= jobs.thresholds.acte;
      // many that may wait are one demand, not as many
      if (few && !(await approbations.asks(db, 'extourne', await entitesOf(db, ids))))
        return removeFew(ids, (id) => remove(person, { id, motif: motif ?? null }, requestId));
      if (!motif) throw invalid('motif', PAIEMENT_MESSAGES.motif);
      const travail = await jobs.find(person, await removeLot(person, { ids: [...ids], motif }, requestId));
      return { total: ids.length, supprimes: 0, extournes: 0, refuses: [], travail };
    },
  };
}
