/** Printing and exports: what leaves the office. */
export { navigation, routes } from './exports/index.ts';
