/** Recomputes stored figures and reports every difference. */
import type pg from 'pg';
import { withConnection } from '#src/platform/database/connection.ts';
import { listTotals } from '#src/platform/database/totals.ts';
import { CHECKS, totalCheck } from './checks.ts';
import { CAISSE_CHECKS } from './caisse-checks.ts';
import { TERRAIN_CHECKS } from './terrain-checks.ts';
import { JOURNAL_CHECKS, JOURNAL_STATE } from './journal-checks.ts';

export interface Finding {
  check: string;
  difference: string;
}

/** Maximum differences per check; a damaged database would otherwise fill the terminal. */
const TOLD = 100;

/**
 * Runs all checks on one snapshot, so that concurrent writes cause no differences.
 * @param ownerUrl address of the database for its owner
 */
export async function verify(ownerUrl: string, log: (message: string) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  await withConnection(ownerUrl, 'octroi-verify', async (client) => {
    await client.query("begin isolation level repeatable read read only; set local work_mem = '256MB'");
    const totals = (await listTotals(client)).map(totalCheck);
    for (const { name, sql } of [
      ...JOURNAL_CHECKS,
      ...totals,
      ...CHECKS,
      ...CAISSE_CHECKS,
      ...TERRAIN_CHECKS,
    ]) {
      const started = performance.now();
      const { rows } = await client.query<{ difference: string }>(`${sql} limit ${TOLD}`);
      findings.push(...rows.map(({ difference }) => ({ check: name, difference })));
      const verdict =
        rows.length === 0 ? 'juste' : `${rows.length}${rows.length === TOLD ? ' ou plus' : ''} différence(s)`;
      log(`${name} : ${verdict} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    }
    log(await journalState(client));
    await client.query('commit');
  });
  return findings;
}

interface JournalState {
  lignes: string;
  attente: string;
  depuis: string | null;
  sceau: string | null;
  date: string;
  empreinte: string;
}

/** How far the journal is sealed. The last seal, noted elsewhere, later reveals a removed end of the journal. */
async function journalState(client: pg.Client): Promise<string> {
  const { rows } = await client.query<JournalState>(JOURNAL_STATE);
  const { lignes, attente, depuis, sceau, date, empreinte } = rows[0] as JournalState;
  const since = depuis ? ` (la plus ancienne du ${depuis})` : '';
  const last = sceau
    ? `dernier sceau à noter ailleurs : n° ${sceau} du ${date}, ${empreinte}`
    : 'aucun sceau';
  return `journal : ${lignes} ligne(s), dont ${attente} pas encore scellée(s)${since} ; ${last}`;
}
