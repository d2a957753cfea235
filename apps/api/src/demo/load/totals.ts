/**
 * Computes the stored totals after a load. The same figures as `refaire_totaux` (a test compares every
 * total with its view), several times faster at a million taxpayers: days are summed from the rows, longer totals from
 * the days, amounts by place from the amounts by taxpayer.
 */
import type pg from 'pg';

interface StoredTotal {
  table: string;
  /** Key beside grain and first day. */
  key: string;
  sums: string;
  /** Rows of single days: key, day and sums, grouped. */
  days: string;
}

const sumsOf = (columns: string): string =>
  columns
    .split(', ')
    .map((column) => `sum(${column})::bigint`)
    .join(', ');

const STATUTS = `count(*), count(*) filter (where statut = 'Corrigé'), count(*) filter (where statut = 'Validé')`;
const recus = (montant: string): string =>
  `sum(greatest(${montant}, 0))::bigint, sum(greatest(-${montant}, 0))::bigint`;

/**
 * By collectivité and day, as days write them in a town: what a period reads lies together. The day stands behind the
 * columns of the key.
 */
const inOrder = (key: string): string => `order by 1, ${key.split(', ').length + 1}`;

const STORED: readonly StoredTotal[] = [
  {
    table: 'total_enrolement',
    key: 'entite_id, betail, ramification_id',
    sums: 'total, corrige, valide',
    days: `select entite_id, betail, ramification_id, jour, ${STATUTS} from contribuable group by 1, 2, 3, 4`,
  },
  {
    table: 'total_agent',
    key: 'entite_id, betail, agent_id, ramification_id',
    sums: 'total, corrige, valide',
    days: `select entite_id, betail, created_by_id, ramification_id, jour, ${STATUTS} from contribuable group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'total_base',
    key: 'entite_id, betail, genre, base_id, ramification_id',
    sums: 'total, corrige, valide',
    days: `
      select c.entite_id, c.betail, l.genre, l.base_id, c.ramification_id, c.jour, ${STATUTS}
      from ligne_ouverte l join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
      group by 1, 2, 3, 4, 5, 6`,
  },
  {
    table: 'total_montant',
    key: 'entite_id, annee, betail, ramification_id',
    sums: 'prevu, paye',
    days: `
      select t.entite_id, t.annee, c.betail, c.ramification_id, c.jour, sum(t.prevu)::bigint, sum(t.paye)::bigint
      from total_contribuable t join contribuable c on c.entite_id = t.entite_id and c.id = t.contribuable_id
      group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'total_exigible',
    key: 'entite_id, betail, ramification_id',
    sums: 'prevu',
    days: `
      select e.entite_id, c.betail, e.ramification_id, e.exigible_le, sum(e.montant)::bigint
      from echeance e join contribuable c on c.entite_id = e.entite_id and c.id = e.contribuable_id
      group by 1, 2, 3, 4`,
  },
  {
    table: 'total_encaissement',
    key: 'entite_id, betail, ramification_id, moyen_paiement_id',
    sums: 'recu, rembourse, nombre',
    days: `
      select entite_id, betail, ramification_id, moyen_paiement_id, jour, ${recus('montant')}, count(*)
      from transaction where statut = 'Confirmé' group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'total_recette',
    key: 'entite_id, betail, ramification_id',
    sums: 'recu, rembourse, nombre',
    days: `
      select entite_id, betail, ramification_id, jour, ${recus('montant')}, count(*)
      from transaction where statut = 'Confirmé' group by 1, 2, 3, 4`,
  },
  {
    table: 'total_encaissement_agent',
    key: 'entite_id, betail, agent_id, ramification_id',
    sums: 'recu, rembourse, nombre',
    days: `
      select entite_id, betail, coalesce(bureau_accepteur_id, 0), ramification_id, jour, ${recus('montant')}, count(*)
      from transaction where statut = 'Confirmé' group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'total_encaissement_taxe',
    key: 'entite_id, betail, taxe_id, ramification_id',
    sums: 'recu, rembourse, nombre',
    days: `
      select t.entite_id, t.betail, coalesce(e.taxe_id, 0), t.ramification_id, t.jour, ${recus('i.montant')}, count(*)
      from imputation i
      join transaction t on t.entite_id = i.entite_id and t.id = i.transaction_id
      left join echeance e on e.entite_id = i.entite_id and e.id = i.echeance_id
      group by 1, 2, 3, 4, 5`,
  },
  {
    table: 'total_carte',
    key: 'entite_id, annee, betail, y, x, ramification_id',
    sums: 'contribuables, prevu, paye, soldes, partiels, impayes',
    days: `
      select c.entite_id, m.annee, c.betail, maille_carte(c.latitude), maille_carte(c.longitude), c.ramification_id, c.jour,
        sum(m.nombre)::bigint, sum(m.prevu)::bigint, sum(m.paye)::bigint,
        count(*) filter (where m.prevu > 0 and m.paye >= m.prevu),
        count(*) filter (where m.prevu > 0 and m.paye > 0 and m.paye < m.prevu),
        count(*) filter (where m.prevu > 0 and m.paye <= 0)
      from (
        select entite_id, id as contribuable_id, 0::smallint as annee, 1 as nombre, 0 as prevu, 0 as paye from contribuable
        union all select entite_id, contribuable_id, annee, 0, prevu, paye from total_contribuable) m
      join contribuable c on c.entite_id = m.entite_id and c.id = m.contribuable_id
      where c.latitude is not null and c.longitude is not null group by 1, 2, 3, 4, 5, 6, 7`,
  },
];

/** The totals that are computed here; `total_contribuable` is written with the taxpayers. */
export const COMPUTED_TOTALS: readonly string[] = STORED.map(({ table }) => table);

/** @param client in the transaction of the load */
export async function computeTotals(client: pg.ClientBase): Promise<void> {
  for (const { table, key, sums, days } of STORED) {
    await client.query(`truncate ${table}`);
    await client.query(`insert into ${table} (${key}, debut, ${sums}, grain)
      select *, 'j'::"char" from (${days}) as jours ${inOrder(key)}`);
    for (const [grain, unit, from] of [
      ['s', 'week', 'j'],
      ['m', 'month', 'j'],
      ['a', 'year', 'm'],
    ]) {
      await client.query(`insert into ${table} (${key}, debut, ${sums}, grain)
        select ${key}, date_trunc('${unit}', debut::timestamp)::date as premier, ${sumsOf(sums)}, '${grain}'::"char"
        from ${table} where grain = '${from}' group by ${key}, premier ${inOrder(key)}`);
    }
  }
}
