import { randomBytes } from 'node:crypto';
import { type Day, pieceCode } from '@octroi/contract';

/** A notice handed over to one taxpayer of each quartier or sector that has some, as if printed and delivered on a day. */
export async function deliverNotices(
  query: (text: string, values?: unknown[]) => Promise<unknown[]>,
  day: Day,
): Promise<void> {
  const taxpayers = (await query(
    `select distinct on (ramification_id) id, entite_id, ramification_id, created_by_id as agent
     from contribuable where enabled order by ramification_id, id`,
  )) as { id: number; entite_id: number; ramification_id: number; agent: number }[];
  for (const [rank, { id, entite_id: entite, ramification_id: place, agent }] of taxpayers.entries()) {
    const [code, year] = [pieceCode(randomBytes(20)), day.slice(0, 4)];
    await query(
      `insert into piece (code, nature, numero, entite_id, contribuable_id, annee, jour, montant, contenu)
       values ($1, 'avis', $2, $3, $4, $5, $6, 12000, '{}')`,
      [code, `AVIS-REMIS-${year}-${String(rank).padStart(6, '0')}`, entite, id, year, day],
    );
    await query(
      `insert into remise_avis (entite_id, code, contribuable_id, annee, ramification_id, remis_le, remis_a, agent_id)
       values ($1, $2, $3, $4, $5, $6, 'proche', $7)`,
      [entite, code, id, year, place, day, agent],
    );
  }
}
