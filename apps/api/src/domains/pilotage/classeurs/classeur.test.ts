import {
  addDays,
  type Carte,
  carteClasseur,
  type Classeur,
  type Dashboard,
  dashboardClasseur,
  formatDay,
  type FormatExport,
  FORMATS_EXPORT,
  type Lieu,
  type Mailles,
  periodBefore,
  type Rythme,
  rythmeClasseur,
  statistiqueChart,
  statistiqueClasseur,
  type StatistiqueReply,
  STATISTIQUES,
  TABLE_SCREENS,
  type TableDeChiffres,
  type TableStatistique,
} from '@octroi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing/pdf.ts';
import { type Account, type Caller, testApp, TODAY, YEAR } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files/files.ts';
import { expectSameFiles } from '#src/testing/files/same-files.ts';

const octroi = await testApp();
const { signIn, query } = octroi;
/** A year long, so that something is in it on 1 January too. */
const RANGE = { from: addDays(TODAY, -364), to: TODAY };
const PERIOD = `from=${RANGE.from}&to=${RANGE.to}`;
const NIAMEY: Lieu = { noms: ['Ville de Niamey'], partout: 'Toutes les collectivités', dessous: 0 };

let caller: Caller;
let agent = { id: 0, fullName: '' };
beforeAll(async () => {
  caller = await signIn('niamey');
  const [row] = await query<{ id: number; fullName: string }>(
    `select u.id, btrim(u.prenom || ' ' || u.nom) as "fullName" from utilisateur u
     where u.id in (select agent_id from tenu_encaissement_agent where entite_id = 1 and recu > 0) order by u.id limit 1`,
  );
  agent = row as typeof agent;
});

