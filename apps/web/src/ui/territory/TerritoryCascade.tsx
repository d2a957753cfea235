import type { Nested } from '@octroi/contract/schemas';
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

/** Collectivité > département > quartier > zone > secteur: each choice loads the next level and resets what lies below. */
export function TerritoryCascade({ territory, onChange }: TerritoryCascadeProps) {
  const { entite, chain, own, topLevel } = territory;
  const client = useQueryClient();
  const choose = (above: readonly Ramification[], chosen: Ramification | undefined): void => {
    const next = chosen ? [...above, chosen] : above;
    const lowest = next.at(-1);
    // Known already: the screen need not ask for it step by step.
    if (lowest) client.setQueryData(chainKey(lowest.id), next);
    onChange({ entite: lowest?.entite.id ?? entite?.id, ramification: lowest?.id });
  };
  return (
    <div className={classes.cascade} role="group" aria-label="Lieu">
      <EntiteSelect entite={entite} bound={own !== undefined} onChange={onChange} />
      {EVERYTHING.slice(topLevel).map((everything, index) => (
        <LevelSelect
          key={everything}
          everything={everything}
          parent={index === 0 ? undefined : chain[index - 1]}
          entite={entite}
          own={index === 0 ? own : undefined}
          open={index <= chain.length && (index > 0 || entite !== undefined || own !== undefined)}
          chosen={chain[index]}
          onChange={(chosen) => choose(chain.slice(0, index), chosen)}
        />
      ))}
    </div>
  );
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

interface LevelSelectProps {
  everything: string;
  parent: Ramification | undefined;
  entite: Nested | undefined;
  own: readonly Ramification[] | undefined;
  /** Whether the level above is settled. */
  open: boolean;
  chosen: Ramification | undefined;
  onChange: (chosen: Ramification | undefined) => void;
}

function LevelSelect({ everything, parent, entite, own, open, chosen, onChange }: LevelSelectProps) {
  const { chosenPlace } = useChosenPlace();
  const query = parent ? childrenQuery(parent.id) : topsQuery(entite?.id ?? 0);
  const loaded = useQuery({ ...query, enabled: open && !own });
  const offered = own ?? (open ? (loaded.data ?? []) : []);
  const options = chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen, ...offered] : offered;
  return (
    <TerritorySelect
      label={everything}
      // Whoever works on one sub-entity alone cannot leave it upwards.
      everything={own && chosenPlace ? undefined : everything}
      options={options}
      chosen={chosen}
      disabled={!open}
      failed={loaded.isError}
      onChange={onChange}
    />
  );
}
