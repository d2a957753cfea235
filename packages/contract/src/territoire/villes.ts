import { defineResource, flag, longText, text } from '../resource.ts';

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
