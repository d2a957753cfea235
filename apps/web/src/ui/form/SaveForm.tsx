import { type FormEvent, type ReactNode, useRef } from 'react';
import { Button, Skeleton } from '@mantine/core';
import type { Href } from '#src/platform/address.ts';
import type { ApiError } from '#src/platform/api.ts';
import { ButtonLink } from '../ButtonLink.tsx';
import { lastList } from '../list/last-list.ts';
import { SaveFailure } from './SaveFailure.tsx';
import classes from './SaveForm.module.css';
import { useFocusFault } from './use-focus-fault.ts';

interface SaveFormProps {
  /** The list to return to on « Annuler ». */
  list: NonNullable<Href['to']>;
  /** For a form above another one: « Annuler » returns to it. */
  onCancel?: (() => void) | undefined;
  /** Displayed errors by field. */
  errors: Readonly<Record<string, unknown>>;
  /** Changes when other fields become visible: the first error is then focused again. */
  part?: unknown;
  saving: boolean;
  failure?: ApiError | undefined;
  onSave: () => void;
  /** Reloads the record and discards the entered values. */
  onReload?: (() => void) | undefined;
  /** Overwrites a concurrent change. */
  onSaveOver?: (() => void) | undefined;
  children: ReactNode;
}

/** The frame of a form that saves one record: errors, fields, « Enregistrer » and « Annuler ». */
export function SaveForm(props: SaveFormProps) {
  const { list, onCancel, errors, part, saving, failure, onSave, onReload, onSaveOver, children } = props;
  const element = useRef<HTMLFormElement>(null);
  useFocusFault(element, errors, part);

  return (
    <form
      ref={element}
      className={classes.form}
      data-over={onCancel ? true : undefined}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSave();
      }}
    >
      {failure ? <SaveFailure failure={failure} onReload={onReload} onSaveOver={onSaveOver} /> : null}
      {children}
      <div className={classes.acts}>
        <Button type="submit" size="md" loading={saving}>
          Enregistrer
        </Button>
        {onCancel ? (
          <Button size="md" variant="default" onClick={onCancel}>
            Annuler
          </Button>
        ) : (
          <ButtonLink {...lastList(list)} size="md" variant="default">
            Annuler
          </ButtonLink>
        )}
      </div>
    </form>
  );
}

/** Placeholder of a form while its record loads. */
export function FormSkeleton() {
  return (
    <div className={classes.form} role="status" aria-label="Chargement de la fiche">
      {[40, 40, 40, 96].map((height, index) => (
        <Skeleton key={index} height={height} radius={8} />
      ))}
    </div>
  );
}
