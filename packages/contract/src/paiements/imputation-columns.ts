/** The columns of the list of imputations. */
import { COLLECTIVITE, placeText, stateList, allColumns, deciding } from '../platform/listing/columns.ts';
import { PAYE_D_AVANCE } from '../platform/values/money.ts';
import type { ImputationRow } from './imputations.ts';
import { transactionList } from './columns.ts';

const { fields } = transactionList;

export const imputationList = stateList<ImputationRow>()(
  {
    date: {
      header: 'Date',
      kind: 'day',
      value: (row) => row.transaction.dateTransaction,
      filter: { field: 'trans.dateTransaction' },
    },
    heure: { header: 'Heure', kind: 'time', value: (row) => row.transaction.dateTransaction, under: 'date' },
    contribuable: {
      header: 'Nom ou raison sociale',
      value: (row) => row.contrib.fullName,
      filter: { field: 'contrib.fullName', label: 'Contribuable', sorts: false },
      width: 200,
      primary: true,
    },
    numKlis: {
      header: 'Numéro',
      value: (row) => row.contrib.numKlis,
      filter: { field: 'contrib.numKlis', sorts: false },
      width: 116,
      grow: 0,
      essential: true,
      under: 'contribuable',
    },
    localisation: {
      header: 'Localisation',
      value: (row) => placeText(row.ramification),
      filter: { field: 'ram.nom', label: 'Nom de la localisation', sorts: false },
      width: 200,
    },
    collectivite: COLLECTIVITE,
    taxe: {
      header: 'Taxe',
      value: (row) => row.taxe?.nom ?? PAYE_D_AVANCE,
      filter: { field: 'taxe.nom', label: 'Nom de la taxe', sorts: false },
      width: 200,
    },
    annee: {
      header: 'Exercice',
      value: (row) => String(row.annee),
      filter: { field: 'imp.annee', type: 'integer', sorts: false },
      width: 92,
      grow: 0,
    },
    montant: {
      header: 'Montant',
      kind: 'amount',
      value: (row) => row.montant,
      filter: { field: 'imp.montant' },
    },
    moyenPaiement: {
      header: 'Moyen de paiement',
      value: (row) => row.transaction.moyenPaiement.nom,
      width: 160,
    },
    reference: {
      header: 'Référence',
      value: (row) => row.transaction.noTransaction,
      filter: { field: 'trans.noTransaction', sorts: false },
      width: 170,
      essential: true,
    },
    agent: { header: 'Agent', value: (row) => row.bureauAccepteur?.username, width: 140 },
  },
  {
    // an imputation without a tax is an advance
    'taxe.id': {
      type: 'reference',
      label: 'Taxe',
      to: 'entite_taxes',
      within: 'ent.id',
      without: PAYE_D_AVANCE,
      with: "Sans ce qui est payé d'avance",
    },
    'mp.id': fields['mp.id'],
    'ent.id': fields['ent.id'],
    'ram.id': fields['ram.id'],
    'p.id': fields['p.id'],
    'user.id': fields['user.id'],
  },
);

export const imputationColumns = deciding(allColumns(imputationList), [
  'date',
  'taxe',
  'annee',
  'montant',
  'reference',
]);
