/** The columns and filter fields that all lists of tills share. */
import type { StatedColumn } from '../platform/listing/columns.ts';
import { placeFields } from '../territoire/place-fields.ts';

/** The collectivité column of every till list. */
export const collectivite = {
  header: 'Collectivité',
  value: (row: { entite: { nom: string } }) => row.entite.nom,
  filter: { field: 'ent.nom', ...placeFields['ent.nom'], sorts: false },
  across: true,
  width: 150,
  paper: 14,
} as const satisfies StatedColumn<never>;
export const regie = {
  header: 'Régie',
  value: (row: { regie: { nom: string } }) => row.regie.nom,
  filter: { field: 'rg.nom', sorts: false },
  width: 160,
} as const satisfies StatedColumn<never>;

/** The filters of every till list that have no column. */
export const places = {
  'ent.id': placeFields['ent.id'],
  'rg.id': { type: 'reference', label: 'Régie', to: 'regies', within: 'ent.id' },
} as const;
