/** The cases of the field that wait for the office, for the menu. */
import type { AttenteCount } from '#src/domains/pilotage/index.ts';
import type { Database } from '#src/platform/database/database.ts';
import { casReader } from './cas.service.ts';

export const countCas =
  (db: Database): AttenteCount =>
  async (person, { entite }) =>
    (await casReader(db).totals(person, { page: 1, etat: 'ouverts', entite })).total_records;
