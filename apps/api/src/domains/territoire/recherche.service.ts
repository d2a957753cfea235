/** Places, as the search box finds them: each leads to its dashboard. */
import { at, may, PAGES, TROUVAILLES_PAR_SORTE } from '@octroi/contract';
import { scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Finder } from '#src/platform/search/finder.ts';
import { findEntites, findRamifications, type SoughtPlace } from './recherche.repository.ts';

const told = (lien: string, { id, nom, chemin, type }: SoughtPlace) => ({
  type: 'lieu' as const,
  id,
  titre: nom,
  detail: chemin ? `${type} · ${chemin}` : type,
  lien,
});

export const placeFinder =
  (db: Database): Finder =>
  async (person, typed) => {
    const scope = scopeOf(person);
    const most = TROUVAILLES_PAR_SORTE;
    const [entites, ramifications] = await Promise.all([
      may(person.grants, 'collectivites', 'Lister') ? findEntites(db, scope, typed, most) : [],
      may(person.grants, 'ramifications', 'Lister') ? findRamifications(db, scope, typed, most) : [],
    ]);
    return [
      ...entites.map((place) => told(`/?entite=${place.id}`, place)),
      ...ramifications.map((place) => told(at(PAGES.place, place.id), place)),
    ].slice(0, most);
  };
