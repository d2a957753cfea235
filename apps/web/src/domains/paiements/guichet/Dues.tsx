import { Skeleton } from '@mantine/core';
import type { Compte, Echec } from '@octroi/contract/contribuables/fiche/compte';
import { resteOf } from '@octroi/contract/contribuables/fiche/solde';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { PAGES } from '@octroi/contract/pages';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Amount } from '#src/ui/figure/Amount.tsx';
import { AttenteNote } from '#src/ui/figure/AttenteNote.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { echeanceText, type Etat, etatDe, type ParTaxe, parAnnee, type Personne } from './guichet.ts';
import type { Guichet } from './use-guichet.ts';
import classes from './Dues.module.css';
import shared from './Guichet.module.css';

const ICONS = { payé: IconCheck, échu: IconAlertTriangle, 'à échoir': IconClock } as const;
const ETATS = Object.keys(ICONS) as Etat[];

interface DuesProps extends Pick<Guichet, 'compte' | 'failure'> {
  personne: Personne;
}

/** The échéances of the chosen taxpayer by year and tax, each with an icon and a word for its state. */
export function Dues({ personne, compte, failure }: DuesProps) {
  return (
    <section className={shared.card} aria-label="Ce que doit le contribuable">
      <div className={classes.person}>
        <div>
          <h2>{personne.nom}</h2>
          <p>
            <Link to={PAGES.fiche} params={{ id: String(personne.id) }}>
              {personne.detail}
            </Link>
          </p>
        </div>
        {compte ? (
          <div className={classes.due}>
            <b>
              <Amount value={compte.solde.aPayer} unit />
            </b>
            <span>à payer, dont {formatNumber(compte.solde.aPayerMaintenant)} échus</span>
          </div>
        ) : null}
      </div>
      {compte ? <AttenteNote attentes={compte.attentes} /> : null}
      {compte ? <Years compte={compte} /> : null}
      <ErrorState failure={failure} />
      {!compte && !failure ? <Skeleton height={160} m={16} width="auto" /> : null}
    </section>
  );
}

function Years({ compte }: { compte: Compte }) {
  const { annee, jour, solde } = compte;
  const years = parAnnee(compte);
  const { prevu, paye, restant } = solde.exercice;
  return (
    <>
      {years.length === 0 ? <p className={shared.note}>Aucune échéance : rien n’est dû.</p> : null}
      {years.map((year) => (
        <div key={year.annee}>
          <h3 className={classes.year}>
            {year.annee < annee ? `Arriérés ${year.annee}` : `Année ${year.annee}`}
            <Amount value={year.reste} />
          </h3>
          {year.taxes.map(({ cle, ...taxe }) => (
            <Tax key={cle} taxe={taxe} jour={jour} />
          ))}
        </div>
      ))}
      <div className={classes.sum}>
        <span>
          {annee} : prévu <b>{formatNumber(prevu)}</b> − payé <b>{formatNumber(paye)}</b> = reste{' '}
          <b>{formatNumber(restant)}</b>
          {solde.credit > 0 ? ` · payé d’avance ${formatNumber(solde.credit)}` : ''}
        </span>
        <span className={classes.legend}>
          {ETATS.map((etat) => {
            const Icon = ICONS[etat];
            return (
              <span key={etat} data-etat={etat}>
                <Icon size={14} aria-hidden /> {etat}
              </span>
            );
          })}
        </span>
      </div>
    </>
  );
}

const Tax = ({ taxe, jour }: { taxe: Omit<ParTaxe, 'cle'>; jour: string }) => (
  <div className={classes.tax}>
    <div>
      <b>{taxe.taxe}</b> <span>· {taxe.base}</span>
    </div>
    <Amount value={taxe.reste} />
    <ul className={classes.echeances}>
      {paidFirst(taxe.echeances, jour).map(([key, group]) => (
        <Chip key={key} group={group} jour={jour} />
      ))}
    </ul>
  </div>
);

/** Paid échéances are grouped into one chip; each unpaid one has its own. */
function paidFirst(echeances: readonly Echec[], jour: string): [string, Echec[]][] {
  const paid = echeances.filter((each) => etatDe(each, jour) === 'payé');
  const unpaid = echeances.filter((each) => etatDe(each, jour) !== 'payé');
  return [
    ...(paid.length > 0 ? [['payé', paid] as [string, Echec[]]] : []),
    ...unpaid.map((each): [string, Echec[]] => [String(each.id), [each]]),
  ];
}

function Chip({ group, jour }: { group: Echec[]; jour: string }) {
  const first = group[0] as Echec;
  const last = group.at(-1) as Echec;
  const etat = etatDe(first, jour);
  const Icon = ICONS[etat];
  const text =
    group.length > 1
      ? `${echeanceText(first, jour)} à ${echeanceText(last, jour)}`
      : echeanceText(first, jour);
  return (
    <li data-etat={etat}>
      <Icon size={14} role="img" aria-label={etat} />
      {text}
      {etat === 'payé' ? null : <b>{formatNumber(resteOf(first))}</b>}
    </li>
  );
}
