import { SCREENS } from '@octroi/contract/register';
import { useEffect, useRef } from 'react';
import { Button } from '@mantine/core';
import { TOAST_MS } from '@octroi/contract/constants';
import { IconCircleCheck } from '@tabler/icons-react';
import { useBackToList } from '#src/ui/list/index.ts';
import { GenerationCard } from '../echeances/GenerationCard.tsx';
import { useSettlements } from '../tarifs/use-settlements.ts';
import classes from './Wizard.module.css';

interface DoneStepProps {
  nom: string;
  /** The changed tax; undefined if it was created. */
  changed: number | undefined;
  /** Ids of the jobs that applied its rates to the échéances before. */
  earlier: readonly string[];
}

/**
 * Last step: confirms the tax and returns to the list (specification 1 sections 2 and 4), unless jobs apply the new rates:
 * it then stays and shows them.
 */
export function DoneStep({ nom, changed, earlier }: DoneStepProps) {
  const back = useBackToList(SCREENS.taxes.url);
  const leave = useRef(back);
  const settlements = useSettlements(changed);
  const travaux = settlements.data?.filter(({ id }) => !earlier.includes(id)) ?? [];
  const stays = settlements.isFetching || travaux.length > 0;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => leave.current(), TOAST_MS);
    return () => clearTimeout(timer);
  }, [stays]);
  return (
    <>
      <div className={classes.done} role="status">
        <IconCircleCheck size={48} stroke={1.5} aria-hidden />
        <h2 ref={heading} tabIndex={-1}>
          Félicitation !
        </h2>
        <p>
          La taxe « {nom} » a été {changed === undefined ? 'créée' : 'modifiée'} et est opérationnelle.
        </p>
        {travaux.length > 0 ? (
          <p>Ses échéances suivent ce qui a changé ; le travail continue si vous quittez cette page.</p>
        ) : null}
        <Button onClick={back}>Retourner à la liste</Button>
      </div>
      {travaux.map((travail) => (
        <GenerationCard key={travail.id} travail={travail} />
      ))}
    </>
  );
}
