/** The columns of the list of exonérations. */
import { COLLECTIVITE, placeText, stateList, allColumns } from '../../platform/listing/columns.ts';
import { placeFields } from '../../territoire/place-fields.ts';
import type { ExonerationRow } from './exonerations.ts';
import { ETATS_EXONERATION } from './exonere.ts';

export const exonerationList = stateList<ExonerationRow>()(
  {
    contribuable: {
      header: 'Contribuable',
      value: ({ contribuable }) => contribuable.fullName,
      filter: { field: 'contrib.fullName', identifies: true },
      primary: true,
    },
    numKlis: {
      header: 'Numéro',
      value: ({ contribuable }) => contribuable.numKlis,
      filter: { field: 'contrib.numKlis', label: 'Numéro du contribuable', sorts: false, identifies: true },
      width: 130,
      grow: 0,
      essential: true,
    },
    du: {
      header: 'De',
      // a year is no figure to group by thousands
      value: ({ du }) => String(du),
      filter: { field: 'exo.du', label: 'Première année', type: 'integer' },
      width: 70,
      grow: 0,
    },
    fin: {
      header: 'Jusqu’en',
      value: ({ du, fin }) => (fin < du ? null : String(fin)),
      filter: { field: 'exo.fin', label: 'Dernière année', type: 'integer' },
      width: 90,
      grow: 0,
    },
    etat: {
      header: 'État',
      kind: 'status',
      value: ({ etat }) => etat,
      filter: { field: 'exo.etat', type: 'choice', values: ETATS_EXONERATION, sorts: false },
    },
    lieu: {
      header: 'Localisation',
      value: ({ ramification }) => placeText(ramification),
      filter: { field: 'ram.nom', label: 'Nom de la localisation' },
    },
    collectivite: { ...COLLECTIVITE, filter: { field: 'ent.nom', ...placeFields['ent.nom'] } },
    base: { header: 'Base taxable', value: ({ base }) => base ?? 'Toutes' },
    taxe: { header: 'Taxe', value: ({ taxe }) => taxe ?? 'Toutes' },
    citation: { header: 'Fondement', value: ({ citation }) => citation, width: 240 },
    createdBy: { header: 'Demandée par', value: ({ createdBy }) => createdBy.username, width: 140 },
    date: {
      header: 'Accordée le',
      kind: 'day',
      value: ({ createdAt }) => createdAt,
      filter: { field: 'exo.createdAt' },
    },
  },
  {
    'ent.id': placeFields['ent.id'],
    'ram.id': placeFields['ram.id'],
    'taxe.id': { type: 'reference', label: 'Taxe', to: 'entite_taxes', within: 'ent.id' },
  },
);
export const exonerationColumns = allColumns(exonerationList);
