/** The columns of the list of lines that no tax bills. */
import type { TableColumn } from '../columns.ts';
import { MOTIFS_SANS_TARIF, type SansTarifRow } from './echeances.ts';

export const sansTarifColumns = [
  {
    id: 'contribuable',
    header: 'Contribuable',
    kind: 'text',
    value: ({ contribuable }) => contribuable.fullName,
    sort: 'contrib.fullName',
  },
  { id: 'numKlis', header: 'N°', kind: 'text', value: ({ contribuable }) => contribuable.numKlis },
  {
    id: 'lieu',
    header: 'Localisation',
    kind: 'text',
    value: ({ ramification }) => ramification.nom,
    sort: 'ram.nom',
  },
  { id: 'objet', header: 'Équipement ou activité', kind: 'text', value: ({ objet }) => objet },
  { id: 'precision', header: 'Précision', kind: 'text', value: ({ precision }) => precision },
  { id: 'motif', header: 'Motif', kind: 'text', value: ({ motif }) => MOTIFS_SANS_TARIF[motif] },
  { id: 'date', header: 'Enrôlement', kind: 'day', value: ({ createdAt }) => createdAt, sort: 'l.createdAt' },
] as const satisfies readonly TableColumn<SansTarifRow>[];
