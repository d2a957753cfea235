import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { modals } from '@mantine/modals';
import { DialogActs } from '#src/ui/form/DialogActs.tsx';

interface Question {
  title: string;
  message: string;
  confirm: string;
}

/** Asks for the reason of an act; undefined if the person cancels. */
export function askReason({ title, message, confirm }: Question): Promise<string | undefined> {
  return new Promise((resolve) => {
    const id = modals.open({
      title,
      centered: true,
      closeButtonProps: { 'aria-label': 'Fermer' },
      children: (
        <ReasonForm
          message={message}
          confirm={confirm}
          onEnd={(reason) => {
            resolve(reason);
            modals.close(id);
          }}
        />
      ),
      onClose: () => resolve(undefined),
    });
  });
}

interface ReasonFormProps {
  message: string;
  confirm: string;
  onEnd: (reason: string | undefined) => void;
}

function ReasonForm({ message, confirm, onEnd }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) onEnd(reason.trim());
        else setMissing(true);
      }}
    >
      <p style={{ marginTop: 0 }}>{message}</p>
      <Textarea
        label="Motif"
        placeholder="Veuillez entrer"
        required
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        value={reason}
        error={missing && !reason.trim() ? 'Veuillez entrer le motif.' : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <DialogActs confirm={confirm} danger onCancel={() => onEnd(undefined)} mt="md" />
    </form>
  );
}
