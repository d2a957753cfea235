/** What taxpayer lists filter and order by: apart from the schemas, which a list on screen does not need. */
import { STATUTS_CONTRIBUABLE } from '../constants.ts';
import type { FilterField } from '../filter.ts';

/** Columns of the taxpayer list's filter builder. */
export const contribuableFilterFields: Record<string, FilterField> = {
  'contrib.createdAt': { type: 'instant', label: "Date d'enrôlement" },
  'contrib.numKlis': { type: 'text', label: 'Numéro' },
  'contrib.fullName': { type: 'text', label: 'Nom complet' },
  'contrib.nom': { type: 'text', label: 'Nom' },
  'contrib.prenom': { type: 'text', label: 'Prénom' },
  'contrib.raisonSociale': { type: 'text', label: 'Raison sociale' },
  'contrib.telephone': { type: 'text', label: 'Téléphone' },
  'contrib.adresse': { type: 'text', label: 'Adresse' },
  'contrib.type': { type: 'choice', label: 'Type', values: ['Personne physique', 'Personne morale'] },
  'contrib.statut': { type: 'choice', label: 'Statut', values: STATUTS_CONTRIBUABLE },
  'contrib.nif': { type: 'text', label: 'NIF' },
  'contrib.numeroPieceIdentite': { type: 'text', label: "N° de pièce d'identité" },
  'contrib.nbreBetail': { type: 'integer', label: 'Bétail' },
  'contrib.enabled': { type: 'boolean', label: 'Actif' },
  'contrib.prevu': { type: 'amount', label: 'Prévu' },
  'contrib.paye': { type: 'amount', label: 'Payé' },
  'contrib.restant': { type: 'amount', label: 'Restant' },
  'contrib.correctedAt': { type: 'instant', label: 'Date de correction' },
  'contrib.validatedAt': { type: 'instant', label: 'Date de validation' },
  'contrib.updatedAt': { type: 'instant', label: 'Date de modification' },
  'ent.id': { type: 'reference', label: 'Collectivité', to: 'entites' },
  'ent.nom': { type: 'text', label: 'Collectivité (nom)' },
  'ram.id': { type: 'reference', label: 'Localisation', to: 'ramifications', within: 'ent.id' },
  'ram.nom': { type: 'text', label: 'Localisation (nom)' },
  'p.id': { type: 'reference', label: 'Localisation parente', to: 'ramifications', within: 'ent.id' },
  'p.nom': { type: 'text', label: 'Localisation parente (nom)' },
  'user.id': { type: 'reference', label: 'Agent', to: 'users' },
  'user.username': { type: 'text', label: 'Agent (pseudo)' },
};
