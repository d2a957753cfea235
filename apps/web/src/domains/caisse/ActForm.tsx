/** The dialog form shared by all acts on values. */
import { type ReactNode, useState } from 'react';
import { Alert } from '@mantine/core';
import { modals } from '@mantine/modals';
import { reasonOf } from '#src/platform/api.ts';
import { CashForm } from '../CashForm.tsx';
import { refreshCaisse } from '../refresh.ts';
import { useAct } from '#src/ui/use-act.ts';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';

export function openForm(title: string, form: (close: () => void) => ReactNode): void {
  const id = modals.open({
    title,
    centered: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: form(() => modals.close(id)),
  });
}

interface ActFormProps {
  confirm: string;
  danger?: boolean;
  /** Performs the act; the caller shows errors of its own fields. */
  save: () => Promise<void>;
  onEnd: () => void;
  children: ReactNode;
}

/** The fields with confirm and cancel; a refusal of the server stays visible. */
export function ActForm({ confirm, danger = false, save, onEnd, children }: ActFormProps) {
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => setFault(reasonOf(error)));
  const submit = async (): Promise<void> => {
    setFault(undefined);
    await perform(async () => {
      await save();
      await refreshCaisse();
      onEnd();
    });
  };
  return (
    <CashForm>
      {children}
      {fault ? (
        <Alert color="red" role="alert">
          {fault}
        </Alert>
      ) : null}
      <DialogActs
        confirm={confirm}
        busy={busy}
        onConfirm={() => void submit()}
        danger={danger ?? false}
        onCancel={onEnd}
      />
    </CashForm>
  );
}
