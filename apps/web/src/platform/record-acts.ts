import { mayAll } from '@octroi/contract/rights';
import { useRouteContext } from '@tanstack/react-router';
import type { RecordAct } from './navigation.ts';
import { useSession } from './session.ts';

/** What other domains offer to do with a record of `path`, to those who may. */
export function useRecordActs(path: string): readonly RecordAct[] {
  const session = useSession();
  const { recordActs } = useRouteContext({ from: '__root__' });
  return (recordActs[path] ?? []).filter(({ rights }) => mayAll(session.permissions, rights));
}
