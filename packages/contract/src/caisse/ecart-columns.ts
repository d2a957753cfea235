/** The columns of the list of écarts. */
import { stateList, allColumns, deciding } from '../platform/listing/columns.ts';
import type { EcartRow } from './caisse.ts';
import { REGLEMENT_WORDS, STATUTS_ECART } from './rules.ts';
import { collectivite, places, regie } from './shared-columns.ts';

export const ecartList = stateList<EcartRow>()(
  {
    date: {
      header: 'Constaté le',
      kind: 'instant',
      value: (row) => row.createdAt,
      filter: { field: 'ec.createdAt' },
    },
    titulaire: {
      header: 'Titulaire',
      value: (row) => row.titulaire.nom,
      filter: { field: 'tit.nom', sorts: false },
      width: 180,
      primary: true,
    },
    origine: {
      header: 'Constaté',
      value: (row) => {
        if (!row.session) return 'À la réception d’un versement';
        return row.ouverture ? 'À l’ouverture' : 'Au comptage';
      },
      width: 180,
    },
    montant: {
      header: 'Montant',
      kind: 'amount',
      value: (row) => row.montant,
      filter: { field: 'ec.montant' },
    },
    statut: {
      header: 'Statut',
      kind: 'status',
      value: (row) => row.statut,
      filter: {
        field: 'ec.statut',
        type: 'choice',
        values: STATUTS_ECART,
        sorts: false,
      },
    },
    explication: { header: 'Explication', value: (row) => row.explication, width: 220 },
    reglement: {
      header: 'Règlement',
      value: (row) => row.reglement && REGLEMENT_WORDS[row.reglement],
      width: 200,
    },
    regie,
    collectivite,
  },
  places,
);
export const ecartColumns = deciding(allColumns(ecartList), [
  'date',
  'origine',
  'montant',
  'statut',
  'reglement',
]);
