import { defineResource, text, texts } from '../resource.ts';

/** Navigation entries and the names that may be granted on each (specification 1 section 3). */
export const navigations = defineResource({
  path: 'navigations',
  alias: 'n',
  screen: 'roles',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom' }),
    // code asks for grants by it, so it never changes; the database derives it from the name where none is given
    cle: text({ label: 'Clé', max: 60, fixed: true }),
    icon: text({ label: 'Icône', max: 60 }),
    url: text({ label: 'Adresse', required: true, hint: "Veuillez entrer l'adresse" }),
    permissions: texts({ label: 'Permissions', required: true, hint: 'Veuillez entrer les permissions' }),
    module: text({ label: 'Module', required: true, hint: 'Veuillez entrer le module' }),
  },
  order: 'n.id',
  pageSize: 100,
});
