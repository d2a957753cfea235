/** The columns and filter fields that all lists of tills share. */
import type { StatedColumn } from '../platform/listing/columns.ts';
import { placeFields } from '../territoire/place-fields.ts';

/** What every list of tills tells of where its rows belong. */
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

/** The filters of every list of tills that no column shows. */
export const places = {
  'ent.id': placeFields['ent.id'],
  'rg.id': { type: 'reference', label: 'Régie', to: 'regies', within: 'ent.id' },
} as const;
