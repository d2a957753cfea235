/** The cash that waits for somebody, for the menu. */
import { filterParams } from '@octroi/contract';
import type { AttenteCount } from '#src/domains/pilotage/index.ts';
import type { Database } from '#src/platform/database/database.ts';
import { ecartReader } from './ecarts.service.ts';
import { versementService } from './versements/versements.service.ts';

const DECLARED = filterParams([{ column: 've.statut', operator: 'eq', x: 'déclaré' }]);
const OPEN = filterParams([{ column: 'ec.statut', operator: 'eq', x: 'ouvert' }]);

export const countToReceive =
  (db: Database): AttenteCount =>
  async (person, { entite }) =>
    (await versementService(db).totals(person, { page: 1, entite, ...DECLARED })).total_records;

export const countOpenEcarts =
  (db: Database): AttenteCount =>
  async (person, { entite }) =>
    (await ecartReader(db).totals(person, { page: 1, entite, ...OPEN })).total_records;
