import { FileInput } from '@mantine/core';
import { MAX_PIECE_BYTES } from '@octroi/contract/approbations/natures';

interface DocumentInputProps {
  value: File | null;
  onChange: (file: File | null) => void;
  required?: boolean;
  /** What the document is, or who sees it. */
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
