import type { Encaissement, LigneEncaissement } from '@octroi/contract/paiements/encaissements';
import { useRecordActs } from '#src/platform/record-acts.ts';
import { useSession } from '#src/platform/session.ts';

/** The valid payments of an encaissement; for replaced ones, the last replacement. */
export const lignesDe = ({ lignes }: Encaissement): LigneEncaissement[] =>
  lignes.filter(({ remplacePar }) => remplacePar === null);

/** The payments with a receipt, including the provisional receipt of a cheque. */
export const recusDe = (encaissement: Encaissement): LigneEncaissement[] =>
  lignesDe(encaissement).filter(
    ({ numeroRecu, statut }) =>
      numeroRecu !== null || (encaissement.cheque !== null && statut === 'En attente de confirmation'),
  );

export interface Printing {
  /** All receipts, in the person's receipt format. */
  recus: (encaissement: Encaissement) => Promise<void>;
  /** One-page summary of a payment for several taxpayers. */
  recapitulatif: (encaissement: Encaissement) => Promise<void>;
}

/** Prints the papers of an encaissement through the browser's dialog; undefined without the right. */
export function usePrinting(): Printing | undefined {
  const annee = Number(useSession().today.slice(0, 4));
  const [print] = useRecordActs('transactions').flatMap(({ print: each }) => each ?? []);
  const [summarise] = useRecordActs('encaissements').flatMap(({ print: each }) => each ?? []);
  if (!print || !summarise) return undefined;
  return {
    async recus(encaissement) {
      for (const { id } of recusDe(encaissement)) await print(id, annee);
    },
    recapitulatif: async ({ id }) => summarise(id, annee),
  };
}
