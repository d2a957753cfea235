import { readdirSync } from 'node:fs';
import { colonnesModele, type Import, type ImportReport, type Rejet, type Travail } from '@octroi/contract';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { type Caller, testApp, YEAR } from '#src/testing/app.ts';
import { sentFile } from '#src/testing/files/photos.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { cell, workbook } from '#src/testing/files/workbooks.ts';

/** Rows of a step of an import. */
const STEP = 20;
const octroi = await testApp({ thresholds: { pas: STEP } });
const { signIn, query, url } = octroi;
const { pool } = openPool(url, () => undefined, 2);
afterAll(() => pool.end());
let niamey: Caller;
let place: { id: number; code: string };
let base: string;
beforeAll(async () => {
  niamey = await signIn('niamey');
  const [target] = await query<{ id: number; code: string; nom: string }>(
    `select r.id, r.code, coalesce(te.nom, na.nom) as nom from application a
     join taxe t on t.id = a.taxe_id join ramification r on r.id = a.ramification_id
     left join type_equipement te on te.id = t.type_equipement_id left join nature_activite na on na.id = t.nature_activite_id
     where a.entite_id = 1 and a.annee = extract(year from now()) and a.tarif > 0 and not a.exclue and r.code is not null
     order by a.id limit 1`,
  );
  if (!target) throw new Error('no rate');
  place = target;
  base = target.nom;
});

const LAST = YEAR - 1;
const HEADS = ['Nom', 'Prénom', 'Localisation', 'Téléphone', 'Base taxable', `Impayé ${LAST}`];
const csv = (rows: readonly (readonly string[])[], heads = HEADS): string =>
  [heads, ...rows].map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\r\n');

const send = (by: Caller, content: Buffer | string, entite = '1', name = 'liste.csv') => {
  const { body, headers } = sentFile(content, {
    name,
    type: 'text/csv',
    part: 'fichier',
    fields: { entite },
  });
  return by.send<Import & { message: string }>('POST', '/v2/contribuables/imports', body, headers);
};
async function run({ id, correspondance }: Import, essai: boolean): Promise<ImportReport> {
  const address = `/v2/contribuables/imports/${id}/travail`;
  const started = await niamey.send<Travail>('POST', address, { correspondance, essai });
  expect([started.status, started.body.statut, started.body.message]).toEqual([202, 'terminé', null]);
  return started.body.rapport as ImportReport;
}
const count = async (): Promise<number> =>
  (await query<{ n: number }>('select count(*)::int as n from contribuable'))[0]?.n ?? 0;
const good = (name: string): string[] => [name, 'Import', place.code, '90000001', base, '7 500'];

it('a file whose name holds what no name does is taken under the rest of it', async () => {
  for (let times = 0; times < 3; times += 1) {
    const { status, body } = await send(niamey, csv([good('Nommé')]), '1', 'li\0s\u0007te.csv');
    expect([status, body.nom]).toEqual([201, 'liste.csv']);
  }
});

describe('the template of a file', () => {
  it('has the heads that are read, and a sheet that says what each is', async () => {
    const { status, headers, bytes } = await fileOf(
      octroi,
      'niamey',
      '/v2/contribuables/imports/modele.xlsx',
    );
    expect([status, headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="modele-import-contribuables.xlsx"',
    ]);
    const [heads, words, ...more] = await readXlsxFile(bytes, { trim: false });
    const colonnes = colonnesModele(LAST + 1);
    expect(more).toEqual([]);
    expect(heads?.data).toEqual([colonnes.map(({ nom }) => nom)]);
    expect(words?.data[0]).toEqual(['Colonne', 'Obligatoire', 'Exemple', 'Explication']);
    expect(words?.data.slice(1).map(([nom]) => nom)).toEqual(colonnes.map(({ nom }) => nom));
    expect(words?.data.every(([, , exemple]) => exemple)).toBe(true);
  });

  it('is filled and sent as it is', async () => {
    const heads = colonnesModele(LAST + 1).map(({ nom }) => nom);
    const row = heads.map((head) => ({ Nom: 'Modèle', Localisation: place.code })[head] ?? '');
    const { body } = await send(niamey, csv([row], heads));
    expect(Object.keys(body.correspondance)).toHaveLength(heads.length);
    expect(await run(body, true)).toMatchObject({ lignes: 1, bonnes: 1, rejetees: 0 });
  });
});

