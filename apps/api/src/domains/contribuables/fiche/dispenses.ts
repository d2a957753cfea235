import type { FicheIndividuelle } from '@octroi/contract';
import { readSuspendues } from '#src/domains/fiscalite/index.ts';
import type { Queries } from '#src/platform/database/database.ts';
import { readExonerees } from '../exonerations/exonerees.repository.ts';
import type { ContribuableKey } from './compte.repository.ts';

/** The decisions by which a taxpayer owes less of a year, or owes it later. */
export async function readDispenses(
  queries: Queries,
  key: ContribuableKey,
  annee: number,
): Promise<Pick<FicheIndividuelle, 'exonerations' | 'suspensions'>> {
  const exonerees = await readExonerees(queries, key, annee);
  return {
    exonerations: exonerees.filter(({ du }) => du <= annee),
    suspensions: await readSuspendues(queries, key, annee, annee),
  };
}
