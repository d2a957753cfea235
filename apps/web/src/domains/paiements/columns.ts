import type { TransactionRow } from '@octroi/contract/paiements/transactions';
import type { Column } from '#src/ui/list/columns.ts';

const placeText = ({ parent, nom }: TransactionRow['ramification']): string =>
  parent ? `${parent.nom} › ${nom}` : nom;

/** The columns of the transaction list (specification 2 section 2.13). */
export const COLUMNS: readonly Column<TransactionRow>[] = [
  {
    id: 'date',
    header: 'Date',
    kind: 'day',
    value: (row) => row.dateTransaction,
    sort: 'trans.dateTransaction',
  },
  { id: 'heure', header: 'Heure', kind: 'time', value: (row) => row.dateTransaction },
  {
    id: 'contribuable',
    header: 'Nom ou raison sociale',
    kind: 'link',
    value: (row) => row.contrib.fullName,
    href: (row) => ({ to: `/contribuables/profile/${row.contrib.id}` }),
    sort: 'contrib.fullName',
    width: 200,
    primary: true,
  },
  {
    id: 'numKlis',
    header: 'Numéro',
    kind: 'text',
    value: (row) => row.contrib.numKlis,
    sort: 'contrib.numKlis',
    width: 116,
    grow: 0,
  },
  {
    id: 'telephone',
    header: 'Téléphone',
    kind: 'text',
    value: (row) => row.contrib.telephone,
    sort: 'contrib.telephone',
    width: 116,
    grow: 0,
  },
  {
    id: 'localisation',
    header: 'Localisation',
    kind: 'text',
    value: (row) => placeText(row.ramification),
    sort: 'ram.nom',
    width: 170,
  },
  {
    id: 'moyenPaiement',
    header: 'Moyen de paiement',
    kind: 'text',
    value: (row) => row.moyenPaiement.nom,
    width: 160,
  },
  {
    id: 'reference',
    header: 'Référence',
    kind: 'text',
    value: (row) => row.noTransaction,
    sort: 'trans.noTransaction',
    width: 170,
  },
  { id: 'montant', header: 'Montant', kind: 'amount', value: (row) => row.montant, sort: 'trans.montant' },
  { id: 'statut', header: 'Statut', kind: 'status', value: (row) => row.statut, sort: 'trans.statut' },
  { id: 'agent', header: 'Agent', kind: 'text', value: (row) => row.bureauAccepteur?.username, width: 140 },
  {
    id: 'agentNom',
    header: "Nom de l'agent",
    kind: 'text',
    value: (row) => row.bureauAccepteur?.fullName,
    width: 170,
  },
];
