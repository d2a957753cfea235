import { useSearchAs } from '#src/platform/address.ts';
import { useSession } from '#src/platform/session.ts';
import { readListSearch } from '../list/list-state.ts';
import { usePatchSearch } from '../list/use-list.ts';
import { PeriodPicker } from '../period/PeriodPicker.tsx';
import type { OpenRange } from '@octroi/contract/platform/values/period';
import { searchOfRange } from '../period/period-search.ts';
import { TerritoryCascade } from './TerritoryCascade.tsx';
import type { Territory } from './use-territory.ts';
import classes from './Territory.module.css';

interface PlaceAndPeriodProps {
  territory: Territory;
  range: OpenRange;
  /** Offers « L'an dernier » too. */
  lastYear?: boolean;
}

/** Period and place of a list, in its address. */
export function PlaceAndPeriod({ territory, range, lastYear = false }: PlaceAndPeriodProps) {
  const { today } = useSession();
  const patch = usePatchSearch();
  const { q } = useSearchAs(readListSearch);
  return (
    <div className={classes.bar}>
      <PeriodPicker
        value={range}
        open
        lastYear={lastYear}
        onChange={(next) => patch({ ...searchOfRange(next, today, q) })}
      />
      <TerritoryCascade
        territory={territory}
        onChange={({ entite, ramification }) =>
          patch({ entite, ms: ramification ? [ramification] : undefined, direct: undefined })
        }
      />
      {q && !range.from && !range.to ? (
        <p className={classes.everywhen} role="status">
          Recherche dans toutes les périodes
        </p>
      ) : null}
    </div>
  );
}
