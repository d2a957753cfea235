/**
 * Rules for stored figures, each as a query for the rows that break it. Base rows are the truth: totals, closures and
 * paid amounts are recomputed from them.
 */
import type { StoredTotal } from '#src/platform/database/totals.ts';
import type { Check } from './check.ts';

/** Compares a stored total with the view of its definition. A missing row counts as zeros. */
export function totalCheck({ name, read, keys, sums }: StoredTotal): Check {
  const value = (side: string, column: string): string => `coalesce(${side}.${column}, 0)`;
  const differences = [
    ...keys.map((key) => `'${key} ' || ${key}::text`),
    ...sums.map((sum) => `'${sum} ' || ${value('t', sum)} || ' au lieu de ' || ${value('c', sum)}`),
  ];
  return {
    name: `total_${name}`,
    sql: `select concat_ws(', ', ${differences.join(', ')}) as difference
      from (select ${keys.join(', ')}, ${sums.map((sum) => `sum(${sum}) as ${sum}`).join(', ')} from ${read} group by ${keys.join(', ')}) t
      full join calcul_${name} c using (${keys.join(', ')})
      where ${sums.map((sum) => `${value('t', sum)} <> ${value('c', sum)}`).join(' or ')}`,
  };
}

/** Where taxpayers were, with their échéances. */
export const SEJOUR_CHECKS: readonly Check[] = [
  {
    name: 'séjours : depuis toujours, jusqu’au lieu du contribuable',
    sql: `select format('entite_id %s, contribuable %s : %s', c.entite_id, c.id, s.lieux) as difference
      from contribuable c
      left join (
        select entite_id, contribuable_id, min(du) as premier, (array_agg(ramification_id order by du desc))[1] as dernier,
          string_agg(du || ' ' || ramification_id, ', ' order by du) as lieux
        from sejour group by 1, 2) s on s.entite_id = c.entite_id and s.contribuable_id = c.id
      where s.premier is distinct from date '2000-01-01' or s.dernier is distinct from c.ramification_id`,
  },
  {
    name: 'échéances : au lieu du séjour',
    sql: `select format('entite_id %s, échéance %s : lieu %s au lieu de %s', e.entite_id, e.id, e.ramification_id, s.ramification_id) as difference
      from echeance e
      join taxe t on t.entite_id = e.entite_id and t.id = e.taxe_id
      join frequence f on f.id = t.frequence_id
      join (
        select entite_id, contribuable_id, ramification_id, du,
          lead(du, 1, 'infinity'::date) over (partition by entite_id, contribuable_id order by du) as fin
        from sejour) s on s.entite_id = e.entite_id and s.contribuable_id = e.contribuable_id
      where debut_periode(e.annee, e.periode, f.occurrences) >= s.du
        and debut_periode(e.annee, e.periode, f.occurrences) < s.fin and s.ramification_id <> e.ramification_id`,
  },
];

/** Compares each taxpayer's stored dues with the unpaid échéances, after adding the dues of new days. */
export const DU_CHECK: Check = {
  name: 'contribuables : ce qui est dû',
  sql: `select format('entite_id %s, contribuable %s : %s au lieu de %s', entite_id, contribuable_id,
      case when t.jusque is null then 'rien' else row(t.ramification_id, t.betail, t.depuis, t.arrieres, t.exercice, t.a_echoir, t.jusque)::text end,
      case when c.jusque is null then 'rien' else row(c.ramification_id, c.betail, c.depuis, c.arrieres, c.exercice, c.a_echoir, c.jusque)::text end) as difference
    from du_contribuable t full join calcul_du c using (entite_id, contribuable_id)
    join jour_du j using (entite_id)
    where coalesce(t.jusque >= j.jour, true) and (t.ramification_id, t.betail, t.depuis, t.arrieres, t.exercice, t.a_echoir, t.jusque)
      is distinct from (c.ramification_id, c.betail, c.depuis, c.arrieres, c.exercice, c.a_echoir, c.jusque)`,
};

/** Compares the stored outline of each place with the positions of its taxpayers, after redrawing marked ones. */
export const ENVELOPPE_CHECK: Check = {
  name: 'carte : contours autour des contribuables',
  sql: `select format('entite_id %s, sous-entité %s : %s au lieu de %s', entite_id, ramification_id,
      coalesce(t.coins::text, 'rien'), coalesce(c.coins::text, 'rien')) as difference
    from enveloppe t full join calcul_enveloppe c using (entite_id, ramification_id)
    where t.coins is distinct from c.coins and not exists (
      select from attente_enveloppe a join ramification_descendance d
        on d.entite_id = a.entite_id and d.descendant_id = a.ramification_id
      where d.entite_id = coalesce(t.entite_id, c.entite_id) and d.ancetre_id = coalesce(t.ramification_id, c.ramification_id))`,
};

