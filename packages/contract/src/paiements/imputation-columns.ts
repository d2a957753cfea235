/** The columns of the list of imputations. */
import { placeText, type TableColumn } from '../columns.ts';
import type { ImputationRow } from './imputations.ts';

export const imputationColumns = [
  {
    id: 'date',
    header: 'Date',
    kind: 'day',
    value: (row) => row.transaction.dateTransaction,
    sort: 'trans.dateTransaction',
  },
  { id: 'heure', header: 'Heure', kind: 'time', value: (row) => row.transaction.dateTransaction },
  {
    id: 'contribuable',
    header: 'Nom ou raison sociale',
    kind: 'text',
    value: (row) => row.contrib.fullName,
  },
  { id: 'numKlis', header: 'Numéro', kind: 'text', value: (row) => row.contrib.numKlis },
  {
    id: 'localisation',
    header: 'Localisation',
    kind: 'text',
    value: (row) => placeText(row.ramification),
  },
  { id: 'taxe', header: 'Taxe', kind: 'text', value: (row) => row.taxe?.nom ?? 'Avance' },
  { id: 'annee', header: 'Exercice', kind: 'text', value: (row) => String(row.annee) },
  { id: 'montant', header: 'Montant', kind: 'amount', value: (row) => row.montant, sort: 'imp.montant' },
  {
    id: 'moyenPaiement',
    header: 'Moyen de paiement',
    kind: 'text',
    value: (row) => row.transaction.moyenPaiement.nom,
  },
  { id: 'reference', header: 'Référence', kind: 'text', value: (row) => row.transaction.noTransaction },
  { id: 'agent', header: 'Agent', kind: 'text', value: (row) => row.bureauAccepteur?.username },
] as const satisfies readonly TableColumn<ImputationRow>[];
