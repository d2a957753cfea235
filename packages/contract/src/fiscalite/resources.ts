/** The declared resources of taxation; taxes and rates have their own rules and files. */
import {
  collectivite,
  day,
  defineResource,
  flag,
  integer,
  longText,
  reference,
  text,
} from '../platform/resource/resource.ts';

/** How many times a year a tax is due (specification 1 section 3). */
export const frequences = defineResource({
  path: 'frequences',
  alias: 'f',
  screen: 'frequences',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la fréquence' }),
    occurrences: integer({
      label: 'Occurrences par an',
      required: true,
      max: 366,
      default: 1,
      hint: 'Veuillez entrer un nombre de fois par an, ou 0 pour une taxe perçue une seule fois',
    }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'f.nom',
  pageSize: 30,
});

/** Families of taxable activities of a collectivité (specification 2 sections 2.1 to 3). */
export const categorieActivites = defineResource({
  path: 'categorie_activites',
  alias: 'ca',
  screen: 'categorie-activite',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la taxe' }),
    entite: collectivite('Veuillez entrer le nom de la taxe'),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'ca.nom',
  pageSize: 30,
});

/** What the lines of a base are counted in; without a unit, each line counts for one. */
const compte = {
  unite: text({
    label: 'Unité de compte',
    max: 20,
    filled: true,
    inShortForm: true,
    hint: 'Veuillez entrer l’unité, ou n’en donnez aucune si cette base se compte à la pièce',
  }),
  uniteDecimales: integer({ label: 'Décimales de la quantité', max: 2, default: 0, inShortForm: true }),
};

/** Taxable activities of a collectivité, each in an active category (specification 2 sections 2.2 and 5). */
export const natureActivites = defineResource({
  path: 'nature_activites',
  alias: 'na',
  screen: 'nature-activite',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la taxe' }),
    entite: collectivite('Veuillez entrer le nom de la taxe'),
    categorie: reference({
      label: 'Catégorie',
      required: true,
      hint: 'Veuillez entrer le nom de la taxe',
      to: 'categorie_activites',
      alias: 'ca',
      enabledOnly: true,
    }),
    ...compte,
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'na.nom',
  pageSize: 30,
});

/** Kinds of taxable equipment of a collectivité (specification 2 sections 2.1 to 3). */
export const typeEquipements = defineResource({
  path: 'type_equipements',
  alias: 'teq',
  screen: 'type-equipement',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la taxe' }),
    code: text({ label: 'Code', max: 40 }),
    entite: collectivite('Veuillez entrer le nom de la taxe'),
    categorie: reference({
      label: 'Catégorie',
      to: 'categorie_activites',
      alias: 'ca',
      enabledOnly: true,
    }),
    ...compte,
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: false }),
  },
  order: 'teq.nom',
  pageSize: 30,
});

/** Families of taxes (specification 1 sections 2, 3 and 5); one without a collectivité belongs to the platform. */
export const categorieTaxes = defineResource({
  path: 'categorietaxes',
  alias: 'ct',
  screen: 'categorie-taxes',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la catégorie de taxes' }),
    entite: reference({ label: 'Collectivité', to: 'entites', alias: 'ent', fixed: true, enabledOnly: true }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Activé?', default: true }),
  },
  order: 'ct.nom',
  pageSize: 10,
});

/** The budget line of a tax's revenue, from a day on: the line in force on the payment day counts. */
export const imputationBudgetaires = defineResource({
  path: 'imputation_budgetaires',
  alias: 'ib',
  screen: 'taxes',
  fields: {
    entite: collectivite(),
    taxe: reference({
      label: 'Taxe',
      required: true,
      hint: 'Veuillez choisir la taxe',
      to: 'entite_taxes',
      alias: 't',
      fixed: true,
    }),
    debut: day({ label: 'Depuis le', required: true, hint: 'Veuillez entrer le premier jour' }),
    code: text({ label: 'Code', required: true, hint: 'Veuillez entrer le code', max: 40 }),
    libelle: text({ label: 'Libellé', required: true, hint: 'Veuillez entrer le libellé' }),
  },
  order: 'ib.debut',
  pageSize: 30,
});
