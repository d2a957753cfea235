/** Territory: collectivités, their sub-entities, towns. */
export { ramificationDeclaration, territoireResources } from './resources.repository.ts';
export { placeFinder } from './recherche.service.ts';
export { territoireRoutes } from './territoire.routes.ts';
export { entiteOfPlace } from './place.repository.ts';
export { technicalNode } from './technique.repository.ts';
