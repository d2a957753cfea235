/** The columns of the enrolment list (specification 2 section 2.10); its rows are taxpayers. */
import { placeText, type TableColumn } from '../columns.ts';
import type { ContribuableRow } from './contribuables.ts';

export const enrollementColumns = [
  { id: 'date', header: 'Date', kind: 'day', value: (row) => row.createdAt, sort: 'contrib.createdAt' },
  { id: 'heure', header: 'Heure', kind: 'time', value: (row) => row.createdAt },
  {
    id: 'numKlis',
    header: 'N° contribuable',
    kind: 'text',
    value: (row) => row.numKlis,
    sort: 'contrib.numKlis',
  },
  {
    id: 'fullName',
    header: 'Nom complet',
    kind: 'text',
    value: (row) => row.fullName,
    sort: 'contrib.fullName',
  },
  {
    id: 'localisation',
    header: 'Localisation',
    kind: 'text',
    value: (row) => placeText(row.ramification),
    sort: 'ram.nom',
  },
  { id: 'statut', header: 'Statut', kind: 'status', value: (row) => row.statut },
  { id: 'bases', header: 'Base taxable', kind: 'text', value: (row) => row.bases.join(', ') },
  { id: 'prevu', header: 'Prévu', kind: 'amount', value: (row) => row.situation.total },
  { id: 'paye', header: 'Payé', kind: 'amount', value: (row) => row.situation.payer },
  { id: 'restant', header: 'Restant', kind: 'amount', value: (row) => row.situation.restant },
  {
    id: 'agent',
    header: 'Agent',
    kind: 'text',
    value: (row) => row.createdBy.username,
    sort: 'user.username',
  },
  { id: 'agentNom', header: "Nom de l'agent", kind: 'text', value: (row) => row.createdBy.fullName },
  { id: 'correction', header: 'Date de correction', kind: 'instant', value: (row) => row.correctedAt },
  { id: 'correcteur', header: 'Correcteur', kind: 'text', value: (row) => row.correctedBy?.username },
  {
    id: 'correcteurNom',
    header: 'Nom du correcteur',
    kind: 'text',
    value: (row) => row.correctedBy?.fullName,
  },
] as const satisfies readonly TableColumn<ContribuableRow>[];
