import { PAGER_WINDOW } from '@octroi/contract/constants';

/** Total pages = ceil(total_records / page size) (specification 1 section 1); an empty list has one. */
export const pageCount = (records: number, pageSize: number): number =>
  Math.max(1, Math.ceil(records / pageSize));

/**
 * The page numbers to show: a window around the current page, the first and the last, with gaps (`pagerItems(9, 25)` ->
 * 1 … 7 8 9 10 11 … 25).
 */
export function pagerItems(page: number, pages: number, size: number = PAGER_WINDOW): (number | 'gap')[] {
  const first = Math.max(1, Math.min(page - Math.floor(size / 2), pages - size + 1));
  const last = Math.min(pages, first + size - 1);
  const window: (number | 'gap')[] = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  if (first > 1) window.unshift(1, ...(first > 2 ? (['gap'] as const) : []));
  if (last < pages) window.push(...(last < pages - 1 ? (['gap'] as const) : []), pages);
  return window;
}
