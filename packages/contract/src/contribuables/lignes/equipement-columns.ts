/** The columns of the equipment list (specification 2 section 2.12). */
import {
  AGENT,
  AGENT_NOM,
  COLLECTIVITE,
  placeText,
  stateList,
  allColumns,
  deciding,
} from '../../platform/listing/columns.ts';
import { quantiteText } from '../../fiscalite/tarifs/bareme.ts';
import { ligneFilterFields, quantiteColumns } from './ligne-fields.ts';
import type { EquipementRow } from './lignes.ts';

/** `Étal Dur`, and the quantity of an equipment whose type has a unit: `Étal Dur (3,5 m²)`. */
const baseText = ({ type, precision, unite, quantite }: EquipementRow): string =>
  [type.nom, precision, unite === null || quantite === null ? null : `(${quantiteText(quantite, unite)})`]
    .filter(Boolean)
    .join(' ');

export const equipementList = stateList<EquipementRow>()(
  {
    date: {
      header: 'Date',
      kind: 'day',
      value: (row) => row.createdAt,
      filter: { field: 'equipement.createdAt', label: 'Date de création' },
    },
    heure: { header: 'Heure', kind: 'time', value: (row) => row.createdAt, under: 'date' },
    numKlis: {
      header: 'N° contribuable',
      value: (row) => row.numKlis,
      filter: { field: 'contrib.numKlis', label: 'Numéro du contribuable' },
      width: 150,
      grow: 0,
      primary: true,
    },
    secteur: {
      header: 'Secteur',
      value: (row) => placeText(row.ramification),
      filter: { field: 'ram.nom', label: 'Nom de la localisation' },
      width: 200,
    },
    collectivite: COLLECTIVITE,
    statut: {
      header: 'Statut',
      kind: 'status',
      value: (row) => (row.enabled ? 'Confirmé' : 'En attente de confirmation'),
      filter: { field: 'equipement.enabled', type: 'boolean', label: 'Confirmé' },
      width: 206,
    },
    base: {
      header: 'Base taxable',
      value: baseText,
      filter: { field: 'teq.nom', label: "Nom du type d'équipement" },
      width: 220,
    },
    ...quantiteColumns,
    agent: AGENT,
    agentNom: AGENT_NOM,
  },
  {
    'equipement.precision': { type: 'text', label: 'Précision' },
    'contrib.fullName': { type: 'text', label: 'Nom complet' },
    ...ligneFilterFields,
  },
);

export const equipementColumns = deciding(allColumns(equipementList), [
  'date',
  'secteur',
  'statut',
  'base',
  'agentNom',
]);
