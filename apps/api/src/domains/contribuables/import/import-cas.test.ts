import type { Import, ImportBref, Travail } from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, testApp } from '#src/testing/app.ts';
import { cell, workbook } from '#src/testing/files/workbooks.ts';
import { csvOf, importDesk } from '#src/testing/imports.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';
import { tokens } from '#src/testing/people.ts';

const octroi = await testApp({ thresholds: { pas: 20 } });
const desk = await enrolmentDesk(octroi);
const { query, nobody, callerWith } = octroi;
const imports = importDesk(desk.by('niamey'));
let lieu: { code: string; chemin: string[] };
beforeAll(async () => {
  [lieu = { code: '', chemin: [] }] = await query<typeof lieu>(
    'select code, chemin from ramification where entite_id = 1 and cardinality(chemin) = 4 order by id limit 1',
  );
});
const HEADS = ['Nom', 'Localisation', 'Téléphone'];
const placesOf = async (noms: readonly string[]): Promise<string[]> =>
  (
    await query<{ code: string }>(
      'select distinct r.code from contribuable c join ramification r on r.id = c.ramification_id where c.nom = any($1)',
      [noms],
    )
  ).map(({ code }) => code);

it('a place is the same by its code, its path, other letters and other spaces', async () => {
  const path = lieu.chemin.join(' > ');
  const bold = path.replaceAll(/[a-z]/g, (letter) =>
    String.fromCodePoint(0x1d5ee + letter.charCodeAt(0) - 97),
  );
  const ways = [
    lieu.code,
    path,
    lieu.chemin.join('>').toUpperCase(),
    `  ${path.replaceAll(' ', '\u00a0\u202f')} `,
    bold,
  ];
  const noms = ['Adaroko', 'Bilsumi', 'Chefuzo', 'Dyngawe', 'Ewaplok'];
  const sent = await imports.send(
    csvOf(
      HEADS,
      ways.map((way, rank) => [noms[rank] ?? '', way, `8350000${rank}`]),
    ),
  );
  expect(await imports.run(sent, false)).toMatchObject({ bonnes: ways.length, rejetees: 0 });
  expect(await placesOf(noms)).toEqual([lieu.code]);
});

it('a name keeps its script, without bold letters, joiners and double spaces', async () => {
  const names = ['محمد عثمان', '𝗕𝗼𝘂𝗯𝗮', 'Zak\u200dariyaou', 'Ɗan  Ɓaba', 'Mou\u00adsbahou'];
  const sent = await imports.send(
    csvOf(
      HEADS,
      names.map((name, rank) => [name, lieu.code, `8351000${rank}`]),
    ),
  );
  expect(await imports.run(sent, false)).toMatchObject({ bonnes: names.length });
  const stored = await query<{ nom: string }>(
    "select nom from contribuable where telephone like '%8351000_' order by telephone",
  );
  expect(stored.map(({ nom }) => nom)).toEqual([
    'محمد عثمان',
    'Bouba',
    'Zakariyaou',
    'Ɗan Ɓaba',
    'Mousbahou',
  ]);
});

describe('after the browser was closed', () => {
  it('the file, its check, its decisions and its import are found again in another session', async () => {
    const sent = await imports.send(csvOf(HEADS, [['Fermeture', lieu.code, '83520001']]));
    await imports.run(sent, true);
    await imports.decide(sent.id, { decisions: { homonymes: 'une' } });

    const again = await tokens(nobody, callerWith).enter('niamey', PASSWORD);
    const { data: files } = (await again.get<{ data: ImportBref[] }>('/v2/contribuables/imports')).body;
    expect(files.map(({ id }) => id)).toContain(sent.id);
    const { body: file } = await again.get<Import>(`/v2/contribuables/imports/${sent.id}`);
    expect(file).toMatchObject({ decisions: { homonymes: 'une' }, correspondance: sent.correspondance });
    const jobs = async (): Promise<Travail[]> =>
      (await again.get<{ data: Travail[] }>('/v2/travaux')).body.data.filter(
        ({ parametres }) => parametres['import'] === sent.id,
      );
    expect(await jobs()).toMatchObject([{ statut: 'terminé', rapport: { essai: true, bonnes: 1 } }]);
    // what the first session starts is seen by the second, with its result
    await imports.run(sent, false);
    expect(await jobs()).toMatchObject([
      { rapport: { essai: false, bonnes: 1 } },
      { rapport: { essai: true } },
    ]);
  });
});

describe('a file that changes between its check and its import', () => {
  it('by another sheet is imported as that sheet says', async () => {
    const second = HEADS.concat(['Deuxfeuille', lieu.code, '83530002']);
    const row = (cells: string[], at: number): string =>
      `<row r="${at}">${cells.map((text, n) => `<c r="${'ABC'[n]}${at}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
    const content = await workbook(
      [HEADS.map(cell.text), ['Unefeuille', lieu.code, '83530001'].map(cell.text)],
      { second: row(second.slice(0, 3), 1) + row(second.slice(3), 2) },
    );
    const sent = await imports.send(content, 'registre.xlsx');
    expect(sent.feuilles).toEqual(['Feuil1', 'Feuil2']);
    await imports.run(sent, true);
    const { body: other } = await imports.decide(sent.id, { feuille: 'Feuil2' });
    expect(await imports.lignes(sent.id)).toEqual([]);
    expect(await imports.run(other, false)).toMatchObject({ lignes: 1, bonnes: 1 });
    expect(await placesOf(['Unefeuille'])).toEqual([]);
    expect(await placesOf(['Deuxfeuille'])).toEqual([lieu.code]);
  });

  it('and is sent again is another file: what was checked is imported as it was checked', async () => {
    const checked = await imports.send(csvOf(HEADS, [['Verifieton', lieu.code, '83540001']]));
    await imports.run(checked, true);
    const changed = await imports.send(csvOf(HEADS, [['Changekuma', lieu.code, '83540002']]));
    expect(changed.id).not.toBe(checked.id);
    await imports.run(checked, false);
    expect(await placesOf(['Verifieton'])).toEqual([lieu.code]);
    expect(await placesOf(['Changekuma'])).toEqual([]);
  });

  it('by its mapping is imported with the mapping of the import', async () => {
    const heads = ['Nom', 'Localisation', 'Tél 1', 'Tél 2'];
    const sent = await imports.send(csvOf(heads, [['Mappozu', lieu.code, '83550001', '83550002']]));
    await imports.run({ ...sent, correspondance: { nom: 0, localisation: 1, telephone: 2 } }, true);
    await imports.run({ ...sent, correspondance: { nom: 0, localisation: 1, telephone: 3 } }, false);
    const [stored] = await query<{ telephone: string }>(
      "select telephone from contribuable where nom = 'Mappozu'",
    );
    expect(stored?.telephone).toMatch(/83550002$/);
  });
});
