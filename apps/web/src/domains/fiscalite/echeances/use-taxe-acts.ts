import type { ResourceRow } from '@octroi/contract/platform/resource/resource';
import { IconCalendarDollar, IconPlayerPause } from '@tabler/icons-react';
import { useExercice } from '#src/platform/kept/choices.ts';
import { useMay } from '#src/platform/session.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import type { RowAct } from '#src/ui/list/index.ts';
import { askSuspension } from '../suspensions/suspendre.tsx';
import { generationTitle, taxePrompt } from './generation-prompt.tsx';

const entiteOf = (row: ResourceRow): number => (row['entite'] as { id: number }).id;

async function generate(row: ResourceRow, annee: number): Promise<void> {
  const yes = await askConfirm({
    title: generationTitle(annee),
    message: taxePrompt(String(row['nom']), annee),
    confirm: 'Générer',
  });
  if (!yes) return;
  try {
    const { startAndShow } = await import('./start.tsx');
    await startAndShow({ entite: entiteOf(row), taxe: row.id, annee });
  } catch (error) {
    toastFailure(error);
  }
}

/** Acts on a tax besides editing: generate its échéances of the selected fiscal year at current rates, suspend or defer it. */
export function useTaxeActs(): (row: ResourceRow) => readonly RowAct[] {
  const mayGenerate = useMay('ramifications', 'Valider');
  const maySuspend = useMay('suspensions', 'Créer');
  const { exercice } = useExercice();
  return (row) => [
    ...(mayGenerate
      ? [{ label: 'Générer les écheances', icon: IconCalendarDollar, run: () => generate(row, exercice) }]
      : []),
    ...(maySuspend
      ? [
          {
            label: 'Suspendre ou différer',
            icon: IconPlayerPause,
            run: () => askSuspension({ entite: entiteOf(row), taxe: row.id }),
          },
        ]
      : []),
  ];
}
