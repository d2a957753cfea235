import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  BASE_WORDS,
  contribuableList,
  type ContribuableRow,
  DOCUMENT_IDS,
  type DocumentId,
  DOCUMENTS,
  equipementColumns,
  etatText,
  type FormatExport,
  formatNumber,
  impayeList,
  inSight,
  type OpenRange,
  periodText,
  type PrintedDocument,
  type TableColumn,
  transactionColumns,
  type TransactionRow,
  wholeView,
} from '@octroi/contract';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#src/platform/pdf/testing.ts';
import { type Account, type Caller, PASSWORD, testApp, TIME_ZONE } from '#src/testing/app.ts';
import { fileOf } from '#src/testing/files.ts';
import { expectSameFiles, type Files, type Shown } from '#src/testing/same-files.ts';
import { cellReader } from './cells.ts';

const octroi = await testApp();
const { app, signIn, query, nobody } = octroi;
const superadmin = await signIn('superadmin');

interface List<Row> {
  data: Row[];
  meta: { total_records: number };
}
const listed = async <Row>(path: string, search: string, caller: Caller = superadmin): Promise<Row[]> =>
  (await caller.get<List<Row>>(`/v2/${path}?itemperpage=5000&${search}`)).body.data;

async function printed(document: DocumentId, body: object = {}, account: Account = 'superadmin') {
  const { status, bytes, headers } = await fileOf(octroi, account, `/v2/impressions/${document}`, body);
  expect(status, bytes.toString()).toBe(200);
  const { pages } = readPdf(bytes);
  return { pages, texts: pages.flat(), name: headers['content-disposition'] };
}
/** The texts after the last total, without their spaces. */
const totals = (texts: readonly string[]): string[] =>
  texts
    .slice(texts.findIndex((text) => text.startsWith('Total : ')) + 1)
    .slice(0, 3)
    .map((text) => text.replaceAll('\u202f', ''));
const joined = (texts: readonly string[]): string => texts.join('').replaceAll(/\s/g, '');
/** The columns of any document, where rows of one collectivité are in sight. */
const printedColumns = (document: DocumentId): readonly TableColumn<never>[] => {
  const { resource, columns }: PrintedDocument = DOCUMENTS[document];
  const whole: Record<string, TableColumn<never>[]> = {
    contribuables: wholeView(contribuableList),
    impayes: wholeView(impayeList),
    transactions: [...transactionColumns],
    equipements: [...equipementColumns],
  };
  const all = whole[resource] ?? [];
  const ids = columns ? Object.keys(columns) : all.map(({ id }) => id);
  return inSight(
    ids.flatMap((id) => all.find((column) => column.id === id) ?? []),
    false,
  );
};
type Listed = keyof {
  [Id in DocumentId as (typeof DOCUMENTS)[Id] extends { columns: object } ? Id : never]: 1;
};
/** @param several whether rows of several collectivités may be in sight */
const columnsOf = (document: Listed, several = false): readonly TableColumn<never>[] => {
  const { resource, columns } = DOCUMENTS[document];
  const all: TableColumn<never>[] =
    resource === 'transactions' ? [...transactionColumns] : wholeView(contribuableList);
  const chosen = Object.keys(columns).flatMap((id) => all.find((column) => column.id === id) ?? []);
  return inSight(chosen, several);
};
/** What a document says between its heads and its total, page after page. */
const rowsOf = (pages: readonly string[][], document: Listed): string => {
  const last = columnsOf(document).at(-1)?.header ?? '';
  return joined(
    pages.flatMap((page) => {
      const end = page.findIndex((text) => text.startsWith('Total : '));
      return page.slice(page.indexOf(last) + 1, end === -1 ? -2 : end);
    }),
  );
};
/** What each cell of the rows says, whole. */
const cellsOf = (rows: readonly unknown[], document: Listed, several = false): string => {
  const readers = columnsOf(document, several).map((column) => cellReader(column, TIME_ZONE));
  const cells = rows.flatMap((row) => readers.map((read) => read(row as never)));
  return joined(cells.map((value) => (typeof value === 'number' ? formatNumber(value) : (value ?? ''))));
};
const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((all, row) => all + of(row), 0);

