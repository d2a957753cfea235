/**
 * Consequences of a change of rates for what is already billed: shown before it is saved, then applied by jobs that are
 * stored in the same transaction.
 */
import { formatFrancs, formatNumber, may } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { countMoving } from '../echeances/exigibles.repository.ts';
import { reglementOf } from '../echeances/echeances.service.ts';
import { type Changes, occurrencesOf, readStoredChanges } from './simulation.repository.ts';
import { presentYear, readTaxe, type StoredTaxe } from '../taxes/taxes.repository.ts';

/** Changes of the échéances of a tax, by year. */
export interface Suite {
  taxe: StoredTaxe;
  annees: Changes;
}

const cibleOf = ({ typeEquipement, natureActivite }: StoredTaxe): number =>
  typeEquipement ?? -(natureActivite as number);

/** What an unchanged rate changes: nothing. */
const UNPRICED: Omit<Changes[number], 'annee' | 'deplacees'> = {
  crees: 0,
  creesMontant: 0,
  retarifees: 0,
  inchangees: 0,
  avant: 0,
  apres: 0,
  fermees: 0,
  fermeesAvant: 0,
  gardees: 0,
  gardeesAvant: 0,
  gardeesMontant: 0,
  rendu: 0,
};

/** The échéances that fall due on another day, where the rates are as before. */
async function readMoves(trx: OpenTransaction, taxe: StoredTaxe): Promise<Changes> {
  const moving = await countMoving(trx, { entiteId: taxe.entite, taxeId: taxe.id });
  return [...moving].map(([annee, { nombre }]) => ({ annee, ...UNPRICED, deplacees: nombre }));
}

/**
 * Reads the consequences for taxes as now stored: a disabled tax has no rate.
 * @param charged taxes whose rates changed
 * @param moved taxes whose échéances fall due on another day
 */
export async function readSuites(
  trx: OpenTransaction,
  charged: ReadonlySet<number>,
  moved: ReadonlySet<number>,
): Promise<Suite[]> {
  const suites: Suite[] = [];
  for (const id of new Set([...charged, ...moved])) {
    const taxe = await readTaxe(trx, id);
    if (!taxe) continue;
    if (!charged.has(id)) {
      suites.push({ taxe, annees: await readMoves(trx, taxe) });
      continue;
    }
    const rates = taxe.enabled ? taxe.applications : [];
    const proposal = {
      entiteId: taxe.entite,
      cible: cibleOf(taxe),
      ...(moved.has(id) && { terme: { limite: taxe.limite, delai: taxe.delai } }),
      occurrences: (await occurrencesOf(trx, taxe.frequence)) as number,
      rates: rates.map(({ precisione, ...rate }) => ({ ...rate, precisions: precisione })),
    };
    suites.push({ taxe, annees: await readStoredChanges(trx, proposal, id) });
  }
  return suites;
}

const sum = (suites: readonly Suite[], of: (annee: Changes[number]) => number): number =>
  suites.reduce((total, { annees }) => total + annees.reduce((inner, annee) => inner + of(annee), 0), 0);

/** A sentence on the decrease of what is billed; undefined if nothing decreases. */
export function loweredText(suites: readonly Suite[]): string | undefined {
  const before = sum(suites, (each) => each.avant + each.fermeesAvant + each.gardeesAvant);
  const after = sum(suites, (each) => each.apres - each.creesMontant + each.gardeesMontant);
  if (after >= before) return undefined;
  const noms = suites.map(({ taxe }) => `« ${taxe.nom} »`).join(', ');
  const [fermees, gardees] = [sum(suites, (each) => each.fermees), sum(suites, (each) => each.gardees)];
  const remaining = formatFrancs(sum(suites, (each) => each.gardeesMontant));
  const gone =
    fermees + gardees === 0
      ? ''
      : ` ${formatNumber(fermees + gardees)} échéance(s) ne seraient plus dues${
          gardees > 0 ? `, dont ${formatNumber(gardees)} déjà payées, qui gardent ${remaining}` : ''
        }.`;
  return `Ce qui est déjà facturé pour ${noms} passerait de ${formatFrancs(before)} à ${formatFrancs(after)}.${gone}`;
}

/** @throws AppError 409 if billed amounts decrease */
export function demandNotLower(suites: readonly Suite[]): void {
  const text = loweredText(suites);
  if (text !== undefined) throw new AppError('conflit.baisse', text);
}

/**
 * Stores jobs that adjust what is billed to the tax as stored now, one per tax and year. Dues without a rate are always
 * settled, and the day on which unpaid ones fall due always follows; other prices only if the person may generate dues.
 * Past years get no new dues.
 * @returns a function that starts the jobs, to call after the transaction
 */
export async function noteSettlements(
  trx: OpenTransaction,
  jobs: Pick<Jobs, 'create'>,
  person: Person,
  suites: readonly Suite[],
): Promise<() => Promise<void>> {
  const mayGenerate = may(person.grants, 'ramifications', 'Valider');
  const present = await presentYear(trx);
  const begins: (() => Promise<void>)[] = [];
  for (const { taxe, annees } of suites)
    for (const { annee, retarifees, fermees, gardees, deplacees } of annees) {
      const settles = fermees + gardees + (mayGenerate ? retarifees : 0) > 0;
      if (!settles && deplacees === 0) continue;
      const work = reglementOf(
        person,
        { entiteId: taxe.entite, taxe: taxe.id, annee },
        {
          creer: settles && mayGenerate && annee >= present,
          reprix: settles && mayGenerate,
          fermer: settles,
          deplacer: deplacees > 0,
        },
      );
      begins.push((await jobs.create(trx, work)).enqueue);
    }
  return async () => {
    for (const begin of begins) await begin();
  };
}
