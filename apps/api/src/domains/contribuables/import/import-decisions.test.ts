import type { Import, ImportBref } from '@octroi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '#src/platform/database/database.ts';
import { testApp, YEAR } from '#src/testing/app.ts';
import { drift } from '#src/testing/figures/drift.ts';
import { cell, workbook } from '#src/testing/files/workbooks.ts';
import { csvOf, importDesk } from '#src/testing/imports.ts';
import { enrolmentDesk } from '#src/testing/inscriptions.ts';

const octroi = await testApp({ thresholds: { pas: 20 } });
const desk = await enrolmentDesk(octroi);
const { query } = octroi;
const { pool } = openPool(octroi.url, () => undefined, 2);
afterAll(() => pool.end());
const imports = importDesk(desk.by('niamey'));
const LAST = YEAR - 1;
const HEADS = ['Nom', 'Prénom', 'Localisation', 'Téléphone', 'NIF', 'Base taxable', `Impayé ${LAST}`];
const lieu = desk.haut.nom;
let kiosque = '';
let enseigne = '';
beforeAll(async () => {
  const nameOf = async (id: number) =>
    (await query<{ nom: string }>('select nom from type_equipement where id = $1', [id]))[0]?.nom ?? '';
  [kiosque, enseigne] = await Promise.all([nameOf(desk.kiosque), nameOf(desk.enseigne)]);
});

const file = (...rows: string[][]): string => csvOf(HEADS, rows);
const found = (nom: string) =>
  query<{ id: number; telephone: string | null }>(
    'select id, telephone from contribuable where nom = $1 order by id',
    [nom],
  );
const duesOf = async (nom: string): Promise<number[]> =>
  (
    await query<{ montant: number }>(
      `select x.montant::int as montant from echeance x join contribuable c on c.id = x.contribuable_id
       where c.nom = $1 and x.annee = $2 and x.origine = 'reprise' order by x.id`,
      [nom, LAST],
    )
  ).map(({ montant }) => montant);

describe('a row that may be somebody', () => {
  it('is held, where the person was entered by hand between trial and import', async () => {
    const sent = await imports.send(file(['Zwadafo', 'Kibule', lieu, '81110001', '', '', '']));
    expect((await imports.run(sent, true)).sorts).toEqual({ nouvelle: 1 });
    await desk.enrolled({ nom: 'Zwadafo', prenom: 'Kibule', telephone: '81110002' });
    const report = await imports.run(sent, false);
    expect(report.sorts).toEqual({ 'à décider': 1 });
    expect(report.questions).toEqual([
      {
        nature: 'semblables',
        lignes: 1,
        exemple: expect.stringMatching(/^Ligne 2 : Zwadafo Kibule .*même nom/),
      },
    ]);
    expect(await found('Zwadafo')).toHaveLength(1);
  });

  it('is the same person by name, telephone and place, or by a NIF and a similar name', async () => {
    await desk.enrolled({ nom: 'Tolimane', prenom: 'Gabo', telephone: '+227 81 11 00 03' });
    await desk.enrolled({ nom: 'Pachoniwe', prenom: 'Dolu', nif: '77001/R' });
    const sent = await imports.send(
      file(
        ['GABO', 'tolimane', lieu, '81110003', '', '', ''],
        ['Pachonive', 'Dolu', lieu, '', '77001 r', '', ''],
        ['Ruxebida', 'Fozi', lieu, '', '77001/R', '', ''],
      ),
    );
    expect(await imports.run(sent, false)).toMatchObject({ bonnes: 0, deja: 2 });
    expect(await imports.fates(sent.id)).toEqual({ 2: 'différente', 3: 'différente', 4: 'à décider' });
  });

  it('is decided row by row, and the decisions stay when the page is closed, and for a corrected file', async () => {
    for (const nom of ['Vebaxo', 'Vebixu', 'Vebozi'])
      await desk.enrolled({ nom, prenom: 'Un', telephone: null });
    const rows = ['Vebaxo', 'Vebixu', 'Vebozi'].map((nom) => [nom, 'Un', lieu, '81220001', '', '', '']);
    const sent = await imports.send(file(...rows));
    await imports.run(sent, true);
    const held = await imports.lignes(sent.id, 'à décider');
    expect(held.map(({ rang }) => rang)).toEqual([2, 3, 4]);
    const existing = held[1]?.candidats[0]?.id as number;
    const kept = await imports.decide(sent.id, {
      lignes: [
        { rang: 2, choix: 'nouveau' },
        { rang: 3, choix: 'existant', contribuable: existing },
        { rang: 4, choix: 'écarter' },
      ],
    });
    expect(kept.status).toBe(200);
    const list = await desk.by('niamey').get<{ data: ImportBref[] }>('/v2/contribuables/imports');
    expect(list.body.data.find(({ id }) => id === sent.id)).toMatchObject({
      nom: 'registre.csv',
      aDecider: 0,
    });
    await imports.run(sent, false);
    expect(await imports.fates(sent.id)).toEqual({ 2: 'nouvelle', 3: 'différente', 4: 'écartée' });
    expect((await found('Vebaxo')).length).toBe(2);

    const corrected = await imports.send(file(...rows.map((row) => [...row.slice(0, 5), kiosque, '1 000'])));
    await imports.run(corrected, true);
    expect(await imports.fates(corrected.id)).toEqual({ 2: 'différente', 3: 'différente', 4: 'écartée' });
  });

  it('is decided with all others at once', async () => {
    await desk.enrolled({ nom: 'Hacudove', prenom: 'Nila' });
    const sent = await imports.send(file(['Hacudove', 'Nila', desk.autre.nom, '81330001', '', '', '']));
    await imports.decide(sent.id, { decisions: { semblables: 'écarter' } });
    expect((await imports.run(sent, true)).sorts).toEqual({ écartée: 1 });
    await imports.decide(sent.id, { decisions: { semblables: 'nouveaux' } });
    expect((await imports.run(sent, false)).sorts).toEqual({ nouvelle: 1 });
  });

  it('is not given to a taxpayer of another collectivité, nor one that is not in the file', async () => {
    const sent = await imports.send(file(['Seul', 'Ici', lieu, '', '', '', '']));
    const [elsewhere] = await query<{ id: number }>(
      'select min(id) as id from contribuable where entite_id = 2',
    );
    const decide = async (ligne: object) =>
      (await imports.decide(sent.id, { lignes: [ligne as never] })).status;
    expect(await decide({ rang: 2, choix: 'existant', contribuable: elsewhere?.id })).toBe(400);
    expect(await decide({ rang: 2, choix: 'existant' })).toBe(400);
    expect(await decide({ rang: 99, choix: 'écarter' })).toBe(400);
  });
});

