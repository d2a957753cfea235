/** The states of a job, apart from its schema: every list follows jobs, and needs no schema. */
export const STATUTS_TRAVAIL = ['en attente', 'en cours', 'terminé', 'annulé', 'échoué'] as const;
export type StatutTravail = (typeof STATUTS_TRAVAIL)[number];

export const isOver = ({ statut }: { statut: StatutTravail }): boolean =>
  statut !== 'en attente' && statut !== 'en cours';
