/** Validation, correction and change of sector, of one taxpayer or of many (specification 2 sections 2.7, 2.10 and 4). */
import { randomUUID } from 'node:crypto';
import {
  type ActeReply,
  type ActeReport,
  type Contribuable,
  type Deplacement,
  ERREUR,
  mayActInBulk,
  MOTIFS_DEPLACEMENT,
  type SimulationSecteur,
  SIMULATION_MAX,
  type StatutContribuable,
  sumActes,
  transitionFault,
} from '@octroi/contract';
import { entiteOfPlace } from '#src/domains/territoire/index.ts';
import { authorOf } from '#src/platform/access/made-with.ts';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound, refused } from '#src/platform/http/problem.ts';
import type { JobKind, Jobs } from '#src/platform/jobs/jobs.ts';
import { type JournalEntry, writeJournal } from '#src/platform/journal/journal.repository.ts';
import type { TargetsOf } from '#src/platform/resource/removal.ts';
import { billMoved, type Enrolling, firstYearOf, presentYear } from '../saisie/facturation.service.ts';
import { readContribuable } from '../fiche/fiche.repository.ts';
import { duesFrom } from '../lignes/lignes.repository.ts';
import {
  type Cible,
  confirmEquipements,
  entitesByIds,
  groupByPlace,
  listCibles,
  lockAll,
  readCible,
  setStatut,
  writeCibles,
} from './statut.repository.ts';
import { undoOwnValidation } from './annulation.service.ts';
import { pathsOf } from './deplacement.repository.ts';
import { arrivedLater, demandDeplacement, displace } from './deplacement.service.ts';

const DEJA_VALIDE = 'Déjà validés';
const DEJA_LA = 'Déjà dans ce secteur';
const AILLEURS = 'Déplacés ou supprimés entre-temps';
const ARRIVES_APRES = 'Arrivés à leur place après ce jour';

/** Parameters of the background job. */
interface Params {
  lot: string;
  /** Target sub-entity; null for a validation. */
  ramification: number | null;
  /** Reason of the change of place. */
  deplacement?: Deplacement;
}

/** A requested change of sector. */
interface Sector {
  ramification: number;
  deplacement: Deplacement;
}

/** Applies an act to the taxpayers of one sub-entity. */
type Acte = (trx: OpenTransaction, cible: Cible, par: number | null) => Promise<ActeReport>;

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

const validation: Acte = async (trx, cible, par) => {
  const locked = await lockAll(trx, cible.entite, cible.ids);
  const open = locked
    .filter(({ statut }) => transitionFault(statut, 'Validé') === undefined)
    .map(({ id }) => id);
  const report = reportOf(cible.ids.length, open.length, DEJA_VALIDE);
  if (open.length === 0 || par === null) return report;
  await setStatut(trx, cible.entite, open, { statut: 'Validé', par });
  await confirmEquipements(trx, cible.entite, open);
  await writeJournal(trx, journalOf(cible, par, 'valider', { contribuables: open.length }));
  return report;
};

/** A change of sector keeps the statut: the person who does it may also validate (adr/0011). */
const changeOfSector =
  (enrolling: Enrolling, { ramification: to, deplacement }: Sector): Acte =>
  async (trx, cible, par) => {
    const { entite: entiteId, ids: requested, ramification: from } = cible;
    if (from === to) return reportOf(requested.length, 0, DEJA_LA);
    await demandDeplacement(trx, enrolling, entiteId, deplacement);
    const locked = await lockAll(trx, entiteId, requested);
    const there = locked.filter(({ ramification }) => ramification === from).map(({ id }) => id);
    const later = await arrivedLater(trx, entiteId, there, deplacement);
    const ids = there.filter((id) => !later.has(id));
    const report = {
      total: requested.length,
      faits: ids.length,
      laisses: [
        { motif: AILLEURS, nombre: requested.length - there.length },
        { motif: ARRIVES_APRES, nombre: later.size },
      ].filter(({ nombre }) => nombre > 0),
    };
    if (ids.length === 0) return report;
    await displace(
      trx,
      enrolling,
      { entiteId, ids, from, to, deplacement },
      () => billMoved(trx, enrolling, entiteId, { ramification: to, ids }, deplacement),
      { par },
    );
    const apres = {
      contribuables: ids.length,
      ramification: to,
      motif: MOTIFS_DEPLACEMENT[deplacement.motif],
      ...(deplacement.motif === 'erreur' ? {} : { debut: deplacement.du }),
    };
    await writeJournal(trx, journalOf(cible, par, 'changer de secteur', apres));
    return report;
  };

interface ActeContext {
  db: Database;
  jobs: Jobs;
  enrolling: Enrolling;
  /** Finds a taxpayer in the person's scope. @throws AppError 404 */
  find: (person: Person, id: number) => Promise<{ ramification: { entite: { id: number } } }>;
  /** Keeps the ids that the person may see. */
  visible: (person: Person, ids: readonly number[]) => Promise<number[]>;
}

const acteOf = (enrolling: Enrolling, sector: Sector | null): Acte =>
  sector === null ? validation : changeOfSector(enrolling, sector);

const sectorOf = ({ ramification, deplacement = ERREUR }: Omit<Params, 'lot'>): Sector | null =>
  ramification === null ? null : { ramification, deplacement };

