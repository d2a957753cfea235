import type { ResourceRow } from '@octroi/contract/platform/resource/resource';
import { IconCalendarDollar } from '@tabler/icons-react';
import { useExercice } from '#src/platform/choices.ts';
import { useMay } from '#src/platform/session.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { askConfirm } from '#src/ui/confirm.tsx';
import type { RowAct } from '#src/ui/list/index.ts';
import { generationTitle, taxePrompt } from './generation-prompt.tsx';

async function generate({ id, nom, entite }: ResourceRow, annee: number): Promise<void> {
  const yes = await askConfirm({
    title: generationTitle(annee),
    message: taxePrompt(String(nom), annee),
    confirm: 'Générer',
  });
  if (!yes) return;
  try {
    const { startAndShow } = await import('./start.tsx');
    await startAndShow({ entite: (entite as { id: number }).id, taxe: id, annee });
  } catch (error) {
    toastFailure(error);
  }
}

/** Acts on a tax besides editing: generate its échéances of the selected fiscal year at current rates. */
export function useTaxeActs(): (row: ResourceRow) => readonly RowAct[] {
  const allowed = useMay('ramifications', 'Valider');
  const { exercice } = useExercice();
  return (row) =>
    allowed
      ? [{ label: 'Générer les écheances', icon: IconCalendarDollar, run: () => generate(row, exercice) }]
      : [];
}