describe('a printed list', () => {
  it.each([
    ['contribuables', 'entite=1&orderBy=contrib.fullName&sortOrder=desc', 'liste-contribuables.pdf'],
    ['liste-des-contribuables', 'entite=1&betail=0', 'listecontribuable.pdf'],
    ['situation-des-contribuables', 'entite=[1,2]', 'situation-des-contribuables.pdf'],
  ] as const)(
    '%s holds the rows of the list, in its order, and their sums',
    async (document, search, name) => {
      const rows = await listed<ContribuableRow>('contribuables', search);
      const { pages, texts, name: file } = await printed(document, { query: search });
      expect(file).toBe(`attachment; filename="${name}"`);
      const numbers = new Set(rows.map(({ numKlis }) => numKlis));
      expect(texts.filter((text) => numbers.has(text))).toEqual(rows.map(({ numKlis }) => numKlis));
      expect(rowsOf(pages, document)).toBe(cellsOf(rows, document, search.includes('entite=[')));
      expect(texts).toContain(`Total : ${formatNumber(rows.length)} lignes`);
      expect(totals(texts)).toEqual([
        String(sum(rows, ({ situation }) => situation.total)),
        String(sum(rows, ({ situation }) => situation.payer)),
        String(sum(rows, ({ situation }) => situation.restant)),
      ]);
    },
  );

  it.each([
    ['transactions', 'entite=1', 'liste-transactions.pdf'],
    ['liste-des-transactions', 'entite=2&from=2026-01-01', 'listetransaction.pdf'],
    ['releve-des-recouvrements', 'entite=1', 'releve-des-recouvrements.pdf'],
  ] as const)('%s holds the payments of the list, and their sum', async (document, search, name) => {
    const order = new URLSearchParams(DOCUMENTS[document].order).toString();
    const rows = await listed<TransactionRow>('transactions', `${search}&${order}`);
    const { pages, texts, name: file } = await printed(document, { query: search });
    expect(file).toContain(name);
    expect(rowsOf(pages, document)).toBe(cellsOf(rows, document));
    expect(texts).toContain(`Total : ${formatNumber(rows.length)} lignes`);
    expect(totals(texts)[0]).toBe(String(sum(rows, ({ montant }) => montant)));
  });

  it.each(DOCUMENT_IDS.flatMap((document) => [[document, 'entite=1'] as const, [document, ''] as const]))(
    '%s breaks no hour and no day: %s',
    async (document, search) => {
      const { texts } = await printed(document, { query: search });
      const pieces = texts.filter((text) => /^(\d\d[:/])+\d?$/.test(text));
      expect(pieces).toEqual([]);
    },
  );

  it('of equipment, and of enrolments that wait for a controller, is one too', async () => {
    const { meta } = (await superadmin.get<List<unknown>>('/v2/equipements?entite=1&itemperpage=1')).body;
    const equipment = await printed('equipements', { query: 'entite=1' });
    expect(equipment.name).toContain('liste-contribuables.pdf');
    expect(equipment.texts).toContain(`Total : ${formatNumber(meta.total_records)} lignes`);
    const search = 'entite=1&filter[contrib.statut][type]=in&filter[contrib.statut][x]=["Enrolé","Corrigé"]';
    const rows = await listed('contribuables', search);
    const enrolments = await printed('enrollements', { query: search });
    expect(enrolments.texts).toEqual(
      expect.arrayContaining(['Correcteur', `Total : ${formatNumber(rows.length)} lignes`]),
    );
  });

  it('holds the ticked rows alone, or all but those unticked', async () => {
    const search = 'entite=1&orderBy=contrib.fullName';
    const rows = await listed<ContribuableRow>('contribuables', search);
    const [first, second, third] = rows as [ContribuableRow, ContribuableRow, ContribuableRow];
    const numbers = new Set(rows.map(({ numKlis }) => numKlis));
    const some = await printed('contribuables', { query: search, ids: [third.id, first.id] });
    expect(some.texts.filter((text) => numbers.has(text))).toEqual([first.numKlis, third.numKlis]);
    expect(some.texts).toContain('Filtres : lignes choisies');
    const { body } = await superadmin.send<{ token: string }>('POST', '/v2/selections', {
      resource: 'contribuables',
      query: 'entite=1',
      except: [second.id],
    });
    const most = await printed('contribuables', { query: search, selection: body.token });
    expect(most.texts.filter((text) => numbers.has(text))).toHaveLength(rows.length - 1);
    expect(most.texts).not.toContain(second.numKlis);
  });

  it('says so where nothing is in it', async () => {
    const { pages, texts } = await printed('liste-des-transactions', {
      query: 'from=2001-01-01&to=2001-01-02',
    });
    expect(pages).toHaveLength(1);
    expect(texts).toContain('Aucune ligne ne répond à cette demande.');
  });

  it('says what its limit leaves out', async () => {
    await query(`insert into contribuable (entite_id, ramification_id, num_klis, nom, created_by_id)
      select entite_id, ramification_id, 'EN-TROP-' || n, 'En trop ' || n, created_by_id
      from (select * from contribuable where entite_id = 3 order by id limit 1) c, generate_series(1, 3000) n`);
    const rows = await superadmin.get<{ total_records: number }>('/v2/contribuables/totaux?entite=3');
    const { texts } = await printed('liste-des-contribuables', { query: 'entite=3' });
    const all = formatNumber(rows.body.total_records);
    expect(texts).toContain(`Document limité aux ${formatNumber(3000)} premières lignes sur ${all}.`);
    expect(texts).toContain(`Total : ${formatNumber(3000)} lignes`);
  });
});

