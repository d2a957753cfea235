import './toaster.css';
import type { ReactNode } from 'react';
import { Notifications, notifications } from '@mantine/notifications';
import { TOAST_MS } from '@octroi/contract/constants';
import { at, PAGES } from '@octroi/contract/pages';
import type { Toast } from '#src/platform/toasts.ts';
import { UndoButton } from './UndoButton.tsx';

/** Toasts: top right, for three seconds (specification 1 section 2). */
export function Toaster() {
  return (
    <Notifications position="top-right" autoClose={TOAST_MS} limit={4} containerWidth={380} zIndex={1000} />
  );
}

const COLORS = { success: 'teal', error: 'red', waiting: 'yellow' } as const;
/** Milliseconds for a toast with a link, which takes longer to read and follow. */
const WAITING_MS = 12_000;

/** One act at a time can be undone: its toast replaces the one before. */
const UNDO = 'annuler';

function messageOf({ reason, approbation, undo }: Toast): ReactNode {
  if (approbation !== undefined)
    return (
      <>
        {reason} {/* toasts stand outside the router: a link of its own would fail there */}
        <a href={at(PAGES.approbation, approbation)}>Voir la demande</a>
      </>
    );
  if (undo)
    return (
      <>
        {reason} <UndoButton {...undo} onDone={() => notifications.hide(UNDO)} />
      </>
    );
  return reason ?? null;
}

const lifetimeOf = ({ approbation, undo }: Toast): { autoClose?: number } => {
  if (undo) return { autoClose: undo.seconds * 1000 };
  return approbation === undefined ? {} : { autoClose: WAITING_MS };
};

export function show(toast: Toast): void {
  const { kind, title, undo } = toast;
  const id = undo ? UNDO : toast.id;
  if (undo) notifications.hide(UNDO);
  notifications.show({
    ...(id ? { id } : {}),
    title,
    message: messageOf(toast),
    color: COLORS[kind],
    ...lifetimeOf(toast),
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    role: kind === 'error' ? 'alert' : 'status',
  });
}
