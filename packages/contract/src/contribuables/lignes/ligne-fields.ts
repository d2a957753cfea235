/** Columns and filters shared by the lists of equipment and of lines: the taxpayer's place, the type, the agent. */
import type { StatedColumn } from '../../platform/listing/columns.ts';
import type { FilterField } from '../../platform/listing/filter.ts';
import { placeFields } from '../../territoire/place-fields.ts';

export const ligneFilterFields = {
  'contrib.id': { type: 'integer', label: 'Identifiant du contribuable', unoffered: true },
  ...placeFields,
  'teq.id': { type: 'reference', label: "Type d'équipement", to: 'type_equipements', within: 'ent.id' },
  'user.id': { type: 'reference', label: 'Agent', to: 'users' },
} as const satisfies Readonly<Record<string, FilterField>>;

interface Counted {
  unite: string | null;
  quantite: number | null;
}
/** The quantity as a number with its unit beside it, so that a spreadsheet can add it up. */
export const quantiteColumns = {
  quantite: {
    header: 'Quantité',
    kind: 'number',
    value: (row: Counted) => row.quantite,
    width: 100,
    optional: true,
  },
  unite: { header: 'Unité', value: (row: Counted) => row.unite, width: 90, grow: 0, optional: true },
} as const satisfies Readonly<Record<string, StatedColumn<Counted>>>;
