import { useEffect, useRef } from 'react';
import { Button } from '@mantine/core';
import { TOAST_MS } from '@octroi/contract/constants';
import { IconCircleCheck } from '@tabler/icons-react';
import { useBackToList } from '#src/ui/list/index.ts';
import classes from './Wizard.module.css';

/** Finalisation: says that the tax is there, then leads back to the list (specification 1 sections 2 and 4). */
export function DoneStep({ nom, created }: { nom: string; created: boolean }) {
  const back = useBackToList('/taxes');
  const leave = useRef(back);
  useEffect(() => {
    const timer = setTimeout(() => leave.current(), TOAST_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes.done} role="status">
      <IconCircleCheck size={48} stroke={1.5} aria-hidden />
      <h2>Félicitation !</h2>
      <p>
        La taxe « {nom} » a été {created ? 'créée' : 'modifiée'} et est opérationnelle.
      </p>
      <Button onClick={back}>Retourner à la liste</Button>
    </div>
  );
}