describe('a row sent again', () => {
  const row = (telephone: string, base: string, impaye: string) => [
    'Mowixake',
    'Jupola',
    lieu,
    telephone,
    '88001/R',
    base,
    impaye,
  ];

  it('tells what differs and leaves the register, unless the file’s decision is to correct it', async () => {
    await imports.run(await imports.send(file(row('81440001', kiosque, '7 500'))), false);
    const again = await imports.send(file(row('81440002', kiosque, '9 000')));
    expect(await imports.run(again, false)).toMatchObject({ bonnes: 0, deja: 1 });
    const [ligne] = await imports.lignes(again.id);
    expect(ligne).toMatchObject({ sort: 'différente' });
    expect(ligne?.details.map((text) => text.replaceAll(/\s/g, ' '))).toEqual([
      'Téléphone : « 81440001 » dans le registre, « 81440002 » dans le fichier',
      expect.stringMatching(/^Impayé \d+ .*: 7 500 F.* dans le registre, 9 000 F.* dans le fichier$/),
    ]);
    expect(await found('Mowixake')).toMatchObject([{ telephone: '81440001' }]);

    await imports.decide(again.id, { decisions: { differences: 'corriger' } });
    expect((await imports.run(again, false)).sorts).toEqual({ corrigée: 1 });
    expect(await found('Mowixake')).toMatchObject([{ telephone: '81440002' }]);
    expect(await duesOf('Mowixake')).toEqual([9000]);
    expect((await imports.run(again, false)).sorts).toEqual({ identique: 1 });
    expect(await drift(pool)).toEqual([]);
  });

  it('does not differ by the whole name in one column, as our own lists write it', async () => {
    const [person] = await query<{ numero: string }>(
      "select num_klis as numero from contribuable where nom = 'Mowixake'",
    );
    const heads = ['Numéro', 'Nom complet', 'Localisation'];
    const sent = await imports.send(
      csvOf(heads, [
        [person?.numero ?? '', 'Mowixake Jupola', lieu],
        ['TOTAL', '', '12 500'],
      ]),
    );
    expect((await imports.run(sent, true)).sorts).toEqual({ identique: 1 });
  });

  it('never lowers imported dues below what was paid of them', async () => {
    const [person] = await found('Mowixake');
    await desk.pay(person?.id as number, 6000);
    const sent = await imports.send(file(row('81440002', kiosque, '5 000')));
    await imports.decide(sent.id, { decisions: { differences: 'corriger' } });
    await imports.run(sent, false);
    expect((await imports.lignes(sent.id))[0]?.details.join(' ')).toContain('déjà payés, il reste tel quel');
    expect(await duesOf('Mowixake')).toEqual([9000]);
  });

  it('has a base more, where the decision is to correct', async () => {
    const heads = [...HEADS, 'Deuxième base taxable', 'Précision de la deuxième'];
    const sent = await imports.send(
      csvOf(heads, [[...row('81440002', kiosque, '9 000'), enseigne, 'Petite']]),
    );
    await imports.decide(sent.id, { decisions: { differences: 'corriger' } });
    expect((await imports.run(sent, false)).sorts).toEqual({ corrigée: 1 });
    const [person] = await found('Mowixake');
    expect((await desk.read(person?.id as number)).lignes.map(({ precision }) => precision)).toEqual([
      null,
      'Petite',
    ]);
    expect(await drift(pool)).toEqual([]);
  });
});

