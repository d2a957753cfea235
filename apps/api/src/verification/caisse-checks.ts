/** Checks of tills, recomputed from their receipts and payments (ADR 0034). */
import type { Check } from './check.ts';

export const CAISSE_CHECKS: readonly Check[] = [
  {
    name: 'caisses : sommes des sessions fermées',
    sql: `select format('entite_id %s, session %s : reçu %s, annulé %s, vendu %s, compté %s au lieu de %s, %s, %s, %s', s.entite_id, s.id,
        s.recu, s.annule, s.vendu, s.compte, t.recu, t.annule, v.vendu, t.compte) as difference
      from session_caisse s cross join lateral (
        select coalesce(sum(x.montant) filter (where x.montant > 0), 0) as recu,
          coalesce(-sum(x.montant) filter (where x.montant < 0), 0) as annule, somme_billets(s.billets) as compte
        from transaction x where x.entite_id = s.entite_id and x.session_caisse_id = s.id) t
      cross join lateral (
        select coalesce(sum(x.montant) filter (where x.annulee_le is null), 0) as vendu
        from vente_valeur x where x.entite_id = s.entite_id and x.session_caisse_id = s.id) v
      where s.fermee_le is not null
        and (s.recu, s.annule, s.vendu, s.compte) is distinct from (t.recu, t.annule, v.vendu, t.compte)`,
  },
  {
    name: 'caisses : ce qui y entre',
    sql: `select format('entite_id %s, transaction %s, session %s', t.entite_id, t.id, s.id) as difference
      from transaction t join session_caisse s on s.entite_id = t.entite_id and s.id = t.session_caisse_id
      where t.statut <> 'Confirmé' or t.jour <> s.jour or t.montant > 0 and t.bureau_accepteur_id is distinct from s.titulaire_id`,
  },
  {
    name: 'caisses : écarts constatés',
    sql: `select format('entite_id %s, session %s, versement %s, ouverture %s : écart %s au lieu de %s', entite_id, session_id, versement,
        ouverture, e.montant, c.montant) as difference
      from (
        select entite_id, coalesce(session_caisse_id, 0) as session_id, coalesce(versement_id, 0) as versement, ouverture, montant
        from ecart) e
      full join (
        select entite_id, id as session_id, 0::bigint as versement, false as ouverture, compte - attendu as montant from session_caisse
        where compte <> attendu
        union all
        select entite_id, id, 0, true, somme_billets(billets_ouverture) - attendu_ouverture from session_caisse
        where somme_billets(billets_ouverture) <> attendu_ouverture
        union all
        select entite_id, 0, id, false, recu - emporte from versement where recu <> emporte) c
      using (entite_id, session_id, versement, ouverture)
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
          select s.entite_id, s.regie_id, v.montant from vente_valeur v
          join session_caisse s on s.entite_id = v.entite_id and s.id = v.session_caisse_id where v.annulee_le is null
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
    // versements declared before lines were stored have none until the next one
    sql: `select format('entite_id %s, versement %s : %s réparti au lieu de %s', v.entite_id, v.id, l.montant,
        coalesce(v.recu, v.emporte)) as difference
      from versement v join (
        select entite_id, versement_id, sum(montant) as montant from versement_ligne group by 1, 2) l
        on l.entite_id = v.entite_id and l.versement_id = v.id
      where l.montant <> coalesce(v.recu, v.emporte)`,
  },
  {
    // no more can be declared from a counted till than it contains
    name: 'caisses : ce qu’emporte un versement',
    sql: `select format('entite_id %s, versement %s : %s emportés de %s, caisse comptée', v.entite_id, v.id, v.emporte, v.montant) as difference
      from versement v where v.emporte <> v.montant and not exists (
        select from session_caisse s where s.entite_id = v.entite_id and s.regie_id = v.regie_id
          and s.titulaire_id = v.declarant_id and v.created_at >= s.ouverte_le
          and v.created_at <= coalesce(s.fermee_le, 'infinity'))`,
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
  {
    name: 'caisses : ventes de valeurs',
    sql: `select format('entite_id %s, vente %s, session %s', v.entite_id, v.id, s.id) as difference
      from vente_valeur v join session_caisse s on s.entite_id = v.entite_id and s.id = v.session_caisse_id
      where (v.jour, v.agent_id, v.regie_id) <> (s.jour, s.titulaire_id, s.regie_id)`,
  },
  {
    name: 'caisses : numéros vendus et perdus',
    sql: `with dit as (
        select categorie_id, 'vendu' as etat, range_agg(int8range(de, a, '[]')) as numeros, sum(nombre) as nombre
        from vente_valeur where annulee_le is null group by 1
        union all
        select categorie_id, 'perdu', range_agg(int8range(de, a, '[]')), sum(nombre)
        from mouvement_valeur where acte = 'perdu' group by 1),
      tenu as (
        select categorie_id, etat, range_agg(numeros) as numeros, sum(upper(numeros) - lower(numeros)) as nombre
        from tranche_valeur where etat <> 'détenu' group by 1, 2)
      select format('catégorie %s, %s : %s au lieu de %s', categorie_id, etat, t.numeros, d.numeros) as difference
      from dit d full join tenu t using (categorie_id, etat)
      where (t.numeros, t.nombre) is distinct from (d.numeros, d.nombre)`,
  },
  {
    // null: the stock of the whole régie
    name: 'caisses : numéros reçus = vendus + rendus + perdus + détenus',
    sql: `with flux as (
        select regie_id, categorie_id, coalesce(agent_id, 0) as agent,
          sum(case sens when 'reçu' then nombre else -nombre end) as nombre
        from flux_valeur group by 1, 2, 3),
      tenu as (
        select regie_id, categorie_id, agent_id as agent, nombre from detention_valeur where agent_id is not null
        union all
        select regie_id, categorie_id, 0, sum(nombre) from detention_valeur group by 1, 2)
      select format('régie %s, catégorie %s, agent %s : %s détenus au lieu de %s', regie_id, categorie_id, agent,
        coalesce(t.nombre, 0), coalesce(f.nombre, 0)) as difference
      from flux f full join tenu t using (regie_id, categorie_id, agent)
      where coalesce(f.nombre, 0) <> coalesce(t.nombre, 0)`,
  },
];
