/** The demonstration as the first start loads it. */
import { withConnection } from '#src/platform/database/connection.ts';
import { COMPTES } from './administration/comptes.ts';
import { COLLECTIVITES } from './territoire/index.ts';
import {
  isDemonstration,
  isEmpty,
  loadCaisses,
  loadContribuables,
  loadEncaissements,
  loadReference,
  loadTerrain,
} from './load.ts';

export interface DemoOptions {
  contribuables: number;
  /** Last generated day, in the installation's time zone. */
  today: string;
  log: (message: string) => void;
}

/** Any number not used for other locks: servers that start together fill the database once. */
const LOCK = 7_230_116;
/** One seed for every installation: the same demonstration on the same day. */
const SEED = 2026;
/** The collectivité with tills: Ville de Niamey. */
const CAISSES = COLLECTIVITES.find(({ code }) => code === 'NIA')!.id;

/**
 * Fills an empty database; completes an interrupted first load.
 * @param ownerUrl address of the database for its owner
 * @returns names of the demonstration accounts; empty if the database has real data
 */
export async function loadDemo(
  ownerUrl: string,
  { contribuables, today, log }: DemoOptions,
): Promise<string[]> {
  return withConnection(ownerUrl, 'octroi-demo', async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    if (await isEmpty(client)) {
      log('Première mise en route : données de démonstration…');
      await loadReference(client);
    } else if (!(await isDemonstration(client))) return [];
    const { rows } = await client.query<{ none: boolean }>(
      'select not exists (select from contribuable) as none',
    );
    if (rows[0]?.none && contribuables > 0) {
      await loadContribuables(client, { contribuables, seed: SEED, today, log });
      await loadCaisses(client, CAISSES, today);
      await loadEncaissements(client, CAISSES, today);
      await loadTerrain(client, CAISSES, today);
      log('Données de démonstration : chargées.');
    }
    return COMPTES.map((compte) => compte.username);
  });
}
