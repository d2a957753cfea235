/** Taxpayers: enrolment, records, lists. */
export {
  contribuableExport,
  impayeExport,
  enrollementExport,
  baseTaxableExport,
  equipementExport,
  exonerationExport,
} from './exports.ts';
export { hasExonerationRows } from './exonerations/exonerations.repository.ts';
export { exonereesOf } from './exonerations/exonerees.repository.ts';
export { countToValidate } from './attente.service.ts';
export { hasContribuables } from './contribuables.repository.ts';
export { contribuableRoutes } from './contribuables.routes.ts';
export type { Enrolling } from './saisie/facturation.service.ts';
export { importRoutes } from './import/import.routes.ts';
export type { DejaRepris, PaiementAReprendre, PaiementsRepris } from './import/paiements-repris.ts';
export { enrol } from './saisie/inscription.service.ts';
export { edit } from './saisie/edition.service.ts';
export { changesOf, type Conflit, correct, type GroupeCorrige } from './saisie/correction.service.ts';
export { addEnrollement } from './lignes/enrollements.service.ts';
export { attenteOf, attentesOf, isWaiting } from './fiche/attentes.repository.ts';
export { type ContribuableKey, readCompte, readComptes } from './fiche/compte.repository.ts';
export { readDispenses } from './fiche/dispenses.ts';
export { readActivites } from './fiche/individuel.repository.ts';
export { ficheIndividuelle } from './fiche/fiche.service.ts';
export { isOfSought } from './recherche/recherche.repository.ts';
export { contribuableFinder } from './recherche/recherche.service.ts';
export { attachPortrait } from './photos/photos.service.ts';
export { photoRoutes } from './photos/photos.routes.ts';
export { refuseSysteme, systemeOf, taxpayersOf } from './systeme/systeme.service.ts';
export { impayeOf } from './impayes.repository.ts';
export { impayeService } from './impayes.service.ts';
