/** The tabs of a taxpayer's record, chosen by the address. */
export const ONGLETS = {
  apercu: 'Aperçu',
  echeances: 'Echeances',
  transactions: 'Transactions',
  historique: 'Historique',
} as const;
export type Onglet = keyof typeof ONGLETS;

export const isOnglet = (text: unknown): text is Onglet =>
  typeof text === 'string' && Object.hasOwn(ONGLETS, text);

interface FicheSearch {
  /** « Aperçu » when absent. */
  onglet?: Onglet | undefined;
}

export const readFicheSearch = (raw: Record<string, unknown>): FicheSearch => ({
  onglet: isOnglet(raw['onglet']) ? raw['onglet'] : undefined,
});
