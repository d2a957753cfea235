/** Which rows a person has ticked: some by id, or all that match the filter but a few. */
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

/** Takes over the ticks of one page; what is ticked on other pages stays. */
export function withPage(chosen: Chosen, page: readonly number[], isTicked: (id: number) => boolean): Chosen {
  const marked = new Set(chosen.mode === 'some' ? chosen.ids : chosen.except);
  for (const id of page) {
    if (isTicked(id) === (chosen.mode === 'some')) marked.add(id);
    else marked.delete(id);
  }
  return chosen.mode === 'some' ? { mode: 'some', ids: marked } : { mode: 'all', except: marked };
}
