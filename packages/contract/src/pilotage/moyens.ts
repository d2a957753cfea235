/** Payment methods that have a column of their own, with their ids (specification 2 sections 2.15 and 3). */
export const MOYENS = {
  orange: { id: 1, label: 'Orange Money' },
  depot: { id: 2, label: 'Depot orange Money' },
  ecobank: { id: 3, label: 'Ecobank' },
  cheque: { id: 4, label: 'Cheque' },
  mairie: { id: 5, label: 'Mairie' },
  virement: { id: 6, label: 'Virement' },
  moov: { id: 7, label: 'Moov Money' },
  cb: { id: 8, label: 'Carte bancaire' },
} as const;
export type Moyen = keyof typeof MOYENS;
export const MOYEN_KEYS = Object.keys(MOYENS) as Moyen[];
