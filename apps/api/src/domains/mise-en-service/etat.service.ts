/** What a collectivité lacks: told to whoever may open the list of the collectivités, and has the whole of this one. */
import type { EtatMiseEnService } from '@octroi/contract';
import { demand, demandEntite, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import { readCaisses } from './caisses.repository.ts';
import { readFacts } from './etat.repository.ts';
import { pointsOf } from './etat.rules.ts';

export async function etatOf(
  db: Database,
  person: Person,
  entiteId: number,
  annee: number,
): Promise<EtatMiseEnService> {
  demand(person, 'collectivites', 'Lister');
  demandEntite(person, entiteId);
  const facts = await readFacts(db, scopeOf(person), entiteId, annee);
  if (!facts) throw notFound();
  return {
    entite: { id: facts.id, nom: facts.nom },
    annee,
    points: pointsOf(facts, await readCaisses(db, entiteId), annee),
  };
}
