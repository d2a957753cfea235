import type { RefObject } from 'react';
import { Button } from '@mantine/core';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import type { Encaissement } from '@octroi/contract/paiements/encaissements';
import { IconFileText, IconPrinter } from '@tabler/icons-react';
import { PapierChoice } from './PapierChoice.tsx';
import { lignesDe, type Printing, recusDe } from './use-print.ts';
import classes from './Fait.module.css';
import shared from './Guichet.module.css';

/** Label of the receipt to hand over. */
function receiptLabel(fait: Encaissement): string {
  if (fait.etat !== 'Provisoire')
    return `Reçu ${lignesDe(fait)
      .flatMap(({ numeroRecu }) => numeroRecu ?? [])
      .join(', ')}`;
  return fait.cheque
    ? 'Reçu provisoire, sous réserve d’encaissement du chèque.'
    : 'En attente de confirmation : le reçu définitif viendra alors.';
}

interface FaitProps {
  fait: Encaissement;
  /** Absent without the right to print. */
  printing: Printing | undefined;
  /** Takes the focus after the payment. */
  next: RefObject<HTMLButtonElement | null>;
  onNext: () => void;
}

/** The last payment: change to give, receipts to hand over. */
export function Fait({ fait, printing, next, onNext }: FaitProps) {
  const recus = recusDe(fait);
  const icon = <IconPrinter size={16} />;
  return (
    <section className={shared.card} aria-label="Encaissé">
      <div className={classes.done} role="status">
        <p>{fait.payeur.nom}</p>
        <b>{formatFrancs(fait.montant)}</b>
        <p>{receiptLabel(fait)}</p>
        {fait.rendu > 0 ? <p className={classes.giveBack}>À rendre : {formatFrancs(fait.rendu)}</p> : null}
      </div>
      <div className={classes.doneActs}>
        {printing && recus.length > 0 ? (
          <>
            <PapierChoice />
            <Button variant="default" leftSection={icon} onClick={() => void printing.recus(fait)}>
              Imprimer {recus.length > 1 ? `les ${recus.length} reçus` : 'le reçu'} — P
            </Button>
          </>
        ) : null}
        {printing && lignesDe(fait).length > 1 ? (
          <Button
            variant="default"
            leftSection={<IconFileText size={16} />}
            onClick={() => void printing.recapitulatif(fait)}
          >
            Imprimer le récapitulatif
          </Button>
        ) : null}
        <Button ref={next} onClick={onNext}>
          Personne suivante — F2
        </Button>
      </div>
    </section>
  );
}
