/** Prints lists and reports: exactly the rows of the screen, with its filters, selection and order. */
import {
  type DocumentBody,
  DOCUMENTS,
  type DocumentId,
  type MiseEnPage,
  type PrintedDocument,
  sheetColumns,
  usualColumns,
  type TableColumn,
} from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { Database, Queries } from '#src/platform/database/database.ts';
import type { ListExport, ListExports } from '#src/platform/export/declaration.ts';
import { openRequest, rowsRequestOf } from '#src/platform/export/request.ts';
import { countUpTo, entitesOf, firstRows, type ReadRows } from '#src/platform/export/rows.repository.ts';
import { invalid } from '#src/platform/http/problem.ts';
import type { GroupedRow } from '#src/platform/listing/groupe.ts';
import { columnOf, listSqlOf } from '#src/platform/listing/listing.ts';
import { readQuery } from '#src/platform/listing/selection.ts';
import { drawListFile } from '#src/platform/pdf/draw.ts';
import { listFiles } from '../exports/list-files.ts';
import type { FileRequest, PlannedFile } from '../exports/planned-file.ts';
import { isChosen, openWithSums } from '../exports/sums-beside.ts';
import { closing } from '../file-reply.ts';
import { cellReader, drawnColumn, itemsOf, type PartedRow } from './cells.ts';
import { headingOf, limitText } from './heading.ts';
import { type Paper, plainPaper, type PrintRequest } from './paper.ts';

export interface DocumentOptions {
  /** The exportable lists. */
  lists: ListExports;
  timeZone: string;
  today: () => string;
}

const EMPTY = 'Aucune ligne ne répond à cette demande.';
const EMARGEMENT = { header: 'Émargement', kind: 'text', width: 16 } as const;
/** Columns that only the office needs: they are left out to make room for signatures. */
const OF_OFFICE = new Set('heure agent agentNom validation correction correcteur correcteurNom'.split(' '));
/** Height of a signature, in points. */
const SIGNED_HEIGHT = 24;

/**
 * The list of a document: its columns, the document's own right, and its own conditions besides those of the request.
 */
function declared(list: ListExport, paper: Paper): ListExport {
  const { title, file, screen, filters } = paper;
  return {
    ...list,
    title,
    file: file.replace(/\.pdf$/, ''),
    columns: columnsOf(paper, list).map(({ column }) => column),
    screens: screen ? [screen] : list.screens,
    narrow(person, query) {
      const narrowed = list.narrow(person, query);
      if (filters.length === 0) return narrowed;
      const { where } = listSqlOf(narrowed.source, { conditions: [], filters: [...filters] });
      const joins = filters.flatMap(({ column }) => columnOf(narrowed.source, column)[1].join ?? []);
      return {
        ...narrowed,
        conditions: [...narrowed.conditions, where],
        joins: [...(narrowed.joins ?? []), ...joins],
      };
    },
  };
}

/** The columns of a document with their widths, in the document's order. */
function columnsOf(
  { columns: chosen }: Paper,
  { columns, printable = columns }: ListExport,
): { column: TableColumn<unknown>; width: number | undefined }[] {
  if (!chosen) return usualColumns(columns).map((column) => ({ column, width: undefined }));
  return Object.entries(chosen).flatMap(([id, width]) => {
    const column = printable.find((one) => one.id === id);
    return column ? [{ column, width }] : [];
  });
}

/** The query completed with the document's default order and base. */
function completed(query: string, { order, bases = [] }: PrintedDocument): string {
  const parameters = new URLSearchParams(query);
  const [base] = bases;
  if (base && !parameters.has('base')) parameters.set('base', base);
  if (!parameters.has('orderBy'))
    for (const [name, value] of Object.entries(order)) parameters.set(name, value);
  return parameters.toString();
}

/** A declared document, with the columns of the base that the query counts by. */
function paperOf(document: DocumentId, query: string): Paper {
  const paper: PrintedDocument = DOCUMENTS[document];
  const requestedBase = new URLSearchParams(query).get('base');
  const base = paper.bases?.find((each) => each === requestedBase);
  return { ...paper, columns: sheetColumns(paper, base) };
}

