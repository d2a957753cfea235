/** Commands that the office looks at. */
import { type CasQuery, type CasRow, codeAppareil } from '@octroi/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { now } from '#src/platform/database/expressions.ts';

const PAGE = 50;

type Read = Omit<CasRow, 'appareil'> & { appareil: { id: number; nom: string; numero: number } };

/** A payment that stands under another name by now needs nobody any more: it was booked anew, or taken back. */
const OPEN = sql`k.regle_le is null and not (k.cas = 'à classer' and exists (
  select from transaction x where x.entite_id = k.entite_id and (x.remplace_id = k.transaction_id or x.extourne_de_id = k.transaction_id)))`;

export const ofState = (etat: CasQuery['etat']): RawBuilder<boolean> =>
  etat === 'ouverts' ? sql<boolean>`(${OPEN})` : sql<boolean>`not (${OPEN})`;
export const ofCas = (id: number): RawBuilder<boolean> => sql<boolean>`k.id = ${id}`;
export const casOf = ({ entite, appareil }: Pick<CasQuery, 'entite' | 'appareil'>): RawBuilder<boolean>[] => [
  ...(entite === undefined ? [] : [sql<boolean>`k.entite_id = ${entite}`]),
  ...(appareil === undefined ? [] : [sql<boolean>`k.appareil_id = ${appareil}`]),
];

const FROM = sql`commande_terrain k
  join appareil_terrain a on a.entite_id = k.entite_id and a.id = k.appareil_id`;

/** The newest first. @param conditions on `k`, the command, and `a`, its device */
export async function readCas(
  queries: Queries,
  conditions: readonly RawBuilder<boolean>[],
  { page = 1, itemperpage = PAGE }: { page?: number; itemperpage?: number | undefined } = {},
): Promise<CasRow[]> {
  const { rows } = await sql<Read>`
    select k.id, json_build_object('id', e.id, 'nom', e.nom) as entite,
      json_build_object('id', a.id, 'nom', a.nom, 'numero', a.numero) as appareil,
      json_build_object('id', u.id, 'nom', btrim(u.prenom || ' ' || u.nom)) as agent, k.sequence, k.type, k.cas as motif, k.code,
      k.message, k.corps, k.fait_le as "faitLe", k.recu_le as "recuLe", k.montant,
      case when c.id is not null then json_build_object('id', c.id, 'numKlis', c.num_klis, 'fullName', c.nom_complet) end
        as contribuable,
      case when t.id is not null then json_build_object('id', t.id, 'numeroRecu', t.numero_recu) end as transaction,
      k.regle_le as "regleLe",
      case when r.id is not null then json_build_object('id', r.id, 'nom', btrim(r.prenom || ' ' || r.nom)) end as "reglePar", k.note
    from ${FROM} join entite e on e.id = k.entite_id join utilisateur u on u.id = k.agent_id
    left join utilisateur r on r.id = k.regle_par_id
    left join contribuable c on c.entite_id = k.entite_id and c.id = k.contribuable_id
    left join transaction t on t.entite_id = k.entite_id and t.id = k.transaction_id
    where k.cas is not null and ${sql.join([...conditions], sql` and `)}
    order by k.id desc limit ${itemperpage} offset ${(page - 1) * itemperpage}`.execute(queries);
  return rows.map(({ appareil: { numero, ...appareil }, ...row }) => ({
    ...row,
    appareil: { ...appareil, code: codeAppareil(numero) },
  }));
}

export async function countCas(
  queries: Queries,
  conditions: readonly RawBuilder<boolean>[],
): Promise<number> {
  const { rows } = await sql<{ nombre: number }>`
    select count(*) as nombre from ${FROM} where k.cas is not null and ${sql.join([...conditions], sql` and `)}`.execute(
    queries,
  );
  return rows[0]?.nombre ?? 0;
}

/** @returns whether it was open until now */
export async function settleCas(
  queries: Queries,
  { entiteId, id, par, note }: { entiteId: number; id: number; par: number; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable('commande_terrain')
    .set({ regle_le: now, regle_par_id: par, note })
    .where('entite_id', '=', entiteId)
    .where('id', '=', id)
    .where('regle_le', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