describe('a report', () => {
  it('of what came in keeps those alone whom it is about, whatever else is asked', async () => {
    const asked = `entite=1&${new URLSearchParams([
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
    const { texts } = await printed('situation-des-recouvrements', { query: asked });
    expect(texts).toContain(`Total : ${formatNumber(rows.length)} lignes`);
    expect(totals(texts)).toEqual([
      String(sum(rows, ({ situation }) => situation.total)),
      String(sum(rows, ({ situation }) => situation.payer)),
      String(sum(rows, ({ situation }) => situation.restant)),
    ]);
  });

  /* One month of one place: what the report says, what the dashboard says and what the list says. */
  it('of what came in gives the figure of the dashboard and of the list, for any place and period', async () => {
    const places = await query<{ id: number; entite: number }>(
      `select id, entite_id as entite from ramification where type_id <= 2 order by md5(id::text) limit 4`,
    );
    const months = ['2026-11-01/2026-11-30', '2026-03-01/2026-06-30', '2024-01-01/2026-12-31'];
    let some = 0;
    for (const [index, { id, entite }] of places.entries()) {
      const [from, to] = (months[index % months.length] ?? '').split('/');
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
      expect(totals(texts)[1]).toBe(String(payer));
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
  ])('of what is unpaid stands on a day: %s', async (search, day) => {
    const from = new URLSearchParams(search).get('from') ?? '0001-01-01';
    const due = `x.exigible_le between '${from}' and ${day === 'today' ? 'aujourdhui()' : `'${day}'`}`;
    const year = day === 'today' ? 'extract(year from aujourdhui())' : day.slice(0, 4);
    const [expected] = await query<Record<string, number>>(
      `select count(*)::int as total_records, coalesce(sum(arrieres), 0)::float8 as arrieres,
         coalesce(sum(exercice), 0)::float8 as exercice, coalesce(sum(exigible), 0)::float8 as exigible,
         coalesce(sum(suite), 0)::float8 as "aEchoir"
       from (select coalesce(sum(x.montant - x.paye) filter (where ${due} and x.annee < ${year}), 0) as arrieres,
           coalesce(sum(x.montant - x.paye) filter (where ${due} and x.annee >= ${year}), 0) as exercice,
           sum(x.montant - x.paye) filter (where ${due}) as exigible,
           coalesce(sum(x.montant - x.paye) filter (where x.exigible_le > ${day === 'today' ? 'aujourdhui()' : `'${day}'`}), 0) as suite
         from echeance x join contribuable c on c.id = x.contribuable_id
         where x.entite_id = 1 and x.closed_at is null and x.montant > x.paye and not c.betail
         group by c.id having bool_or(${due})) q`,
    );
    const asked = `entite=1&betail=0&${search}`;
    const { body } = await superadmin.get(`/v2/impayes/totaux?${asked}`);
    expect(body).toEqual(expected);
    const rows = await listed<Record<string, number>>('impayes', asked);
    const { texts } = await printed('situation-des-impayes', { query: asked });
    const csv = await fileOf(octroi, 'superadmin', '/v2/impressions/situation-des-impayes', {
      query: asked,
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

  it('of payments counts the confirmed ones alone', async () => {
    await query(`insert into transaction (entite_id, contribuable_id, ramification_id, no_transaction, montant, statut, moyen_paiement_id)
      select entite_id, id, ramification_id, 'RATEE-1', 500, 'Failed', 1 from contribuable where entite_id = 1 order by id limit 1`);
    const search = 'entite=1&filter[trans.statut][type]=in&filter[trans.statut][x]=["Failed","Confirmé"]';
    expect((await printed('liste-des-transactions', { query: search })).texts).toContain('RATEE-1');
    expect((await printed('releve-des-recouvrements', { query: search })).texts).not.toContain('RATEE-1');
  });
});

describe('a report or a printable list taken along', () => {
  const MONTH = { from: '2026-11-01', to: '2026-11-22' };
  const YEARS = { from: '2020-01-01', to: '2030-12-31' };
  /** Equipment is of no period. */
  const DATED = DOCUMENT_IDS.filter((document) => document !== 'equipements');
  const BASED = new Set<DocumentId>(['contribuables', 'enrollements', 'liste-des-contribuables']);

  /** What the screen of a document shows: the answers of its list and of its totals, told as its heads tell them. */
  async function shownOf(document: DocumentId, asked: string, range: OpenRange): Promise<Shown> {
    const { title, resource, filters, order, bases }: PrintedDocument = DOCUMENTS[document];
    const search = new URLSearchParams(asked);
    const base =
      bases || BASED.has(document) ? (search.get('base') ?? bases?.[0] ?? 'enrolement') : undefined;
    if (base) search.set('base', base);
    for (const [name, value] of Object.entries(order)) search.set(name, value);
    for (const { column, operator, x } of filters) {
      search.set(`filter[${column}][type]`, operator);
      search.set(`filter[${column}][x]`, String(x));
    }
    const list = await superadmin.get<List<unknown>>(`/v2/${resource}?itemperpage=5000&${search.toString()}`);
    expect(list.status, JSON.stringify(list.body)).toBe(200);
    const columns = printedColumns(document);
    const amounts = columns.some(({ kind }) => kind === 'amount');
    const totals = amounts
      ? (await superadmin.get<Record<string, number>>(`/v2/${resource}/totaux?${search.toString()}`)).body
      : {};
    const readers = columns.map((column) => cellReader(column, TIME_ZONE));
    const sums = columns.map(({ id, kind }, index) =>
      index === 0 ? 'TOTAL' : kind === 'amount' ? (totals[id] ?? null) : null,
    );
    const [day = ''] = await query<{ jour: string }>('select aujourdhui()::text as jour').then((rows) =>
      rows.map(({ jour }) => jour),
    );
    return {
      title,
      place: 'Ville de Niamey',
      period: document === 'situation-des-impayes' ? etatText(range, day) : periodText(range),
      base: base && BASE_WORDS[base as keyof typeof BASE_WORDS],
      heads: columns.map(({ header }) => header),
      rows: list.body.data.map((row) => readers.map((read) => read(row as never))),
      sums: amounts ? [sums] : [],
    };
  }
  const filesOf = async (document: DocumentId, search: string): Promise<Files> => {
    const taken = async (format: FormatExport): Promise<Buffer> => {
      const body = { query: search, format };
      const { status, bytes } = await fileOf(octroi, 'superadmin', `/v2/impressions/${document}`, body);
      expect(status, bytes.toString()).toBe(200);
      return bytes;
    };
    return { pdf: await taken('pdf'), xlsx: await taken('xlsx'), csv: await taken('csv') };
  };

  const ASKED: (readonly [DocumentId, OpenRange, string])[] = [
    ['equipements', {}, ''],
    ...DATED.map((document) => [document, MONTH, ''] as const),
    ...DATED.map((document) => [document, YEARS, '&base=encaissement'] as const),
  ];
  it.each(ASKED)(
    '%s of %j%s is what its screen shows, to the franc, in every format',
    async (document, range, more) => {
      const { bases }: PrintedDocument = DOCUMENTS[document];
      const days = Object.entries(range).map(([name, day]) => `&${name}=${day}`);
      const asked = `entite=1&betail=0${days.join('')}${bases || BASED.has(document) ? more : ''}`;
      const shown = await shownOf(document, asked, range);
      expect(shown.rows.length, 'rows').toBeGreaterThan(0);
      await expectSameFiles(shown, await filesOf(document, asked));
    },
  );

  it.each(DATED)('%s of an empty period has its heads alone', async (document) => {
    const range = { from: '2001-01-01', to: '2001-01-02' };
    const asked = `entite=1&from=${range.from}&to=${range.to}`;
    const shown = await shownOf(document, asked, range);
    expect(shown.rows).toEqual([]);
    const files = await filesOf(document, asked);
    await expectSameFiles(shown, files);
    expect(files.csv.toString().trimEnd().split('\r\n')).toHaveLength(1);
    expect(readPdf(files.pdf).pages.flat()).toContain('Aucune ligne ne répond à cette demande.');
  });
});

describe('a list printed by place', () => {
  const NIAMEY = 'entite=1&betail=0';
  /** The parts of a paper: their heads, with the numbers that stand under each; and what each comes to. */
  function partsOf(texts: readonly string[], known: ReadonlyMap<string, unknown>) {
    const lines = texts.map((text) => text.replaceAll('\u202f', ''));
    const parts: { title: string; numbers: string[]; sums: string[] }[] = [];
    let numbers: string[] = [];
    for (const [index, text] of lines.entries()) {
      if (known.has(text)) numbers.push(text);
      const [, title] = /^Sous-total : \d+ lignes?, (.*)$/.exec(text) ?? [];
      if (title === undefined) continue;
      parts.push({ title, numbers, sums: lines.slice(index + 1, index + 4) });
      numbers = [];
    }
    return parts;
  }

  it.each([
    ['quartier', 'liste-des-contribuables', 2],
    ['secteur', 'liste-des-contribuables', 4],
    ['quartier', 'situation-des-contribuables', 2],
  ] as const)(
    'by %s, %s has each row in its part, in its order, and parts that add up',
    async (groupe, document, depth) => {
      const order = 'orderBy=contrib.numKlis&sortOrder=asc';
      const rows = await listed<ContribuableRow>('contribuables', `${NIAMEY}&${order}`);
      const known = new Map(rows.map((row) => [row.numKlis, row]));
      const url = `/v2/impressions/${document}?groupe=${groupe}&emargement=1`;
      const { bytes, status } = await fileOf(octroi, 'superadmin', url, { query: `${NIAMEY}&${order}` });
      expect(status, bytes.toString()).toBe(200);
      const texts = readPdf(bytes).pages.flat();
      expect(texts).toContain('Émargement');
      expect(texts).toContain(`Ordre : par ${groupe}, puis Numéro, croissant`);
      const wanted = new Map<string, ContribuableRow[]>();
      for (const row of rows) {
        const title = row.ramification.chemin.slice(0, depth).join(' › ');
        wanted.set(title, [...(wanted.get(title) ?? []), row]);
      }
      const parts = partsOf(texts, known);
      const titles = parts.map(({ title }) => title);
      expect(titles.toSorted()).toEqual([...wanted.keys()].toSorted());
      expect(titles).toEqual(
        (
          await query<{ nom: string }>(
            'select nom from unnest($1::text[]) nom order by nom collate francais',
            [titles],
          )
        ).map(({ nom }) => nom),
      );
      for (const { title, numbers, sums } of parts) {
        const own = wanted.get(title) ?? [];
        expect(numbers, title).toEqual(own.map(({ numKlis }) => numKlis));
        expect(sums, title).toEqual([
          String(sum(own, ({ situation }) => situation.total)),
          String(sum(own, ({ situation }) => situation.payer)),
          String(sum(own, ({ situation }) => situation.restant)),
        ]);
      }
      expect(totals(texts)).toEqual([
        String(sum(rows, ({ situation }) => situation.total)),
        String(sum(rows, ({ situation }) => situation.payer)),
        String(sum(rows, ({ situation }) => situation.restant)),
      ]);
    },
  );

  it.each(DOCUMENT_IDS)(
    '%s names the collectivité of its parts where several are in sight',
    async (document) => {
      const { bytes, status } = await fileOf(
        octroi,
        'superadmin',
        `/v2/impressions/${document}?groupe=quartier`,
        {
          query: 'entite=[1,2]',
        },
      );
      expect(status, bytes.toString()).toBe(200);
      const texts = readPdf(bytes).pages.flat();
      const heads = texts.filter((text) => text.startsWith('Sous-total : '));
      expect(heads.some((text) => text.includes(', Ville de Maradi › '))).toBe(true);
      expect(heads.some((text) => text.includes(', Ville de Niamey › '))).toBe(true);
      expect(texts).toContain('Collectivité');
    },
  );

  it.each([
    ['groupe=rue', 'pdf'],
    ['emargement=oui', 'pdf'],
    ['groupe=secteur', 'csv'],
    ['emargement=1', 'xlsx'],
  ])('is refused with %s as %s', async (layout, format) => {
    const { status } = await superadmin.send('POST', `/v2/impressions/liste-des-contribuables?${layout}`, {
      format,
    });
    expect(status).toBe(400);
  });
});

describe('who prints', () => {
  it.each<Account>(['niamey', 'maradi', 'plateau'])('%s gets what that person sees', async (account) => {
    const caller = await signIn(account);
    const rows = await listed<ContribuableRow>('contribuables', '', caller);
    const { texts } = await printed('contribuables', {}, account);
    expect(texts).toContain(`Total : ${formatNumber(rows.length)} lignes`);
  });

  it('may Exporter on the screen of the document, and leaves a trace', async () => {
    await query(`delete from permission where nom = 'Exporter'
      and navigation_id = (select id from navigation where cle = 'situation-impayes')
      and groupe_id = (select groupe_id from utilisateur where username = 'lecture')`);
    const lecture = await signIn('lecture');
    const ask = (document: string, caller = lecture, body: object = {}) =>
      caller.send('POST', `/v2/impressions/${document}`, body);
    expect((await ask('situation-des-impayes')).status).toBe(403);
    expect((await ask('situation-des-recouvrements')).status).toBe(200);
    expect((await ask('contribuables', nobody)).status).toBe(401);
    expect((await ask('rien', superadmin)).status).toBe(400);
    expect((await ask('contribuables', superadmin, { query: 'filter[contrib.rien]=1' })).status).toBe(400);
    const [act] = await query(
      "select ressource, apres from journal where acte = 'exporter' order by id desc limit 1",
    );
    expect(act).toMatchObject({
      ressource: 'contribuables',
      apres: { format: 'pdf', document: 'situation-des-recouvrements' },
    });
  });
});

describe('a client that goes away', () => {
  const cursors = async (): Promise<number> =>
    Number(
      (
        await query<{ n: number }>(
          "select count(*)::int as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
        )
      )[0]?.n,
    );

  it('midway leaves no cursor and no connection behind, and twenty wait for one another', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const login = { username: 'superadmin', password: PASSWORD };
    const { body } = await nobody.send<{ token: string }>('POST', '/login_check', login);
    const ask = () => {
      const call = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/v2/impressions/contribuables',
        headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' },
      });
      call.on('error', () => undefined);
      call.end('{}');
      return call;
    };
    const leaving = Array.from({ length: 10 }, ask);
    const [reply] = (await once(leaving[0] as ReturnType<typeof ask>, 'response')) as [NodeJS.ReadableStream];
    await once(reply, 'readable');
    for (const call of leaving) call.destroy();
    await expect.poll(cursors, { timeout: 20_000 }).toBe(0);
    const whole = await Promise.all(
      Array.from({ length: 20 }, () => printed('contribuables', { query: 'entite=2' })),
    );
    expect(
      new Set(whole.map(({ texts }) => texts.find((text) => text.startsWith('Total'))).values()).size,
    ).toBe(1);
    await expect.poll(cursors, { timeout: 20_000 }).toBe(0);
  });
});