describe('an import', () => {
  it('is tried without writing, then enrols, bills and remembers; the same file again adds nobody', async () => {
    const file = csv([good('Un'), good('Deux'), ['Trois', '', 'Nulle part', '', '', ''], good('Un')]);
    const sent = await send(niamey, file);
    expect(sent.status).toBe(201);
    expect(sent.body.colonnes.map(({ nom }) => nom)).toEqual(HEADS);
    expect(sent.body.correspondance).toMatchObject({
      nom: 0,
      prenom: 1,
      localisation: 2,
      telephone: 3,
      base1: 4,
    });
    expect(sent.body.correspondance[`impaye${LAST}`]).toBe(5);

    const before = await count();
    const expected = { lignes: 4, bonnes: 2, deja: 1, rejetees: 1, impayes: 15_000 };
    expect(await run(sent.body, true)).toMatchObject({ essai: true, ...expected });
    expect(await count()).toBe(before);
    const rejets = await niamey.get<{ data: Rejet[] }>(`/v2/contribuables/imports/${sent.body.id}/rejets`);
    expect(rejets.body.data).toMatchObject([
      { rang: 4, erreurs: [expect.stringContaining('« Nulle part »')] },
    ]);
    const refused = await niamey.get<string>(`/v2/contribuables/imports/${sent.body.id}/rejets.csv`);
    expect(refused.body).toContain('Nulle part');
    expect(refused.body).toContain('Motif du rejet');

    expect(await run(sent.body, false)).toMatchObject({ essai: false, ...expected });
    expect(await count()).toBe(before + 2);
    const dues = await query<{ annee: number; montant: string; origine: string }>(
      `select d.annee, d.montant, d.origine from echeance d join contribuable c on c.id = d.contribuable_id
       where c.prenom = 'Import' and c.nom = 'Deux' order by d.annee`,
    );
    expect(dues[0]).toMatchObject({ annee: LAST, montant: '7500', origine: 'reprise' });
    const present = dues.filter(({ annee }) => annee === LAST + 1);
    expect(present.length).toBeGreaterThan(0);
    expect(present.every(({ origine }) => origine === 'calculée')).toBe(true);
    const acts = await query("select apres from journal where acte = 'importer'");
    expect(acts).toHaveLength(1);
    expect(acts[0]).toMatchObject({ apres: { contribuables: 2, fichier: 'liste.csv' } });

    for (const again of [sent.body, (await send(niamey, `${file}\r\n`)).body])
      expect(await run(again, false)).toMatchObject({ bonnes: 0, deja: 3 });
    expect(await count()).toBe(before + 2);
    expect(await drift(pool)).toEqual([]);
  });

  describe('reads each cell one way, or refuses its line', () => {
    const rejets = async (id: string): Promise<string[]> =>
      (await niamey.get<{ data: Rejet[] }>(`/v2/contribuables/imports/${id}/rejets`)).body.data.map(
        ({ rang, erreurs }) => `${rang} ${erreurs.join(' ; ')}`,
      );
    const owing = (name: string, impaye: string): string[] => [name, 'Lu', place.code, '', base, impaye];

    it.each<[string, string[], number]>([
      ['25.000', ['100.000'], 125_000],
      ['25,000', ['1 000'], 26_000],
      ['1.500,00', ['12 000 F'], 13_500],
      ['XOF 1 500', ['2\u202f000 FCFA'], 3500],
    ])('« %s » beside %j', async (first, others, impayes) => {
      const rows = [first, ...others].map((text, at) => owing(`Montant ${at}`, text));
      const { body } = await send(niamey, csv(rows));
      expect(await run(body, true)).toMatchObject({ bonnes: rows.length, rejetees: 0, impayes });
    });

    it('an amount that reads two ways, until the file’s numbers are described', async () => {
      const { body } = await send(
        niamey,
        csv([owing('A', '25.000'), owing('B', '12.00'), owing('C', '1e5')]),
      );
      expect(await run(body, true)).toMatchObject({ bonnes: 1, rejetees: 2 });
      expect(await rejets(body.id)).toEqual([
        expect.stringMatching(/^2 .*cellule F2, « 25\.000 » se lit 25\s000 ou 25,/),
        expect.stringMatching(/^4 .*cellule F4, « 1e5 » n’est pas un nombre entier/),
      ]);
      const payload = { correspondance: body.correspondance, essai: true, nombres: 'point' };
      const address = `/v2/contribuables/imports/${body.id}/travail`;
      const { body: travail } = await niamey.send<Travail>('POST', address, payload);
      expect(travail.rapport).toMatchObject({ bonnes: 2, rejetees: 1, impayes: 37 });
    });

    it('a broken or uncached formula, with line and cell', async () => {
      const line = (name: string) => [name, 'Lu', place.code, '', base].map(cell.text);
      const file = await workbook([
        HEADS.map(cell.text),
        [...line('NA'), cell.error('#N/A')],
        [...line('REF'), cell.error('#REF!')],
        [...line('SUM'), cell.uncached('SUM(1000,500)')],
        [...line('Float'), cell.number(1500.000_000_000_000_2)],
      ]);
      const { body } = await send(niamey, file, '1', 'liste.xlsx');
      expect(await run(body, true)).toMatchObject({ bonnes: 1, rejetees: 3, impayes: 1500 });
      expect(await rejets(body.id)).toEqual([
        expect.stringMatching(/^2 .*la cellule F2 affiche l’erreur « #N\/A »/),
        expect.stringMatching(/^3 .*la cellule F3 affiche l’erreur « #REF! »/),
        expect.stringMatching(/^4 .*une formule n’est pas une valeur \(cellule F4\)/),
      ]);
    });

    it('days in one order for the column, day first', async () => {
      const heads = ['Nom', 'Localisation', 'Date d’enrôlement'];
      const of = (...days: string[]) =>
        csv(
          days.map((text, at) => [`Jour ${at}`, place.code, text]),
          heads,
        );
      const { body } = await send(
        niamey,
        of('03/04/25', '15/04/2025 00:00:00', '2025/04/15', '04/13/2025', '15 avril 2025', '31/04/2025'),
      );
      expect(await run(body, true)).toMatchObject({ bonnes: 4, rejetees: 2 });
      expect(await rejets(body.id)).toEqual([
        expect.stringMatching(/^5 .*cellule C5, « 04\/13\/2025 » n’est pas une date/),
        expect.stringMatching(/^7 .*cellule C7, « 31\/04\/2025 » n’est pas une date/),
      ]);
      const american = (await send(niamey, of('03/04/2025', '04/13/2025'))).body;
      expect(await run(american, true)).toMatchObject({ bonnes: 0, rejetees: 2 });
      expect((await rejets(american.id))[0]).toMatch(/se lit 3 avril 2025 ou 4 mars 2025/);
    });

    it('the visible sheet and what its merged cells show, told', async () => {
      const line = (name: string, base1 = '') => [name, 'Lu', place.code, '', base1].map(cell.text);
      const rows = [HEADS.slice(0, 5).map(cell.text), line('A', base), line('B'), line('C')];
      const merged = await send(niamey, await workbook(rows, { merged: ['E2:E4'] }), '1', 'liste.xlsx');
      expect(merged.body.remarques).toEqual([expect.stringContaining('(E2:E4)')]);
      expect(await run(merged.body, false)).toMatchObject({ bonnes: 3, rejetees: 0 });
      const lines = await query<{ n: number }>(
        `select count(l.id)::int as n from contribuable c join enrollement l on l.contribuable_id = c.id
         where c.prenom = 'Lu' and c.nom in ('A', 'B', 'C') group by c.id`,
      );
      expect(lines).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
      const second = ['Nom', 'Vu']
        .map((nom, at) => {
          const texts = [nom, at === 0 ? 'Localisation' : place.code];
          const cells = texts.map(
            (text, n) => `<c r="${'AB'[n]}${at + 1}" t="inlineStr"><is><t>${text}</t></is></c>`,
          );
          return `<row r="${at + 1}">${cells.join('')}</row>`;
        })
        .join('');
      const file = await workbook(rows, { second, firstHidden: true });
      const { body } = await send(niamey, file, '1', 'liste.xlsx');
      expect(body.remarques.join(' ')).toMatch(/Feuille lue : « Feuil2 »\..*masquées, non lues : « Feuil1 »/);
      expect(await run(body, true)).toMatchObject({ lignes: 1, bonnes: 1 });
    });

    it('a file that is UTF-8 but for a byte', async () => {
      const content = Buffer.concat([
        Buffer.from('Nom;Localisation\nHélène;A\nT'),
        Buffer.of(0xe9),
        Buffer.from('o;A\n'),
      ]);
      const { status, body } = await send(niamey, content);
      expect([status, body.message]).toEqual([415, expect.stringContaining('ligne 3, octet E9')]);
    });

    it('names of any script, and those that punctuation alone tells apart', async () => {
      const names = ['محل', 'سوق', 'Étal (jour)', 'Étal jour'];
      await query(
        'insert into type_equipement (entite_id, nom, enabled) select 1, n, true from unnest($1::text[]) n',
        [names],
      );
      const heads = ['Nom', 'Localisation', 'Base taxable'];
      const rows = [...names, 'غير موجود'].map((text, at) => [`Script ${at}`, place.code, text]);
      const { body } = await send(niamey, csv(rows, heads));
      expect(await run(body, false)).toMatchObject({ bonnes: 4, rejetees: 1 });
      expect((await rejets(body.id))[0]).toMatch(/^6 .*« غير موجود » n’est ni/);
      const stored = await query<{ nom: string }>(
        `select te.nom from contribuable c join equipement e on e.contribuable_id = c.id
         join type_equipement te on te.id = e.type_equipement_id where c.nom like 'Script %' order by c.nom`,
      );
      expect(stored.map(({ nom }) => nom)).toEqual(names);
    });
  });

  it('remembers the columns that were chosen for such heads', async () => {
    const heads = ['Qui', 'Où', 'Quoi'];
    const rows = [['Chosen', place.code, base]];
    const first = (await send(niamey, csv(rows, heads))).body;
    expect(first.correspondance).toEqual({});
    await run({ ...first, correspondance: { nom: 0, localisation: 1, base1: 2 } }, true);
    const second = (await send(niamey, csv(rows, ['Où', 'Qui', 'Téléphone', 'Quoi']))).body;
    expect(second.correspondance).toEqual({ localisation: 0, nom: 1, base1: 3, telephone: 2 });
  });

  it('takes no number that somebody, or an earlier row, has', async () => {
    const [existing] = await query<{ numero: string }>(
      'select num_klis as numero from contribuable where entite_id = 1 limit 1',
    );
    const heads = ['Nom', 'Localisation', 'Numéro'];
    const { body } = await send(
      niamey,
      csv(
        [
          ['A', place.code, existing?.numero ?? ''],
          ['B', place.code, 'IMPORT-1'],
          ['C', place.code, 'IMPORT-1'],
        ],
        heads,
      ),
    );
    expect(await run(body, false)).toMatchObject({ bonnes: 1, rejetees: 2 });
  });

  it('stays within the scope and with its author', async () => {
    const { body } = await send(niamey, csv([good('Seul')]));
    const maradi = await signIn('maradi');
    expect((await maradi.get(`/v2/contribuables/imports/${body.id}`)).status).toBe(404);
    expect((await send(maradi, csv([good('Autre')]))).status).toBe(400);
    expect((await send(await signIn('lecture'), csv([good('Autre')]))).status).toBe(403);
    const plateau = (await send(await signIn('plateau'), csv([good('Ailleurs')]))).body;
    expect(plateau.lignes).toBe(1);
  });

  it('is refused without the columns that it cannot do without, and for files that are none', async () => {
    const { body } = await send(niamey, csv([good('Sans')]));
    const start = (correspondance: Record<string, number>) =>
      niamey.send<{ message: string }>('POST', `/v2/contribuables/imports/${body.id}/travail`, {
        correspondance,
        essai: true,
      });
    expect((await start({ nom: 0 })).body.message).toContain('Localisation');
    expect((await start({ nom: 0, localisation: 60 })).status).toBe(400);
    expect((await start({ nom: 0, localisation: 1, poids: 2 })).body.message).toContain('poids');
    expect((await send(niamey, '')).status).toBe(415);
    expect((await send(niamey, csv([]))).body.message).toContain('en-tête');
    expect((await send(niamey, csv([good('X')]), 'x')).status).toBe(400);
  });

  it('reads a workbook as a spreadsheet shows it', async () => {
    const heads = [...HEADS, "Date d'enrôlement", 'Adresse'].map(cell.text);
    const row = [
      cell.shared('Classeur'),
      cell.text('Xlsx'),
      cell.text(place.code),
      cell.text('0999876543'),
      cell.shared(base),
      cell.formula('2*3750', '7500'),
      cell.day(`${LAST}-03-17`),
      cell.formulaText('"Rue "&7', 'Rue 7'),
    ];
    const { body } = await send(niamey, await workbook([heads, row]), '1', 'liste.xlsx');
    expect(await run(body, false)).toMatchObject({ bonnes: 1, rejetees: 0, impayes: 7500 });
    const [stored] = await query(
      "select telephone, jour::text as jour, adresse from contribuable where nom = 'Classeur'",
    );
    expect(stored).toEqual({ telephone: '0999876543', jour: `${LAST}-03-17`, adresse: 'Rue 7' });
  });

  it('rejects places of another collectivité, and dues of years that cannot have any', async () => {
    const [elsewhere] = await query<{ code: string }>(
      `select code from ramification where entite_id = 2 and code not in (
         select code from ramification where entite_id = 1 and code is not null) limit 1`,
    );
    const heads = ['Nom', 'Localisation', 'Base taxable', `Impayé ${LAST + 3}`, 'Impayé 1998'];
    const { body } = await send(
      niamey,
      csv(
        [
          ['Ailleurs', elsewhere?.code ?? '', base, '', ''],
          ['Plus tard', place.code, base, '5000', ''],
          ['Avant', place.code, base, '', '5000'],
        ],
        heads,
      ),
    );
    expect(body.correspondance).toEqual({ nom: 0, localisation: 1, base1: 2, [`impaye${LAST + 3}`]: 3 });
    expect(await run(body, true)).toMatchObject({ bonnes: 1, rejetees: 2 });
    const { data } = (await niamey.get<{ data: Rejet[] }>(`/v2/contribuables/imports/${body.id}/rejets`))
      .body;
    expect(data.map(({ erreurs }) => erreurs.join())).toEqual([
      expect.stringContaining('n’existe pas, ou n’est pas dans votre périmètre'),
      expect.stringContaining('seules les années passées ont des impayés'),
    ]);
    const unknown = await niamey.send<{ message: string }>(
      'POST',
      `/v2/contribuables/imports/${body.id}/travail`,
      { correspondance: { ...body.correspondance, impaye1998: 4 }, essai: true },
    );
    expect([unknown.status, unknown.body.message]).toEqual([400, "Le champ « impaye1998 » n'existe pas."]);
  });

  it.each<[string, () => Promise<Buffer | string>, string, RegExp]>([
    ['a text that is called a workbook', async () => 'Nom;Secteur', 'liste.xlsx', /n’en est pas un/],
    [
      '200 columns',
      async () => Array.from({ length: 200 }, (_, n) => `c${n}`).join(';'),
      'l.csv',
      /200 colonnes/,
    ],
    ['another separator', async () => 'Nom|Secteur\nAli|A', 'l.csv', /Une seule colonne/],
  ])('says what is wrong with %s', async (_, content, name, reason) => {
    const { status, body } = await send(niamey, await content(), '1', name);
    expect([status, body.message]).toEqual([415, expect.stringMatching(reason)]);
  });

  it('whose file costs more than it may is refused, and nothing of it stays', async () => {
    const far = await workbook([HEADS.map(cell.text)], {
      more: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
    });
    const { status, body } = await send(niamey, far, '1', 'liste.xlsx');
    expect([status, body.message]).toEqual([415, expect.stringContaining('XFD1048576 est trop loin')]);
    expect(readdirSync(octroi.spoolFolder)).toEqual([]);
  });

  it('is refused to whoever sends two files already', async () => {
    const sent = await Promise.all([1, 2, 3].map((n) => send(niamey, csv([good(`Ensemble ${n}`)]))));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 429]);
    expect(sent.find(({ status }) => status === 429)?.body.message).toMatch(/déjà 2 fichiers à la fois/);
    expect((await send(niamey, csv([good('Après')]))).status).toBe(201);
    expect(readdirSync(octroi.spoolFolder)).toEqual([]);
  });

  it('of many rows goes step by step', async () => {
    const many = 3 * STEP + 5;
    const rows = Array.from({ length: many }, (_, n) => [`Volume ${n}`, 'Masse', place.code, '', base, '']);
    const { body } = await send(niamey, csv(rows));
    const before = await count();
    expect(await run(body, false)).toMatchObject({ lignes: many, bonnes: many, rejetees: 0 });
    expect(await count()).toBe(before + many);
    const [{ total, fait } = {}] = await query<{ total?: number; fait?: number }>(
      'select total, fait from travail order by created_at desc limit 1',
    );
    expect([total, fait]).toEqual([4, 4]);
  });
});