export const CHECKS: readonly Check[] = [
  ...SEJOUR_CHECKS,
  {
    name: 'exonérations : approuvées par une seconde personne, avec leur pièce',
    sql: `select format('entite_id %s, exonération %s : demande %s', x.entite_id, x.id, coalesce(a.statut, 'absente')) as difference
      from exoneration x left join approbation a on a.entite_id = x.entite_id and a.id = x.approbation_id
      where a.statut is distinct from 'approuvée' or a.piece is null`,
  },
  DU_CHECK,
  ENVELOPPE_CHECK,
  {
    name: 'échéances : montant payé',
    sql: `select format('entite_id %s, échéance %s : payé %s au lieu de %s', e.entite_id, e.id, e.paye, coalesce(i.montant, 0)) as difference
      from echeance e
      left join (select entite_id, echeance_id, sum(montant) as montant from imputation where echeance_id is not null group by 1, 2) i
        on i.entite_id = e.entite_id and i.echeance_id = e.id
      where e.paye <> coalesce(i.montant, 0)`,
  },
  {
    name: 'transactions : imputées sans reste',
    sql: `select format('entite_id %s, transaction %s : montant %s, imputé %s', t.entite_id, t.id, t.montant, coalesce(i.montant, 0)) as difference
      from transaction t
      left join (select entite_id, transaction_id, sum(montant) as montant from imputation group by 1, 2) i
        on i.entite_id = t.entite_id and i.transaction_id = t.id
      where coalesce(i.montant, 0) <> case when t.statut = 'Confirmé' then t.montant else 0 end`,
  },
  {
    name: 'imputations : même contribuable',
    sql: `select format('entite_id %s, imputation %s', i.entite_id, i.id) as difference
      from imputation i
      join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
      left join echeance e on e.entite_id = i.entite_id and e.id = i.echeance_id
      where i.contribuable_id <> t.contribuable_id or i.contribuable_id <> coalesce(e.contribuable_id, i.contribuable_id)
        or i.annee <> coalesce(e.annee, i.annee)`,
  },
  {
    name: 'imputations : reprises du paiement nommé',
    sql: `select format('entite_id %s, transaction %s : %s repris sur %s', r.entite_id, r.paiement_id, r.repris, t.montant) as difference
      from (
        select entite_id, paiement_id, contribuable_id, -sum(montant) as repris from imputation
        where paiement_id is not null group by 1, 2, 3) r
      join transaction t on t.entite_id = r.entite_id and t.id = r.paiement_id
      where r.repris > t.montant or t.statut <> 'Confirmé' or t.contribuable_id <> r.contribuable_id`,
  },
  {
    name: 'imputations : prises sur une avance',
    sql: `select format('entite_id %s, échéance %s : %s repris de plus que %s', entite_id, echeance_id, -sum(montant),
        case when avance then 'les avances n''ont payé' else 'les paiements n''ont payé' end) as difference
      from imputation where echeance_id is not null
      group by entite_id, echeance_id, avance having sum(montant) < 0`,
  },
  {
    name: 'à classer : ses transactions, et elles seules',
    sql: `select format('entite_id %s, transaction %s', t.entite_id, t.id) as difference
      from transaction t join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
      where t.a_classer <> c.systeme`,
  },
  {
    name: 'à classer : rien de ce qu’a un contribuable',
    sql: `select format('entite_id %s : %s', c.entite_id, x.quoi) as difference
      from contribuable c
      cross join lateral (
        select 'équipement ' || id as quoi from equipement where entite_id = c.entite_id and contribuable_id = c.id
        union all select 'ligne ' || id from enrollement where entite_id = c.entite_id and contribuable_id = c.id
        union all select 'échéance ' || id from echeance where entite_id = c.entite_id and contribuable_id = c.id
        union all select 'photo ' || id from photo where entite_id = c.entite_id and contribuable_id = c.id) x
      where c.systeme`,
  },
  {
    name: 'paiements d’avant Octroi : sous leur moyen, et eux seuls',
    sql: `select format('entite_id %s, transaction %s', t.entite_id, t.id) as difference
      from transaction t join moyen_paiement m on m.id = t.moyen_paiement_id
      where (t.origine = 'reprise') <> (m.nature = 'reprise')`,
  },
  {
    name: 'sous-entités : descendance',
    sql: `with recursive chemin as (
        select entite_id, id as ancetre_id, id as descendant_id, 0 as distance from ramification where not technique
        union all
        select c.entite_id, c.ancetre_id, r.id, c.distance + 1 from chemin c join ramification r on r.parent_id = c.descendant_id
      )
      select format('ancêtre %s, descendant %s', ancetre_id, descendant_id) as difference
      from ramification_descendance d full join chemin c using (entite_id, ancetre_id, descendant_id)
      where d.distance is distinct from c.distance`,
  },
  {
    name: 'sous-entités : chemin',
    sql: `select format('sous-entité %s : %s', r.id, array_to_string(r.chemin, ' > ')) as difference
      from ramification r
      where not r.technique and r.chemin is distinct from array(
        select haut.nom::text from ramification_descendance d join ramification haut on haut.id = d.ancetre_id
        where d.descendant_id = r.id order by d.distance desc)`,
  },
  {
    name: 'reçus : numéros sans trou',
    sql: `select format('entite_id %s, année %s : %s reçus, dernier numéro %s', entite_id, annee, count(*), max(numero)) as difference
      from (
        select entite_id, split_part(numero_recu, '-', 2) as annee, split_part(numero_recu, '-', 3)::bigint as numero
        from transaction where numero_recu ~ '^[^-]+-\\d+-\\d+$'
      ) recu group by entite_id, annee having count(*) <> max(numero)`,
  },
  {
    name: 'avis : numéros sans trou',
    sql: `select format('entite_id %s, année %s : %s avis, dernier numéro %s', entite_id, annee, count(*), max(numero)) as difference
      from (
        select entite_id, annee, substring(numero from '\\d+$')::bigint as numero from piece where nature = 'avis'
      ) avis group by entite_id, annee having count(*) <> max(numero)`,
  },
];
