/** Builds the dashboard's reply from sums read from the database. */
import { type Dashboard, type FigureQuery, PART_NTA_PERCENT, partNta } from '@octroi/contract';
import { demand, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { freshCache } from '#src/platform/freshness.ts';
import { type Amounts, type FigureSources, readFigures } from './dashboard.repository.ts';
import { type Place, readPlace } from '../place.repository.ts';
import { demandPlace } from '../place.service.ts';

export type ReadDashboard = (person: Person, query: FigureQuery) => Promise<Dashboard>;

/** @param today the installation's present day, for the default fiscal year */
export function dashboardService(db: Database, today: () => string): ReadDashboard {
  const replies = freshCache<Dashboard>(500);
  return (person, query) => {
    demand(person, 'tableau-de-bord', 'Voir');
    const scope = scopeOf(person);
    const annee = query.annee ?? Number(today().slice(0, 4));
    return replies.get(db, JSON.stringify([scope, query, annee]), async () => {
      await demandPlace(db, scope, query);
      const place = await readPlace(db, scope, query);
      return assemble(place, await readFigures(db, scope, place, query, annee));
    });
  };
}

const total = <Row>(rows: readonly Row[], value: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

function assemble(place: Place, { counted, amounts, agents, repris }: FigureSources): Dashboard {
  const { type, rows } = place.lines;
  const of = <Row extends { ligne: number | null }>(list: Row[], ligne: number): Row[] =>
    list.filter((row) => row.ligne === ligne);
  const money = (list: Amounts[]) => {
    const prevu = total(list, (row) => row.prevu);
    const paiement = total(list, (row) => row.paye);
    return { prevu, paiement, restant: prevu - paiement };
  };
  const details = rows.map(({ id, nom, direct, enabled }) => ({
    id,
    type,
    nom,
    direct,
    enabled,
    contribuables: total(of(counted, id), (row) => row.contribuables),
    ...money(of(amounts, id)),
    agent: total(of(agents, id), (row) => row.agents),
  }));
  // nothing is owed to NTA on what was received before Octroi
  const all = place.entites.map(({ id, commission }) => ({
    paye:
      total(
        amounts.filter((row) => row.entite === id),
        (row) => row.paye,
      ) -
      total(
        repris.filter((row) => row.entite === id),
        (row) => row.repris,
      ),
    taux: commission ?? PART_NTA_PERCENT,
  }));
  const paid = all.filter(({ paye }) => paye !== 0);
  // if nothing was paid, the rate that would apply
  const [taux, ...otherRates] = new Set((paid.length > 0 ? paid : all).map((each) => each.taux));
  return {
    stats: {
      contribuables: total(counted, (row) => row.contribuables),
      ...money(amounts),
      agents: total(
        agents.filter((row) => row.ligne === null),
        (row) => row.agents,
      ),
      partNta: total(paid, ({ paye, taux: own }) => partNta(paye, own)),
    },
    tauxNta: taux === undefined || otherRates.length > 0 ? null : taux,
    details,
  };
}
