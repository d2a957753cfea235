/** Filters shared by the lists of equipment and of lines: the taxpayer's place, the type, the agent. */
import type { FilterField } from '../../platform/listing/filter.ts';
import { placeFields } from '../../territoire/place-fields.ts';

export const ligneFilterFields = {
  'contrib.id': { type: 'integer', label: 'Identifiant du contribuable', unoffered: true },
  ...placeFields,
  'teq.id': { type: 'reference', label: "Type d'équipement", to: 'type_equipements', within: 'ent.id' },
  'user.id': { type: 'reference', label: 'Agent', to: 'users' },
} as const satisfies Readonly<Record<string, FilterField>>;
