/** Taxpayers for the search box. */
import { at, may, PAGES, TROUVAILLES_PAR_SORTE } from '@octroi/contract';
import { scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Finder } from '#src/platform/search/finder.ts';
import { findSought } from './recherche.repository.ts';

export const contribuableFinder =
  (db: Database): Finder =>
  async (person, typed) => {
    if (!may(person.grants, 'contribuables', 'Lister')) return [];
    const found = await findSought(db, scopeOf(person), typed, TROUVAILLES_PAR_SORTE);
    return found.map(({ id, numKlis, fullName, telephone, chemin }) => ({
      type: 'contribuable',
      id,
      titre: fullName,
      detail: [numKlis, telephone, chemin].filter(Boolean).join(' · '),
      lien: at(PAGES.fiche, id),
    }));
  };
