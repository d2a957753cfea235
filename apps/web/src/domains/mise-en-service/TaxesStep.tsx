import { useState } from 'react';
import { Checkbox, NativeSelect } from '@mantine/core';
import type { Modele } from '@octroi/contract/fiscalite/taxes/modeles';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { SCREENS } from '@octroi/contract/register';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FigureTable } from '#src/ui/figure/FigureTable.tsx';
import { ListSkeleton } from '#src/ui/list/table/ListSkeleton.tsx';
import classes from './MiseEnService.module.css';

interface TaxesStepProps {
  entite: Nested;
  annee: number;
  chosen: readonly Modele[];
  onChosen: (chosen: readonly Modele[]) => void;
}

/** `50, 100, 150 F` */
const ratesOf = ({ tarifs, unite }: Modele): string =>
  `${tarifs.map(({ tarif }) => formatNumber(tarif)).join(' · ')} F${
    unite !== null && tarifs.some(({ parUnite }) => parUnite) ? ` par ${unite}` : ''
  }`;

/** Taxes to copy, from the usual ones or from another collectivité. */
export function TaxesStep({ entite, annee, chosen, onChosen }: TaxesStepProps) {
  const { collectivites } = useSession();
  const others = collectivites.filter(({ id }) => id !== entite.id);
  const [depuis, setDepuis] = useState('');
  const modeles = useQuery({
    ...queryFor('GET /entite_taxes/modeles', {
      query: { entite: entite.id, annee, ...(depuis ? { depuis: Number(depuis) } : {}) },
    }),
    staleTime: 0,
    select: ({ data }) => data,
  });
  const toggle = (modele: Modele, on: boolean): void =>
    onChosen(on ? [...chosen, modele] : chosen.filter(({ cle }) => cle !== modele.cle));
  return (
    <div className={classes.form}>
      {others.length > 0 ? (
        <NativeSelect
          className={classes.entite}
          label="Reprendre de"
          data={[
            { value: '', label: 'Taxes usuelles d’une commune' },
            ...others.map(({ id, nom }) => ({ value: String(id), label: nom })),
          ]}
          value={depuis}
          onChange={({ currentTarget }) => {
            setDepuis(currentTarget.value);
            onChosen([]);
          }}
        />
      ) : null}
      <ErrorState failure={failureOf(modeles)} />
      {modeles.isPending ? <ListSkeleton rows={6} columns={4} /> : null}
      {modeles.data?.length === 0 ? (
        <EmptyState title="Rien à reprendre" text="Cette collectivité n’a pas de taxe active." />
      ) : null}
      {modeles.data && modeles.data.length > 0 ? (
        <FigureTable
          label="Taxes à reprendre"
          className={classes.roomy}
          heads={['Taxe', 'Fréquence', 'Tarifs proposés']}
        >
          {modeles.data.map((modele) => (
            <tr key={modele.cle}>
              <th scope="row">
                <Checkbox
                  label={modele.nom}
                  description={
                    modele.deja === null ? modele.objet : `${modele.objet} : déjà taxé par « ${modele.deja} »`
                  }
                  disabled={modele.deja !== null}
                  checked={chosen.some(({ cle }) => cle === modele.cle)}
                  onChange={({ currentTarget }) => toggle(modele, currentTarget.checked)}
                />
              </th>
              <td>
                {modele.frequence}
                {modele.exigible === null ? null : (
                  <small className={classes.exigible}>exigible : {modele.exigible}</small>
                )}
              </td>
              <td>{ratesOf(modele)}</td>
            </tr>
          ))}
        </FigureTable>
      ) : null}
      <div className={classes.acts}>
        {chosen.length > 0 ? (
          <ButtonLink to={SCREENS['mise-en-service'].url} search={{ entite: entite.id, etape: 'tarifs' }}>
            Donner les tarifs de {chosen.length} taxe{chosen.length > 1 ? 's' : ''}
          </ButtonLink>
        ) : null}
        <Link to={`${SCREENS.taxes.url}/create`}>Créer une autre taxe</Link>
      </div>
    </div>
  );
}
