import type { ReactNode } from 'react';
import { modals } from '@mantine/modals';

interface Question {
  title: string;
  /** The prompt of the specification (MESSAGES), or what is about to be lost. */
  message: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** Whether the focus begins on the way back: an Enter that comes too often then does nothing that cannot be undone. */
  focusCancel?: boolean;
}

/** Asks before an act; false when the person steps back. */
export function askConfirm({
  title,
  message,
  confirm,
  cancel = 'Annuler',
  danger = false,
  focusCancel = false,
}: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: message,
      labels: { confirm, cancel },
      cancelProps: focusCancel ? { 'data-autofocus': true } : {},
      confirmProps: danger ? { color: 'red' } : {},
      closeButtonProps: { 'aria-label': 'Fermer' },
      centered: true,
      onConfirm: () => resolve(true),
      // Closing comes first also when the answer is yes: it must lose against onConfirm.
      onClose: () => setTimeout(() => resolve(false)),
    });
  });
}
