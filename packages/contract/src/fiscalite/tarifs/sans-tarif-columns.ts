/** The columns of the list of lines that no tax bills. */
import { COLLECTIVITE, placeText, stateList, allColumns, deciding } from '../../platform/listing/columns.ts';
import { placeFields } from '../../territoire/place-fields.ts';
import { MOTIFS_SANS_TARIF, type SansTarifRow } from '../echeances/echeances.ts';

export const sansTarifList = stateList<SansTarifRow>()(
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
      under: 'contribuable',
    },
    lieu: {
      header: 'Localisation',
      value: ({ ramification }) => placeText(ramification),
      filter: { field: 'ram.nom', label: 'Nom de la localisation' },
    },
    collectivite: { ...COLLECTIVITE, filter: { field: 'ent.nom', ...placeFields['ent.nom'] } },
    objet: { header: 'Équipement ou activité', value: ({ objet }) => objet },
    precision: { header: 'Précision', value: ({ precision }) => precision },
    motif: { header: 'Motif', value: ({ motif }) => MOTIFS_SANS_TARIF[motif], width: 280 },
    date: {
      header: 'Enrôlement',
      kind: 'day',
      value: ({ createdAt }) => createdAt,
      filter: { field: 'l.createdAt', label: "Date d'enrôlement" },
    },
  },
  {
    'ent.id': placeFields['ent.id'],
    'ram.id': placeFields['ram.id'],
    'teq.id': { type: 'reference', label: "Type d'équipement", to: 'type_equipements', within: 'ent.id' },
    'na.id': { type: 'reference', label: "Nature d'activité", to: 'nature_activites', within: 'ent.id' },
  },
);

export const sansTarifColumns = deciding(allColumns(sansTarifList), ['lieu', 'objet', 'precision', 'motif']);
