import { useCallback, useState } from 'react';
import { call } from '#src/platform/call.ts';
import type { BulkSelection } from './acts.ts';
import { ALL, type Chosen, countChosen, isChosen, NONE, withPage } from './chosen.ts';

export interface ListSelection {
  count: number;
  all: boolean;
  has: (id: number) => boolean;
  /** Applies the ticks of a page. */
  setPage: (ids: readonly number[], isTicked: (id: number) => boolean) => void;
  chooseAll: () => void;
  clear: () => void;
  /** The rows for a bulk call; stores a selection on the server if all matching rows are ticked. */
  resolve: () => Promise<BulkSelection>;
  /** The rows for an export: empty if all rows are meant. */
  exported: () => Promise<Partial<BulkSelection['body']>>;
}

/** The ticked rows of a list. `scope` is the query that filters the list: a change of scope clears the ticks. */
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
