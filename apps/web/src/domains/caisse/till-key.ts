import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { isDialogOpen } from '#src/platform/shortcut.ts';

/** Leads from the counter to the person's own till, and back. */
export const TILL_KEY = 'F9';

/** Opens a screen by that key, from a field too, unless a dialog is open. @param url undefined: the key does nothing */
export function useTillKey(url: string | undefined): void {
  const navigate = useNavigate();
  const open = (to: string): void => {
    if (!isDialogOpen()) void navigate({ to });
  };
  useHotkeys(url === undefined ? [] : [[TILL_KEY, () => open(url)]], [], true);
}
