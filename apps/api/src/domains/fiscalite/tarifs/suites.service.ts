/**
 * What a change of rates does to what is billed already: told before it is saved, and settled by works that are noted in
 * its own transaction.
 */
import { formatFrancs, formatNumber, may } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { AppError } from '#src/platform/http/problem.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { reglementOf } from '../echeances/echeances.service.ts';
import { type Changes, occurrencesOf, readStoredChanges } from './simulation.repository.ts';
import { presentYear, readTaxe, type StoredTaxe } from '../taxes/taxes.repository.ts';

/** What becomes of the échéances of a tax, year by year. */
export interface Suite {
  taxe: StoredTaxe;
  annees: Changes;
}

const cibleOf = ({ typeEquipement, natureActivite }: StoredTaxe): number =>
  typeEquipement ?? -(natureActivite as number);

/** Reads it of taxes as they are by now: a disabled tax has no rate. */
export async function readSuites(trx: OpenTransaction, taxes: readonly number[]): Promise<Suite[]> {
  const suites: Suite[] = [];
  for (const id of taxes) {
    const taxe = await readTaxe(trx, id);
    if (!taxe) continue;
    const rates = taxe.enabled ? taxe.applications : [];
    const proposal = {
      entiteId: taxe.entite,
      cible: cibleOf(taxe),
      occurrences: (await occurrencesOf(trx, taxe.frequence)) as number,
      rates: rates.map(({ precisione, ...rate }) => ({ ...rate, precisions: precisione })),
    };
    suites.push({ taxe, annees: await readStoredChanges(trx, proposal, id) });
  }
  return suites;
}

const sum = (suites: readonly Suite[], of: (annee: Changes[number]) => number): number =>
  suites.reduce((total, { annees }) => total + annees.reduce((inner, annee) => inner + of(annee), 0), 0);

/** How what is billed changes, in a sentence; undefined where it does not fall. */
export function loweredText(suites: readonly Suite[]): string | undefined {
  const before = sum(suites, (each) => each.avant + each.fermeesAvant + each.gardeesAvant);
  const after = sum(suites, (each) => each.apres - each.creesMontant + each.gardeesMontant);
  if (after >= before) return undefined;
  const noms = suites.map(({ taxe }) => `« ${taxe.nom} »`).join(', ');
  const [fermees, gardees] = [sum(suites, (each) => each.fermees), sum(suites, (each) => each.gardees)];
  const kept = formatFrancs(sum(suites, (each) => each.gardeesMontant));
  const gone =
    fermees + gardees === 0
      ? ''
      : ` ${formatNumber(fermees + gardees)} échéance(s) ne seraient plus dues${
          gardees > 0 ? `, dont ${formatNumber(gardees)} déjà payées, qui gardent ${kept}` : ''
        }.`;
  return `Ce qui est déjà facturé pour ${noms} passerait de ${formatFrancs(before)} à ${formatFrancs(after)}.${gone}`;
}

/** @throws AppError 409 where what is billed falls */
export function demandNotLower(suites: readonly Suite[]): void {
  const text = loweredText(suites);
  if (text !== undefined) throw new AppError('conflit.baisse', text);
}

/**
 * Notes the works that bring what is billed to the rates of now, one a tax and year. What has no rate any more is always
 * settled; other prices follow where the person may have dues generated. A year that is over gets nothing new.
 * @returns what begins them, once the change is written
 */
export async function noteSettlements(
  trx: OpenTransaction,
  jobs: Pick<Jobs, 'note'>,
  person: Person,
  suites: readonly Suite[],
): Promise<() => Promise<void>> {
  const mayGenerate = may(person.grants, 'ramifications', 'Valider');
  const present = await presentYear(trx);
  const begins: (() => Promise<void>)[] = [];
  for (const { taxe, annees } of suites)
    for (const { annee, retarifees, fermees, gardees } of annees) {
      if (fermees + gardees + (mayGenerate ? retarifees : 0) === 0) continue;
      const work = reglementOf(
        person,
        { entiteId: taxe.entite, taxe: taxe.id, annee },
        { creer: mayGenerate && annee >= present, reprix: mayGenerate, fermer: true },
      );
      begins.push((await jobs.note(trx, work)).begin);
    }
  return async () => {
    for (const begin of begins) await begin();
  };
}
