/** Filter fields of records with a place: the place, its parent and its collectivité. */
import type { FilterField } from '../platform/listing/filter.ts';

export const placeFields = {
  'ent.id': { type: 'reference', label: 'Collectivité', to: 'entites' },
  'ent.nom': { type: 'text', label: 'Nom de la collectivité' },
  'ram.id': { type: 'reference', label: 'Localisation', to: 'ramifications', within: 'ent.id' },
  'p.id': { type: 'reference', label: 'Localisation parente', to: 'ramifications', within: 'ent.id' },
  'p.nom': { type: 'text', label: 'Nom de la localisation parente' },
} as const satisfies Readonly<Record<string, FilterField>>;
