/** Taxation: what is taxed, by which tax, at which rate. */
export { fiscaliteResources } from './resources.ts';
