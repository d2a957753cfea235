import { useEffect, useMemo, useState } from 'react';
import { Button, FileButton } from '@mantine/core';
import { PHOTO_KINDS } from '@octroi/contract/contribuables/photos/photo-limits';
import { IconCamera, IconX } from '@tabler/icons-react';
import { photoFault } from './photo-file.ts';
import classes from './PhotoInput.module.css';

interface PhotoInputProps {
  label: string;
  /** Chosen and not yet sent: the form sends them (`sendPhoto`) once its record is saved. */
  value: readonly File[];
  onChange: (files: File[]) => void;
  /** How many may be chosen; 1 by default. */
  max?: number;
  disabled?: boolean;
}

/** Photos for a form: taken or chosen, shown, and taken back. */
export function PhotoInput({ label, value, onChange, max = 1, disabled = false }: PhotoInputProps) {
  const [fault, setFault] = useState<string>();
  const add = (chosen: File[]): void => {
    const faults = chosen.map(photoFault);
    setFault(faults.find((told) => told !== undefined));
    const good = chosen.filter((_, index) => faults[index] === undefined);
    if (good.length > 0) onChange(max === 1 ? good.slice(0, 1) : [...value, ...good].slice(0, max));
  };
  return (
    <div className={classes.input} role="group" aria-label={label}>
      <span className={classes.label}>{label}</span>
      <ul className={classes.photos}>
        {value.map((file, index) => (
          <Preview
            // the same file may be chosen twice
            key={`${index} ${file.name} ${file.lastModified}`}
            file={file}
            onRemove={disabled ? undefined : () => onChange(value.filter((one) => one !== file))}
          />
        ))}
      </ul>
      {disabled || (max > 1 && value.length >= max) ? null : (
        <FileButton
          accept={PHOTO_KINDS}
          multiple
          onChange={add}
          // a photo that was taken back may be chosen again
          key={value.length}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconCamera size={16} aria-hidden />}>
              {value.length > 0 && max === 1 ? 'Changer la photo' : 'Ajouter une photo'}
            </Button>
          )}
        </FileButton>
      )}
      {fault ? (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      ) : null}
    </div>
  );
}

function Preview({ file, onRemove }: { file: File; onRemove: (() => void) | undefined }) {
  const address = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  return (
    <li>
      <img src={address} alt={file.name} />
      {onRemove ? (
        <button type="button" aria-label={`Retirer ${file.name}`} onClick={onRemove}>
          <IconX size={14} aria-hidden />
        </button>
      ) : null}
    </li>
  );
}
