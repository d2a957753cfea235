import { formatFrancs, formatNumber } from '@octroi/contract/money';
import type { Simulation } from '@octroi/contract/fiscalite/taxes';
import { useQuery } from '@tanstack/react-query';
import { api } from '#src/app/api.ts';
import { ErrorState } from '#src/ui/ErrorState.tsx';
import type { TaxeBody } from './infos.ts';
import classes from './Recap.module.css';
import wizard from './Wizard.module.css';

/** What the tax would bring in, before it is saved. */
export function SimulationPanel({ proposal }: { proposal: TaxeBody & { id?: number } }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['entite_taxes', 'simulation', proposal],
    queryFn: ({ signal }) => api.post<Simulation>('entite_taxes/simulation', proposal, { signal }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
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
      {data.changements ? (
        <p className={wizard.hint}>
          Échéances : {formatNumber(data.changements.crees)} créée(s),{' '}
          {formatNumber(data.changements.retarifees)} retarifée(s),{' '}
          {formatNumber(data.changements.inchangees)} inchangée(s) ; de {formatFrancs(data.changements.avant)}{' '}
          à {formatFrancs(data.changements.apres)}.
        </p>
      ) : null}
    </section>
  );
}
