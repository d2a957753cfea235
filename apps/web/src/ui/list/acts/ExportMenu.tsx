import type { FormatExport } from '@octroi/contract/platform/jobs/exports';
import { type DocumentId, isSignable } from '@octroi/contract/impressions/documents';
import type { DocumentBody, MiseEnPage } from '@octroi/contract/impressions/requests';
import { FormatMenu } from '../../file/FormatMenu.tsx';
import { exportList, printDocument } from '../../file/take-file.ts';
import type { ListScope } from '#src/platform/resource.ts';
import { type ListState, scopeQuery } from '../list-state.ts';
import type { ListSelection } from './use-selection.ts';

interface ExportMenuProps {
  /** Resource below `/v2`. */
  path: string;
  state: ListState;
  query: ListScope | undefined;
  selection: ListSelection;
  /** The printable document; all columns when absent. */
  document?: DocumentId | undefined;
  label?: string;
}

/** Exports the rows of all pages, or the ticked ones, in the list's order. */
export function ExportMenu({ path, state, query, selection, document, label }: ExportMenuProps) {
  const take = async (format: FormatExport, layout?: MiseEnPage): Promise<void> => {
    const { orderBy, sortOrder, filters } = state;
    const order: [string, string][] = [
      ['orderBy', orderBy],
      ['sortOrder', sortOrder],
    ];
    const rows: DocumentBody = {
      query: new URLSearchParams([...order, ...scopeQuery(filters, query)]).toString(),
      ...(await selection.exported()),
    };
    if (document) await printDocument(document, { format, ...rows }, layout);
    else await exportList({ resource: path, format, ...rows });
  };
  const paper = document && { signable: isSignable(document) };
  return <FormatMenu take={take} paper={paper} {...(label ? { label, size: 'xs' } : {})} />;
}
