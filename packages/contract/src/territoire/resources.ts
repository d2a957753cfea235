/** The declared resources of the territory. */
import { TYPE_ENTITE_COLLECTIVITE } from '../constants.ts';
import { MAX_PAIEMENT } from '../paiements/rules.ts';
import {
  day,
  decimal,
  defineResource,
  flag,
  integer,
  longText,
  reference,
  text,
} from '../platform/resource/resource.ts';
import { situationsSchema } from './situations.ts';

/** Towns (specification 1 section 3). */
export const villes = defineResource({
  path: 'villes',
  alias: 'v',
  screen: 'villes',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la ville' }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'v.nom',
  pageSize: 30,
});

/** Levels of a territory: département, quartier, zone, secteur (specification 1 section 3). */
export const typeRamifications = defineResource({
  path: 'type_ramifications',
  alias: 'tr',
  screen: 'types-ramification',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom du type' }),
    niveau: integer({
      label: 'Niveau',
      required: true,
      min: 1,
      max: 9,
      // after the four levels of the specification, by default
      default: 5,
      hint: 'Veuillez entrer le niveau : 1 pour le plus haut',
    }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'tr.nom',
  pageSize: 30,
});

/**
 * Collectivités (specification 1 sections 2, 3 and 5). `commission`: NTA's share in percent. `plafondPaiement`: largest
 * payment, in francs. `caisseDepuis`: day from which cash requires an open till. `delaiNouveau`: days between enrolment
 * and the first échéance of a new line. `delaiContact`: days without contact after which a field device is overdue.
 * `smsRecus`: SMS receipts for payments taken by devices. `motsSimples`: the agents' app shows words of every day beside
 * the office's.
 */
export const entites = defineResource({
  path: 'entites',
  alias: 'ent',
  screen: 'collectivites',
  sensitive: 'removal',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la collectivité' }),
    nomCourt: text({ label: 'Nom court', required: true, max: 40, hint: 'Veuillez entrer le nom court' }),
    code: text({ label: 'Code', required: true, max: 20, hint: 'Veuillez entrer le code' }),
    type: reference({
      label: 'Type',
      to: 'type_entites',
      alias: 'te',
      default: TYPE_ENTITE_COLLECTIVITE,
      choices: [{ id: TYPE_ENTITE_COLLECTIVITE, nom: 'Collectivité' }],
    }),
    telephone: text({ label: 'Telephone', max: 40 }),
    adresse: text({ label: 'Adresse' }),
    commission: decimal({ label: 'Commission' }),
    plafondPaiement: integer({ label: 'Montant maximal d’un paiement', min: 1, max: MAX_PAIEMENT }),
    caisseDepuis: day({ label: 'Caisses tenues depuis le' }),
    smsRecus: flag({ label: 'SMS au contribuable pour un paiement reçu ?', default: false }),
    motsSimples: flag({ label: 'Mots de tous les jours sur les téléphones des agents ?', default: false }),
    delaiNouveau: integer({
      label: 'Délai de paiement d’un nouvel enrôlé (jours)',
      min: 0,
      max: 365,
      default: 0,
    }),
    delaiContact: integer({ label: 'Jours sans contact d’un appareil', min: 1, max: 365 }),
    statutJuridique: text({ label: 'Statut juridique' }),
    ville: reference({
      label: 'Ville',
      required: true,
      hint: 'Veuillez choisir une ville',
      to: 'villes',
      alias: 'v',
    }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: false }),
  },
  order: 'ent.nom',
  pageSize: 10,
});

const places = defineResource({
  path: 'ramifications',
  alias: 'ram',
  screen: 'ramifications',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom' }),
    code: text({ label: 'Code', required: true, max: 40, fixed: true, hint: 'Veuillez entrer le code' }),
    entite: reference({
      label: 'Collectivité',
      required: true,
      hint: 'Veuillez choisir une collectivité',
      to: 'entites',
      alias: 'ent',
      fixed: true,
    }),
    parent: reference({ label: 'Parent', to: 'ramifications', alias: 'p' }),
    type: reference({
      label: 'Type',
      required: true,
      hint: 'Veuillez choisir un type',
      to: 'type_ramifications',
      alias: 'tr',
    }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active', default: false }),
    chemin: text({ label: 'Chemin', derived: true }),
    lieu: text({ label: 'Lieu', derived: true }),
    // not identifying: the quick search must not look at it
    masquePar: longText({ label: 'Masqué par', derived: true }),
    cptr: integer({ label: 'Sous-entités', derived: true }),
  },
  order: 'ram.nom',
  pageSize: 10,
});

/**
 * Sub-entities of a collectivité (specification 1 sections 2 and 3). `chemin` lists the names from the highest ancestor
 * down to the sub-entity itself, so that any of them finds it. `masquePar` names the inactive ancestor that hides an
 * active place from choices. `cptr` counts direct children.
 */
export const ramifications = {
  ...places,
  replySchema: places.replySchema.extend({ situations: situationsSchema }),
};
