export * from './platform/listing/columns.ts';
export * from './constants.ts';
export * from './platform/jobs/exports.ts';
export * from './platform/http/faults.ts';
export * from './platform/listing/filter.ts';
export * from './territoire/maille.ts';
export * from './territoire/maille-schemas.ts';
export * from './messages.ts';
export * from './platform/values/money.ts';
export * from './pages.ts';
export * from './platform/chart/tones.ts';
export * from './platform/values/words.ts';
export * from './platform/values/period.ts';
export * from './register.ts';
export * from './rights.ts';
export * from './platform/resource/resource.ts';
export * from './platform/resource/resource-columns.ts';
export * from './platform/resource/resource-place.ts';
export * from './platform/http/schemas.ts';
export * from './resources.ts';
export * from './platform/http/endpoints.ts';
export * from './platform/listing/selections.ts';
export * from './approbations/approbations.ts';
export * from './approbations/endpoints.ts';
export * from './approbations/columns.ts';
export * from './approbations/natures.ts';
export * from './contribuables/columns.ts';
export * from './contribuables/impayes.ts';
export * from './contribuables/impaye-columns.ts';
export * from './contribuables/lignes/equipement-columns.ts';
export * from './contribuables/contribuables.ts';
export * from './contribuables/actes/actes.ts';
export * from './contribuables/recherche/parts.ts';
export * from './contribuables/saisie/doublons.ts';
export * from './contribuables/lignes/base-taxable-columns.ts';
export * from './contribuables/lignes/lignes.ts';
export * from './contribuables/saisie/numeros.ts';
export * from './contribuables/saisie/saisie.ts';
export * from './contribuables/saisie/telephone.ts';
export * from './contribuables/actes/transitions.ts';
export * from './contribuables/deplacement.ts';
export * from './fiscalite/tarifs/tarifs.ts';
export * from './contribuables/photos/photos.ts';
export * from './contribuables/fiche/compte.ts';
export * from './contribuables/fiche/feuille.ts';
export * from './contribuables/fiche/fiche.ts';
export * from './contribuables/fiche/solde.ts';
export * from './contribuables/import/import.ts';
export * from './platform/chart/chart.ts';
export * from './platform/chart/hues.ts';
export * from './pilotage/figures.ts';
export * from './pilotage/pas.ts';
export * from './pilotage/classeurs/body.ts';
export * from './pilotage/classeurs/carte.ts';
export * from './pilotage/classeurs/classeur.ts';
export * from './pilotage/classeurs/dashboard.ts';
export * from './pilotage/classeurs/details.ts';
export * from './pilotage/classeurs/rythme.ts';
export * from './pilotage/classeurs/statistique.ts';
export * from './pilotage/classeurs/tables.ts';
export * from './pilotage/charts/dashboard.ts';
export * from './pilotage/charts/rythme.ts';
export * from './pilotage/charts/statistique.ts';
export * from './pilotage/statistiques.ts';
export * from './paiements/attente.ts';
export * from './paiements/columns.ts';
export * from './paiements/imputation-columns.ts';
export * from './paiements/imputations.ts';
export * from './pilotage/carte.ts';
export * from './pilotage/projection.ts';
export * from './pilotage/rythme.ts';
export * from './paiements/transactions.ts';
export * from './paiements/notifications.ts';
export * from './paiements/eclaircissement-columns.ts';
export * from './paiements/encaissements.ts';
export * from './recouvrement/visites.ts';
export * from './recouvrement/tournees.ts';
export * from './recouvrement/columns.ts';
export * from './recouvrement/endpoints.ts';
export * from './impressions/pieces-caisse.ts';
export * from './impressions/documents.ts';
export * from './impressions/fiche.ts';
export * from './impressions/requests.ts';
export * from './territoire/arbre.ts';
export * from './territoire/contour-limits.ts';
export * from './territoire/contour.ts';
export * from './territoire/plan.ts';
export * from './administration/security/acces.ts';
export * from './administration/profile/affichage.ts';
export * from './administration/security/acces-columns.ts';
export * from './administration/journal/journal.ts';
export * from './administration/journal/journal-columns.ts';
export * from './administration/security/securite.ts';
export * from './administration/security/securite-columns.ts';
export * from './administration/sign-in/password.ts';
export * from './administration/profile/profile.ts';
export * from './administration/sign-in/second-factor.ts';
export {
  type Grant,
  type GroupPermissions,
  groupPermissionsBody,
  groupPermissionsReply,
} from './administration/accounts/groups.ts';
export { type NewPassword, newPasswordBody, TYPES_UTILISATEUR } from './administration/accounts/users.ts';
export * from './platform/jobs/sauvegardes.ts';
export * from './platform/jobs/travaux.ts';
export * from './fiscalite/echeances/echeances.ts';
export * from './fiscalite/echeances/periodes.ts';
export * from './fiscalite/tarifs/sans-tarif-columns.ts';
export * from './fiscalite/echeances/exercices.ts';
export * from './fiscalite/taxes/modeles.ts';
export {
  type Application,
  type ApplicationBody,
  type ApplicationPatch,
  doubleLibelle,
  rateFault,
} from './fiscalite/tarifs/applications.ts';
export { type Precision, type PrecisionBody } from './fiscalite/tarifs/precisions.ts';
export {
  objetFaults,
  rivalMessage,
  type Simulation,
  simulationSchema,
  type TarifsAnnee,
  TAXE_MESSAGES,
  type TaxeProposal,
  taxeProposalSchema,
} from './fiscalite/taxes/taxes.ts';
export { taxeColumns } from './fiscalite/taxes/taxe-columns.ts';
export * from './mise-en-service/etat.ts';
export * from './mise-en-service/endpoints.ts';
export * from './impressions/avis.ts';
export * from './impressions/papiers.ts';
export * from './impressions/reste.ts';
export * from './impressions/code-piece.ts';
export * from './impressions/pieces.ts';
export * from './administration/sign-in/session.ts';
export * from './administration/endpoints.ts';
export * from './contribuables/endpoints.ts';
export * from './fiscalite/endpoints.ts';
export * from './impressions/endpoints.ts';
export * from './paiements/endpoints.ts';
export * from './caisse/rules.ts';
export * from './caisse/caisse.ts';
export * from './caisse/session-columns.ts';
export * from './caisse/versement-columns.ts';
export * from './caisse/ecart-columns.ts';
export * from './caisse/valeurs/valeur-rules.ts';
export * from './caisse/valeurs/valeurs.ts';
export * from './caisse/valeurs/valeur-columns.ts';
export * from './caisse/valeurs/valeur-endpoints.ts';
export * from './caisse/endpoints.ts';
export * from './terrain/rules.ts';
export * from './terrain/series.ts';
export * from './terrain/appareils.ts';
export * from './terrain/commandes.ts';
export * from './terrain/remises.ts';
export * from './terrain/scelle.ts';
export * from './terrain/cas.ts';
export * from './terrain/actes.ts';
export * from './terrain/appareil-columns.ts';
export * from './terrain/cas-columns.ts';
export * from './terrain/acte-columns.ts';
export * from './terrain/sms.ts';
export * from './terrain/sms-columns.ts';
export * from './platform/values/sms.ts';
export * from './terrain/donnees.ts';
export * from './terrain/endpoints.ts';
export * from './pilotage/endpoints.ts';
export * from './platform/http/platform-endpoints.ts';
export * from './platform/search/recherche.ts';
export * from './platform/search/trouvailles.ts';
export * from './territoire/endpoints.ts';
export { resourceCalls } from './platform/resource/resource-endpoints.ts';
export { API } from './api.ts';
