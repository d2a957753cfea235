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
  /** The day on which generated days end, where the installation is. */
  today: string;
  log: (message: string) => void;
}

/** Any number that no other lock of the product has: servers that start together fill the database once. */
const LOCK = 7_230_116;
/** One seed for every installation: the same demonstration on the same day. */
const SEED = 2026;
/** The collectivité that keeps tills: Ville de Niamey. */
const CAISSES = COLLECTIVITES.find(({ code }) => code === 'NIA')!.id;

/**
 * Fills an empty database; completes a first load that was cut off.
 * @param ownerUrl address of the database for its owner
 * @returns pseudos of the demonstration accounts; none where the data is somebody's own
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
