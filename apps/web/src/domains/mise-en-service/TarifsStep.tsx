import { type Dispatch, type SetStateAction, useState } from 'react';
import { Alert, Button, NativeSelect } from '@mantine/core';
import type { Modele } from '@octroi/contract/fiscalite/taxes/modeles';
import { tarifsText } from '@octroi/contract/fiscalite/taxes/taxe-columns';
import { TARIF_MAX, TARIF_MESSAGES } from '@octroi/contract/fiscalite/tarifs/precisions';
import { SCREENS } from '@octroi/contract/register';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { reasonOf } from '#src/platform/api.ts';
import { queryFor, call, type Reply } from '#src/platform/call.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FigureTable } from '#src/ui/figure/FigureTable.tsx';
import { AmountInput, type Whole } from '#src/ui/form/WholeInput.tsx';
import { useRefreshAll } from './use-etat.ts';
import classes from './MiseEnService.module.css';
import { useAct } from '#src/ui/use-act.ts';

interface Tarifs {
  /** The taxes to copy. */
  chosen: readonly Modele[];
  /** Their exercice, if it is not the present one. */
  annee: number | null;
  /** The typed rates; another rate is that of the model. */
  rates: Readonly<Record<string, Whole>>;
}

export const NO_TARIFS: Tarifs = { chosen: [], annee: null, rates: {} };

interface TarifsStepProps {
  entite: Nested;
  annee: number;
  values: Tarifs;
  onChange: Dispatch<SetStateAction<Tarifs>>;
}

/** Rates of the copied taxes, and of the existing ones. */
export function TarifsStep({ entite, annee, values, onChange }: TarifsStepProps) {
  const { chosen } = values;
  return (
    <div className={classes.form}>
      {chosen.length > 0 ? <Grid entite={entite} annee={annee} values={values} onChange={onChange} /> : null}
      <Standing entite={entite} annee={annee} alone={chosen.length === 0} />
    </div>
  );
}

const isRate = (value: Whole | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= TARIF_MAX;

/** One rate per year for the whole collectivité; differing sub-entities are edited in the tax afterwards. */
function Grid({ entite, annee: present, values, onChange }: TarifsStepProps) {
  const refreshAll = useRefreshAll();
  const { chosen } = values;
  const annee = values.annee ?? present;
  const rates: Record<string, Whole> = {
    ...Object.fromEntries(
      chosen.flatMap(({ cle, tarifs }) => tarifs.map(({ tarif }, at) => [`${cle} ${at}`, tarif])),
    ),
    ...values.rates,
  };
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => {
    toastFailure(error);
    setFault(reasonOf(error));
  });
  const complete = Object.values(rates).every(isRate);
  const save = async (): Promise<void> => {
    setFault(undefined);
    await perform(async () => {
      const taxes = chosen.map(({ cle, tarifs }) => ({
        cle,
        tarifs: tarifs.map(({ libelle }, at) => ({ libelle, tarif: rates[`${cle} ${at}`] })),
      }));
      type Body = Parameters<typeof call<'POST /entite_taxes/copies'>>[1]['body'];
      const { data } = await call('POST /entite_taxes/copies', {
        body: { entite: entite.id, annee, taxes } as Body,
      });
      toastSuccess(`Taxes ajoutées : ${data.length}`);
      onChange(NO_TARIFS);
      await refreshAll();
    });
  };
  return (
    <>
      <NativeSelect
        className={classes.entite}
        label="Exercice"
        data={[present, present + 1].map(String)}
        value={String(annee)}
        onChange={({ currentTarget }) => onChange((now) => ({ ...now, annee: Number(currentTarget.value) }))}
      />
      <p className={classes.hint}>
        Les tarifs valent pour toute la commune. Ceux d’une sous-entité qui diffère se donnent ensuite dans sa
        taxe.
      </p>
      <FigureTable label="Tarifs à donner" className={classes.roomy} heads={['Taxe', 'Tarif', 'Fréquence']}>
        {chosen.flatMap(({ cle, nom, frequence, tarifs, unite }) =>
          tarifs.map(({ libelle, parUnite }, at) => (
            <tr key={`${cle} ${at}`}>
              <th scope="row">
                {nom}
                <Detail texts={[libelle, parUnite === true && unite !== null ? `par ${unite}` : null]} />
              </th>
              <td className={classes.tarif}>
                <AmountInput
                  aria-label={[nom, libelle].filter(Boolean).join(', ')}
                  value={rates[`${cle} ${at}`] ?? ''}
                  rightSection="F"
                  error={isRate(rates[`${cle} ${at}`]) ? undefined : TARIF_MESSAGES.bornes}
                  onChange={(value) =>
                    onChange((now) => ({ ...now, rates: { ...now.rates, [`${cle} ${at}`]: value } }))
                  }
                />
              </td>
              <td>{frequence}</td>
            </tr>
          )),
        )}
      </FigureTable>
      {fault ? <Alert color="red">{fault}</Alert> : null}
      <div className={classes.acts}>
        <Button loading={busy} disabled={!complete} onClick={() => void save()}>
          Enregistrer {chosen.length} taxe{chosen.length > 1 ? 's' : ''}
        </Button>
      </div>
    </>
  );
}

/** What distinguishes a rate, below the name of its tax. */
function Detail({ texts }: { texts: readonly (string | null)[] }) {
  const text = texts.filter(Boolean).join(', ');
  return text === '' ? null : <span className={classes.libelle}>{text}</span>;
}

type Taxe = Reply<'GET /entite_taxes'>['data'][number];

/** The rates of a tax in a year, as in the list. */
function ratesText(taxe: Taxe, annee: number): string {
  const year = taxe.tarifs.find((rates) => rates.annee === String(annee));
  if (!year) return `Aucun tarif pour ${annee}`;
  return tarifsText(year);
}

/** Existing taxes with their rates of the year. */
function Standing({ entite, annee, alone }: Pick<TarifsStepProps, 'entite' | 'annee'> & { alone: boolean }) {
  const taxes = useQuery(
    queryFor('GET /entite_taxes', {
      query: { itemperpage: 200, 'filter[ent.id]': entite.id, orderBy: 't.nom', sortOrder: 'asc' },
    }),
  );
  const failure = failureOf(taxes);
  if (failure) return <ErrorState failure={failure} />;
  if (!taxes.data) return null;
  if (taxes.data.data.length === 0)
    return (
      alone && <EmptyState title="Rien encore" text="Choisissez d’abord des taxes, à l’étape précédente." />
    );
  return (
    <FigureTable label={`Taxes en place en ${annee}`} heads={['Taxe', 'Fréquence', `Tarifs ${annee}`]}>
      {taxes.data.data.map((taxe) => (
        <tr key={taxe.id}>
          <th scope="row">
            <Link to={`${SCREENS.taxes.url}/$id`} params={{ id: String(taxe.id) }}>
              {String(taxe['nom'])}
            </Link>
          </th>
          <td>{(taxe['frequence'] as Nested | null)?.nom}</td>
          <td>{ratesText(taxe, annee)}</td>
        </tr>
      ))}
    </FigureTable>
  );
}
