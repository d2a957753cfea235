import { defineResource, flag, integer, longText, reference, text } from '../resource.ts';

/**
 * Sub-entities of a collectivité (specification 1 sections 2 and 3). `chemin` names those above it, the highest first;
 * `cptr` counts those directly beneath it.
 */
export const ramifications = defineResource({
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
    cptr: integer({ label: 'Sous-entités', derived: true }),
  },
  order: 'ram.nom',
  pageSize: 10,
});
