import { modals } from '@mantine/modals';
import type { GenerationBody } from '@octroi/contract/fiscalite/echeances';
import type { Travail } from '@octroi/contract/travaux';
import { api } from '#src/platform/api.ts';
import { queryClient } from '#src/platform/query.ts';
import { GenerationCard } from './GenerationCard.tsx';

/** Starts a generation: one work for each collectivité concerned. */
export async function start(body: Partial<GenerationBody>): Promise<Travail[]> {
  const { data } = await api.post<{ data: Travail[] }>('echeances/generation', body);
  await queryClient.invalidateQueries({ queryKey: ['travaux'] });
  return data;
}

/** Starts it from another screen: what it does is shown over that screen, and goes on when it is closed. */
export async function startAndShow(body: Partial<GenerationBody>): Promise<void> {
  const travaux = await start(body);
  modals.open({
    title: 'Générer les écheances',
    size: 'lg',
    closeButtonProps: { 'aria-label': 'Fermer' },
    children: (
      <>
        {travaux.map((travail) => (
          <GenerationCard key={travail.id} travail={travail} />
        ))}
        <p>Le travail continue si vous fermez cette fenêtre ; la page Échéances le montre.</p>
      </>
    ),
  });
}
