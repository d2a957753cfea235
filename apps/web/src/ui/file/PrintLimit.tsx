import { type DocumentId, DOCUMENTS, MAX_PRINTED_ROWS } from '@octroi/contract/impressions/documents';
import { formatNumber } from '@octroi/contract/platform/values/money';
import classes from './PrintLimit.module.css';

interface PrintLimitProps {
  /** The list's plain document when absent. */
  document?: DocumentId | undefined;
  total: number;
}

/** Warns about rows that the document will leave out. */
export function PrintLimit({ document, total }: PrintLimitProps) {
  const limit = document ? DOCUMENTS[document].limit : MAX_PRINTED_ROWS;
  if (total <= limit) return null;
  return (
    <p className={classes.note} role="status">
      Le document PDF s’arrête aux {formatNumber(limit)} premières lignes sur {formatNumber(total)} : réduisez
      la période ou le lieu pour les avoir toutes.
    </p>
  );
}
