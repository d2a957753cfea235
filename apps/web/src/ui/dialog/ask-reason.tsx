import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { DialogForm } from './DialogForm.tsx';
import { openDialog } from './open-dialog.ts';
import { useDialogForm } from './use-dialog-form.ts';

interface Question {
  title: string;
  message: string;
  confirm: string;
}

/** Asks for the reason of an act; undefined if the person cancels. */
export function askReason({ title, message, confirm }: Question): Promise<string | undefined> {
  return new Promise((resolve) =>
    openDialog(
      title,
      (close) => (
        <ReasonForm
          message={message}
          confirm={confirm}
          onEnd={(reason) => {
            resolve(reason);
            close();
          }}
        />
      ),
      { onClose: () => resolve(undefined) },
    ),
  );
}

interface ReasonFormProps {
  message: string;
  confirm: string;
  onEnd: (reason?: string) => void;
}

function ReasonForm({ message, confirm, onEnd }: ReasonFormProps) {
  const [text, setText] = useState('');
  const { send, ...state } = useDialogForm();
  const reason = text.trim();
  const answer = () =>
    send({ motif: reason ? undefined : 'Veuillez entrer le motif.' }, async () => onEnd(reason));
  return (
    <DialogForm state={state} confirm={confirm} danger onSubmit={answer} onCancel={() => onEnd()}>
      <p>{message}</p>
      <Textarea
        label="Motif"
        placeholder="Veuillez entrer"
        required
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        value={text}
        error={state.faults['motif']}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
