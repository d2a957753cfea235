import type { Nested } from '@octroi/contract/platform/http/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf } from '#src/platform/query.ts';
import { chainKey, childrenQuery, type Ramification, topsQuery } from './ramifications.ts';
import { TerritorySelect } from './TerritorySelect.tsx';
import type { Territory } from './use-territory.ts';
import classes from './Territory.module.css';

/** Empty option of each select, from the top (specification 1 section 2, literally). */
const EVERYTHING = [
  'Tous les departements',
  'Tous les quartiers',
  'Tous les zones',
  'Tous les secteurs',
] as const;

/** The choice: a collectivité or all, and a sub-entity if any. */
export interface TerritoryChoice {
  entite: number | undefined;
  ramification: number | undefined;
}

interface TerritoryCascadeProps {
  territory: Territory;
  onChange: (choice: TerritoryChoice) => void;
}

/**
 * Collectivité > département > quartier > zone > secteur: a choice loads all levels below at once and resets their
 * choices (specification 2 section 7).
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
    // the path is already known: cached so that the screen does not request it
    if (lowest) client.setQueryData(chainKey(lowest.id), next);
    onChange({ entite: lowest?.entite.id ?? entite?.id, ramification: lowest?.id });
  };
  return (
    <div className={classes.cascade} role="group" aria-label="Lieu">
      <EntiteSelect entite={entite} bound={own !== undefined} onChange={onChange} />
      {EVERYTHING.slice(topLevel).map((everything, index) => {
        const { open, options, failed } = levels[index] ?? CLOSED_LEVEL;
        const chosen = chain[index];
        // a person with one chosen sub-entity cannot go above it
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

/** The options of one select. */
interface Level {
  open: boolean;
  options: readonly Ramification[];
  failed: boolean;
}
const CLOSED_LEVEL: Level = { open: false, options: [], failed: false };
/** With more parents than this, a level is closed until one is chosen: its list and its request would be too long. */
const MAX_PARENTS = 400;

/** All levels below the chosen place. */
function useLevels({ entite, chain, own }: Territory): readonly Level[] {
  const tops = useQuery({ ...topsQuery(entite?.id ?? 0), enabled: entite !== undefined && !own });
  const first: Level = {
    open: entite !== undefined || own !== undefined,
    options: own ?? tops.data ?? [],
    failed: failureOf(tops) !== undefined,
  };
  const second = useChildLevel(chain[0], CLOSED_LEVEL);
  const third = useChildLevel(chain[1], second);
  const fourth = useChildLevel(chain[2], third);
  return [first, second, third, fourth];
}

/** @param chosen the choice on the level above; without one, all its options count */
function useChildLevel(chosen: Ramification | undefined, above: Level): Level {
  const parents = (chosen ? [chosen] : above.options).map(({ id }) => id);
  const open = (chosen !== undefined || above.open) && parents.length <= MAX_PARENTS;
  const read = useQuery({ ...childrenQuery(parents), enabled: open && parents.length > 0 });
  return {
    open,
    options: (open && parents.length > 0 && read.data) || [],
    failed: failureOf(read) !== undefined,
  };
}

/** A sub-entity with its known ancestors, highest first. */
function pathTo(lowest: Ramification, places: readonly Ramification[]): Ramification[] {
  const known = new Map(places.map((one) => [one.id, one]));
  const path: Ramification[] = [];
  for (let next: Ramification | undefined = lowest; next; next = known.get(next.parent?.id ?? 0))
    path.unshift(next);
  return path;
}

interface EntiteSelectProps {
  entite: Nested | undefined;
  /** For a person attached to sub-entities only, the collectivité is fixed. */
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
      // without a choice here, the top bar's collectivité applies
      everything={chosenPlace || bound ? undefined : 'Collectivité'}
      options={known}
      chosen={entite}
      onChange={(chosen) => onChange({ entite: chosen?.id, ramification: undefined })}
    />
  );
}
