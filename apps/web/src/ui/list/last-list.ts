import { useEffect } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { AnySearch, Href } from '#src/platform/address.ts';

type ListRoute = NonNullable<Href['to']>;

/** Search parameters that each list was last seen with, so that a form returns to the list as it was left. */
const seen = new Map<string, AnySearch>();

/** Remembers the list on screen. */
export function useRememberList(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    seen.set(pathname, search);
  }, [pathname, search]);
}

/** The address of a list as it was left. */
export const lastList = (to: ListRoute): Href => ({ to, search: seen.get(to) ?? {} });

/** Goes back to a list as it was left. */
export function useBackToList(to: ListRoute): () => void {
  const navigate = useNavigate();
  return () => void navigate(lastList(to));
}
