/** The columns of the list of taxable bases: lines, each an equipment or an activity of a taxpayer. */
import { placeText, type TableColumn } from '../columns.ts';
import type { EnrollementRow } from './lignes.ts';

export const baseTaxableColumns = [
  {
    id: 'date',
    header: 'Date',
    kind: 'day',
    value: (row) => row.contribuable.createdAt,
    sort: 'contrib.createdAt',
  },
  {
    id: 'base',
    header: 'Base taxable',
    kind: 'text',
    value: (row) => row.natureActivite?.nom ?? row.equipement?.type.nom,
  },
  { id: 'precision', header: 'Précision', kind: 'text', value: (row) => row.variation },
  {
    id: 'numKlis',
    header: 'N° contribuable',
    kind: 'text',
    value: (row) => row.contribuable.numKlis,
    sort: 'contrib.numKlis',
  },
  {
    id: 'fullName',
    header: 'Nom complet',
    kind: 'text',
    value: (row) => row.contribuable.fullName,
    sort: 'contrib.fullName',
  },
  {
    id: 'localisation',
    header: 'Localisation',
    kind: 'text',
    value: (row) => placeText(row.ramification),
    sort: 'ram.nom',
  },
  { id: 'statut', header: 'Statut', kind: 'status', value: (row) => row.contribuable.statut },
  {
    id: 'agent',
    header: 'Agent',
    kind: 'text',
    value: (row) => row.createdBy.username,
    sort: 'user.username',
  },
  { id: 'agentNom', header: "Nom de l'agent", kind: 'text', value: (row) => row.createdBy.fullName },
] as const satisfies readonly TableColumn<EnrollementRow>[];
