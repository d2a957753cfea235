import {
  arreteDe,
  type ContribuableRow,
  type EnrollementReport,
  type FicheIndividuelle,
  formatNumber,
} from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { type Account, testApp, YEAR } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';

const octroi = await testApp();
const { signIn, query, nobody } = octroi;
const superadmin = await signIn('superadmin');

const idOf = async (condition: string): Promise<number> =>
  Number(
    (
      await query<{ id: string }>(`select c.id from contribuable c where ${condition} order by c.id limit 1`)
    )[0]?.id,
  );
const fiche = async (id: number, annee = YEAR): Promise<FicheIndividuelle> =>
  (await superadmin.get<FicheIndividuelle>(`/v2/contribuables/${id}/individuel?annee=${annee}`)).body;
const pdfOf = async (url: string, payload?: object, account: Account = 'superadmin') => {
  const { status, bytes, headers } = await fileOf(octroi, account, url, payload);
  expect(status, bytes.toString()).toBe(200);
  expect(headers['content-type']).toBe('application/pdf');
  return { ...readPdf(bytes), name: headers['content-disposition'] };
};
const paid = `exists (select from transaction t where t.contribuable_id = c.id and t.statut = 'Confirmé'
  and extract(year from t.jour) = ${YEAR})`;

/** Somebody who was enrolled for nothing, with a name of 200 characters, and somebody with an Arabic one. */
const [long, arabic] = ['N'.repeat(80) + ' de la '.repeat(17), 'محمد عبد الله'];
const [nothing] = await query<{ id: string }>(
  `insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id)
   select 1, ramification_id, 'ESSAI-' || n, name, created_by_id
   from (select * from contribuable where entite_id = 1 order by id limit 1) c, unnest($1::text[]) with ordinality s (name, n)
   returning id`,
  [[long, arabic]],
);

describe('the individual sheet', () => {
  it('adds up: activities to the planned sum, payments to the rest', async () => {
    const id = await idOf(`c.entite_id = 1 and ${paid}`);
    const { activites, mouvements, compte } = await fiche(id);
    const { prevu, paye, restant } = compte.solde.exercice;
    expect(activites.length).toBeGreaterThan(0);
    for (const { nombre, prixUnitaire, total } of activites) expect(total).toBe(nombre * prixUnitaire);
    expect(activites.reduce((sum, { total }) => sum + total, 0)).toBe(prevu);
    expect(mouvements.reduce((sum, { exercice, avance }) => sum + exercice + avance, 0)).toBe(paye);
    const { body } = await superadmin.get<ContribuableRow>(`/v2/contribuables/${id}`);
    expect(body.situation).toEqual({ total: prevu, payer: paye, restant });
  });

  it('is one page with the same content as the screen', async () => {
    const id = await idOf(`c.entite_id = 1 and ${paid}`);
    const { numKlis, fullName, activites, mouvements, compte, collectivite, chemin } = await fiche(id);
    const { pages, name } = await pdfOf(`/v2/contribuables/${id}/individuel/pdf`);
    expect(name).toBe('attachment; filename="Fiche-individuelle.pdf"');
    expect(pages).toHaveLength(1);
    const printed = pages.flat().join(' ').replaceAll(/\s+/g, ' ');
    for (const text of [
      `Fiche individuelle ${YEAR}`,
      numKlis,
      fullName,
      [collectivite, ...chemin].map(({ nom }) => nom).join(' › '),
      'Sans photo',
      'Chef de recouvrement',
      ...activites.flatMap(({ total }) => formatNumber(total)),
      ...mouvements.flatMap(({ noTransaction }) => noTransaction),
      arreteDe(compte.solde),
    ])
      expect(printed).toContain(text.replaceAll(/\s+/g, ' '));
  });

  it('is also possible without dues, without payments, or with a long name', async () => {
    const { pages } = await pdfOf(`/v2/contribuables/${nothing?.id}/individuel/pdf`);
    expect(pages[0]).toEqual(
      expect.arrayContaining(['Pas de transaction', `Aucune base taxable pour ${YEAR}.`]),
    );
    const text = pages.flat().join('').replaceAll(/\s/g, '');
    expect(text).toContain(long?.replaceAll(/\s/g, ''));
    expect(text).toContain('ESSAI-1·éditéle');
    const { pages: others } = await pdfOf(`/v2/contribuables/${Number(nothing?.id) + 1}/individuel/pdf`);
    expect(others[0]).toContain(arabic);
  });

  it('exists only within the scope, and is recorded in the journal', async () => {
    const id = await idOf('c.entite_id = 1');
    for (const path of ['', '/pdf']) {
      const url = `/v2/contribuables/${id}/individuel${path}`;
      expect((await (await signIn('maradi')).get(url)).status).toBe(404);
      expect((await nobody.get(url)).status).toBe(401);
    }
    await pdfOf(`/v2/contribuables/${id}/individuel/pdf`, undefined, 'lecture');
    const [act] = await query(
      "select enregistrement_id::int as id, apres from journal where acte = 'exporter' order by journal.id desc limit 1",
    );
    expect(act).toEqual({ id, apres: { document: 'fiche-individuelle', annee: YEAR } });
  });
});

