import { may } from '@octroi/contract/rights';
import '#src/ui/list/list.css';
import { useState } from 'react';
import { Button } from '@mantine/core';
import { BASE_WORDS, MAX_ITEMS_PER_PAGE } from '@octroi/contract/constants';
import type { FormatExport } from '@octroi/contract/platform/jobs/exports';
import {
  type DocumentId,
  DOCUMENTS,
  etatText,
  isSignable,
  type PrintedDocument,
} from '@octroi/contract/impressions/documents';
import type { MiseEnPage } from '@octroi/contract/impressions/requests';
import { argentText } from '@octroi/contract/paiements/columns';
import { periodText } from '@octroi/contract/platform/values/period';
import { IconFileInvoice } from '@tabler/icons-react';
import { useSearchAs } from '#src/platform/address.ts';
import { call } from '#src/platform/call.ts';
import type { RowOf } from '#src/platform/resource.ts';
import { useListActs } from '#src/platform/list-acts.ts';
import { useSession } from '#src/platform/session.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { useFigureScope } from '#src/domains/pilotage/index.ts';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FormatMenu } from '#src/ui/file/FormatMenu.tsx';
import type { BulkSelection } from '#src/ui/list/acts/acts.ts';
import type { Column } from '#src/ui/list/columns.ts';
import { ListCards } from '#src/ui/list/ListCards.tsx';
import { ListSkeleton } from '#src/ui/list/table/ListSkeleton.tsx';
import { ListTable } from '#src/ui/list/table/ListTable.tsx';
import { useVisibleColumns } from '#src/ui/list/in-sight.ts';
import { type ListDefaults, scopeQuery } from '#src/ui/list/list-state.ts';
import { Pager } from '#src/ui/list/Pager.tsx';
import { useListPage, useListState, usePatchSearch, usePrefetchPage } from '#src/ui/list/use-list.ts';
import { useListTotals } from '#src/ui/list/use-totals.ts';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { PeriodPicker } from '#src/ui/period/PeriodPicker.tsx';
import { searchOfRange } from '#src/ui/period/period-search.ts';
import { PrintLimit } from '#src/ui/file/PrintLimit.tsx';
import { Segments } from '#src/ui/Segments.tsx';
import { printDocument } from '#src/ui/file/take-file.ts';
import { TerritoryCascade } from '#src/ui/territory/TerritoryCascade.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { printAvisDe } from './pieces/print-avis.ts';
import { PrintButton } from './PrintButton.tsx';
import { Releves } from './Releves.tsx';
import { readReport } from './search.ts';
import { usePreview } from './use-preview.ts';
import classes from './ReportScreen.module.css';

const TABLEURS: readonly FormatExport[] = ['xlsx', 'csv'];

/** The documents whose rows come from a list. */
type DocumentOf<Path extends string> = {
  [Id in DocumentId]: (typeof DOCUMENTS)[Id]['resource'] extends Path ? Id : never;
}[DocumentId];

export interface Report<Path extends string> {
  /** Path of the list below `/v2`. */
  path: Path;
  document: DocumentOf<Path>;
  /** Must be a constant. */
  columns: readonly Column<RowOf<Path>>[];
  /** Constants: the columns that replace them for a given base. */
  columnsBy?: Partial<Record<keyof typeof BASE_WORDS, readonly Column<RowOf<Path>>[]>>;
  /** Constant: the document's order and fixed filters. */
  defaults: ListDefaults;
  /** Text of an empty report. */
  empty: string;
  /** Offers statements of unpaid amounts, one page per taxpayer. */
  releves?: boolean;
}

/** Rows of a preview's page; the document has them all. */
const PREVIEWED = 100;

/** Default state of a document's preview: its order and filters. */
export const previewOf = (document: DocumentId): ListDefaults => {
  const { order, filters }: PrintedDocument = DOCUMENTS[document];
  return { ...order, filters, itemperpage: PREVIEWED };
};

