/** Rights, scope and cache of the statistics (specification 2 section 2.15). */
import {
  type Agents,
  type FigureScreen,
  may,
  type parEntiteQuerySchema,
  type StatistiqueQuery,
} from '@octroi/contract';
import type { z } from 'zod';
import { type Person, type Scope, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { notFound, refused } from '#src/platform/http/problem.ts';
import { enrolementsParAgent, enrolementsParBase, enrolementsParEntite } from './enrolements.service.ts';
import { demandPlace } from '../place.service.ts';
import { recettesParDate, recettesParLieu, recettesParMoyen, recettesParTaxe } from './recettes.service.ts';
import { type AgentName, isAgentSeen, readAgents, SUMS, sumOver } from './statistiques.repository.ts';
import { mostFirst, table } from './statistiques.rows.ts';

/** Agents, with their enrolments and payments. */
async function agents(db: Database, scope: Scope, query: StatistiqueQuery): Promise<Agents> {
  const [enrolled, collected] = await Promise.all([
    sumOver(db, scope, query, query, SUMS.enrolementsParAgent),
    sumOver(db, scope, query, query, SUMS.recettesParAgent),
  ]);
  const enrolments = new Map(enrolled.map(({ agent, total }) => [agent, total]));
  const receipts = new Map(collected.map((row) => [row.agent, row]));
  const active = [...new Set([...enrolments.keys(), ...receipts.keys()])];
  const people = await readAgents(db, scope, query, active);
  const nobody = { id: 0, username: '', fullName: 'Sans agent' };
  const row = ({ id, ...name }: AgentName) => ({
    id: id === 0 ? null : id,
    ...name,
    nbreEnrollements: enrolments.get(id) ?? 0,
    nbreTransactions: receipts.get(id)?.nombre ?? 0,
    totalTransactions: receipts.get(id)?.total ?? 0,
  });
  const names = ['nbreEnrollements', 'nbreTransactions', 'totalTransactions'] as const;
  const chosen = people.filter(({ id }) => query.agent === undefined || id === query.agent);
  const data = chosen.map(row).sort(mostFirst('totalTransactions'));
  return table(receipts.has(0) ? [...data, row(nobody)] : data, names);
}

/** Reads one statistic, after rights and places are checked. */
type Reading<Reply> = (db: Database, scope: Scope, query: StatistiqueQuery) => Promise<Reply>;

/** Moves a sub-entity from `entite`, where one call of the specification expects it, to `ramification`. */
export const ofSubEntity = ({
  entite = [],
  collectivite,
  ramification = [],
  ...query
}: z.infer<typeof parEntiteQuerySchema>): StatistiqueQuery => ({
  ...query,
  entite: collectivite,
  ramification: [...entite, ...ramification],
});

export type StatistiqueService = ReturnType<typeof statistiqueService>;

export function statistiqueService(db: Database) {
  const replies = freshCache<unknown>(500);

  /**
   * A statistic within the person's rights and scope, cached until the next write.
   * @param name cache key of its figures
   * @param screens that show the figures: `Voir` on one of them is enough
   * @returns throws AppError 403 without the right, 404 if a chosen place or agent is out of scope
   */
  const statistic =
    <Reply>(name: string, screens: readonly FigureScreen[], read: Reading<Reply>) =>
    (person: Person, query: StatistiqueQuery): Promise<Reply> => {
      if (!screens.some((screen) => may(person.grants, screen, 'Voir'))) throw refused();
      const scope = scopeOf(person);
      return replies.get(db, JSON.stringify([name, scope, query]), async () => {
        await demandPlace(db, scope, query);
        if (query.agent && !(await isAgentSeen(db, scope, query.agent))) throw notFound();
        return read(db, scope, query);
      }) as Promise<Reply>;
    };

  return {
    enrolementsParEntite: statistic('enrolements', ['recensement-sous-entite'], enrolementsParEntite),
    enrolementsParAgent: statistic('enrolements par agent', ['recensement-agent'], enrolementsParAgent),
    enrolementsParBase: statistic('enrolements par base', ['recensement-activite'], enrolementsParBase),
    recettesParEntite: statistic('recettes', ['recouvrement-sous-entite'], recettesParDate),
    recettesParAgent: statistic(
      'recettes par agent',
      ['recouvrement-agent', 'recensement-agent'],
      recettesParDate,
    ),
    recettesParMoyen: statistic('recettes par moyen', ['recouvrement-moyen-paiement'], recettesParMoyen),
    recettesParTaxe: statistic('recettes par taxe', ['recouvrement-activite'], recettesParTaxe),
    recettesParLieu: statistic('recettes par lieu', ['recouvrement-sous-entite'], recettesParLieu),
    agents: statistic('agents', ['recensement-agent', 'recouvrement-agent'], agents),
  };
}
