/** Columns shared by the field lists. */
import type { StatedColumn } from '../platform/listing/columns.ts';
import { placeFields } from '../territoire/place-fields.ts';

export const collectivite = {
  header: 'Collectivité',
  value: (row: { entite: { nom: string } }) => row.entite.nom,
  filter: { field: 'ent.nom', ...placeFields['ent.nom'], sorts: false },
  across: true,
  width: 150,
  paper: 14,
} as const satisfies StatedColumn<never>;
