import { SCREENS } from '@octroi/contract/register';
import './echeances.css';
import { useState } from 'react';
import { Button, NativeSelect } from '@mantine/core';
import { taxYears } from '@octroi/contract/platform/values/period';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { useChosenPlace, useExercice } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { ListSkeleton } from '#src/ui/list/table/ListSkeleton.tsx';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { ReferenceMultiSelect, ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import { ExercicesPanel } from './ExercicesPanel.tsx';
import { generationPrompt, generationTitle } from './generation-prompt.tsx';
import { GenerationCard } from './GenerationCard.tsx';
import { start } from './start.tsx';
import classes from './EcheancesScreen.module.css';
import { useAct } from '#src/ui/use-act.ts';

/** Generates échéances for a collectivité, some sub-entities or one tax, and shows past generations. */
export function EcheancesScreen() {
  const { collectivites } = useSession();
  const { chosenPlace } = useChosenPlace();
  const { exercice } = useExercice();
  const chosen = chosenPlace?.kind === 'entite' ? chosenPlace.id : chosenPlace?.entite.id;
  const place = String(chosen ?? collectivites[0]?.id ?? '');
  const travaux = useQuery({
    ...queryFor('GET /travaux'),
    staleTime: 0,
    select: ({ data }) => data,
  });
  const generations = travaux.data?.filter(({ nature }) => nature === 'echeances');
  return (
    <div className={classes.frame}>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, section('Taxes'), { label: SCREENS.echeances.nom }]}
        title={SCREENS.echeances.nom}
      />
      {/* another choice in the top bar begins the form anew */}
      <Exercices key={`${place} ${exercice}`} place={place} exercice={exercice} />
      <ErrorState failure={failureOf(travaux)} />
      {travaux.isPending ? <ListSkeleton rows={3} columns={3} /> : null}
      {generations?.map((travail) => (
        <GenerationCard key={travail.id} travail={travail} />
      ))}
      {generations?.length === 0 ? (
        <EmptyState
          title="Rien encore"
          text="Les générations que vous lancez apparaissent ici, avec ce qu’elles ont créé et ce qui reste sans tarif."
        />
      ) : null}
    </div>
  );
}

/** The generation form for a collectivité and a year, and the state of its years. */
function Exercices({ place, exercice }: { place: string; exercice: number }) {
  const [entite, setEntite] = useState(place);
  return (
    <>
      <GenerationForm entite={entite} exercice={exercice} onEntite={setEntite} />
      {entite ? <ExercicesPanel entite={Number(entite)} /> : null}
    </>
  );
}

/** Starts a generation; one that writes needs a confirmation. */
function useGeneration() {
  const { busy, perform } = useAct();
  const generate = async (body: NonNullable<Parameters<typeof start>[0]>): Promise<void> => {
    if (!body.aBlanc) {
      const yes = await askConfirm({
        title: generationTitle(body.annee),
        message: generationPrompt(body.annee),
        confirm: 'Générer',
      });
      if (!yes) return;
    }
    await perform(async () => {
      await start(body);
    });
  };
  return { busy, generate };
}

/** Closed years of a collectivité. */
function useClosedYears(entite: string): number[] {
  const exercices = useQuery({
    ...queryFor('GET /exercices', { query: { entite: Number(entite) } }),
    enabled: entite !== '',
  });
  return (exercices.data?.data ?? []).filter(({ closedAt }) => closedAt).map(({ annee }) => annee);
}

interface GenerationFormProps {
  /** Id of the collectivité. */
  entite: string;
  /** Preselected fiscal year. */
  exercice: number;
  onEntite: (entite: string) => void;
}

function GenerationForm({ entite, exercice, onEntite }: GenerationFormProps) {
  const { today, collectivites } = useSession();
  const [places, setPlaces] = useState<string[]>([]);
  const [taxe, setTaxe] = useState<string | null>(null);
  const [annee, setAnnee] = useState(String(exercice));
  const years = taxYears(today);
  const closed = useClosedYears(entite).includes(Number(annee));
  const { busy, generate } = useGeneration();
  const inEntite = [{ column: 'ent.id', operator: 'eq' as const, x: entite }];
  const body = {
    ...(places.length > 0 ? { ramifications: places.map(Number) } : { entite: Number(entite) }),
    ...(taxe ? { taxe: Number(taxe) } : {}),
    annee: Number(annee),
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void generate({ ...body, aBlanc: false });
      }}
    >
      <NativeSelect
        label="Collectivité"
        data={collectivites.map(({ id, nom }) => ({ value: String(id), label: nom }))}
        value={entite}
        onChange={(event) => {
          onEntite(event.currentTarget.value);
          setPlaces([]);
          setTaxe(null);
        }}
      />
      <NativeSelect
        label="Exercice"
        data={(years.includes(exercice) ? years : [exercice, ...years]).map(String)}
        value={annee}
        onChange={(event) => setAnnee(event.currentTarget.value)}
      />
      <ReferenceMultiSelect
        label="Sous-entités"
        placeholder="Toutes"
        path="ramifications"
        filters={inEntite}
        value={places}
        onChange={setPlaces}
      />
      <ReferenceSelect
        label="Taxe"
        placeholder="Toutes"
        path="entite_taxes"
        filters={inEntite}
        value={taxe}
        onChange={setTaxe}
        clearable
      />
      {closed ? (
        <p role="status" className={classes.closed}>
          L’exercice {annee} est clos : ses échéances ne changent plus, et une génération est refusée.
        </p>
      ) : null}
      <div className={classes.acts}>
        <Button type="submit" loading={busy} disabled={!entite}>
          Générer les écheances
        </Button>
        <Button
          variant="default"
          disabled={busy || !entite}
          onClick={() => void generate({ ...body, aBlanc: true })}
        >
          Essayer à blanc
        </Button>
      </div>
    </form>
  );
}
