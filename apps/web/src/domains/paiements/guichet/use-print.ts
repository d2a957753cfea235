import type { Encaissement } from '@octroi/contract/paiements/encaissements';
import { useRecordActs } from '#src/platform/record-acts.ts';
import { useSession } from '#src/platform/session.ts';

/** Prints the receipts of an encaissement, one after another; nothing where the person may not. */
export function usePrintRecus(): ((encaissement: Encaissement) => Promise<void>) | undefined {
  const annee = Number(useSession().today.slice(0, 4));
  const print = useRecordActs('transactions').find(({ label, run }) => label === 'Reçu' && run)?.run;
  if (!print) return undefined;
  return async ({ lignes }) => {
    for (const { id, numeroRecu } of lignes) if (numeroRecu) await print(id, annee);
  };
}
