import { defineResource, flag, longText, reference, text } from '../resource.ts';

/** Taxable activities of a collectivité, each in an active category (specification 2 sections 2.2 and 5). */
export const natureActivites = defineResource({
  path: 'nature_activites',
  alias: 'na',
  screen: 'nature-activite',
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
    categorie: reference({
      label: 'Catégorie',
      required: true,
      hint: 'Veuillez entrer le nom de la taxe',
      to: 'categorie_activites',
      alias: 'ca',
      enabledOnly: true,
    }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'na.nom',
  pageSize: 30,
});
