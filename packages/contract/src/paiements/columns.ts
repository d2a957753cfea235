/** The columns of the transaction list (specification 2 section 2.13). */
import { placeText, type TableColumn } from '../columns.ts';
import type { TransactionRow } from './transactions.ts';

/** What the columns read of a payment. */
export interface TransactionCells extends Pick<
  TransactionRow,
  'dateTransaction' | 'noTransaction' | 'montant' | 'statut'
> {
  contrib: Omit<TransactionRow['contrib'], 'id'>;
  ramification: { nom: string; parent: { nom: string } | null };
  moyenPaiement: { nom: string };
  bureauAccepteur: { username: string; fullName: string } | null;
}

export const transactionColumns = [
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
    kind: 'text',
    value: (row) => row.contrib.fullName,
    sort: 'contrib.fullName',
  },
  {
    id: 'numKlis',
    header: 'Numéro',
    kind: 'text',
    value: (row) => row.contrib.numKlis,
    sort: 'contrib.numKlis',
  },
  {
    id: 'telephone',
    header: 'Téléphone',
    kind: 'text',
    value: (row) => row.contrib.telephone,
    sort: 'contrib.telephone',
  },
  {
    id: 'localisation',
    header: 'Localisation',
    kind: 'text',
    value: (row) => placeText(row.ramification),
    sort: 'ram.nom',
  },
  {
    id: 'moyenPaiement',
    header: 'Moyen de paiement',
    kind: 'text',
    value: (row) => row.moyenPaiement.nom,
  },
  {
    id: 'reference',
    header: 'Référence',
    kind: 'text',
    value: (row) => row.noTransaction,
    sort: 'trans.noTransaction',
  },
  { id: 'montant', header: 'Montant', kind: 'amount', value: (row) => row.montant, sort: 'trans.montant' },
  { id: 'statut', header: 'Statut', kind: 'status', value: (row) => row.statut, sort: 'trans.statut' },
  { id: 'agent', header: 'Agent', kind: 'text', value: (row) => row.bureauAccepteur?.username },
  { id: 'agentNom', header: "Nom de l'agent", kind: 'text', value: (row) => row.bureauAccepteur?.fullName },
] as const satisfies readonly TableColumn<TransactionCells>[];
