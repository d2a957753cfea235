/** The head of a list's document: the request in words. */
import {
  BASE_WORDS,
  etatText,
  type FilterField,
  type FilterRow,
  formatDay,
  formatNumber,
  type Groupe,
  isDay,
  type ListQuery,
  OPERATOR_LABELS,
  operandsOf,
  periodText,
  type TableColumn,
  idListSchema,
} from '@octroi/contract';
import { type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { ListExport } from '#src/platform/export/declaration.ts';
import type { FileNotes, SumBeside } from '#src/platform/export/text.ts';
import { editedBy, editedText, type Heading, placeOfHeading } from '#src/platform/pdf/heading.ts';
import type { Paper } from './paper.ts';
import { readEntitesOf, readNames, readPath } from './heading.repository.ts';

/** Chosen places listed by name; if there are more, they are counted. */
const NAMED = 6;
/** What the period selects, by base. */
const SELECTS = {
  enrolement: 'contribuables enrôlés dans la période',
  encaissement: 'argent reçu et échéances tombées dans la période',
} as const;
const LEVELS = { entites: 'collectivités', ramifications: 'sous-entités' } as const;

interface Described {
  paper: Pick<Paper, 'title' | 'order' | 'filters' | 'bases' | 'columnsBy' | 'aUnJour'>;
  columns: readonly TableColumn<never>[];
  list: Pick<ListExport, 'fields' | 'annual' | 'subject'>;
  today: string;
  query: ListQuery;
  filters: readonly FilterRow[];
  /** Whether only ticked rows are printed. */
  chosen: boolean;
  /** Place level that divides the document into parts. */
  groupe?: Groupe | undefined;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const ids = (value: unknown): number[] => {
  const parsed = idListSchema.safeParse(value);
  return parsed.success ? (parsed.data ?? []) : [];
};

/** The criteria of a request, in words. */
interface Criteria {
  periode: string | undefined;
  base: keyof typeof BASE_WORDS | undefined;
  /** Other parameters that the figures depend on. */
  autres: string[];
  filtres: string[];
}

/** The head of a list's document. */
export async function headingOf(
  db: Database,
  person: Person,
  timeZone: string,
  described: Described,
): Promise<Heading & Criteria> {
  const { paper, query } = described;
  const scope = scopeOf(person);
  const chain = await chainOf(db, scope, query);
  const criteria: Criteria = {
    ...ownParameters(described),
    filtres: await filterTexts(db, scope, described),
  };
  const { periode, base, autres, filtres } = criteria;
  const subject = await described.list.subject?.(person, query);
  const first = [
    ...(subject ? [subject.text] : []),
    ...(periode ? [periode] : []),
    ...(base ? [`${BASE_WORDS[base]} (${SELECTS[base]})`] : []),
    ...autres,
  ];
  return {
    ...criteria,
    title: paper.title,
    collectivite: subject?.collectivite ?? chain[0] ?? 'Toutes les collectivités',
    chain: chain.length > 1 ? chain : [],
    details: [
      ...(first.length > 0 ? [first.join(' · ')] : []),
      ...(filtres.length > 0 ? [`Filtres : ${filtres.join(' · ')}`] : []),
      ...orderLine(described),
    ],
    ...editedBy(person, timeZone),
  };
}

/**
 * The notes of a spreadsheet about its rows. @param declared whether it is a declared document, which has a period, a
 * place and a base
 */
export function notesOf(
  heading: Heading & Criteria,
  declared: boolean,
  beside: readonly SumBeside[],
): FileNotes {
  const { details, periode, base, autres, filtres } = heading;
  const place = placeOfHeading(heading);
  return {
    above: [place, ...details, editedText(heading)],
    told: [
      ...(declared
        ? [
            ['Lieu', place] as const,
            ['Période', periode ?? ''] as const,
            ...(base ? [['Base', BASE_WORDS[base]] as const] : []),
            ['Filtres', [...autres, ...filtres].join(' · ')] as const,
          ]
        : []),
      ...beside.flatMap(({ label, montants }) =>
        Object.values(montants).map((montant) => [label, montant] as const),
      ),
    ],
  };
}

/** Note printed if a limit cuts the list. @param count rows of the list */
export const limitText = (limit: number, count: number): string =>
  `Document limité aux ${formatNumber(limit)} premières lignes sur ${formatNumber(count)}.`;

/** The chosen place from the top down, otherwise everything in scope; empty if the scope is everything. */
async function chainOf(db: Database, scope: Scope, query: ListQuery): Promise<string[]> {
  // screens send only the lowest level
  const nodes = [...ids(query['ms']), ...ids(query['ramification'])];
  if (nodes.length > 0) return placesChain(db, scope, nodes);
  const entites = ids(query['entite']);
  if (entites.length > 0) return [await placesText(db, scope, 'entites', entites)];
  if (scope.kind === 'all') return [];
  if (scope.kind === 'ramifications') return placesChain(db, scope, scope.ramifications);
  return [await placesText(db, scope, 'entites', scope.entites)];
}

async function placesChain(db: Database, scope: Scope, nodes: readonly number[]): Promise<string[]> {
  if (nodes.length === 1) return readPath(db, scope, nodes[0] as number);
  const entites = await readEntitesOf(db, scope, nodes);
  const places = await placesText(db, scope, 'ramifications', nodes);
  return [...(entites.length > 0 ? [entites.join(', ')] : []), places];
}

async function placesText(
  db: Database,
  scope: Scope,
  level: keyof typeof LEVELS,
  places: readonly number[],
): Promise<string> {
  if (places.length > NAMED) return `${formatNumber(places.length)} ${LEVELS[level]}`;
  return (await readNames(db, scope, level, places)).join(', ');
}

/** A declared document always states a period, even if all dates are included. */
function periodOfPaper({
  paper: { order, aUnJour },
  list: { subject },
  query,
  today,
}: Described): string | undefined {
  const range = { from: text(query['from']), to: text(query['to']) };
  if (aUnJour) return etatText(range, today);
  return (order && !subject) || range.from || range.to ? periodText(range) : undefined;
}

function ownParameters(described: Described): Omit<Criteria, 'filtres'> {
  const { paper, list, today, query } = described;
  const encaissement = query['base'] === 'encaissement';
  const base = paper.bases || list.annual ? (encaissement ? 'encaissement' : 'enrolement') : undefined;
  // by encaissement only the period matters, unless the columns separate the year from others
  const ofYear = !encaissement || paper.columnsBy?.encaissement !== undefined;
  const exercice = ofYear
    ? (text(query['annee']) ?? (list.annual ? today.slice(0, 4) : undefined))
    : undefined;
  const autres = [
    exercice && `exercice ${exercice}`,
    text(query['statut']) && `statut ${text(query['statut'])}`,
    query['betail'] === '1' && 'bétail seulement',
    query['betail'] === '0' && 'sans le bétail',
    query['direct'] === '1' && 'sans les sous-entités en dessous',
    query['maille'] !== undefined && 'une maille de la carte',
  ].filter((part) => typeof part === 'string');
  return { periode: periodOfPaper(described), base, autres };
}

/** The document's own conditions, then the requested ones. */
async function filterTexts(db: Database, scope: Scope, described: Described): Promise<string[]> {
  const groups = await Promise.all(
    [described.paper.filters, described.filters].map((rows) => filtersText(db, scope, rows, described)),
  );
  const words = text(described.query.q);
  return [
    ...groups.filter((group) => group !== ''),
    ...(words ? [`recherche « ${words} »`] : []),
    ...(described.chosen ? ['lignes choisies'] : []),
  ];
}

async function filtersText(
  db: Database,
  scope: Scope,
  rows: readonly FilterRow[],
  described: Described,
): Promise<string> {
  const texts = await Promise.all(rows.map((row) => filterText(db, scope, row, described)));
  return texts
    .map((text, index) => (index === 0 ? text : `${rows[index]?.connector === 'or' ? 'ou' : 'et'} ${text}`))
    .join(' ');
}

async function filterText(
  db: Database,
  scope: Scope,
  { column, operator, x, y }: FilterRow,
  { list, columns }: Pick<Described, 'list' | 'columns'>,
): Promise<string> {
  const field = list.fields[column];
  const label = field?.label ?? columns.find(({ sort }) => sort === column)?.header ?? column;
  const values = operandsOf(operator) === 'none' ? [] : [x, y].flat().filter((value) => value !== undefined);
  const texts =
    field?.type === 'reference'
      ? await referenceTexts(db, scope, field, values)
      : values.map((value) => valueText(value, field));
  const joined = texts.join(operandsOf(operator) === 'two' ? ' et ' : ', ');
  return `${label} ${OPERATOR_LABELS[operator]}${joined ? ` ${joined}` : ''}`;
}

async function referenceTexts(
  db: Database,
  scope: Scope,
  { to, choices }: FilterField,
  values: readonly string[],
): Promise<string[]> {
  if (to && !choices) return readNames(db, scope, to, values.map(Number));
  return values.map(
    (value) => choices?.find(({ id }) => String(id) === value)?.nom ?? `identifiant ${value}`,
  );
}

/** A typed value is quoted, so that it is not read as part of the sentence. */
function valueText(value: string, field: FilterField | undefined): string {
  switch (field?.type) {
    case 'amount':
      return /^-?\d+$/.test(value) ? formatNumber(Number(value)) : value;
    case 'boolean':
      return value === '1' || value === 'true' ? 'oui' : 'non';
    case 'choice':
      return field.labels?.[value] ?? value;
    case 'text':
      return `« ${value} »`;
    default:
      return isDay(value) ? formatDay(value) : value;
  }
}

function orderLine({ paper, columns, list, query, groupe }: Described): string[] {
  const orderBy = query.orderBy ?? paper.order?.orderBy;
  if (!orderBy) return [];
  const direction = query.sortOrder ?? (query.orderBy ? 'asc' : paper.order?.sortOrder);
  const header =
    columns.find(({ sort }) => sort === orderBy)?.header ?? list.fields[orderBy]?.label ?? orderBy;
  const within = `${header}, ${direction === 'asc' ? 'croissant' : 'décroissant'}`;
  return [`Ordre : ${groupe ? `par ${groupe}, puis ` : ''}${within}`];
}
