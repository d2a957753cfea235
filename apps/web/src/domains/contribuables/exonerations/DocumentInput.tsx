import { FileInput } from '@mantine/core';
import { MAX_PIECE_BYTES } from '@octroi/contract/approbations/natures';
import { EnAttente } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { toastFailure } from '#src/platform/toasts.ts';

interface DocumentInputProps {
  value: File | null;
  onChange: (file: File | null) => void;
  error?: string | undefined;
}

/** The document of a request that a second person approves. */
export const DocumentInput = ({ value, onChange, error }: DocumentInputProps) => (
  <FileInput
    label="Document"
    description="Une photo ou un PDF de 5 Mo au plus : la personne qui approuve le voit."
    placeholder="Choisir un fichier"
    accept="image/jpeg,image/png,image/webp,application/pdf"
    required
    clearable
    clearButtonProps={{ 'aria-label': 'Enlever le fichier' }}
    value={value}
    onChange={onChange}
    error={error}
  />
);

export const documentFault = (file: File | null): string | undefined => {
  if (file === null) return 'Joignez le document';
  return file.size > MAX_PIECE_BYTES ? 'Ce fichier dépasse 5 Mo' : undefined;
};

/** Sends a request that waits for approval, then attaches its document. @throws what the request does */
export async function sendWithDocument(send: () => Promise<unknown>, file: File): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof EnAttente)) throw error;
    const form = new FormData();
    form.append('piece', file);
    await call('POST /approbations/{id}/piece', { params: { id: String(error.approbation) }, form });
    toastFailure(error);
  }
}
