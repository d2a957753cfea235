/** What the lists of equipment and lines filter and order by: apart from the schemas, which a list on screen does not need. */
import { STATUTS_CONTRIBUABLE } from '../constants.ts';
import type { FilterField } from '../filter.ts';

const owner: Record<string, FilterField> = {
  'contrib.id': { type: 'integer', label: 'N° du contribuable' },
  'contrib.numKlis': { type: 'text', label: 'Numéro du contribuable' },
  'contrib.fullName': { type: 'text', label: 'Nom complet' },
  'ent.id': { type: 'reference', label: 'Collectivité', to: 'entites' },
  'ent.nom': { type: 'text', label: 'Collectivité (nom)' },
  'ram.id': { type: 'reference', label: 'Localisation', to: 'ramifications', within: 'ent.id' },
  'ram.nom': { type: 'text', label: 'Localisation (nom)' },
  'p.id': { type: 'reference', label: 'Localisation parente', to: 'ramifications', within: 'ent.id' },
  'p.nom': { type: 'text', label: 'Localisation parente (nom)' },
  'teq.id': { type: 'reference', label: "Type d'équipement", to: 'type_equipements', within: 'ent.id' },
  'teq.nom': { type: 'text', label: "Type d'équipement (nom)" },
  'user.id': { type: 'reference', label: 'Agent', to: 'users' },
  'user.username': { type: 'text', label: 'Agent (pseudo)' },
};

export const equipementFilterFields: Record<string, FilterField> = {
  'equipement.createdAt': { type: 'instant', label: 'Date de création' },
  'equipement.enabled': { type: 'boolean', label: 'Confirmé' },
  'equipement.precision': { type: 'text', label: 'Précision' },
  ...owner,
};

export const enrollementFilterFields: Record<string, FilterField> = {
  'enrollement.createdAt': { type: 'instant', label: "Date d'enrôlement" },
  'enrollement.variation': { type: 'text', label: 'Précision' },
  'enrollement.enabled': { type: 'boolean', label: 'Actif' },
  'enrollement.closedAt': { type: 'instant', label: 'Date de clôture' },
  'na.id': { type: 'reference', label: "Nature d'activité", to: 'nature_activites', within: 'ent.id' },
  'na.nom': { type: 'text', label: "Nature d'activité (nom)" },
  'contrib.createdAt': { type: 'instant', label: "Date d'enrôlement du contribuable" },
  'contrib.statut': { type: 'choice', label: 'Statut', values: STATUTS_CONTRIBUABLE },
  'contrib.raisonSociale': { type: 'text', label: 'Raison sociale' },
  'contrib.enabled': { type: 'boolean', label: 'Contribuable actif' },
  ...owner,
};
