import { type DocumentId, DOCUMENTS, MAX_PRINTED_ROWS } from '@octroi/contract/impressions/documents';
import { formatNumber } from '@octroi/contract/platform/values/money';
import classes from './PrintLimit.module.css';

interface PrintLimitProps {
  /** Absent: the plain document of the list. */
  document?: DocumentId | undefined;
  total: number;
}

/** Says what the document will leave out, where it leaves out anything. */
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