describe('rows of one file', () => {
  const moussa = ['Gidabuxe', 'Wolo', lieu, '', '', '', ''];

  it('without telephone are several people, which is told, or one if the file’s decision says so', async () => {
    const rows = Array.from({ length: 3 }, () => moussa);
    const sent = await imports.send(file(...rows));
    const report = await imports.run(sent, true);
    expect([report.sorts, report.questions.map(({ nature, lignes }) => [nature, lignes])]).toEqual([
      { nouvelle: 3 },
      [['homonymes', 2]],
    ]);
    await imports.decide(sent.id, { decisions: { homonymes: 'une' } });
    expect((await imports.run(sent, true)).sorts).toEqual({ nouvelle: 1, répétée: 2 });
    await imports.decide(sent.id, { decisions: {} });
    await imports.run(sent, false);
    expect(await found('Gidabuxe')).toHaveLength(3);
    expect((await imports.run(await imports.send(file(...rows)), false)).sorts).toEqual({ identique: 3 });
  });

  it('sent by two people at once add nobody twice', async () => {
    const rows = Array.from({ length: 45 }, (_, n) => [
      `Kwezilo${n}`,
      'Deux',
      lieu,
      `8155${1000 + n}`,
      '',
      kiosque,
      '',
    ]);
    const others = importDesk(desk.by('admin.nta'));
    const [mine, theirs] = await Promise.all([imports.send(file(...rows)), others.send(file(...rows))]);
    const reports = await Promise.all([imports.run(mine, false), others.run(theirs, false)]);
    expect(reports.map(({ rejetees }) => rejetees)).toEqual([0, 0]);
    const [{ n } = { n: 0 }] = await query<{ n: number }>(
      "select count(*)::int as n from contribuable where nom like 'Kwezilo%'",
    );
    expect(n).toBe(45);
  });

  it('whose base lacks its précision are refused with their count, or kept if the decision says so', async () => {
    const sent = await imports.send(file(['Lofudexa', 'Mo', lieu, '81660001', '', enseigne, '']));
    const refused = await imports.run(sent, true);
    expect(refused).toMatchObject({ rejetees: 1, questions: [{ nature: 'precisions', lignes: 1 }] });
    await imports.decide(sent.id, { decisions: { precisions: 'garder' } });
    expect((await imports.run(sent, true)).sorts).toEqual({ nouvelle: 1 });
  });
});

describe('unpaid amounts by tax', () => {
  it('are found by the name of their tax in the heading, and owed of it', async () => {
    const taxe = (
      await query<{ id: number; nom: string }>('select id, nom from taxe where type_equipement_id = $1', [
        desk.kiosque,
      ])
    )[0] as { id: number; nom: string };
    const heads = ['Nom', 'Localisation', 'Base taxable', `Impayé ${LAST} ${taxe.nom}`];
    const sent = await imports.send(csvOf(heads, [['Taxidebu', lieu, kiosque, '4 500']]));
    expect(sent.correspondance[`impaye${LAST}:${taxe.id}`]).toBe(3);
    expect(await imports.run(sent, false)).toMatchObject({ bonnes: 1, impayes: 4500 });
    expect(await duesOf('Taxidebu')).toEqual([4500]);
    const unknown = await desk.by('niamey').send('POST', `/v2/contribuables/imports/${sent.id}/travail`, {
      correspondance: { ...sent.correspondance, [`impaye${LAST}:999999`]: 3 },
      essai: true,
    });
    expect(unknown.status).toBe(400);
  });
});

