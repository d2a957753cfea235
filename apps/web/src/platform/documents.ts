/** Sends documents: photos and PDFs that a record or a request keeps. */
import { EnAttente } from './api.ts';
import { call } from './call.ts';
import { toastFailure } from './toasts.ts';

/** A document as it is sent. */
export const documentForm = (file: File): FormData => {
  const form = new FormData();
  form.append('piece', file);
  return form;
};

/** Sends a request. If it waits for approval, its document is attached to it. @throws what the request does */
export async function sendWithDocument<T>(send: () => Promise<T>, file: File | null): Promise<T | undefined> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof EnAttente)) throw error;
    if (file)
      await call('POST /approbations/{id}/piece', {
        params: { id: String(error.approbation) },
        form: documentForm(file),
      });
    toastFailure(error);
    return undefined;
  }
}
