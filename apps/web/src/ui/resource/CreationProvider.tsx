import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Modal } from '@mantine/core';
import { FormSkeleton } from '../form/SaveForm.tsx';
import {
  type RequestCreation,
  CreationContext,
  type CreatedRecord,
  type CreationRequest,
} from './creation.ts';

const CreationForm = lazy(async () => ({ default: (await import('./CreationForm.tsx')).CreationForm }));

interface PendingCreation extends CreationRequest {
  answer: (created: CreatedRecord | undefined) => void;
}

/** Shows the pending creation forms, each above the form that requested it. */
export function CreationProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<readonly PendingCreation[]>([]);
  const [requestCreation] = useState(
    () => (request: Parameters<RequestCreation>[0]) =>
      new Promise<CreatedRecord | undefined>((answer) =>
        setPending((now) => [...now, { ...request, answer }]),
      ),
  );
  const finish = (creation: PendingCreation, created?: CreatedRecord): void => {
    setPending((now) => now.filter((other) => other !== creation));
    creation.answer(created);
  };
  return (
    <CreationContext value={requestCreation}>
      {children}
      {pending.map((creation, depth) => (
        <Modal
          key={depth}
          opened
          centered
          closeOnClickOutside={false}
          title={`Création - ${creation.resource.label.one}`}
          closeButtonProps={{ 'aria-label': 'Fermer' }}
          onClose={() => finish(creation)}
        >
          <Suspense fallback={<FormSkeleton />}>
            <CreationForm
              request={creation}
              onCreated={(created) => finish(creation, created)}
              onCancel={() => finish(creation)}
            />
          </Suspense>
        </Modal>
      ))}
    </CreationContext>
  );
}
