/** Generates dues: by place in a background job, and at once for a few taxpayers. */
import { type GenerationBody, type GenerationReport, type Right, type Travail } from '@octroi/contract';
import { authorOf } from '#src/platform/access/made-with.ts';
import { demand, demandEntite, demandOne, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database, OpenTransaction, Queries } from '#src/platform/database/database.ts';
import { AppError, invalid, notFound } from '#src/platform/http/problem.ts';
import type { JobKind, JobQueue, Jobs } from '#src/platform/jobs/jobs.ts';
import type { NewTravail } from '#src/platform/jobs/jobs.repository.ts';
import { writeJournal } from '#src/platform/journal/journal.repository.ts';
import { taxeExists } from '../taxes/taxes.repository.ts';
import {
  closeEcheances,
  generate,
  lockContribuables,
  type Outcome,
  reprice,
  type Repriced,
} from './echeances.repository.ts';
import { closedAmong, isClosed } from './exercices.repository.ts';
import { entitesToBill, nodesToBill, visibleByEntite } from './lieux.repository.ts';
import { type Generation, readUsage } from './voulues.repository.ts';
import { hasMoratoires } from '../suspensions/moratoires.repository.ts';
import { moveExigibles } from './exigibles.repository.ts';

/** How payments follow a change of dues; implemented by the domain of payments. */
export interface DuesPayments {
  /** Releases what was paid above the new amounts of échéances. */
  releaseAbove: (
    trx: OpenTransaction,
    entiteId: number,
    lowered: readonly { id: number; apres: number }[],
  ) => Promise<void>;
  /** Returns what échéances had used from advances. */
  releaseAdvances: (trx: OpenTransaction, entiteId: number, echeances: readonly number[]) => Promise<void>;
  /** Pays unpaid dues from advances. */
  takeUpAdvances: (trx: OpenTransaction, entiteId: number, contribuables: readonly number[]) => Promise<void>;
}

interface Params {
  ramifications: number[] | null;
  annee: number;
  taxe: number | null;
  aBlanc: boolean;
  /** See `Billing`. */
  reprix: boolean;
  /** Absent: true. */
  creer?: boolean;
  /** Absent: same as `reprix`. */
  fermer?: boolean;
  /** Whether the day on which existing échéances fall due follows the tax. */
  deplacer?: boolean;
  /** Whether it follows a change of rates. */
  reglement?: boolean;
}
type StepReport = Omit<GenerationReport, 'annee' | 'aBlanc'>;

const NATURE = 'echeances';
/** Every night, after the day's enrolments and before the offices open. */
const BY_NIGHT = '15 2 * * *';

/**
 * Closes échéances at the amount paid on them. What they had used from advances becomes advances again.
 * @param forget whether unpaid ones are deleted
 */
export async function closeDues(
  trx: OpenTransaction,
  payments: DuesPayments,
  entiteId: number,
  echeances: readonly number[],
  forget: boolean,
): Promise<void> {
  if (echeances.length === 0) return;
  await payments.releaseAdvances(trx, entiteId, echeances);
  await closeEcheances(trx, entiteId, echeances, forget);
}

/** Options of a generation. */
interface Billing {
  /** Dry run: only reports what would change. */
  aBlanc: boolean;
  /** Create missing échéances. */
  creer: boolean;
  /** Reprice existing ones. */
  reprix: boolean;
  /** Close those without a rate. */
  fermer: boolean;
}

/** Échéances to reprice: all with another price, or only those with another label at the same price. */
const toReprice = (other: readonly Repriced[], { reprix, fermer }: Billing): Repriced[] =>
  reprix ? [...other] : fermer ? other.filter(({ avant, apres }) => avant === apres) : [];

/** Writes the result of a generation, and lets payments follow. */
async function settle(
  trx: OpenTransaction,
  payments: DuesPayments,
  entiteId: number,
  { retarifees, perdues }: Pick<Outcome, 'retarifees' | 'perdues'>,
): Promise<void> {
  const ids = perdues.map(({ id }) => id);
  const freed = perdues.filter(({ liberee }) => liberee).map(({ id }) => ({ id, apres: 0 }));
  if (freed.length > 0) await payments.releaseAbove(trx, entiteId, freed);
  await closeDues(trx, payments, entiteId, ids, false);
  if (retarifees.length === 0) return;
  const lowered = retarifees.filter(({ avant, apres }) => apres < avant);
  if (lowered.length > 0) await payments.releaseAbove(trx, entiteId, lowered);
  await reprice(trx, entiteId, retarifees);
}

/**
 * Bills the lines of one place for a year: creates missing échéances, reprices others, closes those without a rate, and
 * lets payments follow. Repeating it changes nothing.
 */
