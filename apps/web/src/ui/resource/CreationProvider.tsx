import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Modal } from '@mantine/core';
import { FormSkeleton } from '../form/SaveForm.tsx';
import { type AskRecord, CreationContext, type Made, type Wanted } from './creation.ts';

const CreationForm = lazy(async () => ({ default: (await import('./CreationForm.tsx')).CreationForm }));

interface Asked extends Wanted {
  answer: (made: Made | undefined) => void;
}

/** Shows what is to be made on the spot, each over the one that asked for it. */
export function CreationProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const [ask] = useState(
    () => (wanted: Parameters<AskRecord>[0]) =>
      new Promise<Made | undefined>((answer) => setAsked((now) => [...now, { ...wanted, answer }])),
  );
  const end = (one: Asked, made?: Made): void => {
    setAsked((now) => now.filter((other) => other !== one));
    one.answer(made);
  };
  return (
    <CreationContext value={ask}>
      {children}
      {asked.map((one, depth) => (
        <Modal
          key={depth}
          opened
          centered
          closeOnClickOutside={false}
          title={`Création - ${one.resource.label.one}`}
          closeButtonProps={{ 'aria-label': 'Fermer' }}
          onClose={() => end(one)}
        >
          <Suspense fallback={<FormSkeleton />}>
            <CreationForm wanted={one} onMade={(made) => end(one, made)} onCancel={() => end(one)} />
          </Suspense>
        </Modal>
      ))}
    </CreationContext>
  );
}
