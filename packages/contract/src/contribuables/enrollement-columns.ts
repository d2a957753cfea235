/** The columns of the enrolment list (specification 2 section 2.10); its rows are taxpayers. */
import type { TableColumn } from '../columns.ts';
import type { ContribuableRow } from './contribuables.ts';
import { rowColumns as row } from './row-columns.ts';

export const enrollementColumns = [
  row.date,
  row.heure,
  { ...row.numKlis, header: 'N° contribuable' },
  row.fullName,
  row.localisation,
  row.statut,
  { ...row.bases, header: 'Base taxable' },
  row.prevu,
  row.paye,
  row.restant,
  row.agent,
  row.agentNom,
  {
    id: 'correction',
    header: 'Date de correction',
    kind: 'instant',
    value: ({ correctedAt }) => correctedAt,
  },
  { id: 'correcteur', header: 'Correcteur', kind: 'text', value: ({ correctedBy }) => correctedBy?.username },
  {
    id: 'correcteurNom',
    header: 'Nom du correcteur',
    kind: 'text',
    value: ({ correctedBy }) => correctedBy?.fullName,
  },
] as const satisfies readonly TableColumn<ContribuableRow>[];
