/** Lines whose rate asks nothing: nothing is due, and no rate is missing. */
import { type RawBuilder, sql } from 'kysely';
import { debutDe } from '../echeances/tarifs-dates.repository.ts';

/**
 * Whether the rate of a year, as it is in its last period, counts units and makes 0 francs in every period for the quantity of the line `l`, whose
 * equipment, if any, is `q`: it is below the first tranche, a franchise takes it all, or the amount rounds to 0.
 * @param lieu sub-entity whose rates apply
 */
export const owesNothing = (annee: number, lieu: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (l.quantite is not null and exists (
    select from taxe nt
    join frequence nf on nf.id = nt.frequence_id
    cross join lateral (
      -- in force when the last period of the year begins
      select a.* from application a
      join ramification_descendance d on d.entite_id = a.entite_id and d.ancetre_id = a.ramification_id
        and d.descendant_id = ${lieu}
      where a.entite_id = nt.entite_id and a.taxe_id = nt.id and a.annee = ${annee}
        and ${debutDe('a')} <= debut_periode(${annee}::smallint, periodes_facturees(nf.occurrences), nf.occurrences)
      order by d.distance, a.depuis desc nulls last limit 1) na
    left join application_precision nap on nap.application_id = na.id
    left join precision_taxe np on np.id = nap.precision_id
    where nt.entite_id = l.entite_id and nt.enabled and not na.exclue
      and (nt.type_equipement_id = q.type_equipement_id or nt.nature_activite_id = l.nature_activite_id)
      and case when np.seuil is null then coalesce(np.par_unite, na.par_unite)
          and (np.id is null or np.libelle = coalesce(nullif(l.variation, ''), q.precision))
        else np.seuil = (
          select coalesce(max(p.seuil) filter (where p.seuil <= l.quantite), min(p.seuil)) from application_precision ap
          join precision_taxe p on p.id = ap.precision_id where ap.application_id = na.id) end
      and case when l.quantite < np.seuil then true when not coalesce(np.par_unite, na.par_unite) then np.tarif = 0 else (
        select max(montant_au_bareme(
          prix_au_bareme(coalesce(np.tarif, na.tarif), l.quantite, na.franchise, na.minimum, na.maximum),
          na.arrondi, nf.occurrences, ${annee}::smallint, periode))
        from generate_series(1, periodes_facturees(nf.occurrences)::int) periode) = 0 end))`;
