/** The columns of the list of taxable bases: lines, each an equipment or an activity of a taxpayer. */
import {
  AGENT,
  AGENT_NOM,
  COLLECTIVITE,
  LOCALISATION,
  stateList,
  allColumns,
  deciding,
} from '../../platform/listing/columns.ts';
import { STATUTS_CONTRIBUABLE } from '../../constants.ts';
import { quantiteText } from '../../fiscalite/tarifs/bareme.ts';
import { ligneFilterFields, quantiteColumns } from './ligne-fields.ts';
import type { EnrollementRow } from './lignes.ts';

/** The précision of a line, after the quantity of one whose base has a unit: `3,5 m², Dur`. */
const precisionText = ({ variation, unite, quantite }: EnrollementRow): string | null => {
  if (unite === null) return variation;
  const counted = quantite === null ? 'sans quantité' : quantiteText(quantite, unite);
  return [counted, variation].filter(Boolean).join(', ');
};

export const baseTaxableList = stateList<EnrollementRow>()(
  {
    date: {
      header: 'Date',
      kind: 'day',
      value: (row) => row.contribuable.createdAt,
      filter: { field: 'contrib.createdAt', label: "Date d'enrôlement du contribuable" },
    },
    base: {
      header: 'Base taxable',
      value: (row) => row.natureActivite?.nom ?? row.equipement?.type.nom,
      width: 200,
    },
    precision: { header: 'Précision', value: precisionText, width: 130 },
    quantite: { ...quantiteColumns.quantite, filter: { field: 'enrollement.quantite', type: 'decimal' } },
    unite: quantiteColumns.unite,
    numKlis: {
      header: 'N° contribuable',
      value: (row) => row.contribuable.numKlis,
      filter: { field: 'contrib.numKlis', label: 'Numéro du contribuable' },
      width: 132,
      grow: 0,
      essential: true,
      under: 'fullName',
    },
    fullName: {
      header: 'Nom complet',
      value: (row) => row.contribuable.fullName,
      filter: { field: 'contrib.fullName' },
      width: 180,
      primary: true,
    },
    localisation: LOCALISATION,
    collectivite: COLLECTIVITE,
    statut: {
      header: 'Statut',
      kind: 'status',
      value: (row) => row.contribuable.statut,
      filter: { field: 'contrib.statut', values: STATUTS_CONTRIBUABLE, sorts: false },
      width: 106,
    },
    agent: AGENT,
    agentNom: AGENT_NOM,
  },
  {
    'enrollement.createdAt': { type: 'instant', label: "Date d'enrôlement" },
    'enrollement.sansQuantite': { type: 'boolean', label: 'Sans quantité' },
    'enrollement.variation': { type: 'text', label: 'Précision' },
    'enrollement.enabled': { type: 'boolean', label: 'Actif' },
    'enrollement.closedAt': {
      type: 'instant',
      label: 'Date de clôture',
      without: 'Ligne ouverte',
      with: 'Ligne close',
    },
    'na.id': { type: 'reference', label: "Nature d'activité", to: 'nature_activites', within: 'ent.id' },
    'na.nom': { type: 'text', label: "Nom de la nature d'activité" },
    'contrib.raisonSociale': { type: 'text', label: 'Raison sociale' },
    'contrib.enabled': { type: 'boolean', label: 'Contribuable actif' },
    'teq.nom': { type: 'text', label: "Nom du type d'équipement" },
    ...ligneFilterFields,
  },
);

export const baseTaxableColumns = deciding(allColumns(baseTaxableList), [
  'date',
  'base',
  'precision',
  'localisation',
  'statut',
  'agentNom',
]);