export async function billPlace(
  trx: OpenTransaction,
  payments: DuesPayments,
  generation: Generation,
  options: Partial<Billing> = {},
): Promise<StepReport> {
  const { aBlanc = false, creer = true, reprix = true, fermer = reprix } = options;
  const { entiteId } = generation;
  const contribuables = aBlanc ? [] : await lockContribuables(trx, generation);
  const found = await generate(trx, generation, creer && !aBlanc);
  const retarifees = toReprice(found.retarifees, { aBlanc, creer, reprix, fermer });
  const perdues = fermer ? found.perdues : [];
  const [creees, montant] = creer ? [found.creees, found.montant] : [0, 0];
  if (!aBlanc) {
    await settle(trx, payments, entiteId, { retarifees, perdues });
    // for single taxpayers something else may have changed: money released by a removed line pays other dues
    if (creees + retarifees.length + perdues.length > 0 || generation.contribuables)
      await payments.takeUpAdvances(trx, entiteId, contribuables);
    // another place has other moratoires, and an échéance that is opened again has the day that it had when it was closed
    if (generation.contribuables && (await hasMoratoires(trx, entiteId)))
      await moveExigibles(trx, { entiteId, contribuables: generation.contribuables });
  }
  return reportOf(found, { creees, montant, retarifees, perdues });
}

function reportOf(
  found: Outcome,
  { creees, montant, retarifees, perdues }: Pick<Outcome, 'creees' | 'montant' | 'retarifees' | 'perdues'>,
): StepReport {
  const total = (key: 'avant' | 'apres'): number =>
    [...retarifees, ...perdues].reduce(
      (sum, echeance) =>
        sum + ('liberee' in echeance && echeance.liberee && key === 'apres' ? 0 : echeance[key]),
      0,
    );
  return {
    creees,
    retarifees: retarifees.length,
    fermees: perdues.length,
    inchangees: found.inchangees + found.retarifees.length - retarifees.length,
    avant: total('avant'),
    apres: total('apres') + montant,
    sansTarif: found.sansTarif,
    ...(found.rienAPayer > 0 ? { rienAPayer: found.rienAPayer } : {}),
    ...(found.exonerees > 0 ? { exonerees: found.exonerees } : {}),
    ...(found.anterieures > 0 ? { anterieures: found.anterieures } : {}),
  };
}

/**
 * What a generation of some places would change, without writing.
 * @param creer whether missing échéances count
 */
export async function previewPlaces(
  trx: OpenTransaction,
  { places, ...of }: Omit<Generation, 'ramificationId'> & { places: readonly number[] },
  creer: boolean,
): Promise<StepReport[]> {
  const usage = await readUsage(trx, of.entiteId, of.annee);
  const reports: StepReport[] = [];
  for (const ramificationId of places) {
    const found = await generate(trx, { ...of, ramificationId }, false, usage);
    reports.push(reportOf(found, creer ? found : { ...found, creees: 0, montant: 0 }));
  }
  return reports;
}

/** The report of a step that only moves days. */
const UNCHANGED: StepReport = {
  creees: 0,
  retarifees: 0,
  fermees: 0,
  inchangees: 0,
  avant: 0,
  apres: 0,
  sansTarif: [],
};

/** Moves the unpaid échéances of a place to the day that the rule gives now. @returns how many */
async function moveDays(trx: OpenTransaction, generation: Generation): Promise<number> {
  await lockContribuables(trx, generation);
  return moveExigibles(trx, generation);
}

function sumReports({ annee, aBlanc }: Params, reports: readonly StepReport[]): GenerationReport {
  const total = (key: Exclude<keyof StepReport, 'sansTarif'>): number =>
    reports.reduce((sum, report) => sum + (report[key] ?? 0), 0);
  const [rienAPayer, deplacees] = [total('rienAPayer'), total('deplacees')];
  const [exonerees, anterieures] = [total('exonerees'), total('anterieures')];
  const motifs = Map.groupBy(
    reports.flatMap(({ sansTarif }) => sansTarif),
    ({ motif }) => motif,
  );
  return {
    annee,
    aBlanc,
    creees: total('creees'),
    retarifees: total('retarifees'),
    fermees: total('fermees'),
    inchangees: total('inchangees'),
    avant: total('avant'),
    apres: total('apres'),
    sansTarif: [...motifs].map(([motif, lines]) => ({
      motif,
      lignes: lines.reduce((sum, { lignes }) => sum + lignes, 0),
    })),
    ...(rienAPayer > 0 ? { rienAPayer } : {}),
    ...(deplacees > 0 ? { deplacees } : {}),
    ...(exonerees > 0 ? { exonerees } : {}),
    ...(anterieures > 0 ? { anterieures } : {}),
  };
}

/** The rights of the acts that a generation follows. */
const REGLEMENT: readonly Right[] = [
  ['taxes', 'Modifier'],
  ['taxes', 'Supprimer'],
  ['suspensions', 'Créer'],
  ['suspensions', 'Modifier'],
];

/** @throws AppError 403 without the right to generate the dues of a collectivité */
function demandGeneration(person: Person, entiteId: number): void {
  demand(person, 'ramifications', 'Valider');
  demandEntite(person, entiteId);
}

