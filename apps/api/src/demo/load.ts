/** Fills a database with demonstration data: the configuration and accounts first, then any number of taxpayers. */
export { loadCaisses } from './load/caisses.ts';
export { loadTerrain } from './load/terrain.ts';
export { loadEncaissements } from './load/encaissements.ts';
export { loadContribuables, type LoadOptions } from './load/contribuables.ts';
export { DemoRefused, isDemonstration, isEmpty, refuseProduction } from './load/guard.ts';
export { loadReference } from './load/reference.ts';
