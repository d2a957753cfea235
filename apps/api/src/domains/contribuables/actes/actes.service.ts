/** Validation, correction and change of sector, of one taxpayer or of many (specification 2 sections 2.7, 2.10 and 4). */
import { randomUUID } from 'node:crypto';
import {
  type ActeReply,
  type ActeReport,
  type Contribuable,
  mayActInBulk,
  type SimulationSecteur,
  SIMULATION_MAX,
  type StatutContribuable,
  sumActes,
  transitionFault,
} from '@octroi/contract';
import { entiteOfPlace } from '#src/domains/territoire/index.ts';
import { authorOf } from '#src/platform/access/made-with.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound, refused } from '#src/platform/http/problem.ts';
import type { JobKind, Jobs } from '#src/platform/jobs/jobs.ts';
import { type JournalEntry, writeJournal } from '#src/platform/journal/journal.repository.ts';
import type { TargetsOf } from '#src/platform/resource/removal.ts';
import { billAtOnce, type Enrolling, presentYear } from '../saisie/facturation.service.ts';
import { readContribuable } from '../fiche/fiche.repository.ts';
import { duesFrom } from '../lignes/lignes.repository.ts';
import {
  type Cible,
  confirmEquipements,
  entitesByIds,
  groupByPlace,
  listCibles,
  lockAll,
  moveContribuables,
  readCible,
  setStatut,
  writeCibles,
} from './statut.repository.ts';
import { moveEquipements } from '../saisie/saisie.repository.ts';

const DEJA_VALIDE = 'Déjà validés';
const DEJA_LA = 'Déjà dans ce secteur';
const AILLEURS = 'Déplacés ou supprimés entre-temps';

/** What a long act does, and for whom. */
interface Params {
  lot: string;
  /** Where to; null for a validation. */
  ramification: number | null;
}

/** What is done to the taxpayers of one sub-entity. */
type Acte = (queries: Queries, cible: Cible, par: number | null) => Promise<ActeReport>;

const reportOf = (total: number, faits: number, motif: string): ActeReport => ({
  total,
  faits,
  laisses: total > faits ? [{ motif, nombre: total - faits }] : [],
});

const journalOf = (cible: Cible, par: number | null, acte: JournalEntry['acte'], apres: unknown) => ({
  entiteId: cible.entite,
  utilisateurId: par,
  acte,
  domaine: 'contribuables',
  ressource: 'ramifications',
  id: cible.ramification,
  apres,
});

const validation: Acte = async (queries, cible, par) => {
  const held = await lockAll(queries, cible.entite, cible.ids);
  const open = held
    .filter(({ statut }) => transitionFault(statut, 'Validé') === undefined)
    .map(({ id }) => id);
  const report = reportOf(cible.ids.length, open.length, DEJA_VALIDE);
  if (open.length === 0 || par === null) return report;
  await setStatut(queries, cible.entite, open, { statut: 'Validé', par });
  await confirmEquipements(queries, cible.entite, open);
  await writeJournal(queries, journalOf(cible, par, 'valider', { contribuables: open.length }));
  return report;
};

/** A change of sector keeps the statut: whoever does it is among those who validate (adr/0011). */
const changeOfSector =
  (enrolling: Enrolling, to: number): Acte =>
  async (queries, cible, par) => {
    if (cible.ramification === to) return reportOf(cible.ids.length, 0, DEJA_LA);
    const held = await lockAll(queries, cible.entite, cible.ids);
    const there = held.filter(({ ramification }) => ramification === cible.ramification).map(({ id }) => id);
    const report = reportOf(cible.ids.length, there.length, AILLEURS);
    if (there.length === 0) return report;
    await moveContribuables(queries, cible.entite, there, to);
    await moveEquipements(queries, cible.entite, there, cible.ramification, to);
    await billAtOnce(queries, enrolling, cible.entite, new Map([[to, there]]));
    const apres = { contribuables: there.length, ramification: to };
    await writeJournal(queries, journalOf(cible, par, 'changer de secteur', apres));
    return report;
  };

export interface ActeContext {
  db: Database;
  jobs: Jobs;
  enrolling: Enrolling;
  /** Finds a taxpayer in the person's scope. @throws AppError 404 */
  find: (person: Person, id: number) => Promise<{ ramification: { entite: { id: number } } }>;
  /** Those of the given ids that the person sees. */
  visible: (person: Person, ids: readonly number[]) => Promise<number[]>;
}

const acteOf = (enrolling: Enrolling, ramification: number | null): Acte =>
  ramification === null ? validation : changeOfSector(enrolling, ramification);

/** One sub-entity a step, with a nature for each act, so that screens can name the work. */
const kindOf = ({ db, enrolling }: ActeContext, nature: string): JobKind<Params, ActeReport> => ({
  nature,
  demand: (person, { ramification }) => demandBulk(person, ramification === null ? 'Valider' : 'Modifier'),
  steps: (params) => listCibles(db, params.lot),
  async step(queries, params, ramification, travail) {
    const cible = await readCible(queries, params.lot, ramification);
    return cible
      ? acteOf(enrolling, params.ramification)(queries, cible, travail.utilisateurId)
      : sumActes([]);
  },
  sum: (_params, reports) => sumActes(reports),
});

async function demandSector(
  db: Database,
  person: Person,
  cibles: readonly Cible[],
  ramification: number,
): Promise<void> {
  const entiteId = await entiteOfPlace(db, scopeOf(person), ramification);
  if (entiteId === undefined)
    throw invalid('ramification', "Ce secteur n'existe pas, ou n'est pas dans votre périmètre.");
  if (cibles.some(({ entite }) => entite !== entiteId))
    throw invalid('ramification', "Ce secteur n'est pas de la collectivité de tous ces contribuables.");
}

