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
      // beneath the four of the specification, where a caller does not say
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
 * Collectivités (specification 1 sections 2, 3 and 5); `commission` is NTA's share in percent, `plafondPaiement` what one
 * payment may bring at most, in francs; from `caisseDepuis` on cash is only taken in an open till;
 * `delaiNouveau` days after its enrolment, a new line's first dues fall due; after `delaiContact` days without contact a device of the field is overdue; with
 * `smsRecus` who pays by a device is told by SMS.
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
    // not a name that one is found by, as those of one line are
    masquePar: longText({ label: 'Masqué par', derived: true }),
    cptr: integer({ label: 'Sous-entités', derived: true }),
  },
  order: 'ram.nom',
  pageSize: 10,
});

/**
 * Sub-entities of a collectivité (specification 1 sections 2 and 3). `chemin` names those above it, the highest first,
 * `lieu` itself too, so that it is found by any of these names; `masquePar` names what is inactive above one that is
 * active, and keeps it out of the choices; `cptr` counts those directly beneath it.
 */
export const ramifications = {
  ...places,
  replySchema: places.replySchema.extend({ situations: situationsSchema }),
};
