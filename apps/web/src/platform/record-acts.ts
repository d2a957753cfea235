import { mayAll } from '@octroi/contract/rights';
import { useRouteContext } from '@tanstack/react-router';
import type { RecordAct } from './navigation.ts';
import { useSession } from './session.ts';

/** Acts that other domains offer to this person on a record of `path`. */
export function useRecordActs(path: string): readonly RecordAct[] {
  const session = useSession();
  const { recordActs } = useRouteContext({ from: '__root__' });
  return (recordActs[path] ?? []).filter(({ rights }) => mayAll(session.permissions, rights));
}
