import { Fragment } from 'react';
import type { Simulation } from '@octroi/contract/fiscalite/taxes/taxes';
import { quantiteText } from '@octroi/contract/fiscalite/tarifs/bareme';
import { formatFrancs, formatNumber, formatQuantite } from '@octroi/contract/platform/values/money';
import { failureOf } from '#src/platform/query.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { type Changement, type Proposal, useSimulation } from './use-simulation.ts';
import classes from '../taxes/Recap.module.css';
import wizard from '../taxes/Wizard.module.css';

interface SimulationPanelProps {
  proposal: Proposal;
  /** Whether saving reprices existing échéances; otherwise a person with the right to generate must do it. */
  follows: boolean;
}

/** The expected revenue of the tax, and its effect on existing échéances, before saving. */
export function SimulationPanel({ proposal, follows }: SimulationPanelProps) {
  const read = useSimulation(proposal);
  const [data, failure] = [read.data, failureOf(read)];
  if (failure) return <ErrorState failure={failure} />;
  if (!data)
    return read.isFetching ? <p className={wizard.hint}>Calcul de ce que la taxe rapporterait…</p> : null;
  return (
    <section aria-labelledby="simulation">
      <h3 className={classes.sub} id="simulation">
        Ce que la taxe rapporterait
      </h3>
      {data.annees.map(
        ({ annee, contribuables, lignes, montant, quantites, autres, anterieures, parSousEntite }) => (
          <Fragment key={annee}>
            <details className={classes.year}>
              <summary>
                <b>{annee}</b> : {formatFrancs(montant)} pour {formatNumber(contribuables)} contribuable(s),{' '}
                {formatNumber(lignes)} ligne(s)
                {quantites ? `, ${quantitesText(quantites)}` : null}
              </summary>
              <table className={classes.amounts} aria-label={`Ce que la taxe rapporterait en ${annee}`}>
                <thead>
                  <tr>
                    <th scope="col">Sous-entité</th>
                    <th scope="col">Contribuables</th>
                    <th scope="col">Lignes</th>
                    <th scope="col">Montant</th>
                  </tr>
                </thead>
                <tbody>
                  {parSousEntite.map((place) => (
                    <tr key={place.id}>
                      <th scope="row">{place.nom}</th>
                      <td>{formatNumber(place.contribuables)}</td>
                      <td>{formatNumber(place.lignes)}</td>
                      <td>{formatFrancs(place.montant)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </details>
            {anterieures ? (
              <p className={wizard.hint}>
                Perçue une fois, à l’enrôlement : {formatNumber(anterieures)} ligne(s) déjà enrôlée(s) ne la
                doivent pas.
              </p>
            ) : null}
            {autres.length > 0 ? <p className={wizard.hint}>{autresText(annee, montant, autres)}</p> : null}
          </Fragment>
        ),
      )}
      {data.renommages.map(({ avant, apres, lignes }) => (
        <p key={avant} className={wizard.hint}>
          « {avant} » devient « {apres} », dans tous les exercices ouverts : {formatNumber(lignes)} ligne(s)
          suivent.
        </p>
      ))}
      {data.changements?.map((changement) => (
        <Changes key={changement.annee} change={changement} follows={follows} />
      ))}
    </section>
  );
}

/** `2026, avec « Droit de place » (18 000 F CFA) : 21 600 F CFA pour les mêmes lignes.` */
function autresText(annee: number, montant: number, autres: Simulation['annees'][number]['autres']): string {
  const noms = autres.map((each) => `« ${each.nom} » (${formatFrancs(each.montant)})`).join(' et ');
  const sum = autres.reduce((total, each) => total + each.montant, montant);
  return `${annee}, avec ${noms} : ${formatFrancs(sum)} pour les mêmes lignes.`;
}

/** `12 400 m² (8,5 en moyenne), 3 sans quantité`. */
function quantitesText({
  unite,
  somme,
  moyenne,
  sans,
}: NonNullable<Simulation['annees'][number]['quantites']>): string {
  const without = sans > 0 ? `, ${formatNumber(sans)} sans quantité` : '';
  return `${quantiteText(somme, unite)} au registre (${formatQuantite(moyenne)} en moyenne)${without}`;
}

interface Sort {
  label: string;
  count: number;
  /** Francs; undefined if nothing was due before. */
  avant?: number;
  apres: number;
}

/** The effect on the échéances of a year; each counts once. */
const sortsOf = (change: Changement): Sort[] =>
  [
    { label: 'À créer', count: change.crees, apres: change.creesMontant },
    {
      label: 'À un autre tarif',
      count: change.retarifees,
      avant: change.avant,
      apres: change.apres - change.creesMontant,
    },
    { label: 'Plus dues', count: change.fermees, avant: change.fermeesAvant, apres: 0 },
    {
      label: 'Plus dues, déjà payées en tout ou partie',
      count: change.gardees,
      avant: change.gardeesAvant,
      apres: change.gardeesMontant,
    },
  ].filter(({ count }) => count > 0);

/** The effect of saving on billed amounts. */
function Changes({ change, follows }: { change: Changement; follows: boolean }) {
  const { annee, inchangees, retarifees, crees, rendu, deplacees } = change;
  const sorts = sortsOf(change);
  const gone = change.fermees + change.gardees;
  const id = `echeances-${annee}`;
  return (
    <section className={classes.changes} aria-labelledby={id}>
      <h3 className={classes.sub} id={id}>
        Échéances de {annee}
      </h3>
      {sorts.length === 0 ? (
        <p className={wizard.hint}>Rien ne change : {formatNumber(inchangees)} échéance(s) restent dues.</p>
      ) : (
        <table className={classes.amounts} aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">Ce qu’elles deviennent</th>
              <th scope="col">Nombre</th>
              <th scope="col">Avant</th>
              <th scope="col">Après</th>
            </tr>
          </thead>
          <tbody>
            {sorts.map(({ label, count, avant, apres }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{formatNumber(count)}</td>
                <td>{avant === undefined ? null : formatFrancs(avant)}</td>
                <td>{formatFrancs(apres)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {inchangees > 0 && sorts.length > 0 ? (
        <p className={wizard.hint}>{formatNumber(inchangees)} autre(s) ne changent pas.</p>
      ) : null}
      {deplacees > 0 ? (
        <p className={wizard.hint}>
          L’enregistrement déplace le jour où {formatNumber(deplacees)} échéance(s) impayée(s) sont exigibles.
        </p>
      ) : null}
      {gone > 0 ? (
        <p className={wizard.hint}>
          L’enregistrement ramène ce qui n’est plus dû à ce qui a été payé
          {rendu > 0 ? ` ; ${formatFrancs(rendu)} pris sur des avances redeviennent une avance` : ''}.
        </p>
      ) : null}
      {retarifees > 0 ? (
        <p className={wizard.hint}>
          {follows
            ? 'L’enregistrement met les autres à leur nouveau tarif.'
            : 'Celles qui changent de tarif gardent leur montant jusqu’à ce qu’une personne habilitée les génère de nouveau.'}
        </p>
      ) : null}
      {crees > 0 ? (
        <p className={wizard.hint}>
          Celles qui manquent se créent par « Générer les écheances », ou la nuit.
        </p>
      ) : null}
    </section>
  );
}
