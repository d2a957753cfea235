/** What is loaded obeys the rules of calculation (docs/regles-de-calcul.md), recomputed in SQL from the base rows. */
import { describe, expect, it } from 'vitest';
import { GROWING } from './load/schema.ts';
import { differences, gaps, loaded, TODAY } from './testing/demo.ts';

describe('the loaded figures', { timeout: 60_000 }, () => {
  it('equal those computed from the base rows', async () => {
    const { query } = await loaded();
    expect(await differences(query)).toEqual([]);
    await query('select refaire_totaux()');
    expect(await differences(query)).toEqual([]);
  });

  it('split exactly the confirmed transactions, without remainder', async () => {
    const { query } = await loaded();
    expect(
      await query(`
        select c.id from contribuable c
        where coalesce((select sum(montant) from transaction t where t.contribuable_id = c.id and statut = 'Confirmé'), 0)
          <> coalesce((select sum(montant) from imputation i where i.contribuable_id = c.id), 0)`),
    ).toEqual([]);
    expect(
      await query(`
        select t.id from transaction t left join imputation i on i.transaction_id = t.id
        group by t.entite_id, t.id having coalesce(sum(i.montant), 0) <> case when t.statut = 'Confirmé' then t.montant else 0 end`),
    ).toEqual([]);
  });

  it('never pay an échéance beyond its amount, or before an older one', async () => {
    const { query } = await loaded();
    expect(
      await query(`
        select e.id from echeance e left join imputation i on i.echeance_id = e.id
        group by e.entite_id, e.id having e.paye <> coalesce(sum(i.montant), 0) or e.paye not between 0 and e.montant`),
    ).toEqual([]);
    // without refunds, in the order of years and periods: paid, at most one in part, unpaid; lines added later aside
    expect(
      await query(`
        select e.id from (
          select e.*, lag(e.montant - e.paye) over (partition by e.contribuable_id order by e.annee, e.periode, e.id) as avant
          from echeance e
          where not exists (select from transaction t where t.contribuable_id = e.contribuable_id and t.montant < 0)
            and not exists (select from enrollement l join contribuable c on c.id = l.contribuable_id
              where l.contribuable_id = e.contribuable_id and l.created_at <> c.created_at)
        ) e where e.avant > 0 and e.paye > 0`),
    ).toEqual([]);
  });

  it('bill every line at the nearest rate of its place, from its enrolment period', async () => {
    const { query } = await loaded();
    const expected = `
      select l.id as enrollement_id, t.id as taxe_id, y.annee, p.periode,
        case when r.par_unite
          then montant_au_bareme(prix_au_bareme(r.prix, l.quantite, a.franchise, a.minimum, a.maximum), a.arrondi,
            f.occurrences, y.annee::smallint, p.periode)
          else r.prix * case when f.occurrences > 12
            then extract(day from make_date(y.annee, p.periode, 1) + interval '1 month - 1 day')::int else 1 end end as montant
      from enrollement l
      join contribuable c on c.entite_id = l.entite_id and c.id = l.contribuable_id
      left join equipement e on e.entite_id = l.entite_id and e.id = l.equipement_id
      join taxe t on t.entite_id = l.entite_id and t.enabled
        and (t.nature_activite_id = l.nature_activite_id or t.type_equipement_id = e.type_equipement_id)
      join frequence f on f.id = t.frequence_id
      cross join lateral generate_series(extract(year from jour_local(l.created_at))::int, 2026) y(annee)
      cross join lateral generate_series(1, case when f.occurrences = 0 then 12 else least(f.occurrences, 12) end) p(periode)
      cross join lateral (
        select a.* from ramification_descendance d
        join application a on a.taxe_id = t.id and a.annee = y.annee and a.ramification_id = d.ancetre_id
        where d.descendant_id = c.ramification_id order by d.distance limit 1) a
      cross join lateral (
        select a.tarif as prix, a.par_unite where a.tarif is not null
        union all
        select * from (
          select x.tarif, x.par_unite from application_precision ap
          join precision_taxe x on x.id = ap.precision_id
          where ap.application_id = a.id and (x.libelle = l.variation or x.seuil <= l.quantite)
          order by x.seuil desc nulls last limit 1) x) r
      where not a.exclue
        and case when f.occurrences = 0
          then make_date(y.annee, p.periode, 1) = date_trunc('month', jour_local(l.created_at))::date
          else make_date(y.annee, p.periode * 12 / least(nullif(f.occurrences, 0), 12), 1) + interval '1 month' > jour_local(l.created_at)
          end`;
    const stored = 'select enrollement_id, taxe_id, annee, periode, montant from echeance';
    const [{ rows } = { rows: 0 }] = await query<{ rows: number }>(
      `select count(*)::int as rows from (${expected}) x`,
    );
    expect(rows).toBeGreaterThan(1000);
    // where nothing is asked, there is no échéance
    const billed = `select enrollement_id, taxe_id, annee, periode, montant from (${expected}) x where montant > 0`;
    expect(
      await query(`(${billed} except all ${stored}) union all (${stored} except all ${billed})`),
    ).toEqual([]);
    expect(
      await query(`select e.id from echeance e join enrollement l on l.id = e.enrollement_id
        where (l.quantite is null and e.precision is distinct from l.variation) or e.contribuable_id <> l.contribuable_id`),
    ).toEqual([]);
  });

  it('number taxpayers and receipts without gaps', async () => {
    const { query } = await loaded();
    expect(await gaps(query)).toEqual([]);
    expect(
      await query(`select entite_id from contribuable group by 1
        having max(split_part(num_klis, '-', 2)::int) <> count(*)`),
    ).toEqual([]);
    expect(
      await query(`
        select c.entite_id from compteur c
        where c.valeur <> case c.serie
          when 'contribuable' then (select count(*) from contribuable x where x.entite_id = c.entite_id)
          else (select count(*) from transaction x where x.entite_id = c.entite_id and x.numero_recu is not null
            and extract(year from x.jour) = c.annee) end`),
    ).toEqual([]);
  });

  it('are plausible: three lines and five payments per taxpayer, some of today, none of tomorrow', async () => {
    const { query } = await loaded();
    const [row] = await query<Record<string, number>>(`
      select (select count(*) from contribuable where jour = '${TODAY}')::int as enroles,
        (select count(*) from transaction where jour = '${TODAY}' and statut = 'Confirmé')::int as payes,
        (select count(*) from contribuable where betail)::int as betail,
        (select count(distinct statut) from contribuable)::int as statuts,
        (select count(*) from enrollement)::float / 300 as lignes,
        (select count(*) from transaction)::float / 300 as paiements,
        (select count(*) from contribuable where jour > '${TODAY}' or jour_local(validated_at) > '${TODAY}'
          or validated_at < corrected_at or corrected_at < created_at)::int as impossibles,
        (select count(*) from transaction t join contribuable c on c.id = t.contribuable_id
          where t.jour > '${TODAY}' or t.date_transaction < c.created_at)::int as paiements_impossibles`);
    expect(row?.['enroles']).toBeGreaterThanOrEqual(4);
    expect(row?.['payes']).toBeGreaterThanOrEqual(3);
    expect(row?.['betail']).toBeGreaterThan(0);
    expect(row?.['statuts']).toBe(3);
    expect(row?.['lignes']).toBeGreaterThan(2.5);
    expect(row?.['lignes']).toBeLessThan(3.6);
    expect(row?.['paiements']).toBeGreaterThan(4);
    expect(row?.['paiements']).toBeLessThan(6.5);
    expect(row).toMatchObject({ impossibles: 0, paiements_impossibles: 0 });
  });

  it('satisfy every foreign key, although the load does not check them', async () => {
    const { client, query } = await loaded();
    const keys = await query<{ drop: string; create: string }>(`
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add %s', conrelid::regclass, pg_get_constraintdef(oid)) as create
      from pg_constraint where contype = 'f'`);
    for (const { drop } of keys) await client.query(drop);
    for (const { create } of keys) await client.query(create);
    expect(keys.length).toBeGreaterThan(20);
  });

  it('leave the next ids free for data entry', async () => {
    const { query } = await loaded();
    for (const table of [
      ...GROWING,
      'utilisateur',
      'entite',
      'ramification',
      'taxe',
      'application',
      'precision_taxe',
    ]) {
      const [row] = await query<{ next: number; max: number }>(
        `select nextval(pg_get_serial_sequence('${table}', 'id'))::int as next, (select max(id) from ${table})::int as max`,
      );
      expect(row?.next, table).toBe((row?.max ?? 0) + 1);
    }
  });
});
