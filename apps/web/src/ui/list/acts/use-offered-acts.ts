import { useRecordActs } from '#src/platform/record-acts.ts';
import { useExercice } from '#src/platform/kept/choices.ts';
import type { RowAct } from './acts.ts';

/** Acts that other domains offer to this person on a row of the list `path`; undefined if there are none. */
export function useOfferedActs(path: string): ((row: { id: number }) => RowAct[]) | undefined {
  const { exercice } = useExercice();
  const acts = useRecordActs(path);
  if (acts.length === 0) return undefined;
  return (row) =>
    acts
      .filter(({ suits }) => suits?.(row) ?? true)
      .map(({ label, icon, href, run }) => ({
        label,
        ...(icon ? { icon } : {}),
        ...(href ? { href: href(row.id) } : {}),
        ...(run ? { run: () => run(row.id, exercice) } : {}),
      }));
}