/** The report's parameters from the address, and its rows. */
function useReport<Path extends string>(report: Report<Path>) {
  const { path, document, columns: all, columnsBy, defaults: documentDefaults } = report;
  const search = useSearchAs(readReport);
  const { phone, defaults } = usePreview(documentDefaults);
  const [state, dispatch] = useListState(defaults);
  const { bases = [], aUnJour = false }: PrintedDocument = DOCUMENTS[document];
  const { today } = useSession();
  const {
    territory,
    range: requestedRange,
    query: figureQuery,
  } = useFigureScope({ ...search, base: undefined });
  // the state of today, whatever the due day
  const range = aUnJour && !search.from && !search.to ? { to: today } : requestedRange;
  const base = bases.find((each) => each === search.base) ?? bases[0];
  const { entite, ms, annee, betail } = figureQuery;
  const query = { entite, ms, ...range, betail, ...(path === 'contribuables' ? { annee, base } : {}) };
  const columns = useVisibleColumns((base && columnsBy?.[base]) ?? all, query);
  const page = useListPage(path, state, query, { alone: true });
  const prefetchPage = usePrefetchPage(path, state, query, { alone: true });
  const totals = useListTotals(
    path,
    { f: state.filters },
    query,
    columns,
    path === 'transactions' ? argentText : undefined,
  );
  const take = (format: FormatExport, layout?: MiseEnPage): Promise<void> => {
    const order: [string, string][] = [
      ['orderBy', state.orderBy],
      ['sortOrder', state.sortOrder],
    ];
    // the server adds the document's own filters
    const rows = new URLSearchParams([...order, ...scopeQuery([], query)]).toString();
    return printDocument(document, { query: rows, format }, layout);
  };
  /** The taxpayers of the report, up to the print limit, for an act on them. */
  const select = async (): Promise<{ ids: number[] }> => {
    const fullQuery = { entite, ms, ...range, betail, itemperpage: MAX_ITEMS_PER_PAGE };
    const { data } = await call('GET /impayes', { query: fullQuery });
    return { ids: data.map(({ id }) => id) };
  };
  const total = totals.lines ?? 0;
  /** All of them, as a stored selection for acts of other domains. */
  const keep = async (): Promise<BulkSelection> => {
    const selectionQuery = new URLSearchParams(scopeQuery([], query)).toString();
    const { token, count } = await call('POST /selections', {
      body: { resource: path, query: selectionQuery },
    });
    return { count, body: { selection: token } };
  };
  return {
    keep,
    aUnJour,
    base,
    bases,
    columns,
    phone,
    state,
    dispatch,
    territory,
    annee,
    range,
    page,
    peek: prefetchPage,
    totals,
    total,
    take,
    select,
  };
}

/** A report: place, days, preview, and the print button (2 section 2.14). */
export function ReportScreen<const Path extends string>(props: Report<Path>) {
  const { title, screen } = DOCUMENTS[props.document];
  const session = useSession();
  const patch = usePatchSearch();
  const report = useReport(props);
  const { aUnJour, base, bases, territory, annee, range, totals, total, take, select, keep } = report;
  // an act need not wait for the number: it reads its taxpayers itself
  const isEmpty = totals.lines === 0;
  const otherActs = useListActs(props.path);
  const place = territory.names.length > 0 ? territory.names.join(' > ') : territory.everywhere;
  return (
    <div className={classes.screen}>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, section('Impressions'), { label: title }]}
        title={title}
        subtitle={[
          place,
          aUnJour ? etatText(range, session.today) : periodText(range),
          ...(base ? [BASE_WORDS[base]] : []),
        ].join(' · ')}
        actions={
          <>
            {props.releves ? <OfferedActs acts={otherActs} keep={keep} disabled={isEmpty} /> : null}
            {may(session.permissions, screen, 'Exporter') ? (
              <>
                {props.releves && may(session.permissions, 'contribuables', 'Exporter') ? (
                  <>
                    {may(session.permissions, 'contribuables', 'Émettre') ? (
                      <AvisButton annee={annee} select={select} disabled={isEmpty} />
                    ) : null}
                    <Releves place={{ entite: territory.entiteId, ramification: territory.ms, ...range }} />
                  </>
                ) : null}
                <FormatMenu label="Tableur" formats={TABLEURS} take={take} />
                <PrintButton take={take} signable={isSignable(props.document)} />
              </>
            ) : null}
          </>
        }
      />
      <div className={classes.bar}>
        <PeriodPicker
          value={range}
          open
          onChange={(days) => patch({ ...searchOfRange(days, session.today) })}
        />
        {base && bases.length > 1 ? (
          <Segments
            label="Base des chiffres"
            segments={bases.map((value) => ({ value, label: BASE_WORDS[value] }))}
            value={base}
            onChange={(chosen) => patch({ base: chosen === bases[0] ? undefined : chosen })}
          />
        ) : null}
        <TerritoryCascade
          territory={territory}
          onChange={({ entite, ramification }) =>
            patch({ entite, ms: ramification ? [ramification] : undefined })
          }
        />
      </div>
      <PrintLimit document={props.document} total={total} />
      <Preview {...props} {...report} title={title} />
    </div>
  );
}

