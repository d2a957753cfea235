import { formatFrancs, formatNumber } from '@octroi/contract/money';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import { type Changement, type Proposal, useSimulation } from './use-simulation.ts';
import classes from './Recap.module.css';
import wizard from './Wizard.module.css';

interface SimulationPanelProps {
  proposal: Proposal;
  /** Whether the échéances that stand are priced anew by the save; else by whoever may generate them. */
  follows: boolean;
}

/** What the tax would bring in, and what would become of the échéances that stand, before it is saved. */
export function SimulationPanel({ proposal, follows }: SimulationPanelProps) {
  const { data, error, isFetching, refetch } = useSimulation(proposal);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return isFetching ? <p className={wizard.hint}>Calcul de ce que la taxe rapporterait…</p> : null;
  return (
    <section aria-labelledby="simulation">
      <h3 className={classes.sub} id="simulation">
        Ce que la taxe rapporterait
      </h3>
      {data.annees.map(({ annee, contribuables, lignes, montant, parSousEntite }) => (
        <details key={annee} className={classes.year}>
          <summary>
            <b>{annee}</b> : {formatFrancs(montant)} pour {formatNumber(contribuables)} contribuable(s),{' '}
            {formatNumber(lignes)} ligne(s)
          </summary>
          <table className={classes.amounts}>
            <thead>
              <tr>
                <th scope="col">Sous-entité</th>
                <th scope="col">Contribuables</th>
                <th scope="col">Lignes</th>
                <th scope="col">Montant</th>
              </tr>
            </thead>
            <tbody>
              {parSousEntite.map((one) => (
                <tr key={one.id}>
                  <th scope="row">{one.nom}</th>
                  <td>{formatNumber(one.contribuables)}</td>
                  <td>{formatNumber(one.lignes)}</td>
                  <td>{formatFrancs(one.montant)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      ))}
      {data.changements?.map((changement) => (
        <Changes key={changement.annee} {...changement} follows={follows} />
      ))}
    </section>
  );
}

function Changes({
  annee,
  crees,
  retarifees,
  inchangees,
  avant,
  apres,
  follows,
}: Changement & { follows: boolean }) {
  return (
    <p className={wizard.hint}>
      Échéances de {annee} : {formatNumber(crees)} à créer, {formatNumber(retarifees)} à retarifer,{' '}
      {formatNumber(inchangees)} inchangée(s) ; de {formatFrancs(avant)} à {formatFrancs(apres)}.
      {retarifees === 0
        ? null
        : follows
          ? ' L’enregistrement les met à leur nouveau tarif.'
          : ' Elles gardent leur montant jusqu’à ce qu’une personne habilitée les génère de nouveau.'}
    </p>
  );
}
