/** The head of a list's document: what was asked for, in words. */
import {
  type FilterField,
  type FilterRow,
  formatDay,
  formatInstant,
  formatNumber,
  isDay,
  type ListQuery,
  OPERATOR_LABELS,
  operandsOf,
  type TableColumn,
  idListSchema,
} from '@octroi/contract';
import { type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { ListExport } from '#src/platform/export/declaration.ts';
import type { Heading } from '#src/platform/pdf/list-document.ts';
import type { Paper } from './paper.ts';
import { readEntitesOf, readNames, readPath } from './heading.repository.ts';

/** Places that are named where several were chosen; more are counted. */
const NAMED = 6;
const ENROLEMENT = 'par enrôlement (contribuables enrôlés dans la période)';
const ENCAISSEMENT = 'par encaissement (argent reçu et échéances tombées dans la période)';
const LEVELS = { entites: 'collectivités', ramifications: 'sous-entités' } as const;

export interface Described {
  paper: Pick<Paper, 'title' | 'limit' | 'order' | 'filters' | 'bases' | 'aUnJour'>;
  columns: readonly TableColumn<never>[];
  list: Pick<ListExport, 'fields' | 'annual'>;
  today: string;
  query: ListQuery;
  filters: readonly FilterRow[];
  /** Rows that were ticked, where not all are meant. */
  chosen: boolean;
  /** Rows that the list holds. */
  count: number;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
const ids = (value: unknown): number[] => {
  const parsed = idListSchema.safeParse(value);
  return parsed.success ? (parsed.data ?? []) : [];
};

export async function headingOf(
  db: Database,
  person: Person,
  timeZone: string,
  described: Described,
): Promise<Heading> {
  const { paper, query, count, list, today } = described;
  const annee = list.annual ? Number(today.slice(0, 4)) : undefined;
  const scope = scopeOf(person);
  const chain = await chainOf(db, scope, query);
  const { jour, heure } = formatInstant(new Date().toISOString(), timeZone);
  const over = count > paper.limit;
  return {
    title: paper.title,
    collectivite: chain[0] ?? 'Toutes les collectivités',
    chain: chain.length > 1 ? chain : [],
    details: [
      ...ownParameters(query, annee, paper, today),
      ...(await filterLine(db, scope, described)),
      ...orderLine(described),
    ],
    ...(over
      ? {
          warning: `Document limité aux ${formatNumber(paper.limit)} premières lignes sur ${formatNumber(count)}.`,
        }
      : {}),
    edited: `${jour} à ${heure}`,
    author: `${person.prenom} ${person.nom}`.trim(),
  };
}

/** The chosen place from the top down, or all that the person sees; nothing for whoever sees everything. */
async function chainOf(db: Database, scope: Scope, query: ListQuery): Promise<string[]> {
  // screens send the lowest level alone
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

/**
 * @param annee the year whose amounts are shown where the query names none
 * @param paper a declared document is of a period, even where all dates are meant, and may tell its base
 */
function ownParameters(
  query: ListQuery,
  annee: number | undefined,
  { order, bases, aUnJour }: Described['paper'],
  today: string,
): string[] {
  const [from, to] = [text(query['from']), text(query['to'])];
  const period = aUnJour
    ? `Échéances tombées ${from ? `du ${formatDay(from)} ` : ''}au ${formatDay(to ?? today)}, encore impayées le ${formatDay(today)}`
    : from && to
      ? `Période : ${formatDay(from)} au ${formatDay(to)}`
      : from
        ? `Période : depuis le ${formatDay(from)}`
        : to
          ? `Période : jusqu'au ${formatDay(to)}`
          : order
            ? 'Période : toutes les dates'
            : undefined;
  const encaissement = query['base'] === 'encaissement';
  const exercice = text(query['annee']) ?? (encaissement ? undefined : annee);
  const more = [
    bases && (encaissement ? ENCAISSEMENT : ENROLEMENT),
    exercice && `exercice ${exercice}`,
    text(query['statut']) && `statut ${text(query['statut'])}`,
    !bases && encaissement && 'échéances et paiements de la période',
    query['betail'] === '1' && 'bétail seulement',
    query['betail'] === '0' && 'sans le bétail',
    query['direct'] === '1' && 'sans les sous-entités en dessous',
    query['maille'] !== undefined && 'une maille de la carte',
  ];
  const said = [period, ...more].filter((part): part is string => typeof part === 'string');
  return said.length > 0 ? [said.join(' · ')] : [];
}

/** The conditions that the document always stands under, then those that were asked for. */
async function filterLine(db: Database, scope: Scope, described: Described): Promise<string[]> {
  const groups = await Promise.all(
    [described.paper.filters, described.filters].map((rows) => filtersText(db, scope, rows, described)),
  );
  const said = [...groups.filter((group) => group !== ''), ...(described.chosen ? ['lignes choisies'] : [])];
  return said.length > 0 ? [`Filtres : ${said.join(' · ')}`] : [];
}

async function filtersText(
  db: Database,
  scope: Scope,
  rows: readonly FilterRow[],
  described: Described,
): Promise<string> {
  const said = await Promise.all(rows.map((row) => filterText(db, scope, row, described)));
  return said
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
  const said =
    field?.type === 'reference'
      ? await referenceTexts(db, scope, field, values)
      : values.map((value) => valueText(value, field));
  const joined = said.join(operandsOf(operator) === 'two' ? ' et ' : ', ');
  return `${label} ${OPERATOR_LABELS[operator]}${joined ? ` ${joined}` : ''}`;
}

async function referenceTexts(
  db: Database,
  scope: Scope,
  { to, choices }: FilterField,
  values: readonly string[],
): Promise<string[]> {
  if (to && !choices) return readNames(db, scope, to, values.map(Number));
  return values.map((value) => choices?.find(({ id }) => String(id) === value)?.nom ?? `n° ${value}`);
}

/** What somebody typed stands between quotes: it may be a word of the sentence. */
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

function orderLine({ paper, columns, list, query }: Described): string[] {
  const orderBy = query.orderBy ?? paper.order?.orderBy;
  if (!orderBy) return [];
  const direction = query.sortOrder ?? (query.orderBy ? 'asc' : paper.order?.sortOrder);
  const header =
    columns.find(({ sort }) => sort === orderBy)?.header ?? list.fields[orderBy]?.label ?? orderBy;
  return [`Ordre : ${header}, ${direction === 'asc' ? 'croissant' : 'décroissant'}`];
}
