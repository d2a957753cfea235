import type { ActeReport } from '@octroi/contract/contribuables/actes/actes';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { TravailCard } from '#src/ui/travail/TravailCard.tsx';

const TITLE = 'Suppression de transactions';

/** Payments removed, and those left with the reason. */
function Report({ total, faits, laisses }: ActeReport) {
  return (
    <>
      <p>
        {formatNumber(faits)} transaction(s) supprimée(s) ou extournée(s) sur {formatNumber(total)}
      </p>
      {laisses.map(({ motif, nombre }) => (
        <p key={motif}>
          {motif} ({formatNumber(nombre)})
        </p>
      ))}
    </>
  );
}

/** Shows the progress of a long removal in a dialog. */
export const followRemoval = (travail: Travail): void =>
  openDialog(
    TITLE,
    () => (
      <>
        <TravailCard
          travail={travail}
          title={TITLE}
          report={({ rapport }) => <Report {...(rapport as ActeReport)} />}
        />
        <p>Le travail continue si vous fermez cette fenêtre.</p>
      </>
    ),
    { size: 'lg' },
  );
