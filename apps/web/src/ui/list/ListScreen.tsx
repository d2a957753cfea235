import type { ScreenWith } from '@octroi/contract/register';
import { may } from '@octroi/contract/rights';
import './list.css';
import { useRef, useState, type ReactNode } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import type { FilterRow } from '@octroi/contract/platform/listing/filter';
import { IconPlus } from '@tabler/icons-react';
import type { ListScope, ListScopeOf, RowOf } from '#src/platform/resource.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { ErrorState } from '../page/ErrorState.tsx';
import type { Crumb } from '../page/crumbs.ts';
import { PageHeader } from '../page/PageHeader.tsx';
import { SkipLink } from '../page/SkipLink.tsx';
import { PrintLimit } from '../file/PrintLimit.tsx';
import type { BulkAct, RowAct } from './acts/acts.ts';
import type { Column } from './columns.ts';
import { CreateButton, type CreateHref } from './acts/CreateButton.tsx';
import type { DocumentId } from '@octroi/contract/impressions/documents';
import { FilterBuilder, type FilterFields } from './filter/FilterBuilder.tsx';
import { ExportMenu } from './acts/ExportMenu.tsx';
import { hidingOf } from './filter/filter-text.ts';
import { FilterChips, type ScreenChip } from './filter/FilterChips.tsx';
import { ListCards } from './ListCards.tsx';
import { KeysHint } from './keys/ListKeys.tsx';
import { ListSkeleton } from './table/ListSkeleton.tsx';
import { ListTable } from './table/ListTable.tsx';
import { DisplayMenu } from './DisplayMenu.tsx';
import { ActionMenu, FoldButton, OrderControls, SelectionNote } from './ListToolbar.tsx';
import { useVisibleColumns } from './in-sight.ts';
import { useRememberList } from './last-list.ts';
import { isNarrowed, type ListAction, type ListDefaults, type ListState, scopeQuery } from './list-state.ts';
import { type Empty, NoRows } from './NoRows.tsx';
import { pageCount } from './pager.ts';
import { Pager } from './Pager.tsx';
import { QuickSearch } from './filter/QuickSearch.tsx';
import { SavedViews } from './SavedViews.tsx';
import { useDisplay } from './use-display.ts';
import type { ListTotals } from './use-totals.ts';
import { useListKeys } from './keys/use-list-keys.ts';
import { type Params, useListPage, useListState, usePrefetchPage } from './use-list.ts';
import { useOfferedActs } from './acts/use-offered-acts.ts';
import { type ListSelection, useListSelection } from './acts/use-selection.ts';
import classes from './ListScreen.module.css';

interface ListScreenProps<Path extends string, Row extends { id: number } = RowOf<Path>> {
  /** Path of the list below `/v2`, which determines the row type. */
  path: Path;
  /** Values for the braces of the path. */
  params?: Params;
  /** Key of saved views, selections and exports, if several screens show the same resource. */
  screen?: string;
  title: string;
  breadcrumb: readonly Crumb[];
  /** Heading of the row numbers; `#` by default. */
  numberHead?: string | undefined;
  /** Constant or memoised. */
  columns: readonly Column<Row>[];
  /** Filter fields, by column of the filter grammar. */
  filters: FilterFields;
  /** Constant or memoised. */
  defaults: ListDefaults;
  /** Parameters of the screen, beside page, order and filter (`entite`, `ms`, `from`…). */
  query?: ListScopeOf<Path>;
  rowActs?: ((row: Row) => RowAct[]) | undefined;
  /** Acts on ticked rows; without any, rows have no checkbox. */
  bulkActs?: readonly BulkAct[];
  /** Navigation entry whose `Exporter` is required; without it there is no export menu. */
  exporter?: ScreenWith<'Exporter'>;
  /** The printable document of its rows, if any. */
  document?: DocumentId;
  /** The button that leads to the creation screen. */
  create?: CreateHref;
  /** Buttons beside « Vues » and « Creation ». */
  actions?: ReactNode;
  /** Content between title and filters (periods, sub-entities). */
  toolbar?: ReactNode;
  /** Important notice above the rows: stays visible on a phone, where the toolbar is folded. */
  notice?: ReactNode;
  /** The number of all rows, and their sums: the rows are then asked for alone. */
  totals?: ListTotals;
  /** Chips of the screen's parameters, before those of the filter rows. */
  chips?: readonly ScreenChip[];
  /** Shows page sizes as links below the list instead of Count, Sort and Order By; headings then sort. */
  sizeLinks?: boolean;
  /** Text of an empty, unfiltered list. */
  emptyText?: string;
  /** The default filters and parameters only say of which place the list is: with them alone it is not filtered. */
  defaultsPlace?: boolean;
  /** Replaces « Rien trouvé » by a text of the screen. */
  empty?: Empty | undefined;
}

