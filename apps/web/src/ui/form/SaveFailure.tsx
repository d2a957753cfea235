import { Alert, Button, Group } from '@mantine/core';
import { ApiError } from '#src/platform/api.ts';
import { toastFailure } from '#src/platform/toasts.ts';

export const isOvertaken = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 412;

/** Shows why a form was not saved in a toast, except for conflicts, which `SaveFailure` shows. */
export function toastSaveFailure(error: unknown): void {
  if (!isOvertaken(error)) toastFailure(error);
}

interface SaveFailureProps {
  failure: ApiError;
  /** Reloads the record and discards the entered values. */
  onReload?: (() => void) | undefined;
  /** Overwrites a concurrent change. */
  onSaveOver?: (() => void) | undefined;
}

/** Shown after a concurrent change: reload or overwrite. The typed values stay until then. */
export function SaveFailure({ failure, onReload, onSaveOver }: SaveFailureProps) {
  if (!isOvertaken(failure)) return null;
  return (
    <Alert color="red" title="Modifié entre-temps" mb="md">
      {failure.message}
      <Group gap={8} mt={8}>
        {onReload ? (
          <Button size="compact-sm" variant="default" onClick={onReload}>
            Charger la version enregistrée
          </Button>
        ) : null}
        {onSaveOver ? (
          <Button size="compact-sm" color="red" onClick={onSaveOver}>
            Enregistrer ma saisie par-dessus
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
