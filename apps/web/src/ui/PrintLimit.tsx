import { type DocumentId, DOCUMENTS } from '@octroi/contract/impressions/documents';
import { formatNumber } from '@octroi/contract/money';
import classes from './PrintLimit.module.css';

/** Says what the document will leave out, where it leaves out anything. */
export function PrintLimit({ document, total }: { document: DocumentId; total: number }) {
  const { limit } = DOCUMENTS[document];
  if (total <= limit) return null;
  return (
    <p className={classes.note} role="status">
      Le document PDF s’arrête aux {formatNumber(limit)} premières lignes sur {formatNumber(total)} : réduisez
      la période ou le lieu pour les avoir toutes.
    </p>
  );
}
