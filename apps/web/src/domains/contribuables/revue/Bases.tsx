import type { Apercu, FicheIndividuelle } from '@octroi/contract/contribuables/fiche/fiche';
import { nombreDe, precisionDe } from '@octroi/contract/contribuables/fiche/feuille';
import { tarifText } from '@octroi/contract/contribuables/fiche/solde';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { FigureCell, FigureTable, figureHead } from '#src/ui/figure/FigureTable.tsx';
import { CardNote } from '#src/ui/page/Card.tsx';
import classes from './Revue.module.css';

interface BasesProps {
  sheet: FicheIndividuelle;
  apercu: Apercu | undefined;
}

/** The taxable bases with their quantities, and what they ask this year. */
export function Bases({ sheet: { activites, compte }, apercu }: BasesProps) {
  const { annee, solde } = compte;
  const { prevu, paye, restant } = solde.exercice;
  if (activites.length === 0) return <CardNote>Aucune base taxable pour {annee}.</CardNote>;
  return (
    <>
      <FigureTable
        label={`Bases taxables, ${annee}`}
        className={classes.bases}
        heads={['Base taxable', figureHead('Nombre'), 'Tarif', figureHead('Dû')]}
        total={
          <tr>
            <th scope="row">Prévu {annee}</th>
            <td />
            <td />
            <FigureCell value={prevu} />
          </tr>
        }
      >
        {activites.map((activite, index) => (
          // two bases may have equal texts, so the index is the key
          <tr key={index}>
            <th scope="row">
              {activite.base}
              <small>{precisionDe(activite)}</small>
              <small className={classes.underBase}>{tarifText(activite.tarif)}</small>
            </th>
            <td className={classes.figure}>{nombreDe(activite)}</td>
            <td>{tarifText(activite.tarif)}</td>
            <FigureCell value={activite.total} />
          </tr>
        ))}
      </FigureTable>
      <p className={classes.balance}>
        payé {formatFrancs(paye)}, restant <b>{formatFrancs(restant)}</b>
      </p>
      {apercu?.rienAPayer.length ? (
        <CardNote>Rien à payer pour : {apercu.rienAPayer.join(', ')}.</CardNote>
      ) : null}
    </>
  );
}
