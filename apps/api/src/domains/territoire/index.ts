/** Territory: collectivités, their sub-entities, towns. */
export { ramificationDeclaration, territoireResources } from './resources.repository.ts';
export { placeFinder } from './recherche.service.ts';
export { arbreRoutes } from './arbre.routes.ts';
export { contourRoutes } from './contour.routes.ts';
export { entiteOfPlace } from './place.repository.ts';
