import type { ReactNode } from 'react';
import { Alert } from '@mantine/core';
import { DialogActs } from '#src/ui/dialog/DialogActs.tsx';
import { type DialogValues, type Faults, useDialogForm } from '#src/ui/dialog/use-dialog-form.ts';
import { CashForm } from './CashForm.tsx';
import { refreshCaisse } from './refresh.ts';

interface ActFormProps<Values> {
  confirm: string;
  danger?: boolean;
  /** What keeps the act from being sent, by field. */
  missing?: Faults;
  /** Fields that show their own fault. */
  fields?: readonly string[];
  /** What is typed. */
  kept: DialogValues<Values>;
  save: () => Promise<void>;
  onEnd: () => void;
  children: ReactNode | ((faults: Faults) => ReactNode);
}

/** A form in a dialog for an act on cash or values: only its button sends it. */
export function ActForm<Values extends object>(props: ActFormProps<Values>) {
  const { confirm, danger, missing = {}, fields = [], kept, save, onEnd, children } = props;
  const { send, faults, busy, throwAway } = useDialogForm(fields, kept);
  const submit = () =>
    send(missing, save, async () => {
      await refreshCaisse();
      onEnd();
    });
  return (
    <CashForm>
      {typeof children === 'function' ? children(faults) : children}
      {faults['form'] ? (
        <Alert color="red" role="alert">
          {faults['form']}
        </Alert>
      ) : null}
      <DialogActs
        confirm={confirm}
        busy={busy}
        danger={danger}
        onConfirm={() => void submit()}
        onCancel={() => {
          throwAway();
          onEnd();
        }}
      />
    </CashForm>
  );
}
