import { defineResource, reference, text } from '../resource.ts';

/** Grants of a named permission on a navigation entry to a group (specification 1 sections 3 and 6). */
export const permissions = defineResource({
  path: 'permissions',
  alias: 'perm',
  screen: 'roles',
  fields: {
    role: reference({
      label: 'Groupe',
      required: true,
      hint: 'Veuillez choisir un groupe',
      to: 'groups',
      alias: 'g',
    }),
    navigation: reference({
      label: 'Entrée de navigation',
      required: true,
      hint: 'Veuillez choisir une entrée de navigation',
      to: 'navigations',
      alias: 'n',
    }),
    nom: text({ label: 'Permission', required: true, max: 60, hint: 'Veuillez choisir une permission' }),
  },
  order: 'perm.id',
  pageSize: 300,
});