/** One step per sub-entity, each in one transaction. */
function generationOf(db: Database, payments: DuesPayments): JobKind<Params, StepReport> {
  return {
    nature: NATURE,
    demand(person, { reglement }, { entiteId }) {
      if (!reglement) return demandGeneration(person, entiteId ?? 0);
      demandOne(person, REGLEMENT);
      demandEntite(person, entiteId ?? 0);
    },
    steps: (params, { entiteId }) => nodesToBill(db, entiteId ?? 0, params.ramifications ?? undefined),
    async step(trx, params, ramificationId, travail) {
      const { annee, taxe, aBlanc, creer = true, reprix, fermer = reprix } = params;
      const entiteId = travail.entiteId ?? 0;
      if (!aBlanc) await demandOpen(trx, entiteId, annee);
      const generation = { entiteId, annee, ramificationId, taxeId: taxe ?? undefined };
      const billed =
        creer || reprix || fermer
          ? await billPlace(trx, payments, generation, { aBlanc, creer, reprix, fermer })
          : UNCHANGED;
      const moves = !aBlanc && (params.deplacer === true || (await hasMoratoires(trx, entiteId)));
      const deplacees = moves ? await moveDays(trx, generation) : 0;
      const report = { ...billed, ...(deplacees > 0 && { deplacees }) };
      if (!aBlanc && report.creees + report.retarifees + report.fermees + deplacees > 0)
        await writeJournal(trx, {
          entiteId,
          utilisateurId: travail.utilisateurId,
          acte: 'générer',
          domaine: 'fiscalite',
          ressource: 'echeances',
          id: ramificationId,
          apres: { annee, ...report },
        });
      return report;
    },
    summarize: sumReports,
  };
}

/** @throws AppError 409 if the year is closed */
async function demandOpen(queries: Queries, entiteId: number, annee: number): Promise<void> {
  if (await isClosed(queries, entiteId, annee))
    throw new AppError('conflit.regle', `L'exercice ${annee} est clos : ses échéances ne changent plus.`);
}

/** @throws AppError 409 if the year is closed in one of several collectivités: then nothing is generated in any */
async function demandAllOpen(queries: Queries, entites: readonly number[], annee: number): Promise<void> {
  const [only] = entites;
  if (only !== undefined && entites.length === 1) return demandOpen(queries, only, annee);
  const noms = await closedAmong(queries, entites, annee);
  if (noms.length > 0)
    throw new AppError(
      'conflit.regle',
      `L'exercice ${annee} est clos pour ${noms.join(', ')} : rien n'a été généré. Générez les sous-entités des autres collectivités seules.`,
    );
}

/** A generation that follows a change of one tax or of all, for one year. */
export const reglementOf = (
  person: Person,
  { entiteId, taxe, annee }: { entiteId: number; taxe: number | null; annee: number },
  does: Omit<Billing, 'aBlanc'> & Pick<Params, 'deplacer'>,
): NewTravail => ({
  nature: NATURE,
  entiteId,
  ...authorOf(person),
  parametres: { ramifications: null, annee, taxe, aBlanc: false, reglement: true, ...does } satisfies Params,
});

export interface EcheanceService {
  /** Starts one job per collectivité. */
  start: (person: Person, body: GenerationBody) => Promise<Travail[]>;
}

export async function echeanceService(
  db: Database,
  {
    jobs,
    queue,
    payments,
    today,
  }: { jobs: Jobs; queue: JobQueue; payments: DuesPayments; today: () => string },
): Promise<EcheanceService> {
  const presentYear = (): number => Number(today().slice(0, 4));
  await jobs.define(generationOf(db, payments));
  await queue.schedule(NATURE, BY_NIGHT, async () => {
    const annee = presentYear();
    for (const entiteId of await entitesToBill(db))
      if (!(await isClosed(db, entiteId, annee)))
        await jobs.start({
          nature: NATURE,
          entiteId,
          utilisateurId: null,
          faitAvec: null,
          parametres: {
            ramifications: null,
            annee,
            taxe: null,
            aBlanc: false,
            reprix: false,
          } satisfies Params,
        });
  });

  async function placesOf(person: Person, body: GenerationBody): Promise<Map<number, number[] | null>> {
    if (body.entite !== undefined) return new Map([[body.entite, null]]);
    const ids = [...new Set(body.ramifications)];
    const places = await visibleByEntite(db, scopeOf(person), ids);
    if ([...places.values()].flat().length < ids.length) throw notFound();
    return places;
  }

  return {
    async start(person, body) {
      demand(person, 'ramifications', 'Valider');
      const annee = body.annee ?? presentYear();
      const places = await placesOf(person, body);
      for (const entiteId of places.keys()) {
        demandEntite(person, entiteId);
        if (body.taxe !== undefined && !(await taxeExists(db, entiteId, body.taxe)))
          throw invalid('taxe', "Cette taxe n'est pas de cette collectivité.");
      }
      if (!body.aBlanc) await demandAllOpen(db, [...places.keys()], annee);
      const started: Travail[] = [];
      for (const [entiteId, chosen] of places)
        started.push(
          await jobs.start({
            nature: NATURE,
            entiteId,
            ...authorOf(person),
            parametres: {
              ramifications: chosen,
              annee,
              taxe: body.taxe ?? null,
              aBlanc: body.aBlanc,
              reprix: true,
            } satisfies Params,
          }),
        );
      return started;
    },
  };
}
