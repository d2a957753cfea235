/** Expected values of statistics: from the lists that they open, and from the base rows. */
import { filterQuery, type FilterRow, type Pas } from '@octroi/contract';
import type pg from 'pg';
import { expect } from 'vitest';
import { queryRows, queryRow } from '../books.ts';
import { addressOf, type FigureWorld } from './figure-world.ts';
import { type Choice, placeOf } from './figures.ts';

/** Parameters of a statistic. */
export type FigureRequest = Omit<Choice, 'annee' | 'base'> & { agent?: number; pas?: Pas };
interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

export const CONFIRMED: FilterRow[] = [{ column: 'trans.statut', operator: 'eq', x: 'Confirmé' }];

/** All counts of a selection, computed only from base rows. */
async function recount(pool: pg.Pool, { scopes, nodes }: FigureWorld, request: FigureRequest) {
  const scope = scopes.get(request.account) ?? {};
  const values = [
    placeOf(nodes, scope, request as Choice),
    request.from ?? null,
    request.to ?? null,
    request.betail === '1',
    request.agent ?? null,
  ];
  const during = (day: string) => `($2::date is null or ${day} >= $2) and ($3::date is null or ${day} <= $3)`;
  const local = (instant: string) => `(${instant} at time zone 'Africa/Niamey')::date`;
  const taxpayers = `contribuable c where c.ramification_id = any($1) and ${during(local('c.created_at'))}
    and (c.nbre_betail is not null) = $4`;
  const payments = `transaction t where t.ramification_id = any($1) and t.statut = 'Confirmé'
    and ${during(local('t.date_transaction'))} and t.betail = $4`;
  const statuts = `count(*)::int as total, count(*) filter (where c.statut = 'Corrigé')::int as corrige,
    count(*) filter (where c.statut = 'Validé')::int as valide`;
  const selectOne = <Row extends object>(text: string) => queryRow<Row>(pool, text, values);
  return {
    enrolled: await selectOne<{ total: number; corrige: number; valide: number }>(
      `select ${statuts} from ${taxpayers} and ($5::int is null or c.created_by_id = $5)`,
    ),
    lines: await selectOne<{ total: number; corrige: number; valide: number }>(
      `select ${statuts} from (select c.* from enrollement l, ${taxpayers} and l.contribuable_id = c.id and l.closed_at is null
         and ($5::int is null or true)) c`,
    ),
    quantites: await queryRows<{ unite: string; somme: number; sans: number }>(
      pool,
      `select unite, coalesce(sum(quantite), 0)::float as somme, (count(*) - count(quantite))::int as sans
       from (
         select coalesce(na.unite, te.unite) as unite, l.quantite
         from ${taxpayers.replace(
           ' where ',
           ` join enrollement l on l.contribuable_id = c.id and l.closed_at is null
           left join nature_activite na on na.id = l.nature_activite_id
           left join equipement q on q.id = l.equipement_id left join type_equipement te on te.id = q.type_equipement_id where `,
         )}
           and ($5::int is null or true)) l
       where unite is not null group by unite order by unite`,
      values,
    ),
    received: await selectOne<{ nombre: number; total: number; remboursements: number }>(
      `select count(*)::int as nombre, coalesce(sum(t.montant), 0)::bigint as total,
         coalesce(sum(t.montant) filter (where t.montant < 0), 0)::bigint as remboursements
       from ${payments} and ($5::int is null or t.bureau_accepteur_id = $5)`,
    ),
  };
}

/** @param world of the test, once it is created */
export function statistiqueLists(pool: pg.Pool, world: () => FigureWorld) {
  async function call<Body>(
    request: FigureRequest,
    path: string,
    query: string,
  ): Promise<{ status: number; body: Body }> {
    const reply = await world().callers.get(request.account)?.get<Body>(`/v2/${path}?${query}`);
    if (!reply) throw new Error(`nobody signed in as ${request.account}`);
    return reply;
  }
  async function read<Body>(
    request: FigureRequest,
    path: string,
    query = addressOf(request as Choice),
  ): Promise<Body> {
    const { status, body } = await call<Body>(request, path, query);
    expect(status, `${path}?${query} ${JSON.stringify(body)}`).toBe(200);
    return body;
  }

  /** The address of a list: the place and livestock of the selection, given days, filter rows. */
  const listAddress = (
    { pas: _pas, agent: _agent, ...request }: FigureRequest,
    days: Days,
    rows: FilterRow[],
  ): string =>
    `${addressOf({ ...request, from: days.from, to: days.to } as Choice)}&${new URLSearchParams(filterQuery(rows)).toString()}`;
  const byAgent = ({ agent }: FigureRequest): FilterRow[] =>
    agent ? [{ column: 'user.id', operator: 'eq', x: String(agent) }] : [];

  /** Taxpayers in the list that a figure opens. */
  const listed = async (request: FigureRequest, days: Days, statut?: string): Promise<number> => {
    const query = listAddress(request, days, byAgent(request));
    const { total_records } = await read<{ total_records: number }>(
      request,
      'contribuables/totaux',
      statut ? `${query}&${new URLSearchParams({ statut }).toString()}` : query,
    );
    return total_records;
  };
  /** Number and francs of the payments in the list that a figure opens. */
  const paid = (request: FigureRequest, days: Days, rows: FilterRow[] = []) =>
    read<{ total_records: number; montant: number }>(
      request,
      'transactions/totaux',
      listAddress(request, days, [...CONFIRMED, ...byAgent(request), ...rows]),
    );

  /** Lines in the list that a base taxable opens. */
  const linesListed = async (
    request: FigureRequest,
    rows: FilterRow[] = [],
    statut?: string,
  ): Promise<number> => {
    const open: FilterRow[] = rows.some(({ column }) => column === 'enrollement.closedAt')
      ? []
      : [{ column: 'enrollement.closedAt', operator: 'is null' }];
    const query = listAddress(request, request, [...open, ...rows]);
    const { meta } = await read<{ meta: { total_records: number } }>(
      request,
      'enrollements',
      `${query}&itemperpage=1${statut ? `&${new URLSearchParams({ statut }).toString()}` : ''}`,
    );
    return meta.total_records;
  };
  /** Number and francs of the parts of payments in the list that a tax opens; the list holds as many rows. */
  async function imputed(request: FigureRequest, rows: FilterRow[] = []) {
    const query = listAddress(request, request, rows);
    const sums = await read<{ total_records: number; montant: number }>(request, 'imputations/totaux', query);
    const { meta } = await read<{ meta: { total_records: number } }>(
      request,
      'imputations',
      `${query}&itemperpage=1`,
    );
    expect(meta.total_records).toBe(sums.total_records);
    return sums;
  }

  return {
    call,
    read,
    listed,
    paid,
    linesListed,
    imputed,
    recount: (request: FigureRequest) => recount(pool, world(), request),
  };
}
