/** Prices of equipment types and activities at a place, by the rule of billing. */
import type { TarifLieu } from '@octroi/contract';
import { sql } from 'kysely';
import type { Queries } from '#src/platform/database/database.ts';
import { PRECISION_ORDER } from './applications.repository.ts';
import { tarif } from '../echeances/voulues.repository.ts';

interface RatedPlace {
  entiteId: number;
  ramificationId: number;
  annee: number;
}

/**
 * The rates of a year at a place, as they are today, or on its day closest to today: for each tax, that of the place or of its nearest ancestor with one. A rate that begins
 * later in the year is told where there is none yet.
 */
export async function readTarifs(queries: Queries, place: RatedPlace): Promise<TarifLieu[]> {
  const { rows } = await sql<TarifLieu>`
    with tarif as (
      select distinct on (taxe_id) segment.* from (
        ${tarif(place, sql`select ${place.ramificationId}::int as lieu`, { varies: true })}) segment
      cross join lateral (
        select least(greatest(aujourdhui(), make_date(${place.annee}, 1, 1)), make_date(${place.annee}, 12, 31)) as jour) le
      order by taxe_id, du_tarif > le.jour, abs(du_tarif - le.jour))
    select case when te.id is not null then json_build_object('id', te.id, 'nom', te.nom) end as "typeEquipement",
      case when na.id is not null then json_build_object('id', na.id, 'nom', na.nom) end as "natureActivite",
      json_build_object('id', t.id, 'nom', t.nom) as taxe, json_build_object('id', f.id, 'nom', f.nom) as frequence,
      tarif.tarif, tarif.par_unite as "parUnite", tarif.franchise, tarif.minimum, tarif.maximum, tarif.arrondi,
      coalesce(te.unite, na.unite) as unite, coalesce(te.unite_decimales, na.unite_decimales) as "uniteDecimales", coalesce((
        select json_agg(json_build_object('libelle', p.libelle, 'tarif', p.tarif, 'parUnite', p.par_unite, 'seuil', p.seuil) order by ${PRECISION_ORDER})
        from application_precision ap join precision_taxe p on p.id = ap.precision_id
        where ap.application_id = tarif.application_id), '[]') as precisions
    from tarif
    join taxe t on t.id = tarif.taxe_id
    join frequence f on f.id = t.frequence_id
    left join type_equipement te on te.id = t.type_equipement_id
    left join nature_activite na on na.id = t.nature_activite_id
    where not tarif.exclue
    order by coalesce(te.nom, na.nom), t.id`.execute(queries);
  return rows;
}
