import './toaster.css';
import { Notifications, notifications } from '@mantine/notifications';
import { TOAST_MS } from '@octroi/contract/constants';
import { at, PAGES } from '@octroi/contract/pages';
import type { Toast } from '#src/platform/toasts.ts';

/** Toasts: top right, for three seconds (specification 1 section 2). */
export function Toaster() {
  return (
    <Notifications position="top-right" autoClose={TOAST_MS} limit={4} containerWidth={380} zIndex={1000} />
  );
}

const COLORS = { success: 'teal', error: 'red', waiting: 'yellow' } as const;
/** Milliseconds for a toast with a link, which takes longer to read and follow. */
const WAITING_MS = 12_000;

export function show({ kind, title, reason, approbation }: Toast): void {
  notifications.show({
    title,
    message:
      approbation === undefined ? (
        (reason ?? null)
      ) : (
        <>
          {reason} {/* toasts stand outside the router: a link of its own would fail there */}
          <a href={at(PAGES.approbation, approbation)}>Voir la demande</a>
        </>
      ),
    color: COLORS[kind],
    ...(approbation === undefined ? {} : { autoClose: WAITING_MS }),
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Fermer' },
    role: kind === 'error' ? 'alert' : 'status',
  });
}
