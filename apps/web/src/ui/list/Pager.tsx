import type { ReactNode } from 'react';
import { PAGE_SIZES } from '@octroi/contract/constants';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { Segments } from '../Segments.tsx';
import { pageCount, pagerItems } from './pager.ts';
import classes from './Pager.module.css';

interface PagerProps {
  page: number;
  pageSize: number;
  /** Rows on this page. */
  shown: number;
  /** Rows on all pages; undefined until they are counted. */
  total: number | undefined;
  onPage: (page: number) => void;
  /** Called when the pointer is over a page number. */
  onPrefetch?: (page: number) => void;
  /** Shown between both ends. */
  hint?: ReactNode;
  /** Shows page sizes as links. */
  onSize?: ((size: number) => void) | undefined;
}

/** `Affichage de N / total` and the page numbers. */
export function Pager({ page, pageSize, shown, total, onPage, onPrefetch, hint, onSize }: PagerProps) {
  // until all are counted, a full page may have another behind it
  const pages = total === undefined ? page + Number(shown === pageSize) : pageCount(total, pageSize);
  const button = (target: number, label: string, props: { current?: boolean; disabled?: boolean } = {}) => (
    <button
      type="button"
      className={classes.page}
      aria-current={props.current ? 'page' : undefined}
      aria-label={/^\d/.test(label) ? `Page ${label}` : undefined}
      disabled={props.disabled}
      onClick={() => onPage(target)}
      onPointerEnter={() => (props.current || props.disabled ? undefined : onPrefetch?.(target))}
    >
      {label}
    </button>
  );
  return (
    <div className={classes.foot}>
      <span role="status">
        Affichage de {formatNumber(shown)} / {total === undefined ? '…' : formatNumber(total)}
      </span>
      {onSize ? (
        <Segments
          label="Lignes par page"
          segments={sizesWith(pageSize).map((size) => ({ value: String(size), label: String(size) }))}
          value={String(pageSize)}
          onChange={(size) => onSize(Number(size))}
        />
      ) : null}
      {hint}
      <nav aria-label="Pagination">
        <ul className={classes.pages}>
          <li>{button(page - 1, 'Précédent', { disabled: page <= 1 })}</li>
          {pagerItems(page, pages).map((item, index) => (
            <li
              key={item === 'gap' ? `gap-${index}` : item}
              className={item === page ? classes.here : classes.other}
            >
              {item === 'gap' ? (
                <span className={classes.gap}>…</span>
              ) : (
                button(item, formatNumber(item), { current: item === page })
              )}
            </li>
          ))}
          <li>{button(page + 1, 'Next', { disabled: page >= pages })}</li>
        </ul>
      </nav>
    </div>
  );
}

const sizesWith = (size: number): number[] => [...new Set([...PAGE_SIZES, size])].sort((a, b) => a - b);
