/** The columns of the equipment list (specification 2 section 2.12). */
import type { TableColumn } from '../columns.ts';
import type { EquipementRow } from './lignes.ts';

export const equipementColumns = [
  { id: 'date', header: 'Date', kind: 'day', value: (row) => row.createdAt, sort: 'equipement.createdAt' },
  { id: 'heure', header: 'Heure', kind: 'time', value: (row) => row.createdAt },
  {
    id: 'numKlis',
    header: 'N° contribuable',
    kind: 'text',
    value: (row) => row.numKlis,
    sort: 'contrib.numKlis',
  },
  {
    id: 'secteur',
    header: 'Secteur',
    kind: 'text',
    value: (row) => row.ramification.nom,
    sort: 'ram.nom',
  },
  {
    id: 'statut',
    header: 'Statut',
    kind: 'status',
    value: (row) => (row.enabled ? 'Confirmé' : 'En attente de confirmation'),
    sort: 'equipement.enabled',
  },
  {
    id: 'base',
    header: 'Base taxable',
    kind: 'text',
    value: (row) => [row.type.nom, row.precision].filter(Boolean).join(' '),
    sort: 'teq.nom',
  },
  {
    id: 'agent',
    header: 'Agent',
    kind: 'text',
    value: (row) => row.createdBy.username,
    sort: 'user.username',
  },
  { id: 'agentNom', header: "Nom de l'agent", kind: 'text', value: (row) => row.createdBy.fullName },
] as const satisfies readonly TableColumn<EquipementRow>[];
