import { FileInput } from '@mantine/core';
import { MAX_PIECE_BYTES } from '@octroi/contract/approbations/natures';
import { EnAttente } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { toastFailure } from '#src/platform/toasts.ts';

interface DocumentInputProps {
  value: File | null;
  onChange: (file: File | null) => void;
  required?: boolean;
  /** Who sees the document. */
  note?: string;
  error?: string | undefined;
}

/** A document as a photo or a PDF. */
export const DocumentInput = ({ value, onChange, required = false, note, error }: DocumentInputProps) => (
  <FileInput
    label="Document"
    description={`Une photo ou un PDF de 5 Mo au plus${note ? ` : ${note}` : ''}.`}
    placeholder="Choisir un fichier"
    accept="image/jpeg,image/png,image/webp,application/pdf"
    required={required}
    clearable
    clearButtonProps={{ 'aria-label': 'Enlever le fichier' }}
    value={value}
    onChange={onChange}
    error={error}
  />
);

export const documentFault = (file: File | null, required: boolean): string | undefined => {
  if (file === null) return required ? 'Joignez le document' : undefined;
  return file.size > MAX_PIECE_BYTES ? 'Ce fichier dépasse 5 Mo' : undefined;
};

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
