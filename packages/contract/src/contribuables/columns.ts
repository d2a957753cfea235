/** The columns of the taxpayer list (specification 2 section 2.4). */
import { placeText, type TableColumn } from '../columns.ts';
import type { ContribuableRow } from './contribuables.ts';

export const contribuableColumns = [
  { id: 'date', header: 'Date', kind: 'day', value: (row) => row.createdAt, sort: 'contrib.createdAt' },
  { id: 'heure', header: 'Heure', kind: 'time', value: (row) => row.createdAt },
  {
    id: 'numKlis',
    header: 'Numéro',
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
  {
    id: 'telephone',
    header: 'Téléphone',
    kind: 'text',
    value: (row) => row.telephone,
    sort: 'contrib.telephone',
  },
  { id: 'statut', header: 'Statut', kind: 'status', value: (row) => row.statut, sort: 'contrib.statut' },
  { id: 'bases', header: 'Bases taxables', kind: 'text', value: (row) => row.bases.join(', ') },
  {
    id: 'prevu',
    header: 'Prévu',
    kind: 'amount',
    value: (row) => row.situation.total,
    sort: 'contrib.prevu',
  },
  { id: 'paye', header: 'Payé', kind: 'amount', value: (row) => row.situation.payer, sort: 'contrib.paye' },
  {
    id: 'restant',
    header: 'Restant',
    kind: 'amount',
    value: (row) => row.situation.restant,
    sort: 'contrib.restant',
  },
  {
    id: 'agent',
    header: 'Agent',
    kind: 'text',
    value: (row) => row.createdBy.username,
    sort: 'user.username',
  },
  { id: 'agentNom', header: "Nom de l'agent", kind: 'text', value: (row) => row.createdBy.fullName },
] as const satisfies readonly TableColumn<ContribuableRow>[];
