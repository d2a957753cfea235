import type { ReactNode } from 'react';
import { Alert, Button, Group } from '@mantine/core';
import { MESSAGES } from '@octroi/contract/messages';
import type { ApiError } from '#src/platform/api.ts';

interface SaveFailureProps {
  failure: ApiError;
  /** Reads the record again, in place of what was entered. */
  onReload?: (() => void) | undefined;
  /** Saves over what somebody else saved meanwhile. */
  onSaveOver?: (() => void) | undefined;
  /** What is told beside the message. */
  children?: ReactNode;
}

/** Why a form was not saved; where somebody else saved first, both ways out. Nothing typed is lost by reading it. */
export function SaveFailure({ failure, onReload, onSaveOver, children }: SaveFailureProps) {
  const overtaken = failure.status === 412;
  return (
    <Alert color="red" title={overtaken ? 'Modifié entre-temps' : MESSAGES.echec} mb="md">
      {failure.message}
      {children}
      {overtaken ? (
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
      ) : null}
    </Alert>
  );
}
