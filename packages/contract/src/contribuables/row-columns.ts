/** Columns that several lists of taxpayers show; those that sort in every one of them say so. */
import { placeText, type TableColumn } from '../columns.ts';
import type { ContribuableRow } from './contribuables.ts';

export const rowColumns = {
  date: { id: 'date', header: 'Date', kind: 'day', value: (row) => row.createdAt, sort: 'contrib.createdAt' },
  heure: { id: 'heure', header: 'Heure', kind: 'time', value: (row) => row.createdAt },
  numKlis: {
    id: 'numKlis',
    header: 'Numéro',
    kind: 'text',
    value: (row) => row.numKlis,
    sort: 'contrib.numKlis',
  },
  fullName: {
    id: 'fullName',
    header: 'Nom complet',
    kind: 'text',
    value: (row) => row.fullName,
    sort: 'contrib.fullName',
  },
  localisation: {
    id: 'localisation',
    header: 'Localisation',
    kind: 'text',
    value: (row) => placeText(row.ramification),
    sort: 'ram.nom',
  },
  statut: { id: 'statut', header: 'Statut', kind: 'status', value: (row) => row.statut },
  bases: { id: 'bases', header: 'Bases taxables', kind: 'text', value: (row) => row.bases.join(', ') },
  prevu: { id: 'prevu', header: 'Prévu', kind: 'amount', value: (row) => row.situation.total },
  paye: { id: 'paye', header: 'Payé', kind: 'amount', value: (row) => row.situation.payer },
  restant: { id: 'restant', header: 'Restant', kind: 'amount', value: (row) => row.situation.restant },
  agent: {
    id: 'agent',
    header: 'Agent',
    kind: 'text',
    value: (row) => row.createdBy.username,
    sort: 'user.username',
  },
  agentNom: {
    id: 'agentNom',
    header: "Nom de l'agent",
    kind: 'text',
    value: (row) => row.createdBy.fullName,
  },
} as const satisfies Readonly<Record<string, TableColumn<ContribuableRow>>>;
