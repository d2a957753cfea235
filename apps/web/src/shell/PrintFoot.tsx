import { formatDay } from '@octroi/contract/platform/values/period';
import { useChosenPlace, useExercice } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';

/** Footer of printed pages: collectivité, fiscal year, time and person of printing. */
export function PrintFoot() {
  const { today, user } = useSession();
  const { chosenPlace } = useChosenPlace();
  const { exercice } = useExercice();
  const parts = [
    'Octroi',
    chosenPlace?.nom ?? 'Toutes les collectivités',
    `Exercice ${exercice}`,
    `Imprimé le ${formatDay(today)} par ${user.fullName}`,
  ].join(' · ');
  // only `@page` margins repeat on each page, and `@page` cannot read values of elements, so a style is generated
  return (
    <style>{`@page { @bottom-left { content: ${JSON.stringify(parts)}; } @bottom-right { content: counter(page) " / " counter(pages); } }`}</style>
  );
}
