import type { ResourceRow } from '@octroi/contract/resource';
import { IconCalendarDollar } from '@tabler/icons-react';
import { useMay } from '#src/platform/session.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { askConfirm } from '#src/ui/confirm.tsx';
import type { RowAct } from '#src/ui/list/index.ts';

async function generate({ id, nom, entite }: ResourceRow): Promise<void> {
  const yes = await askConfirm({
    title: String(nom),
    message:
      'Les échéances de cette taxe seront créées ou remises à leur tarif, dans toute la collectivité, pour l’exercice présent.',
    confirm: 'Générer',
  });
  if (!yes) return;
  try {
    const { startAndShow } = await import('./start.tsx');
    await startAndShow({ entite: (entite as { id: number }).id, taxe: id });
  } catch (error) {
    toastFailure(error);
  }
}

/** What is done with a tax beside changing it: its échéances of the present year, at its present rates. */
export function useTaxeActs(): (row: ResourceRow) => readonly RowAct[] {
  const allowed = useMay('ramifications', 'Valider');
  return (row) =>
    allowed ? [{ label: 'Générer les écheances', icon: IconCalendarDollar, run: () => generate(row) }] : [];
}
