/** A request for the rows of a list in a file. */
import {
  type ExportBody,
  type FilterRow,
  type FormatTableur,
  type Groupe,
  idListSchema,
  type ListQuery,
  may,
} from '@octroi/contract';
import type { RawBuilder } from 'kysely';
import type { z } from 'zod';
import { type Person, scopeOf } from '#src/platform/access/person.ts';
import { asksSeveral } from '#src/platform/access/place.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid, refused } from '#src/platform/http/problem.ts';
import { groupingOf } from '#src/platform/listing/groupe.ts';
import { allRows, fileRows } from '#src/platform/listing/listing.ts';
import { findStoredSelection, readQuery } from '#src/platform/listing/selection.ts';
import type { NarrowedList } from '#src/platform/listing/reader.ts';
import type { ListExport, ListExports } from './declaration.ts';
import { keyCondition, type ReadRows } from './rows.repository.ts';

/** Rows to export, and their order. */
export interface RowsRequest {
  resource: string;
  /** The list's own query string. */
  query: string;
  ids: number[] | null;
  except: number[];
  /** Divides paper by place. */
  groupe?: Groupe | undefined;
}

/** Request for a spreadsheet. */
export interface ExportRequest extends RowsRequest {
  format: FormatTableur;
}

/** An opened request, with the person's present rights and scope. */
export interface OpenedRequest {
  declaration: ListExport;
  narrowed: NarrowedList<unknown>;
  filters: FilterRow[];
  /** Whether rows of several collectivités may be among them. */
  several: boolean;
  rows: RawBuilder<Record<string, unknown>>;
  readRows: ReadRows<unknown>;
}

const ORDER = ['orderBy', 'sortOrder'] as const;

/** The rows of a stored selection's query, in the order of the screen's query. */
function ordered(selected: string, screen: string): string {
  const query = new URLSearchParams(selected);
  const given = new URLSearchParams(screen);
  for (const name of ORDER) {
    const value = given.get(name);
    if (value) query.set(name, value);
  }
  return query.toString();
}

/** @throws AppError 400 if the selection expired or belongs to another list or person */
export async function rowsRequestOf(
  db: Database,
  person: Person,
  { resource, query = '', ids, selection }: Omit<ExportBody, 'format'>,
): Promise<RowsRequest> {
  if (!selection) return { resource, query, ids: (ids as number[] | undefined) ?? null, except: [] };
  const kept = await findStoredSelection(db, person, resource, selection);
  return { resource, query: ordered(kept.query, query), ids: null, except: kept.except_ids };
}

/** @throws AppError 400 for unknown parameters, 403 without the right to export */
export function openRequest(exports: ListExports, person: Person, request: RowsRequest): OpenedRequest {
  const declaration = exports.get(request.resource);
  if (!declaration) throw invalid('resource', `La liste « ${request.resource} » ne s'exporte pas.`);
  if (!declaration.screens.some((screen) => may(person.grants, screen, 'Exporter'))) throw refused();
  const query: ListQuery = readQuery(request.query);
  const list = declaration.narrow(person, query);
  const narrowed = {
    ...list,
    conditions: [...list.conditions, ...keyCondition(list.source.key, request.ids, request.except)],
  };
  const [entite, ramification, ms] = [query['entite'], query['ramification'], query['ms']].map(idsIn);
  const several = asksSeveral(scopeOf(person), { entite, ramification, ms });
  return {
    declaration,
    narrowed,
    filters: list.filters,
    several,
    rows: allRows(list.source, narrowed, query, request.groupe && groupingOf(request.groupe, several)),
    readRows: fileRows(list.source),
  };
}

const idsIn = (value: unknown): number[] | undefined => idListSchema.safeParse(value).data;

/** Parses a list's own parameters from the query of a file. @throws AppError 400 */
export function ownQuery<Query>(schema: z.ZodType<Query>, query: ListQuery): Query {
  const parsed = schema.safeParse(query);
  const [issue] = parsed.error?.issues ?? [];
  if (!parsed.success)
    throw invalid(issue?.path.join('.') || 'query', issue?.message ?? "La demande n'est pas valable.");
  return parsed.data;
}