describe('a file that reads two ways', () => {
  it('has its days read with the month first, once its author says so', async () => {
    const heads = ['Nom', 'Localisation', 'Date d’enrôlement'];
    const rows = ['03/04/2025', '04/13/2025'].map((jour, n) => [`Jofexu${n}`, lieu, jour]);
    const sent = await imports.send(csvOf(heads, rows));
    expect((await imports.run(sent, true)).questions).toMatchObject([{ nature: 'jours', lignes: 1 }]);
    await imports.decide(sent.id, { decisions: { jours: 'mois' } });
    expect(await imports.run(sent, false)).toMatchObject({ bonnes: 2 });
    const jours = await query<{ jour: string }>(
      "select jour::text as jour from contribuable where nom like 'Jofexu%' order by nom",
    );
    expect(jours.map(({ jour }) => jour)).toEqual(['2025-03-04', '2025-04-13']);
  });

  const macRoman = (text: string): Buffer =>
    Buffer.from(
      Array.from(
        text,
        (sign) => ({ é: 0x8e, è: 0x8f, ï: 0x95, ô: 0x99, É: 0x83 })[sign] ?? sign.charCodeAt(0),
      ),
    );

  it('is read in Mac Roman, where its accents make no words otherwise', async () => {
    const sent = await imports.send(
      macRoman(`Nom;Prénom;Localisation;Téléphone\nZénaïxubo;Hélène;${lieu};81770001`),
    );
    expect(sent.remarques).toEqual([expect.stringContaining('Mac Roman')]);
    expect(sent.colonnes.map(({ nom }) => nom)).toEqual(['Nom', 'Prénom', 'Localisation', 'Téléphone']);
    expect(await imports.run(sent, false)).toMatchObject({ bonnes: 1 });
    expect(await found('Zénaïxubo')).toHaveLength(1);
  });

  it('has rows with bytes of either code page refused, until its author says which', async () => {
    const content = Buffer.concat([
      Buffer.from('Nom;Localisation\n'),
      Buffer.of(0xc9),
      Buffer.from(` Bobaxi;${lieu}\nPlofaxi;${lieu}\n`),
    ]);
    const sent = await imports.send(content);
    const report = await imports.run(sent, true);
    expect(report).toMatchObject({ bonnes: 1, rejetees: 1, questions: [{ nature: 'octets', lignes: 1 }] });
    expect((await imports.lignes(sent.id, 'rejetée'))[0]?.details).toEqual([
      expect.stringMatching(/cellule A2 se lit « É Bobaxi » ou « … Bobaxi »/),
    ]);
    await imports.decide(sent.id, { decisions: { octets: 'windows-1252' } });
    expect(await imports.run(sent, true)).toMatchObject({ bonnes: 2 });
  });
});

describe('a workbook', () => {
  const sheet = (nom: string): string =>
    [
      ['Nom', 'Localisation'],
      [nom, lieu],
    ]
      .map((texts, at) => {
        const cells = texts.map(
          (text, n) => `<c r="${'AB'[n]}${at + 1}" t="inlineStr"><is><t>${text}</t></is></c>`,
        );
        return `<row r="${at + 1}">${cells.join('')}</row>`;
      })
      .join('');

  it('of several sheets is read at the one that its author chooses', async () => {
    const content = await workbook(
      [['Nom', 'Localisation'].map(cell.text), ['Premixu', lieu].map(cell.text)],
      {
        second: sheet('Secoxuda'),
      },
    );
    const sent = await imports.send(content, 'classeur.xlsx');
    expect(sent).toMatchObject({ feuille: 'Feuil1', feuilles: ['Feuil1', 'Feuil2'], lignes: 1 });
    const other = await imports.decide(sent.id, { feuille: 'Feuil2' });
    expect(other.body).toMatchObject({ feuille: 'Feuil2', feuilles: ['Feuil1', 'Feuil2'], lignes: 1 });
    await imports.run(other.body as Import, false);
    expect([await found('Premixu'), await found('Secoxuda')].map(({ length }) => length)).toEqual([0, 1]);
    const absent = await imports.decide(sent.id, { feuille: 'Feuil9' });
    expect([absent.status, absent.body.message]).toEqual([
      415,
      expect.stringContaining('pas de feuille « Feuil9 »'),
    ]);
  });
});

describe('the file of fates', () => {
  it('has each row as it was, its fate, why, and the taxpayer’s number', async () => {
    const sent = await imports.send(
      file(
        ['Sortexa', 'Un', lieu, '81880001', '', '', ''],
        ['Sortixo', 'Deux', 'Nulle part', '', '', '', ''],
      ),
    );
    await imports.run(sent, false);
    const [heads = '', first = '', second = ''] = (await imports.csv(sent.id)).trim().split('\r\n');
    expect(heads).toMatch(
      /^\uFEFF?Nom;Prénom;.*;Ligne du fichier;Sort de la ligne;Détail du sort;Contribuable reconnu$/,
    );
    expect(first).toMatch(/^Sortexa;Un;.*;2;Nouveau contribuable;;[A-Z]+-\d+$/);
    expect(second).toMatch(
      /^Sortixo;Deux;Nulle part;.*;3;Rejetée;Localisation : « Nulle part » n’existe pas/,
    );
  });
});
