import { useState } from 'react';
import { NativeSelect } from '@mantine/core';
import type { MesValeurs } from '@octroi/contract/caisse/valeurs/valeurs';
import { numerosText } from '@octroi/contract/caisse/valeurs/valeur-rules';
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { useQuery } from '@tanstack/react-query';
import { queryFor, call } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { openDialog } from '#src/ui/dialog/open-dialog.ts';
import { ReferenceSelect } from '#src/ui/form/ReferenceSelect.tsx';
import classes from '../Caisse.module.css';
import { ActForm } from '../ActForm.tsx';
import { Numeros, numerosOf, type Typed } from './Numeros.tsx';

type Holding = MesValeurs['data'][number];

/** The market of the last sale, proposed for the next one. */
let market: { id: string; nom: string | undefined } | null = null;

/** Sells numbers that the person holds; the cash enters their till. */
export const askVente = (): void =>
  openDialog('Vendre des valeurs', (close) => <VenteDialog onEnd={close} />);

function VenteDialog({ onEnd }: { onEnd: () => void }) {
  const mine = useQuery({ ...queryFor('GET /ventes_valeurs/miennes'), staleTime: 0 });
  const failure = failureOf(mine);
  if (failure) return <ErrorState failure={failure} />;
  if (!mine.data) return null;
  const [first] = mine.data.data;
  if (!first)
    return (
      <CardNote>
        Vous ne détenez aucune valeur : le régisseur vous en remet sur « Valeurs inactives ».
      </CardNote>
    );
  return <VenteForm holdings={mine.data.data} first={first} onEnd={onEnd} />;
}

function VenteForm({
  holdings,
  first,
  onEnd,
}: {
  holdings: readonly Holding[];
  first: Holding;
  onEnd: () => void;
}) {
  const [chosen, setChosen] = useState(first);
  const [typed, setTyped] = useState<Typed>({ de: chosen.numeros[0]?.[0] ?? '', a: '' });
  const [place, setPlace] = useState(market);
  return (
    <ActForm
      confirm="Vendre"
      kept={{
        name: 'vente de valeurs',
        values: { categorie: chosen.categorie.id, typed, place },
        restore: (kept) => {
          const held = holdings.find(({ categorie }) => categorie.id === kept.categorie);
          if (!held) return;
          setChosen(held);
          setTyped(kept.typed);
          setPlace(kept.place);
        },
      }}
      onEnd={onEnd}
      save={async () => {
        const numeros = numerosOf(typed);
        if (!numeros) throw new Error('Veuillez entrer les numéros vendus, du premier au dernier.');
        if (!place) throw new Error('Veuillez choisir le marché.');
        const { montant } = await call('POST /ventes_valeurs', {
          body: { categorie: chosen.categorie.id, ...numeros, ramification: Number(place.id) },
        });
        market = place;
        toastSuccess('Vente enregistrée', `${formatFrancs(montant)} entrent dans votre caisse.`);
      }}
    >
      <NativeSelect
        label="Catégorie"
        data={holdings.map(({ categorie, regie }, index) => ({
          value: String(index),
          label: `${categorie.nom} (${formatFrancs(categorie.valeur)}), ${regie.nom}`,
        }))}
        value={String(holdings.indexOf(chosen))}
        onChange={(event) => {
          const next = holdings[Number(event.currentTarget.value)] ?? first;
          setChosen(next);
          setTyped({ de: next.numeros[0]?.[0] ?? '', a: '' });
        }}
      />
      <p className={classes.hint}>Vous détenez : {numerosText(chosen.numeros)}</p>
      <Numeros typed={typed} onType={setTyped} valeur={chosen.categorie.valeur} />
      <ReferenceSelect
        label="Marché"
        required
        path="ramifications"
        enabledOnly
        filters={[{ column: 'ent.id', operator: 'eq', x: String(chosen.entite.id) }]}
        value={place?.id ?? null}
        valueLabel={place?.nom}
        onChange={(id, nom) => setPlace(id ? { id, nom } : null)}
      />
    </ActForm>
  );
}
