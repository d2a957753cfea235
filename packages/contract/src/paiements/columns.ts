/** The columns of the transaction list (specification 2 section 2.13). */
import { COLLECTIVITE, LOCALISATION, stateList, allColumns, deciding } from '../platform/listing/columns.ts';
import { STATUTS_TRANSACTION } from '../constants.ts';
import { betailField } from '../contribuables/columns.ts';
import { formatFrancs } from '../platform/values/money.ts';
import { placeFields } from '../territoire/place-fields.ts';
import { EXTOURNE_WORDS } from './rules.ts';
import type { TransactionRow } from './transactions.ts';

/** The fields of a payment that the columns read. */
export interface TransactionCells extends Pick<
  TransactionRow,
  'dateTransaction' | 'noTransaction' | 'montant' | 'statut' | 'extourne'
> {
  contrib: Omit<TransactionRow['contrib'], 'id'>;
  ramification: { chemin: readonly string[]; entite: { nom: string } };
  moyenPaiement: { nom: string };
  bureauAccepteur: { username: string; fullName: string } | null;
}

/** A reversed payment keeps the statut Confirmé; its label says that it is reversed. */
const statutText = ({ statut, extourne }: TransactionCells): string =>
  extourne === null ? statut : EXTOURNE_WORDS[extourne];

export const transactionList = stateList<TransactionCells>()(
  {
    date: {
      header: 'Date',
      kind: 'day',
      value: (row) => row.dateTransaction,
      filter: { field: 'trans.dateTransaction' },
      paper: 8,
    },
    heure: { header: 'Heure', kind: 'time', value: (row) => row.dateTransaction, paper: 7, under: 'date' },
    contribuable: {
      header: 'Nom ou raison sociale',
      value: (row) => row.contrib.fullName,
      filter: { field: 'contrib.fullName', label: 'Contribuable' },
      width: 200,
      primary: true,
      paper: 20,
    },
    numKlis: {
      header: 'Numéro',
      value: (row) => row.contrib.numKlis,
      filter: { field: 'contrib.numKlis' },
      width: 116,
      grow: 0,
      paper: 10,
      essential: true,
      under: 'contribuable',
    },
    telephone: {
      header: 'Téléphone',
      value: (row) => row.contrib.telephone,
      filter: { field: 'contrib.telephone' },
      width: 116,
      grow: 0,
      paper: 10,
    },
    localisation: LOCALISATION,
    collectivite: { ...COLLECTIVITE, filter: { field: 'ent.nom', ...placeFields['ent.nom'] } },
    moyenPaiement: {
      header: 'Moyen de paiement',
      value: (row) => row.moyenPaiement.nom,
      filter: { field: 'mp.nom', label: 'Nom du moyen de paiement', sorts: false },
      width: 160,
      paper: 13,
    },
    reference: {
      header: 'Référence',
      value: (row) => row.noTransaction,
      filter: { field: 'trans.noTransaction' },
      width: 170,
      paper: 14,
      essential: true,
    },
    montant: {
      header: 'Montant',
      kind: 'amount',
      value: (row) => row.montant,
      filter: { field: 'trans.montant' },
      paper: 10,
    },
    statut: {
      header: 'Statut',
      kind: 'status',
      value: statutText,
      filter: { field: 'trans.statut', values: STATUTS_TRANSACTION },
      paper: 17,
    },
    agent: {
      header: 'Agent',
      value: (row) => row.bureauAccepteur?.username,
      filter: { field: 'user.username', label: 'Agent (pseudo)', sorts: false },
      width: 140,
      under: 'agentNom',
      paper: 12,
    },
    agentNom: {
      header: "Nom de l'agent",
      value: (row) => row.bureauAccepteur?.fullName,
      width: 170,
      paper: 14,
    },
  },
  {
    'trans.dateRequete': { type: 'instant', label: 'Date de la demande' },
    'mp.id': { type: 'reference', label: 'Moyen de paiement', to: 'moyen_paiements' },
    'contrib.nbreBetail': betailField,
    'contrib.raisonSociale': { type: 'text', label: 'Raison sociale' },
    ...placeFields,
    'ram.id': { ...placeFields['ram.id'], label: 'Secteur' },
    'user.id': { type: 'reference', label: 'Agent', to: 'users' },
  },
);

export const transactionColumns = deciding(allColumns(transactionList), [
  'date',
  'localisation',
  'moyenPaiement',
  'reference',
  'montant',
  'statut',
]);

/** The money sums of a list of payments, by their names in its totals: the third is the sum of the first two. */
export const ARGENT = [
  ['encaisse', 'Encaissé'],
  ['rendu', 'Extourné et remboursé'],
  ['net', 'Net'],
] as const;

/** `Encaissé 9 000 F CFA · Extourné et remboursé -9 000 F CFA · Net 0 F CFA` */
export const argentText = (sums: Readonly<Record<string, number>>): string =>
  ARGENT.map(([name, label]) => `${label} ${formatFrancs(sums[name] ?? 0)}`).join(' · ');
