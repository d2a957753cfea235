import type { ReactNode } from 'react';
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

interface FieldsProps extends PlaceAndPeriodProps {
  onRange: (range: OpenRange) => void;
  children?: ReactNode;
}

function Fields({ territory, range, lastYear = false, onRange, children }: FieldsProps) {
  const patch = usePatchSearch();
  return (
    <div className={classes.bar}>
      <PeriodPicker value={range} open lastYear={lastYear} onChange={onRange} />
      <TerritoryCascade
        territory={territory}
        onChange={({ entite, ramification }) =>
          patch({ entite, ms: ramification ? [ramification] : undefined, direct: undefined })
        }
      />
      {children}
    </div>
  );
}

/** Period and place of a list, in its address; without a period it shows today, or all days while it is searched. */
export function PlaceAndPeriod(props: PlaceAndPeriodProps) {
  const { today } = useSession();
  const patch = usePatchSearch();
  const { q } = useSearchAs(readListSearch);
  const isOpen = !props.range.from && !props.range.to;
  return (
    <Fields {...props} onRange={(range) => patch({ ...searchOfRange(range, today, q) })}>
      {q && isOpen ? (
        <p className={classes.everywhen} role="status">
          Recherche dans toutes les périodes
        </p>
      ) : null}
    </Fields>
  );
}

/** Period and place of a list, in its address; without a period it shows all days. */
export function PlaceAndOpenPeriod(props: PlaceAndPeriodProps) {
  const patch = usePatchSearch();
  return <Fields {...props} onRange={({ from, to }) => patch({ from, to, dates: undefined })} />;
}
