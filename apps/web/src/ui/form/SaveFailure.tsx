import { Alert, Button, Group } from '@mantine/core';
import { ApiError } from '#src/platform/api.ts';
import { toastFailure } from '#src/platform/toasts.ts';

const isOvertaken = (error: unknown): boolean => error instanceof ApiError && error.status === 412;

/** Tells why a form was not saved, once: in a toast, but for what `SaveFailure` tells with both ways out. */
export function toastSaveFailure(error: unknown): void {
  if (!isOvertaken(error)) toastFailure(error);
}

interface SaveFailureProps {
  failure: ApiError;
  /** Reads the record again, in place of what was entered. */
  onReload?: (() => void) | undefined;
  /** Saves over what somebody else saved meanwhile. */
  onSaveOver?: (() => void) | undefined;
}

/** Where somebody else saved first: both ways out. Nothing typed is lost by reading it. */
export function SaveFailure({ failure, onReload, onSaveOver }: SaveFailureProps) {
  if (!isOvertaken(failure)) return null;
  return (
    <Alert color="red" title="Modifié entre-temps" mb="md">
      {failure.message}
      <Group gap={8} mt={8}>
        <Button size="compact-sm" variant="default" onClick={onReload}>
          Charger la version enregistrée
        </Button>
        {onSaveOver ? (
          <Button size="compact-sm" color="red" onClick={onSaveOver}>
            Enregistrer ma saisie par-dessus
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
