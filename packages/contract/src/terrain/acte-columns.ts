/** The columns of the list of field agents' activity. */
import { allColumns, deciding, stateList } from '../platform/listing/columns.ts';
import { placeFields } from '../territoire/place-fields.ts';
import type { ActeTerrainRow } from './actes.ts';
import { collectivite } from './shared-columns.ts';

export const acteTerrainList = stateList<ActeTerrainRow>()(
  {
    agent: {
      header: 'Agent',
      value: (row) => row.agent.nom,
      filter: { field: 'ag.nom', identifies: true },
      width: 200,
      primary: true,
    },
    enrolements: {
      header: 'Enrôlements',
      kind: 'number',
      value: (row) => row.enrolements,
      filter: { field: 'act.enrolements' },
      width: 110,
    },
    paiements: {
      header: 'Paiements',
      kind: 'number',
      value: (row) => row.paiements,
      filter: { field: 'act.paiements' },
    },
    montant: {
      header: 'Encaissé',
      kind: 'amount',
      value: (row) => row.montant,
      filter: { field: 'act.montant' },
    },
    annulations: {
      header: 'Annulations',
      kind: 'number',
      value: (row) => row.annulations,
      filter: { field: 'act.annulations' },
      width: 110,
    },
    visites: {
      header: 'Visites',
      kind: 'number',
      value: (row) => row.visites,
      filter: { field: 'act.visites' },
    },
    dernierContact: {
      header: 'Dernier contact',
      kind: 'instant',
      value: (row) => row.dernierContact,
      filter: { field: 'act.dernierContact' },
    },
    appareils: { header: 'Appareils', kind: 'number', value: (row) => row.appareils },
    collectivite,
  },
  { 'ent.id': placeFields['ent.id'], 'ag.id': { type: 'reference', label: 'Agent', to: 'users' } },
);
export const acteTerrainColumns = deciding(allColumns(acteTerrainList), [
  'enrolements',
  'paiements',
  'montant',
  'visites',
  'dernierContact',
  'collectivite',
]);