interface OfferedActsProps {
  acts: ReturnType<typeof useListActs>;
  keep: () => Promise<BulkSelection>;
  disabled: boolean;
}

/** Acts of other domains on all taxpayers of the report. */
function OfferedActs({ acts, keep, disabled }: OfferedActsProps) {
  const [busy, setBusy] = useState<string>();
  const act = async ({ label, run }: OfferedActsProps['acts'][number]): Promise<void> => {
    setBusy(label);
    try {
      await run(await keep());
    } catch (error) {
      toastFailure(error);
    } finally {
      setBusy(undefined);
    }
  };
  return acts.map((each) => (
    <Button
      key={each.label}
      variant="default"
      leftSection={each.icon ? <each.icon size={16} /> : undefined}
      loading={busy === each.label}
      disabled={disabled}
      onClick={() => void act(each)}
    >
      {each.label}
    </Button>
  ));
}

interface AvisButtonProps {
  annee: number;
  select: () => Promise<{ ids: number[] }>;
  disabled: boolean;
}

/** Notices for all taxpayers of the report. */
function AvisButton({ annee, select, disabled }: AvisButtonProps) {
  const { busy, perform } = useAct();
  return (
    <Button
      variant="default"
      leftSection={<IconFileInvoice size={16} />}
      loading={busy}
      disabled={disabled}
      onClick={() => void perform(async () => printAvisDe(await select(), annee))}
    >
      Avis d’imposition
    </Button>
  );
}

type PreviewProps<Path extends string> = Report<Path> &
  ReturnType<typeof useReport<Path>> & { title: string };

/** The rows to print. */
function Preview<Path extends string>(props: PreviewProps<Path>) {
  const { columns, title, phone, state, dispatch, page, peek: prefetchPage, totals } = props;
  const [rows, failure] = [page.data?.data ?? [], failureOf(page)];
  const shared = { columns, rows, caption: title, totals, stale: page.isPlaceholderData };
  return (
    <section className={classes.card} aria-label="Aperçu">
      {page.isPending ? (
        <ListSkeleton rows={12} columns={phone ? 2 : 7} />
      ) : failure ? (
        <ErrorState failure={failure} />
      ) : rows.length === 0 ? (
        <EmptyState title="Rien à imprimer" text={props.empty} />
      ) : phone ? (
        <ListCards {...shared} />
      ) : (
        <ListTable {...shared} state={state} onHead={(column) => dispatch({ type: 'head', column })} />
      )}
      {rows.length > 0 && !failure ? (
        <Pager
          page={state.page}
          pageSize={state.itemperpage}
          shown={rows.length}
          total={totals.lines}
          onPage={(next) => dispatch({ type: 'page', page: next })}
          onPrefetch={prefetchPage}
        />
      ) : null}
    </section>
  );
}
