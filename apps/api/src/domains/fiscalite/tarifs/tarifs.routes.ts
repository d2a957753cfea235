/** The rates of a place, for enrolment forms and agents. */
import { type Right, taxeEndpoints, taxes } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { entiteOfPlace } from '#src/domains/territoire/index.ts';
import { demandOne, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { readTarifs } from './tarifs.repository.ts';

/** Readers: whoever configures rates, and whoever enrols. */
const READERS: readonly Right[] = [
  ['taxes', 'Voir'],
  ...(['contribuables', 'enrollements', 'equipements'] as const).flatMap((screen): Right[] => [
    [screen, 'Créer'],
    [screen, 'Modifier'],
  ]),
];

export function tarifRoutes(app: FastifyInstance, db: Database, today: () => string): void {
  const route = routesOf(app, taxeEndpoints, [taxes.label.many]);
  route('GET /entite_taxes/tarifs', async ({ person, query }) => {
    demandOne(person, READERS);
    const { ramification, annee = Number(today().slice(0, 4)) } = query;
    const entiteId = await entiteOfPlace(db, scopeOf(person), ramification);
    if (entiteId === undefined) throw notFound();
    return { data: await readTarifs(db, { entiteId, ramificationId: ramification, annee }) };
  });
}
