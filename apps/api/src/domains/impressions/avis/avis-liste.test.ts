import { type AvisComptes, type Export, MAX_AVIS } from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { type Account, testApp, YEAR } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';
import type { Problem } from '#src/testing/people.ts';
import { enrolWithoutDues } from '#src/testing/without-dues.ts';
import type { ContenuAvis } from '../pieces/contenu.ts';

const octroi = await testApp({ thresholds: { releves: 8 } });
const { query, signIn } = octroi;
const niamey = await signIn('niamey');
const URL = '/v2/contribuables/avis';
await enrolWithoutDues(octroi, 3);

interface Redevable {
  id: number;
  numero: string;
  du: number;
}
/** Of Niamey, in the order of places and names, with what each owes in all years. */
const everybody = await query<Redevable>(
  `select c.id::int, c.num_klis as numero, (coalesce((select sum(montant - paye) from echeance x where x.contribuable_id = c.id), 0)
     - coalesce((select sum(montant) from imputation i where i.contribuable_id = c.id and i.echeance_id is null), 0))::int as du
   from contribuable c where c.entite_id = 1
   order by array(select r.nom from ramification_descendance d join ramification r on r.id = d.ancetre_id
     where d.descendant_id = c.ramification_id order by d.distance desc), c.nom_complet, c.id`,
);
const owing = everybody.filter(({ du }) => du > 0);
const free = everybody.filter(({ du }) => du <= 0);
const idsOf = (rows: readonly Redevable[]): number[] => rows.map(({ id }) => id);

const count = (body: object) => niamey.send<AvisComptes & Problem>('POST', URL, body);
async function printed(body: object, account: Account = 'niamey'): Promise<string[][]> {
  const { status, bytes } = await fileOf(octroi, account, URL, { ...body, annee: YEAR, generate: true });
  expect(status, bytes.subarray(0, 200).toString()).toBe(200);
  return readPdf(bytes).pages;
}
/** The numbers of the taxpayers, in the order of their notices. */
const numbersIn = (pages: readonly string[][]): string[] =>
  pages
    .map((texts) => texts.map((text) => text.trim()))
    .filter((texts) => texts.includes('Contribuable'))
    .map((texts) => texts[texts.indexOf('Contribuable') + 1] as string);
const pieces = () =>
  query<{ numero: string; impressions: number }>(
    "select numero, impressions from piece where nature = 'avis' order by numero",
  );

describe('notices of many', () => {
  it('are counted first, without taxpayers who owe nothing', async () => {
    const chosen = [...free.slice(0, 3), ...owing.slice(0, 5)];
    const { status, body } = await count({ ids: idsOf(chosen), annee: YEAR });
    expect([status, body]).toEqual([200, { choisis: 8, avis: 5, sansDette: 3 }]);
    expect(await pieces()).toEqual([]);
  });

  it('are sorted by place, then name; requested again, they are duplicates with the same numbers', async () => {
    const chosen = owing.slice(0, 6);
    const ids = idsOf([...chosen, ...free.slice(0, 2)]).toReversed();
    const first = await printed({ ids });
    expect(numbersIn(first)).toEqual(chosen.map(({ numero }) => numero));
    expect(first.flat().join(' ')).not.toContain('DUPLICATA');
    const issued = await pieces();
    expect(issued.map(({ impressions }) => impressions)).toEqual(chosen.map(() => 1));
    const again = await printed({ ids });
    expect(numbersIn(again)).toEqual(numbersIn(first));
    expect(again.flat().filter((text) => text.includes('DUPLICATA'))).toHaveLength(chosen.length);
    expect((await pieces()).map(({ numero }) => numero)).toEqual(issued.map(({ numero }) => numero));
  });

  it('can be those of a filter, stored as a selection, and are made by a job if they are many', async () => {
    const selection = await niamey.send<{ token: string; count: number }>('POST', '/v2/selections', {
      resource: 'contribuables',
      query: 'entite=1&betail=0',
    });
    const { body } = await count({ selection: selection.body.token, annee: YEAR });
    expect(body.choisis).toBe(selection.body.count);
    const request = { selection: selection.body.token, annee: YEAR, generate: true };
    const created = await niamey.send<Export>('POST', URL, request);
    expect([created.status, created.body.statut, created.body.lignes, created.body.total]).toEqual([
      202,
      'terminé',
      body.avis,
      body.avis,
    ]);
    const { bytes } = await fileOf(octroi, 'niamey', `/v2/exports/${created.body.id}/fichier`);
    expect(numbersIn(readPdf(bytes).pages)).toHaveLength(body.avis);
  });

  it('can be those of a filter of the enrolments, whose rows are taxpayers, but of no other list', async () => {
    const chosenIn = async (resource: string) =>
      (await niamey.send<{ token: string }>('POST', '/v2/selections', { resource, query: 'entite=1' })).body
        .token;
    const ask = async (resource: string) =>
      niamey.send<{ choisis: number }>('POST', URL, { selection: await chosenIn(resource), annee: YEAR });
    const [listed, enrolled] = [await ask('contribuables'), await ask('enrollements')];
    expect([enrolled.status, enrolled.body.choisis]).toEqual([200, listed.body.choisis]);
    expect((await ask('equipements')).status).toBe(400);
  });

  it('have sums that add up: bases, échéances, other years and the total', async () => {
    const rows = await query<{ contenu: ContenuAvis; montant: number; prevu: number }>(
      `select contenu, montant::int, coalesce((select sum(montant) from echeance x
         where x.contribuable_id = piece.contribuable_id and x.annee = piece.annee), 0)::int as prevu
       from piece where nature = 'avis'`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { contenu, montant, prevu } of rows) {
      const { bases, echeances, autres, avance, maintenant, prochaine, plusTard, total } = contenu.compte;
      for (const base of bases) expect(base.nombre * base.prixUnitaire).toBe(base.total);
      const sum = <Row>(list: readonly Row[], of: (row: Row) => number) =>
        list.reduce((all, row) => all + of(row), 0);
      expect(sum(bases, (base) => base.total)).toBe(prevu);
      expect(sum(echeances, (each) => each.montant)).toBe(prevu);
      const left = sum([...echeances, ...autres], ({ reste }) => reste);
      expect([left - avance, maintenant + (prochaine?.montant ?? 0) + (plusTard?.montant ?? 0)]).toEqual([
        total,
        total,
      ]);
      expect(montant).toBe(total);
    }
  });

  it('need the right and the scope, and fit in one file', async () => {
    const ids = idsOf(owing.slice(0, 3));
    expect((await (await signIn('maradi')).send<AvisComptes>('POST', URL, { ids })).body.avis).toBe(0);
    const elsewhere = await printed({ ids }, 'maradi');
    expect(elsewhere.flat().join(' ')).toContain('Aucun des contribuables choisis ne doit rien.');
    const all = { ids: Array.from({ length: MAX_AVIS + 1 }, (_, index) => index + 1) };
    expect((await count(all)).status).toBe(400);
    expect((await count({ ids: [] })).status).toBe(400);
  });

  it('are recorded in the journal with their reader', async () => {
    await printed({ ids: idsOf([...owing.slice(0, 2), ...free.slice(0, 1)]) });
    const [act] = await query(
      "select acte, apres from journal where apres ->> 'document' = 'avis' order by id desc limit 1",
    );
    expect(act).toEqual({
      acte: 'exporter',
      apres: { document: 'avis', annee: YEAR, avis: 2, sansDette: 1 },
    });
  });
});