async function begin(
  { db, jobs, enrolling, visible }: ActeContext,
  person: Person,
  ids: readonly number[],
  ramification: number | null,
): Promise<ActeReply> {
  const seen = await visible(person, ids);
  if (seen.length < ids.length) throw notFound();
  const cibles = await groupByPlace(db, seen);
  if (ramification !== null) await demandSector(db, person, cibles, ramification);
  if (seen.length <= jobs.thresholds.acte) {
    const reports = await db.transaction().execute(async (trx) => {
      const done: ActeReport[] = [];
      for (const cible of cibles) done.push(await acteOf(enrolling, ramification)(trx, cible, person.id));
      return done;
    });
    return { rapport: sumActes(reports), travail: null };
  }
  const lot = randomUUID();
  await db.transaction().execute((trx) => writeCibles(trx, lot, cibles));
  const entites = [...new Set(cibles.map(({ entite }) => entite))];
  const travail = await jobs.start({
    nature: ramification === null ? 'validation' : 'changement-secteur',
    entiteId: entites.length === 1 ? (entites[0] ?? null) : null,
    ...authorOf(person),
    parametres: { lot, ramification } satisfies Params,
  });
  return { rapport: null, travail };
}

/** Works a change of sector out and takes it back: what would be due before and after. */
async function simulate(
  { db, enrolling, visible }: ActeContext,
  person: Person,
  ids: readonly number[],
  ramification: number | null,
): Promise<SimulationSecteur> {
  const seen = await visible(person, ids);
  if (seen.length < ids.length) throw notFound();
  const cibles = await groupByPlace(db, seen);
  const entites = await entitesByIds(db, [...new Set(cibles.map(({ entite }) => entite))]);
  if (ramification !== null) await demandSector(db, person, cibles, ramification);
  const [entite] = entites;
  if (ramification === null || !entite || seen.length > SIMULATION_MAX)
    return { total: seen.length, entites, montants: null };
  const annee = presentYear(enrolling);
  const trx = await db.startTransaction().execute();
  try {
    const avant = await duesFrom(trx, entite.id, seen, annee);
    for (const cible of cibles) await acteOf(enrolling, ramification)(trx, cible, person.id);
    return {
      total: seen.length,
      entites,
      montants: { avant, apres: await duesFrom(trx, entite.id, seen, annee) },
    };
  } finally {
    await trx.rollback().execute();
  }
}

/** One taxpayer's passage to a statut, with its record before and after. */
async function pass(
  { db, enrolling, find }: ActeContext,
  person: Person,
  id: number,
  statut: Exclude<StatutContribuable, 'Enrolé'>,
  requestId: string,
): Promise<Contribuable> {
  const entiteId = (await find(person, id)).ramification.entite.id;
  const annee = presentYear(enrolling);
  return db.transaction().execute(async (trx) => {
    const [held] = await lockAll(trx, entiteId, [id]);
    if (!held) throw notFound();
    const fault = transitionFault(held.statut, statut);
    if (fault) throw new AppError('conflit.regle', fault, [{ field: 'statut', message: fault }]);
    const avant = await readContribuable(trx, entiteId, id, annee);
    await setStatut(trx, entiteId, [id], { statut, par: person.id });
    if (statut === 'Validé') await confirmEquipements(trx, entiteId, [id]);
    const apres = await readContribuable(trx, entiteId, id, annee);
    await writeJournal(trx, {
      entiteId,
      utilisateurId: person.id,
      acte: statut === 'Validé' ? 'valider' : 'corriger',
      domaine: 'contribuables',
      ressource: 'contribuables',
      id,
      avant,
      apres,
      requestId,
    });
    return apres;
  });
}

/** Taxpayers, and the sector where they go: read once the person is known to have the right. */
interface Move<To extends number | null = number | null> {
  ids: readonly number[];
  ramification: To;
}

/** @throws AppError 403 */
function demandBulk(person: Person, permission: 'Valider' | 'Modifier'): void {
  if (!mayActInBulk(person)) throw refused();
  demand(person, 'enrollements', permission);
}

export async function acteService(context: ActeContext) {
  for (const nature of ['validation', 'changement-secteur'])
    await context.jobs.define(kindOf(context, nature));

  return {
    validate(person: Person, id: number, requestId: string): Promise<Contribuable> {
      demand(person, 'enrollements', 'Valider');
      return pass(context, person, id, 'Validé', requestId);
    },
    correct(person: Person, id: number, requestId: string): Promise<Contribuable> {
      demand(person, 'enrollements', 'Modifier');
      return pass(context, person, id, 'Corrigé', requestId);
    },
    /** In bulk for Super Admin and Admin NTA alone; what is validated already is left as it is, and counted. */
    async validateMany(person: Person, targets: TargetsOf): Promise<ActeReply> {
      demandBulk(person, 'Valider');
      return begin(context, person, await targets(), null);
    },
    async changeSector(person: Person, asked: () => Promise<Move<number>>): Promise<ActeReply> {
      demandBulk(person, 'Modifier');
      const { ids, ramification } = await asked();
      return begin(context, person, ids, ramification);
    },
    /** Works a change of sector out; without a sector, says whose taxpayers they are. */
    async simulateSector(person: Person, asked: () => Promise<Move>): Promise<SimulationSecteur> {
      demandBulk(person, 'Modifier');
      const { ids, ramification } = await asked();
      return simulate(context, person, ids, ramification);
    },
  };
}
