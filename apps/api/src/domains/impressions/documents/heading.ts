/** The head of a list's document: what was asked for, in words. */
import {
  contribuableFilterFields,
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
  transactionFilterFields,
  idListSchema,
} from '@octroi/contract';
import { type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Heading } from '#src/platform/pdf/list-document.ts';
import type { Paper } from './documents.ts';
import { readNames, readPath } from './heading.repository.ts';

/** What the fields of a list are called, beside its columns. */
const FIELDS: Record<string, Record<string, FilterField>> = {
  contribuables: contribuableFilterFields,
  transactions: transactionFilterFields,
};

export interface Described {
  paper: Pick<Paper, 'title' | 'resource' | 'limit' | 'order'>;
  columns: readonly TableColumn<never>[];
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
  const { paper, query, count } = described;
  const scope = scopeOf(person);
  const chain = await chainOf(db, scope, query);
  const { jour, heure } = formatInstant(new Date().toISOString(), timeZone);
  const over = count > paper.limit;
  return {
    title: paper.title,
    collectivite: chain[0] ?? (await ownCollectivite(db, scope)),
    chain: chain.length > 1 ? chain : [],
    details: [...ownParameters(query), ...(await filterLine(db, scope, described)), ...orderLine(described)],
    ...(over
      ? {
          warning: `Document limité aux ${formatNumber(paper.limit)} premières lignes sur ${formatNumber(count)}.`,
        }
      : {}),
    edited: `${jour} à ${heure}`,
    author: `${person.prenom} ${person.nom}`.trim(),
  };
}

/** The chosen place from the top down: screens send the lowest level alone. */
async function chainOf(db: Database, scope: Scope, query: ListQuery): Promise<string[]> {
  const nodes = [...ids(query['ms']), ...ids(query['ramification'])];
  if (nodes.length === 1) return readPath(db, scope, nodes[0] as number);
  if (nodes.length > 1) return [(await readNames(db, scope, 'ramifications', nodes)).join(', ')];
  const entites = ids(query['entite']);
  return entites.length > 0 ? [(await readNames(db, scope, 'entites', entites)).join(', ')] : [];
}

async function ownCollectivite(db: Database, scope: Scope): Promise<string> {
  if (scope.kind === 'all') return 'Toutes les collectivités';
  return scope.entites.length > 0
    ? (await readNames(db, scope, 'entites', scope.entites)).join(', ')
    : 'Octroi';
}

function ownParameters(query: ListQuery): string[] {
  const [from, to] = [text(query['from']), text(query['to'])];
  const period =
    from && to
      ? `Période : du ${formatDay(from)} au ${formatDay(to)}`
      : from
        ? `Période : depuis le ${formatDay(from)}`
        : to
          ? `Période : jusqu'au ${formatDay(to)}`
          : 'Période : toutes les dates';
  const more = [
    text(query['annee']) && `exercice ${text(query['annee'])}`,
    text(query['statut']) && `statut ${text(query['statut'])}`,
    query['base'] === 'encaissement' && 'échéances et paiements de la période',
    query['betail'] === '1' && 'bétail seulement',
    query['betail'] === '0' && 'sans le bétail',
  ].filter((part): part is string => typeof part === 'string');
  return [[period, ...more].join(' · ')];
}

async function filterLine(
  db: Database,
  scope: Scope,
  { filters, chosen, ...rest }: Described,
): Promise<string[]> {
  const parts: string[] = [];
  for (const row of filters) {
    const said = await filterText(db, scope, row, rest);
    parts.push(parts.length === 0 ? said : `${row.connector === 'or' ? 'ou' : 'et'} ${said}`);
  }
  if (chosen) parts.push('lignes choisies');
  return parts.length > 0 ? [`Filtres : ${parts.join(' ')}`] : [];
}

async function filterText(
  db: Database,
  scope: Scope,
  { column, operator, x, y }: FilterRow,
  { paper, columns }: Pick<Described, 'paper' | 'columns'>,
): Promise<string> {
  const field = FIELDS[paper.resource]?.[column];
  const label = field?.label ?? columns.find(({ sort }) => sort === column)?.header ?? column;
  const values = operandsOf(operator) === 'none' ? [] : [x, y].flat().filter((value) => value !== undefined);
  const said =
    field?.type === 'reference' && field.to
      ? await readNames(db, scope, field.to, values.map(Number))
      : values.map((value) => valueText(value, field?.type));
  const joined = said.join(operandsOf(operator) === 'two' ? ' et ' : ', ');
  return `${label} ${OPERATOR_LABELS[operator]}${joined ? ` ${joined}` : ''}`;
}

function valueText(value: string, type: FilterField['type'] | undefined): string {
  if (isDay(value)) return formatDay(value);
  if (type === 'amount' && /^-?\d+$/.test(value)) return formatNumber(Number(value));
  if (type === 'boolean') return value === '1' || value === 'true' ? 'oui' : 'non';
  return value;
}

function orderLine({ paper, columns, query }: Described): string[] {
  const orderBy = query.orderBy ?? paper.order?.orderBy;
  if (!orderBy) return [];
  const direction = query.sortOrder ?? (query.orderBy ? 'asc' : paper.order?.sortOrder);
  const header =
    columns.find(({ sort }) => sort === orderBy)?.header ??
    FIELDS[paper.resource]?.[orderBy]?.label ??
    orderBy;
  return [`Ordre : ${header}, ${direction === 'asc' ? 'croissant' : 'décroissant'}`];
}