/** The standard list screen (specification 1 section 1). Its state is in the address. */
export function ListScreen<const Path extends string>(props: ListScreenProps<Path>) {
  const { path, params, screen = path, filters: fields, defaults, bulkActs = [] } = props;
  const all = useVisibleColumns(props.columns, props.query);
  const display = useDisplay(screen, all);
  const { columns } = display;
  const [state, dispatch] = useListState(defaults);
  const query: ListScope = { ...props.query, q: state.q };
  const session = useSession();
  const exports = props.exporter !== undefined && may(session.permissions, props.exporter, 'Exporter');
  useRememberList();
  const page = useListPage(path, state, query, { params, alone: props.totals !== undefined });
  const known = props.totals ? props.totals.lines : page.data?.meta.total_records;
  const total = known ?? 0;
  const scope = new URLSearchParams(scopeQuery(state.filters, query)).toString();
  const isFiltered = isFilteredBy(props, state, query);
  const selection = useListSelection(screen, scope, total);
  const [building, setBuilding] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const chips = useRef<HTMLDivElement>(null);
  const whole = useListKeys();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });

  const closeBuilder = (): void => {
    setBuilding(false);
    chips.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus();
  };
  const search = (filters: readonly FilterRow[]): void => {
    dispatch({ type: 'filter', filters });
    closeBuilder();
  };
  const sorts = all.flatMap(({ sort, header }) => (sort ? [{ value: sort, label: header }] : []));
  const part = { ...props, columns, query, state, dispatch, page, known, total, selection, phone };

  return (
    <div ref={whole} className={classes.screen} data-folded={!unfolded || undefined}>
      <Header {...part} exports={exports} display={<DisplayMenu display={display} />} />
      {props.notice ? <div className={classes.notice}>{props.notice}</div> : null}
      {props.toolbar ? <div className={classes.slot}>{props.toolbar}</div> : null}
      {exports ? <PrintLimit document={props.document} total={total} /> : null}
      <div className={classes.bar}>
        <QuickSearch
          list={props.title}
          words={state.q ?? ''}
          onWords={(q) => dispatch({ type: 'words', q })}
        />
        {phone ? <FoldButton {...part} unfolded={unfolded} onFold={setUnfolded} /> : null}
        {bulkActs.length > 0 ? <ActionMenu acts={bulkActs} selection={selection} /> : null}
        <div ref={chips} className={classes.grow} data-selection={selection.count > 0 || undefined}>
          {selection.count > 0 ? (
            <SelectionNote selection={selection} total={total}>
              {exports ? <RowsMenu {...part} label="Télécharger la sélection" /> : null}
            </SelectionNote>
          ) : (
            <FilterChips
              fields={fields}
              screenChips={props.chips ?? []}
              filters={state.filters}
              open={building}
              onOpen={() => setBuilding(!building)}
              onRemove={(index) =>
                dispatch({ type: 'filter', filters: state.filters.filter((_, at) => at !== index) })
              }
            />
          )}
        </div>
        {props.sizeLinks && !phone ? null : (
          <OrderControls state={state} defaults={defaults} sorts={sorts} dispatch={dispatch} />
        )}
      </div>
      {building ? (
        <FilterBuilder
          key={JSON.stringify(state.filters)}
          fields={fields}
          filters={state.filters}
          onSearch={search}
          onClose={closeBuilder}
        />
      ) : null}
      <Results {...part} isFiltered={isFiltered} ticks={bulkActs.length > 0 || exports} />
    </div>
  );
}

/** Whether an empty list may be empty because of its filters. */
function isFilteredBy(
  { defaultsPlace, defaults }: Pick<ListScreenProps<string>, 'defaultsPlace' | 'defaults'>,
  state: ListState,
  query: ListScope,
): boolean {
  if (defaultsPlace) return isNarrowed(state, defaults);
  // a collectivité without any data is empty, not filtered: removing that filter would show nothing more
  return scopeQuery(state.filters, { ...query, entite: undefined }).length > 0;
}

