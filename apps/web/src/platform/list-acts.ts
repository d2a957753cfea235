import type { ReactNode } from 'react';
import { mayAll } from '@octroi/contract/rights';
import { useRouteContext } from '@tanstack/react-router';
import { useExercice } from './kept/choices.ts';
import type { ListAct } from './navigation.ts';
import { useSession } from './session.ts';

interface OfferedAct extends Pick<ListAct, 'label' | 'icon'> {
  prompt?: ReactNode;
  run: (selection: Parameters<ListAct['run']>[0]) => void | Promise<void>;
}

/** Acts that other domains offer to this person on ticked rows of the list `path`. */
export function useListActs(path: string): OfferedAct[] {
  const session = useSession();
  const { exercice } = useExercice();
  const { listActs } = useRouteContext({ from: '__root__' });
  return (listActs[path] ?? [])
    .filter(({ right }) => mayAll(session.permissions, [right]))
    .map(({ right: _right, prompt, run, ...act }) => ({
      ...act,
      ...(prompt ? { prompt: prompt(exercice) } : {}),
      run: (selection) => run(selection, exercice),
    }));
}
