/** Four taxpayers that differ in every column, for the tests of lists. */
import type pg from 'pg';
import { bill, book, enrol, createTown, impute, type Town, outcomeOf } from './books.ts';

/**
 * A town of four taxpayers; their numbers are their letters:
 *
 *      nom      adresse     telephone  bétail  enrolled (Niamey)  prévu  payé   restant  statut    agent  place
 *   A  Émile    100% bio    90 00_01   -       09/03 23:30        1000   1500   -500     Enrolé    first  first
 *   B  Dodo     rue \ 5     -          5       10/03 00:30        1000   1000   0        Corrigé   second first
 *   C  Fati     100 bio     90 00X01   10      10/03 23:30        -      -      0        Validé    first  second
 *   D  emilie   -           9          0       11/03 00:30        5000   -      5000     Enrolé    second zone
 */
export async function enrolDistinct(pool: pg.Pool): Promise<Town> {
  const town = await createTown(pool);
  const [first, second] = town.agents;
  const taxpayers = [
    {
      nom: 'Émile',
      adresse: '100% bio',
      telephone: '90 00_01',
      betail: null,
      at: '2026-03-09T22:30:00Z',
      prevu: 1000,
      paye: 1500,
      statut: 'Enrolé',
      agent: first,
      node: town.nodes[4],
    },
    {
      nom: 'Dodo',
      adresse: String.raw`rue \ 5`,
      telephone: null,
      betail: 5,
      at: '2026-03-09T23:30:00Z',
      prevu: 1000,
      paye: 1000,
      statut: 'Corrigé',
      agent: second,
      node: town.nodes[4],
    },
    {
      nom: 'Fati',
      adresse: '100 bio',
      telephone: '90 00X01',
      betail: 10,
      at: '2026-03-10T22:30:00Z',
      prevu: 0,
      paye: 0,
      statut: 'Validé',
      agent: first,
      node: town.nodes[5],
    },
    {
      nom: 'emilie',
      adresse: null,
      telephone: '9',
      betail: 0,
      at: '2026-03-10T23:30:00Z',
      prevu: 5000,
      paye: 0,
      statut: 'Enrolé',
      agent: second,
      node: town.nodes[3],
    },
  ];
  for (const [rank, given] of taxpayers.entries()) {
    const outcome = await outcomeOf(pool, async (client) => {
      const { id } = await enrol(client, town, given);
      await client.query(
        `update contribuable set nom = $2, adresse = $3, telephone = $4, num_klis = $5, enabled = $6,
           validated_at = case when statut = 'Validé' then timestamptz '2026-03-31 23:30Z' end where id = $1`,
        [id, given.nom, given.adresse, given.telephone, 'ABCD'[rank], rank !== 1],
      );
      if (given.prevu) await bill(client, town, id, { annee: 2026, montant: given.prevu });
      if (given.paye) {
        const paid = await book(client, town, id, { montant: given.paye });
        await impute(client, town, paid, { annee: 2026, montant: given.paye });
      }
    });
    if (outcome !== 'done') throw new Error(outcome);
  }
  return town;
}
