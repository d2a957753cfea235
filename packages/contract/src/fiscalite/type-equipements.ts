import { defineResource, flag, longText, reference, text } from '../resource.ts';

/** Kinds of taxable equipment of a collectivité (specification 2 sections 2.1 to 3). */
export const typeEquipements = defineResource({
  path: 'type_equipements',
  alias: 'teq',
  screen: 'type-equipement',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom de la taxe' }),
    code: text({ label: 'Code', max: 40 }),
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
    enabled: flag({ label: 'Active ?', default: false }),
  },
  order: 'teq.nom',
  pageSize: 30,
});
