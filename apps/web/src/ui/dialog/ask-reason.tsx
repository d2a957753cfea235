import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { EnAttente } from '#src/platform/api.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { DialogForm } from './DialogForm.tsx';
import { openDialog } from './open-dialog.ts';
import { useDialogForm } from './use-dialog-form.ts';

interface Question {
  title: string;
  message: string;
  confirm: string;
  /** The act and its record: an unsent reason comes back only there. */
  name: string;
  /**
   * Sent before the dialog closes: a failure is shown there, and the reason stays. It waits for no read: the reason must
   * not come back once the act is done.
   */
  act?: (reason: string) => Promise<unknown>;
}

/** Asks for the reason of an act; undefined if the person cancels. */
export function askReason(question: Question): Promise<string | undefined> {
  return new Promise((resolve) =>
    openDialog(
      question.title,
      (close) => (
        <ReasonForm
          question={question}
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

/** Asks for the reason of an act, and performs it. */
export async function performWithReason(question: Required<Question>): Promise<void> {
  await askReason(question);
}

interface ReasonFormProps {
  question: Question;
  onEnd: (reason?: string) => void;
}

function ReasonForm({ question: { message, confirm, name, act }, onEnd }: ReasonFormProps) {
  const [text, setText] = useState('');
  const { send, ...state } = useDialogForm([], {
    name,
    values: { text },
    restore: (typed) => setText(typed.text),
  });
  const reason = text.trim();
  const answer = () =>
    send(
      { motif: reason ? undefined : 'Veuillez entrer le motif.' },
      async () => {
        try {
          await act?.(reason);
        } catch (error) {
          if (!(error instanceof EnAttente)) throw error;
          toastFailure(error);
        }
      },
      () => onEnd(reason),
    );
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
