import { useEffect } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';

/** Search parameters that each list was last seen with, so that a form returns to the list as it was left. */
const seen = new Map<string, Record<string, unknown>>();

/** Remembers the list on screen. */
export function useRememberList(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    seen.set(pathname, search);
  }, [pathname, search]);
}

/** The address of a list as it was left. */
export const lastList = (to: string): { to: string; search: Record<string, unknown> } => ({
  to,
  search: seen.get(to) ?? {},
});

/** Goes back to a list as it was left. */
export function useBackToList(to: string): () => void {
  const navigate = useNavigate();
  return () => {
    const { search } = lastList(to);
    void navigate({ to, search: search as never });
  };
}