async function get<Body>(path: string): Promise<Body> {
  const { status, body } = await caller.get<Body>(`/v2/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const download = (body: object, account: Account = 'niamey') =>
  fileOf(octroi, account, '/v2/statistiques/classeur', body);
const statusOf = async (body: object, account: Account = 'niamey'): Promise<number> =>
  (await (await signIn(account)).send('POST', '/v2/statistiques/classeur', body)).status;

/** The call that the screen makes for each statistic, and what it asks beside the period. */
const CALLS: Record<TableStatistique, () => readonly [path: string, query: string]> = {
  'recensement-sous-entite': () => ['statistiques/enrollement/par-entite', 'entite=1&pas=mois'],
  'recensement-agent': () => ['statistiques/enrollement/par-agent', `agent=${agent.id}`],
  'recensement-agents': () => ['statistiques/agents', ''],
  'recensement-activite': () => ['statistiques/enrollement/par-taxe', ''],
  'recouvrement-moyen-paiement': () => ['statistiques/transactions/moyen-par-paiement', 'pas=semaine'],
  'recouvrement-sous-entite': () => ['statistiques/transactions/par-entite', 'collectivite=1&pas=jour'],
  'recouvrement-lieux': () => ['statistiques/transactions/par-lieu', 'entite=1'],
  'recouvrement-agent': () => ['statistiques/transactions/par-agent', `agent=${agent.id}&betail=0`],
  'recouvrement-agents': () => ['statistiques/agents', ''],
  'recouvrement-activite': () => ['statistiques/transactions/par-taxe', 'entite=1'],
};

async function statistique(table: TableStatistique): Promise<readonly [string, Classeur]> {
  const [path, own] = CALLS[table]();
  const search = `${own}&${PERIOD}`;
  const reply = await get<StatistiqueReply>(`${path}?${search}`);
  const former = periodBefore(RANGE, TODAY);
  const compared = STATISTIQUES[table].screen === table && former;
  const before = compared
    ? await get<StatistiqueReply>(
        `${path}?${own.replace(/&?pas=\w+/, '')}&from=${former.from}&to=${former.to}&pas=annee`,
      )
    : undefined;
  const context = {
    lieu: NIAMEY,
    range: RANGE,
    betail: 0 as const,
    agent: own.includes('agent=') ? agent.fullName : undefined,
  };
  return [search, statistiqueClasseur(table, reply, context, before?.totaux)];
}

/** What the screen asks for a table, and the table that it shows for the reply. */
async function tableOfScreen(table: TableDeChiffres): Promise<readonly [query: string, Classeur]> {
  const context = { lieu: NIAMEY, range: RANGE, annee: YEAR, betail: 0 as const };
  switch (table) {
    case 'tableau-de-bord': {
      const search = `${PERIOD}&base=encaissement`;
      const reply = await get<Dashboard>(`dashboard/by-entite?${search}`);
      return [search, dashboardClasseur(reply, { ...context, base: 'encaissement' })];
    }
    case 'carte': {
      const search = `${PERIOD}&cadre=2,13,3,14&zoom=12`;
      const carte = await get<Carte>(`statistiques/carte?${PERIOD}`);
      const { mailles } = await get<Mailles>(`statistiques/carte/mailles?${search}`);
      return [search, carteClasseur(carte, mailles, context)];
    }
    case 'rythme':
      return [
        `annee=${YEAR}`,
        rythmeClasseur(await get<Rythme>(`statistiques/rythme?annee=${YEAR}`), context),
      ];
    default:
      return statistique(table);
  }
}

describe('an exported table of figures', () => {
  it.each(Object.keys(TABLE_SCREENS) as TableDeChiffres[])(
    '%s equals the figures of the screen, to the franc, in every format',
    async (table) => {
      const [search, { title, file, details, criteria, columns, rows, sommes }] = await tableOfScreen(table);
      expect(rows.length, 'rows').toBeGreaterThan(0);
      const files = {} as Record<FormatExport, Buffer>;
      for (const format of FORMATS_EXPORT) {
        const { status, headers, bytes } = await download({ table, query: search, format });
        expect(status).toBe(200);
        expect(headers['content-disposition']).toBe(`attachment; filename="${file}.${format}"`);
        files[format] = bytes;
      }
      const criteres = Object.fromEntries(criteria);
      expect(readPdf(files.pdf).pages.flat().slice(0, 3)).toEqual([details[0], title, details[1]]);
      await expectSameFiles(
        {
          title,
          place: criteres['Lieu'] ?? '',
          period: criteres['Période'] ?? '',
          base: criteres['Base'],
          heads: columns.map(({ header }) => header),
          rows: rows.map((row) =>
            row.map((value) =>
              typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value) : value,
            ),
          ),
          sums: sommes,
        },
        files,
      );
    },
  );

  it('is named after its content, and recorded in the journal', async () => {
    const [search, { rows }] = await tableOfScreen('recouvrement-agent');
    const { headers } = await download({ table: 'recouvrement-agent', query: search });
    expect(headers['content-disposition']).toContain(`recouvrement-par-agent-${RANGE.from}-${RANGE.to}.xlsx`);
    const [noted] = await query<{ ressource: string; apres: Record<string, unknown> }>(
      "select ressource, apres from journal where acte = 'exporter' order by id desc limit 1",
    );
    expect(noted).toMatchObject({
      ressource: 'recouvrement-agent',
      apres: { format: 'xlsx', titre: 'Recouvrement par agent', lignes: rows.length },
    });
  });

  it('is recorded in the journal of each collectivité whose figures it has', async () => {
    const entites = async (search: string): Promise<number> => {
      await download({ table: 'tableau-de-bord', query: search }, 'superadmin');
      const [noted] = await query<{ entites: number }>(
        `select count(distinct entite_id)::int as entites from journal
         where request_id = (select request_id from journal where acte = 'exporter' order by id desc limit 1)`,
      );
      return noted?.entites ?? 0;
    };
    const [all] = await query<{ entites: number }>('select count(*)::int as entites from entite');
    expect(await entites('')).toBe(all?.entites);
    expect(await entites('entite=1')).toBe(1);
  });

  it('has the chart of its screen above the table on paper: the largest, the others, the period before', async () => {
    const [path, own] = CALLS['recouvrement-activite']();
    const search = `${own}&${PERIOD}`;
    const former = periodBefore(RANGE, TODAY) ?? RANGE;
    const [reply, before] = await Promise.all([
      get<StatistiqueReply>(`${path}?${search}`),
      get<StatistiqueReply>(`${path}?${own}&from=${former.from}&to=${former.to}`),
    ]);
    const { categories, series } = statistiqueChart('recouvrement-activite', reply, { today: TODAY, before });
    const { bytes } = await download({ table: 'recouvrement-activite', query: search, format: 'pdf' });
    const { pages, objects } = readPdf(bytes);
    const [first = []] = pages;
    const above = first.slice(0, first.indexOf('Nom'));
    expect(above.filter((text) => categories.includes(text))).toEqual(categories);
    expect(above).toEqual(expect.arrayContaining(series.map(({ nom }) => nom)));
    expect(objects).toContain('/S /Figure');
    // a period of one line is drawn by no chart, nor is one in which nothing was
    const single = await download({
      table: 'recouvrement-sous-entite',
      query: `collectivite=1&from=${TODAY}&to=${TODAY}`,
      format: 'pdf',
    });
    expect(readPdf(single.bytes).objects).not.toContain('/S /Figure');
    const empty = await download({
      table: 'recouvrement-sous-entite',
      query: 'collectivite=1&from=2001-01-01&to=2001-01-31',
      format: 'pdf',
    });
    expect(readPdf(empty.bytes).objects).not.toContain('/S /Figure');
  });

  it('has the rows of the dashboard in the order of the screen, and of no other table', async () => {
    const reply = await get<Dashboard>(`dashboard/by-entite?${PERIOD}`);
    const ordre = { orderBy: 'taux', sortOrder: 'desc' } as const;
    const { rows } = dashboardClasseur(
      reply,
      { lieu: NIAMEY, range: RANGE, annee: YEAR, base: 'enrolement', betail: 0 },
      ordre,
    );
    const body = { table: 'tableau-de-bord', query: PERIOD, ...ordre };
    const names = rows.map(([nom]) => String(nom));
    const csv = (await download({ ...body, format: 'csv' })).bytes.toString();
    const lines = csv.split('\r\n').map((line) => line.split(';')[0] ?? '');
    expect(lines.filter((nom) => names.includes(nom))).toEqual(names);
    const words = readPdf((await download({ ...body, format: 'pdf' })).bytes).pages.flat();
    const table = words.slice(words.indexOf('Sous-entité'));
    expect(table.filter((word) => names.includes(word))).toEqual(names);
    expect(await statusOf({ table: 'rythme', orderBy: 'taux' })).toBe(400);
    expect(await statusOf({ table: 'tableau-de-bord', orderBy: 'quitus' })).toBe(400);
  });

  it('names the chosen sub-entity and those above it within the scope', async () => {
    const [node] = await query<{ id: number; nom: string; parent: string }>(
      `select r.id, r.nom, p.nom as parent from ramification r join ramification p on p.id = r.parent_id
       where r.entite_id = 1 and p.parent_id is null order by r.id limit 1`,
    );
    const body = { table: 'tableau-de-bord', query: `ms=[${node?.id}]&${PERIOD}`, format: 'pdf' };
    const [place, title] = readPdf((await download(body)).bytes).pages.flat();
    expect(place).toBe(`Ville de Niamey > ${node?.parent} > ${node?.nom}`);
    expect(title).toBe('Tableau de bord par zone');
  });

  it.each([
    ['a title of its own', { title: 'Quitus fiscal' }],
    ['a name of its own', { file: 'quitus' }],
    ['rows of its own', { rows: [['Doit', 0]] }],
    ['sums of its own', { sommes: [['TOTAL', 0]] }],
    ['columns of its own', { columns: [{ header: 'Dû', kind: 'amount' }] }],
    ['lines of its own above the table', { details: ['Ne doit rien'] }],
    ['a screen of its own', { navigation: 'carte' }],
    ['a table that there is not', { table: 'quitus' }],
    ['a query that the call refuses', { query: 'from=hier' }],
    ['a period that runs backwards', { query: 'from=2026-02-01&to=2026-01-01' }],
  ])('is refused with %s', async (_, forged) => {
    expect(await statusOf({ table: 'recouvrement-agents', ...forged })).toBe(400);
  });

  it('is refused if its rows come from the client, as in former versions', async () => {
    const body = {
      navigation: 'carte',
      title: 'Quitus fiscal',
      file: 'quitus',
      format: 'pdf',
      columns: [{ header: 'Nom', kind: 'text' }],
      rows: [['Ne doit rien']],
    };
    expect(await statusOf(body)).toBe(400);
  });

  it('does not exist outside the scope', async () => {
    const [of2] = await query<{ id: number }>(
      'select id from ramification where entite_id = 2 order by id limit 1',
    );
    const queries: Record<TableDeChiffres, string> = {
      ...(Object.fromEntries(Object.keys(STATISTIQUES).map((table) => [table, 'entite=2'])) as Record<
        TableStatistique,
        string
      >),
      // here `entite` carries a sub-entity
      'recouvrement-sous-entite': `entite=${of2?.id}`,
      'tableau-de-bord': 'entite=2',
      carte: 'entite=2&cadre=0,11,17,24&zoom=6',
      rythme: 'entite=2',
    };
    for (const [table, search] of Object.entries(queries))
      expect(await statusOf({ table, query: search }), table).toBe(404);
  });

  it('needs the rights to see that screen and to export it', async () => {
    for (const permission of ['Exporter', 'Voir']) {
      await query(
        `delete from permission where nom = $1 and navigation_id in (select id from navigation where cle = any($2))
         and groupe_id = (select groupe_id from utilisateur where username = 'lecture')`,
        [permission, Object.values(TABLE_SCREENS)],
      );
      for (const table of Object.keys(TABLE_SCREENS))
        for (const format of ['xlsx', 'pdf'])
          expect(
            await statusOf({ table, format, query: 'cadre=0,11,17,24&zoom=6' }, 'lecture'),
            `${table} ${format} without ${permission}`,
          ).toBe(403);
      await query(
        `insert into permission (nom, navigation_id, groupe_id)
         select 'Exporter', id, (select groupe_id from utilisateur where username = 'lecture') from navigation
         where cle = any($1) on conflict do nothing`,
        [Object.values(TABLE_SCREENS)],
      );
    }
  });
});
