import type { Nested } from '@octroi/contract/platform/http/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenPlace } from '#src/platform/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { chainKey, childrenQuery, type Ramification, topsQuery } from './ramifications.ts';
import { TerritorySelect } from './TerritorySelect.tsx';
import type { Territory } from './use-territory.ts';
import classes from './Territory.module.css';

/** What a selector says when nothing is chosen in it, from the top (specification 1 section 2, to the letter). */
const EVERYTHING = [
  'Tous les departements',
  'Tous les quartiers',
  'Tous les zones',
  'Tous les secteurs',
] as const;

/** What was chosen: a collectivité or all, and its sub-entity if any. */
export interface TerritoryChoice {
  entite: number | undefined;
  ramification: number | undefined;
}

interface TerritoryCascadeProps {
  territory: Territory;
  onChange: (choice: TerritoryChoice) => void;
}

/**
 * Collectivité > département > quartier > zone > secteur: each choice loads all levels below it at once, and resets what
 * was chosen there (specification 2 section 7).
 */
export function TerritoryCascade({ territory, onChange }: TerritoryCascadeProps) {
  const { entite, chain, own, topLevel } = territory;
  const client = useQueryClient();
  const { chosenPlace } = useChosenPlace();
  const levels = useLevels(territory);
  const choose = (index: number, chosen: Ramification | undefined): void => {
    const next = chosen
      ? pathTo(chosen, [...chain, ...levels.flatMap(({ options }) => options)])
      : chain.slice(0, index);
    const lowest = next.at(-1);
    // Known already: the screen need not ask for it step by step.
    if (lowest) client.setQueryData(chainKey(lowest.id), next);
    onChange({ entite: lowest?.entite.id ?? entite?.id, ramification: lowest?.id });
  };
  return (
    <div className={classes.cascade} role="group" aria-label="Lieu">
      <EntiteSelect entite={entite} bound={own !== undefined} onChange={onChange} />
      {EVERYTHING.slice(topLevel).map((everything, index) => {
        const { open, options, failed } = levels[index] ?? CLOSED_LEVEL;
        const chosen = chain[index];
        // Whoever works on one sub-entity alone cannot leave it upwards.
        const free = index > 0 || !(own && chosenPlace);
        return (
          <TerritorySelect
            key={everything}
            label={everything}
            everything={free ? everything : undefined}
            options={chosen && !options.some(({ id }) => id === chosen.id) ? [chosen, ...options] : options}
            above={index > chain.length}
            chosen={chosen}
            disabled={!open}
            failed={failed}
            onChange={(option) => choose(index, option)}
          />
        );
      })}
    </div>
  );
}

/** What a selector offers. */
interface Level {
  open: boolean;
  options: readonly Ramification[];
  failed: boolean;
}
const CLOSED_LEVEL: Level = { open: false, options: [], failed: false };
/** Beneath more than these a selector would hold too much, and its call be too long: one is chosen first. */
const MAX_PARENTS = 400;

/** The levels from the highest down: beneath what is chosen, all of them. */
function useLevels({ entite, chain, own }: Territory): readonly Level[] {
  const tops = useQuery({ ...topsQuery(entite?.id ?? 0), enabled: entite !== undefined && !own });
  const first: Level = {
    open: entite !== undefined || own !== undefined,
    options: own ?? tops.data ?? [],
    failed: tops.isError,
  };
  const second = useChildLevel(chain[0], CLOSED_LEVEL);
  const third = useChildLevel(chain[1], second);
  const fourth = useChildLevel(chain[2], third);
  return [first, second, third, fourth];
}

/** @param chosen what is chosen on the level above: otherwise all that this one offers is meant */
function useChildLevel(chosen: Ramification | undefined, above: Level): Level {
  const parents = (chosen ? [chosen] : above.options).map(({ id }) => id);
  const open = (chosen !== undefined || above.open) && parents.length <= MAX_PARENTS;
  const { data, isError } = useQuery({ ...childrenQuery(parents), enabled: open && parents.length > 0 });
  return { open, options: (open && parents.length > 0 && data) || [], failed: isError };
}

/** A sub-entity and those above it among the known ones, the highest first. */
function pathTo(lowest: Ramification, places: readonly Ramification[]): Ramification[] {
  const known = new Map(places.map((one) => [one.id, one]));
  const path: Ramification[] = [];
  for (let next: Ramification | undefined = lowest; next; next = known.get(next.parent?.id ?? 0))
    path.unshift(next);
  return path;
}

interface EntiteSelectProps {
  entite: Nested | undefined;
  /** For a person attached to sub-entities alone, the collectivité follows from them. */
  bound: boolean;
  onChange: TerritoryCascadeProps['onChange'];
}

function EntiteSelect({ entite, bound, onChange }: EntiteSelectProps) {
  const { collectivites } = useSession();
  const { chosenPlace } = useChosenPlace();
  const offered = bound ? [] : collectivites;
  const known = entite && !offered.some(({ id }) => id === entite.id) ? [entite, ...offered] : offered;
  return (
    <TerritorySelect
      label="Collectivité"
      // The top bar's collectivité is the default: without a choice here the screen shows that one.
      everything={chosenPlace || bound ? undefined : 'Collectivité'}
      options={known}
      chosen={entite}
      onChange={(chosen) => onChange({ entite: chosen?.id, ramification: undefined })}
    />
  );
}
