import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Button, Skeleton } from '@mantine/core';
import type { Href } from '#src/platform/address.ts';
import type { ApiError } from '#src/platform/api.ts';
import { ButtonLink } from '../ButtonLink.tsx';
import { lastList } from '../list/last-list.ts';
import { SaveFailure } from './SaveFailure.tsx';
import classes from './SaveForm.module.css';

interface SaveFormProps {
  /** The list that the form came from: Annuler leads back to it. */
  list: NonNullable<Href['to']>;
  /** Of a form that stands over another one: Annuler leads back to that. */
  onCancel?: (() => void) | undefined;
  /** Faults by field, as they are shown. */
  errors: Readonly<Record<string, unknown>>;
  /** What makes other fields visible: the first fault among them is sought again. */
  part?: unknown;
  saving: boolean;
  failure?: ApiError | undefined;
  onSave: () => void;
  /** Reads the record again, in place of what was entered. */
  onReload?: (() => void) | undefined;
  /** Saves over what somebody else saved meanwhile. */
  onSaveOver?: (() => void) | undefined;
  children: ReactNode;
}

/** The frame of a form that saves one record: its failure, its fields, Enregistrer and Annuler. */
export function SaveForm(props: SaveFormProps) {
  const { list, onCancel, errors, part, saving, failure, onSave, onReload, onSaveOver, children } = props;
  const element = useRef<HTMLFormElement>(null);

  useEffect(() => {
    // Whoever listens hears the first fault, whoever types is led to it.
    if (Object.keys(errors).length > 0)
      [...(element.current?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])]
        .find((field) => !field.closest('[role="tabpanel"][hidden]'))
        ?.focus();
  }, [errors, part]);

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

/** The shape of a form before its record. */
export function FormSkeleton() {
  return (
    <div className={classes.form} role="status" aria-label="Chargement de la fiche">
      {[40, 40, 40, 96].map((height, index) => (
        <Skeleton key={index} height={height} radius={8} />
      ))}
    </div>
  );
}
