import { callFile } from '#src/platform/call.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { saveFile } from '#src/ui/file/save-file.ts';

type Printing = ReturnType<typeof callFile>;

// in the person's receipt format, stored by the server
const recu = (id: number) => callFile('POST /transactions/{id}/recu', { params: { id }, query: {} });
const recapitulatif = (id: number) =>
  callFile('POST /encaissements/{id}/recapitulatif', { params: { id }, query: {} });
const avis = (id: number, annee: number) =>
  callFile('POST /contribuables/{id}/avis', { params: { id }, query: { annee } });

/** Saves a document; from the second time on the server marks it as a duplicate. */
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
