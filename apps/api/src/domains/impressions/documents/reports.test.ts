import { addDays, type ContribuableRow, formatNumber } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { testApp, TODAY, YEAR } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { totals, sum, papersOf } from '../testing/documents.ts';

const octroi = await testApp();
const { signIn, query } = octroi;
const superadmin = await signIn('superadmin');
const { listed, printed } = papersOf(octroi, superadmin);

describe('a report', () => {
  it('of money received has only the taxpayers concerned, with any other filters', async () => {
    const parameters = `entite=1&${new URLSearchParams([
      ['filter[0][column]', 'contrib.prevu'],
      ['filter[0][type]', 'gte'],
      ['filter[0][x]', '0'],
      ['filter[1][column]', 'contrib.prevu'],
      ['filter[1][type]', 'lt'],
      ['filter[1][x]', '0'],
      ['filter[1][connector]', 'or'],
    ]).toString()}`;
    const rows = (await listed<ContribuableRow>('contribuables', 'entite=1&base=encaissement')).filter(
      ({ situation }) => situation.payer !== 0,
    );
    const { texts } = await printed('situation-des-recouvrements', { query: parameters });
    expect(texts).toContain(`Total : ${formatNumber(rows.length)} lignes`);
    const ofYear = sum(rows, ({ payeExercice = 0 }) => payeExercice);
    const paid = sum(rows, ({ situation }) => situation.payer);
    expect(totals(texts)).toEqual([ofYear, paid - ofYear, paid].map(String));
  });

  /* A period of a place: what the report says, what the dashboard says and what the list says. */
  it('of money received has the sum of the dashboard and of the list, for any place and period', async () => {
    const places = await query<{ id: number; entite: number }>(
      `select id, entite_id as entite from ramification where type_id <= 2 order by md5(id::text) limit 4`,
    );
    const periods = [
      [addDays(TODAY, -29), TODAY],
      [addDays(TODAY, -270), addDays(TODAY, -150)],
      [`${YEAR - 2}-01-01`, `${YEAR}-12-31`],
    ];
    let some = 0;
    for (const [index, { id, entite }] of places.entries()) {
      const [from, to] = periods[index % periods.length] ?? [];
      const place = `entite=${entite}&ms=${id}&from=${from}&to=${to}&betail=0`;
      const { body } = await superadmin.get<{ stats: { paiement: number } }>(
        `/v2/dashboard/by-entite?${place}&base=encaissement`,
      );
      const totaux = await superadmin.get<{ paye: number }>(
        `/v2/contribuables/totaux?${place}&base=encaissement`,
      );
      const recus = await superadmin.get<{ montant: number }>(`/v2/transactions/totaux?${place}`);
      const { texts } = await printed('situation-des-recouvrements', { query: place });
      const releve = await printed('releve-des-recouvrements', { query: place });
      expect(texts.join('\n')).toContain('Par encaissement (argent reçu');
      expect(releve.texts.join('\n')).toContain('Par encaissement (argent reçu');
      const payer = totaux.body.paye;
      expect(body.stats.paiement).toBe(payer);
      expect(recus.body.montant).toBe(payer);
      if (payer === 0) continue;
      some += 1;
      expect(totals(texts)[2]).toBe(String(payer));
      expect(totals(releve.texts)[0]).toBe(String(payer));
    }
    expect(some).toBeGreaterThan(1);
  });

  /* What fell due by a day and is unpaid now: each sum from the échéances themselves. */
  it.each([
    ['', 'today'],
    ['to=2026-06-30', '2026-06-30'],
    ['from=2026-01-01&to=2026-09-30', '2026-09-30'],
    ['to=2001-01-01', '2001-01-01'],
  ])('of unpaid dues is computed for a day: %s', async (search, day) => {
    const from = new URLSearchParams(search).get('from') ?? '0001-01-01';
    const due = `x.exigible_le between '${from}' and ${day === 'today' ? 'aujourdhui()' : `'${day}'`}`;
    const year = day === 'today' ? 'extract(year from aujourdhui())' : day.slice(0, 4);
    const [expected] = await query<Record<string, number>>(
      `select count(*)::int as total_records, coalesce(sum(arrieres), 0)::float8 as arrieres,
         coalesce(sum(exercice), 0)::float8 as exercice, coalesce(sum(exigible), 0)::float8 as exigible,
         coalesce(sum(suite), 0)::float8 as "aEchoir", coalesce(sum((select sum(t.montant) from transaction t
           where t.contribuable_id = q.id and t.statut = 'En attente de confirmation')), 0)::float8 as attente
       from (select c.id, coalesce(sum(x.montant - x.paye) filter (where ${due} and x.annee < ${year}), 0) as arrieres,
           coalesce(sum(x.montant - x.paye) filter (where ${due} and x.annee >= ${year}), 0) as exercice,
           sum(x.montant - x.paye) filter (where ${due}) as exigible,
           coalesce(sum(x.montant - x.paye) filter (where x.exigible_le > ${day === 'today' ? 'aujourdhui()' : `'${day}'`}), 0) as suite
         from echeance x join contribuable c on c.id = x.contribuable_id
         where x.entite_id = 1 and x.closed_at is null and x.montant > x.paye and not c.betail
         group by c.id having bool_or(${due})) q`,
    );
    const listQuery = `entite=1&betail=0&${search}`;
    const { body } = await superadmin.get(`/v2/impayes/totaux?${listQuery}`);
    expect(body).toEqual(expected);
    const rows = await listed<Record<string, number>>('impayes', listQuery);
    const { texts } = await printed('situation-des-impayes', { query: listQuery });
    const csv = await fileOf(octroi, 'superadmin', '/v2/impressions/situation-des-impayes', {
      query: listQuery,
      format: 'csv',
    });
    const lines = csv.bytes.toString().trimEnd().split('\r\n');
    expect(rows).toHaveLength(expected?.['total_records'] ?? -1);
    expect(lines).toHaveLength(rows.length + 1);
    expect(texts.join(' ')).toMatch(/Échéances tombées .*au .*, encore impayées le /);
    if (rows.length === 0) return expect(texts).toContain('Aucune ligne ne répond à cette demande.');
    expect(totals(texts)).toEqual(
      (['arrieres', 'exercice', 'exigible'] as const).map((key) => String(expected?.[key])),
    );
    for (const row of rows) expect(row['exigible']).toBe((row['arrieres'] ?? 0) + (row['exercice'] ?? 0));
  });

  it('of payments counts only confirmed ones', async () => {
    await query(`insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, statut, moyen_paiement_id)
      select entite_id, id, ramification_id, 'RATEE-1', 500, 'Failed', 1 from contribuable where entite_id = 1 order by id limit 1`);
    const search = 'entite=1&filter[trans.statut][type]=in&filter[trans.statut][x]=["Failed","Confirmé"]';
    expect((await printed('liste-des-transactions', { query: search })).texts).toContain('RATEE-1');
    expect((await printed('releve-des-recouvrements', { query: search })).texts).not.toContain('RATEE-1');
  });
});
