import type { RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Densite } from '#src/platform/kept/affichage.ts';
import { usePrinting } from '../acts/use-printing.ts';
import { textScale } from './use-width.ts';

/** Row heights, as in `ListTable.module.css`, px. */
const ROW_HEIGHT: Record<Densite, number> = { confortable: 40, compacte: 32 };
/** Number of rows from which only visible ones are rendered. */
const VIRTUAL_FROM = 100;

interface VirtualRows {
  /** Whether some rows are not rendered: the others then carry their index. */
  virtual: boolean;
  /** Indexes of the rendered rows. */
  indexes: number[];
  /** Height of the rows not rendered before and after, px. */
  before: number;
  after: number;
  /** Measures a rendered row, whose height its texts decide. */
  measure: (row: HTMLElement | null) => void;
}

/** The rows to render: all of a short table or on paper, the visible ones of a long table. */
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
    estimateSize: () => ROW_HEIGHT[densite] * textScale(),
    overscan: 12,
  });
  if (!virtual)
    return {
      virtual,
      indexes: Array.from({ length: count }, (_, index) => index),
      before: 0,
      after: 0,
      measure: () => undefined,
    };
  const items = virtualizer.getVirtualItems();
  return {
    virtual,
    indexes: items.map(({ index }) => index),
    before: items[0]?.start ?? 0,
    after: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
  };
}