/** One step per sub-entity. Each act has its own nature, so that screens can name the job. */
const kindOf = ({ db, enrolling }: ActeContext, nature: string): JobKind<Params, ActeReport> => ({
  nature,
  demand: (person, { ramification }) => demandBulk(person, ramification === null ? 'Valider' : 'Modifier'),
  steps: (params) => listCibles(db, params.lot),
  async step(trx, params, ramification, travail) {
    const cible = await readCible(trx, params.lot, ramification);
    return cible ? acteOf(enrolling, sectorOf(params))(trx, cible, travail.utilisateurId) : sumActes([]);
  },
  summarize: (_params, reports) => sumActes(reports),
});

async function demandSector(
  { db, enrolling }: ActeContext,
  person: Person,
  cibles: readonly Cible[],
  { ramification, deplacement }: Sector,
): Promise<void> {
  const entiteId = await entiteOfPlace(db, scopeOf(person), ramification);
  if (entiteId === undefined)
    throw invalid('ramification', "Ce secteur n'existe pas, ou n'est pas dans votre périmètre.");
  if (cibles.some(({ entite }) => entite !== entiteId))
    throw invalid('ramification', "Ce secteur n'est pas de la collectivité de tous ces contribuables.");
  await demandDeplacement(db, enrolling, entiteId, deplacement);
}

async function begin(
  context: ActeContext,
  person: Person,
  ids: readonly number[],
  sector: Sector | null,
): Promise<ActeReply> {
  const { db, jobs, enrolling, visible } = context;
  const visibleIds = await visible(person, ids);
  if (visibleIds.length < ids.length) throw notFound();
  const cibles = await groupByPlace(db, visibleIds);
  if (sector) await demandSector(context, person, cibles, sector);
  if (visibleIds.length <= jobs.thresholds.acte) {
    const reports = await db.transaction().execute(async (trx) => {
      const done: ActeReport[] = [];
      for (const cible of cibles) done.push(await acteOf(enrolling, sector)(trx, cible, person.id));
      return done;
    });
    return { rapport: sumActes(reports), travail: null };
  }
  const lot = randomUUID();
  await db.transaction().execute((trx) => writeCibles(trx, lot, cibles));
  const entites = [...new Set(cibles.map(({ entite }) => entite))];
  const travail = await jobs.start({
    nature: sector === null ? 'validation' : 'changement-secteur',
    entiteId: entites.length === 1 ? (entites[0] ?? null) : null,
    ...authorOf(person),
    parametres: { lot, ...(sector ?? { ramification: null }) } satisfies Params,
  });
  return { rapport: null, travail };
}

/** Runs a change of sector and rolls it back, to compare what is due before and after. */
async function simulate(
  context: ActeContext,
  person: Person,
  ids: readonly number[],
  sector: Sector | null,
): Promise<SimulationSecteur> {
  const { db, enrolling, visible } = context;
  const visibleIds = await visible(person, ids);
  if (visibleIds.length < ids.length) throw notFound();
  const cibles = await groupByPlace(db, visibleIds);
  const entites = await entitesByIds(db, [...new Set(cibles.map(({ entite }) => entite))]);
  if (sector) await demandSector(context, person, cibles, sector);
  const [entite] = entites;
  const paths = await pathsOf(db, sector ? [sector.ramification] : []);
  const result = {
    total: visibleIds.length,
    entites,
    chemin: (sector && paths.get(sector.ramification)) ?? null,
  };
  if (sector === null || !entite || visibleIds.length > SIMULATION_MAX) return { ...result, montants: null };
  const annee = firstYearOf(enrolling, sector.deplacement);
  const trx = await db.startTransaction().execute();
  try {
    const avant = await duesFrom(trx, entite.id, visibleIds, annee);
    for (const cible of cibles) await changeOfSector(enrolling, sector)(trx, cible, person.id);
    return {
      ...result,
      montants: { avant, apres: await duesFrom(trx, entite.id, visibleIds, annee) },
    };
  } finally {
    await trx.rollback().execute();
  }
}

/** Changes the statut of one taxpayer and journals the record before and after. */
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
    const [locked] = await lockAll(trx, entiteId, [id]);
    if (!locked) throw notFound();
    const fault = transitionFault(locked.statut, statut);
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

/** Taxpayers and their target sector. The request is read only after the person's right is checked. */
interface Move<To extends number | null = number | null> {
  ids: readonly number[];
  ramification: To;
  deplacement?: Deplacement | undefined;
}

/** @throws AppError 403 */
export function demandBulk(person: Person, permission: 'Valider' | 'Modifier'): void {
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
    undoValidation: (person: Person, id: number, requestId: string): Promise<Contribuable> =>
      undoOwnValidation(context, person, id, requestId),
    correct(person: Person, id: number, requestId: string): Promise<Contribuable> {
      demand(person, 'enrollements', 'Modifier');
      return pass(context, person, id, 'Corrigé', requestId);
    },
    /**
     * Bulk validation is reserved to Super Admin and Admin NTA. Taxpayers already validated are skipped and counted.
     */
    async validateMany(person: Person, targets: TargetsOf): Promise<ActeReply> {
      demandBulk(person, 'Valider');
      return begin(context, person, await targets(), null);
    },
    async changeSector(person: Person, readMove: () => Promise<Move<number>>): Promise<ActeReply> {
      demandBulk(person, 'Modifier');
      const { ids, ramification, deplacement = ERREUR } = await readMove();
      return begin(context, person, ids, { ramification, deplacement });
    },
    /** Simulates a change of sector. Without a sector, returns only the collectivités of the taxpayers. */
    async simulateSector(person: Person, readMove: () => Promise<Move>): Promise<SimulationSecteur> {
      demandBulk(person, 'Modifier');
      const { ids, ramification, deplacement = ERREUR } = await readMove();
      return simulate(context, person, ids, ramification === null ? null : { ramification, deplacement });
    },
  };
}
