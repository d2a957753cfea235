/** The declared resources of tills. */
import {
  choice,
  collectivite,
  day,
  defineResource,
  flag,
  integer,
  longText,
  reference,
  text,
} from '../platform/resource/resource.ts';
import { SORTES_VALEUR } from './valeurs/valeur-rules.ts';

const entite = collectivite();

/**
 * Régies: the person responsible for the cash that agents take, the accountant it goes to, how much one person may hold
 * (`plafond`, francs), and the number of days after which it must be handed over.
 */
export const regies = defineResource({
  path: 'regies',
  alias: 'rg',
  screen: 'regies',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la régie' }),
    entite,
    regisseur: reference({
      label: 'Régisseur',
      required: true,
      hint: 'Veuillez choisir le régisseur',
      to: 'users',
      alias: 'rgr',
    }),
    comptable: reference({ label: 'Comptable de rattachement', to: 'users', alias: 'cpt' }),
    plafond: integer({
      label: 'Plafond par personne',
      required: true,
      essential: true,
      min: 1,
      max: 1_000_000_000,
      hint: 'Veuillez entrer le plafond, en francs',
    }),
    delaiJours: integer({
      label: 'Délai de versement (jours)',
      required: true,
      min: 1,
      max: 366,
      default: 30,
    }),
    comptageOuverture: flag({ label: 'Compter la caisse à l’ouverture ?', default: false }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'rg.nom',
  pageSize: 30,
});

/** Who replaces the régisseur, from a first day to a last day. */
export const mandats = defineResource({
  path: 'mandats',
  alias: 'md',
  screen: 'mandats',
  fields: {
    entite,
    regie: reference({
      label: 'Régie',
      required: true,
      hint: 'Veuillez choisir la régie',
      to: 'regies',
      alias: 'rg',
      fixed: true,
      enabledOnly: true,
    }),
    suppleant: reference({
      label: 'Suppléant',
      required: true,
      hint: 'Veuillez choisir le suppléant',
      to: 'users',
      alias: 'sup',
      fixed: true,
    }),
    debut: day({ label: 'Depuis le', required: true, hint: 'Veuillez entrer le premier jour' }),
    fin: day({ label: 'Jusqu’au' }),
    description: longText({ label: 'Description' }),
  },
  order: 'md.debut',
  pageSize: 30,
  check: ({ debut, fin }) =>
    typeof debut === 'string' && typeof fin === 'string' && fin < debut
      ? [{ field: 'fin', message: 'Le dernier jour ne vient pas avant le premier.' }]
      : [],
});

/**
 * Categories of values: the price of a ticket or of a leaf of a counterfoil book (`valeur`, francs), and the tax its
 * sales count for. The price cannot change once numbers were received.
 */
export const categorieValeurs = defineResource({
  path: 'categorie_valeurs',
  alias: 'cv',
  screen: 'categories-valeurs',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la catégorie' }),
    entite,
    sorte: choice({
      label: 'Sorte',
      required: true,
      hint: 'Veuillez choisir la sorte',
      values: SORTES_VALEUR,
    }),
    valeur: integer({
      label: 'Valeur faciale',
      required: true,
      essential: true,
      min: 1,
      max: 1_000_000,
      hint: 'Veuillez entrer la valeur faciale, en francs',
    }),
    taxe: reference({ label: 'Taxe', to: 'entite_taxes', alias: 'taxe', enabledOnly: true }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'cv.nom',
  pageSize: 30,
});
