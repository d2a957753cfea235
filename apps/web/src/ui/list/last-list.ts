import { useEffect } from 'react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { AnySearch, Href } from '#src/platform/address.ts';

type ListRoute = NonNullable<Href['to']>;

/** Last search parameters of each list, so that a form can return to it. */
const lastSearch = new Map<string, AnySearch>();

/** Stores the parameters of the current list. */
export function useRememberList(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    lastSearch.set(pathname, search);
  }, [pathname, search]);
}

/** The address of a list as last seen. */
export const lastList = (to: ListRoute): Href => ({ to, search: lastSearch.get(to) ?? {} });

/** Returns to a list as last seen. */
export function useBackToList(to: ListRoute): () => void {
  const navigate = useNavigate();
  return () => void navigate(lastList(to));
}
