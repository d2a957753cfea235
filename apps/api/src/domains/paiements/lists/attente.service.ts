/** The payments that wait for somebody, for the menu. */
import { filterParams } from '@octroi/contract';
import type { AttenteCount } from '#src/domains/pilotage/index.ts';
import type { Database } from '#src/platform/database/database.ts';
import { eclaircissementService } from '../operators/eclaircissements.service.ts';
import { transactionService } from './transactions.service.ts';

const WAITING = filterParams([{ column: 'trans.statut', operator: 'eq', x: 'En attente de confirmation' }]);

/** Few payments are not confirmed, and they have their own index. */
export const countToConfirm =
  (db: Database): AttenteCount =>
  async (person, { entite, ramification }) => {
    const { total_records: nombre } = await transactionService(db).totals(person, {
      page: 1,
      entite: entite === undefined ? undefined : [entite],
      ms: ramification === undefined ? undefined : [ramification],
      ...WAITING,
    });
    return nombre;
  };

export const countToClear =
  (db: Database): AttenteCount =>
  async (person, { entite }) => {
    const { total_records: nombre } = await eclaircissementService(db).totals(person, {
      page: 1,
      etat: 'ouverts',
      entite,
    });
    return nombre;
  };
