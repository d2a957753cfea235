import type { ReactNode } from 'react';
import { modals } from '@mantine/modals';

interface DialogOptions {
  /** For content wider than a form. */
  size?: 'lg';
  /** Also called when the content closes the dialog. */
  onClose?: () => void;
}

/** Opens a dialog with what `content` renders; it gets what closes the dialog. */
export function openDialog(
  title: string,
  content: (close: () => void) => ReactNode,
  options: DialogOptions = {},
): void {
  const id = modals.open({
    title,
    centered: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: content(() => modals.close(id)),
    ...options,
  });
}
