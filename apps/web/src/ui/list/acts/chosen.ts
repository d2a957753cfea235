/** The ticked rows: some by id, or all matching rows with exceptions. */
export type Chosen =
  | { mode: 'some'; ids: ReadonlySet<number> }
  /** Every row that matches, on every page, less those unticked since. */
  | { mode: 'all'; except: ReadonlySet<number> };

export const NONE: Chosen = { mode: 'some', ids: new Set() };
export const ALL: Chosen = { mode: 'all', except: new Set() };

export const isChosen = (chosen: Chosen, id: number): boolean =>
  chosen.mode === 'some' ? chosen.ids.has(id) : !chosen.except.has(id);

export const countChosen = (chosen: Chosen, total: number): number =>
  chosen.mode === 'some' ? chosen.ids.size : Math.max(0, total - chosen.except.size);

/** Applies the ticks of one page; those of other pages stay. */
export function withPage(chosen: Chosen, page: readonly number[], isTicked: (id: number) => boolean): Chosen {
  const marked = new Set(chosen.mode === 'some' ? chosen.ids : chosen.except);
  for (const id of page) {
    if (isTicked(id) === (chosen.mode === 'some')) marked.add(id);
    else marked.delete(id);
  }
  return chosen.mode === 'some' ? { mode: 'some', ids: marked } : { mode: 'all', except: marked };
}
