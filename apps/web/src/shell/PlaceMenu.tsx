import { type ChosenPlace, useChosenPlace } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { type SearchChoice, SearchMenu } from '#src/ui/SearchMenu.tsx';
import classes from './PlaceMenu.module.css';

const ALL = 'tout';

/** The menu of the collectivités (or sub-entities) that the person may choose. */
export function PlaceMenu() {
  const { collectivites, ramifications } = useSession();
  const { chosenPlace, choosePlace } = useChosenPlace();
  const choices: (SearchChoice & { chosenPlace: ChosenPlace })[] = [
    ...collectivites.map((entite) => ({
      value: `entite-${entite.id}`,
      nom: entite.nom,
      chosenPlace: { kind: 'entite', ...entite } satisfies ChosenPlace,
    })),
    ...ramifications.map((ramification) => ({
      value: `ramification-${ramification.id}`,
      nom: ramification.nom,
      detail: ramification.entite.nom,
      chosenPlace: { kind: 'ramification', ...ramification } satisfies ChosenPlace,
    })),
  ];
  const everything = collectivites.length > 0 ? 'Toutes les collectivités' : 'Toutes les sous-entités';
  if (choices.length < 2)
    return <span className={classes.single}>{chosenPlace?.nom ?? 'Aucune collectivité'}</span>;
  const text = chosenPlace?.nom ?? everything;
  return (
    <SearchMenu
      label={`Collectivité : ${text}`}
      searchLabel="Rechercher une collectivité"
      listLabel="Collectivités"
      everything={{ value: ALL, nom: everything }}
      choices={choices}
      current={chosenPlace ? `${chosenPlace.kind}-${chosenPlace.id}` : ALL}
      onChoose={(value) => choosePlace(choices.find((choice) => choice.value === value)?.chosenPlace ?? null)}
    >
      <span>{text}</span>
    </SearchMenu>
  );
}
