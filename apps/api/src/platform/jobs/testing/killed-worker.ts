/**
 * Starts a job in a separate process and stays in it until it is killed. Arguments: address of the database, kind of
 * the job.
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
  summarize: () => ({}),
});
await service.start({
  nature,
  entiteId: null,
  utilisateurId: 1,
  faitAvec: { droits: [], perimetre: { kind: 'all' } },
  parametres: {},
});
