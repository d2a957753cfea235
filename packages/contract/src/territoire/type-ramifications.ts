import { defineResource, flag, integer, longText, text } from '../resource.ts';

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
