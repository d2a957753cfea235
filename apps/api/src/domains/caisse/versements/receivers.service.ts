/** Tells who names a régisseur, a suppléant or an accountant whether that person can receive versements. */
import type { ObstacleReception } from '@octroi/contract';
import { demandEntite, demandOne, type Person } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { readObstacle } from './receivers.repository.ts';

/** The right to name somebody in a régie. @throws AppError 403 */
export const demandNaming = (person: Person): void =>
  demandOne(person, [
    ['regies', 'Créer'],
    ['regies', 'Modifier'],
    ['mandats', 'Créer'],
    ['mandats', 'Modifier'],
  ]);

export const receiverService = (db: Database) => ({
  async obstacle(
    person: Person,
    { entite, utilisateur }: { entite: number; utilisateur: number },
  ): Promise<{ obstacle: ObstacleReception | null }> {
    demandNaming(person);
    demandEntite(person, entite);
    return { obstacle: await readObstacle(db, utilisateur, entite) };
  },
});
