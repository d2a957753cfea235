import { formatDay } from '@octroi/contract/platform/values/period';
import { useChosenPlace, useExercice } from '#src/platform/choices.ts';
import { useSession } from '#src/platform/session.ts';

/** At the foot of every printed page: whose figures these are, of which fiscal year, printed when and by whom. */
export function PrintFoot() {
  const { today, user } = useSession();
  const { chosenPlace } = useChosenPlace();
  const { exercice } = useExercice();
  const told = [
    'Octroi',
    chosenPlace?.nom ?? 'Toutes les collectivités',
    `Exercice ${exercice}`,
    `Imprimé le ${formatDay(today)} par ${user.fullName}`,
  ].join(' · ');
  // Only the page itself has margins to write in, and a rule of the page takes no value of an element.
  return (
    <style>{`@page { @bottom-left { content: ${JSON.stringify(told)}; } @bottom-right { content: counter(page) " / " counter(pages); } }`}</style>
  );
}
