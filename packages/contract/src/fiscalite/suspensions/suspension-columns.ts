/** The columns of the list of suspensions of collection and moratoires. */
import { COLLECTIVITE, stateList, allColumns } from '../../platform/listing/columns.ts';
import { placeFields } from '../../territoire/place-fields.ts';
import { ETATS_SUSPENSION, NATURES_SUSPENSION_WORDS, PARTIELLES, PAYES } from './suspension-words.ts';
import type { SuspensionRow } from './suspensions.ts';

export const suspensionList = stateList<SuspensionRow>()(
  {
    motif: { header: 'Motif', value: ({ motif }) => motif, filter: { field: 'susp.motif' }, primary: true },
    nature: {
      header: 'Nature',
      value: ({ nature }) => NATURES_SUSPENSION_WORDS[nature],
      filter: {
        field: 'susp.nature',
        type: 'choice',
        values: Object.values(NATURES_SUSPENSION_WORDS),
        sorts: false,
      },
      width: 120,
    },
    etat: {
      header: 'État',
      kind: 'status',
      value: ({ etat }) => etat,
      filter: { field: 'susp.etat', type: 'choice', values: ETATS_SUSPENSION, sorts: false },
    },
    du: { header: 'Du', kind: 'day', value: ({ du }) => du, filter: { field: 'susp.du', type: 'day' } },
    fin: {
      header: 'Au',
      kind: 'day',
      value: ({ du, fin }) => (fin < du ? null : fin),
      filter: { field: 'susp.fin', type: 'day' },
    },
    taxe: { header: 'Taxe', value: ({ taxe }) => taxe?.nom ?? 'Toutes' },
    lieu: { header: 'Sous-entité', value: ({ lieu }) => lieu?.nom ?? 'Toutes' },
    collectivite: {
      ...COLLECTIVITE,
      value: ({ entite }) => entite.nom,
      filter: { field: 'ent.nom', ...placeFields['ent.nom'] },
    },
    reference: { header: 'Référence', value: ({ reference }) => reference, width: 200 },
    document: {
      header: 'Document',
      value: ({ document }) => (document ? 'Joint' : null),
      width: 110,
    },
    partielles: {
      header: 'Périodes en partie couvertes',
      value: ({ partielles }) => partielles && PARTIELLES[partielles],
      width: 200,
    },
    payes: { header: 'Ce qui était payé', value: ({ payes }) => payes && PAYES[payes], width: 200 },
    createdBy: { header: 'Saisie par', value: ({ createdBy }) => createdBy.username, width: 140 },
    date: {
      header: 'Saisie le',
      kind: 'day',
      value: ({ createdAt }) => createdAt,
      filter: { field: 'susp.createdAt' },
    },
  },
  {
    'ent.id': placeFields['ent.id'],
    'taxe.id': { type: 'reference', label: 'Taxe', to: 'entite_taxes', within: 'ent.id' },
  },
);
export const suspensionColumns = allColumns(suspensionList);
