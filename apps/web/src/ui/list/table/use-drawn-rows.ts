import type { RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Densite } from '#src/platform/affichage.ts';
import { usePrinting } from '../acts/use-printing.ts';

/** As `ListTable.module.css` has them, px. */
const ROW_HEIGHT: Record<Densite, number> = { confortable: 40, compacte: 32 };
/** From so many rows on, only those in sight are drawn. */
const VIRTUAL_FROM = 100;

interface VirtualRows {
  /** Whether some rows are left out: those that are drawn then say which they are. */
  virtual: boolean;
  /** Indexes of the rows that are drawn. */
  indexes: number[];
  /** Height of what is left out before and after them, px. */
  before: number;
  after: number;
}

/** The rows of a table that are drawn: all of a short one and on paper, those in sight of a long one. */
export function useVirtualRows(
  count: number,
  scroller: RefObject<HTMLElement | null>,
  densite: Densite,
): VirtualRows {
  const printing = usePrinting();
  const virtual = count > VIRTUAL_FROM && !printing;
  const virtualizer = useVirtualizer({
    count,
    enabled: virtual,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT[densite],
    overscan: 12,
  });
  if (!virtual)
    return { virtual, indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 };
  const items = virtualizer.getVirtualItems();
  return {
    virtual,
    indexes: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
  };
}
