import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import type { Column } from '#src/ui/list/columns.ts';

const profile = ({ id }: ContribuableRow) => ({ to: `/contribuables/profile/${id}` });

/** Where somebody or something stands: `Zone 1 › Secteur B`. */
export const placeText = ({ parent, nom }: { parent: { nom: string } | null; nom: string }): string =>
  parent ? `${parent.nom} › ${nom}` : nom;

/** The columns of the taxpayer list (specification 2 section 2.4). */
export const COLUMNS: readonly Column<ContribuableRow>[] = [
  { id: 'date', header: 'Date', kind: 'day', value: (row) => row.createdAt, sort: 'contrib.createdAt' },
  { id: 'heure', header: 'Heure', kind: 'time', value: (row) => row.createdAt },
  {
    id: 'numKlis',
    header: 'Numéro',
    kind: 'link',
    value: (row) => row.numKlis,
    href: profile,
    sort: 'contrib.numKlis',
    width: 108,
    grow: 0,
  },
  {
    id: 'fullName',
    header: 'Nom complet',
    kind: 'text',
    value: (row) => row.fullName,
    sort: 'contrib.fullName',
    width: 180,
    primary: true,
  },
  {
    id: 'localisation',
    header: 'Localisation',
    kind: 'text',
    value: (row) => placeText(row.ramification),
    sort: 'ram.nom',
    width: 150,
  },
  {
    id: 'telephone',
    header: 'Téléphone',
    kind: 'text',
    value: (row) => row.telephone,
    sort: 'contrib.telephone',
    width: 116,
    grow: 0,
  },
  {
    id: 'statut',
    header: 'Statut',
    kind: 'status',
    value: (row) => row.statut,
    sort: 'contrib.statut',
    width: 106,
  },
  { id: 'bases', header: 'Bases taxables', kind: 'text', value: (row) => row.bases.join(', '), width: 220 },
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
