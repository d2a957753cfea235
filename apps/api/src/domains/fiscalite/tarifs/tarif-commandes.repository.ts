/** Present charges of a collectivité, line by line. */
import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';

export interface Charge {
  /** Key: a change of it makes another charge. */
  cle: string;
  taxe: string;
  /** Text for people. */
  texte: string;
}

const by = (parUnite: RawBuilder<unknown>) => sql`case when ${parUnite} then ' F par unité' else ' F' end`;

/** The rates of enabled taxes, of this year and earlier ones. */
export async function readCharges(queries: Queries, entites: readonly number[]): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    select concat_ws(' ', a.ramification_id, a.annee, a.depuis, t.frequence_id, t.nature_activite_id, '/', t.type_equipement_id, v.valeur,
          'le', t.limite, 'après', t.delai) as cle,
      t.nom as taxe, t.nom || ', ' || r.nom || ', ' || coalesce('dès le ' || to_char(a.depuis, 'DD/MM/YYYY'), a.annee::text) || ' : ' || v.valeur || ' (' || f.nom
        || coalesce(', exigible le ' || t.limite, ', exigible après ' || t.delai || ' jours', '') || ')' as texte
    from application a
    join taxe t on t.id = a.taxe_id and t.enabled
    join ramification r on r.id = a.ramification_id
    join frequence f on f.id = t.frequence_id
    cross join lateral (
      select case when a.exclue then 'sous-entité exclue' when a.tarif is not null then a.tarif || ${by(sql`a.par_unite`)}
        else (select string_agg(p.libelle || coalesce(' (dès ' || p.seuil || ')', '') || ' ' || p.tarif || ${by(sql`p.par_unite`)},
          ' / ' order by ap.rang, p.id)
          from application_precision ap join precision_taxe p on p.id = ap.precision_id where ap.application_id = a.id)
        end as valeur) v
    where a.entite_id = any(${entites}::int[]) and a.annee <= extract(year from aujourdhui())
    order by t.nom, a.annee, r.nom, a.depuis nulls first, a.id`.execute(queries);
  return rows;
}
