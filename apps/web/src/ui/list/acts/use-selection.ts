import { useCallback, useState } from 'react';
import { call } from '#src/platform/call.ts';
import type { BulkSelection } from './acts.ts';
import { ALL, type Chosen, countChosen, isChosen, NONE, withPage } from './chosen.ts';

export interface ListSelection {
  count: number;
  all: boolean;
  has: (id: number) => boolean;
  /** Takes over the ticks of the rows of a page. */
  setPage: (ids: readonly number[], isTicked: (id: number) => boolean) => void;
  chooseAll: () => void;
  clear: () => void;
  /** The rows as a bulk call wants them; asks the server to keep a selection of all that match. */
  resolve: () => Promise<BulkSelection>;
  /** The rows as an export wants them: nothing where all are meant, ticked or not. */
  exported: () => Promise<Partial<BulkSelection['body']>>;
}

/**
 * The ticked rows of a list. `scope` is the query that narrows the list: another scope is another list, and
 * nothing of it is ticked.
 */
export function useListSelection(path: string, scope: string, total: number): ListSelection {
  const [state, setState] = useState<{ scope: string; chosen: Chosen }>({ scope, chosen: NONE });
  const chosen = state.scope === scope ? state.chosen : NONE;
  const set = useCallback((next: Chosen) => setState({ scope, chosen: next }), [scope]);

  const resolve = async (): Promise<BulkSelection> => {
    if (chosen.mode === 'some') return { count: chosen.ids.size, body: { ids: [...chosen.ids] } };
    const { token, count } = await call('POST /selections', {
      body: { resource: path, query: scope, except: [...chosen.except] },
    });
    return { count, body: { selection: token } };
  };
  return {
    count: countChosen(chosen, total),
    all: chosen.mode === 'all',
    has: (id) => isChosen(chosen, id),
    setPage: (ids, isTicked) => set(withPage(chosen, ids, isTicked)),
    chooseAll: () => set(ALL),
    clear: () => set(NONE),
    resolve,
    exported: async () => {
      const isWholeList = chosen.mode === 'all' ? chosen.except.size === 0 : chosen.ids.size === 0;
      return isWholeList ? {} : (await resolve()).body;
    },
  };
}
