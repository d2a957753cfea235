import './toaster.css';
import { Notifications, notifications } from '@mantine/notifications';
import { TOAST_MS } from '@octroi/contract/constants';
import type { Toast } from '#src/platform/toasts.ts';

/** Where toasts appear: top right, for three seconds (specification 1 section 2). */
export function Toaster() {
  return (
    <Notifications position="top-right" autoClose={TOAST_MS} limit={4} containerWidth={380} zIndex={1000} />
  );
}

export function show({ kind, title, reason }: Toast): void {
  notifications.show({
    title,
    message: reason ?? null,
    color: kind === 'success' ? 'teal' : 'red',
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    role: kind === 'success' ? 'status' : 'alert',
  });
}
