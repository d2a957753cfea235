import { PAGES } from '@octroi/contract/pages';
import { SCREENS } from '@octroi/contract/register';
import { type GenerationReport, MOTIFS_SANS_TARIF } from '@octroi/contract/fiscalite/echeances/echeances';
import { formatNumber } from '@octroi/contract/platform/values/money';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { Link } from '@tanstack/react-router';
import { TravailCard } from '#src/ui/travail/TravailCard.tsx';
import classes from './GenerationCard.module.css';

const titleOf = ({ entite, parametres }: Travail): string => {
  const { annee, aBlanc } = parametres as Pick<GenerationReport, 'annee' | 'aBlanc'>;
  return [aBlanc ? 'Essai à blanc' : 'Génération des échéances', annee, entite?.nom]
    .filter(Boolean)
    .join(' · ');
};

/** Progress and result of a generation. */
export function GenerationCard({ travail }: { travail: Travail }) {
  return (
    <TravailCard travail={travail} title={titleOf(travail)} report={(now) => <Report travail={now} />} />
  );
}

function Report({ travail }: { travail: Travail }) {
  const report = travail.rapport as GenerationReport;
  const {
    creees,
    retarifees,
    fermees,
    inchangees,
    avant,
    apres,
    aBlanc,
    annee,
    sansTarif,
    deplacees = 0,
    exonerees = 0,
    anterieures = 0,
  } = report;
  const figures: [string, number][] = [
    [aBlanc ? 'à créer' : 'créées', creees],
    [aBlanc ? 'à retarifer' : 'retarifées', retarifees],
    ...(fermees > 0
      ? [[aBlanc ? 'plus dues, à fermer' : 'plus dues, fermées', fermees] as [string, number]]
      : []),
    ['inchangées', inchangees],
    ...(deplacees > 0 ? [['exigibles un autre jour', deplacees] as [string, number]] : []),
  ];
  const without = sansTarif.reduce((sum, { lignes }) => sum + lignes, 0);
  return (
    <div className={classes.report}>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
        <div>
          <dt>F CFA {retarifees > 0 || fermees > 0 ? `(au lieu de ${formatNumber(avant)})` : ''}</dt>
          <dd>{formatNumber(apres)}</dd>
        </div>
      </dl>
      {exonerees > 0 ? (
        <p>
          {formatNumber(exonerees)} ligne(s) exonérée(s).{' '}
          <Link to={SCREENS.exonerations.url} search={{ entite: travail.entite?.id }}>
            Les voir
          </Link>
        </p>
      ) : null}
      {anterieures > 0 ? (
        <p>
          {formatNumber(anterieures)} ligne(s) enrôlée(s) avant une taxe perçue une fois : elles ne la doivent
          pas.
        </p>
      ) : null}
      {without > 0 ? (
        <>
          <p>
            {formatNumber(without)} ligne(s) sans tarif.{' '}
            <Link to={PAGES.sansTarif} search={{ entite: travail.entite?.id, annee }}>
              Les voir une à une
            </Link>
          </p>
          <ul>
            {sansTarif.map(({ motif, lignes }) => (
              <li key={motif}>
                {MOTIFS_SANS_TARIF[motif]} : {formatNumber(lignes)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}