/** Props shared by the parts of the screen. */
type Part<Path extends string> = Omit<ListScreenProps<Path>, 'query'> & {
  /** All list parameters beside filter rows: the screen's, and the search words. */
  query: ListScope;
  state: ListState;
  dispatch: (action: ListAction) => void;
  page: ReturnType<typeof useListPage<Path>>;
  /** Rows on all pages, once that is known. */
  known: number | undefined;
  /** The same, 0 until then. */
  total: number;
  selection: ListSelection;
  phone: boolean | undefined;
};

/** Exports the ticked rows, or all. */
function RowsMenu<Path extends string>(props: Part<Path> & { label?: string }) {
  const { path, screen = path, state, query, selection, document, label } = props;
  return (
    <ExportMenu
      path={screen}
      state={state}
      query={query}
      selection={selection}
      document={document}
      {...(label ? { label } : {})}
    />
  );
}

function Header<Path extends string>(props: Part<Path> & { exports: boolean; display: ReactNode }) {
  const { path, screen = path, create } = props;
  return (
    <>
      <SkipLink to="liste">Aller à la liste</SkipLink>
      <PageHeader
        breadcrumb={props.breadcrumb}
        title={props.title}
        actions={
          <>
            {props.actions}
            {props.exports ? <RowsMenu {...props} /> : null}
            {props.display}
            <SavedViews screen={screen} />
            {create ? <CreateButton create={create} icon={<IconPlus size={16} />} /> : null}
          </>
        }
      />
    </>
  );
}

/** The rows of the page or an empty state, and the pager. */
function Results<Path extends string>(props: Part<Path> & { isFiltered: boolean; ticks: boolean }) {
  const { path, columns, state, dispatch, page, known, total, phone, totals, sizeLinks } = props;
  const rowActs = useRowActs(path, props.rowActs);
  const prefetchPage = usePrefetchPage(path, state, props.query, {
    params: props.params,
    alone: totals !== undefined,
  });
  const [rows, failure] = [page.data?.data ?? [], failureOf(page)];
  // an empty page may lie beyond the last one: the number tells
  const isUndecided =
    page.data && rows.length === 0 && state.page > 1 && known === undefined && !totals?.failure;
  const waits = page.isPending || isUndecided;
  const shared = {
    columns,
    rows,
    caption: props.title,
    rowActs,
    selection: props.ticks ? props.selection : undefined,
    totals,
    stale: page.isPlaceholderData,
  };
  return (
    <section id="liste" tabIndex={-1} className={classes.card} aria-label="Résultats">
      {waits ? (
        <ListSkeleton
          rows={Math.min(state.itemperpage, 12)}
          columns={Math.min(columns.length + 1, phone ? 2 : 7)}
        />
      ) : failure ? (
        <ErrorState failure={failure} />
      ) : rows.length === 0 ? (
        <NoRows
          {...props}
          hiding={hidingOf(state.q, props.chips ?? [], state.filters, props.filters)}
          onClear={() => dispatch({ type: 'clear' })}
          onLast={() => dispatch({ type: 'page', page: pageCount(total, state.itemperpage) })}
        />
      ) : phone ? (
        <ListCards {...shared} />
      ) : (
        <ListTable
          {...shared}
          state={state}
          numberHead={props.numberHead}
          onHead={(column) => dispatch({ type: 'head', column })}
        />
      )}
      {page.data && !failure ? (
        <Pager
          page={state.page}
          pageSize={state.itemperpage}
          shown={rows.length}
          total={known}
          onPage={(next) => dispatch({ type: 'page', page: next })}
          onPrefetch={prefetchPage}
          hint={<KeysHint />}
          onSize={sizeLinks ? (itemperpage) => dispatch({ type: 'size', itemperpage }) : undefined}
        />
      ) : null}
    </section>
  );
}

/** Row acts of the screen and of other domains; deletion is last. */
function useRowActs<Row extends { id: number }>(
  path: string,
  screenActs: ((row: Row) => RowAct[]) | undefined,
): ((row: Row) => RowAct[]) | undefined {
  const otherActs = useOfferedActs(path);
  if (!otherActs) return screenActs;
  return (row) => {
    const acts = screenActs?.(row) ?? [];
    return [
      ...acts.filter(({ danger }) => !danger),
      ...otherActs(row),
      ...acts.filter(({ danger }) => danger),
    ];
  };
}
