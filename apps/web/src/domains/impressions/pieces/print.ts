import { callFile } from '#src/platform/call.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { saveFile } from '#src/ui/file/save-file.ts';

type Printing = ReturnType<typeof callFile>;

// on the paper that the person chose, which the server keeps
const recu = (id: number) => callFile('POST /transactions/{id}/recu', { params: { id }, query: {} });
const recapitulatif = (id: number) =>
  callFile('POST /encaissements/{id}/recapitulatif', { params: { id }, query: {} });
const avis = (id: number, annee: number) =>
  callFile('POST /contribuables/{id}/avis', { params: { id }, query: { annee } });

/** Takes a piece along as it is printed: from the second time on it comes as a duplicate. */
async function print(piece: Printing): Promise<void> {
  try {
    saveFile(await piece);
  } catch (error) {
    toastFailure(error);
  }
}

export const printRecu = (id: number): Promise<void> => print(recu(id));
export const printRecapitulatif = (id: number): Promise<void> => print(recapitulatif(id));
export const printAvis = (id: number, annee: number): Promise<void> => print(avis(id, annee));
