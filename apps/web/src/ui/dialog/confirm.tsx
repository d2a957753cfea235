import type { KeyboardEvent, ReactNode } from 'react';
import { modals } from '@mantine/modals';

export interface Question {
  title: string;
  /** A prompt of the specification (MESSAGES), or what would be lost. */
  message: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  /** Opens on Cancel although the act is not dangerous, so that an extra Enter cannot trigger it. */
  focusCancel?: boolean;
}

const AUTOFOCUS = { 'data-autofocus': true };

/** What the other button says beside an act: « Annuler » twice in one dialog would say nothing. */
export const cancelText = (confirm: string): string => (confirm.startsWith('Annuler') ? 'Garder' : 'Annuler');

/** A key that is held down answers nothing: the key that opened the question must not answer it too. */
const ignoreRepeat = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault();
};

/**
 * Asks for a confirmation, which opens on its answer; a dangerous one opens on « Annuler ».
 * @returns false if the person cancels
 */
export function askConfirm({
  title,
  message,
  confirm,
  cancel = cancelText(confirm),
  danger = false,
  focusCancel = false,
}: Question): Promise<boolean> {
  const opensOnCancel = danger || focusCancel;
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: message,
      labels: { confirm, cancel },
      cancelProps: { ...(opensOnCancel ? AUTOFOCUS : {}), onKeyDown: ignoreRepeat },
      confirmProps: {
        ...(opensOnCancel ? {} : AUTOFOCUS),
        ...(danger ? { color: 'red' } : {}),
        onKeyDown: ignoreRepeat,
      },
      closeButtonProps: { 'aria-label': 'Fermer' },
      centered: true,
      onConfirm: () => resolve(true),
      // onClose also runs before onConfirm, so it must resolve later
      onClose: () => setTimeout(() => resolve(false)),
    });
  });
}
