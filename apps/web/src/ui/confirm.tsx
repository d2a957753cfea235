import type { ReactNode } from 'react';
import { modals } from '@mantine/modals';

export interface Question {
  title: string;
  /** A prompt of the specification (MESSAGES), or what would be lost. */
  message: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** Focuses Cancel first, so that an extra Enter cannot trigger an irreversible act. */
  focusCancel?: boolean;
}

/** Asks for a confirmation; false if the person cancels. */
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
      // onClose also runs before onConfirm, so it must resolve later
      onClose: () => setTimeout(() => resolve(false)),
    });
  });
}