describe('statements of unpaid dues', () => {
  const owing = (more = ''): Promise<{ id: string; restant: number }[]> =>
    query(`select c.id, sum(x.montant - x.paye)::float8 as restant
      from contribuable c join echeance x on x.contribuable_id = c.id join enrollement l on l.id = x.enrollement_id
      where x.montant > x.paye and x.closed_at is null and x.exigible_le <= aujourdhui() ${more} group by 1`);

  it('are counted first, then made: a page per debtor', async () => {
    const expected = await owing('and c.entite_id = 1');
    const { body } = await superadmin.send('POST', '/v2/contribuables/releve-impaye', { entite: [1] });
    const restant = expected.reduce((sum, row) => sum + row.restant, 0);
    expect(body).toEqual({ contribuables: expected.length, restant });
    const report = await superadmin.get('/v2/impayes/totaux?entite=1');
    expect(report.body).toMatchObject({ total_records: expected.length, exigible: restant });
    const { pages, name } = await pdfOf('/v2/contribuables/releve-impaye', { generate: true, entite: 1 });
    expect(name).toContain('releve-impayes.pdf');
    expect(pages).toHaveLength(expected.length);
    const dues = pages.flat().filter((text) => text.startsWith('Montant dû'));
    expect(dues).toHaveLength(expected.length);
    const amounts = pages.map((page) => Number(page[page.indexOf('Total') + 3]?.replaceAll('\u202f', '')));
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(restant);
  });

  it('can be limited to an activity, or to a type of equipment', async () => {
    const [most] = await query<{ id: number; nom: string }>(
      `select na.id, na.nom from enrollement l join nature_activite na on na.id = l.nature_activite_id
       join echeance x on x.enrollement_id = l.id where x.montant > x.paye and x.exigible_le <= aujourdhui() and l.entite_id = 1 group by 1 order by count(*) desc limit 1`,
    );
    const expected = await owing(`and l.nature_activite_id = ${most?.id}`);
    const { pages } = await pdfOf('/v2/contribuables/releve-impaye', {
      generate: 'true',
      activite: most?.id,
    });
    expect(pages).toHaveLength(expected.length);
    for (const page of pages) expect(page.some((text) => text.endsWith(`· ${most?.nom}`))).toBe(true);
    const [kind] = await query<{ id: number; nom: string }>(
      `select te.id, te.nom from equipement q join type_equipement te on te.id = q.type_equipement_id
       join enrollement l on l.equipement_id = q.id join echeance x on x.enrollement_id = l.id
       where x.montant > x.paye and x.exigible_le <= aujourdhui() and l.entite_id = 1 group by 1 order by count(*), 1 limit 1`,
    );
    const owners = await owing(
      `and l.equipement_id in (select id from equipement where type_equipement_id = ${kind?.id})`,
    );
    const ofKind = await pdfOf('/v2/contribuables/releve-impaye', { generate: true, equipement: kind?.id });
    expect(ofKind.pages).toHaveLength(owners.length);
    for (const page of ofKind.pages) expect(page.some((text) => text.endsWith(`· ${kind?.nom}`))).toBe(true);
    const both = { activite: most?.id, equipement: 1 };
    expect((await superadmin.send('POST', '/v2/contribuables/releve-impaye', both)).status).toBe(400);
    const unknown = { generate: true, equipement: 999_999 };
    expect((await superadmin.send('POST', '/v2/contribuables/releve-impaye', unknown)).status).toBe(404);
  });

  it('are limited to the scope, and empty if nobody owes', async () => {
    const expected = await owing('and c.entite_id = 2');
    const { body } = await (await signIn('maradi')).send('POST', '/v2/contribuables/releve-impaye', {});
    expect(body).toMatchObject({ contribuables: expected.length });
    const { pages } = await pdfOf('/v2/contribuables/releve-impaye', {
      generate: true,
      from: '2001-01-01',
      to: '2001-01-02',
    });
    expect(pages).toHaveLength(1);
    expect(pages[0]?.slice(0, 2)).toEqual([
      'Relevé des impayés',
      'Personne ne doit rien dans ce lieu et cette période.',
    ]);
  });
});

describe('the report of enrolments', () => {
  it('has by place the numbers of the lists', async () => {
    for (const search of ['entite=1', 'entite=[1,2]&from=2026-01-01&to=2026-06-30', 'betail=1']) {
      const { body } = await superadmin.get<EnrollementReport>(
        `/v2/contribuables/enrollement/report?${search}`,
      );
      const listed = await superadmin.get(
        `/v2/contribuables/totaux?${search}${search.includes('betail') ? '' : '&betail=0'}`,
      );
      const sum = (key: 'total' | 'prevu' | 'paye' | 'restant'): number =>
        body.data.reduce((all, row) => all + row[key], 0);
      expect({
        total_records: sum('total'),
        prevu: sum('prevu'),
        paye: sum('paye'),
        restant: sum('restant'),
      }).toEqual(listed.body);
    }
  });
});
