import { PAGES } from '@octroi/contract/pages';
import { Skeleton } from '@mantine/core';
import { type Doublon, RAISONS_DOUBLON } from '@octroi/contract/contribuables/saisie/doublons';
import type { ContribuableFiche } from '@octroi/contract/contribuables/fiche/fiche';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { CardNote } from '#src/ui/page/Card.tsx';
import { placeText } from '../columns.ts';
import classes from './Revue.module.css';

/** The likely doubles of a taxpayer. */
export const doublesQuery = (row: ContribuableFiche) => ({
  ...queryFor('POST /contribuables/doublons', {
    body: {
      ramification: row.ramification.id,
      nom: row.nom,
      prenom: row.prenom,
      raisonSociale: row.raisonSociale,
      telephone: row.telephone,
      numeroPieceIdentite: row.numeroPieceIdentite,
      latitude: row.latitude,
      longitude: row.longitude,
      sauf: row.id,
    },
  }),
  staleTime: 30_000,
});

interface DoublesProps {
  row: ContribuableFiche;
  doubles: readonly Doublon[] | undefined;
  /** Whether they could not be searched for: the page says why. */
  failed: boolean;
}

/** Each likely double beside the record: what differs is marked. */
export function Doubles({ row, doubles, failed }: DoublesProps) {
  if (!doubles && failed) return <CardNote>Les doubles n’ont pas été cherchés.</CardNote>;
  if (!doubles) return <Skeleton height={120} w="auto" m="md" />;
  return (
    <section aria-label="Doubles probables">
      <h3 className={classes.head}>
        {doubles.length === 0 ? 'Aucun double probable' : 'Double probable'}
        {doubles.length > 1 ? <small>{doubles.length}</small> : null}
      </h3>
      {doubles.map((double) => (
        <Double key={double.id} row={row} double={double} />
      ))}
    </section>
  );
}

function Double({ row, double }: { row: ContribuableFiche; double: Doublon }) {
  const compared: [label: string, own: string, other: string][] = [
    ['Nom', row.fullName, double.fullName],
    ['Téléphone', row.telephone ?? '–', double.telephone ?? '–'],
    ['Lieu', placeText(row.ramification), placeText(double.ramification)],
    ['Statut', row.statut, double.statut],
  ];
  return (
    <div className={classes.double}>
      <table aria-label={`Cette fiche et ${double.numKlis}`}>
        <thead>
          <tr>
            <td />
            <th scope="col">Cette fiche</th>
            <th scope="col">
              <Link to={PAGES.fiche} params={{ id: String(double.id) }} target="_blank">
                {double.numKlis}
              </Link>
            </th>
          </tr>
        </thead>
        <tbody>
          {compared.map(([label, own, other]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{own}</td>
              <td>{own === other ? other : <mark>{other}</mark>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {double.raisons.map((raison) => RAISONS_DOUBLON[raison]).join(', ')}
        {double.distance === null ? '' : `, à ${formatNumber(double.distance)} m`}.
      </p>
    </div>
  );
}
