import type { EquipementRow } from '@octroi/contract/contribuables/lignes';
import type { Column } from '#src/ui/list/columns.ts';

/** The columns of the equipment list (specification 2 section 2.12). */
export const COLUMNS: readonly Column<EquipementRow>[] = [
  { id: 'date', header: 'Date', kind: 'day', value: (row) => row.createdAt, sort: 'equipement.createdAt' },
  { id: 'heure', header: 'Heure', kind: 'time', value: (row) => row.createdAt },
  {
    id: 'numKlis',
    header: 'N° contribuable',
    kind: 'link',
    value: (row) => row.numKlis,
    href: (row) => ({ to: `/contribuables/profile/${row.contribuable.id}` }),
    sort: 'contrib.numKlis',
    width: 132,
    grow: 0,
    primary: true,
  },
  {
    id: 'secteur',
    header: 'Secteur',
    kind: 'text',
    value: (row) => row.ramification.nom,
    sort: 'ram.nom',
    width: 180,
  },
  {
    id: 'statut',
    header: 'Statut',
    kind: 'status',
    value: (row) => (row.enabled ? 'Confirmé' : 'En attente de confirmation'),
    sort: 'equipement.enabled',
    width: 206,
  },
  {
    id: 'base',
    header: 'Base taxable',
    kind: 'text',
    value: (row) => [row.type.nom, row.precision].filter(Boolean).join(' '),
    sort: 'teq.nom',
    width: 220,
  },
  {
    id: 'agent',
    header: 'Agent',
    kind: 'text',
    value: (row) => row.createdBy.username,
    sort: 'user.username',
    width: 140,
  },
  {
    id: 'agentNom',
    header: "Nom de l'agent",
    kind: 'text',
    value: (row) => row.createdBy.fullName,
    width: 170,
  },
];
