import type { NamedFile } from '#src/platform/api.ts';
import { callFile } from '#src/platform/call.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { printFile } from '#src/ui/file/print-file.ts';
import { saveFile } from '#src/ui/file/save-file.ts';

type Printing = ReturnType<typeof callFile>;

// in the person's receipt format, stored by the server
const recu = (id: number) => callFile('POST /transactions/{id}/recu', { params: { id }, query: {} });
const recapitulatif = (id: number) =>
  callFile('POST /encaissements/{id}/recapitulatif', { params: { id }, query: {} });
const avis = (id: number, annee: number) =>
  callFile('POST /contribuables/{id}/avis', { params: { id }, query: { annee } });

/** Takes a document; from the second time on the server marks it as a duplicate. */
async function take(piece: Printing, give: (file: NamedFile) => void | Promise<void>): Promise<void> {
  try {
    await give(await piece);
  } catch (error) {
    toastFailure(error);
  }
}

export const saveRecu = (id: number): Promise<void> => take(recu(id), saveFile);
export const saveRecapitulatif = (id: number): Promise<void> => take(recapitulatif(id), saveFile);
export const saveAvis = (id: number, annee: number): Promise<void> => take(avis(id, annee), saveFile);
export const printRecu = (id: number): Promise<void> => take(recu(id), printFile);
export const printRecapitulatif = (id: number): Promise<void> => take(recapitulatif(id), printFile);
