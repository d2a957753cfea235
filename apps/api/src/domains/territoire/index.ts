/** Territory: collectivités, their sub-entities, towns. */
export { territoireResources } from './resources.repository.ts';
