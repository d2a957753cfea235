import { Button } from '@mantine/core';
import { formatFrancs } from '@octroi/contract/money';
import type { Encaissement } from '@octroi/contract/paiements/encaissements';
import { IconPrinter } from '@tabler/icons-react';
import { usePrintRecus } from './use-print.ts';
import classes from './Guichet.module.css';

/** What was taken last: what to give back, the receipts to hand over. */
export function Fait({ fait, onNext }: { fait: Encaissement; onNext: () => void }) {
  const print = usePrintRecus();
  const numeros = fait.lignes.flatMap(({ numeroRecu }) => numeroRecu ?? []);
  return (
    <section className={classes.card} aria-label="Encaissé">
      <div className={classes.done} role="status">
        <p>{fait.payeur.nom}</p>
        <b>{formatFrancs(fait.montant)}</b>
        <p>
          {fait.etat === 'Provisoire'
            ? 'En attente de confirmation : le reçu définitif viendra alors.'
            : `Reçu ${numeros.join(', ')}`}
        </p>
        {fait.rendu > 0 ? <p className={classes.giveBack}>À rendre : {formatFrancs(fait.rendu)}</p> : null}
      </div>
      <div className={classes.doneActs}>
        {print && numeros.length > 0 ? (
          <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => void print(fait)}>
            Imprimer {numeros.length > 1 ? 'les reçus' : 'le reçu'}
          </Button>
        ) : null}
        <Button onClick={onNext}>Personne suivante — F2</Button>
      </div>
    </section>
  );
}
