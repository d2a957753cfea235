/** Adds generated taxpayers to a demonstration database, in one transaction. */
import type pg from 'pg';
import { advanceSequences } from '#src/platform/database/sequences.ts';
import { listTotals } from '#src/platform/database/totals.ts';
import { Generation, type GenerationOptions } from './generation.ts';
import { demandDemonstration } from './guard.ts';
import { LOADED } from './rows.ts';
import { GROWING, setIndexesAside, switchTriggersOff } from './schema.ts';

export interface LoadOptions extends GenerationOptions {
  log?: ((message: string) => void) | undefined;
  /** Whether indexes are created at the end instead of being maintained; by default from 50,000 taxpayers. */
  bulk?: boolean;
}

const BULK_FROM = 50_000;

/**
 * Adds generated taxpayers with their equipment, enrolments, échéances, transactions and imputations, then computes every
 * stored total anew. All or nothing. Other writers wait meanwhile; a bulk load also keeps readers waiting.
 * @param client connected as the owner, outside a transaction; the demonstration's configuration is loaded
 * @throws DemoRefused in production or beside data that is not the demonstration's
 */
export async function loadContribuables(client: pg.ClientBase, options: LoadOptions): Promise<void> {
  await demandDemonstration(client);
  const { contribuables, log = () => {}, bulk = contribuables >= BULK_FROM } = options;
  const started = performance.now();
  const step = (message: string) =>
    log(`${((performance.now() - started) / 1000).toFixed(1)} s : ${message}`);
  const totals = [...(await listTotals(client)).map(({ name }) => `total_${name}`), 'du_contribuable'];
  let frozen = false;
  await client.query('begin');
  try {
    await client.query(
      "set local maintenance_work_mem = '512MB'; set local work_mem = '256MB'; set local statement_timeout = 0",
    );
    await client.query(`lock table ${GROWING.join(', ')}, compteur in share row exclusive mode`);
    const generation = await Generation.prepare(client, options);
    frozen = bulk && (await emptyForGood(client));
    const triggersOn = await switchTriggersOff(client);
    const aside = async (tables: readonly string[]) =>
      bulk ? setIndexesAside(client, tables) : async () => undefined;
    const indexesBack = await aside(LOADED);
    await generation.run(client, frozen, step);
    if (bulk) step('index');
    await indexesBack();
    await generation.storeCounters(client);
    await advanceSequences(client, GROWING);
    if (bulk) step('totaux');
    const totalsBack = await aside(totals);
    await client.query('select refaire_totaux()');
    await totalsBack();
    await triggersOn();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  await client.query(`analyze ${[...LOADED, ...totals].join(', ')}`);
  // Index-only scans need pages marked visible; COPY has marked its own if it froze them.
  if (bulk) await client.query(`vacuum ${[...(frozen ? [] : LOADED), ...totals].join(', ')}`);
  step(`${contribuables.toLocaleString('fr-FR')} contribuables chargés`);
}

/** Tables truncated in this transaction accept frozen rows, which need no later vacuum. */
async function emptyForGood(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select from contribuable limit 1');
  if (rowCount) return false;
  // what hangs on taxpayers (photos, receipts…) is empty with them
  await client.query(`truncate ${LOADED.join(', ')} cascade`);
  return true;
}
