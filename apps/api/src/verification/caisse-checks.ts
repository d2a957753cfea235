/** What must hold of tills, recomputed from what came into them and left them (ADR 0034). */
import type { Check } from './check.ts';

export const CAISSE_CHECKS: readonly Check[] = [
  {
    name: 'caisses : sommes des sessions fermées',
    sql: `select format('entite_id %s, session %s : reçu %s, annulé %s, compté %s au lieu de %s, %s, %s', s.entite_id, s.id,
        s.recu, s.annule, s.compte, t.recu, t.annule, t.compte) as difference
      from session_caisse s cross join lateral (
        select coalesce(sum(x.montant) filter (where x.montant > 0), 0) as recu,
          coalesce(-sum(x.montant) filter (where x.montant < 0), 0) as annule, somme_billets(s.billets) as compte
        from transaction x where x.entite_id = s.entite_id and x.session_caisse_id = s.id) t
      where s.fermee_le is not null and (s.recu, s.annule, s.compte) is distinct from (t.recu, t.annule, t.compte)`,
  },
  {
    name: 'caisses : ce qui y entre',
    sql: `select format('entite_id %s, transaction %s, session %s', t.entite_id, t.id, s.id) as difference
      from transaction t join session_caisse s on s.entite_id = t.entite_id and s.id = t.session_caisse_id
      where t.statut <> 'Confirmé' or t.jour <> s.jour or t.montant > 0 and t.bureau_accepteur_id is distinct from s.titulaire_id`,
  },
  {
    name: 'caisses : écarts constatés',
    sql: `select format('entite_id %s, session %s, versement %s : écart %s au lieu de %s', entite_id, session_id, versement, e.montant,
        c.montant) as difference
      from (
        select entite_id, coalesce(session_caisse_id, 0) as session_id, coalesce(versement_id, 0) as versement, montant from ecart) e
      full join (
        select entite_id, id as session_id, 0::bigint as versement, compte - attendu as montant from session_caisse
        where compte <> attendu
        union all
        select entite_id, 0, id, recu - montant from versement where recu <> montant) c
      using (entite_id, session_id, versement)
      where e.montant is distinct from c.montant`,
  },
  {
    name: 'caisses : ce que détient une régie',
    sql: `with detenu as (select entite_id, regie_id, sum(detenu) as montant from detention group by 1, 2),
      entre as (
        select entite_id, regie_id, sum(montant) as montant from (
          select entite_id, regie_id, fonds as montant from session_caisse
          union all
          select s.entite_id, s.regie_id, t.montant from transaction t
          join session_caisse s on s.entite_id = t.entite_id and s.id = t.session_caisse_id
          union all
          select entite_id, regie_id, -recu from versement where recu > 0 and destination in ('comptable', 'banque')
          union all
          select entite_id, regie_id, montant from ecart where reglement in ('rectifié', 'perte', 'excédent')) tout
        group by 1, 2)
      select format('entite_id %s, régie %s : détenu %s au lieu de %s', entite_id, regie_id, coalesce(d.montant, 0),
        coalesce(e.montant, 0)) as difference
      from detenu d full join entre e using (entite_id, regie_id)
      where coalesce(d.montant, 0) <> coalesce(e.montant, 0)`,
  },
  {
    name: 'caisses : répartition des versements',
    // of those that were declared before lines were kept, none is said until the next one
    sql: `select format('entite_id %s, versement %s : %s réparti au lieu de %s', v.entite_id, v.id, l.montant,
        case when v.statut = 'reçu avec différence' then v.recu else v.montant end) as difference
      from versement v join (
        select entite_id, versement_id, sum(montant) as montant from versement_ligne group by 1, 2) l
        on l.entite_id = v.entite_id and l.versement_id = v.id
      where l.montant <> case when v.statut = 'reçu avec différence' then v.recu else v.montant end`,
  },
  {
    name: 'caisses : ce que chacun détient, par imputation',
    sql: `with solde as (
        select entite_id, regie_id, utilisateur_id, sum(montant) as montant from recette_detenue group by 1, 2, 3)
      select format('entite_id %s, régie %s, utilisateur %s : %s par imputation au lieu de %s', d.entite_id, d.regie_id,
        d.utilisateur_id, coalesce(s.montant, 0), d.detenu - d.en_transit) as difference
      from detention d left join solde s using (entite_id, regie_id, utilisateur_id)
      where coalesce(s.montant, 0) <> d.detenu - d.en_transit and not exists (
        select from versement v where v.entite_id = d.entite_id and v.regie_id = d.regie_id and not exists (
          select from versement_ligne l where l.entite_id = v.entite_id and l.versement_id = v.id))`,
  },
];
