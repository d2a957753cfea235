/** Recomputes what the database keeps and tells every difference. */
import pg from 'pg';
import { CHECKS } from './checks.ts';

export interface Finding {
  check: string;
  difference: string;
}

/** Differences told of each check; a damaged database would otherwise fill the terminal. */
const TOLD = 100;

/**
 * All checks on one snapshot, so that writers meanwhile cannot make a difference.
 * @param ownerUrl address of the database for its owner
 */
export async function verify(ownerUrl: string, log: (message: string) => void): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'octroi-verify' });
  await client.connect();
  const findings: Finding[] = [];
  try {
    await client.query("begin isolation level repeatable read read only; set local work_mem = '256MB'");
    for (const { name, sql } of CHECKS) {
      const started = performance.now();
      const { rows } = await client.query<{ difference: string }>(`${sql} limit ${TOLD}`);
      findings.push(...rows.map(({ difference }) => ({ check: name, difference })));
      const verdict =
        rows.length === 0 ? 'juste' : `${rows.length}${rows.length === TOLD ? ' ou plus' : ''} différence(s)`;
      log(`${name} : ${verdict} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
    }
    await client.query('commit');
  } finally {
    await client.end();
  }
  return findings;
}
