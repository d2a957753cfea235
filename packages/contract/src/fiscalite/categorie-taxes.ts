import { defineResource, flag, longText, reference, text } from '../resource.ts';

/** Families of taxes (specification 1 sections 2, 3 and 5); one of no collectivité belongs to the platform. */
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
