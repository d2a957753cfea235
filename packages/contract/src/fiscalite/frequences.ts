import { defineResource, flag, integer, longText, text } from '../resource.ts';

/** How often a tax falls due in a year (specification 1 section 3). */
export const frequences = defineResource({
  path: 'frequences',
  alias: 'f',
  screen: 'frequences',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la fréquence' }),
    occurrences: integer({ label: 'Occurrences par an', required: true, min: 1, max: 366, default: 1 }),
    description: longText({ label: 'Description' }),
    enabled: flag({ label: 'Active ?', default: true }),
  },
  order: 'f.nom',
  pageSize: 30,
});
