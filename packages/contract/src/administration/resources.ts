/** The declared resources of administration; groups and users have files of their own. */
import { defineResource, reference, text, texts } from '../platform/resource/resource.ts';

/** Navigation entries and the names that may be granted on each (specification 1 section 3). */
export const navigations = defineResource({
  path: 'navigations',
  alias: 'n',
  screen: 'roles',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom' }),
    // the code looks up grants by this key, so it never changes; without one, the database derives it from the name
    cle: text({ label: 'Clé', max: 60, fixed: true }),
    icon: text({ label: 'Icône', max: 60 }),
    url: text({ label: 'Adresse', required: true, hint: "Veuillez entrer l'adresse" }),
    permissions: texts({ label: 'Permissions', required: true, hint: 'Veuillez entrer les permissions' }),
    module: text({ label: 'Module', required: true, hint: 'Veuillez entrer le module' }),
  },
  order: 'n.id',
  pageSize: 100,
});

/** Grants of a named permission on a navigation entry to a group (specification 1 sections 3 and 6). */
export const permissions = defineResource({
  path: 'permissions',
  alias: 'perm',
  screen: 'roles',
  sensitive: 'writes',
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
