/** Every declared resource, by domain; a new one is its file and its line here. */
export { entites } from './territoire/entites.ts';
export { ramifications } from './territoire/ramifications.ts';
export { typeRamifications } from './territoire/type-ramifications.ts';
export { villes } from './territoire/villes.ts';
export { categorieActivites } from './fiscalite/categorie-activites.ts';
export { applications } from './fiscalite/applications.ts';
export { categorieTaxes } from './fiscalite/categorie-taxes.ts';
export { frequences } from './fiscalite/frequences.ts';
export { natureActivites } from './fiscalite/nature-activites.ts';
export { precisions } from './fiscalite/precisions.ts';
export { taxes } from './fiscalite/taxes.ts';
export { typeEquipements } from './fiscalite/type-equipements.ts';
export { moyenPaiements } from './paiements/moyen-paiements.ts';
export { groups } from './administration/groups.ts';
export { navigations } from './administration/navigations.ts';
export { permissions } from './administration/permissions.ts';
export { users } from './administration/users.ts';
