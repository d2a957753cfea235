import { defineResource, flag, longText, reference, text } from '../resource.ts';

/** Families of taxable activities of a collectivité (specification 2 sections 2.1 to 3). */
export const categorieActivites = defineResource({
  path: 'categorie_activites',
  alias: 'ca',
  screen: 'categorie-activite',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la taxe' }),
    entite: reference({
      label: 'Collectivité',
      required: true,
      hint: 'Veuillez entrer le nom de la taxe',
      to: 'entites',
      alias: 'ent',
      fixed: true,
      enabledOnly: true,
    }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'ca.nom',
  pageSize: 30,
});
