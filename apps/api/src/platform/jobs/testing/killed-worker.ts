/**
 * Begins a work in a process of its own and stays at it, until it is ended for good. Arguments: address of the database,
 * kind of the work.
 */
import { openPool } from '../../database/database.ts';
import { startBoss } from '../boss.ts';
import { jobs } from '../jobs.ts';

const [url = '', nature = ''] = process.argv.slice(2);
const fail = (error: unknown): never => {
  throw error;
};
const { db } = openPool(url, fail, 4);
const service = jobs(db, await startBoss({ url, timeZone: 'Africa/Niamey', onError: fail }), fail);
await service.define({
  nature,
  demand: () => undefined,
  steps: () => Promise.resolve([1, 2]),
  step(_queries, _params, key) {
    if (key === 2) process.send?.('at work');
    return key === 1 ? Promise.resolve({}) : new Promise(() => undefined);
  },
  sum: () => ({}),
});
await service.start({
  nature,
  entiteId: null,
  utilisateurId: 1,
  faitAvec: { droits: [], perimetre: { kind: 'all' } },
  parametres: {},
});
