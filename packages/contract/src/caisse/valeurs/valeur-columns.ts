/** The columns of the lists of tickets and counterfoil books: stock by holder, sales, movements. */
import { placeText, stateList, allColumns, deciding } from '../../platform/listing/columns.ts';
import { placeFields } from '../../territoire/place-fields.ts';
import { collectivite, places, regie } from '../shared-columns.ts';
import { numerosText, STATUTS_VENTE } from './valeur-rules.ts';
import type { ReleveValeurRow, ValeurRow, VenteRow } from './valeurs.ts';

interface OfCategorie {
  categorie: { nom: string; valeur: number };
}
const categorie = {
  header: 'Catégorie',
  value: (row: OfCategorie) => row.categorie.nom,
  filter: { field: 'cv.nom' },
  width: 170,
  primary: true,
  paper: 16,
} as const;
const unite = {
  header: 'Valeur',
  kind: 'number',
  value: (row: OfCategorie) => row.categorie.valeur,
  width: 80,
  paper: 7,
} as const;
const others = {
  ...places,
  'cv.id': { type: 'reference', label: 'Catégorie', to: 'categorie_valeurs', within: 'ent.id' },
  'ag.id': { type: 'reference', label: 'Agent', to: 'users' },
} as const;

export const valeurList = stateList<ValeurRow>()(
  {
    categorie,
    detenteur: {
      header: 'Détenteur',
      value: (row) => row.agent?.nom ?? 'Stock de la régie',
      filter: { field: 'ag.nom', label: 'Agent', sorts: false },
      width: 190,
    },
    numeros: {
      header: 'Numéros',
      value: (row) => numerosText([[row.de, row.a]]),
      filter: { field: 'tv.de', label: 'Premier numéro', type: 'integer' },
      width: 170,
      essential: true,
    },
    nombre: { header: 'Nombre', kind: 'number', value: (row) => row.nombre, filter: { field: 'tv.nombre' } },
    unite,
    montant: {
      header: 'Montant',
      kind: 'amount',
      value: (row) => row.montant,
      filter: { field: 'tv.montant' },
    },
    regie,
    collectivite,
  },
  others,
);
export const valeurColumns = deciding(allColumns(valeurList), ['detenteur', 'numeros', 'nombre', 'montant']);

export const venteList = stateList<VenteRow>()(
  {
    date: {
      header: 'Date',
      kind: 'instant',
      value: (row) => row.vendueLe,
      filter: { field: 'vv.vendueLe' },
    },
    categorie,
    numeros: {
      header: 'Numéros',
      value: (row) => numerosText([[row.de, row.a]]),
      filter: { field: 'vv.de', label: 'Premier numéro', type: 'integer' },
      width: 160,
      essential: true,
    },
    nombre: { header: 'Nombre', kind: 'number', value: (row) => row.nombre, filter: { field: 'vv.nombre' } },
    unite,
    montant: {
      header: 'Montant',
      kind: 'amount',
      value: (row) => row.montant,
      filter: { field: 'vv.montant' },
    },
    marche: {
      header: 'Marché',
      value: (row) => placeText(row.ramification),
      filter: { field: 'ram.nom', label: 'Marché (nom)' },
      width: 190,
    },
    agent: {
      header: 'Agent',
      value: (row) => row.agent.nom,
      filter: { field: 'ag.nom', sorts: false },
      width: 170,
    },
    taxe: {
      header: 'Taxe',
      value: (row) => row.taxe?.nom,
      filter: { field: 'taxe.nom', sorts: false },
      width: 150,
    },
    statut: {
      header: 'Statut',
      kind: 'status',
      value: (row) => row.statut,
      filter: { field: 'vv.statut', type: 'choice', values: STATUTS_VENTE, sorts: false },
    },
    motif: { header: 'Motif', value: (row) => row.motif, width: 160 },
    regie,
    collectivite,
  },
  { ...others, 'ram.id': placeFields['ram.id'] },
);
export const venteColumns = deciding(allColumns(venteList), [
  'date',
  'numeros',
  'nombre',
  'montant',
  'agent',
  'statut',
]);

export const releveValeurList = stateList<ReleveValeurRow>()(
  {
    // the person of the row, also on the paper that this person signs
    detenteur: {
      header: 'Agent',
      value: (row) => row.agent?.nom ?? `Toute la régie ${row.regie.nom}`,
      filter: { field: 'ag.nom', sorts: false },
      width: 190,
      primary: true,
      paper: 16,
    },
    categorie: { ...categorie, primary: false },
    unite,
    ouverture: { header: 'Ouverture', kind: 'number', value: (row) => row.ouverture, paper: 8 },
    recu: {
      header: 'Reçu',
      kind: 'number',
      value: (row) => row.recu,
      filter: { field: 'rv.recu' },
      paper: 7,
    },
    recus: {
      header: 'Numéros reçus',
      value: (row) => numerosText(row.recus),
      width: 150,
      paper: 15,
    },
    vendu: {
      header: 'Vendu',
      kind: 'number',
      value: (row) => row.vendu,
      filter: { field: 'rv.vendu' },
      paper: 7,
    },
    vendus: {
      header: 'Numéros vendus',
      value: (row) => numerosText(row.vendus),
      width: 150,
      paper: 15,
    },
    rendu: {
      header: 'Rendu',
      kind: 'number',
      value: (row) => row.rendu,
      filter: { field: 'rv.rendu' },
      paper: 7,
    },
    rendus: {
      header: 'Numéros rendus',
      value: (row) => numerosText(row.rendus),
      width: 150,
      paper: 13,
    },
    perdu: {
      header: 'Perdu',
      kind: 'number',
      value: (row) => row.perdu,
      filter: { field: 'rv.perdu' },
      paper: 7,
    },
    perdus: { header: 'Numéros perdus', value: (row) => numerosText(row.perdus), width: 130 },
    cloture: {
      header: 'Détenu à la fin',
      kind: 'number',
      value: (row) => row.cloture,
      filter: { field: 'rv.cloture' },
      width: 120,
      paper: 9,
    },
    montantVendu: {
      header: 'Montant vendu',
      kind: 'amount',
      value: (row) => row.montantVendu,
      filter: { field: 'rv.montantVendu' },
      paper: 11,
    },
    montantCloture: {
      header: 'Montant détenu',
      kind: 'amount',
      value: (row) => row.montantCloture,
      filter: { field: 'rv.montantCloture' },
      paper: 11,
    },
    regie,
    collectivite,
  },
  others,
);
export const releveValeurColumns = deciding(allColumns(releveValeurList), [
  'categorie',
  'recu',
  'vendu',
  'rendu',
  'cloture',
  'montantVendu',
]);
