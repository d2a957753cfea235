import { useMemo } from 'react';
import { type Densite, useAffichage } from '#src/platform/kept/affichage.ts';
import { type Column, isEssential } from './columns.ts';

/** The person's display of a list, and its settings. */
export interface ListDisplay<Row> {
  /** The visible columns in order. */
  columns: readonly Column<Row>[];
  densite: Densite;
  setDensite: (densite: Densite) => void;
  choices: readonly { id: string; header: string; shown: boolean; fixed: boolean }[];
  /** Shows or hides a column. */
  toggle: (column: string) => void;
}

/** @param all columns of the list, constant or memoised */
export function useDisplay<Row>(screen: string, all: readonly Column<Row>[]): ListDisplay<Row> {
  const { densite, masquees, setDensite, setMasquees } = useAffichage(screen);
  const choices = useMemo(
    () =>
      all.map((column) => {
        const fixed = isEssential(column, all);
        // what is stored differs from the usual display: a hidden column, or an optional one that is shown
        const shown = fixed || masquees.includes(column.id) === Boolean(column.optional);
        return { id: column.id, header: column.header, fixed, shown };
      }),
    [all, masquees],
  );
  const columns = useMemo(() => all.filter((_, index) => choices[index]?.shown), [all, choices]);
  return {
    columns,
    densite,
    setDensite,
    choices,
    toggle: (id) =>
      setMasquees(masquees.includes(id) ? masquees.filter((each) => each !== id) : [...masquees, id]),
  };
}