/**
 * The stored request for a declared document.
 * @throws AppError 400 if the selection expired or belongs to another list or person, or if layout options are given
 * for a spreadsheet
 */
export async function documentRequest(
  db: Database,
  person: Person,
  document: DocumentId,
  body: DocumentBody,
  { groupe, emargement }: MiseEnPage,
): Promise<FileRequest> {
  const paper: PrintedDocument = DOCUMENTS[document];
  const { format = 'pdf', ...request } = body;
  if (format !== 'pdf' && (groupe || emargement === '1'))
    throw invalid('groupe', 'Seul un PDF se range par lieu ou se signe.');
  const query = completed(request.query ?? '', paper);
  const rows = await rowsRequestOf(db, person, { ...request, resource: paper.resource, query });
  const layout = { groupe, emargement: emargement === '1' };
  return { sorte: 'document', demande: { ...rows, ...layout, document, format } };
}

/** Documents of lists, and spreadsheets with the same rows and columns. */
export function documentFiles(db: Database, { lists, timeZone, today }: DocumentOptions) {
  return async (person: Person, request: PrintRequest): Promise<PlannedFile> => {
    const { resource, document, groupe, emargement = false, format = 'pdf' } = request;
    const exported = lists.get(resource);
    if (!exported) throw invalid('resource', `La liste « ${resource} » ne s'imprime pas.`);
    const paper = document ? paperOf(document, request.query) : plainPaper(exported, resource);
    const { page, limit, title, file } = paper;
    const list = declared(exported, paper);
    const own: ListExports = new Map([[resource, list]]);
    if (format !== 'pdf') {
      const options = { lists: own, timeZone, today, paper };
      const sheet = await listFiles(db, options)(person, { ...request, format });
      return { ...sheet, acte: { ...sheet.acte, apres: { ...(sheet.acte.apres as object), document } } };
    }
    const { narrowed, filters, several, rows, readRows } = openRequest(own, person, request);
    const countIn = (queries: Queries): Promise<number> =>
      countUpTo(queries, narrowed.source, narrowed, Number.MAX_SAFE_INTEGER);
    const planned = Math.min(await countIn(db), limit);
    const columns = columnsOf(paper, exported).filter(
      ({ column: { id, across } }) => (several || !across) && !(emargement && OF_OFFICE.has(id)),
    );
    return {
      titre: title,
      name: file,
      count: () => Promise.resolve(planned),
      direct: 'lignes',
      entites: () => entitesOf(db, narrowed.source, narrowed),
      async open(reading) {
        const heading = await headingOf(db, person, timeZone, {
          paper,
          columns: list.columns as readonly TableColumn<never>[],
          list,
          today: today(),
          query: readQuery(request.query),
          filters,
          groupe,
          chosen: isChosen(request),
        });
        const readItems: ReadRows<PartedRow> = async (queries, raws) =>
          (await readRows(queries, raws)).map((row, n) => [row, raws[n] as unknown as GroupedRow]);
        const first = { declaration: list, narrowed, rows: firstRows(rows, limit) };
        let count = 0;
        const { batches, beside } = await openWithSums(db, request, first, {
          ...reading,
          readRows: readItems,
          // rows may have been written since the file was planned
          also: async (queries) => {
            count = await countIn(queries);
          },
        });
        const warning = count > limit ? { warning: limitText(limit, count) } : {};
        const readers = columns.map(({ column }) => cellReader(column, timeZone));
        const drawn = columns.map(({ column, width }) => drawnColumn(column, width));
        const drawnList = {
          heading: { ...heading, ...warning },
          page,
          columns: emargement ? [...drawn, EMARGEMENT] : drawn,
          empty: EMPTY,
          expected: Math.min(count, limit),
          beside: beside.map(({ label, montants }) => ({
            label,
            sums: columns.map(({ column: { id } }) => montants[id] ?? null),
          })),
          ...(emargement ? { rowHeight: SIGNED_HEIGHT } : {}),
        };
        const content = drawListFile(drawnList, itemsOf(batches, readers));
        return closing(content, batches);
      },
      acte: {
        domaine: list.domain,
        ressource: resource,
        apres: { format: 'pdf', document, filtres: filters, ...(groupe ? { groupe } : {}) },
      },
    };
  };
}
