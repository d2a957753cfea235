/**
 * Figures computed only from base rows, by parents of sub-entities and local days: the expected values of stored
 * totals and of the dashboard.
 */
import { partNta, todayIn } from '@octroi/contract';
import { type Account, TIME_ZONE } from '../app.ts';
import { queryRows, type Connection, queryRow } from '../books.ts';

export interface Node {
  id: number;
  parent_id: number | null;
  entite_id: number;
  niveau: number;
}
export interface Choice {
  account: Account;
  entite?: number[];
  ramification?: number[];
  ms?: number[];
  from?: string;
  to?: string;
  annee?: number;
  base: 'enrolement' | 'encaissement';
  betail: '0' | '1';
}
export interface Figure {
  contribuables: number;
  prevu: number;
  paiement: number;
  agents: number;
  partNta: number;
}
/** Scope of an account; everything for Super Admin. */
export interface Attached {
  entites?: number[];
  ramifications?: number[];
}

export const readNodes = (on: Connection): Promise<Node[]> =>
  queryRows<Node>(
    on,
    'select r.id, parent_id, entite_id, niveau from ramification r join type_ramification t on t.id = r.type_id order by r.id',
  );

/** A sub-entity and those above it. */
export const lineage = (nodes: readonly Node[], id: number): number[] => {
  const node = nodes.find((each) => each.id === id);
  return node ? [id, ...(node.parent_id ? lineage(nodes, node.parent_id) : [])] : [];
};
/** Whether all chosen collectivités and sub-entities overlap the scope. */
export function isInScope(
  nodes: readonly Node[],
  { entites, ramifications }: Attached,
  { entite = [], ramification = [], ms = [] }: Pick<Choice, 'entite' | 'ramification' | 'ms'>,
): boolean {
  const seen = nodes.filter(
    ({ id, entite_id }) =>
      (entites?.includes(entite_id) ?? true) &&
      (!ramifications || lineage(nodes, id).some((above) => ramifications.includes(above))),
  );
  return (
    entite.every((id) => seen.some((node) => node.entite_id === id)) &&
    [...ramification, ...ms].every((id) => seen.some((node) => lineage(nodes, node.id).includes(id)))
  );
}

/** Nodes that are both in the scope of an account and chosen by a call. */
export function placeOf(
  nodes: readonly Node[],
  scope: Attached,
  { entite, ramification, ms }: Choice,
): number[] {
  const beneath = (id: number, tops: number[] | undefined): boolean =>
    tops === undefined || lineage(nodes, id).some((above) => tops.includes(above));
  return nodes
    .filter(({ id, entite_id }) => {
      const seen = (scope.entites?.includes(entite_id) ?? true) && beneath(id, scope.ramifications);
      return seen && (entite?.includes(entite_id) ?? true) && beneath(id, ramification) && beneath(id, ms);
    })
    .map(({ id }) => id);
}

const LOCAL = (column: string): string => `(${column} at time zone 'Africa/Niamey')::date`;
const DURING = (day: string): string =>
  `($2::date is null or ${day} >= $2) and ($3::date is null or ${day} <= $3)`;

/** The figure computed only from base rows. */
export async function recompute(
  on: Connection,
  nodes: readonly Node[],
  scope: Attached,
  choice: Choice,
): Promise<Figure> {
  const { from = null, to = null, annee = Number(todayIn(TIME_ZONE).slice(0, 4)), base } = choice;
  const values = [placeOf(nodes, scope, choice), from, to, choice.betail === '1'];
  const taxpayers = `select * from contribuable where ramification_id = any($1) and ${DURING(LOCAL('created_at'))} and (nbre_betail is not null) = $4`;
  const counted = await queryRow<{ n: number; agents: number }>(
    on,
    `select count(*) as n, count(distinct created_by_id) as agents from (${taxpayers}) c`,
    values,
  );
  const money =
    base === 'enrolement'
      ? `select c.entite_id, (select coalesce(sum(montant), 0) from echeance e where e.contribuable_id = c.id and e.annee = ${annee}) as prevu,
           (select coalesce(sum(montant), 0) from imputation i where i.contribuable_id = c.id and i.annee = ${annee}) as paye from (${taxpayers}) c`
      : `select e.entite_id, e.montant as prevu, 0 as paye from echeance e join contribuable c on c.id = e.contribuable_id
           where e.ramification_id = any($1) and ${DURING('e.exigible_le')} and (c.nbre_betail is not null) = $4
         union all
         select t.entite_id, 0, t.montant from transaction t
           where t.ramification_id = any($1) and t.statut = 'Confirmé' and ${DURING(LOCAL('t.date_transaction'))} and t.betail = $4`;
  const towns = await queryRows<{ prevu: number; paye: number; commission: number | null }>(
    on,
    `select sum(m.prevu)::bigint as prevu, sum(m.paye)::bigint as paye, e.commission
     from (${money}) m join entite e on e.id = m.entite_id group by e.id, e.commission`,
    values,
  );
  return {
    contribuables: counted.n,
    agents: counted.agents,
    prevu: towns.reduce((sum, town) => sum + town.prevu, 0),
    paiement: towns.reduce((sum, town) => sum + town.paye, 0),
    partNta: towns.reduce((sum, town) => sum + partNta(town.paye, town.commission), 0),
  };
}
